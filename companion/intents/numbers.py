"""Numbers in speech: counts, points, and faces read off dice."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from companion.intents.words import Word

_UNITS = """
    zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen
    eighteen nineteen twenty
"""
_TENS = "twenty thirty forty fifty sixty seventy eighty ninety"
_ORDINALS = "first second third fourth fifth sixth seventh eighth ninth tenth"
UNITS = {word: value for value, word in enumerate(_UNITS.split())}
TENS = {word: 10 * value for value, word in enumerate(_TENS.split(), 2)}
ORDINALS = {word: value for value, word in enumerate(_ORDINALS.split(), 1)}
_MISHEARD = {"tunes": "twos", "toos": "twos", "trees": "threes"}
_PLURAL_WORDS = "zeros ones twos threes fours fives sixes sevens eights nines tens"
_PLURALS = {word: value for value, word in enumerate(_PLURAL_WORDS.split())}
_HOMOPHONES = {
    "won": 1,
    "to": 2,
    "too": 2,
    "tree": 3,
    "free": 3,
    "for": 4,
    "fore": 4,
    "five's": 5,
    "fife": 5,
    "sex": 6,
    "sics": 6,
    "sick": 6,
    "ate": 8,
}
_DOUBLES = {"double": 2, "doubles": 2, "triple": 3, "triples": 3, "twin": 2, "pair": 2, "couple": 2}


def value_of(words: Sequence[str]) -> int | None:
    """Whole number said in words or digits ("a hundred and twenty", "one fifty", "14"); None when it is none."""
    rest = [word for word in words if word not in {"and", "a", "an", "of", "just", "only", "about"}]
    if not rest:
        return 1 if any(word in {"a", "an"} for word in words) else None
    if rest[0] in {"couple"}:
        return 2
    if rest[0] in {"another", "single"}:
        return 1 if len(rest) == 1 else value_of(rest[1:])
    if rest[0] in {"no", "none", "nothing", "nil"}:
        return 0
    if rest[0] in {"second", "third", "fourth"} or rest[0] in ORDINALS:
        return ORDINALS[rest[0]] if len(rest) == 1 else None
    total, current = 0, 0
    seen = False
    for word in rest:
        if word.isdecimal():
            current, seen = (
                current * 100 + int(word) if seen and current < 10 and len(word) == 2 else current + int(word),
                True,
            )
        elif word in TENS:
            current = current * 100 + TENS[word] if 0 < current < 10 else current + TENS[word]
            seen = True
        elif word in UNITS:
            current, seen = current + UNITS[word], True
        elif word == "hundred":
            current, seen = max(1, current) * 100, True
        elif word in _PLURALS:
            current, seen = current + _PLURALS[word], True
        else:
            return None
    return total + current if seen else None


def face_of(word: str) -> int | None:
    """Face named by a single word, singular or plural ("two", "twos", "2"), None when it names none."""
    if word.isdecimal():
        return int(word)
    return UNITS.get(word, _PLURALS.get(_MISHEARD.get(word, word)))


@dataclass(frozen=True, slots=True)
class Said:
    """A number said while dice are read out.

    Attributes:
        faces: What it stands for; several for "a pair of fives".
        at: Index of its first word.
        until: Index after its last word.
        loose: Whether it is only a word that sounds like a number.
        plural: The face of "three fours" when it could also be two faces, else None.
    """

    faces: tuple[int, ...]
    at: int
    until: int
    loose: bool = False
    also: tuple[int, ...] | None = None


def said_numbers(words: Sequence[Word], sides: int = 6, loose: bool = False, fill: int = 0) -> list[Said]:
    """Every number read out in a sentence, in order.

    Args:
        words: Words of the sentence.
        sides: Highest face; "all sixes" and natural results stay within it.
        loose: Whether words that merely sound like numbers ("for", "to") count.
        fill: Dice wanted, for "all sixes".
    """
    texts = [word.text for word in words]
    found: list[Said] = []
    at = 0
    while at < len(texts):
        said = _group(texts, at, fill) or _single(texts, at, loose)
        summed = _FACE_AND_SUM.fullmatch(texts[at])
        if summed:
            found += [Said((int(part),), at, at + 1) for part in summed.groups()]
            at += 1
        elif said is None:
            at += 1
        else:
            found.append(said)
            at = said.until
    return found


def _group(texts: Sequence[str], at: int, fill: int) -> Said | None:
    """Several dice named at once, starting at this word."""
    here, ahead = texts[at], texts[at + 1 : at + 4]
    if here == "snake" and ahead[:1] == ["eyes"]:
        return Said((1, 1), at, at + 2)
    if here == "boxcars" or (here == "box" and ahead[:1] == ["cars"]):
        return Said((6, 6), at, at + (1 if here == "boxcars" else 2))
    if here == "all" and ahead and ahead[0] in _PLURALS and fill:
        return Said((_PLURALS[ahead[0]],) * fill, at, at + 2)
    if here in _DOUBLES:
        skip = 1 if ahead[:1] == ["of"] else 0
        if len(ahead) > skip and (face := face_of(ahead[skip])) is not None:
            return Said((face,) * _DOUBLES[here], at, at + 2 + skip)
    if here in {"all", "both"} and ahead and ahead[0] in _PLURALS:
        return Said((_PLURALS[ahead[0]],) * 2, at, at + 2) if here == "both" else None
    count = UNITS.get(here, int(here) if here.isdecimal() and len(here) == 1 else None)
    skip = 1 if ahead[:1] == ["natural"] else 0
    if count and count <= 12 and len(ahead) > skip and ahead[skip] in _PLURALS:
        face = _PLURALS[ahead[skip]]
        return Said((face,) * count, at, at + 2 + skip, also=(count, face))
    return None


def _single(texts: Sequence[str], at: int, loose: bool) -> Said | None:
    word = texts[at]
    if word in TENS and at + 1 < len(texts) and 0 < UNITS.get(texts[at + 1], 0) < 10:
        return Said((TENS[word] + UNITS[texts[at + 1]],), at, at + 2)
    face = face_of(word) if word not in TENS else TENS[word]
    if face is not None:
        return Said((face,), at, at + 1)
    if loose and word in _HOMOPHONES:
        return Said((_HOMOPHONES[word],), at, at + 1, loose=True)
    return None


_FACE_AND_SUM = re.compile(r"([1-6])0([1-9]\d?)")
"""How a recogniser may write "one, so five": 105."""

_DIGITS_RUN = re.compile(r"^[1-6]{2,12}$")


def run_of_faces(word: str, count: int) -> tuple[int, ...] | None:
    """Faces of a recogniser's run of digits ("235" for two, three, five) when it has exactly the wanted length."""
    return tuple(int(digit) for digit in word) if len(word) == count and _DIGITS_RUN.match(word) else None
