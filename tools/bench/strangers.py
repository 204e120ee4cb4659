"""Benchmark of understanding what people ask for in wordings nobody wrote down.

`python -m tools.bench.strangers [FOLDER…] [--misses] [--json FILE]` types whole evenings that somebody wrote who knew
the games and not the grammars, three times: with what was missed carried out plainly and what nobody asked for taken
back, so that every mistake counts once; as it is, questions answered; and as it is, no question answered.
`evenings/README.md` tells their form.
"""

import argparse
import json
import sys
from collections.abc import Sequence
from dataclasses import asdict, dataclass, field, fields
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from companion.app.timings import percentile
from companion.base.errors import CompanionError
from companion.dialogue.suggestion_cards import SuggestionCard
from tools.bench.evening import Record
from tools.bench.stranger_as_is import AsItIsTable
from tools.bench.stranger_steps import AHEAD, SPOKEN, THROWS, Step, unbidden
from tools.bench.stranger_table import ANSWERS, StrangerTable, answer_to, kept_apart

EVENINGS = Path(__file__).parent / "evenings"

_ROUNDS = 3
_MENDED = ("lines", "expected", "right", "wrong", "asked", "alone")
_AS_IS = ("as_is_right", "as_is_unanswered", "as_is_wrong", "dear", "as_is_asked", "asked_right")


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
        as_is_right: Of what was expected, what was understood where nothing is set right or taken back.
        as_is_unanswered: The same where nobody answers the companion's questions either.
        as_is_wrong: Commands nobody asked for, as it is.
        as_is_asked: Questions the companion put, as it is.
        asked_right: Of these, those about something that was asked for.
        dear: Wrong commands, as it is, that end something, spend more than one of anything, cannot be undone, or do the
            opposite of what was said.
        late: Median, and bound of 95 %, of the lines between a request and its command, as it is.
        misses: What went wrong, in words; never of an evening that is kept apart.
        lost: The same, as it is.
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
    as_is_right: int = 0
    as_is_unanswered: int = 0
    as_is_wrong: int = 0
    as_is_asked: int = 0
    asked_right: int = 0
    dear: int = 0
    late: dict[str, float] = field(default_factory=dict)
    misses: list[str] = field(default_factory=list)
    lost: list[str] = field(default_factory=list)
    unmended: list[str] = field(default_factory=list)


class Playing:
    """One evening as it is played with the table set right after each miss.

    Args:
        table: The evening.
        told: Whether its misses may be told.
    """

    def __init__(self, table: StrangerTable, told: bool) -> None:
        self._table = table
        self._unmet = list(table.steps)
        expected = sum(not step.mark for step in table.steps)
        self._count = Count(table.name, lines=len(table.talk), expected=expected)
        self._told = told
        self._taken: set[str] = set()

    def play(self) -> Count:
        """Type every line and mend the table after it."""
        for number, line in enumerate(self._table.talk, start=1):
            steps = [step for step in self._unmet if step.line == number]
            self._hear(number, line, steps)
            self._mend(steps)
            self._table.hear_out()
        return self._count

    def _hear(self, number: int, line: str, steps: Sequence[Step]) -> None:
        table = self._table
        table.type(line)
        asked, answers = table.questions, table.answers
        cards = [each for each in table.session.cards if each.id in self._new]
        self._meet_deeds(number)
        for step in table.spoken_steps(steps, answers):
            self._meet(step)
        self._settle_questions(number, steps)
        quiet = unbidden(table.steps, number)
        stray = [each for each in self._done() if each["kind"] not in quiet]
        missed = [step for step in steps if step in self._unmet and not step.mark]
        self._count.asked += asked
        self._count.wrong += len(stray)
        alone = bool(missed and not stray and not asked)
        self._count.alone += alone
        self._count.offered += alone and any(_names(each, step) for each in cards for step in missed)
        self._count.cards += bool(cards and not steps)
        wanted = any(step.kind in ANSWERS for step in steps)
        self._count.answered += bool(answers and not wanted and table.saw("announcement"))
        if self._told:
            self._count.misses += [f"{line}  [missed {_told(step.kind, step.fields)}]" for step in missed]
            self._count.misses += [f"{line}  [wrong {_told(deed['kind'], deed['fields'])}]" for deed in stray]
        for deed in reversed(stray):
            self._take_back(deed, number)

    def _take_back(self, deed: Record, number: int) -> None:
        """Undo a deed nobody asked for; what a wrong undo took away stays away."""
        refused = None if deed["kind"] == "undo_last" else self._table.session.take_back(deed["command_id"])
        if refused is not None:
            self._stuck(number, f"{deed['kind']} stands: {refused.code}")

    @property
    def _new(self) -> set[str]:
        """Lines that a card was made of since the line was said, which is this one."""
        return {each["id"] for each in self._table.records if each["type"] == "card" and each["status"] == "offered"}

    def _done(self) -> list[Record]:
        """Commands carried out since the line was said that fulfil no step."""
        return [each for each in self._table.deeds if each["command_id"] not in self._taken]

    def _meet(self, step: Step) -> None:
        self._unmet.remove(step)
        self._count.right += not step.mark

    def _meet_deeds(self, number: int) -> None:
        for deed in self._done():
            near = (step for step in self._unmet if number <= step.line <= number + AHEAD)
            met = next((step for step in near if self._table.people.fulfils(deed, step)), None)
            if met is not None:
                self._taken.add(deed["command_id"])
                self._meet(met)

    def _settle_questions(self, number: int, steps: Sequence[Step]) -> None:
        """Answer what the companion asks: as the line meant it, and with no where it meant nothing of the kind."""
        session = self._table.session
        for _ in range(_ROUNDS):
            question = session.question
            if question is None:
                return
            meant = self._table.meant_by(question, [each for each in steps if each in self._unmet])
            if meant is None or not session.answer(answer_to(question, meant), actor=meant.actor):
                session.answer("no")
            self._meet_deeds(number)

    def _mend(self, steps: Sequence[Step]) -> None:
        """Carry out plainly what a line asked for and did not get."""
        left = [step for step in steps if step in self._unmet]
        untouched = len(left) == len(steps)
        if any(not step.mark or (step.mark == "+" and untouched) for step in left):
            for step in left:
                if step.mark != "?" and step.kind not in SPOKEN:
                    refused = self._table.carry_out(step)
                    if refused:
                        self._stuck(step.line, f"{step.kind} is refused: {refused}")

    def _stuck(self, number: int, what: str) -> None:
        self._count.unmended.append(f"line {number}" + (f", {what}" if self._told else ""))


def _names(card: SuggestionCard, step: Step) -> bool:
    """Return True where a card names what a step asks for; dice are dice."""
    offered = {each.move.kind for each in card.suggestions}
    return any(kind in offered or (kind in THROWS and offered & THROWS) for kind, _ in step.readings)


def _told(kind: str, fields: Any) -> str:
    shown = ", ".join(f"{name}={value}" for name, value in fields.items() if value not in (None, "", [], False))
    return f"{kind}({shown})"


def played(folder: Path) -> tuple[Count, list[int]]:
    """Play an evening three times: set right after each miss, as it is, and as it is with no question answered.

    Returns:
        What came of it, and the lines between each request and its command.

    Raises:
        EveningUnreadable: It is not in the form told in `evenings/README.md`.
    """
    told = not kept_apart(folder)
    with TemporaryDirectory() as scratch, StrangerTable(folder, Path(scratch)) as table:
        count = Playing(table, told).play()
    with TemporaryDirectory() as scratch, StrangerTable(folder, Path(scratch)) as table:
        as_is = AsItIsTable(table, answering=True).play()
    with TemporaryDirectory() as scratch, StrangerTable(folder, Path(scratch)) as table:
        count.as_is_unanswered = AsItIsTable(table, answering=False).play().right
    count.as_is_right, count.as_is_wrong, count.as_is_asked = as_is.right, as_is.wrong, as_is.asked
    count.asked_right, count.dear, count.late = as_is.asked_right, as_is.dear, late(as_is.waits)
    count.lost = as_is.lost if told else []
    return count, as_is.waits


def together(counts: Sequence[Count], waits: Sequence[int]) -> Count:
    """All evenings as one; `waits` are the lines between each request and its command of all."""
    numbers = [each.name for each in fields(Count) if each.type is int]
    summed = {name: sum(getattr(count, name) for count in counts) for name in numbers}
    return Count("all", **summed, late=late(waits))


def late(waits: Sequence[int]) -> dict[str, float]:
    """Median and 95th percentile of the lines between requests and their commands; noughts without any."""
    numbers = [float(each) for each in waits] or [0.0]
    return {"median": percentile(numbers, 0.5), "p95": percentile(numbers, 0.95)}


def main(arguments: Sequence[str] | None = None) -> int:
    """Play the evenings and print their counts."""
    parser = argparse.ArgumentParser(prog="python -m tools.bench.strangers", description=__doc__)
    parser.add_argument("folders", nargs="*", type=Path, help="evenings; those that come with it when left out")
    parser.add_argument("--misses", action="store_true", help="tell what went wrong, but for evenings kept apart")
    parser.add_argument("--json", type=Path, metavar="FILE", help="write the figures to this file")
    options = parser.parse_args(arguments)
    folders = options.folders or sorted(path.parent for path in EVENINGS.glob("*/evening.md"))
    counts: list[Count] = []
    waits: list[int] = []
    sys.stdout.write(f"{'evening':20} {'  '.join(_MENDED)} | {'  '.join(_AS_IS)}  late (median, 95 %)\n")
    for folder in folders:
        try:
            count, waited = played(folder)
        except CompanionError as problem:
            parser.error(f"{problem} {problem.hint}")
        counts.append(count)
        waits += waited
        _print(count)
        if options.misses:
            sys.stdout.writelines(f"  {each}\n" for each in count.misses)
            sys.stdout.writelines(f"  as it is, line {each}\n" for each in count.lost)
        sys.stdout.writelines(f"  not set right: {each}\n" for each in count.unmended)
    counts.append(together(counts, waits))
    _print(counts[-1])
    if options.json:
        options.json.write_text(json.dumps([asdict(each) for each in counts], indent=1) + "\n", encoding="utf-8")
    return 0


def _print(count: Count) -> None:
    mended = "  ".join(f"{getattr(count, name):{len(name)}}" for name in _MENDED)
    as_is = "  ".join(f"{getattr(count, name):{len(name)}}" for name in _AS_IS)
    sys.stdout.write(f"{count.name:20} {mended} | {as_is}  {count.late['median']:g}, {count.late['p95']:g}\n")
    sys.stdout.flush()


if __name__ == "__main__":
    raise SystemExit(main())
