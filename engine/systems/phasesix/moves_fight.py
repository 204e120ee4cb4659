"""Taps about fights: turns and actions, who joins, leaves, notices whom, hits without a roll (rules 3.5 to 3.9)."""

from collections.abc import Iterator

from engine.board import Field, Move, Option
from engine.offers import choice, options
from engine.phrase import phrase
from engine.systems.phasesix.entities import Character, Combat
from engine.systems.phasesix.moves_rolls import living, people, prefixed
from engine.systems.phasesix.rules.actions import TURN, BuyAction
from engine.systems.phasesix.state import State

FIGHT = phrase("Fight")
_WOUNDS = ("1", "2", "3", "1d3", "1d6")


def turn(state: State, who: Character) -> Iterator[Move]:
    """Ending a turn, buying and stealing actions (P6-35, P6-44, P6-45)."""
    combat = state.combat
    if combat is None:
        return
    given = (("char", who.name),)
    if combat.holder == who.name:
        yield Move("pass_priority", prefixed(state, who, phrase("end the turn")), TURN, given)
    yield from BuyAction.moves(state, who.name)
    if who.destiny.now:
        victims = tuple(one for one in living(state) if combat.of(one.name) is not None)
        victim = Field("victim", phrase("From whom"), "choice", people(victims))
        yield Move("steal_action", prefixed(state, who, phrase("steal an action")), TURN, given, (victim,))


def fight(state: State) -> Iterator[Move]:
    """What the GM says about a fight."""
    combat, everybody = state.combat, people(living(state))
    if combat is None:
        yield from _starting(state)
    else:
        yield from _running(state, combat)
    if everybody:
        targets = Field("targets", phrase("Who is hit"), "choices", everybody, least=1)
        hits = Field("hits", phrase("Hits on each"), "number", least=1)
        wounds = choice("wounds", phrase("Wounds a hit"), _WOUNDS, optional=True)
        cover = choice("allow_cover", phrase("Cover helps"), [(True, phrase("yes"))], optional=True)
        effect = (targets, hits, wounds, cover)
        yield Move("resolve_effect", phrase("Let hits fall without a roll"), FIGHT, fields=effect)


def _foes(state: State) -> tuple[Option, ...]:
    return options(foe.name for foe in state.library.foes)


def _starting(state: State) -> Iterator[Move]:
    """Everybody alive fights, unless some are named; with new foes the player characters against them."""
    some = Field("participants", phrase("Who, if not all"), "choices", people(living(state)), least=2, optional=True)
    yield Move("start_combat", phrase("Start a fight"), FIGHT, fields=(some,))
    if state.library.foes:
        foes = Field("foes", phrase("Which foes"), "choices", _foes(state), least=1)
        yield Move("start_combat", phrase("Start a fight with new foes"), FIGHT, fields=(foes,))


def _running(state: State, combat: Combat) -> Iterator[Move]:
    if combat.holder is None and combat.combatants:
        first = (("char", combat.combatants[0].name),)
        yield Move("pass_priority", phrase("Go on to the next round"), FIGHT, first)
    there = tuple(one for one in state.characters if combat.of(one.name) is not None)
    others = tuple(one for one in living(state) if one not in there)
    if others:
        joining = Field("char", phrase("Who"), "choice", people(others))
        yield Move("join_combat", phrase("Let somebody join the fight"), FIGHT, fields=(joining,))
    if state.library.foes:
        foe = Field("foe", phrase("Which foe"), "choice", _foes(state))
        yield Move("join_combat", phrase("Let a new foe join"), FIGHT, fields=(foe,))
    leaving = Field("char", phrase("Who"), "choice", people(there))
    yield Move("leave_combat", phrase("Take somebody out of the fight"), FIGHT, fields=(leaving,))
    pair = (
        Field("observer", phrase("Who"), "choice", people(there)),
        Field("noticed", phrase("Whom"), "choice", people(there[::-1])),
    )
    yield Move("set_perception", phrase("Say who does not notice whom"), FIGHT, (("perceives", False),), pair)
    yield Move("set_perception", phrase("Say who notices whom"), FIGHT, (("perceives", True),), pair)
    yield Move("end_combat", phrase("End the fight"), FIGHT)
