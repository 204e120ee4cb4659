"""Record of what understanding considered: every reading of a turn, its fate and what tipped it."""

from collections.abc import Mapping, Sequence
from dataclasses import field, replace
from typing import Literal

from companion.nlu.drafts import Draft
from companion.nlu.gate import Place, refusal
from companion.nlu.hearing import Heard
from companion.nlu.types import Category, Decision, Intent
from engine.quick_dataclass import dataclass

Fate = Literal["taken", "beaten", "spoiled", "excluded", "unfitting", "repeated", "refused", "faint"]
"""Fate of a reading.

taken      it became an intent, whatever the decision about it
beaten     another reading of the same words, or of the same turn, stood in its way
spoiled    the wording around it shows that nothing is meant to happen
excluded   the sentence says something that this command never goes with
unfitting  names or numbers the command needs were not there
repeated   the beginning of the same turn said it already
refused    a condition of the table or the rules themselves stand against it
faint      too little confidence even for a note
"""


@dataclass(frozen=True, slots=True)
class HeardName:
    """Words of a turn that name something.

    Attributes:
        words: As heard.
        name: Spelling at the table.
        kind: What it is ("player", "skill", "story" …).
        score: 0 to 1; 1 when spelled as at the table.
    """

    words: str
    name: str
    kind: str
    score: float


@dataclass(frozen=True, slots=True)
class Reading:
    """One way to read words of a turn.

    Attributes:
        command: Kind of the command they would mean.
        category: Kind of talk it would be.
        template: Sentence of the grammar that matched; empty for dice read out, which no template describes.
        words: The words.
        span: Their character offsets in the turn.
        fate: What became of it.
        because: Filter, conditions, error code or command behind that fate.
        word: Word at which a spoiling wording begins.
        said: Field to the words that fill it.
        factors: Confidence of the template, then what names and people and the recogniser's doubt take off it.
        intent: What it would be carried out as; None when it did not come that far.
    """

    command: str
    category: Category
    template: str
    words: str
    span: tuple[int, int]
    fate: Fate
    because: str = ""
    word: str = ""
    said: Mapping[str, str] = field(default_factory=dict)
    factors: tuple[float, float, float] = (0.0, 1.0, 1.0)
    intent: Intent | None = None


@dataclass(slots=True)
class Trace:
    """Collects what one turn was taken for; readings come in the order they were considered.

    Attributes:
        offset: Characters before the part of the turn that is being read; added to every span.
        limits: Confidence from which on is acted, asked and noted.
        names: Names found.
        quoted: Sentences taken for quoted speech, which never mean a command.
        readings: Readings found.
    """

    offset: int = 0
    limits: tuple[float, float, float] = (0.0, 0.0, 0.0)
    names: list[HeardName] = field(default_factory=list)
    quoted: list[str] = field(default_factory=list)
    readings: list[Reading] = field(default_factory=list)

    def hear(self, heard: Heard, limits: tuple[float, float, float]) -> None:
        """Take in the names of a turn and what it is judged by."""
        self.limits = limits
        for each in heard.sentences:
            if each.sentence.quoted:
                text = heard.text(each, 0, len(each.sentence.words))
                self.quoted += [] if text in self.quoted else [text]
            for mention in each.mentions:
                thing = mention.things[0]
                words = heard.text(each, mention.at, mention.until)
                name = HeardName(words, thing.name, thing.kind, mention.score)
                if name not in self.names:
                    self.names.append(name)

    def lose(self, draft: Draft, fate: Fate, because: str = "", word: str = "") -> None:
        """A reading that did not come as far as a decision."""
        self._add(draft, fate, because, word)

    def settle(self, draft: Draft, intent: Intent, against: Sequence[Intent] = ()) -> None:
        """A reading that was decided about; `against` are the intents it gave way to."""
        if against:
            self._add(draft, "beaten", against[0].command or against[0].category, intent=intent)
        elif intent.decision != "ignore":
            self._add(draft, "taken", intent=intent)
        elif intent.refused is None:
            self._add(draft, "faint", intent=intent)
        else:
            self._add(draft, "refused", ", ".join(_unmet(draft)) or intent.refused, intent=intent)

    def weigh(self, intent: Intent, decision: Decision) -> Intent:
        """The intent with the decision of a table that knows what hangs on it; its reading is told so."""
        if decision == intent.decision:
            return intent
        weighed = replace(intent, decision=decision, tipped="weight" if intent.decision == "act" else intent.tipped)
        place = (intent.command, intent.span)
        self.readings = [
            replace(each, intent=weighed) if each.fate == "taken" and (each.command, each.span) == place else each
            for each in self.readings
        ]
        return weighed

    def _add(self, draft: Draft, fate: Fate, because: str = "", word: str = "", intent: Intent | None = None) -> None:
        words = draft.each.sentence.words[draft.match.at : draft.match.until]
        heard = draft.heard
        self.readings.append(
            Reading(
                command=draft.pattern.command,
                category=draft.pattern.category,
                template=draft.template,
                words=heard.text(draft.each, draft.match.at, draft.match.until),
                span=(words[0].start + self.offset, words[-1].end + self.offset),
                fate=fate,
                because=because,
                word=word,
                said={name: text for name in draft.match.slots if (text := draft.said(name))},
                factors=(draft.pattern.confidence, round(draft.factor, 3), round(hearing(heard), 3)),
                intent=intent,
            )
        )


def hearing(heard: Heard) -> float:
    """Factor on the confidence for the recogniser's doubt about the words, 0 to 1."""
    return 1.0 if heard.turn.typed else min(1.0, 0.8 + heard.turn.heard / 3)


def _unmet(draft: Draft) -> list[str]:
    place = Place(draft.heard.table, draft.actor)
    return [flag for flag in draft.pattern.needs if refusal((flag,), place) is not None]
