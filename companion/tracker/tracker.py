"""Inference of the table's actions from what was said lately: a beam search over what lines may have asked for.

A hypothesis is a list of steps that were taken since the last one that is certain, the state the rules give it, and its
probability. Each line either asks for one of the moves its speaker has in that state, or for nothing. A line that fits
one hypothesis and no other speaks for that one, so a step that was missed is found once something is said that makes
sense only behind it.
"""

import math
from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import repeat
from typing import Any

from companion.nlu.line_words import Line
from companion.nlu.move_slots import left_over, repaired
from companion.nlu.ranking import Ranker, Ranking, Seat, Suggestion
from companion.tracker.hypotheses import (
    Hypothesis,
    Inferred,
    Spoken,
    different,
    likeliest,
    meant_by,
    read_exactly,
    same,
    unsaid,
    weight,
)
from companion.tracker.rules import Rules, Way
from companion.tracker.verdicts import LEAST_CHANCE, Decision, Overdue, Verdict
from companion.tracker.ways import AGAIN_CHANCE, ReadsExactly, WaysToTake

ACT_CHANCE, ACT_CHANCE_HEARD = 0.8, 0.95
"""Probability from which what a line asks for is done: of a typed line, and of one that was heard."""
ASK_CHANCE, ASK_CHANCE_HEARD = 0.45, 0.75
"""Probability from which it is asked about."""
BRIDGE_CHANCE, ASKED_BRIDGE_CHANCE = 0.85, 0.5
"""Probability from which steps that were missed are taken with the line that speaks for them, or asked about."""
OWED_CHANCE = 0.25
"""Probability from which a typed line is asked about where the table cannot go on without its speaker's answer."""
PASSED_CHANCE = 0.6
"""Probability from which an answer that the table has not waited for is asked about."""
REMEMBERED_LINES = 24
"""Lines after which a step that was missed is not looked for any more."""
MOST_HYPOTHESES = 16
_WIDEST = 7.0
"""Difference of scores from which a hypothesis is given up."""
PREFERRED_CHANCE = 0.7
"""Probability from which likeness is preferred to an exact reading that is unsure, or leaves something over."""
DOUBT_CHANCE = 0.6
"""Probability of another kind of command from which an exact reading is doubted."""
_SUREST = 0.97


class Tracker:
    """Follows one evening.

    Args:
        rules: Model of the table.
        ranker: Weighs moves; without one every line is left.
    """

    def __init__(self, rules: Rules, ranker: Ranker | None) -> None:
        self._rules = rules
        self._ranker = ranker
        self._found: list[Hypothesis] = []
        self._state: Any = None
        self._number = 0
        self._ways = WaysToTake(rules, ranker)

    def hear(
        self,
        line: Spoken,
        state: Any,
        reads_exactly: ReadsExactly,
        overdue: Mapping[tuple[str, ...], Overdue] | None = None,
        *,
        stale: Mapping[str, float] | None = None,
        again: bool = False,
    ) -> Verdict:
        """Decide about a line that exact reading made nothing of.

        Args:
            line: What was said.
            state: State of the rules now.
            reads_exactly: Tells what exact reading would make of a line in another state.
            overdue: What would be without deeds whose dice nobody throws, by the ids of those deeds.
            stale: Chance that a roll is not made any more, by its id; of those that have been owed for a while.
            again: True for a line that was heard before; it has to be sure, and nothing is asked about it.
        """
        self._rules.begin(stale)
        if self._ranker is None or line.speaker is None:
            return Verdict()
        ranking = self._ways.rank(line, state)
        if ranking.half_read:
            return Verdict(ranking=ranking)
        if again:
            found = self._extended([Hypothesis(state)], line, reads_exactly)
        else:
            found = self._found = self._searched(line, state, reads_exactly, overdue or {})
        return self._judged(line, state, found, ranking, again=again)

    def _judged(
        self, line: Spoken, state: Any, found: Sequence[Hypothesis], ranking: Ranking, *, again: bool
    ) -> Verdict:
        """Decide about a line by the hypotheses that take it up."""
        assert line.speaker is not None
        taken = [each for each in found if each.steps and each.steps[-1].said_in(line)]
        whole = weight(found)
        meant = likeliest(taken, lambda each: each.steps[-1].essence)
        if weight(meant) < LEAST_CHANCE * whole:
            return self._lacking(line, ranking)
        plan, agreed = self._agreed(meant, state)
        chance = weight(meant) / whole * agreed
        decision = self._decided(line, plan, chance, owes=self._settled(line.speaker, state, plan.state))
        if again and chance < AGAIN_CHANCE:
            return Verdict(ranking=ranking)
        if decision == "leave":
            return self._passed(line, state, ranking) or self._begun(line, found, ranking)
        return Verdict(decision, plan.steps, plan.undo, chance, ranking)

    def advised(
        self, line: Spoken, state: Any, commands: Sequence[Mapping[str, Any]], believed: float
    ) -> Verdict | None:
        """Decide about a line with the reading of somebody else.

        Args:
            line: What was said, not necessarily just now.
            state: State of the rules now.
            commands: What it asks for according to them, in order; at least one.
            believed: Probability that they are right.

        Returns:
            None where the rules refuse it, also behind steps that go without saying.
        """
        self._rules.begin()
        ways = (Way((), state), *self._rules.ways(state, line.speaker or "", str(commands[0]["kind"])))
        for way in ways if self._rules.after(state, commands[0]) is None else ways[:1]:
            after: Any | None = way.state
            for data in commands:
                after = None if after is None else self._rules.after(after, data)
            if after is not None:
                labels = [self._rules.label(state, str(each["kind"]), line.speaker) for each in commands]
                told = map(read_exactly, repeat(line), commands, repeat(believed), labels)
                plan = Hypothesis(after, (*map(unsaid, way.steps), *told))
                return Verdict(self._decided(line, plan, believed * way.chance), plan.steps, (), believed * way.chance)
        return None

    def asks(self, line: Spoken, state: Any) -> float:
        """Probability that a line asks for anything, allowed now or not."""
        ranking = self._ways.rank(line, state)
        return max((ranking.chance, *(chance for _, chance in ranking.elsewhere)))

    def _begun(self, line: Spoken, found: Sequence[Hypothesis], ranking: Ranking) -> Verdict:
        """Decide about what a line asks for first, where it is not clear what else it asks for."""
        begun = [each for each in found if each.steps and each.steps[0].said_in(line) and not each.undo]
        meant = likeliest(begun, lambda each: each.steps[0].essence)
        if not meant:
            return self._lacking(line, ranking)
        first, chance = Hypothesis(None, meant[0].steps[:1]), weight(meant) / weight(found)
        decision = self._decided(line, first, chance)
        return (
            self._lacking(line, ranking) if decision == "leave" else Verdict(decision, first.steps, (), chance, ranking)
        )

    def _settled(self, player: str, state: Any, after: Any) -> bool:
        """Return True where a player owes the table an answer that another state has."""
        left = frozenset() if after is None else self._rules.owed(after)
        return after is not None and any(each not in left for each in self._rules.owed(state) if each[0] == player)

    def _passed(self, line: Spoken, state: Any, ranking: Ranking) -> Verdict | None:
        """Ask for what the table waits for by the log, and has not waited for by what it goes on with."""
        whole = weight(self._found)
        for owed in sorted(self._rules.owed(state)):
            without = [each for each in self._found if each.steps and owed not in self._rules.owed(each.state)]
            steps = [
                Hypothesis(None, (step,), each.score)
                for each in without
                for step in each.steps[:-1]
                if step.actor == owed[0] and not (step.lacks or step.secret or step.said_in(line))
            ]
            chance = weight(without) / whole
            first = next(iter(likeliest(steps, lambda each: each.steps[0].essence)), None)
            if chance < PASSED_CHANCE or first is None or not self._settles(first.steps[0], state, owed):
                continue
            moves = self._rules.seat(state, owed[0]).moves
            if sum(each.kind == first.steps[0].kind for each in moves) == 1:
                return Verdict("ask", first.steps, (), chance, ranking)
        return None

    def _settles(self, step: Inferred, state: Any, owed: tuple[str, str]) -> bool:
        after = self._rules.after(state, step.data)
        return after is not None and owed not in self._rules.owed(after)

    def _lacking(self, line: Spoken, ranking: Ranking) -> Verdict:
        """Ask for the one thing that is lacking of what a line asks for by itself; leave the line otherwise."""
        first = meant_by(line, ranking.suggestions[0]) if ranking.suggestions else None
        least = ASK_CHANCE if line.typed else ASK_CHANCE_HEARD
        if first is None or first.chance < least or len(first.lacks) != 1 or first.secret:
            return Verdict(ranking=ranking)
        return Verdict("ask", (first,), chance=first.chance, ranking=ranking)

    def _agreed(self, meant: Sequence[Hypothesis], state: Any) -> tuple[Hypothesis, float]:
        """The steps that hypotheses with the same last step agree in, and the share of them that do.

        Steps they do not agree in are left out where the rules accept the last one without them.
        """
        first, whole = max(meant, key=lambda each: each.score), weight(meant)
        if first.undo:
            return first, weight([each for each in meant if each.content == first.content]) / whole
        shares = [weight([each for each in meant if each.does(step)]) / whole for step in first.steps[:-1]]
        agreed = tuple(step for step, share in zip(first.steps, (*shares, 1.0), strict=True) if share >= BRIDGE_CHANCE)
        for steps in (agreed, first.steps[-1:]):
            after = self._behind_steps(state, steps)
            if after is not None:
                return Hypothesis(after, steps, first.score), 1.0
        return first, weight([each for each in meant if each.content == first.content]) / whole

    def _behind_steps(self, state: Any, steps: Sequence[Inferred]) -> Any | None:
        """The state behind steps; None where the rules refuse one."""
        for step in steps:
            state = None if state is None else self._rules.after(state, step.data)
        return state

    def agrees(self, line: Spoken, state: Any, kind: str, fields: Mapping[str, Any]) -> float:
        """Probability that a line asks for a kind of command by its likeness to others; 0 where it counts otherwise.

        Args:
            line: What was said.
            state: State of the rules now.
            kind: Kind that exactly known sentences made of it.
            fields: Fields that they filled.
        """
        same = self._likened(line, state, kind)
        if same is None:
            return 0.0
        likened = dict(same.ready.given)
        counts = [name for name, value in fields.items() if type(value) is int]
        return same.chance if all(likened.get(name) == fields[name] for name in counts) else 0.0

    def prefers(self, line: Spoken, state: Any, kind: str) -> bool:
        """Return True where a line plainly asks for another kind of command, of which it lacks one field at most."""
        first = next(iter(self._ways.rank(line, state).suggestions), None)
        if first is None or first.move.kind == kind:
            return False
        return first.chance >= PREFERRED_CHANCE and len(first.lacks) <= 1

    def fuller(self, line: Spoken, state: Any, kind: str, fields: Mapping[str, Any]) -> dict[str, Any] | None:
        """Fields of a command that account for every name and number of a line, where `fields` do not.

        None where they would say of another what `fields` say of somebody: the line tells of both.
        """
        same = self._likened(line, state, kind) if self.leaves_over(line, state, fields) else None
        if same is None or not same.whole or same.chance < PREFERRED_CHANCE:
            return None
        given = dict(same.ready.given)
        names = ((value, given.get(name, value)) for name, value in fields.items() if isinstance(value, str))
        return None if any(str(said).casefold() != str(other).casefold() for said, other in names) else given

    def _likened(self, line: Spoken, state: Any, kind: str) -> Suggestion | None:
        """The suggestion of a kind that a line is like, if there is one."""
        return next((each for each in self._ways.rank(line, state).suggestions if each.move.kind == kind), None)

    def leaves_over(self, line: Spoken, state: Any, fields: Mapping[str, Any]) -> bool:
        """Return True where a line names somebody, or tells a number, that no field of a command has."""
        if line.speaker is None:
            return False
        seat = Seat((), self._rules.ruleset.vocabulary(state), line.speaker)  # their moves take long to work out
        return left_over(Line.of(line.text, seat.vocabulary), fields, seat.own)

    def repaired(self, line: Spoken, state: Any, fields: Mapping[str, Any]) -> dict[str, Any]:
        """The fields of a command with the numbers that a line says in the stead of others it took back."""
        return repaired(Line.of(line.text, self._rules.ruleset.vocabulary(state)), fields)

    def doubts(self, line: Spoken, state: Any, kind: str) -> bool:
        """Return True where a line asks for another kind of command by its likeness to others."""
        ranking = self._ways.rank(line, state)
        others = [(each.move.kind, each.chance) for each in ranking.suggestions]
        return any(each != kind and chance >= DOUBT_CHANCE for each, chance in (*others, *ranking.elsewhere))

    def observe(self, line: Spoken, state: Any, reads_exactly: ReadsExactly) -> None:
        """Take a line as evidence that the table is asked about; what it asks for may turn out from what follows."""
        self._rules.begin()
        if self._ranker is not None and line.speaker is not None:
            self._found = self._searched(line, state, reads_exactly, {})

    def done(self, commands: Sequence[Any], state: Any) -> frozenset[str]:
        """Commands were written to the log; what cannot be reconciled with them was not so.

        Args:
            commands: In order.
            state: State behind them.

        Returns:
            Ids of the lines that most probably asked for them.
        """
        self._rules.begin()
        asked = frozenset(filter(None, (self._asking(command) for command in commands)))
        behind = [each for found in self._found if (each := self._behind_log(found, commands, state)) is not None]
        plain = Hypothesis(state, score=max((each.score for each in behind if each.plain), default=0.0))
        self._found, self._state = [plain, *(each for each in behind if not each.plain)], state
        return asked

    def _asking(self, command: Any) -> str | None:
        """The line that asked for a command according to the likeliest hypothesis in which one did."""
        steps = (step for found in sorted(self._found, key=lambda each: -each.score) for step in found.steps)
        return next((step.line.id for step in steps if step.line is not None and step.is_done_by(command)), None)

    def _behind_log(self, found: Hypothesis, commands: Sequence[Any], state: Any) -> Hypothesis | None:
        """A hypothesis once commands are in the log, some of which it had foreseen.

        What is left of its steps can only be done now: None where the rules refuse one by now.
        """
        steps, after = list(found.steps), found.state if found.undo else state
        for command in commands:
            foreseen = next((step for step in steps if step.is_done_by(command)), None)
            if foreseen is not None:
                steps.remove(foreseen)
            elif found.undo and after is not None:
                after = self._rules.carried_out(after, command)
        for step in () if found.undo else steps:
            after = None if after is None else self._rules.after(after, step.data)
        return None if after is None else replace(found, state=after, steps=tuple(steps))

    def begin_anew(self, state: Any) -> None:
        """Something was undone, or set right by hand: everything is as the log has it."""
        self._found, self._state = [Hypothesis(state)], state

    def forget(self, utterance_id: str) -> None:
        """Something came of a line, or its words were struck."""
        self._found = [each for each in self._found if not each.takes(utterance_id)]

    def deny(self, utterance_id: str, kind: str) -> None:
        """A line does not ask for a kind of command."""
        self._found = [each for each in self._found if not each.takes(utterance_id, kind)]

    def _decided(self, line: Spoken, found: Hypothesis, chance: float, *, owes: bool = False) -> Decision:
        plain = all(each.said_in(line) for each in found.steps) and not found.undo
        act, ask = (ACT_CHANCE, ASK_CHANCE) if line.typed else (ACT_CHANCE_HEARD, ASK_CHANCE_HEARD)
        ask = OWED_CHANCE if owes and line.typed else ask
        if not plain:
            act, ask = BRIDGE_CHANCE, ASKED_BRIDGE_CHANCE
        if chance >= act and all(each.whole for each in found.steps):
            return "act"
        known = not any(each.lacks or each.secret for each in found.steps[:-1])
        last = found.steps[-1]
        return "ask" if chance >= ask and known and len(last.lacks) <= 1 and not last.secret else "leave"

    def _searched(
        self, line: Spoken, state: Any, reads_exactly: ReadsExactly, overdue: Mapping[tuple[str, ...], Overdue]
    ) -> list[Hypothesis]:
        """The hypotheses, the line at hand included."""
        self._number += 1
        if self._state is not state or not any(each.plain for each in self._found):
            self.begin_anew(state)
        found = [each for each in self._found if each.plain or each.began > self._number - REMEMBERED_LINES]
        plain = next(each for each in found if each.plain)
        found = [each for each in found if not each.only_supposes and (each.steps or each.undo not in overdue)]
        for roots, without in overdue.items():
            if not any(each.undo == roots for each in found):
                score = plain.score + math.log(without.chance)
                found.append(Hypothesis(without.state, (), score, roots, self._number))
        for step, after in self._rules.lapses(state):
            score = plain.score + math.log(step.chance)
            found.append(Hypothesis(after, (unsaid(step),), score, (), self._number))
        return self._extended(found, line, reads_exactly)

    def _extended(self, found: Sequence[Hypothesis], line: Spoken, reads_exactly: ReadsExactly) -> list[Hypothesis]:
        """The hypotheses behind one more line; each either takes it up or leaves it."""
        offers = [
            (each, offer)
            for at, each in enumerate(found)
            for offer in different(self._ways.of(each, line, reads_exactly, at))
        ]
        best = max((offer.chance for _, offer in offers), default=0.0)
        left = [each.left(1.0 - min(best, _SUREST)) for each in found]
        longer = [*left, *(offer.taken(each, self._number) for each, offer in offers)]
        longer.sort(key=lambda each: -each.score)
        kept: list[Hypothesis] = []
        for each in longer:
            if each.score < longer[0].score - _WIDEST or len(kept) == MOST_HYPOTHESES:
                break
            if not any(same(each, other) for other in kept):
                kept.append(each)
        if not any(each.plain for each in kept):
            kept.append(next(each for each in longer if each.plain))
        return [replace(each, score=each.score - longer[0].score) for each in kept]
