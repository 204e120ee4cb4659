"""Scores of labelled table talk: by category, field and decision, and the worth of confidence."""

import re
import time
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from itertools import pairwise
from typing import Any

from companion.app.timings import percentile
from companion.nlu.table_talk import Limits, intents_of
from companion.nlu.types import Intent
from tools.bench.talk import CATEGORIES, LabelledTurn
from tools.train.train_understanding import Trained

_BINS = (0.0, 0.1, 0.25, 0.4, 0.55, 0.7, 0.8, 0.9, 1.0)
_AT_ONCE = frozenset({"check_request", "conflict_call"})
_FILLING = frozenset({"check", "checks", "roll", "skill", "test", "save", "saving", "throw", "a", "an", "the"})
_EVERYBODY = frozenset({"everyone", "everybody", "all"})


@dataclass(frozen=True, slots=True)
class Judged:
    """A turn with what was made of it.

    Attributes:
        turn: The turn with its labels.
        intents: What was understood.
        chances: Probability of each category.
        milliseconds: Processor time it took.
    """

    turn: LabelledTurn
    intents: tuple[Intent, ...]
    chances: Mapping[str, float]
    milliseconds: float


def judge(turns: Iterable[LabelledTurn], trained: Trained, limits: Limits) -> list[Judged]:
    """Understand turns, each with a classifier that has seen nothing of its episode."""
    found = []
    for turn in turns:
        classifier = trained.unseen(turn)
        started = time.process_time()
        intents = intents_of(turn.reading, turn.sentences, classifier, limits)
        spent = turn.milliseconds + 1000 * (time.process_time() - started)
        chances = classifier.probabilities(turn.sentences)
        found.append(Judged(turn, intents, {each: max(chances[each], default=0.0) for each in chances}, spent))
    return found


@dataclass(slots=True)
class Count:
    """Turns of one category, or fields of one name: found and right, found and wrong, missed."""

    right: int = 0
    false: int = 0
    missed: int = 0

    @property
    def precision(self) -> float:
        """Share of what was found that is right."""
        return self.right / max(1, self.right + self.false)

    @property
    def recall(self) -> float:
        """Share of what is there that was found."""
        return self.right / max(1, self.right + self.missed)

    @property
    def f1(self) -> float:
        """Harmonic mean of both."""
        return 2 * self.right / max(1, 2 * self.right + self.false + self.missed)


@dataclass(frozen=True, slots=True)
class Bin:
    """Turns whose confidence lies in a range.

    Attributes:
        low: Where it begins.
        high: Where it ends.
        count: How many there are.
        confidence: What they promise on average.
        precision: Share that is right.
    """

    low: float
    high: float
    count: int
    confidence: float
    precision: float


@dataclass(frozen=True, slots=True)
class Mistake:
    """Something found that is not there (`false`) or not found though it is (`missed`)."""

    kind: str
    category: str
    confidence: float
    text: str


@dataclass(slots=True)
class TalkScore:
    """Result of a file of talk.

    Attributes:
        categories: Turns by category, found with any decision but `ignore`.
        fields: Skill, target and values as labelled: right, wrong and not found.
        acted: Check requests and conflict calls: decided `act`, and not.
        quiet_hours: Length of the talk without procedure.
        acts: Turns of it that were acted upon.
        asks: Turns of it that were asked about.
        bins: Confidence against what was right.
        calibration_error: Mean distance of both, weighted by count, over everything noted.
        mistakes: Most confident false ones, and missed ones the classifier was surest to be nothing.
        milliseconds: Median and 95th percentile of a turn, processor time.
    """

    categories: dict[str, Count] = field(default_factory=dict)
    fields: dict[str, Count] = field(default_factory=dict)
    acted: Count = field(default_factory=Count)
    quiet_hours: float = 0.0
    acts: int = 0
    asks: int = 0
    bins: list[Bin] = field(default_factory=list)
    calibration_error: float = 0.0
    mistakes: list[Mistake] = field(default_factory=list)
    milliseconds: tuple[float, float] = (0.0, 0.0)

    def as_json(self) -> dict[str, Any]:
        """Everything, for programs."""
        return asdict(self)


def score(judged: Sequence[Judged], note: float) -> TalkScore:
    """Compare what was understood with the labels.

    Args:
        judged: Turns of one file.
        note: Confidence from which on something is noted.
    """
    found = TalkScore(
        categories={category: Count() for category in CATEGORIES},
        fields={name: Count() for name in ("skill", "target", "values")},
    )
    for each in judged:
        _count(found, each)
    found.bins = _bins(judged, _BINS)
    noted = [each for each in _bins(judged, (note, *(edge for edge in _BINS if edge > note))) if each.count]
    total = sum(each.count for each in noted)
    found.calibration_error = sum(each.count * abs(each.confidence - each.precision) for each in noted) / max(1, total)
    found.mistakes.sort(key=lambda each: -each.confidence if each.kind == "false" else each.confidence)
    times = [each.milliseconds for each in judged]
    found.milliseconds = (percentile(times, 0.5), percentile(times, 0.95)) if times else (0.0, 0.0)
    return found


def _count(found: TalkScore, judged: Judged) -> None:
    turn = judged.turn
    got = {each.category for each in judged.intents} - turn.free
    for category in CATEGORIES:
        count = found.categories[category]
        count.right += category in turn.wanted & got
        for kind, wrong in (("false", got - turn.wanted), ("missed", turn.wanted - got)):
            if category in wrong:
                setattr(count, kind, getattr(count, kind) + 1)
                found.mistakes.append(Mistake(kind, category, round(judged.chances[category], 3), turn.text))
    for urgent in _AT_ONCE & turn.wanted:
        done = any((each.category, each.decision) == (urgent, "act") for each in judged.intents)
        found.acted.right += done
        found.acted.missed += not done
    _count_fields(found, judged)
    if not turn.labels:
        found.quiet_hours += turn.seconds / 3600
        decisions = {each.decision for each in judged.intents}
        found.acts += "act" in decisions
        found.asks += "ask" in decisions


def _count_fields(found: TalkScore, judged: Judged) -> None:
    """Fields of the first intent of a category, against each label of it."""
    for label in judged.turn.labels:
        intent = next((each for each in judged.intents if each.category == label["label"]), None)
        for name, count in found.fields.items():
            if not label.get(name):
                continue
            if intent is None:
                count.missed += 1
            elif _fold(intent.slots.get(name)) == _fold(label[name]):
                count.right += 1
            else:
                count.false += 1


def _fold(value: Any) -> Any:
    if isinstance(value, list | tuple):
        return sorted(value)
    words = re.findall(r"[a-z0-9']+", str(value or "").lower())
    return " ".join("everybody" if word in _EVERYBODY else word for word in words if word not in _FILLING)


def _bins(judged: Sequence[Judged], edges: Sequence[float]) -> list[Bin]:
    pairs = [
        (chance, category in each.turn.wanted)
        for each in judged
        for category, chance in each.chances.items()
        if category not in each.turn.free
    ]
    bins = []
    for low, high in pairwise(edges):
        inside = [(chance, right) for chance, right in pairs if low <= chance < high or (chance == high == edges[-1])]
        count = max(1, len(inside))
        confidence = sum(chance for chance, _ in inside) / count
        bins.append(Bin(low, high, len(inside), round(confidence, 3), round(sum(r for _, r in inside) / count, 3)))
    return bins


def as_text(name: str, found: TalkScore, errors: int) -> str:
    """A readable table.

    Args:
        name: What was measured, and how.
        found: What came of it.
        errors: How many false and how many missed ones to list.
    """
    lines = [name, f"{'':16} turns  precision  recall     F1"]
    for category, count in found.categories.items():
        there = count.right + count.missed
        lines.append(f"{category:16} {there:5}  {count.precision:9.3f}  {count.recall:6.3f}  {count.f1:5.3f}")
    for name, count in found.fields.items():
        lines.append(f"field {name:10} {count.right + count.false + count.missed:5}  right {_share(count):.3f}")
    lines.append(f"check requests and conflict calls acted upon at once: {found.acted.recall:.3f}")
    hours = max(found.quiet_hours, 1e-9)
    lines.append(
        f"talk without procedure, {found.quiet_hours:.2f} h: {found.acts / hours:.2f} acts and "
        f"{found.asks / hours:.2f} questions an hour"
    )
    lines.append("confidence   turns  promised  right")
    lines += [f"{b.low:.2f} - {b.high:.2f}  {b.count:5}  {b.confidence:8.3f}  {b.precision:5.3f}" for b in found.bins]
    lines.append(f"expected calibration error of what is noted: {found.calibration_error:.3f}")
    lines.append(f"processor time a turn: median {found.milliseconds[0]:.1f} ms, 95 % {found.milliseconds[1]:.1f} ms")
    for kind in ("false", "missed"):
        worst = [each for each in found.mistakes if each.kind == kind][:errors]
        lines += [f"  {kind} {each.category} {each.confidence:.2f}: {each.text[:160]}" for each in worst]
    return "\n".join(lines) + "\n\n"


def _share(count: Count) -> float:
    return count.right / max(1, count.right + count.false + count.missed)
