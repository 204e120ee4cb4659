"""Publishing of an evening's records: words and reasons go to the store, every record to the observer."""

from collections.abc import Mapping
from typing import Any

from audio.types import Utterance
from companion.base.clock import Clock
from companion.dialogue.records import (
    Emit,
    Record,
    command_record,
    decision_record,
    event_records,
    explanation,
    utterance_record,
)
from companion.nlu.trace import Trace
from companion.play.game import Game, Performed
from companion.store import StoredUtterance
from engine.codec import to_json


class EventPublisher:
    """Records one evening.

    Args:
        game: Campaign played; its evening has begun.
        clock: Wall clock of records.
        observe: Observer of every record.
    """

    def __init__(self, game: Game, clock: Clock, observe: Emit) -> None:
        self._game = game
        self._clock = clock
        self._observe = observe
        self._opened = clock.monotonic()

    def emit(self, record: Record) -> None:
        """Hand a record to the observer, with its wall-clock time."""
        record["t_wall"] = round(self.seconds, 3)
        self._observe(record)

    def keep(self, utterance: Utterance) -> None:
        """Keep something said."""
        speaker = utterance.speaker
        kept = StoredUtterance(
            id=utterance.id,
            text=utterance.text,
            speaker=speaker.name if speaker else None,
            score=speaker.score if speaker else None,
            start=utterance.start,
            end=utterance.end,
            typed=utterance.typed,
            latency=utterance.latency,
        )
        if self._game.evening is not None:
            self._game.store.add_utterance(self._game.campaign.id, self._game.evening, kept)
        self.emit(utterance_record(utterance))

    @property
    def seconds(self) -> float:
        """Wall clock since the evening was opened."""
        return self._clock.monotonic() - self._opened

    def decided(self, utterance: Utterance, began: float) -> None:
        """Record how long something heard took from its last sound until everything it asks for was done.

        Args:
            utterance: What was heard; nothing is recorded of what was typed.
            began: When its words came in, as `seconds` tells.
        """
        if utterance.latency is not None:
            self.emit(decision_record(utterance.id, utterance.end, utterance.latency + self.seconds - began))

    def reasons(self, utterance: Utterance, trace: Trace) -> None:
        """Keep why something said was taken as it was."""
        if self._game.evening is not None:
            body = explanation(utterance, trace)
            self._game.store.explain(self._game.campaign.id, self._game.evening, utterance.id, body)

    def performed(self, performed: Performed, actor: str | None, utterance: Utterance | None, now: float) -> None:
        """Record a command with its events."""
        fields = {name: value for name, value in to_json(performed.command).items() if name not in {"kind", "actor"}}
        kind, outcome = performed.command.kind, performed.outcome
        self.command(kind, actor, fields, utterance, outcome, performed.command_id, now=now)
        for record in event_records(performed.events, performed.command_id):
            self.emit(record)

    def command(
        self,
        kind: str | None,
        actor: str | None,
        fields: Mapping[str, Any],
        utterance: Utterance | None,
        outcome: Any,
        command_id: str | None = None,
        *,
        now: float,
    ) -> None:
        """Record what became of a command; `outcome` None for something the companion did itself."""
        self.emit(
            command_record(
                kind,
                actor,
                fields,
                outcome,
                self._game.ruleset.narration(self._game.state).holder,
                command_id=command_id,
                utterance_id=utterance.id if utterance else None,
                utterance_end=utterance.end if utterance else now,
            )
        )

    def state(self) -> None:
        """Record who narrates and what everybody has."""
        state = self._game.state
        chips = {player.name: player.chips for player in getattr(state, "players", ()) if hasattr(player, "chips")}
        self.emit({"type": "state", "narration": to_json(self._game.ruleset.narration(state)), "chips": chips})
