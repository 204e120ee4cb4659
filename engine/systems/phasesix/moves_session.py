"""Taps about sessions and reputation."""

from collections.abc import Iterator

from engine.board import Field, Move
from engine.systems.phasesix.moves_rolls import people
from engine.systems.phasesix.naming import party
from engine.systems.phasesix.state import State

SESSION = "Session"


def sessions(state: State) -> Iterator[Move]:
    """Beginning and ending a session, and what it is worth (P6-97)."""
    yield Move("start_session", "Start the session", SESSION)
    yield Move("end_session", "End the session", SESSION)
    amount = Field("amount", "Points", "number", least=1)
    some = Field("chars", "Who, if not all", "choices", people(party(state)), optional=True)
    yield Move("award_reputation", "Hand out reputation", SESSION, fields=(amount, some))
