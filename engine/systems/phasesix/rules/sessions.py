"""Sessions: beginning, end, and the reputation they bring (P6-97)."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import ClassVar

from engine.board import Field, Move
from engine.common.folding import Changes
from engine.common.messages import Ending, Meaning, Talk
from engine.common.rules import Refused
from engine.fields import Words
from engine.phrase import Phrase, phrase
from engine.systems.phasesix.agenda import refuse_pending
from engine.systems.phasesix.fields import Reputation, Who
from engine.systems.phasesix.fold import with_character
from engine.systems.phasesix.ledger import Ledger
from engine.systems.phasesix.messages import By, Command, Event
from engine.systems.phasesix.naming import everyone, party
from engine.systems.phasesix.state import State
from engine.systems.phasesix.taps import SESSION, some

GUIDELINE = range(5, 11)
"""Reputation of one adventure (P6-97)."""


@dataclass(frozen=True, slots=True)
class SessionStarted(Event):
    """A game session begins."""

    kind: ClassVar[str] = "session_started"
    weight: ClassVar[int] = 2
    session_no: int

    def apply(self, state: State) -> Changes:
        """The session runs."""
        return {"session_active": True, "session_no": self.session_no}

    def sentence(self) -> Phrase:
        """Its number."""
        return phrase("Session {number} begins", number=self.session_no)


@dataclass(frozen=True, slots=True, kw_only=True)
class StartSession(Command):
    """Begin a game session."""

    kind: ClassVar[str] = "start_session"
    by: ClassVar[By] = By.GM
    talk: ClassVar[Talk] = Talk(confirm="Begin the session?", main=True)
    means: ClassVar[Meaning] = "begins_session"

    def decide(self, ledger: Ledger, who: None) -> None:
        """Begin a game session."""
        if ledger.state.session_active:
            raise Refused("SESSION_STATE", phrase("The session is running."))
        ledger.record(SessionStarted(ledger.state.session_no + 1))

    @classmethod
    def moves(cls, state: State, who: str) -> Iterator[Move]:
        """One button."""
        yield Move(cls.kind, phrase("Start the session"), SESSION)


@dataclass(frozen=True, slots=True)
class SessionEnded(Event):
    """The game session is over."""

    kind: ClassVar[str] = "session_ended"
    weight: ClassVar[int] = 2
    ends: ClassVar[Ending] = "session"
    session_no: int

    def apply(self, state: State) -> Changes:
        """No session runs, and no dice lie."""
        return {"session_active": False, "lying": None}

    def sentence(self) -> Phrase:
        """Its number."""
        return phrase("Session {number} is over", number=self.session_no)


@dataclass(frozen=True, slots=True, kw_only=True)
class EndSession(Command):
    """End the game session."""

    kind: ClassVar[str] = "end_session"
    by: ClassVar[By] = By.GM
    talk: ClassVar[Talk] = Talk(confirm="End the session?", main=True, once=True)
    means: ClassVar[Meaning] = "ends_session"

    def decide(self, ledger: Ledger, who: None) -> None:
        """End the game session."""
        if not ledger.state.session_active:
            raise Refused("SESSION_STATE", phrase("No session is running."))
        refuse_pending(ledger.state)
        if ledger.state.combat is not None:
            raise Refused("IN_COMBAT", phrase("End the fight first."))
        ledger.record(SessionEnded(ledger.state.session_no))

    @classmethod
    def moves(cls, state: State, who: str) -> Iterator[Move]:
        """One button."""
        yield Move(cls.kind, phrase("End the session"), SESSION)


@dataclass(frozen=True, slots=True)
class ReputationGained(Event):
    """Reputation is handed out (P6-97); `warning` when outside the guideline."""

    kind: ClassVar[str] = "reputation_gained"
    weight: ClassVar[int] = 2
    character: str
    amount: int
    collected: int
    warning: str = ""

    def apply(self, state: State) -> Changes:
        """All that was collected so far."""
        return with_character(state, self.character, rep_collected=self.collected)

    def sentence(self) -> Phrase:
        """How much."""
        return phrase("{character} gains {points} reputation", character=self.character, points=self.amount)


@dataclass(frozen=True, slots=True, kw_only=True)
class AwardReputation(Command):
    """Hand out reputation (P6-97); `chars` empty = every living player character."""

    kind: ClassVar[str] = "award_reputation"
    by: ClassVar[By] = By.GM
    also_read: ClassVar[Mapping[str, str]] = {"n": "amount"}
    amount: Reputation
    chars: tuple[Who, ...] = ()
    scope: Words = "adventure"

    def decide(self, ledger: Ledger, who: None) -> None:
        """Hand out reputation; outside the guideline it only warns (P6-97)."""
        chars = everyone(ledger.state, self.chars)
        odd = self.scope == "adventure" and self.amount not in GUIDELINE
        warning = "five to ten are usual for an adventure" if odd else ""
        for one in chars:
            collected = one.rep_collected + self.amount
            ledger.record(ReputationGained(one.name, self.amount, collected, warning))

    @classmethod
    def moves(cls, state: State, who: str) -> Iterator[Move]:
        """Points, for all or some."""
        amount = Field("amount", phrase("Points"), "number", least=1)
        yield Move(cls.kind, phrase("Hand out reputation"), SESSION, fields=(amount, some("chars", party(state))))
