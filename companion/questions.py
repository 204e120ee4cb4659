"""The companion's own questions: one at a time, answered by a word, gone quietly when nobody answers."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from companion.intents.types import Intent

KEEP_SECONDS = 25.0
"""How long an unanswered question stays open."""


@dataclass(frozen=True, slots=True)
class Question:
    """A question to the table and what follows from a yes.

    Attributes:
        id: Unique within the evening ("q3").
        text: What is asked.
        intent: What is done on yes; its `missing` field is filled by the answer where something is missing.
        first: Commands carried out before it on yes.
        utterance_id: Sentence it is about.
        speaker: Who said that sentence.
        expires: Seconds since listening began.
    """

    id: str
    text: str
    intent: Intent
    utterance_id: str
    speaker: str | None
    expires: float
    first: tuple[Mapping[str, Any], ...] = ()

    @property
    def options(self) -> tuple[str, ...]:
        """What may be answered in one word."""
        return () if self.intent.missing else ("yes", "no")

    def to_json(self) -> dict[str, Any]:
        """For the pending record, so that the question survives a restart."""
        intent = self.intent
        return {
            "question": self.id,
            "text": self.text,
            "utterance": self.utterance_id,
            "speaker": self.speaker,
            "first": [dict(each) for each in self.first],
            "intent": {
                "category": intent.category,
                "command": intent.command,
                "slots": dict(intent.slots),
                "missing": list(intent.missing),
            },
        }

    @classmethod
    def from_json(cls, data: Mapping[str, Any], now: float) -> "Question":
        """A question kept over a restart; its time starts again.

        Raises:
            KeyError: Not the record of a question.
        """
        kept = data["intent"]
        intent = Intent(
            category=kept["category"],
            command=kept["command"],
            slots=kept["slots"],
            confidence=1.0,
            decision="ask",
            missing=tuple(kept["missing"]),
        )
        return cls(
            id=data["question"],
            text=data["text"],
            intent=intent,
            utterance_id=data["utterance"],
            speaker=data["speaker"],
            expires=now + KEEP_SECONDS,
            first=tuple(data["first"]),
        )
