"""Beginning an Encounter, joining and leaving it (rules 3.1, 3.5)."""

from collections.abc import Mapping
from typing import ClassVar

from engine.common.messages import Talk
from engine.common.rules import Refused
from engine.common.values import Changes, changed
from engine.phrase import joined, phrase, template
from engine.systems.kleptonomicon.derived import next_turn
from engine.systems.kleptonomicon.entities import Character, Encounter, Gap, Movement, NpcEntry, NpcGroup
from engine.systems.kleptonomicon.fields import AnyNumber, CharacterName, Count, GroupName
from engine.systems.kleptonomicon.ledger import Ledger
from engine.systems.kleptonomicon.messages import OF_CHARACTER, CharacterEvent, Event, GmCommand
from engine.systems.kleptonomicon.naming import find_character, find_group, group_named, plain, sought
from engine.systems.kleptonomicon.rulebook import refuse_pending
from engine.systems.kleptonomicon.rules.effects import lose_slow_actions
from engine.systems.kleptonomicon.rules.groups import Cast, CombatantAdded, GroupsProposed, skeleton
from engine.systems.kleptonomicon.rules.initiative import finish_group, join_by_saves, open_tie
from engine.systems.kleptonomicon.rules.opening import leave_opening
from engine.systems.kleptonomicon.rules.phases import go_to
from engine.systems.kleptonomicon.rules.turns import enter, hold_turn
from engine.systems.kleptonomicon.state import State, encounter_of, known_character, with_encounter
from engine.systems.kleptonomicon.vocabulary import EVERYONE_WORDS, Phase

_COMBAT = (Phase.INITIATIVE, Phase.MAIN, Phase.PAUSE)


class EncounterStarted(Event):
    """An Encounter began."""

    told: ClassVar[str] = template("Encounter: {pcs} against {npcs}.")
    depends: ClassVar[str] = "npcs"
    otherwise: ClassVar[str] = template("Encounter: {pcs}.")
    opens_scene: ClassVar[bool] = True
    taken_back: ClassVar[str] = template("the start of the Encounter")
    pcs: tuple[str, ...]
    npcs: tuple[str, ...]

    def apply(self, state: State) -> Changes:
        people = (*self.pcs, *self.npcs)
        characters = tuple(
            changed(each, movement=Movement(), falling=False, active_style=each.active_style or "walk", beat_debt=0)
            if each.name in people
            else each
            for each in state.characters
        )
        return {"encounter": Encounter(participants=people), "characters": characters}


class CombatantRemoved(CharacterEvent):
    """Somebody left; `active` goes on in the same group."""

    told: ClassVar[str] = template("{character} leaves.")
    taken_back: ClassVar[str] = template("{character} leaving")
    weight: ClassVar[int] = 2
    active: str | None = None

    def apply(self, state: State) -> Changes:
        encounter, name = encounter_of(state), self.character
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
            active=self.active if here and encounter.active else encounter.active,
            suspended=self.active if here and encounter.suspended else encounter.suspended,
        )


def _without(names: tuple[str, ...], gone: str) -> tuple[str, ...]:
    return tuple(name for name in names if name != gone)


class StartEncounter(GmCommand):
    """Begin an Encounter; no PCs named means all of them (KL-3)."""

    phases: ClassVar[tuple[Phase, ...]] = (Phase.FREEPLAY, Phase.OPENING_CREDITS)
    transition: ClassVar[bool] = True
    talk: ClassVar[Talk] = Talk(confirm="Start an Encounter[, {who}]?")
    pcs: tuple[CharacterName, ...] = ()
    npcs: tuple[NpcEntry, ...] = ()

    def decide(self, ledger: Ledger, who: None) -> None:
        """It gets tense: who takes part, and how NPCs fall into groups (KL-3, KL-28, KL-29)."""
        opening = ledger.state.phase is Phase.OPENING_CREDITS
        if opening and not ledger.rules.opening_to_encounter:
            raise Refused("ILLEGAL_TRANSITION", phrase("Opening Credits are followed by Freeplay."))
        pcs = _pcs(ledger, self.pcs)
        if opening:
            leave_opening(ledger)
        cast = Cast(ledger)
        for entry in self.npcs:
            cast.add(entry)
        ledger.record(EncounterStarted(pcs, tuple(cast.names)))
        go_to(ledger, Phase.INITIATIVE)
        ledger.record(GroupsProposed(skeleton(cast.groups)))


def _pcs(ledger: Ledger, said: tuple[str, ...]) -> tuple[str, ...]:
    """PCs in seat order; none named means all."""
    everybody = tuple(pc.name for pc in ledger.state.pcs)
    names = set(everybody) if not said or any(plain(word) in EVERYONE_WORDS for word in said) else set()
    for word in said if not names else ():
        character = find_character(ledger.state, word)
        if character.is_npc:
            raise Refused("UNKNOWN_CHARACTER", phrase("{name} is an NPC.", name=character.name))
        names.add(character.name)
    if not names:
        raise Refused("NO_PARTICIPANTS", phrase("An Encounter needs at least one player's character."))
    return tuple(name for name in everybody if name in names)


class AddCombatant(GmCommand):
    """Somebody joins late (KL-41).

    Attributes:
        where: Group an NPC joins, or the place it comes after; None = a group of its kind, or the end.
    """

    also_read: ClassVar[Mapping[str, str]] = OF_CHARACTER
    phases: ClassVar[tuple[Phase, ...]] = _COMBAT
    talk: ClassVar[Talk] = Talk(confirm="Add {character}?")
    character: CharacterName
    count: Count = 1
    where: GroupName | None = None
    edge_modifier: AnyNumber | None = None

    def decide(self, ledger: Ledger, who: None) -> None:
        found = sought(find_character, ledger.state, self.character)
        if found is not None and not found.is_npc:
            _add_pc(ledger, found)
            return
        encounter = ledger.encounter
        cast = Cast(ledger)
        cast.add(NpcEntry(self.character, self.count, edge_modifier=self.edge_modifier))
        if any(name in encounter.participants for name in cast.names):
            raise Refused("DUPLICATE_NAME", phrase("{names} already take part.", names=joined(cast.names, ", ")))
        for group in cast.groups:
            _join(ledger, group, self.where)


def _add_pc(ledger: Ledger, character: Character) -> None:
    if character.name in ledger.encounter.participants:
        raise Refused("DUPLICATE_NAME", phrase("{name} already takes part.", name=character.name))
    refuse_pending(ledger.state, character)
    if ledger.state.phase is not Phase.INITIATIVE:
        join_by_saves(ledger, character.name)
        return
    if ledger.encounter.saves_begun:
        raise Refused("SAVES_STARTED", phrase("Edge Saves have begun; set the Turn Order first, then let them join."))
    ledger.record(CombatantAdded(character.name, character.name))


def _join(ledger: Ledger, group: NpcGroup, where: str | None) -> None:
    """NPCs into the group named, or of their kind; else a place of their own behind the one named, or the last."""
    encounter = ledger.encounter
    target, after = _where(encounter, group, where)
    if target is None and encounter.saves_begun and not encounter.order:
        said = phrase("Edge Saves have begun; let them join a group, or wait for the Turn Order.")
        raise Refused("SAVES_STARTED", said)
    for name in group.members:
        slot = target.name if target is not None else group.name
        ledger.record(CombatantAdded(name, slot, True, after, group.edge_modifier, ledger.character(name).creature))


def _where(encounter: Encounter, group: NpcGroup, where: str | None) -> tuple[NpcGroup | None, str | None]:
    """The group to join, else the place to come after; neither for the end."""
    same = next((each for each in encounter.groups if each.kinds == group.kinds), None)
    if where is None or not where.strip():
        return same, None
    named = sought(find_group, encounter, where)
    if named is not None:
        return named, None
    slot = next(
        (each for each in encounter.order if plain(where) in {plain(each.name), *map(plain, each.members)}), None
    )
    if slot is None:
        return find_group(encounter, where), None
    if same is not None:
        raise Refused("DUPLICATE_NAME", phrase("{group} already have a place.", group=group.name))
    return None, slot.name


class RemoveCombatant(GmCommand):
    """Somebody leaves (KL-41)."""

    also_read: ClassVar[Mapping[str, str]] = OF_CHARACTER
    phases: ClassVar[tuple[Phase, ...]] = _COMBAT
    talk: ClassVar[Talk] = Talk(confirm="Take {character} out of the Encounter?")
    character: CharacterName

    def decide(self, ledger: Ledger, who: None) -> None:
        """Somebody leaves, or a whole group; a running Turn just stops (KL-41)."""
        group = group_named(ledger.encounter, self.character)
        leaving = group.members if group is not None else ()
        if not leaving:
            leaving = (find_character(ledger.state, self.character).name,)
        encounter = ledger.encounter
        if not set(leaving) <= set(encounter.participants):
            raise Refused("UNKNOWN_CHARACTER", phrase("{name} is not in this Encounter.", name=leaving[0]))
        if set(leaving) >= set(encounter.participants):
            raise Refused("NO_PARTICIPANTS", phrase("Nobody would be left; end the Encounter instead."))
        emptied = any(set(each.members) <= set(leaving) for each in encounter.groups)
        if emptied and encounter.saves_begun and not encounter.order:
            said = phrase("Edge Saves have begun; set the Turn Order first, then let them leave.")
            raise Refused("SAVES_STARTED", said)
        for name in leaving:
            _leave(ledger, name)


def _leave(ledger: Ledger, name: str) -> None:
    """Strike a character off; if it had the Turn, whoever follows has it."""
    lose_slow_actions(ledger, name)
    encounter = ledger.encounter
    if encounter.current != name:
        ledger.record(CombatantRemoved(name))
        if ledger.state.phase is Phase.INITIATIVE:
            _go_on_saving(ledger)
        return
    slot = encounter.slot_of(name)
    as_one = slot is not None and slot.group and ledger.rules.npc_group_turns == "as_one"
    others = [other for other in slot.members if other != name] if slot is not None and as_one else []
    if others:
        ledger.record(CombatantRemoved(name, others[0]))
        return
    following, wraps = next_turn(encounter, ledger.rules)
    paused = ledger.state.phase is Phase.PAUSE
    ledger.record(CombatantRemoved(name, following if paused else None))
    if paused:
        hold_turn(ledger, following, wraps)
    else:
        enter(ledger, following, wraps)


def _go_on_saving(ledger: Ledger) -> None:
    """A PC who left owed the last Save against this group, or decided a tie."""
    encounter = ledger.encounter
    waiting = any(test.group is not None for test in ledger.state.tests)
    if encounter.against is not None and not waiting and open_tie(encounter.gaps) is None:
        finish_group(ledger)
