"""Corrections of a name's spelling: "Olvir, not Oliver", "it's Yargert with a Y", "that's spelled K, A, R, A"."""

import re
from collections.abc import Iterable, Iterator

from companion.nlu.common_words import COMMON_WORDS
from companion.nlu.names import fold, likeness
from engine.quick_dataclass import dataclass

_NAME = r"([^\W\d_][\w'’-]*(?: (?-i:[A-Z])[\w'’-]*)?)"
_OPENING = (
    r"(?:(?:no|sorry|wait|actually|oh|and|well|um|uh|okay)[, ]+)*"
    r"(?:(?:(?:it|that)(?:'s| is)|(?:his|her|the|their) name is|i said|i mean|i meant|say)[, ]+)?"
)
_SPELT = re.compile(
    rf"^{_OPENING}{_NAME}(?:,? (?:is|that's|it's))?,? (?:spelled|spelt|written)[,:]? ((?:[^\W\d_][-., ]*){{2,24}})$",
    re.I,
)
_LETTERS = re.compile(rf"^{_OPENING}{_NAME}[,:] ((?:[^\W\d_][-., ]+){{2,24}}[^\W\d_])$", re.I)
_WITH = re.compile(rf"^{_OPENING}{_NAME},? with (an?|one|two|double) ([a-z])(?:['’]?s)?\b", re.I)
_WITHOUT = re.compile(rf"^{_OPENING}{_NAME},? without (?:an?|the) ([a-z])\b", re.I)
_NOT = re.compile(rf"^{_OPENING}{_NAME},? (?:and )?not {_NAME}$", re.I)
_NOT_FIRST = re.compile(rf"^(?:no, )?(?:it's )?not {_NAME}[,:;.]+ (?:it's |but )?{_NAME}$", re.I)

_LEAST_ALIKE = 0.55
_MEANT = 0.75
"""Least likeness, 0 to 1, of a name heard earlier to one that is spelt out now for the two to be the same."""
_ALIKE_LETTERS = ("ckq", "csz", "gjy", "iy", "vw", "fv", "ae", "ou", "dt", "bp")


@dataclass(frozen=True, slots=True)
class Respelling:
    """A name as it is spelt, and as it was written by mistake."""

    spelled: str
    heard: str


def respelling(text: str, names: Iterable[str] = (), fixed: Iterable[str] = ()) -> Respelling | None:
    """The correction of a name's spelling that a sentence makes, if it makes one.

    Args:
        text: One turn, as the recogniser wrote it or as typed.
        names: Names heard so far, as they were written: the mistake may be among them.
        fixed: Names that are spelt rightly already; they are never taken for a mistake.
    """
    right = {fold(name) for name in fixed}
    known = tuple(names)
    for sentence in re.split(r"(?<=[^.\s][^.\s])[.!?]+\s*", text.strip()):
        for found in _readings(sentence.strip(" ,.!?"), known):
            if _plausible(found, right):
                return found
    return None


def _readings(sentence: str, names: tuple[str, ...]) -> Iterator[Respelling]:
    """Yield possible corrections in a sentence, as (spelling, mistake)."""
    if found := _NOT.match(sentence):
        yield Respelling(found[1], found[2])
    if found := _NOT_FIRST.match(sentence):
        yield Respelling(found[2], found[1])
    spelled, heard = _spelt_out(sentence)
    if spelled is None:
        return
    yield Respelling(spelled, heard)
    for part in (part for name in names for part in (name, *name.split())):
        if likeness(fold(spelled), fold(part)) >= _MEANT:
            yield Respelling(spelled, part)


def _spelt_out(sentence: str) -> tuple[str | None, str]:
    """A name whose letters are told, and how it was written in the telling."""
    if found := _SPELT.match(sentence) or _LETTERS.match(sentence):
        letters = re.findall(r"\w", found[2])
        single = len(letters) >= 3 and len(re.findall(r"\w+", found[2])) in {1, len(letters)}
        return ("".join(letters).capitalize() if single else None), found[1]
    if found := _WITH.match(sentence):
        return _with_letter(found[1], found[3].lower(), found[2].lower() in {"two", "double"}), found[1]
    if found := _WITHOUT.match(sentence):
        return _without_letter(found[1], found[2].lower()), found[1]
    return None, ""


def _with_letter(name: str, letter: str, doubled: bool) -> str | None:
    """The name with this letter in it: as it stands, or in the place of the first letter that sounds like it."""
    low = name.lower()
    if doubled:
        at = low.find(letter)
        return name if letter * 2 in low or at < 0 else name[: at + 1] + letter + name[at + 1 :]
    if low[0] == letter:
        return name
    for group in _ALIKE_LETTERS:
        if letter in group and low[0] in group:
            return letter.upper() + name[1:]
    if letter in low:
        return name
    place = next((at for at, each in enumerate(low) if any(letter in g and each in g for g in _ALIKE_LETTERS)), None)
    return None if place is None else name[:place] + letter + name[place + 1 :]


def _without_letter(name: str, letter: str) -> str | None:
    at = name.lower().rfind(letter)
    return None if at < 0 else (name[:at] + name[at + 1 :]).capitalize()


def _plausible(found: Respelling, right: set[str]) -> bool:
    """Return True where one could be written for the other, and neither is a word or a name with a life of its own."""
    spelled, heard = fold(found.spelled), fold(found.heard)
    if spelled == heard or min(len(spelled), len(heard)) < 3 or heard in right:
        return False
    if any(word.lower() in COMMON_WORDS for word in (*found.spelled.split(), *found.heard.split())):
        return False
    return found.spelled[0].isupper() and likeness(spelled, heard) >= _LEAST_ALIKE
