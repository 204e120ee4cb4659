"""Taps a player is offered: dice first, then open rolls and reactions, deeds, and what the GM says."""

from collections.abc import Iterator
from dataclasses import replace

from engine.board import Move
from engine.common.messages import registered
from engine.offers import Offers, dice_moves
from engine.phrase import phrase
from engine.systems.phasesix.decide import decide
from engine.systems.phasesix.derived import in_combat
from engine.systems.phasesix.entities import Character, State
from engine.systems.phasesix.messages import Command
from engine.systems.phasesix.rulebook import leads
from engine.systems.phasesix.rules.actions import BuyAction, PassPriority, StealAction
from engine.systems.phasesix.rules.aid import FirstAid
from engine.systems.phasesix.rules.attacks import Attack
from engine.systems.phasesix.rules.calling_for_rolls import Observe, RequestCheck, RequestGroupCheck
from engine.systems.phasesix.rules.casting import CastSpell
from engine.systems.phasesix.rules.characters import CreateCharacter
from engine.systems.phasesix.rules.conditions import ApplyCondition, Extinguish, RemoveCondition, TickConditions
from engine.systems.phasesix.rules.corrections import CorrectState
from engine.systems.phasesix.rules.deeds import CustomDeed
from engine.systems.phasesix.rules.defence import Evade, Parry, StateHits
from engine.systems.phasesix.rules.extra_dice import GrantDestiny, open_rolls
from engine.systems.phasesix.rules.fights import EndCombat, JoinCombat, LeaveCombat, SetPerception, StartCombat
from engine.systems.phasesix.rules.harm import DeclareDead, GiveBoost, Heal, TakeWounds
from engine.systems.phasesix.rules.movement import Crawl, Hunker, Run, StandUp, Walk
from engine.systems.phasesix.rules.reactions import CloseReactions, PassReaction, React
from engine.systems.phasesix.rules.rest import Rest
from engine.systems.phasesix.rules.rounds import SkipInitiative
from engine.systems.phasesix.rules.sheets import Equip, PutAway
from engine.systems.phasesix.rules.spells import AddSpellTemplate, ForgetSpell, LearnSpell
from engine.systems.phasesix.rules.stress import AddStress, RecordTick, ReduceStress, RemoveTick
from engine.systems.phasesix.rules.strikes import ResolveEffect
from engine.systems.phasesix.rules.table import AwardReputation, EndSession, StartSession
from engine.systems.phasesix.rules.templates import BuyTemplate, FinishCharacter, TakeTemplate
from engine.systems.phasesix.rules.things import Reload, with_things
from engine.systems.phasesix.rules.windows import waiting
from engine.systems.phasesix.taps import living, own

_OFFERS = Offers(registered(Command), decide)
_SESSIONS = (StartSession, EndSession, AwardReputation)
_TURN = (PassPriority, BuyAction, StealAction)
_MOVING = (Walk, Run, Crawl)
_RUNNING = (JoinCombat, LeaveCombat, SetPerception, EndCombat)
_HARM = (TakeWounds, Heal, GiveBoost, ApplyCondition)
_HEALTH = (RemoveCondition, Extinguish, TickConditions, Rest, DeclareDead, GrantDestiny)
_GROWTH = (TakeTemplate, FinishCharacter, BuyTemplate, Equip, PutAway)
_SPELLS = (LearnSpell, ForgetSpell, AddSpellTemplate)
_NO_RIDERS = frozenset(("walk", "run", "crawl", "hunker", "stand_up", "throw_object"))
"""Deeds that never go with a walk."""


def moves(state: State, player: str) -> tuple[Move, ...]:
    """The moves that the rules would take of this player now, what is owed first."""
    owed = tuple(dice_moves((throw.request for throw in state.throws), player))
    return (*owed, *_OFFERS.taken(state, player, _moves(state, player)))


def _moves(state: State, player: str) -> Iterator[Move]:
    gm = leads(state, player)
    yield from open_rolls(state, player)
    yield from _reactions(state, player, gm)
    for who in _acting(state, player):
        yield from _deeds(state, who)
        if state.combat is not None:
            yield from _each(_TURN, state, who.name)
        yield from Observe.moves(state, who.name)
    if gm and not state.session_active:
        yield from _each(_SESSIONS, state, player)
    if gm:
        yield from _calling(state, player)
    yield from _health(state, player, gm)
    yield from _growth(state, player)
    if gm and state.session_active:
        yield from _each(_SESSIONS, state, player)


def _each(commands: tuple[type[Command], ...], state: State, who: str) -> Iterator[Move]:
    for command in commands:
        yield from command.moves(state, who)


def _acting(state: State, player: str) -> tuple[Character, ...]:
    """Everybody who could do something now: whoever fights, outside fights every player character."""
    if state.combat is None:
        return tuple(one for one in own(state, player) if one.kind == "pc")
    return tuple(one for one in own(state, player) if in_combat(state, one.name))


def _reactions(state: State, player: str, gm: bool) -> Iterator[Move]:
    """Answers to the deed under way (P6-39 to P6-43, P6-60 to P6-63)."""
    if state.combat is None or state.combat.window is None:
        return
    if gm:
        yield from StateHits.moves(state, player)
    for who in own(state, player):
        if who.name in waiting(state):
            yield from _each((PassReaction, Evade, Parry), state, who.name)
            yield from map(React.by_deed, _ways(state, who))
    if gm:
        yield from CloseReactions.moves(state, player)


def _deeds(state: State, who: Character) -> Iterator[Move]:
    """Deeds of one's own turn; after a walk also those that go along with it (P6-36, P6-38)."""
    combat = state.combat
    if combat is not None and combat.holder != who.name:
        return
    for move in _ways(state, who):
        yield move
        if combat is not None and combat.rider == who.name and move.kind not in _NO_RIDERS:
            label = phrase("{move}, with the walk", move=move.label)
            yield replace(move, label=label, given=(*move.given, ("as_rider", True)))


def _ways(state: State, who: Character) -> Iterator[Move]:
    """Everything somebody can do with an action."""
    fights, name = in_combat(state, who.name), who.name
    if fights:
        yield from Attack.moves(state, name)
        yield from _each(_MOVING, state, name)
        yield from Walk.coupled_move(state, name)
        yield from _each((Hunker, StandUp), state, name)
    yield from Reload.moves(state, name)
    yield from with_things(state, who)
    yield from FirstAid.moves(state, name)
    yield from CastSpell.moves(state, name)
    if fights:
        yield from CustomDeed.moves(state, name)


def _calling(state: State, player: str) -> Iterator[Move]:
    """The GM calls for rolls (P6-10, P6-25), and says what happens in a fight."""
    if living(state):
        yield from _each((RequestCheck, RequestGroupCheck), state, player)
    if state.combat is None:
        yield from StartCombat.moves(state, player)
    else:
        yield from SkipInitiative.moves(state, player)
        yield from PassPriority.after_all(state)
        yield from _each(_RUNNING, state, player)
    if living(state):
        yield from ResolveEffect.moves(state, player)


def _health(state: State, player: str, gm: bool) -> Iterator[Move]:
    """Everybody enters what happens to their own, the GM to anybody."""
    if not (living(state) if gm else own(state, player)):
        return
    yield from _each(_HARM, state, player)
    if gm:
        yield from _each(_HEALTH, state, player)
        yield from _stress(state, player)
    yield from CorrectState.moves(state, player)


def _stress(state: State, player: str) -> Iterator[Move]:
    """Stress and ticks of the horror extension (P6-94, P6-95)."""
    if "horror" in state.extensions:
        yield from _each((AddStress, ReduceStress), state, player)
        for one in living(state):
            yield from _each((RecordTick, RemoveTick), state, one.name)


def _growth(state: State, player: str) -> Iterator[Move]:
    """A first character, and what its owner may change between fights."""
    yield from CreateCharacter.moves(state, player)
    if state.combat is None:
        for who in own(state, player):
            if who.kind == "pc":
                yield from _each(_GROWTH, state, who.name)
                if "magic" in state.extensions:
                    yield from _each(_SPELLS, state, who.name)
            else:
                yield from _each((Equip, PutAway), state, who.name)
