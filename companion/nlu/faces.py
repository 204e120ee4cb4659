"""Faces in speech: "two fours and a six", "snake eyes", "nothing but ones", "the rest are threes"."""

import re
from collections.abc import Sequence

from companion.nlu.numbers import TENS, UNITS, face_of, plural_face
from companion.nlu.words import Word, word_set
from engine.quick_dataclass import dataclass

_SOUND_ALIKE = {
    1: "won wan ace",
    2: "to too tu deuce",
    3: "tree free trey",
    4: "for fore",
    5: "five's fife",
    6: "sex sics sick sicks",
    8: "ate",
    9: "nein",
}
_HOMOPHONES = {word: face for face, words in _SOUND_ALIKE.items() for word in words.split()}
"""Words a recogniser writes for a number, and nicknames that mean other things in other talk."""

GOOD = word_set("success successes hit hits")
BAD = word_set("failure failures miss misses fail fails dud duds blank blanks")
GOOD_OR_BAD = GOOD | BAD
"""Words that count successes and failures: a number in front of one names no face."""

_MULTIPLES = {"double": 2, "doubles": 2, "twin": 2, "pair": 2, "couple": 2, "triple": 3, "triples": 3, "quadruple": 4}
_ALL = frozenset({"all", "only", "straight"})
_REST = frozenset({"rest", "others", "remaining"})
_BETWEEN = word_set("are is were was all both of them mine my these those dice a an just came up")


@dataclass(frozen=True, slots=True)
class Said:
    """A number said while dice are read out.

    Attributes:
        faces: What it stands for; several for "a pair of fives".
        at: Index of its first word.
        until: Index after its last word.
        loose: Whether it is only a word that sounds like a number.
        also: The two faces that "three fours" or "one six" may name as well, else None.
    """

    faces: tuple[int, ...]
    at: int
    until: int
    loose: bool = False
    also: tuple[int, ...] | None = None


def said_numbers(
    words: Sequence[Word], sides: int = 6, loose: bool = False, fill: int = 0, before: int = 0
) -> list[Said]:
    """Every number read out in a sentence, in order.

    Args:
        words: Words of the sentence.
        sides: Highest face, by which words that sound alike are told apart ("fifty" on a d20 is fifteen).
        loose: Whether words that merely sound like numbers ("for", "to") count.
        fill: Dice wanted, for "all sixes" and "the rest are ones"; 0 where nobody waits for dice.
        before: Of these, dice already read out before this sentence.
    """
    texts = [word.text for word in words]
    pauses = [word.pause for word in words]
    found: list[Said] = []
    at = counted = 0
    known = before
    while at < len(texts):
        for each in found[counted:]:
            if each.faces[0] <= sides and texts[each.until] not in GOOD_OR_BAD:
                known += len(each.faces)
        counted = len(found)
        said = _group(texts, pauses, at, fill, known) or _single(texts, at, sides, loose)
        summed = _FACE_AND_SUM.fullmatch(texts[at]) if sides == _SIX else None
        if summed:
            found += [Said((int(part),), at, at + 1) for part in summed.groups()]
            at += 1
        elif said is None:
            at += 1
        else:
            found.append(said)
            at = said.until
    return found


def _group(texts: Sequence[str], pauses: Sequence[bool], at: int, fill: int, known: int) -> Said | None:
    """Several dice named at once, starting at this word."""
    if fill:
        filled = _everything(texts, at, fill) or _remaining(texts, at, fill, known)
        if filled is not None:
            return filled
    return _nicknamed(texts, at) or _multiple(texts, at) or _counted(texts, pauses, at)


def _everything(texts: Sequence[str], at: int, fill: int) -> Said | None:
    """All dice alike: "all sixes", "nothing but ones", "every one a four"."""
    here, ahead = texts[at], list(texts[at + 1 : at + 2])
    if at and texts[at - 1] == "on":
        return None  # "on all fours"
    if here in _ALL or (here in {"nothing", "none"} and ahead == ["but"]):
        start = _skip(texts, at + (1 if here in _ALL else 2))
        plural = start < len(texts) and plural_face(texts[start])
        mixed = start + 2 < len(texts) and texts[start + 1] in {"and", "or"} and plural_face(texts[start + 2])
        return Said((plural,) * fill, at, start + 1) if plural and not mixed else None
    if here in {"every", "each"} and ahead and ahead[0] in {"one", "die", "single"}:
        start = _skip(texts, at + (3 if ahead == ["single"] else 2))
        face = face_of(texts[start]) if start < len(texts) else None
        return Said((face,) * fill, at, start + 1) if face is not None else None
    plural = plural_face(here)
    if plural is not None and ahead == ["all"]:
        return Said((plural,) * fill, at, at + (4 if list(texts[at + 2 : at + 4]) == ["of", "them"] else 2))
    return None


def _remaining(texts: Sequence[str], at: int, fill: int, known: int) -> Said | None:
    """The dice not named yet, or some of them: "the rest are ones", "the other two are threes"."""
    here = texts[at]
    start = at + 1
    count = fill - known if here in _REST else 0
    if here in {"other", "last", "remaining", "first"} and start < len(texts) and (told := UNITS.get(texts[start], 0)):
        count, start = told, start + 1
    start = _skip(texts, start)
    face = face_of(texts[start]) if start < len(texts) and start > at + 1 else None
    one_of_them = count > 1 and texts[start - 1 : start] in (["a"], ["an"]) and "and" in texts[start : start + 2]
    told = count == 1 or plural_face(texts[min(start, len(texts) - 1)]) is not None or here in _REST
    plain = face is not None and told and not one_of_them
    return Said((face,) * count, at, start + 1) if face is not None and count > 0 and plain else None


def _skip(texts: Sequence[str], at: int) -> int:
    """The first word from here on that is not just between a count and its face."""
    return next((each for each in range(at, len(texts)) if texts[each] not in _BETWEEN), len(texts))


def _nicknamed(texts: Sequence[str], at: int) -> Said | None:
    here, ahead = texts[at], texts[at + 1 : at + 2]
    if here == "snake" and ahead == ["eyes"]:
        return Said((1, 1), at, at + 2)
    if here == "boxcars" or (here == "box" and ahead == ["cars"]):
        return Said((6, 6), at, at + (1 if here == "boxcars" else 2))
    return None


def _multiple(texts: Sequence[str], at: int) -> Said | None:
    """Many at a word: "a pair of fives", "double sixes", "both threes"."""
    if texts[at] == "both":
        start = _skip(texts, at + 1)
        plural = plural_face(texts[start]) if start < len(texts) else None
        return Said((plural,) * 2, at, start + 1) if plural is not None else None
    start = at + (2 if texts[at + 1 : at + 2] == ["of"] else 1)
    if texts[at] not in _MULTIPLES or start >= len(texts):
        return None
    face = face_of(texts[start])
    return Said((face,) * _MULTIPLES[texts[at]], at, start + 1) if face is not None else None


def _counted(texts: Sequence[str], pauses: Sequence[bool], at: int) -> Said | None:
    """Dice by their number: "three fours", "one six", "three of a kind, fours", "four twice"."""
    here, ahead = texts[at], list(texts[at + 1 : at + 5])
    count = UNITS.get(here, int(here) if here.isdecimal() and len(here) == 1 else None)
    if not count or count > _MOST_ALIKE or not ahead:
        return None
    if ahead[:3] == ["of", "a", "kind"] and len(ahead) > 3 and (face := face_of(ahead[3])) is not None:
        return Said((face,) * count, at, at + 5)
    if ahead[0] == "twice":
        return Said((count,) * 2, at, at + 2)
    if ahead[1:2] == ["times"] and (times := UNITS.get(ahead[0], 0)):
        return Said((count,) * times, at, at + 3)
    if count == 1 and not pauses[at] and plural_face(ahead[0]) is None and (face := face_of(ahead[0])) is not None:
        return Said((face,), at, at + 2, also=(1, face))
    skip = 1 if ahead[0] == "natural" else 0
    face = plural_face(ahead[skip]) if len(ahead) > skip else None
    return Said((face,) * count, at, at + 2 + skip, also=(count, face)) if face is not None else None


_MOST_ALIKE = 12
_SIX = 6


def _single(texts: Sequence[str], at: int, sides: int, loose: bool) -> Said | None:
    word = texts[at]
    if word in TENS and at + 1 < len(texts) and 0 < UNITS.get(texts[at + 1], 0) < 10:
        return Said((TENS[word] + UNITS[texts[at + 1]],), at, at + 2)
    face = TENS[word] if word in TENS else face_of(word)
    if face is not None:
        return Said((_likely(face, sides),), at, at + 1)
    sounds = _HOMOPHONES.get(word, sides + 1)
    return Said((sounds,), at, at + 1, loose=True) if loose and sounds <= sides else None


def _likely(face: int, sides: int) -> int:
    """The face meant where another number sounds alike or the die shows something else: ten is a zero on a d10."""
    if face == 0 and sides == 10:
        return 10
    teen = face // 10 + 10
    return teen if face > sides >= teen and face % 10 == 0 and 30 <= face <= 90 else face


_FACE_AND_SUM = re.compile(r"([1-6])0([1-9]\d?)")
"""Form in which a recogniser may write "one, so five": 105."""


def run_of_faces(words: Sequence[str], count: int, sides: int) -> tuple[int, ...] | None:
    """Faces of digits written together ("235", "23 5" for two, three, five) when they are exactly the wanted number."""
    run = "".join(words)
    if len(run) != count or sides > 9 or all(len(word) == 1 for word in words):
        return None
    faces = tuple(int(digit) for digit in run)
    return faces if all(1 <= face <= sides for face in faces) else None
