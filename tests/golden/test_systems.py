"""Sentences of the other systems, each said at a moment of a real table, understood with the real rules.

A system brings `tests/support/moments/<slug with underscores>.py` with `moments()`, name to state, and
`tests/golden/speech/<slug>.toml`: groups with `command`, `at` (a moment), `say` ([speaker, words, expected fields]) and
`never` ([speaker, words]). `ask=true` among the fields means that the companion has to ask first.
"""

import tomllib
from collections.abc import Iterator
from functools import cache
from importlib import import_module
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from companion.nlu.context import table_of
from companion.nlu.recognize import Recognizer, load_recognizer
from companion.nlu.types import Intent, Turn
from engine.codec import KindReader
from engine.common.messages import DICE_KIND
from engine.dice.roll import Roll
from engine.dice.source import NoDice
from engine.errors import BadFaces, BadField
from engine.registry import find_ruleset, infos
from engine.step import step
from engine.types import Rejected
from tests.golden.speech_tables import parse_slots, shortfalls

FOLDER = Path(__file__).parent / "speech"
SLUGS = [info.slug for info in infos() if (FOLDER / f"{info.slug}.toml").exists()]
SLUGS.remove("phase-abandon")  # has its own tables, see test_speech.py


class Said(SimpleNamespace):
    """One sentence of a golden file."""

    def __str__(self) -> str:
        return f"{self.slug}: {'not ' if self.never else ''}{self.command}: {self.speaker}: {self.say}"


def said(slug: str) -> Iterator[Said]:
    for group in tomllib.loads((FOLDER / f"{slug}.toml").read_text(encoding="utf-8"))["group"]:
        for speaker, words, fields in group.get("say", []):
            wanted = parse_slots(fields)
            asks = bool(wanted.pop("ask", False))
            yield Said(slug=slug, at=group["at"], command=group["command"], speaker=speaker or None, say=words,
                       slots=wanted, never=False, asks=asks)  # fmt: skip
        for speaker, words in group.get("never", []):
            yield Said(slug=slug, at=group["at"], command=group["command"], speaker=speaker or None, say=words,
                       slots={}, never=True, asks=False)  # fmt: skip


@cache
def recognizer(slug: str) -> Recognizer:
    return load_recognizer(slug)


@cache
def moment(slug: str, name: str) -> Any:
    return import_module(f"tests.support.moments.{slug.replace('-', '_')}").moments()[name]


def dice_read_out(ruleset: Any, state: Any, slots: Any) -> Any:
    """The system's own command for dice read out at the table."""
    fitting = [
        request
        for request in ruleset.open_rolls(state)
        if request.roller == slots["player"] and slots.get("request_id") in {None, request.request_id}
    ]
    if not fitting:
        raise BadField("request_id", "dice that are owed", slots)
    faces = tuple(slots.get("values") or ())
    return ruleset.report(Roll(fitting[0], faces, slots.get("total"), slots.get("successes")))


def understood(case: Said) -> tuple[Intent, ...]:
    ruleset = find_ruleset(case.slug)
    state = moment(case.slug, case.at)
    read = KindReader(ruleset.command_types)

    def permits(kind: str, slots: Any) -> str | None:
        own = any(cls.kind == kind for cls in ruleset.command_types)
        try:
            command = (
                dice_read_out(ruleset, state, slots) if kind == DICE_KIND and not own else read({**slots, "kind": kind})
            )
        except (BadField, BadFaces):
            return "E_RANGE"
        outcome = step(ruleset, state, command, NoDice())
        return outcome.code if isinstance(outcome, Rejected) else None

    return recognizer(case.slug).recognize(Turn(case.say, case.speaker), table_of(ruleset, state), (), permits)


CASES = [case for slug in SLUGS for case in said(slug)]


@pytest.mark.parametrize("case", CASES, ids=str)
def test_sentences_lead_to_their_commands_and_near_misses_to_none(case: Said) -> None:
    """Section 6 of each rules document, and wordings of our own."""
    assert shortfalls(case, understood(case)) == []


@pytest.mark.parametrize("slug", SLUGS)
def test_every_command_people_can_say_has_a_sentence(slug: str) -> None:
    """Commands without an example would never be noticed when they break."""
    spoken = {case.command for case in said(slug) if not case.never}
    grammar = {pattern.command for pattern in recognizer(slug).grammar.patterns if pattern.fields}
    assert grammar <= spoken


@pytest.mark.parametrize("slug", SLUGS)
def test_near_misses_stay_harmless_whoever_says_them(slug: str) -> None:
    """Whether something is a command must not hang on the seat of the speaker."""
    people = [player.name for player in find_ruleset(slug).vocabulary(moment(slug, _first(slug))).players]
    wrong = []
    for case in said(slug):
        for speaker in (*people, "unknown", None):
            if case.never and speaker != case.speaker:
                other = Said(**{**vars(case), "speaker": speaker})
                wrong += [f"{other}: {each}" for each in shortfalls(other, understood(other))]
    assert not wrong


def _first(slug: str) -> str:
    return str(next(said(slug)).at)
