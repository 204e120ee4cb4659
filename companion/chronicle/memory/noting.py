"""Words the table writes about what it remembers: what may be kept of what somebody typed, said or pasted."""

from companion.base import plain_text
from companion.base.errors import NoteRefused, TextRefused
from engine.phrase import phrase

LONGEST_NOTE = 4_000
"""Characters of one note."""


def note_text(given: str) -> str:
    """Return the text of a note as it is kept: its lines, with single blanks.

    Raises:
        NoteRefused: It is empty or too long, or holds a character that nobody sees.
    """
    if len(given) > LONGEST_NOTE:
        raise NoteRefused(
            phrase(
                "A note has at most {longest_note:,} characters; this one has {given:,}.",
                longest_note=LONGEST_NOTE,
                given=len(given),
            ),
            phrase("Shorten it."),
        )
    try:
        lines = plain_text.text(given, phrase("The note")).splitlines()
    except TextRefused as problem:
        raise NoteRefused(problem.message, problem.hint) from problem
    kept = "\n".join(" ".join(line.split()) for line in lines).strip()
    if not kept:
        raise NoteRefused(phrase("A note cannot be empty."), phrase("To remove a note, undo it."))
    return kept
