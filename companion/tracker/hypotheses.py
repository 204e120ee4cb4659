"""Hypotheses about the table: lines, the commands inferred from them, and the states these lead to."""

import math
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from companion.nlu.ranking import Suggestion
from companion.tracker.rules import Skipped
from engine.board import Field
from engine.quick_dataclass import dataclass

_MOST_OPTIONS = 8
FULLER_CHANCE = 0.7
"""Probability from which a reading that fills more fields stands for one that fills fewer."""
_QUOTED = 3
"""Words from which the value of a field that stands in the line quotes it."""


@dataclass(frozen=True, slots=True)
class Spoken:
    """A line as the tracker takes it.

    Attributes:
        id: Of the utterance.
        speaker: Who said it; None where nobody knows.
        text: The words.
        time: Seconds of the evening.
        typed: Whether it was typed.
        refused: Kinds of command that exactly known sentences made of it, and the rules refused when it was said.
        refusals: Those commands as JSON.
        asked: Commands as JSON that the table was asked about because of it.
        after: Who else spoke last before it; None where nobody did.
    """

    id: str
    speaker: str | None
    text: str
    time: float
    typed: bool = False
    refused: tuple[str, ...] = ()
    refusals: tuple[Mapping[str, Any], ...] = ()
    asked: tuple[Mapping[str, Any], ...] = ()
    after: str | None = None


@dataclass(frozen=True, slots=True)
class Inferred:
    """A command that most probably was meant.

    Attributes:
        line: What was said; None for a step that goes without saying.
        kind: Kind of the command.
        actor: Whose move it is; None where the rules name nobody.
        fields: Fields that are known.
        label: The move in words.
        chance: Probability that the line asks for it, 0 to 1.
        lacks: Fields that have to be filled and are not.
        secret: True for a move that is for its player's eyes only.
        alone: True where nothing of the line is left over, and no other move of the kind fits as well.
        lets_go: True where it lets a roll go that nobody makes.
    """

    line: Spoken | None
    kind: str
    actor: str | None
    fields: Mapping[str, Any]
    label: str
    chance: float
    lacks: tuple[Field, ...] = ()
    secret: bool = False
    alone: bool = True
    lets_go: bool = False

    @property
    def data(self) -> dict[str, Any]:
        """The command as JSON."""
        return {"kind": self.kind, "actor": self.actor, **self.fields}

    @property
    def essence(self) -> tuple[str, str | None, dict[str, Any]]:
        """Kind, actor and fields, without those that only quote the line: a request in other words is the same."""
        said = "" if self.line is None else self.line.text.lower()
        told = {
            name: value
            for name, value in self.fields.items()
            if not (isinstance(value, str) and len(value.split()) >= _QUOTED and value.lower() in said)
        }
        return self.kind, self.actor, told

    @property
    def only_quotes(self) -> bool:
        """True for a command that only writes down what the line tells."""
        return bool(self.fields) and not self.essence[2]

    def is_done_by(self, command: Any) -> bool:
        """Return True where a command of the log does what was meant."""
        given = {name: value for name, value in self.fields.items() if value not in ("", None)}
        same = all(getattr(command, name, value) == value for name, value in given.items())
        return bool(self.kind == command.kind) and same

    def said_in(self, line: Spoken) -> bool:
        """Return True where it was said in a line, or a part of it."""
        return self.line is not None and self.line.id == line.id

    @property
    def whole(self) -> bool:
        """True where nothing has to be asked before it is done."""
        return self.alone and not self.lacks and not self.secret


@dataclass(frozen=True, slots=True)
class Hypothesis:
    """The table had these steps been taken.

    Attributes:
        state: State of the rules behind them.
        steps: In order, since the last that is certain.
        score: Natural logarithm of its probability, up to a constant that all of them share.
        undo: Ids of deeds that were mistakes.
        began: Number of the line from which on it differs from the log.
    """

    state: Any
    steps: tuple[Inferred, ...] = ()
    score: float = 0.0
    undo: tuple[str, ...] = ()
    began: int = 0

    @property
    def plain(self) -> bool:
        """True where everything is as the log has it."""
        return not self.steps and not self.undo

    @property
    def only_supposes(self) -> bool:
        """True where nothing was said of any of its steps."""
        return bool(self.steps) and all(each.line is None for each in self.steps)

    @property
    def content(self) -> tuple[tuple[str, ...], list[tuple[str, str | None, dict[str, Any]]]]:
        """The steps that say more than that play goes on: those with fields, and the last one."""
        telling = [each.essence for each in self.steps[:-1] if each.fields]
        return self.undo, [*telling, *(each.essence for each in self.steps[-1:])]

    def takes(self, utterance_id: str, kind: str = "") -> bool:
        """Return True where it takes a line to ask for something, or for this kind of command."""
        said = (each for each in self.steps if each.line is not None and each.line.id == utterance_id)
        return any(kind in {"", each.kind} for each in said)

    def does(self, step: Inferred) -> bool:
        """Return True where a step is one of them, whoever said it."""
        return any(each.essence == step.essence for each in self.steps)

    def left(self, chance: float) -> "Hypothesis":
        """The hypothesis behind a line that asks for nothing with this probability."""
        return replace(self, score=self.score + math.log(chance))


@dataclass(frozen=True, slots=True)
class Offer:
    """One way to take a line: steps that go without saying, what it asks for, and the state behind them."""

    steps: tuple[Inferred, ...]
    state: Any
    chance: float
    skipped: float = 1.0

    @property
    def asks(self) -> list[tuple[str, str | None, dict[str, Any]]]:
        """The steps without the words that they quote."""
        return [each.essence for each in self.steps]

    def says_more(self, other: "Offer") -> bool:
        """Return True where it probably takes the line to ask for the same, and fills more fields of the last step."""
        same = [each.kind for each in self.steps] == [each.kind for each in other.steps]
        if not (same and self.steps) or self.chance < FULLER_CHANCE:
            return False
        one, less = self.steps[-1], other.steps[-1]
        told = {name: value for name, value in less.fields.items() if value not in (None, "", [])}
        return (
            one.actor == less.actor
            and len(one.fields) > len(told)
            and all(one.fields.get(name) == value for name, value in told.items())
        )

    def taken(self, before: Hypothesis, number: int) -> Hypothesis:
        """The hypothesis with the line taken so; `number` is that of the line."""
        score = before.score + math.log(self.chance * self.skipped)
        began = number if before.plain else before.began
        return Hypothesis(self.state, (*before.steps, *self.steps), score, before.undo, began)


def different(offers: Iterable[Offer]) -> list[Offer]:
    """The likeliest offer of each state: several ways to say it are one."""
    kept: list[Offer] = []
    for each in sorted(offers, key=lambda offer: -offer.chance * offer.skipped):
        if any(each.state == other.state or each.asks == other.asks or other.says_more(each) for other in kept):
            continue
        less = next((at for at, other in enumerate(kept) if each.says_more(other)), len(kept))
        likelier = kept[less] if less < len(kept) else each
        kept[less : less + 1] = [replace(each, chance=likelier.chance, skipped=likelier.skipped)]
    return kept


def weight(found: Sequence[Hypothesis]) -> float:
    """Sum of the probabilities of hypotheses, up to the constant that they share."""
    return math.fsum(math.exp(each.score) for each in found)


def likeliest(found: Sequence[Hypothesis], key: Callable[[Hypothesis], Any]) -> list[Hypothesis]:
    """The hypotheses that agree in something, of those that do the likeliest together."""
    groups: list[list[Hypothesis]] = []
    for each in found:
        group = next((group for group in groups if key(group[0]) == key(each)), None)
        if group is None:
            groups.append([each])
        else:
            group.append(each)
    return max(groups, key=weight, default=[])


def same(one: Hypothesis, other: Hypothesis) -> bool:
    """Return True where two hypotheses differ in nothing that matters from here on."""
    return one.undo == other.undo and [each.essence for each in one.steps] == [each.essence for each in other.steps]


def meant_by(line: Spoken, suggestion: Suggestion) -> Inferred:
    """The command that a suggestion of the ranker stands for."""
    filling, ready = suggestion.filling, suggestion.ready
    chooses = any(each.shape in {"choice", "choices"} for each in suggestion.move.fields)
    alone = filling.alone and not filling.numbers and not (chooses and filling.people)
    return Inferred(
        line, ready.kind, line.speaker, dict(ready.given), suggestion.label, suggestion.chance, suggestion.lacks,
        ready.secret, alone,
    )  # fmt: skip


def read_exactly(line: Spoken, data: Mapping[str, Any], chance: float, label: str) -> Inferred:
    """The command that exactly known sentences make of a line."""
    kind, fields = str(data["kind"]), {name: value for name, value in data.items() if name not in {"kind", "actor"}}
    return Inferred(line, kind, data.get("actor"), fields, label, chance)


def unsaid(step: Skipped) -> Inferred:
    """The command of a step that goes without saying."""
    fields = {name: value for name, value in step.data.items() if name not in {"kind", "actor"}}
    return Inferred(
        None, str(step.data["kind"]), step.data.get("actor"), fields, step.label, step.chance, lets_go=step.lets_go
    )


def completed(step: Inferred) -> Iterator[Inferred]:
    """The step, with every value it may have where one choice is left open."""
    if not step.lacks:
        yield step
    elif len(step.lacks) == 1 and step.lacks[0].shape == "choice" and len(step.lacks[0].options) <= _MOST_OPTIONS:
        for option in step.lacks[0].options:
            fields = {**step.fields, step.lacks[0].name: option.value}
            yield replace(step, fields=fields, lacks=(), chance=step.chance / len(step.lacks[0].options))
