"""Names that mean the same person, by spelling and by sound."""

import re
from functools import lru_cache

from jellyfish import jaro_winkler_similarity, levenshtein_distance, metaphone

from companion.chronicle.extractor.language import words

_SHORT = 3
_OPENING_VOWEL = re.compile(r"[aeiou]|y[^aeiou]")


@lru_cache(maxsize=4096)
def parts(name: str) -> tuple[str, ...]:
    """Words of a name in lower case without titles, articles and possessive endings; all of them if only titles."""
    found = tuple(re.sub(r"['’]s$", "", part) for part in re.split(r"[\s\-]+", name.casefold()))
    found = tuple(re.sub(r"[^\w'’]", "", part) for part in found)
    plain = tuple(part for part in found if part and part not in {"the", "a", "an"})
    return tuple(part for part in plain if part not in words()["titles"]) or plain


def title_of(name: str) -> str | None:
    """The title a name opens with ("captain"), None when there is none."""
    first = name.split()[0].casefold().rstrip(".") if name.split() else ""
    return first if first in words()["titles"] and len(name.split()) > 1 else None


@lru_cache(maxsize=4096)
def _sound(spelling: str) -> str:
    """Return the phonetic code of a spelling; all opening vowels are the same, as those are misheard most."""
    code = metaphone(spelling)
    return f"A{code.lstrip('AEIOU')}" if _OPENING_VOWEL.match(spelling) else code


@lru_cache(maxsize=65536)
def sound_alike(one: str, other: str) -> bool:
    """Return True if two spellings, lower case without spaces, could be one name misheard."""
    if one == other:
        return True
    code, other_code = _sound(one), _sound(other)
    if min(len(one), len(other)) <= _SHORT or code[:1] != other_code[:1]:
        return False
    likeness = jaro_winkler_similarity(one, other)
    if code == other_code:
        return likeness >= (0.6 if len(code) >= _SHORT else 0.8)
    return likeness >= 0.85 and levenshtein_distance(code, other_code) <= 1


@lru_cache(maxsize=65536)
def same_person(one: str, other: str) -> bool:
    """Return True if two spoken names mean the same person: equal, one part of the other, or alike in sound."""
    a, b = parts(one), parts(other)
    if not a or not b:
        return False
    if a == b or sound_alike("".join(a), "".join(b)):
        return True
    shorter, longer = (a, b) if len(a) <= len(b) else (b, a)
    if len(shorter) < len(longer):
        return all(any(sound_alike(part, other_part) for other_part in longer) for part in shorter)
    return False
