"""Sentences about Episodes, phases, groups, the Turn Order and rewards (rules section 4)."""

from collections.abc import Iterable, Iterator

from engine.common.messages import Event
from engine.common.words import counted, listed, number, sentence
from engine.systems.kleptonomicon import events as ev
from engine.systems.kleptonomicon.decide_initiative import assembled
from engine.systems.kleptonomicon.derived import turns
from engine.systems.kleptonomicon.describe import describe, place_words
from engine.systems.kleptonomicon.entities import SaveScore
from engine.systems.kleptonomicon.listening import narration
from engine.systems.kleptonomicon.speech.batch import Batch
from engine.systems.kleptonomicon.state import State
from engine.systems.kleptonomicon.vocabulary import ClosingStep, OpeningStep, Phase, RecoveryKind
from engine.types import Spoken

_DETAILS = (
    ev.PlayerAdded,
    ev.CreatureAdded,
    ev.GroupPrepared,
    ev.StyleDefined,
    ev.ConditionDefined,
    ev.SheetWritten,
    ev.TableCreated,
    ev.ScenePlayed,
    ev.SolutionFlagged,
    ev.CharacterIntroduced,
    ev.ColdOpenPlayed,
    ev.ImprovisedDeed,
    ev.EnvironmentActed,
    ev.FreeReactionUsed,
    ev.LooseOrderSet,
)
_RESULTS = (
    ev.SessionStarted,
    ev.SessionEnded,
    ev.AbilityLearned,
    ev.HouseRuleChanged,
    ev.StateCorrected,
    ev.SneakyChanged,
    ev.OutChanged,
    ev.GrantSpent,
    ev.SolutionDiscouraged,
    ev.DeedImpossible,
    ev.LongAbilityDecided,
    ev.TestDropped,
    ev.CombatantRemoved,
    ev.GroupReordered,
    ev.BeatOwed,
    ev.SlowActionLost,
    ev.LevelUpAvailable,
    ev.GrantsExpired,
    ev.IntroductionsMissing,
)


def openings(batch: Batch) -> Iterator[Spoken]:
    """A new Episode or phase, and who speaks in it."""
    if started := batch.first(ev.EpisodeStarted):
        title = f", {started.title}" if started.title else ""
        yield Spoken(f"Episode {number(started.number)}{title}. Opening Credits.", 3)
    for changed in batch.all(ev.PhaseChanged)[-1:]:
        text = _phase_text(batch, changed)
        if text:
            yield Spoken(text, 3)


def _phase_text(batch: Batch, changed: ev.PhaseChanged) -> str:
    if changed.phase is Phase.FREEPLAY:
        return "Freeplay."
    if changed.phase is Phase.PAUSE:
        held = batch.after.encounter.suspended if batch.after.encounter is not None else None
        return f"Encounter paused. {held}'s Turn is held."
    if changed.phase is Phase.REWARD:
        return "The Encounter is over. Rewards."
    if changed.phase is Phase.CLOSING_CREDITS:
        return "Closing Credits."
    if changed.phase is Phase.EPISODE_OVER:
        return "The Episode is over."
    return ""


def facts(batch: Batch) -> Iterator[Spoken]:
    """Entries and small facts, as the record has them."""
    for event in batch.events:
        if isinstance(event, _DETAILS):
            yield from _said(event, 1)
        elif isinstance(event, _RESULTS):
            yield from _said(event, 2)
        elif isinstance(event, ev.CharacterCreated) and (event.player or event.lasting):
            yield from _said(event, 1)


def _said(event: Event, weight: int) -> Iterator[Spoken]:
    text = describe(event)
    if text:
        yield Spoken(text, weight)


def opening_steps(batch: Batch) -> Iterator[Spoken]:
    """Who is introduced next, and who has Episodic Abilities."""
    state, episode = batch.after, batch.after.episode
    if state.phase is not Phase.OPENING_CREDITS or episode is None:
        return
    for used in batch.all(ev.EpisodicAbilityUsed):
        yield Spoken(f"{used.character}: {used.ability}.", 2)
    for grant in batch.all(ev.GrantAdded):
        if grant.text != grant.ability or grant.amount > 1:
            yield Spoken(f"{grant.character} has {grant.amount} {grant.text}.", 2)
    if opened := batch.first(ev.EpisodicStepOpened):
        yield Spoken(f"Episodic Abilities: {listed(opened.characters) or 'nobody has one'}.", 3)
    elif episode.opening.step is OpeningStep.INTRODUCTIONS and batch.has(ev.EpisodeStarted, ev.CharacterIntroduced):
        yield from next_introduction(state)


def next_introduction(state: State) -> Iterator[Spoken]:
    """The next player in seat order is asked (KL-11)."""
    player = narration(state).holder
    pc = state.character_of(player)
    if pc is not None:
        yield Spoken(f"{player}, introduce {pc.name}.", 3)


def freeplay(batch: Batch) -> Iterator[Spoken]:
    """Long Abilities, and who has been quiet where the GM wants to know (KL-18, KL-22)."""
    for long in batch.all(ev.LongAbility):
        yield Spoken(
            f"{long.ability} takes {counted(long.minutes, 'minute')}. {batch.after.gm or 'GM'}, does it happen?", 3
        )
    if batch.rules.spotlight_nudge and batch.has(ev.ImprovisedDeed) and batch.after.phase is Phase.FREEPLAY:
        quiet = quietest(batch.after)
        if quiet is not None:
            yield Spoken(f"{batch.after.gm or 'GM'}, {quiet} has been quiet longest.", 1)


def quietest(state: State) -> str | None:
    """The PC with the fewest deeds in Freeplay, None while all are even."""
    counts = {use.character: use.count for use in state.episode.spotlight} if state.episode is not None else {}
    deeds = [(counts.get(pc.name, 0), pc.name) for pc in state.pcs]
    if not deeds or min(deeds)[0] == max(deeds)[0]:
        return None
    return min(deeds, key=lambda each: each[0])[1]


def casting(batch: Batch) -> Iterator[Spoken]:
    """Groups of an Encounter, and whether their number fits."""
    if batch.has(ev.EncounterStarted):
        yield Spoken("Encounter. Initiative Phase.", 3)
    for event in batch.events:
        if isinstance(event, ev.GroupsProposed | ev.GroupsSet):
            told = [f"{group.name} {_signed(group.edge_modifier)}" for group in event.groups]
            yield Spoken(f"Groups: {', '.join(told) or 'none'}.", 2)
    for warned in batch.all(ev.GroupCountWarned):
        yield Spoken(f"Only {counted(warned.count, 'group')}; two to four are usual.", 2)
    joined = batch.all(ev.CombatantAdded)
    if joined:
        behind = f" after {joined[0].after}" if joined[0].after else ""
        names = listed(event.character for event in joined)
        yield Spoken(f"{names} {'joins' if len(joined) == 1 else 'join'}{behind}.", 2)


def _signed(value: int) -> str:
    return f"minus {number(-value)}" if value < 0 else number(value)


def saves(batch: Batch) -> Iterator[Spoken]:
    """Who saves against whom, who is where, and who has to decide (KL-32 to KL-37)."""
    for placed in batch.all(ev.EdgePlaced):
        verb = "comes" if len(placed.characters) == 1 else "come"
        yield Spoken(f"{listed(placed.characters)} {verb} {place_words(placed.key)}.", 2)
    for decided in batch.all(ev.TieResolved):
        yield Spoken(f"In order: {', '.join(name for part in decided.order for name in part)}.", 2)
    asked = batch.all(ev.TieDecisionRequested)
    if asked:
        yield tie_question(asked[-1].characters, asked[-1].scores)
    walked = batch.all(ev.SavesAgainst)
    if walked and walked[-1].group is not None:
        yield save_question(batch.after)
    encounter = batch.after.encounter
    ready = encounter is not None and encounter.against is None and not any(gap.tied for gap in encounter.gaps)
    if batch.after.phase is Phase.INITIATIVE and ready and batch.has(ev.SavesAgainst, ev.TieResolved):
        yield Spoken(f"Turn Order: {', '.join(order_now(batch.after))}. {batch.after.gm or 'GM'}, shall we begin?", 3)


def order_now(state: State) -> tuple[str, ...]:
    """The Turn Order as it stands or is going to be."""
    encounter = state.encounter
    if encounter is None:
        return ()
    if encounter.order:
        return tuple(slot.name for slot in encounter.order)
    return tuple(slot.name for slot in assembled(encounter.groups, encounter.gaps))


def tie_question(characters: Iterable[str], scores: tuple[SaveScore, ...]) -> Spoken:
    """Who goes first among PCs in the same place."""
    shown = ", ".join(f"{each.character} {number(each.score)}" for each in scores)
    return Spoken(f"{listed(characters)}: who goes first?" + (f" Scores: {shown}." if shown else ""), 3)


def save_question(state: State) -> Spoken:
    """Whose Edge Saves are wanted."""
    waiting = [test for test in state.tests if test.group is not None]
    names = [test.character + (" with Advantage" if test.net > 0 else "") for test in waiting]
    group = waiting[0].group if waiting else ""
    return Spoken(f"Edge Saves against {group}: {listed(names)}.", 3)


def rounds(batch: Batch) -> Iterator[Spoken]:
    """The final Turn Order, and each new Round."""
    if final := batch.first(ev.TurnOrderSet):
        yield Spoken(f"Turn Order: {', '.join(slot.name for slot in final.order)}.", 1)
    for begun in batch.all(ev.RoundStarted):
        order = ""
        if batch.rules.announce_order and begun.round > 1 and batch.after.encounter is not None:
            order = f" {', '.join(turns(batch.after.encounter.order, batch.rules))}."
        yield Spoken(f"Round {number(begun.round)}.{order}", 2)


def rewards(batch: Batch) -> Iterator[Spoken]:
    """Experience, then offers to recover (KL-90 to KL-93)."""
    shares: dict[int, list[str]] = {}
    for gained in batch.all(ev.ExperienceGained):
        shares.setdefault(gained.amount, []).append(gained.character)
    for amount, names in sorted(shares.items()):
        yield Spoken(sentence(f"{counted(amount, 'Experience Point')}: {listed(names)}"), 2)
    for recovered in batch.all(ev.Recovered):
        yield Spoken(sentence(describe(recovered)), 2)
        if recovered.recovery is RecoveryKind.HEAL_UP and not _raised(batch, recovered):
            yield Spoken("How much Health or Vitality comes back?", 3)
    for paid in batch.all(ev.RecoverySpent):
        yield Spoken(sentence(f"{counted(paid.left, 'Recovery', 'Recoveries')} left"), 2)
    if batch.has(ev.EncounterEnded):
        yield from offers(batch.after)


def _raised(batch: Batch, recovered: ev.Recovered) -> bool:
    """Whether Heal Up changed anything, or nothing is missing; without amounts they are still to be said."""
    before, after = batch.before.character(recovered.character), batch.after.character(recovered.character)
    if before is None or after is None:
        return True
    full = all(getattr(after, each.pool) == getattr(after.sheet, f"{each.pool}_max") for each in recovered.values)
    return full or any(each.value != getattr(before, each.pool) for each in recovered.values)


def offers(state: State) -> Iterator[Spoken]:
    """Recovery for those who took damage (KL-93)."""
    damaged = state.encounter.took_damage if state.encounter is not None else ()
    hurt = [pc.name for pc in state.pcs if pc.name in damaged]
    if hurt:
        yield Spoken(f"{listed(hurt)}: Dodges Up, Shields Up or Heal Up?", 3)


def closings(batch: Batch) -> Iterator[Spoken]:
    """Resolution scenes and resets."""
    for passed in batch.all(ev.TimePassesSet):
        yield Spoken(describe(passed), 2)
    episode = batch.after.episode
    closing = episode.closing if episode is not None else None
    if closing is not None and batch.has(ev.TimePassesSet, ev.ResolutionPlayed):
        if closing.step is ClosingStep.RESOLUTIONS:
            yield Spoken(f"{narration(batch.after).holder}, a resolution scene?", 3)
        elif closing.step is ClosingStep.RESETS:
            yield Spoken("Resets: full, half, or none?", 3)
    for restored in batch.all(ev.ResetsApplied):
        yield Spoken(describe(restored), 2)
    for finished in batch.all(ev.ResetsFinished):
        if finished.also:
            yield Spoken(describe(finished), 2)
