"""Aims of the table: goals with the progress the rules recorded, threads left open, promises and debts."""

import re
from collections.abc import Iterable, Iterator

from rapidfuzz import fuzz

from companion.chronicle.extractor.model import ChronicleEntry, Evidence, Happening, TalkLine
from engine.vocabulary import Vocabulary

_NAMED_ENOUGH = 75.0
_HEARD_ALIKE = 80.0
_WORDS_ENOUGH, _SHARE_ENOUGH = 2, 0.6
_ABOUT_AIMS = re.compile(r"\b(?:goals?|rewards?|points)\b", re.IGNORECASE)
_OPEN = re.compile(
    r"\b(?:whoever|nobody knows|no one knows|promis\w+|swears? (?:to|that|he|she|they)|in return|still missing"
    r"|owes? (?:us|me|you|him|her|them)"
    r"|before (?:dawn|dusk|midnight|nightfall|sunrise|sunset)|by (?:dawn|dusk|midnight|nightfall|sunrise|sunset)"
    r"|(?:you|we|they) (?:must|need to|have to|'ve got to|have got to)"
    r" (?:bring|find|return|deliver|rescue|steal|stop|recover|protect|get))\b",
    re.IGNORECASE,
)
_PROMISE = re.compile(
    r"\b(?:promis(?:e|es|ed|ing)|(?:swears?|swore|vows?|vowed) (?:to|that|it|on|by|he|she|they|we|I)"
    r"|(?:give|gives|gave)(?: \w+){0,2} (?:my|our|his|her|their|your) word)\b",
    re.IGNORECASE,
)
_DEBT = re.compile(
    r"\b(?:owes?|owed|(?:still )?in (?:his|her|their|our|my|your) debt|(?:pay|paid) (?:you|him|her|them|us|me) back"
    r"|in return for)\b",
    re.IGNORECASE,
)
_NO_PROMISE = re.compile(r"\b(?:can't|cannot|won't|no|not|never|n't) promise\b|\bI promise you\b", re.IGNORECASE)
_ASKED = r"(?:do|does|did|have|has|had|is|are|was|were|will|would|can|could|should)"
_PERSON = r"(?:I|you|we|he|she|they|it|anybody|anyone|somebody|someone|there)"
_QUESTION = re.compile(
    r"^(?:(?:so|and|but|okay|right|well|sorry|wait),? +|[\w']+, +){0,2}?"
    rf"(?:(?:what|whom|whose|which|how (?:much|many|long)|when|where|why) (?:\w+ )??{_ASKED}\b"
    rf"|who (?:{_ASKED}|owes?|owed)\b|{_ASKED} {_PERSON}\b)"
    r"|\b(?:remind|tell|told|ask) (?:me|us) (?:\w+ )?(?:what|who|whom|how|which|whether|if)\b"
    r"|\b(?:wonder(?:ed|ing)?|do you know|does anybody know|not sure) (?:what|who|whom|how|which|whether|if)\b"
    r"|^(?:companion|computer|scribe)\b",
    re.IGNORECASE,
)
_OURS = re.compile(r"\b(?:I|I'll|I'd|I'm|we|we'll|we'd|we're)\b")
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
    vocabulary: Vocabulary, happened: Iterable[Happening], lines: Iterable[TalkLine], about: Iterable[TalkLine]
) -> tuple[ChronicleEntry, ...]:
    """Goals that moved or were spoken of, each with the lines that did so.

    Args:
        vocabulary: Names of the table.
        happened: Batches that count.
        lines: Everything said.
        about: Those of the lines that speak of aims (see `speaks_of_aims`).
    """
    happened, said, about = list(happened), {line.id: line for line in lines}, list(about)
    owned = [(text, player.name) for player in vocabulary.players for text in player.of("goal")]
    shared = [(text, None) for kind, text in vocabulary.shared if "goal" in kind]
    entries = []
    for text, owner in [*shared, *owned]:
        moves = [each for kind in ("goal", "group_goal") for each in progress_of(happened, kind) if each[0] == text]
        moved = [line for each in moves if (line := said.get(each[3] or "")) is not None]
        spoken = [line for line in about if names_aim(line.text, text)]
        evidence = [Evidence(line.id, line.text, line.speaker, line.start) for line in dict.fromkeys([*moved, *spoken])]
        if moves or evidence:
            detail = moves[-1][2] if moves else None
            ordered = tuple(sorted(evidence, key=lambda each: each.at))
            entries.append(ChronicleEntry(text, "rules" if moves else "said", ordered, detail=detail, owner=owner))
    return tuple(entries)


def speaks_of_aims(text: str) -> bool:
    """Return True if a line is about goals and rewards."""
    return _ABOUT_AIMS.search(text) is not None


def names_aim(text: str, goal: str) -> bool:
    """Return True if a line about goals and rewards names this one, words misheard by a letter or two included."""
    said, aim = _content(text), _content(goal)
    if fuzz.token_set_ratio(" ".join(said), " ".join(aim)) >= _NAMED_ENOUGH:
        return True
    heard = [word for word in aim if any(fuzz.ratio(word, other) >= _HEARD_ALIKE for other in said)]
    return len(heard) >= _WORDS_ENOUGH and len(heard) >= _SHARE_ENOUGH * len(aim)


def _content(text: str) -> list[str]:
    return [word for word in re.findall(r"[a-z']+", text.casefold()) if len(word) > 2 and word not in _DULL]


def leaves_open(words: str) -> bool:
    """Return True if a sentence promises, demands or leaves somebody unnamed, so that something stays open after it."""
    return bool(_OPEN.search(words)) and not asks(words)


def asks(words: str) -> bool:
    """Return True if a sentence is a question, with its mark or without; a question is no source of an answer."""
    return words.rstrip().endswith("?") or _QUESTION.search(words) is not None


def promise_in(evidence: Evidence) -> ChronicleEntry | None:
    """The word given or the debt named in a sentence of the story; None when there is neither."""
    words = evidence.words
    if asks(words) or _NO_PROMISE.search(words):
        return None
    kind = "promise" if _PROMISE.search(words) else "debt" if _DEBT.search(words) else None
    if kind is None:
        return None
    owner = evidence.speaker if _OURS.search(words) else None
    return ChronicleEntry(words, "said", (evidence,), role=kind, owner=owner)
