"""Selection of what belongs in a recap from a sentence: the story, without dice, chips and handing over."""

import re
from collections.abc import Iterable

_NUMBER = r"(?:zero|one|two|three|four|five|six|\d+)"
_RULES = re.compile(
    r"\b(?:chips?|points|dice|die|roll(?:s|ed|ing)?|re-?roll\w*|tokens?|bids?|bidding|success(?:es)?|narrat\w+|conflict|skill"
    r"|trigger|reward|connection|session|scene|checks? (?:for|on)|(?:want|need|give \w+|call for) an? [\w' ]+ check)\b",
    re.IGNORECASE,
)
_ONLY_NUMBERS = re.compile(
    rf"^(?:(?:{_NUMBER}|and|an?|the|it's|that's|i got|mine's|ones?|twos?|threes?|fours?|fives?|sixes)\W*)+$",
    re.IGNORECASE,
)
_FACES_READ = re.compile(rf"^(?:(?:{_NUMBER})\W+(?:and an? |and |an? )?){{2,}}", re.IGNORECASE)
_NO_FACE = re.compile(r"\b(?:zero|seven|eight|nine|\w+teen|ten|eleven|twelve|\w+ty|[07-9]|\d\d+)\b")
_HANDING_OVER = re.compile(
    r"\b(?:i'm (?:done|finished)|that's (?:me done|it|all|me)|(?:over|back) to (?:you|me)|(?:my|your) (?:go|turn)"
    r"|(?:first|second|third|last|one) action|most chips|asking around|picture this"
    r"|what do you do|what are you (?:two|all|three|guys)? ?doing)\b",
    re.IGNORECASE,
)
_USING = re.compile(
    r",?\s*(?:and |so |but )?(?:i'm|i am|i'll|i) (?:use|using|rolling|roll|going to use)\b[^.!?]*", re.IGNORECASE
)
_SHORT = 3


def told(words: str, cast: Iterable[str], skills: Iterable[str], names: Iterable[str] = ()) -> str:
    """The part of a sentence that belongs in a recap, empty when it is about the game rather than the story.

    Args:
        words: A sentence of the story.
        cast: Names of the players; a sentence about them is talk of the table.
        skills: Names of skills; "That's Staff." says which one is used.
        names: People and places of the story; a short sentence counts when it names one.
    """
    kept = _USING.sub("", words).strip() if len(_USING.sub("", words).split()) > _SHORT else words.strip()
    plain = kept.casefold().replace("’", "'")
    count = len(kept.split())
    faces = (_ONLY_NUMBERS.match(plain) or _FACES_READ.match(plain)) and not _NO_FACE.search(plain)
    if faces or _RULES.search(plain) or _names_any(kept, cast):
        return ""
    if count <= _SHORT and not _names_any(kept, names):
        return ""
    if count <= 2 * _SHORT and (
        _HANDING_OVER.search(plain) or _names_any(plain, (skill.casefold() for skill in skills))
    ):
        return ""
    return kept if kept[-1:] in ".!?…,;:" else f"{kept}."


def _names_any(text: str, names: Iterable[str]) -> bool:
    return any(re.search(rf"(?<!\w){re.escape(name)}(?!\w)", text) for name in names if name)
