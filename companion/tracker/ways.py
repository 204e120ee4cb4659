"""Ways to take a line in a state: by likeness, by exactly known sentences, behind unsaid steps, or in parts."""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from companion.nlu.ranking import Ranker, Ranking, Suggestion
from companion.tracker.hypotheses import Hypothesis, Offer, Spoken, completed, different, meant_by, read_exactly, unsaid
from companion.tracker.parts import parts
from companion.tracker.rules import Rules
from companion.tracker.verdicts import LEAST_CHANCE

AGAIN_CHANCE = 0.9
"""Probability from which what a line asked for is done once nothing stands in its way any more."""
_LOOKED_BEHIND = 3
"""Hypotheses, the likeliest first, in which a line is read exactly, and behind steps that go without saying."""
EXACT_CHANCE = 0.95
"""Probability that a line asks for what exactly known sentences make of it in a state that is only supposed."""
ASKED_CHANCE = 0.6
"""Probability that a line asks for what the table was asked about because of it."""
LEFT_OVER_CHANCE = 0.3
"""Probability of a move in a state that is only supposed where it leaves a number or a name of the line over."""
PART_CHANCE, PART_ALONE_CHANCE = 0.5, 0.9
"""Probability from which a part of a line is taken to ask for something; how sure that is where the rest is talk."""
_ELSEWHERE_CHANCE, _HERE_CHANCE = 0.05, 0.7
"""Probability from which a line is taken to ask for what is not allowed; of what is allowed, from which it is not."""
_KEPT = 512

_WORD = re.compile(r"\w+")

ReadsExactly = Callable[[Spoken, Any], Sequence[Mapping[str, Any]]]
"""Commands as JSON that exactly known sentences make of a line, or a part of one, in another state; empty for none."""


class WaysToTake:
    """Finds what a line may ask for.

    Args:
        rules: Model of the table.
        ranker: Weighs moves; without one nothing is found by likeness.
    """

    def __init__(self, rules: Rules, ranker: Ranker | None) -> None:
        self._rules = rules
        self._ranker = ranker
        self._rankings: dict[tuple[str, str, int], tuple[Any, Ranking]] = {}
        self._readings: dict[tuple[str, str, int], tuple[Any, Sequence[Mapping[str, Any]]]] = {}

    def rank(self, line: Spoken, state: Any) -> Ranking:
        """Moves a line may ask for in a state."""
        if self._ranker is None or line.speaker is None:
            return Ranking()
        key = line.id, line.text, id(state)
        if key not in self._rankings:
            if len(self._rankings) > _KEPT:
                self._rankings.clear()
            seat = replace(self._rules.seat(state, line.speaker), after=line.after)
            self._rankings[key] = state, self._ranker.rank(line.text, seat)
        return self._rankings[key][1]

    def _exactly(self, line: Spoken, state: Any, reads_exactly: ReadsExactly) -> Sequence[Mapping[str, Any]]:
        key = line.id, line.text, id(state)
        if key not in self._readings:
            if len(self._readings) > _KEPT:
                self._readings.clear()
            self._readings[key] = state, reads_exactly(line, state)
        return self._readings[key][1]

    def of(self, before: Hypothesis, line: Spoken, reads_exactly: ReadsExactly, at: int) -> Iterator[Offer]:
        """Ways to take a line in the state of a hypothesis, which is the `at`-th likeliest."""
        if self._rules.is_uncovered(before.state):
            return
        ranking = self.rank(line, before.state)
        meant = {kind for kind, chance in ranking.elsewhere if chance >= _ELSEWHERE_CHANCE}
        first = ranking.suggestions[0].move.kind if ranking.suggestions else ""
        other = ranking.first >= AGAIN_CHANCE and first not in line.refused and meant.isdisjoint(line.refused)
        if line.refused and not other:
            same = tuple(
                each
                for each in ranking.suggestions
                if _says_more(each, line) and all(wanted.shape != "faces" for wanted in each.move.fields)
            )
            ranking = Ranking(ranking.chance, same)
        whole = {each.move.kind for each in ranking.suggestions[:1] if each.whole and each.chance >= PART_CHANCE}
        split = () if line.refused or at >= _LOOKED_BEHIND else self._in_parts(before.state, line, reads_exactly)
        # A part never asks for what the whole line asks for: it only leaves something out.
        joint = [each for each in split if len(each.steps) > 1 or each.steps[-1].kind not in whole]
        yield from joint
        left_over = 1.0 if before.plain and not joint else LEFT_OVER_CHANCE
        yield from self._direct(before.state, line, ranking.suggestions, left_over)
        yield from self._exact(before.state, line, line.asked, ASKED_CHANCE)
        yield from self._completed(before.state, line)
        if at >= _LOOKED_BEHIND and not before.plain:
            return
        exact = () if before.plain or ranking.first > EXACT_CHANCE else self._exactly(line, before.state, reads_exactly)
        allowed = list(self._exact(before.state, line, exact))
        yield from allowed
        if not allowed and ranking.first < _HERE_CHANCE:
            yield from self._behind(before.state, line, ranking.elsewhere, reads_exactly)

    def _completed(self, state: Any, line: Spoken) -> Iterator[Offer]:
        """Ways to take a refused line with what the one move of its kind that it may name settles."""
        moves = self._rules.seat(state, line.speaker or "").moves if line.refusals else ()
        words = set(_WORD.findall(line.text.casefold()))
        for said in line.refusals:
            settled = (dict(each.given) for each in moves if each.kind == said["kind"] and each.given)
            same = [given for given in settled if all(said.get(name, value) == value for name, value in given.items())]
            named = [
                given
                for given in same
                if words.intersection(_WORD.findall(" ".join(map(str, given.values())).casefold()))
            ]
            ways = [{**given, **said} for given in (same if len(same) == 1 else named)]
            yield from self._exact(state, line, ways if len(ways) == 1 else ())

    def _in_parts(self, state: Any, line: Spoken, reads_exactly: ReadsExactly) -> Iterator[Offer]:
        """Ways to take a line that asks for one thing and then for another, all of which is accounted for."""
        for before, behind in parts(line):
            ranking = self.rank(before, state)
            firsts = self._direct(state, before, ranking.suggestions[:1])
            for first in firsts:
                if first.chance < PART_CHANCE or not first.steps[-1].alone or self._rules.is_uncovered(first.state):
                    continue
                exact = self._exact(first.state, behind, self._exactly(behind, first.state, reads_exactly))
                ranked = self._direct(first.state, behind, self.rank(behind, first.state).suggestions[:1])
                for second in (*exact, *ranked):
                    if second.chance >= PART_CHANCE and second.steps[-1].alone:
                        yield Offer((*first.steps, *second.steps), second.state, first.chance * second.chance)
            if ranking.chance < 1.0 - PART_CHANCE:
                only = PART_ALONE_CHANCE * (1.0 - ranking.chance)
                for second in self._direct(state, behind, self.rank(behind, state).suggestions[:1]):
                    if second.chance >= PART_CHANCE and second.steps[-1].alone:
                        yield Offer(second.steps, second.state, only * second.chance)

    def _exact(
        self, state: Any, line: Spoken, commands: Sequence[Mapping[str, Any]], chance: float = EXACT_CHANCE
    ) -> Iterator[Offer]:
        for data in commands:
            after = self._rules.after(state, data)
            if after is not None:
                label = self._rules.label(state, str(data["kind"]), line.speaker)
                yield Offer((read_exactly(line, data, chance, label),), after, chance)

    def _direct(
        self, state: Any, line: Spoken, suggestions: Sequence[Suggestion], left_over: float = LEFT_OVER_CHANCE
    ) -> Iterator[Offer]:
        for suggestion in suggestions:
            if suggestion.chance < LEAST_CHANCE:
                return
            for step in completed(meant_by(line, suggestion)):
                after = None if step.secret else self._rules.after(state, step.data)
                if after is not None:
                    yield Offer((step,), after, step.chance * (1.0 if step.alone else left_over))

    def _behind(
        self, state: Any, line: Spoken, elsewhere: Sequence[tuple[str, float]], reads_exactly: ReadsExactly
    ) -> Iterator[Offer]:
        """Ways to take a line that asks for what is allowed only behind steps that go without saying."""
        likely = [kind for kind, chance in elsewhere if chance >= _ELSEWHERE_CHANCE]
        allowed = {each.kind for each in self._rules.seat(state, line.speaker or "").moves} if line.refused else set()
        for kind in line.refused or likely:
            for way in self._rules.ways(state, line.speaker or "", kind):
                skipped = tuple(unsaid(each) for each in way.steps)
                found = () if kind in allowed else self.rank(line, way.state).suggestions
                ranked = [each for each in found if each.move.kind == kind]
                exact = self._exactly(line, way.state, reads_exactly) if line.refused else ()
                offers = (*self._exact(way.state, line, exact), *self._direct(way.state, line, ranked))
                for offer in different(offers):
                    yield Offer((*skipped, *offer.steps), offer.state, offer.chance, way.chance)


def _says_more(suggestion: Suggestion, line: Spoken) -> bool:
    """Return True where a suggestion only adds to what the rules refused of a line."""
    given = {**dict(suggestion.move.given), **dict(suggestion.ready.given)}
    refused = (each for each in line.refusals if each["kind"] == suggestion.move.kind)
    return any(all(given.get(name, value) in (value, "") for name, value in each.items()) for each in refused)
