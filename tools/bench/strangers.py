"""Benchmark of understanding what people ask for in wordings nobody wrote down.

`python -m tools.bench.strangers [FOLDER…] [--misses] [--json FILE]` types whole evenings that somebody wrote who
knew the games and not the grammars. What was missed is then carried out plainly, and what nobody asked for is taken
back, so that every mistake counts once. `evenings/README.md` tells their form.
"""

import argparse
import json
import re
import sys
from collections.abc import Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from companion.app import wiring
from companion.base.config import Settings
from companion.base.errors import CompanionError
from companion.cli.typing_table import TypedTable
from companion.dialogue.command_executor import perform
from companion.dialogue.questions import Question
from companion.dialogue.suggestion_cards import SuggestionCard
from companion.play.roster import load_roster
from engine.errors import BadField
from engine.phrase import phrase
from engine.registry import find_info
from engine.types import Rejected
from tools.bench.evening import Record, carried_out, folded
from tools.bench.stranger_steps import (
    AHEAD,
    SPOKEN,
    THROWS,
    EveningUnreadable,
    People,
    Step,
    read_evening,
    unbidden,
)

EVENINGS = Path(__file__).parent / "evenings"

_APART = re.compile(r"-[a-z]$")

_ROUNDS = 3
_ANSWERS = frozenset({"ask_status", "ask_known", "repeat"})

_DICE = {"choice-pta": "seed:7"}
"""Dice of a system: cards that are dealt are the same each time; elsewhere people throw dice of their own."""


@dataclass(slots=True)
class Count:
    """Result of one evening, or of several.

    Attributes:
        name: Name of its folder.
        lines: Lines of talk.
        right: Of what was expected, what was understood, some after a question of the companion.
        expected: Commands, questions and notes that people ask for.
        wrong: Commands nobody asked for.
        asked: Questions the companion put.
        alone: Lines that asked for something and were met with silence.
        answered: Lines that asked no question and got an answer.
        offered: Lines left alone of which a card named the right deed.
        cards: Cards at lines that asked for nothing.
        misses: What went wrong, in words; never of an evening that is kept apart.
        unmended: What could not be set right; losses are likely to follow.
    """

    name: str
    lines: int = 0
    right: int = 0
    expected: int = 0
    wrong: int = 0
    asked: int = 0
    alone: int = 0
    answered: int = 0
    offered: int = 0
    cards: int = 0
    misses: list[str] = field(default_factory=list)
    unmended: list[str] = field(default_factory=list)

    @property
    def figures(self) -> tuple[int, ...]:
        """Its numbers in the order of the table."""
        return (
            self.lines,
            self.right,
            self.expected,
            self.wrong,
            self.asked,
            self.alone,
            self.answered,
            self.offered,
            self.cards,
        )


def kept_apart(folder: Path) -> bool:
    """Return True if nobody may be taught by an evening: its name ends in "-" and one letter, and no miss is told."""
    return _APART.search(folder.name) is not None


class Playing:
    """One evening as it is played.

    Args:
        folder: The evening.
        scratch: Folder for notes of the campaign.
    """

    def __init__(self, folder: Path, scratch: Path) -> None:
        self._talk, self._steps = read_evening(folder / "evening.md")
        self._unmet = list(self._steps)
        self._count = Count(folder.name, lines=len(self._talk), expected=sum(not step.mark for step in self._steps))
        self._told = not kept_apart(folder)
        self._records: list[Record] = []
        self._taken: set[str] = set()
        roster = load_roster(folder / "roster.json")
        self._people = People(roster)
        slug = find_info(roster.game).slug
        self._store, campaign = wiring.passing_campaign(roster, slug)
        settings, dice = Settings(data_dir=scratch), _DICE.get(slug, "table")
        self._session = wiring.open_evening(self._store, campaign, settings, self._records.append, dice=dice).session
        self._table = TypedTable(self._session, roster.names)
        self._table.hear_out()

    def play(self) -> Count:
        """Type every line and mend the table after it."""
        with self._store:
            for number, line in enumerate(self._talk, start=1):
                steps = [step for step in self._unmet if step.line == number]
                self._hear(number, line, steps)
                self._mend(steps)
                self._table.hear_out()
        return self._count

    def _hear(self, number: int, line: str, steps: Sequence[Step]) -> None:
        self._records.clear()
        self._table.read(line)
        asked = sum(each["type"] == "question" and each["status"] == "asked" for each in self._records)
        answers = [each for each in self._records if each["type"] == "intent" and each["command"] in _ANSWERS]
        cards = [each for each in self._session.cards if each.id in self._new]
        self._meet_deeds(number)
        self._meet_words(steps, answers)
        self._settle_questions(number, steps)
        quiet = unbidden(self._steps, number)
        stray = [each for each in self._done() if each["kind"] not in quiet]
        missed = [step for step in steps if step in self._unmet and not step.mark]
        self._count.asked += asked
        self._count.wrong += len(stray)
        alone = bool(missed and not stray and not asked)
        self._count.alone += alone
        self._count.offered += alone and any(_names(each, step) for each in cards for step in missed)
        self._count.cards += bool(cards and not steps)
        wanted = any(step.kind in _ANSWERS for step in steps)
        self._count.answered += bool(answers and not wanted and self._saw("announcement"))
        if self._told:
            self._count.misses += [f"{line}  [missed {_told(step.kind, step.fields)}]" for step in missed]
            self._count.misses += [f"{line}  [wrong {_told(deed['kind'], deed['fields'])}]" for deed in stray]
        for deed in reversed(stray):
            self._take_back(deed, number)

    def _take_back(self, deed: Record, number: int) -> None:
        """Undo a deed nobody asked for; what a wrong undo undid stays undone."""
        refused = None if deed["kind"] == "undo_last" else self._session.take_back(deed["command_id"])
        if refused is not None:
            self._stuck(number, f"{deed['kind']} stands: {refused.code}")

    @property
    def _new(self) -> set[str]:
        """Lines that a card was made of since the line was said, which is this one."""
        return {each["id"] for each in self._records if each["type"] == "card" and each["status"] == "offered"}

    def _saw(self, kind: str) -> bool:
        return any(each["type"] == kind for each in self._records)

    def _done(self) -> list[Record]:
        """List the commands carried out since the line was said that fulfil no step."""
        return [each for each in self._records if carried_out(each) and each["command_id"] not in self._taken]

    def _meet(self, step: Step) -> None:
        self._unmet.remove(step)
        self._count.right += not step.mark

    def _meet_deeds(self, number: int) -> None:
        for deed in self._done():
            near = (step for step in self._unmet if number <= step.line <= number + AHEAD)
            met = next((step for step in near if self._people.fulfils(deed, step)), None)
            if met is not None:
                self._taken.add(deed["command_id"])
                self._meet(met)

    def _meet_words(self, steps: Sequence[Step], answers: Sequence[Record]) -> None:
        """Questions that were taken for what they are, and notes that were written."""
        for step in steps:
            topic = folded(step.fields.get("topic"))
            meant = (each["slots"].get("topic") for each in answers if each["command"] == step.kind)
            if (step.kind == "note" and self._saw("note")) or any(topic in ("", folded(each)) for each in meant):
                self._meet(step)

    def _settle_questions(self, number: int, steps: Sequence[Step]) -> None:
        """Answer what the companion asks: as the line meant it, and with no where it meant nothing of the kind."""
        for _ in range(_ROUNDS):
            question = self._session.question
            if question is None:
                return
            meant = next((each for each in steps if each in self._unmet and each.kind == question.intent.command), None)
            told = meant is not None and self._people.means(question.intent.slots, question.text, meant)
            if meant is None or not told or not self._session.answer(answer_to(question, meant), actor=meant.actor):
                self._session.answer("no")
            self._meet_deeds(number)

    def _mend(self, steps: Sequence[Step]) -> None:
        """Carry out plainly what a line asked for and did not get."""
        left = [step for step in steps if step in self._unmet]
        untouched = len(left) == len(steps)
        if any(not step.mark or (step.mark == "+" and untouched) for step in left):
            for step in left:
                if step.mark != "?" and step.kind not in SPOKEN:
                    self._carry_out(step)

    def _carry_out(self, step: Step) -> None:
        data: dict[str, Any] = {"kind": step.kind, **step.fields, **step.unsaid}
        game = self._session.game
        try:
            way = game.way_to(game.parse({**data, "actor": step.actor}))
        except BadField as problem:
            message = phrase(
                "{name}: {kind}, asked for in line {line} of its talk, is wrong: {problem}.",
                name=self._count.name,
                kind=step.kind,
                line=step.line,
                problem=problem,
            )
            raise EveningUnreadable(message) from problem
        for settling in way:
            perform(self._session, settling, None)
        done = self._session.submit(data, actor=step.actor)
        refused = done if isinstance(done, Rejected) else done.outcome
        if isinstance(refused, Rejected):
            self._stuck(step.line, f"{step.kind} is refused: {refused.code}")

    def _stuck(self, number: int, what: str) -> None:
        self._count.unmended.append(f"line {number}" + (f", {what}" if self._told else ""))


def answer_to(question: Question, meant: Step) -> str:
    """Answer a question as somebody would who meant this step, also with what the step leaves unsaid."""
    missing = question.intent.missing
    return str({**meant.fields, **meant.unsaid}.get(missing[0], meant.actor)) if missing else "yes"


def _names(card: SuggestionCard, step: Step) -> bool:
    """Return True if a card names what a step asks for; dice are dice."""
    offered = {each.move.kind for each in card.suggestions}
    return any(kind in offered or (kind in THROWS and offered & THROWS) for kind, _ in step.readings)


def _told(kind: str, fields: Any) -> str:
    shown = ", ".join(f"{name}={value}" for name, value in fields.items() if value not in (None, "", [], False))
    return f"{kind}({shown})"


def together(counts: Sequence[Count]) -> Count:
    """All evenings as one."""
    return Count("all", *(sum(column) for column in zip(*(each.figures for each in counts), strict=True)))


def main(arguments: Sequence[str] | None = None) -> int:
    """Play the evenings and print their counts."""
    parser = argparse.ArgumentParser(prog="python -m tools.bench.strangers", description=__doc__)
    parser.add_argument("folders", nargs="*", type=Path, help="evenings; those that come with it when left out")
    parser.add_argument("--misses", action="store_true", help="tell what went wrong, but for evenings kept apart")
    parser.add_argument("--json", type=Path, metavar="FILE", help="write the figures to this file")
    options = parser.parse_args(arguments)
    folders = options.folders or sorted(path.parent for path in EVENINGS.glob("*/evening.md"))
    counts = []
    sys.stdout.write(f"{'evening':18} lines  right     of  wrong  asked  left alone  answered for nothing")
    sys.stdout.write("  offered by a card  other cards\n")
    for folder in folders:
        try:
            with TemporaryDirectory() as scratch:
                counts.append(Playing(folder, Path(scratch)).play())
        except CompanionError as problem:
            parser.error(f"{problem} {problem.hint}")
        _print(counts[-1])
        sys.stdout.writelines(f"  {each}\n" for each in counts[-1].misses if options.misses)
        sys.stdout.writelines(f"  not set right: {each}\n" for each in counts[-1].unmended)
    _print(together(counts))
    if options.json:
        found = json.dumps([asdict(each) for each in [*counts, together(counts)]], indent=1)
        options.json.write_text(found + "\n", encoding="utf-8")
    return 0


def _print(count: Count) -> None:
    lines, right, expected, wrong, asked, alone, answered, offered, cards = count.figures
    told = f"{lines:5}{right:7}{expected:7}{wrong:7}{asked:7}{alone:12}{answered:22}{offered:19}{cards:13}"
    sys.stdout.write(f"{count.name:18} {told}\n")


if __name__ == "__main__":
    raise SystemExit(main())
