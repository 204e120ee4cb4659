"""Numbers in speech: counts, points and places."""

from collections.abc import Sequence

_UNITS = """
    zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen
    eighteen nineteen twenty
"""
_TENS = "twenty thirty forty fifty sixty seventy eighty ninety"
_ORDINALS = "first second third fourth fifth sixth seventh eighth ninth tenth"
MOST_DIGITS = 6
"""Digits from which something is no number anybody counts with."""
UNITS = {word: value for value, word in enumerate(_UNITS.split())}
TENS = {word: 10 * value for value, word in enumerate(_TENS.split(), 2)}
ORDINALS = {word: value for value, word in enumerate(_ORDINALS.split(), 1)}
_PLURAL_WORDS = """
    zeros ones twos threes fours fives sixes sevens eights nines tens elevens twelves thirteens fourteens fifteens
    sixteens seventeens eighteens nineteens twenties
"""
PLURALS = {word: value for value, word in enumerate(_PLURAL_WORDS.split())}
_MISHEARD = {"tunes": "twos", "toos": "twos", "trees": "threes", "aces": "ones", "deuces": "twos"}


_ONES, _TEENS = "|".join(_UNITS.split()[1:10]), "|".join(_UNITS.split()[10:20])
SPOKEN = rf"(?:(?:{'|'.join(TENS)})(?: (?:{_ONES}))?|{_TEENS}|{_ONES}|\d+)"
"""A regular expression for a number in words, one to ninety-nine, or in digits."""


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
        if word.isdecimal() and len(word) <= MOST_DIGITS:
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
        elif word in PLURALS:
            current, seen = current + PLURALS[word], True
        else:
            return None
    return total + current if seen else None


def value_in(text: str) -> int | None:
    """Whole number a text says; None when it is none."""
    return value_of(text.split())


def face_of(word: str) -> int | None:
    """Face named by a single word, singular or plural ("two", "twos", "2"), None when it names none."""
    if word.isdecimal():
        return int(word) if len(word) <= MOST_DIGITS else None
    return UNITS.get(word, plural_face(word))


def plural_face(word: str) -> int | None:
    """Face that a plural names ("twos", "aces"), None when it is none."""
    return PLURALS.get(_MISHEARD.get(word, word))
