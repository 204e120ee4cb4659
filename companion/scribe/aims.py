"""What the table is after: goals with the progress the rules recorded, and threads left open."""

import re
from collections.abc import Iterable, Iterator

from rapidfuzz import fuzz

from companion.scribe.model import ChronicleEntry, Evidence, Happening, Line
from engine.vocabulary import Vocabulary

_NAMED_ENOUGH = 75.0
_ABOUT_AIMS = re.compile(r"\b(?:goals?|rewards?|points)\b", re.IGNORECASE)
_OPEN = re.compile(
    r"\b(?:whoever|nobody knows|no one knows|promis\w+|swears? (?:to|that|he|she|they)|in return|still missing"
    r"|owes? (?:us|me|you|him|her|them)"
    r"|before (?:dawn|dusk|midnight|nightfall|sunrise|sunset)|by (?:dawn|dusk|midnight|nightfall|sunrise|sunset)"
    r"|(?:you|we|they) (?:must|need to|have to|'ve got to|have got to)"
    r" (?:bring|find|return|deliver|rescue|steal|stop|recover|protect|get))\b",
    re.IGNORECASE,
)
_DULL = {"the", "and", "put", "reward", "rewards", "goal", "goals", "points", "for", "with", "out", "who", "get", "our"}

Progress = tuple[str, str | None, str | None, str | None]
"""Name, owner, detail, utterance."""


def progress_of(happened: Iterable[Happening], kind: str) -> Iterator[Progress]:
    """Changes of goals ("goal"), group goals ("group_goal") or connections ("connection") the rules recorded.

    Any system takes part whose events are called `<kind>_added`, `_changed`, `_reduced` or `_completed`.
    """
    for each in happened:
        for event in each.events:
            if event.kind.startswith(f"{kind}_") and (found := _progress(event, kind, each.utterance)) is not None:
                yield found


def _progress(event: object, kind: str, utterance: str | None) -> Progress | None:
    name = getattr(event, "npc_name", None) or getattr(event, kind, None) or getattr(event, "goal", None)
    name = getattr(name, "text", name)
    if not isinstance(name, str):
        return None
    owner = getattr(event, "character", None) or getattr(event, "player", None)
    left, amount = getattr(event, "left", None), getattr(event, "amount", None)
    old, new, value = getattr(event, "old", None), getattr(event, "new", None), getattr(event, "value", None)
    detail: str | None
    if left is not None:
        detail = f"{amount} off, {left} left"
    elif new is not None:
        detail = f"{old} → {new}"
    elif value is not None:
        detail = f"{value}"
    else:
        detail = "done" if event.kind.endswith("_completed") else None  # type: ignore[attr-defined]
    return name, owner, detail, utterance


def goals_of(
    vocabulary: Vocabulary, happened: Iterable[Happening], lines: Iterable[Line]
) -> tuple[ChronicleEntry, ...]:
    """Goals that moved or were spoken of, each with the lines that did so."""
    happened, said = list(happened), {line.id: line for line in lines}
    owned = [(text, player.name) for player in vocabulary.players for text in player.of("goal")]
    shared = [(text, None) for kind, text in vocabulary.shared if "goal" in kind]
    entries = []
    for text, owner in [*shared, *owned]:
        moves = [each for kind in ("goal", "group_goal") for each in progress_of(happened, kind) if each[0] == text]
        moved = [line for each in moves if (line := said.get(each[3] or "")) is not None]
        spoken = [line for line in said.values() if _about(line.text, text)]
        evidence = [Evidence(line.id, line.text, line.speaker, line.start) for line in dict.fromkeys([*moved, *spoken])]
        if moves or evidence:
            detail = moves[-1][2] if moves else None
            ordered = tuple(sorted(evidence, key=lambda each: each.at))
            entries.append(ChronicleEntry(text, "rules" if moves else "said", ordered, detail=detail, owner=owner))
    return tuple(entries)


def _about(text: str, goal: str) -> bool:
    """Whether a line about goals and rewards names this one."""
    return bool(_ABOUT_AIMS.search(text)) and fuzz.token_set_ratio(_content(text), _content(goal)) >= _NAMED_ENOUGH


def _content(text: str) -> str:
    return " ".join(word for word in re.findall(r"[a-z']+", text.casefold()) if len(word) > 2 and word not in _DULL)


def threads_of(goals: Iterable[ChronicleEntry], story: Iterable[Evidence]) -> tuple[ChronicleEntry, ...]:
    """What is still open: sentences of the story that promise, demand or leave somebody unnamed."""
    return tuple(
        ChronicleEntry(evidence.words, "said", (evidence,))
        for evidence in story
        if _OPEN.search(evidence.words) and not evidence.words.rstrip().endswith("?")
    )
