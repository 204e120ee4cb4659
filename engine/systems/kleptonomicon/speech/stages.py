"""Sentences about Episodes, phases, groups, the Turn Order and rewards (rules section 4)."""

from collections.abc import Iterable, Iterator

from engine.common.words import counted, listed, number
from engine.phrase import EMPTY, Phrase, joined, phrase, plural, sentence
from engine.systems.kleptonomicon.derived import turns
from engine.systems.kleptonomicon.entities import SaveScore
from engine.systems.kleptonomicon.listening import narration
from engine.systems.kleptonomicon.rules.closing import ResolutionPlayed, TimePassesSet
from engine.systems.kleptonomicon.rules.encounters import EncounterStarted
from engine.systems.kleptonomicon.rules.freeplay import ImprovisedDeed, LongAbility
from engine.systems.kleptonomicon.rules.groups import CombatantAdded, GroupsProposed
from engine.systems.kleptonomicon.rules.initiative import (
    GroupCountWarned,
    SavesAgainst,
    TieDecisionRequested,
    TieResolved,
    assembled,
)
from engine.systems.kleptonomicon.rules.opening import (
    CharacterIntroduced,
    EpisodeStarted,
    EpisodicAbilityUsed,
    EpisodicStepOpened,
    GrantAdded,
    granted,
)
from engine.systems.kleptonomicon.rules.phases import PhaseChanged
from engine.systems.kleptonomicon.rules.rewards import EncounterEnded, ExperienceGained, Recovered, RecoverySpent
from engine.systems.kleptonomicon.rules.turns import RoundStarted
from engine.systems.kleptonomicon.speech.batch import Batch
from engine.systems.kleptonomicon.standing import episode_words
from engine.systems.kleptonomicon.state import State
from engine.systems.kleptonomicon.vocabulary import ClosingStep, OpeningStep, Phase
from engine.types import Spoken


def openings(batch: Batch) -> Iterator[Spoken]:
    """A new Episode or phase, and who speaks in it."""
    if started := batch.first(EpisodeStarted):
        episode = episode_words(number(started.number), started.title)
        yield Spoken(phrase("{episode}. Opening Credits.", episode=episode), 3)
    for changed in batch.all(PhaseChanged)[-1:]:
        text = _phase_text(batch, changed)
        if text:
            yield Spoken(text, 3)


def _phase_text(batch: Batch, changed: PhaseChanged) -> Phrase:
    if changed.phase is Phase.FREEPLAY:
        return phrase("Freeplay.")
    if changed.phase is Phase.PAUSE:
        held = batch.after.encounter.suspended if batch.after.encounter is not None else None
        return phrase("Encounter paused. {name}'s Turn is held.", name=held)
    if changed.phase is Phase.REWARD:
        return phrase("The Encounter is over. Rewards.")
    if changed.phase is Phase.CLOSING_CREDITS:
        return phrase("Closing Credits.")
    if changed.phase is Phase.EPISODE_OVER:
        return phrase("The Episode is over.")
    return EMPTY


def opening_steps(batch: Batch) -> Iterator[Spoken]:
    """The next introduction, and everybody with Episodic Abilities."""
    state, episode = batch.after, batch.after.episode
    if state.phase is not Phase.OPENING_CREDITS or episode is None:
        return
    for used in batch.all(EpisodicAbilityUsed):
        yield Spoken(phrase("{character}: {ability}.", character=used.character, ability=used.ability), 2)
    for grant in batch.all(GrantAdded):
        if grant.text != grant.ability or grant.amount > 1:
            yield Spoken(granted(grant), 2)
    if opened := batch.first(EpisodicStepOpened):
        yield Spoken(opened.sentence(), 3)
    elif episode.opening.step is OpeningStep.INTRODUCTIONS and batch.has(EpisodeStarted, CharacterIntroduced):
        yield from next_introduction(state)


def next_introduction(state: State) -> Iterator[Spoken]:
    """The next player in seat order is asked (KL-11)."""
    player = narration(state).holder
    pc = state.character_of(player)
    if pc is not None:
        yield Spoken(phrase("{player}, introduce {character}.", player=player, character=pc.name), 3)


def freeplay(batch: Batch) -> Iterator[Spoken]:
    """Long Abilities, and who has been quiet where the GM wants to know (KL-18, KL-22)."""
    gm = batch.after.gm or phrase("GM")
    for long in batch.all(LongAbility):
        name, minutes = long.ability, counted(long.minutes, "minute", "minutes")
        yield Spoken(
            phrase("{ability} takes {minutes}. {gm}, does it happen?", ability=name, minutes=minutes, gm=gm), 3
        )
    if batch.rules.spotlight_nudge and batch.has(ImprovisedDeed) and batch.after.phase is Phase.FREEPLAY:
        quiet = quietest(batch.after)
        if quiet is not None:
            yield Spoken(phrase("{gm}, {character} has been quiet longest.", gm=gm, character=quiet), 1)


def quietest(state: State) -> str | None:
    """The PC with the fewest deeds in Freeplay, None while all are even."""
    counts = {use.character: use.count for use in state.episode.spotlight} if state.episode is not None else {}
    deeds = [(counts.get(pc.name, 0), pc.name) for pc in state.pcs]
    if not deeds or min(deeds)[0] == max(deeds)[0]:
        return None
    return min(deeds, key=lambda each: each[0])[1]


def casting(batch: Batch) -> Iterator[Spoken]:
    """Groups of an Encounter, and whether their number fits."""
    if batch.has(EncounterStarted):
        yield Spoken(phrase("Encounter. Initiative Phase."), 3)
    for event in batch.events:
        if isinstance(event, GroupsProposed):
            told = [
                phrase("{group} {modifier}", group=group.name, modifier=_signed(group.edge_modifier))
                for group in event.groups
            ]
            nobody = phrase("Whom do they fight? Say so, such as “two wolves join”.")
            yield Spoken(phrase("Groups by Edge: {groups}.", groups=joined(told, ", ")) if told else nobody, 2)
    for warned in batch.all(GroupCountWarned):
        count = counted(warned.count, "group", "groups")
        yield Spoken(phrase("Only {groups}; two to four are usual.", groups=count), 2)
    newcomers = batch.all(CombatantAdded)
    if newcomers:
        yield Spoken(_joining(tuple(event.character for event in newcomers), newcomers[0].after), 2)


def _joining(newcomers: tuple[str, ...], after: str | None) -> Phrase:
    count, names = len(newcomers), listed(newcomers)
    if after:
        return plural("{names} joins after {group}.", "{names} join after {group}.", count, names=names, group=after)
    return plural("{names} joins.", "{names} join.", count, names=names)


def _signed(value: int) -> Phrase:
    return phrase("minus {number}", number=number(-value)) if value < 0 else number(value)


def saves(batch: Batch) -> Iterator[Spoken]:
    """Saves that are wanted, and ties to be decided (KL-32 to KL-37)."""
    asked = batch.all(TieDecisionRequested)
    if asked:
        yield tie_question(asked[-1].characters, asked[-1].scores)
    walked = batch.all(SavesAgainst)
    if walked and walked[-1].group is not None:
        yield save_question(batch.after)
    encounter = batch.after.encounter
    ready = encounter is not None and encounter.against is None and not any(gap.tied for gap in encounter.gaps)
    if batch.after.phase is Phase.INITIATIVE and ready and batch.has(SavesAgainst, TieResolved):
        names, gm = joined(order_now(batch.after), ", "), batch.after.gm or phrase("GM")
        yield Spoken(phrase("Turn Order: {names}. {gm}, shall we begin?", names=names, gm=gm), 3)


def order_now(state: State) -> tuple[str, ...]:
    """The Turn Order as it stands or is going to be."""
    encounter = state.encounter
    if encounter is None:
        return ()
    if encounter.order:
        return tuple(slot.name for slot in encounter.order)
    return tuple(slot.name for slot in assembled(encounter.groups, encounter.gaps))


def tie_question(characters: Iterable[str], scores: tuple[SaveScore, ...]) -> Spoken:
    """The question who goes first among PCs in the same place."""
    names = listed(characters)
    shown = [phrase("{character} {score}", character=each.character, score=number(each.score)) for each in scores]
    if not shown:
        return Spoken(phrase("{names}: who goes first?", names=names), 3)
    return Spoken(phrase("{names}: who goes first? Scores: {scores}.", names=names, scores=joined(shown, ", ")), 3)


def save_question(state: State) -> Spoken:
    """The Edge Saves that are wanted."""
    waiting = [test for test in state.tests if test.group is not None]
    names = [
        phrase("{character} with Advantage", character=test.character) if test.net > 0 else test.character
        for test in waiting
    ]
    group = waiting[0].group if waiting else ""
    return Spoken(phrase("Edge Saves against {group}: {names}.", group=group, names=listed(names)), 3)


def rounds(batch: Batch) -> Iterator[Spoken]:
    """Each new Round."""
    for begun in batch.all(RoundStarted):
        order = EMPTY
        if batch.rules.announce_order and begun.round > 1 and batch.after.encounter is not None:
            order = phrase("{names}.", names=joined(turns(batch.after.encounter.order, batch.rules), ", "))
        yield Spoken(joined([phrase("Round {round}.", round=number(begun.round)), order]), 2)


def rewards(batch: Batch) -> Iterator[Spoken]:
    """Experience, then offers to recover (KL-90 to KL-93)."""
    shares: dict[int, list[str]] = {}
    for gained in batch.all(ExperienceGained):
        shares.setdefault(gained.amount, []).append(gained.character)
    for amount, names in sorted(shares.items()):
        points = counted(amount, "Experience Point", "Experience Points")
        yield Spoken(sentence(phrase("{points}: {names}", points=points, names=listed(names))), 2)
    for recovered in batch.all(Recovered):
        yield Spoken(sentence(recovered.sentence()), 2)
    for paid in batch.all(RecoverySpent):
        recoveries = counted(paid.left, "Recovery", "Recoveries")
        yield Spoken(sentence(phrase("{recoveries} left", recoveries=recoveries)), 2)
    if batch.has(EncounterEnded):
        yield from offers(batch.after)


def offers(state: State) -> Iterator[Spoken]:
    """Recovery for those who took damage (KL-93)."""
    damaged = state.encounter.took_damage if state.encounter is not None else ()
    hurt = [pc.name for pc in state.pcs if pc.name in damaged]
    if hurt:
        yield Spoken(phrase("{names}: Dodges Up, Shields Up or Heal Up?", names=listed(hurt)), 3)


def closings(batch: Batch) -> Iterator[Spoken]:
    """The next resolution scene, or the resets."""
    episode = batch.after.episode
    closing = episode.closing if episode is not None else None
    if closing is not None and batch.has(TimePassesSet, ResolutionPlayed):
        if closing.step is ClosingStep.RESOLUTIONS:
            yield Spoken(phrase("{player}, a resolution scene?", player=narration(batch.after).holder), 3)
        elif closing.step is ClosingStep.RESETS:
            yield Spoken(phrase("Resets: full, half, or none?"), 3)
