"""The words said aloud about one batch of events: short, factual, from the events and the states only.

What one event says by itself stands with it (`aloud`); here is what draws on several of them or on the states.

Sentences come in the order a table wants them: what was thrown and what it counts, harm, what is left to do, who pays
and who narrates, and last the dice or answers now wanted. Weights: 3 dice wanted and narration changing hands,
2 results and payments, 1 detail.
"""

from collections.abc import Callable, Iterator
from itertools import chain

from engine.phrase import Phrase, phrase, spelled
from engine.systems.phase_abandon.entities import State
from engine.systems.phase_abandon.messages import Event
from engine.systems.phase_abandon.rules import (
    approval,
    checks,
    conflicts,
    connections,
    corrections,
    counting,
    dice,
    goals,
    harm,
    help,
    learning,
    preparing,
    principles,
    sessions,
    setting,
    sheets,
    table,
    throws,
    wear,
)
from engine.systems.phase_abandon.speech import evening, rolls, story
from engine.systems.phase_abandon.speech.batch import Batch
from engine.types import Spoken

_PARTS: tuple[Callable[[Batch], Iterator[Spoken]] | tuple[type[Event], ...], ...] = (
    evening.opening,
    (table.PlayerSeated, table.PresenceChanged),
    evening.goals_added,
    (setting.GenreSet, setting.SettingDetailAdded, setting.SettingDetailModified, setting.SettingFinished),
    (sheets.CharacterCreated, sheets.BlurbSet, sheets.SkillBought, sheets.SpecialItemBought, sheets.EquipmentNoted),
    (principles.PrincipleAdded, approval.ProposalDecided, sheets.CharacterFinished, table.HouseRuleChanged),
    (corrections.StateCorrected,),
    story.conflict_called,
    story.bid_in,
    (checks.SkillCheckRequested, preparing.TriggerInvoked, checks.DifficultyAdded, help.HelpOffered),
    (preparing.DiceHeldOut, preparing.DiceSplit),
    rolls.withdrawn,
    (dice.DiceReported,),
    rolls.traded,
    (throws.PoolTokenSpent,),
    rolls.result,
    (wear.SkillDamaged,),
    evening.luck_lost,
    (wear.HeartDamaged, wear.ItemBroken, harm.ItemRecharged, harm.DamageHealed, harm.HeartRestored),
    (counting.PoolTokensAdded, sessions.ImprovementSpent),
    (wear.SkillRepaired, wear.AdvancementGained, wear.SkillRankRaised, learning.SkillLearned),
    (goals.GoalChanged, goals.GoalCompleted, principles.PrincipleBroken, principles.PrincipleResolved),
    (connections.ConnectionAdded, connections.ConnectionInvoked),
    (connections.ConnectionChanged, connections.ConnectionRequestSettled),
    (conflicts.ConflictFizzled, conflicts.BidsRevealed, conflicts.BidPotWon, conflicts.ChallengeSceneStarted),
    story.standing,
    story.roll_off_won,
    story.narration,
    (goals.RewardGranted,),
    story.rewards_claimed,
    (goals.RewardForfeited,),
    story.roll_off_opened,
    rolls.wanted,
    rolls.choice,
    evening.fallen,
    (harm.FateChosen, harm.CharacterRecovered),
    evening.ending,
)


def say(before: State, events: tuple[Event, ...], after: State) -> tuple[Spoken, ...]:
    """Merges one batch into what a companion says aloud.

    Bids are never spoken before all are in (PA-92); narration is announced with holder, kind, limit and reason
    (section 4).

    Args:
        before: State the batch was decided on.
        events: The batch, in order.
        after: State with the batch folded in.
    """
    batch = Batch(before, events, after)
    told = (batch.told(*part) if isinstance(part, tuple) else part(batch) for part in _PARTS)
    return tuple(chain.from_iterable(told))


def dice_wanted(state: State) -> tuple[Spoken, ...]:
    """The dice the table owes in this state, as `say` asks for them; for asking again, after an undo for instance."""
    return tuple(rolls.requests(Batch(state, (), state), state.dice_requests))


def describe_undo(events: tuple[Event, ...], before: State | None = None) -> Phrase:
    """A phrase to follow "Undone:": "Hannah's Stealth roll".

    Args:
        events: The batch that no longer counts.
        before: State it was decided on; names the skill of dice reported to a roll that was already open.
    """
    for event in events:
        undone = rolls.undone_dice(event, before) if isinstance(event, dice.DiceReported) else event.undone()
        if undone:
            return undone
    return spelled(events[0].kind) if events else phrase("nothing")
