"""Words the table writes about what it remembers: what may be kept of what somebody typed, said or pasted."""

from companion.errors import NoteRefused
from engine.phrase import phrase

LONGEST_NOTE = 4_000
"""Characters of one note."""

_JOINERS = frozenset("\u200c\u200d")
"""Unprintable, yet part of how some languages and most pictures are written."""


def note_text(given: str) -> str:
    """What is kept of a note: its lines, single blanks, nothing that cannot be seen.

    Raises:
        NoteRefused: Nothing is left, or it is too long.
    """
    if len(given) > LONGEST_NOTE:
        raise NoteRefused(
            phrase(
                "A note has {longest_note:,} characters at most; this one has {given:,}.",
                longest_note=LONGEST_NOTE,
                given=len(given),
            ),
            phrase("Write it shorter."),
        )
    lines = [" ".join(line.split()) for line in given.splitlines()]
    kept = "\n".join("".join(filter(_is_shown, line)) for line in lines).strip()
    if not kept:
        raise NoteRefused(phrase("A note needs words."), phrase("Take an old one back to remove it."))
    return kept


def _is_shown(letter: str) -> bool:
    return letter.isprintable() or letter in _JOINERS
