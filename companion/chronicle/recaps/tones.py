"""Tones: the wording around the facts of a recap, kept in files that people can edit.

A tone is a TOML file. It may choose any words but facts: no digits, no number words, no names and no outcomes, because
everything of that kind has to come from the evening.
"""

import re
from collections.abc import Iterator
from pathlib import Path
from string import Formatter

from pydantic import BaseModel, ConfigDict, ValidationError

from companion.base.errors import ToneError
from companion.base.file_limits import read_toml
from companion.base.plain_text import Line
from companion.base.validation_messages import plain_place
from companion.nlu.numbers import ORDINALS, TENS, UNITS
from engine.phrase import joined, phrase, verbatim

_PACKAGED = Path(__file__).parents[1] / "templates" / "recaps"
_NAME = re.compile(r"[a-z0-9][a-z0-9-]{0,39}")
_FACTS = {
    *(set(UNITS) | set(TENS) | set(ORDINALS) | {"hundred", "thousand", "dozen", "twice"}) - {"second", "a"},
    *("success", "successes", "succeeded", "failure", "failed", "won", "lost", "victory", "defeat", "defeated"),
    *("died", "dead", "killed", "slain", "fell", "escaped", "reached", "broke", "broken", "found", "wounded"),
}
_SLOTS = {
    "in_words": {"who", "fact"},
    "seen_by": {"who"},
    "named": {"people"},
    "wanted": {"goal"},
    "reached": {"goal"},
    "fight": {"fact"},
    "still_open": {"fact"},
    "written": {"about", "fact"},
}


class Tone(BaseModel):
    """The wording of one tone; `{fact}`, `{who}`, `{about}` and `{goal}` stand for what the evening brings.

    Attributes:
        about: What it sounds like, for the list of tones.
        opening: First sentence about an evening that is over.
        so_far: First sentence about an evening that runs.
        seen_by: First sentence of somebody's own evening, with `{who}`.
        in_words: Not used any more; older tones have it.
        wanted: What the group is after, with `{goal}`.
        fight: Who fights, with `{fact}`.
        reached: The same where they have it.
        between: Sentences between two scenes, used in turn.
        named: Not used any more; older tones have it.
        still_open: A loose end, with `{fact}`.
        written: What the table wrote of somebody or something, with `{about}` and `{fact}`.
        closing: Last sentence.
    """

    model_config = ConfigDict(frozen=True, extra="forbid", defer_build=True)

    about: Line
    opening: Line
    so_far: Line
    seen_by: Line
    in_words: Line = "In the words of {who}: {fact}"
    fight: Line = "It comes to a fight: {fact}"
    wanted: Line = "What they are after: {goal}."
    reached: Line = "What they were after, they have: {goal}."
    between: tuple[Line, ...] = ()
    named: Line = "The story spoke of {people}."
    still_open: Line
    written: Line = "Note about {about}: “{fact}”"
    closing: Line

    def templates(self) -> tuple[str, ...]:
        """Every wording a sentence of a recap may have; the bare fact is one of them."""
        about = (
            self.opening,
            self.so_far,
            self.seen_by,
            self.wanted,
            self.reached,
            self.fight,
            self.still_open,
            self.written,
        )
        return ("{fact}", *about, self.closing, *self.between)


def load_tone(name: str, folder: Path | None = None) -> Tone:
    """Read and check a tone.

    Args:
        name: Its file without `.toml`.
        folder: Where the table keeps tones of its own, looked into first; None when it keeps none.

    Raises:
        ToneError: There is no such tone, or its file cannot be used.
    """
    file = _files(folder).get(name)
    if file is None:
        raise ToneError(
            name,
            phrase("there is no such tone"),
            phrase("There are: {tones}.", tones=joined(tone_names(folder), ", ")),
        )
    try:
        tone = Tone.model_validate(read_toml(file))
    except ValidationError as problem:
        first = problem.errors()[0]
        raise ToneError(
            name, phrase("{place}: {what}", place=plain_place(first["loc"]), what=first["msg"])
        ) from problem
    except (OSError, ValueError, RecursionError) as problem:
        raise ToneError(name, phrase("the file cannot be read: {problem}", problem=problem)) from problem
    for fault in _faults(tone):
        raise ToneError(name, verbatim(fault), phrase("The facts come from the evening; a tone only sets the wording."))
    return tone


def tone_names(folder: Path | None = None) -> tuple[str, ...]:
    """Every tone there is, in order of their names."""
    return tuple(sorted(_files(folder)))


def _files(folder: Path | None) -> dict[str, Path]:
    own = sorted(folder.glob("*.toml")) if folder is not None else []
    return {file.stem: file for file in (*_PACKAGED.glob("*.toml"), *own) if _NAME.fullmatch(file.stem)}


def _faults(tone: Tone) -> Iterator[str]:
    for field, value in tone:
        for text in (value,) if isinstance(value, str) else value:
            if field == "about":
                continue
            slots = _slots(text)
            if slots != _SLOTS.get(field, set()):
                wanted = ", ".join(f"{{{slot}}}" for slot in sorted(_SLOTS.get(field, set()))) or "no braces"
                yield f"{field} needs {wanted}"
            yield from (f"{field} says {word!r}, which would be a fact" for word in _fact_words(text))


def _slots(text: str) -> set[str] | None:
    try:
        parsed = list(Formatter().parse(text))
    except ValueError:
        return None
    plain = all(not spec and not conversion for _, name, spec, conversion in parsed if name is not None)
    return {name for _, name, _, _ in parsed if name is not None} if plain else None


def _fact_words(text: str) -> Iterator[str]:
    words = re.findall(r"[^\W_]+(?:['’][^\W_]+)*|[.!?:]|\{\w+\}", text)
    first = True
    for word in words:
        begins, first = first, word in ".!?:"
        number = any(letter.isdigit() for letter in word) or word.casefold() in _FACTS
        name = word[0].isupper() and not begins and word.split("'")[0] != "I"
        if number or name:
            yield word
