"""Sentences about sheets, harm, connections, corrections, and the start and end of an evening."""

from collections.abc import Iterator

from engine.common.words import number, sentence
from engine.systems.phase_abandon.describe import describe
from engine.systems.phase_abandon.events.rolls import (
    AdvancementGained,
    HeartDamaged,
    ItemBroken,
    LuckLost,
    PoolTokensAdded,
    SkillDamaged,
    SkillRankRaised,
    SkillRepaired,
)
from engine.systems.phase_abandon.events.sheets import (
    BlurbSet,
    CharacterCreated,
    CharacterFinished,
    ConnectionAdded,
    EquipmentNoted,
    GenreSet,
    GoalAdded,
    GoalRaised,
    PrincipleAdded,
    ProposalDecided,
    SettingDetailAdded,
    SettingDetailModified,
    SettingFinished,
    SkillBought,
    SpecialItemBought,
)
from engine.systems.phase_abandon.events.story import (
    CharacterFell,
    CharacterRecovered,
    ConnectionChanged,
    ConnectionInvoked,
    ConnectionRequestSettled,
    DamageHealed,
    FateChosen,
    GoalCompleted,
    HeartRestored,
    ItemRecharged,
    PrincipleBroken,
    PrincipleResolved,
    SkillLearned,
)
from engine.systems.phase_abandon.events.table import (
    GroupGoalAdded,
    GroupGoalChanged,
    HouseRuleChanged,
    ImprovementGranted,
    ImprovementSpent,
    LuckRolled,
    PlayerSeated,
    PresenceChanged,
    SessionEnded,
    SessionStarted,
    StateCorrected,
)
from engine.systems.phase_abandon.speech.batch import Batch
from engine.systems.phase_abandon.vocabulary import Phase
from engine.systems.phase_abandon.words import counted, scores
from engine.types import Spoken

_ON_SHEETS = (
    *(BlurbSet, CharacterCreated, CharacterFinished, EquipmentNoted, PrincipleAdded, ProposalDecided),
    *(SkillBought, SpecialItemBought),
)
_AGREED = (GenreSet, HouseRuleChanged, SettingDetailAdded, SettingDetailModified, SettingFinished)


def openings(batch: Batch) -> Iterator[Spoken]:
    """A game session begins; Luck for tonight."""
    if started := batch.first(SessionStarted):
        yield Spoken(f"Session {number(started.session_no)} begins.", 2)
        chips = {player.chips for player in batch.after.present}
        if len(chips) == 1:
            yield Spoken(f"{counted(chips.pop(), 'chip').capitalize()} each.", 2)
    if lucks := batch.all(LuckRolled):
        yield Spoken(f"Luck: {scores([(batch.owner(event.character), event.luck) for event in lucks])}.", 2)
    for seated in batch.all(PlayerSeated):
        yield Spoken(f"{seated.player} sits down.", 1)
    for presence in batch.all(PresenceChanged):
        yield Spoken(f"{presence.player} {'is back' if presence.present else 'leaves the table'}.", 2)


def entries(batch: Batch) -> Iterator[Spoken]:
    """New entries on the sheets and among the group goals; details while sheets are being written."""
    weight = 2 if batch.after.phase is Phase.PLAY else 1
    for group in batch.all(GroupGoalAdded):
        yield Spoken(f"New group goal, {number(group.value)}: {group.goal}.", weight)
    for change in batch.all(GroupGoalChanged):
        yield Spoken(describe(change), 2)
    for goal in batch.all(GoalAdded):
        owner = batch.owner(goal.character)
        yield Spoken(f"New goal for {owner}, {number(goal.goal.value_initial)}: {goal.goal.text}.", weight)
    for raised in batch.all(GoalRaised):
        yield Spoken(f"{sentence(raised.goal)} Now {number(raised.value_left)}.", weight)
    for entry in batch.events:
        if isinstance(entry, _ON_SHEETS):
            yield Spoken(describe(entry), 1)
        elif isinstance(entry, _AGREED):
            yield Spoken(describe(entry), 2)


def _plain(value: int | str) -> str:
    return number(value) if isinstance(value, int) else value


def corrections(batch: Batch) -> Iterator[Spoken]:
    """Numbers the table set right."""
    for fix in batch.all(StateCorrected):
        what = fix.skill or fix.goal or fix.connection
        new = _plain(fix.new)
        thing = fix.path.rsplit(".", 1)[-1].replace("_", " ")
        if fix.player and thing == "chips" and isinstance(fix.new, int):
            yield Spoken(f"{fix.player} has {counted(fix.new, 'chip')}. Noted.", 2)
        elif what:
            yield Spoken(f"{what}: {new}. Noted.", 2)
        else:
            whose = f"{fix.player}, " if fix.player else ""
            yield Spoken(sentence(f"{whose}{thing} {new}. Noted"), 2)


def harm(batch: Batch) -> Iterator[Spoken]:
    """What the ones cost, and what gets better again."""
    for damaged in batch.all(SkillDamaged):
        if damaged.amount:
            yield Spoken(f"{damaged.skill} drops to {number(damaged.level)}.", 2)
    for luck in batch.all(LuckLost):
        yield Spoken(f"{batch.owner(luck.character)}'s Luck drops to {number(luck.luck)}.", 2)
    for heart in batch.all(HeartDamaged):
        yield Spoken(f"{heart.character} loses {number(heart.amount)} Heart, {number(heart.heart)} left.", 2)
    for broken in batch.all(ItemBroken):
        yield Spoken(f"{broken.item} is broken for good.", 2)
    for recharged in batch.all(ItemRecharged):
        yield Spoken(f"{recharged.item} is whole again.", 2)
    for healed in batch.all(DamageHealed):
        yield Spoken(f"{healed.skill} of {healed.character}: {number(healed.amount)} healed.", 2)
    for restored in batch.all(HeartRestored):
        yield Spoken(f"{restored.character} is back to {number(restored.heart)} Heart.", 2)


def training(batch: Batch) -> Iterator[Spoken]:
    """What the sixes and the improvement chips bring."""
    for tokens in batch.all(PoolTokensAdded):
        yield Spoken(f"{counted(tokens.pool, 'token').capitalize()} in the pool.", 1)
    for spent in batch.all(ImprovementSpent):
        yield Spoken(f"{counted(spent.chips, 'improvement chip').capitalize()} into {spent.skill}.", 2)
    for repaired in batch.all(SkillRepaired):
        yield Spoken(f"{repaired.skill} recovers one.", 1)
    for gained in batch.all(AdvancementGained):
        yield Spoken(f"{gained.skill} is at {number(gained.advancement)} of {number(gained.threshold)}.", 1)
    for raised in batch.all(SkillRankRaised):
        yield Spoken(f"{raised.skill} rises to rank {number(raised.rank)}.", 2)
    for learned in batch.all(SkillLearned):
        yield Spoken(f"{learned.character} learns {learned.skill}, rank {number(learned.rank)}.", 2)
    for done in batch.all(GoalCompleted):
        yield Spoken(f"{done.character} has reached a goal: {done.goal}.", 3)
    for vow in batch.all(PrincipleBroken):
        yield Spoken(f"{vow.character} breaks a principle, {vow.principle}: minus {number(vow.penalty)}.", 2)
    for mended in batch.all(PrincipleResolved):
        yield Spoken(f"{mended.character}'s principle counts again: {mended.new_text or mended.principle}.", 2)


def connections(batch: Batch) -> Iterator[Spoken]:
    """Acquaintances made, strained and grown."""
    for added in batch.all(ConnectionAdded):
        yield Spoken(f"{added.character} knows {added.npc_name} now, at {number(added.value)}.", 2)
    for invoked in batch.all(ConnectionInvoked):
        yield Spoken(f"{invoked.connection} wants something from {invoked.target}.", 2)
    for changed in batch.all(ConnectionChanged):
        if changed.old != changed.new:
            verb = "rises" if changed.new > changed.old else "drops"
            yield Spoken(f"{changed.connection} {verb} to {number(changed.new)}.", 2)
    for settled in batch.all(ConnectionRequestSettled):
        yield Spoken(f"{settled.connection}'s request is {'done' if settled.fulfilled else 'refused'}.", 2)


def fates(batch: Batch) -> Iterator[Spoken]:
    """Characters who fall, and what becomes of them."""
    for fell in batch.all(CharacterFell):
        yield Spoken(f"{fell.character} is down. {batch.owner(fell.character)}: dead, or out of the scene?", 3)
    for fate in batch.all(FateChosen):
        yield Spoken(f"{fate.character} {'dies' if fate.fate == 'die' else 'is out of the scene'}.", 2)
    for back in batch.all(CharacterRecovered):
        yield Spoken(f"{back.character} is back, Heart {number(back.heart)}.", 2)


def endings(batch: Batch) -> Iterator[Spoken]:
    """The end of a game session."""
    ended = batch.first(SessionEnded)
    if ended is None:
        return
    granted = [
        (batch.owner(event.character), event.from_luck + event.from_pool) for event in batch.all(ImprovementGranted)
    ]
    yield Spoken("That's it for tonight.", 2)
    if granted:
        yield Spoken(f"Improvement chips: {scores(granted)}.", 2)
    if ended.pool_left:
        yield Spoken(f"{counted(ended.pool_left, 'token').capitalize()} left in the pool.", 2)
