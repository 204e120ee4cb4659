"""What a player may do by a tap: dice first, then open rolls and reactions, deeds, and what the GM says."""

from engine.board import Move
from engine.offers import Offers, dice_moves
from engine.systems.phasesix.commands import COMMAND_TYPES
from engine.systems.phasesix.decide import decide
from engine.systems.phasesix.state import State

_OFFERS = Offers(COMMAND_TYPES, decide)


def moves(state: State, player: str) -> tuple[Move, ...]:
    """What this player may do now, what is owed first; the rules would take every one."""
    owed = tuple(dice_moves((throw.request for throw in state.throws), player))
    return (*owed, *_OFFERS.taken(state, player, ()))
