"""Inference of the table's actions from the lines of the last minute.

A line is read for the moves its speaker may make now. What it most probably asks for is carried out, asked about or
left. Where it fits nothing that may be done now, one of the last lines may have asked for a step that was missed: with
that step taken, does the line fit? Such a step is a bridge: two lines speak for it, and neither did alone.
"""

from collections import deque
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from typing import Any, Literal

from companion.nlu.move_ranker import MoveRanker, Ranking, Suggestion
from companion.tracker.rules import Rules

ACT_CHANCE, ACT_CHANCE_HEARD = 0.8, 0.9
"""Chance from which what a line asks for is done: of a typed line, and of one that was heard."""
ASK_CHANCE, ASK_CHANCE_HEARD = 0.45, 0.75
"""Chance from which it is asked about."""
BRIDGE_CHANCE, ASKED_BRIDGE_CHANCE, BRIDGED_CHANCE = 0.2, 0.08, 0.75
"""Least chance of the missed step to be taken or asked about, and of the line that speaks for it once it is taken."""
REMEMBERED_LINES, REMEMBERED_SECONDS = 6, 45.0
"""Most lines, and most seconds, to go back in search of a missed step."""
MOST_HYPOTHESES = 16

Decision = Literal["act", "ask", "leave"]


@dataclass(frozen=True, slots=True)
class Spoken:
    """A line as the tracker takes it.

    Attributes:
        id: Of the utterance.
        speaker: Who said it; None where nobody knows.
        text: The words.
        time: Seconds of the evening.
        typed: Whether it was typed.
    """

    id: str
    speaker: str | None
    text: str
    time: float
    typed: bool = False


@dataclass(frozen=True, slots=True)
class Inferred:
    """A command that a line most probably asks for.

    Attributes:
        line: What was said.
        suggestion: The move with its fields.
        actor: Whose move it is.
    """

    line: Spoken
    suggestion: Suggestion
    actor: str

    @property
    def kind(self) -> str:
        """Kind of the command."""
        return self.suggestion.move.kind

    @property
    def fields(self) -> dict[str, Any]:
        """Fields that are known."""
        return dict(self.suggestion.ready.given)

    @property
    def data(self) -> dict[str, Any]:
        """The command as JSON."""
        return {"kind": self.kind, "actor": self.actor, **self.fields}

    @property
    def chance(self) -> float:
        """Probability that the line asks for it, 0 to 1."""
        return self.suggestion.chance


@dataclass(frozen=True, slots=True)
class Verdict:
    """Decision about a line.

    Attributes:
        decision: Carry it out, ask about it, or leave it.
        meant: What the line asks for; None where another reader takes it up behind the bridge.
        bridge: A step that was missed and comes first.
        undo: Whether the latest deed, whose dice nobody throws, is undone first.
        ranking: What else was considered.
    """

    decision: Decision = "leave"
    meant: Inferred | None = None
    bridge: Inferred | None = None
    undo: bool = False
    ranking: Ranking = field(default_factory=Ranking)


ReadsExactly = Callable[[Any], bool]
"""Predicate: True where the line at hand, read by exactly known sentences, asks for something in another state."""


@dataclass(frozen=True, slots=True)
class _Hypothesis:
    """The table had a step been taken; None for one that the rules take for granted."""

    step: Inferred | None
    chance: float
    state: Any


class Tracker:
    """Follows one evening; keeps the last lines that nothing came of.

    Args:
        rules: Model of the table.
        ranker: Weighs moves; without one every line is left.
    """

    def __init__(self, rules: Rules, ranker: MoveRanker | None) -> None:
        self._rules = rules
        self._ranker = ranker
        self._lines: deque[Spoken] = deque(maxlen=REMEMBERED_LINES)

    def hear(self, line: Spoken, state: Any, reads_exactly: ReadsExactly, before: Any = None) -> Verdict:
        """Decide about a line that exact reading made nothing of.

        Args:
            line: What was said.
            state: State of the rules now.
            reads_exactly: Tells what exact reading would make of the line in another state.
            before: State before the latest deed, where its dice are overdue; None where they are not.
        """
        self._rules.begin()
        if self._ranker is None or line.speaker is None:
            return Verdict()
        ranking = self._rank(line, state)
        verdict = self._directly(line, ranking)
        if verdict.decision != "act":
            bridged = self._bridged(line, state, ranking, reads_exactly)
            verdict = bridged if bridged is not None else verdict
        if verdict.decision != "act" and before is not None:
            verdict = Verdict("act", None, None, True, ranking) if reads_exactly(before) else verdict
        return verdict

    def remember(self, line: Spoken) -> None:
        """Nothing came of a line yet."""
        self.forget(line.id)
        self._lines.append(line)

    def forget(self, utterance_id: str) -> None:
        """Something came of a line, or its words were struck."""
        kept = [each for each in self._lines if each.id != utterance_id]
        self._lines.clear()
        self._lines.extend(kept)

    def _rank(self, line: Spoken, state: Any) -> Ranking:
        if self._ranker is None or line.speaker is None:
            return Ranking()
        return self._ranker.rank(line.text, self._rules.seat(state, line.speaker))

    def _directly(self, line: Spoken, ranking: Ranking) -> Verdict:
        if not ranking.suggestions or ranking.half_read or line.speaker is None:
            return Verdict(ranking=ranking)
        first = ranking.suggestions[0]
        meant = Inferred(line, first, line.speaker)
        act = ACT_CHANCE if line.typed else ACT_CHANCE_HEARD
        ask = ASK_CHANCE if line.typed else ASK_CHANCE_HEARD
        if first.chance >= act and first.whole:
            return Verdict("act", meant, ranking=ranking)
        if first.chance >= ask and len(first.lacks) <= 1 and not first.move.secret:
            return Verdict("ask", meant, ranking=ranking)
        return Verdict(ranking=ranking)

    def _bridged(self, line: Spoken, state: Any, ranking: Ranking, reads_exactly: ReadsExactly) -> Verdict | None:
        """The likeliest step that was missed and makes the line fit; None where there is none, or two are as likely."""
        found: list[tuple[float, Verdict]] = []
        for each in self._hypotheses(line, state):
            fits = self._fits(line, each.state, ranking, reads_exactly)
            if fits is not None:
                found.append((each.chance, Verdict("act", fits.meant, each.step, ranking=ranking)))
        found.sort(key=lambda pair: -pair[0])
        if not found:
            return None
        chance, verdict = found[0]
        first = _data(verdict.bridge)
        rivals = any(each > chance / 2 and _data(other.bridge) != first for each, other in found)
        if rivals or chance < ASKED_BRIDGE_CHANCE:
            return None
        return verdict if chance >= BRIDGE_CHANCE else replace(verdict, decision="ask")

    def _hypotheses(self, line: Spoken, state: Any) -> Iterator[_Hypothesis]:
        """List steps the last lines may have asked for and the rules would still accept, the likeliest first."""
        recent = [each for each in self._lines if each.time >= line.time - REMEMBERED_SECONDS and each.id != line.id]
        steps = [
            Inferred(each, suggestion, each.speaker)
            for each in recent
            if each.speaker is not None
            for suggestion in self._rank(each, state).suggestions
            if suggestion.chance >= ASKED_BRIDGE_CHANCE and not suggestion.move.secret
        ]
        steps.sort(key=lambda each: -each.chance)
        for step in steps[:MOST_HYPOTHESES]:
            for whole in self._completed(step):
                after = self._rules.after(state, whole.data)
                if after is not None:
                    yield _Hypothesis(whole, whole.chance, after)

    def _completed(self, step: Inferred) -> Iterator[Inferred]:
        """The step, with every value it may have where one choice is left open."""
        lacks = step.suggestion.lacks
        if not lacks:
            yield step
        elif len(lacks) == 1 and lacks[0].shape == "choice" and len(lacks[0].options) <= MOST_HYPOTHESES // 2:
            for option in lacks[0].options:
                filling = step.suggestion.filling
                values = (*filling.values, (lacks[0].name, option.value))
                chance = step.chance / len(lacks[0].options)
                suggestion = replace(step.suggestion, filling=replace(filling, values=values), chance=chance)
                yield replace(step, suggestion=suggestion)

    def _fits(self, line: Spoken, state: Any, now: Ranking, reads_exactly: ReadsExactly) -> "_Fit | None":
        """Return the line's request in a state where it fits far better than now; None where it does not."""
        if reads_exactly(state):
            return _Fit(None)
        ranking = self._rank(line, state)
        first = ranking.suggestions[0] if ranking.suggestions else None
        if first is None or line.speaker is None or first.chance < BRIDGED_CHANCE or not first.whole:
            return None
        if any(each.move.kind == first.move.kind for each in now.suggestions) or now.first > 0.5 * first.chance:
            return None
        return _Fit(Inferred(line, first, line.speaker))


def _data(step: Inferred | None) -> dict[str, Any] | None:
    return None if step is None else step.data


@dataclass(frozen=True, slots=True)
class _Fit:
    """A line asks for something behind a step; `meant` is None where exact reading takes it up."""

    meant: Inferred | None
