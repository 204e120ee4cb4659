"""Reads the golden speech files: the tables, their moments, and the sentences with what they must lead to.

Files of Phase Abandon are groups with `command`, `table` (a moment of `tables.toml`), `say` ([speaker, words, expected
fields]) and `never` ([speaker, words]). Other systems bring `<slug>.toml`, whose groups say `at` instead of `table`: a
state of `moments()` in `tests/support/moments/<slug with underscores>.py`, understood with the real rules. `ask=true`
among the fields means that the companion has to ask first, "only" after a near-miss that somebody else may mean it.
"""

import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any

from companion.nlu.context import table_of
from companion.nlu.recognize import Recognizer, load_recognizer
from companion.nlu.types import Intent, Permits, Table, Turn
from engine.codec import KindReader
from engine.common.messages import DICE_KIND
from engine.dice.roll import Roll, RollRequest
from engine.dice.source import NoDice
from engine.errors import BadFaces, BadField
from engine.registry import find_ruleset, infos
from engine.step import step
from engine.types import Rejected
from engine.vocabulary import Expected, PlayerWords, Vocabulary

FOLDER = Path(__file__).parent / "speech"
KINDS = ("skill", "item", "connection", "goal", "principle")
TOTALS = {"GET_MOVING", "BID"}
FREE_TEXT = {"description", "nature", "request_text", "reason", "goal_text", "condition", "story"}

GAMES = [info.slug for info in infos() if (FOLDER / f"{info.slug}.toml").exists()]
FILES = {
    "phase-abandon": (
        *("phase-abandon", "paraphrases", "dice", "in-the-moment"),
        *("corrections", "privacy", "chronicle"),
    )
}
"""Files of a game that has more than one of its own."""


@dataclass(frozen=True, eq=False)
class Place:
    """A moment of a table; `state` is that of the rules, None where the table stands in a file."""

    table: Table
    permits: Permits | None = None
    state: Any = None


@dataclass(frozen=True)
class Case:
    """One sentence: what must come of it, or that nothing may."""

    say: str
    speaker: str | None
    place: Place
    command: str
    slots: Mapping[str, Any] = field(default_factory=dict)
    never: bool = False
    asks: bool = False
    only: bool = False

    def __str__(self) -> str:
        return f"{'not ' if self.never else ''}{self.command}: {self.speaker}: {self.say}"


@cache
def recognizer(slug: str) -> Recognizer:
    return load_recognizer(slug)


@cache
def understood(place: Place, text: str, speaker: str | None) -> tuple[Intent, ...]:
    """Return the intents of words said there, recognised once however often it is asked for."""
    return recognizer(place.table.slug).recognize(Turn(text, speaker), place.table, (), place.permits)


def sentences(slug: str) -> Iterator[Case]:
    """Every sentence of a game's files; those kept apart are not among them."""
    for name in FILES.get(slug, (slug,)):
        yield from cases(f"{name}.toml")


def cases(name: str) -> Iterator[Case]:
    """Every sentence of a golden file."""
    for group in _read(name)["group"]:
        if "at" in group:
            where = moment(name.removesuffix(".toml"), group["at"])
        else:
            where = Place(table(group["table"], group.get("rolls"), group.get("holder")))
        for speaker, say, slots in group.get("say", []):
            wanted = parse_slots(slots)
            yield Case(say, speaker or None, where, group["command"], wanted, asks=bool(wanted.pop("ask", False)))
        for speaker, say, *only in group.get("never", []):
            yield Case(say, speaker or None, where, group["command"], never=True, only=only == ["only"])


@cache
def moment(slug: str, name: str) -> Place:
    """A state reached by play, whose rules say what may be done there."""
    ruleset = find_ruleset(slug)
    state = _moments(slug)[name]
    read = _reader(slug)
    own_kinds = {cls.kind for cls in ruleset.command_types}

    def permits(kind: str, slots: Any) -> str | None:
        read_out = kind == DICE_KIND and kind not in own_kinds
        try:
            command = _dice_read_out(ruleset, state, slots) if read_out else read({**slots, "kind": kind})
        except (BadField, BadFaces):
            return "E_RANGE"
        outcome = step(ruleset, state, command, NoDice())
        return outcome.code if isinstance(outcome, Rejected) else None

    return Place(table_of(ruleset, state), permits, state)


@cache
def _moments(slug: str) -> Mapping[str, Any]:
    found: Mapping[str, Any] = import_module(f"tests.support.moments.{slug.replace('-', '_')}").moments()
    return found


@cache
def _reader(slug: str) -> KindReader:
    return KindReader(find_ruleset(slug).command_types)


def _dice_read_out(ruleset: Any, state: Any, slots: Any) -> Any:
    """The system's own command for dice read out at the table."""
    fitting = [
        request
        for request in ruleset.open_rolls(state)
        if request.roller == slots["player"] and slots.get("request_id") in {None, request.request_id}
    ]
    if not fitting:
        raise BadField("request_id", "dice that have to be rolled", slots)
    faces = tuple(slots.get("values") or ())
    return ruleset.report(Roll(fitting[0], faces, slots.get("total"), slots.get("successes")))


def vocabulary() -> Vocabulary:
    return Vocabulary(
        tuple(
            PlayerWords(
                each["name"], each["character"], tuple((kind, name) for kind in KINDS for name in each.get(kind, []))
            )
            for each in _read("tables.toml")["players"]
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


@cache
def _read(name: str) -> dict[str, Any]:
    return tomllib.loads((FOLDER / name).read_text(encoding="utf-8"))


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


def shortfalls(case: Case, intents: tuple[Intent, ...]) -> list[str]:
    """List the faults of the answer to a sentence; empty when it is right."""
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
