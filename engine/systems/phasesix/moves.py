"""What a player may do by a tap: dice first, then open rolls and reactions, deeds, and what the GM says."""

from collections.abc import Iterator

from engine.board import Move
from engine.common.messages import registered
from engine.offers import Offers, dice_moves
from engine.systems.phasesix.decide import decide
from engine.systems.phasesix.entities import Character
from engine.systems.phasesix.messages import Command
from engine.systems.phasesix.moves_deeds import deeds, reactions
from engine.systems.phasesix.moves_fight import fight, turn
from engine.systems.phasesix.moves_growth import growth
from engine.systems.phasesix.moves_health import health
from engine.systems.phasesix.moves_rolls import calling, looking, open_rolls
from engine.systems.phasesix.moves_session import sessions
from engine.systems.phasesix.rulebook import leads
from engine.systems.phasesix.state import State

_OFFERS = Offers(registered(Command), decide)


def moves(state: State, player: str) -> tuple[Move, ...]:
    """What this player may do now, what is owed first; the rules would take every one."""
    owed = tuple(dice_moves((throw.request for throw in state.throws), player))
    return (*owed, *_OFFERS.taken(state, player, _moves(state, player)))


def _moves(state: State, player: str) -> Iterator[Move]:
    own = tuple(one for one in state.characters if one.player == player and not one.dead)
    gm = leads(state, player)
    yield from open_rolls(state, player)
    yield from reactions(state, own, gm)
    for who in acting(state, own):
        yield from deeds(state, who)
        yield from turn(state, who)
        yield from looking(state, who)
    if gm and not state.session_active:
        yield from sessions(state)
    if gm:
        yield from calling(state)
        yield from fight(state)
    yield from health(state, own, gm)
    yield from growth(state, player, own)
    if gm and state.session_active:
        yield from sessions(state)


def acting(state: State, own: tuple[Character, ...]) -> tuple[Character, ...]:
    """Who could do something now: whoever has the turn, outside fights every player character."""
    combat = state.combat
    if combat is None:
        return tuple(one for one in own if one.kind == "pc")
    return tuple(one for one in own if combat.of(one.name) is not None)
