"""Folding facts of Encounters: groups, Edge Saves, Turn Order, triggers, pauses and rewards."""

from engine.common.folding import Changes, Handlers
from engine.common.values import changed
from engine.systems.kleptonomicon import events as ev
from engine.systems.kleptonomicon.entities import (
    Encounter,
    Gap,
    Movement,
    NpcGroup,
    SaveScore,
    Slot,
    StyleUnits,
)
from engine.systems.kleptonomicon.evolve_episodes import HANDLERS as EPISODE_HANDLERS
from engine.systems.kleptonomicon.fold import encounter_of, episode_of, known_character, with_character, with_encounter
from engine.systems.kleptonomicon.messages import Event
from engine.systems.kleptonomicon.state import State
from engine.systems.kleptonomicon.vocabulary import TestKind

HANDLERS: Handlers[State, Event] = Handlers()
HANDLERS.nothing_for(
    ev.GroupCountWarned,
    ev.TieDecisionRequested,
    ev.RoundEnded,
    ev.TurnStarted,
    ev.TurnSkipped,
    ev.TurnResumed,
    ev.EnvironmentActed,
    ev.LevelUpAvailable,
)


@HANDLERS.on(ev.EncounterStarted)
def _started(state: State, event: ev.EncounterStarted) -> Changes:
    """Whoever takes part begins on their feet, with nothing moved."""
    people = (*event.pcs, *event.npcs)
    characters = tuple(
        changed(each, movement=Movement(), falling=False, active_style=each.active_style or "walk", beat_debt=0)
        if each.name in people
        else each
        for each in state.characters
    )
    return {"encounter": Encounter(participants=people), "characters": characters}


@HANDLERS.on(ev.GroupsProposed, ev.GroupsSet)
def _groups(state: State, event: ev.GroupsSet) -> Changes:
    return with_encounter(state, groups=event.groups)


@HANDLERS.on(ev.SavesAgainst)
def _against(state: State, event: ev.SavesAgainst) -> Changes:
    encounter = encounter_of(state)
    begun = encounter.saves_begun
    pcs = tuple(name for name in encounter.participants if not known_character(state, name).is_npc)
    remaining = encounter.remaining if begun else pcs
    return with_encounter(state, against=event.group, saves_begun=True, remaining=remaining)


@HANDLERS.on(ev.TestResolved)
def _saved(state: State, event: ev.TestResolved) -> Changes:
    """A Test closes; an Edge Save is remembered."""
    changes = EPISODE_HANDLERS[ev.TestResolved](state, event)
    if event.test is not TestKind.EDGE_SAVE or event.against is None or state.encounter is None:
        return changes
    others = tuple(each for each in state.encounter.scores if each.character != event.character)
    score = SaveScore(event.character, event.against, event.score, event.passed)
    return changes | with_encounter(state, scores=(*others, score))


@HANDLERS.on(ev.EdgePlaced)
def _placed(state: State, event: ev.EdgePlaced) -> Changes:
    encounter = encounter_of(state)
    remaining = tuple(name for name in encounter.remaining if name not in event.characters)
    return with_encounter(state, remaining=remaining, gaps=(*encounter.gaps, Gap(event.key, (event.characters,))))


@HANDLERS.on(ev.TieResolved)
def _tie(state: State, event: ev.TieResolved) -> Changes:
    together = {name for part in event.order for name in part}

    def ordered(gap: Gap) -> Gap:
        if gap.key != event.key:
            return gap
        blocks = ((event.order if set(block) == together else (block,)) for block in gap.blocks)
        return Gap(gap.key, tuple(part for parts in blocks for part in parts))

    return with_encounter(state, gaps=tuple(ordered(gap) for gap in encounter_of(state).gaps))


@HANDLERS.on(ev.TurnOrderSet)
def _order(state: State, event: ev.TurnOrderSet) -> Changes:
    people = encounter_of(state).participants
    characters = tuple(
        changed(each, beats=each.sheet.beats_max, beat_debt=0) if each.name in people else each
        for each in state.characters
    )
    return {"characters": characters} | with_encounter(state, order=event.order)


@HANDLERS.on(ev.RoundStarted)
def _round(state: State, event: ev.RoundStarted) -> Changes:
    return with_encounter(state, round=event.round)


@HANDLERS.on(ev.TurnPrepared)
def _turn(state: State, event: ev.TurnPrepared) -> Changes:
    """Step 1 of a Turn's start (KL-46)."""
    character = known_character(state, event.character)
    kept = tuple(each for each in character.movement.improvised if each.scene)
    conditions = tuple(changed(each, gained_this_turn=0) for each in character.conditions)
    changes = with_character(
        state,
        event.character,
        movement=Movement(improvised=kept),
        free_actions_used=0,
        conditions=conditions,
    )
    return changes | (with_encounter(state, active=event.character, end_asked=None) if event.leads else {})


@HANDLERS.on(ev.UnspentBeats)
def _unspent(state: State, event: ev.UnspentBeats) -> Changes:
    return with_encounter(state, end_asked=event.character) if event.asked else {}


@HANDLERS.on(ev.BeatsRefilled)
def _refilled(state: State, event: ev.BeatsRefilled) -> Changes:
    return with_character(state, event.character, beats=event.beats, beat_debt=0)


@HANDLERS.on(ev.TurnEnded)
def _ended(state: State, event: ev.TurnEnded) -> Changes:
    movement = known_character(state, event.character).movement
    kept = tuple(each for each in movement.improvised if each.scene)
    asks = tuple(ask for ask in state.style_asks if ask.character != event.character)
    return {"style_asks": asks} | with_character(state, event.character, movement=Movement(improvised=kept))


@HANDLERS.on(ev.CombatantAdded)
def _added(state: State, event: ev.CombatantAdded) -> Changes:
    """Into a group, or into a place of the Turn Order; with full Beats (KL-41)."""
    encounter = encounter_of(state)
    character = known_character(state, event.character)
    groups = encounter.groups
    if event.group:
        groups = _grouped(groups, event)
    order = encounter.order
    if order:
        order = _slotted(order, event)
    fresh = with_character(state, event.character, beats=character.sheet.beats_max, beat_debt=0, movement=Movement())
    people = (*(name for name in encounter.participants if name != event.character), event.character)
    left = tuple(name for name in encounter.left if name != event.character)
    return fresh | with_encounter(state, participants=people, groups=groups, order=order, left=left)


def _grouped(groups: tuple[NpcGroup, ...], event: ev.CombatantAdded) -> tuple[NpcGroup, ...]:
    if any(group.name == event.slot for group in groups):
        return tuple(
            changed(group, members=(*group.members, event.character)) if group.name == event.slot else group
            for group in groups
        )
    kinds = (event.creature,) if event.creature else ()
    new = NpcGroup(event.slot, (event.character,), event.edge_modifier, kinds)
    return tuple(sorted((*groups, new), key=lambda group: -group.edge_modifier))


def _slotted(order: tuple[Slot, ...], event: ev.CombatantAdded) -> tuple[Slot, ...]:
    if any(slot.name == event.slot and slot.group for slot in order):
        return tuple(
            changed(slot, members=(*slot.members, event.character)) if slot.name == event.slot else slot
            for slot in order
        )
    new = Slot(event.slot, (event.character,), event.group)
    at = next((at for at, slot in enumerate(order, start=1) if slot.name == event.after), None)
    if at is None:
        at = 0 if event.after == "" else len(order)
    return (*order[:at], new, *order[at:])


@HANDLERS.on(ev.CombatantRemoved)
def _removed(state: State, event: ev.CombatantRemoved) -> Changes:
    encounter, name = encounter_of(state), event.character
    groups = tuple(changed(each, members=_without(each.members, name)) for each in encounter.groups)
    order = tuple(changed(each, members=_without(each.members, name)) for each in encounter.order)
    gaps = tuple(Gap(gap.key, tuple(_without(block, name) for block in gap.blocks)) for gap in encounter.gaps)
    is_pc = not known_character(state, name).is_npc
    here = encounter.current == name
    return {"tests": tuple(test for test in state.tests if test.character != name)} | with_encounter(
        state,
        participants=_without(encounter.participants, name),
        remaining=_without(encounter.remaining, name),
        left=(*encounter.left, name) if is_pc else encounter.left,
        groups=tuple(each for each in groups if each.members),
        order=tuple(each for each in order if each.members),
        gaps=tuple(Gap(gap.key, tuple(block for block in gap.blocks if block)) for gap in gaps if any(gap.blocks)),
        slow_actions=tuple(each for each in encounter.slow_actions if each.character != name),
        active=event.active if here and encounter.active else encounter.active,
        suspended=event.active if here and encounter.suspended else encounter.suspended,
    )


def _without(names: tuple[str, ...], gone: str) -> tuple[str, ...]:
    return tuple(name for name in names if name != gone)


@HANDLERS.on(ev.GroupReordered)
def _reordered(state: State, event: ev.GroupReordered) -> Changes:
    encounter = encounter_of(state)
    return with_encounter(
        state,
        groups=tuple(
            changed(each, members=event.members) if each.name == event.group else each for each in encounter.groups
        ),
        order=tuple(
            changed(each, members=event.members) if each.group and each.name == event.group else each
            for each in encounter.order
        ),
    )


@HANDLERS.on(ev.TriggerOpened)
def _trigger(state: State, event: ev.TriggerOpened) -> Changes:
    triggers = (*encounter_of(state).triggers, event.trigger)
    return {"trigger_count": state.trigger_count + 1} | with_encounter(state, triggers=triggers)


@HANDLERS.on(ev.TriggersClosed)
def _triggers_closed(state: State, event: ev.TriggersClosed) -> Changes:
    triggers = tuple(each for each in encounter_of(state).triggers if each.trigger_id not in event.trigger_ids)
    return with_encounter(state, triggers=triggers)


@HANDLERS.on(ev.EncounterPaused)
def _paused(state: State, event: ev.EncounterPaused) -> Changes:
    return with_encounter(state, active=None, suspended=event.suspended, triggers=(), end_asked=None)


@HANDLERS.on(ev.EncounterResumed)
def _resumed(state: State, event: ev.EncounterResumed) -> Changes:
    return with_encounter(state, active=event.character, suspended=None)


@HANDLERS.on(ev.BeatOwed)
def _owed(state: State, event: ev.BeatOwed) -> Changes:
    return with_character(state, event.character, beat_debt=event.debt)


@HANDLERS.on(ev.EncounterEnded)
def _over(state: State, event: ev.EncounterEnded) -> Changes:
    """Beats, triggers, Slow Actions and owed dice are dropped (KL-6)."""
    people = encounter_of(state).participants
    characters = tuple(
        changed(each, beats=each.sheet.beats_max, beat_debt=0, movement=Movement(), falling=False)
        if each.name in people
        else each
        for each in state.characters
    )
    finished = changed(episode_of(state), encounters_finished=episode_of(state).encounters_finished + 1)
    dropped: Changes = {"tests": (), "lying": None, "style_asks": ()}
    return (
        {"characters": characters, "episode": finished}
        | dropped
        | with_encounter(state, active=None, suspended=None, triggers=(), slow_actions=(), against=None)
    )


@HANDLERS.on(ev.SlowActionLost)
def _lost(state: State, event: ev.SlowActionLost) -> Changes:
    kept = tuple(each for each in encounter_of(state).slow_actions if each.character != event.character)
    return with_encounter(state, slow_actions=kept)


@HANDLERS.on(ev.ExperienceGained)
def _experience(state: State, event: ev.ExperienceGained) -> Changes:
    return with_character(state, event.character, xp=event.xp)


@HANDLERS.on(ev.ExperienceAwarded)
def _awarded(state: State, event: ev.ExperienceAwarded) -> Changes:
    return with_encounter(state, xp_awarded=True)


@HANDLERS.on(ev.Recovered)
def _recovered(state: State, event: ev.Recovered) -> Changes:
    return with_character(state, event.character, **{each.pool: each.value for each in event.values})


@HANDLERS.on(ev.RecoverySpent)
def _recovery_spent(state: State, event: ev.RecoverySpent) -> Changes:
    return with_character(state, event.character, recoveries=event.left)


def with_units(entries: tuple[StyleUnits, ...], style: str, delta: int) -> tuple[StyleUnits, ...]:
    """Units of a style changed by `delta`; an entry that reaches 0 goes."""
    old = next((each for each in entries if each.style == style), StyleUnits(style, 0))
    new = changed(old, units=old.units + delta)
    rest = tuple(each for each in entries if each.style != style)
    return (*rest, new) if new.units else rest
