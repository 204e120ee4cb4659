"""Taps of a player: what is waited for, answers to offers, then the usual next steps; the rules filter."""

from collections.abc import Iterator

from engine.board import Move
from engine.common.messages import registered
from engine.offers import Offers
from engine.systems.choice_pta.decide import decide
from engine.systems.choice_pta.entities import Conflict
from engine.systems.choice_pta.messages import Command
from engine.systems.choice_pta.rules.bonuses import SpendTokens, SpendTrait, WithdrawBonus
from engine.systems.choice_pta.rules.conflicts import CallConflict, LockStakes, SetVictoryGoal
from engine.systems.choice_pta.rules.deals import answering
from engine.systems.choice_pta.rules.disputes import ClaimOrder, RuleOnStakes, VetoNarration
from engine.systems.choice_pta.rules.ending import CancelConflict, CloseConflict, CloseRound
from engine.systems.choice_pta.rules.gifts import giving
from engine.systems.choice_pta.rules.hands import RedrawHand, UseMulligan
from engine.systems.choice_pta.rules.mooks_and_fate import AdoptStake, ChooseFate, KeepMooks, taking_out
from engine.systems.choice_pta.rules.narration import turns
from engine.systems.choice_pta.rules.offers import offering
from engine.systems.choice_pta.rules.playing import RetractCard, committing
from engine.systems.choice_pta.rules.reveal import DeclareCard, Reveal
from engine.systems.choice_pta.rules.scenes import EndScene, SetPresence, StartScene
from engine.systems.choice_pta.rules.sittings import StartSitting
from engine.systems.choice_pta.rules.stakes import DropStake, SetOpposition, SetStake
from engine.systems.choice_pta.rules.table import DefineProtagonist
from engine.systems.choice_pta.rules.tokens import AwardToken, CorrectTokens
from engine.systems.choice_pta.state import State
from engine.systems.choice_pta.vocabulary import NARRATING, Phase

_OFFERS = Offers(registered(Command), decide)
_SETTING_UP = (SetStake, DropStake, SetOpposition, SetVictoryGoal, LockStakes)
_WHILE_CARDS_LIE = (SpendTrait, SpendTokens, WithdrawBonus, RedrawHand, RetractCard, Reveal, AdoptStake)
_DISPUTING = (ClaimOrder, VetoNarration, RuleOnStakes)


def moves(state: State, player: str) -> tuple[Move, ...]:
    """Moves this player may make now, owed ones first; the rules would take every one."""
    return () if state.seat(player) is None else _OFFERS.taken(state, player, _moves(state, player))


def _moves(state: State, who: str) -> Iterator[Move]:
    conflict = state.conflict
    if conflict is not None:
        yield from ChooseFate.moves(state, who)
        yield from DeclareCard.moves(state, who)
        yield from committing(state, who)
    yield from answering(state, who)
    yield from _between(state, who) if conflict is None else _in_conflict(state, conflict, who)
    yield from AwardToken.moves(state, who)
    yield from offering(state, who)
    yield from SetPresence.moves(state, who)
    yield from UseMulligan.moves(state, who)
    yield from _leaving(state, who)
    if conflict is None:
        yield from CorrectTokens.moves(state, who)


def _leaving(state: State, who: str) -> Iterator[Move]:
    """Ends of what runs and what comes after, with things left open."""
    conflict = state.conflict
    if conflict is not None and conflict.phase not in (Phase.NARRATION, Phase.FINAL_NARRATION):
        yield from CloseConflict.moves(state, who)


def _of(commands: tuple[type[Command], ...], state: State, who: str) -> Iterator[Move]:
    for command in commands:
        yield from command.moves(state, who)


def _between(state: State, who: str) -> Iterator[Move]:
    """Between conflicts: evenings and scenes."""
    going_on = (CallConflict, EndScene) if state.scene is not None else (StartScene, StartSitting, DefineProtagonist)
    yield from _of(going_on, state, who)


def _in_conflict(state: State, conflict: Conflict, who: str) -> Iterator[Move]:
    if conflict.phase is Phase.STAKES:
        yield from _of(_SETTING_UP, state, who)
    elif conflict.phase in NARRATING:
        yield from _narrating(state, conflict, who)
    else:
        yield from _of(_WHILE_CARDS_LIE, state, who)
    yield from CancelConflict.moves(state, who)


def _narrating(state: State, conflict: Conflict, who: str) -> Iterator[Move]:
    """Turns, the end of the round or the conflict, their order, vetoes, gifts and mooks."""
    in_round, own = conflict.phase is Phase.ROUND_NARRATION, conflict.parts_of(who)
    yield from turns(state, who)
    yield from (CloseRound if in_round else CloseConflict).moves(state, who)
    yield from _of(_DISPUTING, state, who)
    for part in own:
        yield from giving(conflict, part)
        yield from taking_out(conflict, part)
    yield from _of((AdoptStake, KeepMooks), state, who)
    if in_round and not own:
        yield from SetStake.moves(state, who)
