"""Deciding who is in an Encounter, and what the world does (rules 3.1, 3.5, 3.6, 3.7)."""

from engine.phrase import joined, phrase
from engine.systems.kleptonomicon import commands as cmd
from engine.systems.kleptonomicon import events as ev
from engine.systems.kleptonomicon.casting import Cast
from engine.systems.kleptonomicon.decide_groups import skeleton
from engine.systems.kleptonomicon.decide_initiative import finish_group, join_by_saves, open_tie
from engine.systems.kleptonomicon.decide_opening import leave_opening
from engine.systems.kleptonomicon.decide_table import lose_slow_actions
from engine.systems.kleptonomicon.derived import next_turn
from engine.systems.kleptonomicon.effects import open_trigger
from engine.systems.kleptonomicon.entities import Character, Encounter, NpcGroup
from engine.systems.kleptonomicon.ledger import Ledger
from engine.systems.kleptonomicon.naming import find_character, find_group, group_named, plain
from engine.systems.kleptonomicon.rulebook import By, refuse_pending, rule
from engine.systems.kleptonomicon.turns import enter, hold_turn
from engine.systems.kleptonomicon.vocabulary import EVERYONE_WORDS, Phase, TriggerKind
from engine.types import Rejected

_COMBAT = (Phase.INITIATIVE, Phase.MAIN, Phase.PAUSE)


@rule(cmd.StartEncounter, By.GM, Phase.FREEPLAY, Phase.OPENING_CREDITS, transition=True)
def start_encounter(ledger: Ledger, command: cmd.StartEncounter, _: None) -> Rejected | None:
    """It gets tense: who takes part, and how NPCs fall into groups (KL-3, KL-28, KL-29)."""
    opening = ledger.state.phase is Phase.OPENING_CREDITS
    if opening and not ledger.rules.opening_to_encounter:
        return Rejected("ILLEGAL_TRANSITION", phrase("Opening Credits are followed by Freeplay."))
    pcs = _pcs(ledger, command.pcs)
    if isinstance(pcs, Rejected):
        return pcs
    refusal = leave_opening(ledger) if opening else None
    if refusal is not None:
        return refusal
    cast = Cast(ledger)
    for entry in command.npcs:
        refusal = cast.add(entry)
        if refusal is not None:
            return refusal
    ledger.record(ev.EncounterStarted(pcs, tuple(cast.names)))
    ledger.go_to(Phase.INITIATIVE)
    ledger.record(ev.GroupsProposed(skeleton(cast.groups)))
    return None


def _pcs(ledger: Ledger, said: tuple[str, ...]) -> tuple[str, ...] | Rejected:
    """PCs in seat order; none named means all."""
    everybody = tuple(pc.name for pc in ledger.state.pcs)
    names = set(everybody) if not said or any(plain(word) in EVERYONE_WORDS for word in said) else set()
    for word in said if not names else ():
        character = find_character(ledger.state, word)
        if isinstance(character, Rejected):
            return character
        if character.is_npc:
            return Rejected("UNKNOWN_CHARACTER", phrase("{name} is an NPC.", name=character.name))
        names.add(character.name)
    if not names:
        return Rejected("NO_PARTICIPANTS", phrase("An Encounter needs at least one player's character."))
    return tuple(name for name in everybody if name in names)


@rule(cmd.AddCombatant, By.GM, *_COMBAT)
def add_combatant(ledger: Ledger, command: cmd.AddCombatant, _: None) -> Rejected | None:
    """Somebody joins late: a PC by Edge Saves of its own, an NPC where the GM says (KL-41)."""
    found = find_character(ledger.state, command.character)
    if isinstance(found, Character) and not found.is_npc:
        return _add_pc(ledger, found)
    encounter = ledger.encounter
    cast = Cast(ledger)
    refusal = cast.add(cmd.NpcEntry(command.character, command.count, edge_modifier=command.edge_modifier))
    if refusal is not None:
        return refusal
    if any(name in encounter.participants for name in cast.names):
        return Rejected("DUPLICATE_NAME", phrase("{names} take part already.", names=joined(cast.names, ", ")))
    for group in cast.groups:
        refusal = _join(ledger, group, command.where)
        if refusal is not None:
            return refusal
    return None


def _add_pc(ledger: Ledger, character: Character) -> Rejected | None:
    if character.name in ledger.encounter.participants:
        return Rejected("DUPLICATE_NAME", phrase("{name} takes part already.", name=character.name))
    refusal = refuse_pending(ledger.state, character)
    if refusal is not None:
        return refusal
    if ledger.state.phase is not Phase.INITIATIVE:
        join_by_saves(ledger, character.name)
        return None
    if ledger.encounter.saves_begun:
        return Rejected("SAVES_STARTED", phrase("Edge Saves have begun; set the Turn Order first, then let them join."))
    ledger.record(ev.CombatantAdded(character.name, character.name))
    return None


def _join(ledger: Ledger, group: NpcGroup, where: str | None) -> Rejected | None:
    """NPCs into the group named, or of their kind; else a place of their own behind the one named, or the last."""
    encounter = ledger.encounter
    target, after = _where(encounter, group, where)
    if isinstance(target, Rejected):
        return target
    if target is None and encounter.saves_begun and not encounter.order:
        return Rejected(
            "SAVES_STARTED", phrase("Edge Saves have begun; let them join a group, or wait for the Turn Order.")
        )
    for name in group.members:
        slot = target.name if target is not None else group.name
        ledger.record(ev.CombatantAdded(name, slot, True, after, group.edge_modifier, ledger.character(name).creature))
    return None


def _where(encounter: Encounter, group: NpcGroup, where: str | None) -> tuple[NpcGroup | Rejected | None, str | None]:
    same = next((each for each in encounter.groups if each.kinds == group.kinds), None)
    if where is None or not where.strip():
        return same, None
    named = find_group(encounter, where)
    if isinstance(named, NpcGroup):
        return named, None
    slot = next(
        (each for each in encounter.order if plain(where) in {plain(each.name), *map(plain, each.members)}), None
    )
    if slot is not None and same is None:
        return None, slot.name
    if slot is not None:
        return Rejected("DUPLICATE_NAME", phrase("{group} have a place already.", group=group.name)), None
    return named, None


@rule(cmd.RemoveCombatant, By.GM, *_COMBAT)
def remove_combatant(ledger: Ledger, command: cmd.RemoveCombatant, _: None) -> Rejected | None:
    """Somebody leaves, or a whole group; a running Turn just stops (KL-41)."""
    group = group_named(ledger.encounter, command.character)
    leaving = group.members if group is not None else ()
    if not leaving:
        character = find_character(ledger.state, command.character)
        if isinstance(character, Rejected):
            return character
        leaving = (character.name,)
    encounter = ledger.encounter
    if not set(leaving) <= set(encounter.participants):
        return Rejected("UNKNOWN_CHARACTER", phrase("{name} is not in this Encounter.", name=leaving[0]))
    if set(leaving) >= set(encounter.participants):
        return Rejected("NO_PARTICIPANTS", phrase("Nobody would be left; end the Encounter instead."))
    emptied = any(set(each.members) <= set(leaving) for each in encounter.groups)
    if emptied and encounter.saves_begun and not encounter.order:
        return Rejected(
            "SAVES_STARTED", phrase("Edge Saves have begun; set the Turn Order first, then let them leave.")
        )
    for name in leaving:
        _leave(ledger, name)
    return None


def _leave(ledger: Ledger, name: str) -> None:
    """Strike a character off; if it had the Turn, whoever follows has it."""
    lose_slow_actions(ledger, name)
    encounter = ledger.encounter
    if encounter.current != name:
        ledger.record(ev.CombatantRemoved(name))
        if ledger.state.phase is Phase.INITIATIVE:
            _go_on_saving(ledger)
        return
    slot = encounter.slot_of(name)
    as_one = slot is not None and slot.group and ledger.rules.npc_group_turns == "as_one"
    others = [other for other in slot.members if other != name] if slot is not None and as_one else []
    if others:
        ledger.record(ev.CombatantRemoved(name, others[0]))
        return
    following, wraps = next_turn(encounter, ledger.rules)
    paused = ledger.state.phase is Phase.PAUSE
    ledger.record(ev.CombatantRemoved(name, following if paused else None))
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


@rule(cmd.ReorderGroup, By.GM, *_COMBAT)
def reorder_group(ledger: Ledger, command: cmd.ReorderGroup, _: None) -> Rejected | None:
    """Members of a group in another order, before they act; Turns themselves are not swapped (KL-43, KL-48)."""
    encounter = ledger.encounter
    group = find_group(encounter, command.group)
    if isinstance(group, Rejected):
        someone = find_character(ledger.state, command.group)
        if isinstance(someone, Character) and someone.name in encounter.participants:
            return Rejected("UNSUPPORTED", phrase("The rules know no delaying, holding or swapping of Turns."))
        return group
    names: list[str] = []
    for said in command.members:
        character = find_character(ledger.state, said)
        if isinstance(character, Rejected):
            return character
        names.append(character.name)
    if any(name not in group.members for name in names):
        return Rejected("UNSUPPORTED", phrase("The rules know no swapping of Turns between places."))
    if _begun(encounter, group):
        return Rejected("SLOT_STARTED", phrase("{group} have begun to act this Round.", group=group.name))
    order = tuple(dict.fromkeys((*names, *group.members)))
    ledger.record(ev.GroupReordered(group.name, order))
    return None


def _begun(encounter: Encounter, group: NpcGroup) -> bool:
    """Whether the place of this group has come this Round."""
    slots = [slot.name for slot in encounter.order]
    here = encounter.slot_of(encounter.current)
    return here is not None and group.name in slots and slots.index(group.name) <= slots.index(here.name)


@rule(cmd.EnvironmentEvent, By.GM, Phase.MAIN)
def environment_event(ledger: Ledger, command: cmd.EnvironmentEvent, _: None) -> Rejected | None:
    """The world acts; no place, no Beats (KL-83)."""
    ledger.record(ev.EnvironmentActed(command.text.strip()))
    return None


@rule(cmd.OpenTrigger, By.GM, Phase.MAIN)
def say_trigger(ledger: Ledger, command: cmd.OpenTrigger, _: None) -> Rejected | None:
    """Something can be reacted to because the GM says so (KL-52)."""
    kind = TriggerKind(command.trigger.strip().upper().replace(" ", "_"))
    named: list[str | None] = []
    for said in (command.source, command.subject):
        character = find_character(ledger.state, said) if said else None
        if isinstance(character, Rejected):
            return character
        named.append(character.name if character is not None else None)
    open_trigger(ledger, kind, named[0], named[1], command.text.strip())
    return None


@rule(cmd.CloseTrigger, By.GM, Phase.MAIN)
def close_trigger(ledger: Ledger, command: cmd.CloseTrigger, _: None) -> Rejected | None:
    """Nothing, or this no longer, can be reacted to (KL-52, KLR-11)."""
    said = command.trigger_id
    closing = tuple(each.trigger_id for each in ledger.encounter.triggers if said in {None, each.trigger_id})
    if not closing:
        return Rejected("TRIGGER_MISSING", phrase("Nothing is open."))
    ledger.record(ev.TriggersClosed(closing))
    return None
