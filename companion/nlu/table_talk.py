"""Talk at a table of any dice game: the classifier says what a turn is, the grammar what is named in it."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from companion.nlu.bind_any import belongs_together, fill
from companion.nlu.classifier import Classifier
from companion.nlu.drafts import Draft
from companion.nlu.features import Reading, read, read_earlier, sentence_features
from companion.nlu.grammar import Pattern
from companion.nlu.hearing import Match
from companion.nlu.recognize import Recognizer
from companion.nlu.types import Category, Decision, Intent, Table, Tipped, Turn

Sentences = list[list[int]]

_FOR_OTHERS = frozenset({"check_request", "conflict_call"})
"""Categories a companion can do something about at once; everything else is only noted."""
_BESIDE = 0.3
"""Share of the limit that is enough for a sentence beside one that reads out dice."""
_LEAD_FROM = 3.0
_LEAD_BETWEEN = (-2.0, 8.0)
_PLAYS = 0.3
"""Points that declaring a deed or offering a roll takes off somebody's lead, against 1 for calling for a roll."""


@dataclass(frozen=True, slots=True)
class Limits:
    """Probability from which on is acted, asked and noted."""

    act: float
    ask: float
    note: float

    @staticmethod
    def of(recognizer: Recognizer) -> "Limits":
        """Limits of a grammar at the recogniser's readiness to act."""
        params = recognizer.grammar.params
        shift = {"careful": params.careful, "normal": 0.0, "brisk": -params.careful}[recognizer.trust]
        return Limits(params.act + shift, params.ask + shift, params.note)


@dataclass(slots=True)
class Lead:
    """The one who seems to run the game: calls for rolls and plays no character. Knows nobody's name beforehand."""

    points: dict[str, float] = field(default_factory=dict)

    @property
    def name(self) -> str | None:
        """Name of the one who leads now; None as long as nobody stands out."""
        best = max(self.points.values(), default=0.0)
        leaders = [name for name, points in self.points.items() if points == best]
        return leaders[0] if best >= _LEAD_FROM and len(leaders) == 1 else None

    def take(self, reading: Reading) -> None:
        """Learn from a turn."""
        speaker = reading.turn.speaker
        if speaker is None:
            return
        found = {draft.pattern.category for draft in reading.drafts if draft.pattern.only == "act"}
        played = {draft.pattern.category for draft in reading.drafts} & {"declared_action", "check_offer"}
        points = self.points.get(speaker, 0.0) + bool(found & _FOR_OTHERS) - _PLAYS * bool(played)
        low, high = _LEAD_BETWEEN
        self.points[speaker] = max(low, min(high, points))


def read_lines(
    lines: Iterable[Mapping[str, Any]], recognizer: Recognizer, table: Table
) -> Iterator[tuple[Mapping[str, Any], tuple[Reading, Sentences]]]:
    """Each line with what the classifier sees of it.

    Args:
        lines: Objects with text and, where known, speaker, time and before (the two turns before it, given where lines
            are not consecutive).
        recognizer: The grammar.
        table: The table.
    """
    lead = Lead()
    last: tuple[Turn, ...] = ()
    for line in lines:
        turn = Turn(str(line.get("text", "")), line.get("speaker"), float(line.get("time") or 0.0))
        given = line.get("before")
        if given is not None:
            last = tuple(Turn(str(each.get("text", "")), each.get("speaker")) for each in given)[-2:]
        now = read(turn, recognizer, table, last)
        earlier = [read_earlier(each, recognizer, table) for each in last]
        yield line, (now, sentence_features(now, earlier, lead.name))
        lead.take(now)
        last = (*last, turn)[-2:]


def intents_of(reading: Reading, sentences: Sentences, classifier: Classifier, limits: Limits) -> tuple[Intent, ...]:
    """Return a turn's requests, in the order of the words; nothing is acted upon where no template of the grammar fits.

    Args:
        reading: The turn.
        sentences: Features of its sentences.
        classifier: Scorers that give the probability of each category.
        limits: Probability each decision takes.
    """
    found = []
    for category, chances in classifier.probabilities(sentences).items():
        likely = [at for at, chance in enumerate(chances) if chance >= limits.note]
        for parts in _reports(reading, chances, limits.note) if category == "dice_report" else [[at] for at in likely]:
            found.append(_intent(reading, category, parts, chances, limits))
    return tuple(sorted(found, key=lambda intent: (intent.span, intent.category)))


def _reports(reading: Reading, chances: Sequence[float], note: float) -> list[list[int]]:
    """Neighbouring sentences that read out one result: "14 plus six. 20." is one, to hit and damage are two."""
    parts: list[list[int]] = []
    for at, chance in enumerate(chances):
        if chance < note * _BESIDE:
            continue
        follows = bool(parts) and parts[-1][-1] == at - 1
        if follows and belongs_together(reading.sentences[at - 1], reading.sentences[at]):
            parts[-1].append(at)
        else:
            parts.append([at])
    return [each for each in parts if max(chances[at] for at in each) >= note]


def _intent(
    reading: Reading, category: Category, parts: Sequence[int], chances: Sequence[float], limits: Limits
) -> Intent:
    at = max(parts, key=chances.__getitem__)
    matched = [each for each in reading.drafts if (each.pattern.category, each.each.index) == (category, at)]
    draft = max(matched, key=lambda each: each.pattern.confidence) if matched else _whole(reading, category, at)
    words = draft.each.sentence.words
    serious = category in _FOR_OTHERS and bool(matched)
    decision, tipped = _decision(chances[at], limits) if serious else ("note", "note")
    return Intent(
        category=category,
        command=category if category in _FOR_OTHERS else None,
        slots=fill(category, draft, parts),
        span=(words[draft.match.at].start, words[draft.match.until - 1].end),
        confidence=round(chances[at], 3),
        decision=decision,
        tipped=tipped,
    )


def _whole(reading: Reading, category: Category, at: int) -> Draft:
    """A sentence no template describes."""
    assert reading.heard is not None
    each = reading.heard.sentences[at]
    whole = Match(0, len(each.sentence.words), {})
    return Draft(reading.heard, each, whole, Pattern(category, category), before=reading.before)


def _decision(chance: float, limits: Limits) -> tuple[Decision, Tipped]:
    if chance < limits.ask:
        return "note", "faint"
    return ("act", "sure") if chance >= limits.act else ("ask", "unsure")
