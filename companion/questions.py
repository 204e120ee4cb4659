"""The companion's own questions: one at a time, answered by a word, gone quietly when nobody answers."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from companion.announce import Announcer
from companion.game import Game
from companion.intents.types import Intent
from companion.records import Record

KEEP_SECONDS = 25.0
"""How long an unanswered question stays open."""


@dataclass(frozen=True, slots=True)
class Question:
    """A question to the table and what follows from a yes.

    Attributes:
        id: Unique within the evening: number of the sentence and of the question ("q12.3").
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


class QuestionDesk:
    """Keeps the one open question, aloud, on record and over a restart.

    Args:
        game: Campaign played.
        announcer: Puts the question.
        emit: Observer of question records.
    """

    def __init__(self, game: Game, announcer: Announcer, emit: Callable[[Record], None]) -> None:
        self._game = game
        self._announcer = announcer
        self._emit = emit
        self._asked = 0
        self._open: Question | None = None
        kept = game.store.pending(game.campaign.id)
        if kept and "question" in kept:
            self._open = Question.from_json(kept, 0.0)
            announcer.ask(self._open.text, 0.0, self._open.utterance_id)

    @property
    def open(self) -> Question | None:
        """The question that waits for an answer."""
        return self._open

    def ask(
        self,
        text: str,
        intent: Intent,
        utterance_id: str,
        speaker: str | None,
        now: float,
        first: tuple[Mapping[str, Any], ...] = (),
    ) -> bool:
        """Put a question; False while another is open or when this one was put before."""
        if self._open is not None or not self._announcer.ask(text, now, utterance_id):
            return False
        self._asked += 1
        number = f"q{utterance_id.removeprefix('u')}.{self._asked}"
        self._open = Question(number, text, intent, utterance_id, speaker, now + KEEP_SECONDS, first)
        self._settle("asked")
        return True

    def close(self, status: str) -> Question | None:
        """Settle the open question as `answered`, `dropped` or `expired`."""
        question = self._open
        if question is not None:
            self._settle(status)
            self._announcer.drop_question(question.text, question.utterance_id)
            self._announcer.answered()
        return question

    def expire(self, now: float) -> None:
        """Forget the question when its time is over."""
        if self._open is not None and now >= self._open.expires:
            self.close("expired")

    def _settle(self, status: str) -> None:
        question = self._open
        if question is None:
            return
        self._emit(
            {
                "type": "question",
                "id": question.id,
                "text": question.text,
                "to": question.speaker,
                "options": list(question.options),
                "utterance": question.utterance_id,
                "status": status,
            }
        )
        if status != "asked":
            self._open = None
        self._game.store.save_pending(self._game.campaign.id, self._open.to_json() if self._open else None)


_MISSING = {
    "skill": "With which skill?",
    "target": "Who is to roll?",
    "values": "Which faces, please?",
    "dice": "How many dice?",
    "chips": "How many chips?",
    "goal": "On which goal?",
    "connection": "Which connection?",
}
_SECRET = frozenset({"place_bid"})
"""Commands whose numbers nobody says aloud before the rules reveal them."""

_NAMED = ("skill", "target", "player", "connection", "npc_name", "goal", "principle", "dice", "chips", "value")


def question_text(intent: Intent, speaker: str | None) -> str:
    """A question that one word answers: "Declare action, Haggling, Jay?", "With which skill?"."""
    if intent.missing:
        return _MISSING.get(intent.missing[0], f"Which {intent.missing[0].replace('_', ' ')}?")
    if intent.command in _SECRET:
        return f"Was that your bid, {speaker}?" if speaker else "Was that a bid?"
    named = [str(value) for name, value in intent.slots.items() if name in _NAMED and value not in (None, "", "none")]
    what = ", ".join(dict.fromkeys([(intent.command or intent.category).replace("_", " ").capitalize(), *named]))
    return f"{what}, {speaker}?" if speaker and speaker not in named else f"{what}?"
