"""An evening of strangers as it is: nothing is set right, nothing is taken back, one miss may cost all that follows."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from engine.common.messages import UNDO_KIND
from engine.history import Committed
from engine.step import fold
from engine.types import Rejected
from tools.bench.evening import Record, folded
from tools.bench.stranger_steps import AHEAD, Step, unbidden
from tools.bench.stranger_table import StrangerTable, answer_to

LATE = 4
"""Lines by which a deed may come after its request."""
RECALLED = 24
"""Lines for which people remember that they asked for something."""
_ENDINGS = frozenset({"scene", "session"})
_WORDS = {1: "one", 2: "two", 3: "three", 4: "four", 5: "five", 6: "six", 7: "seven", 8: "eight", 9: "nine", 10: "ten"}


@dataclass(slots=True)
class AsItIs:
    """Result of one evening that nobody set right.

    Attributes:
        right: Requests that were carried out, answered or written down.
        wrong: Commands that fulfil no request, those withdrawn later included.
        dear: Of these, those that end something, spend more than one of anything, cannot be undone, or do the opposite
            of what was said.
        asked: Questions the companion put.
        asked_right: Of these, those about something that was asked for.
        waits: Lines between each request and its command; negative where dice were complete before the last word.
        lost: Lines with requests nothing came of, and commands nobody asked for, in words.
        right_lines: Number of the line of each request that counts as right.
        wrong_lines: Number of the line at which each wrong command was carried out.
    """

    right: int = 0
    wrong: int = 0
    dear: int = 0
    asked: int = 0
    asked_right: int = 0
    waits: list[int] = field(default_factory=list)
    lost: list[str] = field(default_factory=list)
    right_lines: list[int] = field(default_factory=list)
    wrong_lines: list[int] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class _Deed:
    """A command that was carried out at a line, fulfilled no step yet, and cost something."""

    line: int
    record: Record
    dear: bool


class AsItIsTable:
    """Plays an evening without help.

    Args:
        table: The evening.
        answering: Whether people answer what the companion asks, at most one question a line.
    """

    def __init__(self, table: StrangerTable, answering: bool) -> None:
        self._table = table
        self._answering = answering
        self._found = AsItIs()
        self._unmet = [*table.steps]
        self._stray: list[_Deed] = []
        self._seen: set[str] = set()
        self._done: set[_Essence] = set()
        self._met: dict[str, _Essence] = {}
        self._revised = 0
        self._quiet: dict[str, frozenset[str]] = {}
        self._needs = {id(step): _said_of(step, table.talk[step.line - 1]) for step in table.steps}

    def play(self) -> AsItIs:
        """Type every line; what nobody asked for stays done."""
        for number, line in enumerate(self._table.talk, start=1):
            self._table.type(line)
            self.heard(number, number)
            self._table.hear_out()
            self._look(number, number)
        return self.result()

    def heard(self, first: int, last: int) -> None:
        """Count what came of these lines, which were typed, or heard at once, since the last call."""
        self._found.asked += self._table.questions
        self._look(first, last)
        self._answer(first, last)
        for number in range(first, last + 1):
            self._pick_hidden(number)
        self._look(first, last)

    def result(self) -> AsItIs:
        """The counts, once everything has been said."""
        self._close(len(self._table.talk) + LATE)
        self._found.lost += [
            f"{step.line}: {self._table.talk[step.line - 1]}  [missed {step.kind} {dict(step.fields)}]"
            for step in self._unmet
            if not step.mark
        ]
        return self._found

    def _look(self, first: int, number: int) -> None:
        """Match what was done since these lines were said, and what was answered, with what is asked for."""
        for record in self._table.deeds:
            if record["command_id"] not in self._seen:
                self._seen.add(record["command_id"])
                if self._revises(record, number):
                    continue
                self._done.add(_essence(record))
                deed = _Deed(number, record, self._is_dear(record, number))
                if record["kind"] not in unbidden(self._table.steps, number) or self._step_of(deed) is not None:
                    self._stray.append(deed)
        here = [step for step in self._unmet if first <= step.line <= number]
        for step in self._table.spoken_steps(here, self._table.answers):
            self._meet(step, number)
        while self._match_one():
            pass
        self._close(number)

    def _revises(self, record: Record, number: int) -> bool:
        """Return True for a part of a revision: the companion undoes on its own, and does again what was not meant.

        What it undoes and does not do again is withdrawn: that is wrong where somebody had asked for it.
        """
        if record["utterance"] is not None:
            return False
        if record["kind"] != UNDO_KIND:
            return self._revised == number and _essence(record) in self._done
        self._revised = number
        again = {_essence(each) for each in self._table.deeds if each["utterance"] is None}
        counts = self._table.session.game.history.counts
        for command_id in [each for each, done in self._met.items() if done not in again and not counts(each)]:
            kind, actor, fields = self._met.pop(command_id)
            self._count_wrong(number, f"withdrawn {kind} {fields} by {actor}")
        return True

    def _match_one(self) -> bool:
        """Match the last deed that fulfils a request first: what it rests on is not lost then."""
        for deed in reversed(self._stray):
            step = self._step_of(deed)
            if step is not None:
                self._stray.remove(deed)
                self._meet(step, deed.line)
                self._met[deed.record["command_id"]] = _essence(deed.record)
                return True
        return False

    def _step_of(self, deed: _Deed) -> Step | None:
        """The earliest request that a deed fulfils: a little ahead or behind, its consequence not lost meanwhile."""
        near = [step for step in self._unmet if deed.line - LATE <= step.line <= deed.line + AHEAD]
        for step in near:
            lost = any(step.line < each.line < deed.line and not each.mark for each in near)
            if not lost and self._table.people.fulfils(deed.record, step, self._needs[id(step)]):
                return step
        return None

    def _meet(self, step: Step, line: int) -> None:
        self._unmet.remove(step)
        if not step.mark:
            self._found.right += 1
            self._found.right_lines.append(step.line)
            self._found.waits.append(line - step.line)

    def _close(self, number: int) -> None:
        """Count deeds whose request would have to have come by now as wrong."""
        for deed in [each for each in self._stray if each.line + AHEAD < number]:
            self._stray.remove(deed)
            self._found.dear += deed.dear
            told = f"{deed.record['kind']} {dict(deed.record['fields'])} by {deed.record['actor']}"
            self._count_wrong(deed.line, f"{'DEAR ' if deed.dear else ''}wrong {told}")

    def _count_wrong(self, line: int, told: str) -> None:
        self._found.wrong += 1
        self._found.wrong_lines.append(line)
        self._found.lost.append(f"{line}: {self._table.talk[line - 1]}  [{told}]")

    def _answer(self, first: int, number: int) -> None:
        """Answer the open question as the line, or one just before it, meant it; with no where none did.

        People also say yes to what they said a while ago and nobody did; that is not about the right thing any more,
        and what comes of it is as late as it is.
        """
        session = self._table.session
        question = session.question
        if question is None or not self._table.questions:
            return
        near = [step for step in self._unmet if number - LATE <= step.line <= number]
        meant = self._table.meant_by(question, near)
        self._found.asked_right += meant is not None
        if meant is None:
            missed = [step for step in self._unmet if number - RECALLED <= step.line <= number]
            meant = self._table.meant_by(question, missed)
        if self._answering and (meant is None or not session.answer(answer_to(question, meant), actor=meant.actor)):
            session.answer("no")
        self._look(first, number)

    def _pick_hidden(self, number: int) -> None:
        """Pick the card that a request leaves to a tap on its player's own screen, as soon as the screen offers it.

        A card that its player does not hold, as the deck was dealt otherwise, stands for another; that is not right.
        """
        session = self._table.session
        for step in [each for each in self._unmet if number - LATE <= each.line <= number]:
            moves = session.game.ruleset.moves(session.game.state, step.actor)
            given = {**step.fields, **step.unsaid}
            hidden = [dict(each.given) for each in moves if each.secret and each.kind == step.kind]
            if hidden and set(given) & set(hidden[0]):
                held = {
                    name: value
                    for name, value in given.items()
                    if any(each.get(name, value) == value for each in hidden)
                }
                done = session.submit({**hidden[0], "kind": step.kind, **held}, actor=step.actor)
                if held != given and not isinstance(done, Rejected):
                    self._seen |= {each["command_id"] for each in self._table.deeds}

    def _is_dear(self, record: Record, number: int) -> bool:
        """Return True where a deed, had nobody asked for it, would cost more than a word."""
        opposite = any(
            step.line == number and step.kind == record["kind"] and _opposite(step.fields, record["fields"])
            for step in self._unmet
        )
        game = self._table.session.game
        entry = next((each for each in game.history.latest() if each.command_id == record["command_id"]), None)
        if opposite or entry is None:
            return opposite
        final = any(not getattr(event, "undoable", True) or event.ends in _ENDINGS for event in entry.events)
        return final or self._spent(entry) > 1

    def _spent(self, entry: Committed[Any, Any]) -> int:
        """Most of anything that one player has less of after a deed."""
        game = self._table.session.game
        before = game.history.state_before(entry.command_id)
        had, has = (_counters(game.ruleset, state) for state in (before, fold(game.ruleset, before, entry.events)))
        return max((count - has.get(name, count) for name, count in had.items()), default=0)


_Essence = tuple[str, str | None, str]


def _essence(record: Record) -> _Essence:
    """Return what a command does, whatever numbers rolls and checks have."""
    fields = {name: value for name, value in record["fields"].items() if not name.endswith("_id")}
    return record["kind"], record["actor"], repr(sorted(fields.items()))


def _counters(ruleset: Any, state: Any) -> Mapping[tuple[str, str], int]:
    return {
        (place.player, str(counter.label)): counter.value
        for place in ruleset.board(state).places
        for counter in place.counters
    }


def _opposite(wanted: Mapping[str, Any], done: Mapping[str, Any]) -> bool:
    return any(
        type(value) is bool and type(done.get(name)) is bool and done[name] != value for name, value in wanted.items()
    )


def _said_of(step: Step, line: str) -> Mapping[str, Any]:
    """Return the values a step leaves to others though its line tells them: names, and numbers as words."""
    said = folded(line)
    words = {folded(word) for word in line.split()}
    return {
        name: value
        for name, value in step.unsaid.items()
        if (isinstance(value, str) and folded(value) and folded(value) in said)
        or (type(value) is int and {str(value), _WORDS.get(value, "")} & words)
    }
