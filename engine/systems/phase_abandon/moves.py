"""What a player of Phase Abandon may do now by a tap."""

from engine.board import Move
from engine.offers import dice_moves
from engine.systems.phase_abandon.state import State


def moves(state: State, player: str) -> tuple[Move, ...]:
    """What is owed first."""
    return tuple(dice_moves(state.dice_requests, player))
