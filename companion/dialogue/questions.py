"""The companion's own questions: one at a time, answered by a word, gone quietly when nobody answers.

What came up meanwhile is kept for a while, and is put once the open question is settled.
"""

from collections.abc import Callable, Mapping
from typing import Any, Literal

from pydantic import BaseModel, ValidationError

from audio.types import Utterance
from companion.dialogue.announcer import Announcer
from companion.dialogue.question_wording import left_undone, options
from companion.dialogue.records import Record
from companion.nlu.bind import command_json
from companion.nlu.types import TABLE_COMMANDS, Category, Intent
from companion.play.game import Game
from engine.errors import BadField
from engine.quick_dataclass import dataclass
from engine.types import Spoken

KEEP_SECONDS = 25.0
"""Time for which an unanswered question stays open."""
REST_SECONDS = 90.0
"""Time during which the same thing is not asked again after nobody answered it, or somebody said no."""

NEXT_SECONDS = 40.0
"""Time for which a question may wait for the one before it."""
_MOST_POSTPONED = 2

Settled = Literal["answered", "dropped", "expired", "withdrawn"]

_WORDING = frozenset({"description", "reason", "text", "nature", "request_text", "story", "new_text"})
"""Fields that tell the story; the same thing said in other words is the same question."""


@dataclass(frozen=True, slots=True)
class Question:
    """A question to the table and what follows from a yes.

    Attributes:
        id: Unique within the evening: number of the sentence and of the question ("q12.3").
        text: What is asked.
        intent: What is done on yes; its `missing` field is filled by the answer where something is missing.
        utterance_id: Sentence it is about.
        speaker: Who said that sentence.
        expires: Seconds since listening began.
        first: Commands carried out before it on yes.
        options: What may be answered in one word, or by a tap.
    """

    id: str
    text: str
    intent: Intent
    utterance_id: str
    speaker: str | None
    expires: float
    first: tuple[Mapping[str, Any], ...] = ()
    options: tuple[str, ...] = ()

    def is_for(self, player: str | None) -> bool:
        """Return True for a question put to this player, to all, or on what they began."""
        asked = {self.speaker, *(step.get("actor") for step in self.first)}
        return bool(asked & {None, player})

    def may_be_settled_by(self, utterance: Utterance) -> bool:
        """Return True for any line of the shared table; what is typed on a player's own page settles their own only."""
        return not utterance.own_page or self.is_for(utterance.speaker_name)

    def to_json(self) -> dict[str, Any]:
        """For the pending record, so that the question survives a restart."""
        intent = self.intent
        return {
            "question": self.id,
            "text": self.text,
            "utterance": self.utterance_id,
            "speaker": self.speaker,
            "first": [dict(each) for each in self.first],
            "options": list(self.options),
            "intent": {
                "category": intent.category,
                "command": intent.command,
                "slots": dict(intent.slots),
                "missing": list(intent.missing),
            },
        }

    @classmethod
    def from_json(cls, data: Any, now: float) -> "Question":
        """A question kept over a restart; its time starts again.

        Raises:
            ValidationError: Not the record of a question.
        """
        kept = _Kept.model_validate(data)
        intent = Intent(
            category=kept.intent.category,
            command=kept.intent.command,
            slots=kept.intent.slots,
            confidence=1.0,
            decision="ask",
            missing=kept.intent.missing,
        )
        return cls(
            id=kept.question,
            text=kept.text,
            intent=intent,
            utterance_id=kept.utterance,
            speaker=kept.speaker,
            expires=now + KEEP_SECONDS,
            first=kept.first,
            options=kept.options,
        )


class _KeptIntent(BaseModel, defer_build=True):
    category: Category
    command: str
    slots: dict[str, Any]
    missing: tuple[str, ...]


class _Kept(BaseModel, defer_build=True):
    """The pending record of a question, which may come from a file somebody edited or an older companion."""

    question: str
    text: str
    utterance: str
    speaker: str | None
    first: tuple[dict[str, Any], ...]
    options: tuple[str, ...] = ()
    intent: _KeptIntent


@dataclass(frozen=True, slots=True)
class Postponed:
    """Something to be asked about that came up while another question was open.

    Attributes:
        text: The question as it would have been put then.
        intent: What it is about.
        utterance: The sentence that asked for it.
        speaker: Who said it.
    """

    text: str
    intent: Intent
    utterance: Utterance
    speaker: str | None


class OpenQuestions:
    """Keeps the one open question, aloud, on record and over a restart.

    Args:
        game: Campaign played.
        announcer: Puts the question.
        emit: Observer of question records.
        now: Seconds since the evening began.
    """

    def __init__(self, game: Game, announcer: Announcer, emit: Callable[[Record], None], now: float) -> None:
        self._game = game
        self._announcer = announcer
        self._emit = emit
        self._asked = 0
        self._open: Question | None = None
        self._lately: dict[_Key, tuple[Settled, float]] = {}
        self._postponed: list[Postponed] = []
        self._now = now
        kept = game.store.pending(game.campaign.id)
        if kept is not None:
            self._put_again(kept)

    def _put_again(self, kept: Any) -> None:
        """Put the question that was open when the program ended; one that nobody can read any more is dropped."""
        try:
            question = Question.from_json(kept, self._now)
            for data in question.first:
                self._game.parse(data)
            if question.intent.command not in TABLE_COMMANDS and not question.intent.missing:
                self._game.parse({"actor": question.speaker, **command_json(question.intent)})
        except (ValidationError, BadField):
            self._game.store.save_pending(self._game.campaign.id, None)
            self._announcer.refuse("I dropped an open question that can no longer be read.", self._now)
            return
        self._open = question
        self._announcer.ask(question.text, self._now, question.utterance_id)

    @property
    def open(self) -> Question | None:
        """The question that waits for an answer."""
        return self._open

    def lately(self, intent: Intent, speaker: str | None) -> Settled | None:
        """Return the recent outcome of the same question; None when it was not put, or was answered."""
        settled, until = self._lately.get(_key(intent, speaker), (None, 0.0))
        return settled if self._now < until else None

    def ask(
        self,
        text: str,
        intent: Intent,
        utterance_id: str,
        speaker: str | None,
        now: float,
        first: tuple[Mapping[str, Any], ...] = (),
        choices: tuple[str, ...] | None = None,
        *,
        again: bool = False,
    ) -> bool:
        """Put a question; False while another is open, or when nobody wanted to answer the same one a while ago.

        Args:
            text: What is asked.
            intent: What is done on yes, or what the answer completes.
            utterance_id: Sentence it is about.
            speaker: Who said that.
            now: Seconds since the evening began.
            first: Commands carried out before it.
            choices: What may be answered; made from the intent when None.
            again: Whether it is put although nobody wanted to answer it a while ago.
        """
        self._now = max(self._now, now)
        if self._open is not None or (not again and self.lately(intent, speaker) is not None):
            return False
        if not self._announcer.ask(text, now, utterance_id):
            return False
        self._asked += 1
        number = f"q{utterance_id.removeprefix('u')}.{self._asked}"
        vocabulary = self._game.ruleset.vocabulary(self._game.state)
        choices = choices or options(intent, speaker, self._game.command_of(intent.command), vocabulary)
        self._open = Question(number, text, intent, utterance_id, speaker, now + KEEP_SECONDS, first, choices)
        self._settle("asked")
        return True

    def postpone(self, asked: Postponed) -> None:
        """Keep something to be asked about until the open question is settled; nothing when it is the same.

        Of each speaker only the latest is kept.
        """
        question = self._open
        if question is not None and _key(question.intent, question.speaker) != _key(asked.intent, asked.speaker):
            others = [each for each in self._postponed if each.speaker != asked.speaker]
            self._postponed = [*others, asked][-_MOST_POSTPONED:]

    def next_postponed(self) -> Postponed | None:
        """Remove and return the next question to ask; None while a question is open, or when none waits."""
        if self._open is not None:
            return None
        self._postponed = [each for each in self._postponed if self._now < each.utterance.end + NEXT_SECONDS]
        return self._postponed.pop(0) if self._postponed else None

    def forget_postponed(self, command: str, speaker: str | None) -> None:
        """Forget what somebody has done meanwhile."""
        self._postponed = [
            each for each in self._postponed if (each.intent.command, each.speaker) != (command, speaker)
        ]

    def close(self, status: Settled) -> Question | None:
        """Settle the open question: answered, dropped by a no, expired, or withdrawn as what it was about is gone."""
        question = self._open
        if question is not None:
            if status in {"dropped", "expired"}:
                self._lately[_key(question.intent, question.speaker)] = (status, self._now + REST_SECONDS)
                self._postponed = [each for each in self._postponed if each.text != question.text]
            self._settle(status)
            self._announcer.drop_question(question.text, question.utterance_id)
            self._announcer.answered()
        return question

    def expire(self, now: float) -> None:
        """Forget the question when its time is over, and say what holds instead where the table had heard it."""
        self._now = max(self._now, now)
        question = self._open
        if question is not None and now >= question.expires:
            heard = self._announcer.was_asked(question.text, question.utterance_id)
            self.close("expired")
            if heard:
                holder = next((data.get("player") for data in question.first), None)
                told = left_undone(question.intent, self._game.command_of(question.intent.command), holder)
                self._announcer.results([Spoken(told, 2)], now, question.utterance_id)

    def _settle(self, status: Literal["asked"] | Settled) -> None:
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


_Key = tuple[str | None, str, str | None, tuple[tuple[str, str], ...]]


def _key(intent: Intent, speaker: str | None) -> _Key:
    """Return the key by which two questions are the same: speaker, command and its fields."""
    fields = sorted((name, str(value)) for name, value in intent.slots.items() if name not in _WORDING)
    return speaker, intent.category, intent.command, tuple(fields)
