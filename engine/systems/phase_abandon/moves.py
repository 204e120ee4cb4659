"""Taps a player may make now, in the order pages show them; `decide` itself says what is legal."""

from collections.abc import Callable, Iterable, Iterator

from engine.board import Move
from engine.common.messages import registered
from engine.offers import Offers, dice_moves
from engine.systems.phase_abandon.decide import decide
from engine.systems.phase_abandon.entities import State
from engine.systems.phase_abandon.guards import open_business
from engine.systems.phase_abandon.messages import Command
from engine.systems.phase_abandon.rules import (
    actions,
    approval,
    checks,
    conflicts,
    connections,
    corrections,
    goals,
    group_goals,
    handover,
    harm,
    help,
    learning,
    narration,
    preparing,
    principles,
    reports,
    scenes,
    sessions,
    setting,
    sheets,
    table,
    throws,
)
from engine.systems.phase_abandon.vocabulary import Phase

_OFFERS: Offers[State] = Offers(registered(Command), decide)
Taps = Callable[[State, str], Iterator[Move]]

_AT_ONCE: tuple[Taps, ...] = (
    conflicts.PlaceBid.moves,
    harm.ChooseFate.moves,
    preparing.InvokeTrigger.moves,
    preparing.SplitDice.moves,
    preparing.HoldOutDice.moves,
    throws.RerollDice.moves,
    throws.TradeSix.moves,
    throws.ExplodeSixes.moves,
    throws.AcceptRoll.moves,
    throws.SpendPoolToken.moves,
    help.OfferHelp.moves,
    checks.AddDifficulty.moves,
    preparing.WithdrawRoll.moves,
    reports.SkipRollOff.moves,
)
"""Taps that are owed or about the live roll; all others wait until the dice or bids are in."""

_IN_PLAY: tuple[Taps, ...] = (
    handover.AskAround.moves,
    handover.EndNarration.moves,
    narration.CountAction.moves,
    scenes.SetScene.moves,
    conflicts.CallConflict.moves,
    scenes.DeclareLull.moves,
    actions.DeclareAction.moves,
    checks.RequestSkillCheck.moves,
    connections.CallConnection.moves,
    connections.InvokeConnection.moves,
    harm.HealDamage.moves,
)

_ANY_TIME: tuple[Taps, ...] = (
    connections.SettleConnectionRequest.moves,
    goals.ClaimReward.moves,
    group_goals.AddGroupGoal.moves,
    group_goals.ChangeGroupGoal.moves,
    setting.SetGenre.moves,
    setting.AddSettingDetail.moves,
    setting.ModifySettingDetail.moves,
    setting.FinishSetting.moves,
    sheets.CreateCharacter.moves,
    sheets.SetBlurb.moves,
    sheets.AddSkill.moves,
    sheets.AddSpecialItem.moves,
    principles.AddPrinciple.moves,
    sheets.FinishCharacter.moves,
    approval.DecideProposal.moves,
    learning.LearnSkill.moves,
    learning.ProposeSkillGoal.moves,
    principles.BreakPrinciple.moves,
    principles.ResolvePrinciple.moves,
    goals.AddPersonalGoal.moves,
    connections.AddConnection.moves,
    sheets.NoteEquipment.moves,
    harm.RechargeItem.moves,
    sessions.SpendImprovement.moves,
    harm.RecoverCharacter.moves,
    sessions.StartSession.moves,
    sessions.CallGetMoving.moves,
    sessions.EndSession.moves,
    corrections.word_given,
    table.AddPlayer.moves,
    table.SetPresence.moves,
    goals.ChangePersonalGoal.moves,
    corrections.CorrectState.moves,
)


def moves(state: State, player: str) -> tuple[Move, ...]:
    """Owed taps first, then the roll, the story, deeds of one's own, the sheet, the table."""
    seated = state.player(player)
    if seated is None:
        return ()
    if not seated.present:
        return _OFFERS.taken(state, player, table.SetPresence.moves(state, player))
    return _OFFERS.taken(state, player, _candidates(state, player))


def _candidates(state: State, player: str) -> Iterator[Move]:
    yield from dice_moves(state.dice_requests, player)
    yield from _all(_AT_ONCE, state, player)
    if open_business(state) is None:
        yield from _all(_IN_PLAY if state.phase is Phase.PLAY else (), state, player)
        yield from _all(_ANY_TIME, state, player)


def _all(taps: Iterable[Taps], state: State, player: str) -> Iterator[Move]:
    return (move for each in taps for move in each(state, player))
