"""Reads the golden speech files: the table, the moments, and the sentences with what they must lead to."""

import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from companion.nlu.types import Intent, Table
from engine.dice.roll import RollRequest
from engine.vocabulary import Expected, PlayerWords, Vocabulary

FOLDER = Path(__file__).parent / "speech"
KINDS = ("skill", "item", "connection", "goal", "principle")
TOTALS = {"GET_MOVING", "BID"}
FREE_TEXT = {"description", "nature", "request_text", "reason", "goal_text", "condition", "story"}


@dataclass(frozen=True)
class Case:
    """One sentence: what must come of it, or that nothing may."""

    say: str
    speaker: str | None
    table: Table
    command: str
    slots: Mapping[str, Any] = field(default_factory=dict)
    never: bool = False
    asks: bool = False

    def __str__(self) -> str:
        return f"{'not ' if self.never else ''}{self.command}: {self.speaker}: {self.say}"


def vocabulary() -> Vocabulary:
    data = _read("tables.toml")
    return Vocabulary(
        tuple(
            PlayerWords(
                each["name"], each["character"], tuple((kind, name) for kind in KINDS for name in each.get(kind, []))
            )
            for each in data["players"]
        )
    )


def table(name: str, rolls: list[str] | None = None, holder: str | None = None) -> Table:
    entry = _read("tables.toml")["tables"][name]
    requests = tuple(_request(text, number) for number, text in enumerate(rolls or entry.get("rolls", [])))
    made = Table(
        slug="phase-abandon",
        vocabulary=vocabulary(),
        phase=entry["phase"],
        holder=entry.get("holder"),
        narration=entry.get("narration"),
        actions=entry.get("actions"),
        open_rolls=requests,
        expected=tuple(Expected(*text.split()) for text in entry.get("expected", [])),
        question=entry.get("question", False),
        names=tuple(entry.get("names", [])),
    )
    return replace(made, holder=holder) if holder else made


def _request(text: str, number: int) -> RollRequest:
    """A roll written as "Ben ACTION 3" or, for other dice, "Ben CHECK 2d10 successes"."""
    roller, purpose, dice, *accepted = text.split()
    count, _, sides = dice.partition("d")
    return RollRequest(
        f"r{number}", roller, int(count), purpose, "a roll", int(sides or 6), purpose in TOTALS, "successes" in accepted
    )


def _read(name: str) -> dict[str, Any]:
    return tomllib.loads((FOLDER / name).read_text(encoding="utf-8"))


def cases(name: str) -> Iterator[Case]:
    """Every sentence of a golden file."""
    for group in _read(name)["group"]:
        where = table(group["table"], group.get("rolls"), group.get("holder"))
        for speaker, say, slots in group["say"]:
            wanted = parse_slots(slots)
            yield Case(say, speaker, where, group["command"], wanted, asks=bool(wanted.pop("ask", False)))
        for speaker, say in group.get("never", []):
            yield Case(say, speaker, where, group["command"], never=True)


def parse_slots(text: str) -> dict[str, Any]:
    slots: dict[str, Any] = {}
    for part in filter(None, (each.strip() for each in text.split(";"))):
        name, _, value = part.partition("=")
        slots[name.strip()] = _value(value.strip())
    return slots


def _value(text: str) -> Any:
    if text.startswith("["):
        return [_value(each.strip()) for each in text[1:-1].split(",") if each.strip()]
    if text in {"true", "false"}:
        return text == "true"
    return int(text) if text.lstrip("-").isdigit() else text


def shortfalls(case: Any, intents: tuple[Intent, ...]) -> list[str]:
    """What is wrong with the answer to a sentence; empty when it is right."""
    serious = [each for each in intents if each.decision in {"act", "ask"} and each.command not in {None, "ask_status"}]
    if case.never:
        return [f"led to {each.command} ({each.decision}, {each.confidence}) {dict(each.slots)}" for each in serious]
    right = next((each for each in intents if each.command == case.command), None)
    if right is None or right.decision not in {"act", "ask"}:
        return [f"not understood: {[(each.command, each.decision, each.refused) for each in intents]}"]
    wrong = [f"also {each.command} ({each.decision})" for each in serious if each is not right]
    if case.asks and right.decision != "ask":
        wrong.append("acted instead of asking")
    if not case.asks and right.decision != "act":
        wrong.append(f"asked instead of acting: confidence {right.confidence}, missing {right.missing}")
    for name, value in case.slots.items():
        if not _same(name, value, right.slots.get(name)):
            wrong.append(f"{name} is {right.slots.get(name)!r}, not {value!r}")
    return wrong


def _same(name: str, wanted: Any, given: Any) -> bool:
    if wanted is False and given is None:
        return True
    if name == "faces":
        return sorted(wanted) == sorted(given or [])
    if isinstance(wanted, list | bool):
        return bool(wanted == given)
    if given is None:
        return bool(wanted == "none" and name != "skill")
    left, right = _fold(str(wanted)), _fold(str(given))
    if name in FREE_TEXT or name in {"text", "detail"}:
        return left == right or len(left & right) >= 0.6 * min(len(left), len(right)) > 0
    return left == right


def _fold(text: str) -> frozenset[str]:
    words = "".join(each if each.isalnum() else " " for each in text.lower().replace("'", "")).split()
    return frozenset(word.removesuffix("ing") for word in words if word not in {"the", "a", "an"})
