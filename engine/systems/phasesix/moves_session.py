"""Taps about sessions and reputation."""

from collections.abc import Iterator

from engine.board import Field, Move
from engine.phrase import phrase
from engine.systems.phasesix.moves_rolls import people
from engine.systems.phasesix.naming import party
from engine.systems.phasesix.state import State

SESSION = phrase("Session")


def sessions(state: State) -> Iterator[Move]:
    """Beginning and ending a session, and what it is worth (P6-97)."""
    yield Move("start_session", phrase("Start the session"), SESSION)
    yield Move("end_session", phrase("End the session"), SESSION)
    amount = Field("amount", phrase("Points"), "number", least=1)
    some = Field("chars", phrase("Who, if not all"), "choices", people(party(state)), optional=True)
    yield Move("award_reputation", phrase("Hand out reputation"), SESSION, fields=(amount, some))
