"""Sentences about sheets, harm, connections, corrections, and the start and end of an evening."""

from collections.abc import Iterator

from engine.common.words import number
from engine.phrase import Phrase, capital, joined, phrase, sentence, spelled, verbatim
from engine.systems.phase_abandon import events as ev
from engine.systems.phase_abandon.describe import describe
from engine.systems.phase_abandon.speech.batch import Batch
from engine.systems.phase_abandon.vocabulary import Phase
from engine.systems.phase_abandon.words import counted, scores
from engine.types import Spoken

_ON_SHEETS = (
    *(ev.BlurbSet, ev.CharacterCreated, ev.CharacterFinished, ev.EquipmentNoted, ev.PrincipleAdded, ev.ProposalDecided),
    *(ev.SkillBought, ev.SpecialItemBought),
)
_AGREED = (ev.GenreSet, ev.HouseRuleChanged, ev.SettingDetailAdded, ev.SettingDetailModified, ev.SettingFinished)


def openings(batch: Batch) -> Iterator[Spoken]:
    """A game session begins; Luck for tonight."""
    if started := batch.first(ev.SessionStarted):
        yield Spoken(phrase("Session {number} begins.", number=number(started.session_no)), 2)
        chips = {player.chips for player in batch.after.present}
        if len(chips) == 1:
            yield Spoken(phrase("{chips} each.", chips=capital(counted(chips.pop(), "chip", "chips"))), 2)
    if lucks := batch.all(ev.LuckRolled):
        luck = scores((batch.owner(event.character), event.luck) for event in lucks)
        yield Spoken(phrase("Luck: {scores}.", scores=luck), 2)
    for seated in batch.all(ev.PlayerSeated):
        yield Spoken(phrase("{player} sits down.", player=seated.player), 1)
    for presence in batch.all(ev.PresenceChanged):
        player = presence.player
        back = phrase("{player} is back.", player=player)
        yield Spoken(back if presence.present else phrase("{player} leaves the table.", player=player), 2)


def entries(batch: Batch) -> Iterator[Spoken]:
    """New entries on the sheets and among the group goals; details while sheets are being written."""
    weight = 2 if batch.after.phase is Phase.PLAY else 1
    for group in batch.all(ev.GroupGoalAdded):
        yield Spoken(phrase("New group goal, {points}: {goal}.", points=number(group.value), goal=group.goal), weight)
    for change in batch.all(ev.GroupGoalChanged):
        yield Spoken(describe(change), 2)
    for added in batch.all(ev.GoalAdded):
        player, text, points = batch.owner(added.character), added.goal.text, number(added.goal.value_initial)
        yield Spoken(
            phrase("New goal for {player}, {points}: {goal}.", player=player, points=points, goal=text), weight
        )
    for raised in batch.all(ev.GoalRaised):
        now = phrase("Now {points}.", points=number(raised.value_left))
        yield Spoken(joined((sentence(raised.goal), now)), weight)
    for entry in batch.events:
        if isinstance(entry, _ON_SHEETS):
            yield Spoken(describe(entry), 1)
        elif isinstance(entry, _AGREED):
            yield Spoken(describe(entry), 2)


def _plain(value: int | str) -> Phrase:
    return number(value) if isinstance(value, int) else verbatim(value)


def corrections(batch: Batch) -> Iterator[Spoken]:
    """Numbers the table set right."""
    for fix in batch.all(ev.StateCorrected):
        yield Spoken(_corrected(fix), 2)


def _corrected(fix: ev.StateCorrected) -> Phrase:
    what, path = fix.skill or fix.goal or fix.connection, fix.path.rsplit(".", 1)[-1]
    if fix.player and path == "chips" and isinstance(fix.new, int):
        return phrase("{player} has {chips}. Noted.", player=fix.player, chips=counted(fix.new, "chip", "chips"))
    new = _plain(fix.new)
    if what:
        return phrase("{what}: {new}. Noted.", what=what, new=new)
    corrected = joined((fix.player or "", phrase("{what} {new}", what=spelled(path), new=new)), ", ")
    return phrase("{corrected} Noted.", corrected=sentence(corrected))


def harm(batch: Batch) -> Iterator[Spoken]:
    """What the ones cost, and what gets better again."""
    for damaged in batch.all(ev.SkillDamaged):
        if damaged.amount:
            yield Spoken(phrase("{skill} drops to {level}.", skill=damaged.skill, level=number(damaged.level)), 2)
    for luck in batch.all(ev.LuckLost):
        player = batch.owner(luck.character)
        yield Spoken(phrase("{player}'s Luck drops to {luck}.", player=player, luck=number(luck.luck)), 2)
    for heart in batch.all(ev.HeartDamaged):
        lost, left = number(heart.amount), number(heart.heart)
        told = phrase("{character} loses {lost} Heart, {left} left.", character=heart.character, lost=lost, left=left)
        yield Spoken(told, 2)
    for broken in batch.all(ev.ItemBroken):
        yield Spoken(phrase("{item} is broken for good.", item=broken.item), 2)
    for recharged in batch.all(ev.ItemRecharged):
        yield Spoken(phrase("{item} is whole again.", item=recharged.item), 2)
    for healed in batch.all(ev.DamageHealed):
        who, points = healed.character, number(healed.amount)
        told = phrase("{skill} of {character}: {points} healed.", skill=healed.skill, character=who, points=points)
        yield Spoken(told, 2)
    for restored in batch.all(ev.HeartRestored):
        who, full = restored.character, number(restored.heart)
        yield Spoken(phrase("{character} is back to {heart} Heart.", character=who, heart=full), 2)


def training(batch: Batch) -> Iterator[Spoken]:
    """What the sixes and the improvement chips bring."""
    for tokens in batch.all(ev.PoolTokensAdded):
        yield Spoken(phrase("{tokens} in the pool.", tokens=_tokens(tokens.pool)), 1)
    for spent in batch.all(ev.ImprovementSpent):
        chips = capital(counted(spent.chips, "improvement chip", "improvement chips"))
        yield Spoken(phrase("{chips} into {skill}.", chips=chips, skill=spent.skill), 2)
    for repaired in batch.all(ev.SkillRepaired):
        yield Spoken(phrase("{skill} recovers one.", skill=repaired.skill), 1)
    for gained in batch.all(ev.AdvancementGained):
        points, needed = number(gained.advancement), number(gained.threshold)
        yield Spoken(phrase("{skill} is at {points} of {needed}.", skill=gained.skill, points=points, needed=needed), 1)
    for raised in batch.all(ev.SkillRankRaised):
        yield Spoken(phrase("{skill} rises to rank {rank}.", skill=raised.skill, rank=number(raised.rank)), 2)
    for learned in batch.all(ev.SkillLearned):
        who, rank = learned.character, number(learned.rank)
        yield Spoken(
            phrase("{character} learns {skill}, rank {rank}.", character=who, skill=learned.skill, rank=rank), 2
        )
    for done in batch.all(ev.GoalCompleted):
        yield Spoken(phrase("{character} has reached a goal: {goal}.", character=done.character, goal=done.goal), 3)
    for vow in batch.all(ev.PrincipleBroken):
        told = phrase(
            "{character} breaks a principle, {principle}: minus {dice}.",
            character=vow.character,
            principle=vow.principle,
            dice=number(vow.penalty),
        )
        yield Spoken(told, 2)
    for mended in batch.all(ev.PrincipleResolved):
        who, reads = mended.character, mended.new_text or mended.principle
        yield Spoken(phrase("{character}'s principle counts again: {principle}.", character=who, principle=reads), 2)


def connections(batch: Batch) -> Iterator[Spoken]:
    """Acquaintances made, strained and grown."""
    for added in batch.all(ev.ConnectionAdded):
        who, npc, value = added.character, added.npc_name, number(added.value)
        yield Spoken(
            phrase("{character} knows {connection} now, at {value}.", character=who, connection=npc, value=value), 2
        )
    for invoked in batch.all(ev.ConnectionInvoked):
        npc, player = invoked.connection, invoked.target
        yield Spoken(phrase("{connection} wants something from {player}.", connection=npc, player=player), 2)
    for changed in batch.all(ev.ConnectionChanged):
        npc, value = changed.connection, number(changed.new)
        if changed.new > changed.old:
            yield Spoken(phrase("{connection} rises to {value}.", connection=npc, value=value), 2)
        elif changed.new < changed.old:
            yield Spoken(phrase("{connection} drops to {value}.", connection=npc, value=value), 2)
    for settled in batch.all(ev.ConnectionRequestSettled):
        npc = settled.connection
        done = phrase("{connection}'s request is done.", connection=npc)
        yield Spoken(done if settled.fulfilled else phrase("{connection}'s request is refused.", connection=npc), 2)


def fates(batch: Batch) -> Iterator[Spoken]:
    """Characters who fall, and what becomes of them."""
    for fell in batch.all(ev.CharacterFell):
        who, player = fell.character, batch.owner(fell.character)
        yield Spoken(
            phrase("{character} is down. {player}: dead, or out of the scene?", character=who, player=player), 3
        )
    for fate in batch.all(ev.FateChosen):
        dies = phrase("{character} dies.", character=fate.character)
        out = phrase("{character} is out of the scene.", character=fate.character)
        yield Spoken(dies if fate.fate == "die" else out, 2)
    for back in batch.all(ev.CharacterRecovered):
        who, heart = back.character, number(back.heart)
        yield Spoken(phrase("{character} is back, Heart {heart}.", character=who, heart=heart), 2)


def endings(batch: Batch) -> Iterator[Spoken]:
    """The end of a game session."""
    ended = batch.first(ev.SessionEnded)
    if ended is None:
        return
    granted = [
        (batch.owner(event.character), event.from_luck + event.from_pool) for event in batch.all(ev.ImprovementGranted)
    ]
    yield Spoken(phrase("That's it for tonight."), 2)
    if granted:
        yield Spoken(phrase("Improvement chips: {scores}.", scores=scores(granted)), 2)
    if ended.pool_left:
        yield Spoken(phrase("{tokens} left in the pool.", tokens=_tokens(ended.pool_left)), 2)


def _tokens(count: int) -> Phrase:
    return capital(counted(count, "token", "tokens"))
