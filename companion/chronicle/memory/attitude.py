"""Dealings with somebody of the story, and how the two got on, from the words about it."""

import re
from collections.abc import Iterable, Sequence

from companion.chronicle.extractor.names import parts
from companion.chronicle.memory.values import Quote

_FRIENDLY = re.compile(
    r"\b(?:thank(?:s|ed)?|help(?:s|ed|ing)?|trust(?:s|ed)?|welcom(?:e|es|ed)|hug(?:s|ged)?|friend(?:s|ly)?|all(?:y|ies)"
    r"|rescu(?:e|es|ed)|forgiv(?:e|es)|forgave|grateful|laughs? with|smiles? at|shar(?:e|es|ed)|protect(?:s|ed)?)\b",
    re.IGNORECASE,
)
_HOSTILE = re.compile(
    r"\b(?:attack(?:s|ed|ing)?|threaten(?:s|ed|ing)?|hat(?:e|es|ed)|shoot(?:s|ing)?|shot at|betray(?:s|ed)?"
    r"|enem(?:y|ies)|stab(?:s|bed)?|hunt(?:s|ed|ing)? (?:us|you|them|me)|curs(?:e|es|ed)|captur(?:e|es|ed)"
    r"|ambush(?:es|ed)?|furious|kidnap(?:s|ped)?|arrest(?:s|ed)?|demand(?:s|ed)?|spit(?:s)? at|robs?|robbed)\b",
    re.IGNORECASE,
)
_DENIED = re.compile(
    r"\b(?:not|never|no|won't|doesn't|don't|didn't|can't|isn't|refuses to|without)\b[\w\s]{0,12}$", re.I
)
_OWN = re.compile(r"\b(?:I|I'm|I'll|I've|me|my|we|us)\b")


def attitude(evidence: Sequence[Quote]) -> str | None:
    """Return the last tone of the words about somebody: "friendly", "hostile", or None when they tell nothing."""
    for quote in reversed(evidence):
        friendly, hostile = _sounds(_FRIENDLY, quote.words), _sounds(_HOSTILE, quote.words)
        if friendly != hostile:
            return "friendly" if friendly else "hostile"
    return None


def _sounds(pattern: re.Pattern[str], words: str) -> bool:
    return any(not _DENIED.search(words[: found.start()]) for found in pattern.finditer(words))


def met_by(evidence: Iterable[Quote], cast: Sequence[tuple[str, str | None]]) -> tuple[str, ...]:
    """Characters named in the same sentences, or speaking for themselves in them, in the order they did.

    Args:
        evidence: Words about somebody.
        cast: (player, character) pairs.
    """
    met: dict[str, None] = {}
    for quote in evidence:
        said = set(parts(quote.words))
        for player, character in cast:
            if character is None:
                continue
            named = any(part in said for part in parts(character) if len(part) > 2)
            if named or (quote.speaker == player and _OWN.search(quote.words)):
                met[character] = None
    return tuple(met)
