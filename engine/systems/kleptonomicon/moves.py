"""What a player of the Kleptonomicon may do now by a tap."""

from engine.board import Move
from engine.offers import dice_moves
from engine.systems.kleptonomicon.state import State
from engine.systems.kleptonomicon.testing import roll_requests


def moves(state: State, player: str) -> tuple[Move, ...]:
    """What is owed first."""
    return tuple(dice_moves(roll_requests(state), player))
