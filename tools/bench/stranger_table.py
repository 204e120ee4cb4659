"""A table at which an evening of strangers is typed, line by line."""

import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from companion.app import wiring
from companion.app.evenings import open_evening
from companion.base.config import Settings
from companion.cli.typing_table import TypedTable
from companion.dialogue.adviser import Adviser
from companion.dialogue.command_executor import perform
from companion.dialogue.questions import Question
from companion.play.roster import load_roster
from engine.errors import BadField
from engine.phrase import phrase
from engine.registry import find_info
from engine.types import Rejected
from tools.bench.evening import Record, carried_out, folded
from tools.bench.stranger_steps import SPOKEN, THROWS, EveningUnreadable, People, Step, read_evening, unbidden

ANSWERS = frozenset({"ask_status", "ask_known", "repeat"})
"""Intents that are answered, and change nothing."""

_APART = re.compile(r"-[a-z]$")

_DICE = {"choice-pta": "seed:7"}
"""Dealing options by system: the cards are dealt the same each time; elsewhere people throw dice of their own."""


def kept_apart(folder: Path) -> bool:
    """Return True where an evening teaches nobody: its name ends in "-" and one letter, and its misses stay untold."""
    return _APART.search(folder.name) is not None


class StrangerTable:
    """One evening and the campaign it is typed into. A context manager: leaving it closes the campaign.

    Args:
        folder: The evening.
        scratch: Folder for notes of the campaign.

    Attributes:
        name: Of its folder.
        talk: Lines as they are typed, `NAME: words`.
        steps: What they ask for, in order.
        people: Knows players by all their names.
        dealing: Dealing option it is played with.
        session: The running session.
        records: What happened since the last line was typed.
    """

    def __init__(self, folder: Path, scratch: Path) -> None:
        self.name = folder.name
        self.talk, self.steps = read_evening(folder / "evening.md")
        self.records: list[Record] = []
        roster = load_roster(folder / "roster.json")
        self.people = People(roster)
        slug = find_info(roster.game).slug
        self._store, campaign = wiring.passing_campaign(roster, slug)
        self.dealing = _DICE.get(slug, "table")
        settings = Settings(data_dir=scratch)
        opened = open_evening(self._store, campaign, settings, self.records.append, dice=self.dealing)
        self.session = opened.session
        self._adviser: Adviser | None = None
        self._table = TypedTable(self.session, roster.names)
        self._table.hear_out()

    def __enter__(self) -> "StrangerTable":
        self._store.__enter__()
        return self

    def __exit__(self, *raised: object) -> None:
        self._store.close()

    def type(self, line: str) -> None:
        """Type a line; `records` holds what came of it."""
        self.records.clear()
        self._table.read(line)
        if self._adviser is not None:
            self._table.hear_out()

    def advise(self, adviser: Adviser) -> None:
        """Let a language model help from now on, which answers before anybody speaks again."""
        self._adviser = self.session.adviser = adviser

    def hear_out(self) -> None:
        """Let the companion say what still waits."""
        self._table.hear_out()

    def carry_out(self, step: Step) -> str:
        """Carry out plainly what a step asks for; the code of the refusal, empty where it was done.

        Raises:
            EveningUnreadable: Its command does not know one of its fields.
        """
        data = {"kind": step.kind, **step.fields, **step.unsaid}
        try:
            way = self.session.game.way_to(self.session.game.parse({**data, "actor": step.actor}))
        except BadField as problem:
            message = phrase(
                "{name}: {kind}, asked for in line {line} of its talk, is wrong: {problem}.",
                name=self.name,
                kind=step.kind,
                line=step.line,
                problem=problem,
            )
            raise EveningUnreadable(message) from problem
        for settling in way:
            perform(self.session, settling, None)
        done = self.session.submit(data, actor=step.actor)
        refused = done if isinstance(done, Rejected) else done.outcome
        return refused.code if isinstance(refused, Rejected) else ""

    @property
    def holder(self) -> str | None:
        """Player who narrates now."""
        game = self.session.game
        return game.ruleset.narration(game.state).holder

    def saw(self, kind: str) -> bool:
        """Return True where a record of this type was made since the last line."""
        return any(each["type"] == kind for each in self.records)

    @property
    def deeds(self) -> list[Record]:
        """Commands that were carried out since the last line."""
        return [each for each in self.records if carried_out(each)]

    @property
    def answers(self) -> list[Record]:
        """Questions to the companion that were understood since the last line."""
        return [each for each in self.records if each["type"] == "intent" and each["command"] in ANSWERS]

    @property
    def questions(self) -> int:
        """Questions the companion put since the last line."""
        return sum(each["type"] == "question" and each["status"] == "asked" for each in self.records)

    def spoken_steps(self, steps: Sequence[Step], answers: Sequence[Record]) -> list[Step]:
        """Those of these steps that ask to be answered or written down, and were."""
        met = []
        for step in (each for each in steps if each.kind in SPOKEN or each.kind in ANSWERS):
            topic = folded(step.fields.get("topic"))
            meant = (each["slots"].get("topic") for each in answers if each["command"] == step.kind)
            if (step.kind == "note" and self.saw("note")) or any(topic in ("", folded(each)) for each in meant):
                met.append(step)
        return met

    def meant_by(self, question: Question, steps: Sequence[Step]) -> Step | None:
        """The step a question is about; None where it names somebody or something else, or asks for another thing.

        What it would do before, and names, has to be asked for as well, or to go without saying.
        """
        intent = question.intent
        for command in question.first:
            kind, slots = (
                str(command["kind"]),
                {name: command[name] for name in command if name not in {"kind", "actor"}},
            )
            quiet = any(kind in unbidden(self.steps, each.line) for each in steps)
            if not quiet and self._meant(kind, slots, question.text, steps) is None:
                return None
        whose = question.speaker if intent.missing and intent.command in THROWS else None
        return self._meant(intent.command or "", intent.slots, question.text, steps, whose)

    def _meant(
        self, kind: str, slots: Mapping[str, Any], text: str, steps: Sequence[Step], whose: str | None = None
    ) -> Step | None:
        """The step of a kind, and of somebody, that a question, or a part of it, names nothing else than."""
        own = (each for each in steps if whose in {None, each.actor})
        same = (each for each in own if any(_alike(kind, other) for other, _ in each.readings))
        return next((each for each in same if self.people.means(slots, text, each)), None)


def _alike(kind: str, other: str) -> bool:
    """Return True for one kind of command, or two ways to hand in dice."""
    return kind == other or {kind, other} <= THROWS


def answer_to(question: Question, meant: Step) -> str:
    """Return the answer to a question by somebody who meant this step, also with fields the step leaves unsaid."""
    missing = question.intent.missing
    return str({**meant.fields, **meant.unsaid}.get(missing[0], meant.actor)) if missing else "yes"
