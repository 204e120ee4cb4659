"""Deciding about Reactions and what they answer (rules 3.7, 3.8)."""

from engine.phrase import joined, phrase
from engine.systems.kleptonomicon import commands as cmd
from engine.systems.kleptonomicon import events as ev
from engine.systems.kleptonomicon.derived import abilities
from engine.systems.kleptonomicon.effects import open_trigger, take_effect
from engine.systems.kleptonomicon.entities import Ability, Character, Trigger
from engine.systems.kleptonomicon.house_rules import HouseRules
from engine.systems.kleptonomicon.ledger import Ledger
from engine.systems.kleptonomicon.limits import refuse_limits, refuse_phase, spend_beat
from engine.systems.kleptonomicon.naming import find_ability, find_characters, plain
from engine.systems.kleptonomicon.rulebook import By, first_refusal, refuse_no_beats, refuse_out, rule
from engine.systems.kleptonomicon.state import State
from engine.systems.kleptonomicon.vocabulary import (
    COSTS_BEAT,
    ENCOUNTER,
    MELEE,
    OPPORTUNITY_ATTACK,
    REACTIONS,
    AbilityTime,
    Phase,
    TriggerKind,
)
from engine.types import Rejected


@rule(cmd.UseReaction, By.OWNER, waits=True)
def react(ledger: Ledger, command: cmd.UseReaction, character: Character) -> Rejected | None:
    """Answer something at any point of the Round (KL-49 to KL-53)."""
    ability = _reaction(ledger, command, character)
    if isinstance(ability, Rejected):
        return ability
    targets = find_characters(ledger.state, command.targets, strict=False)
    if isinstance(targets, Rejected):
        return targets
    refusal = first_refusal(
        refuse_phase(ledger, ability, announced=True),
        refuse_out(character),
        refuse_limits(ledger, character, ability, None),
    )
    if refusal is not None:
        return refusal
    if ledger.state.phase is not Phase.MAIN:
        ledger.record(ev.ReactionUsed(character.name, ability.name, None, targets))
        take_effect(ledger, character, ability.name, targets)
        return None
    costs = ability.time in COSTS_BEAT
    refusal = refuse_no_beats(character) if costs else None
    if refusal is not None:
        return refusal
    trigger = _trigger(ledger, command, character, ability)
    if isinstance(trigger, Rejected):
        return trigger
    ledger.record(ev.ReactionUsed(character.name, ability.name, trigger.trigger_id, targets))
    if costs:
        spend_beat(ledger, character)
    name = MELEE if ability.name == OPPORTUNITY_ATTACK else ability.name
    hit = targets or ((trigger.source,) if trigger.source and ability.name == OPPORTUNITY_ATTACK else ())
    take_effect(ledger, character, name, hit)
    return None


def opportunity_attack(rules: HouseRules) -> Ability:
    """A Melee Attack as a Reaction to somebody who leaves one's Swinging Distance (KL-65, KLR-18)."""
    free = rules.opportunity_attack_time == "free_reaction"
    time = AbilityTime.FREE_REACTION if free else AbilityTime.REACTION
    return Ability(OPPORTUNITY_ATTACK, time, trigger=TriggerKind.LEFT_SWINGING)


def can_answer(state: State, character: Character, specific: bool = False) -> bool:
    """Whether somebody has a Reaction, and the Beat for it, that answers something open.

    Args:
        state: The state asked about.
        character: Who would react.
        specific: Only a PC's Reactions count, meant for just this, to what an NPC or the world does.
    """
    if state.encounter is None or character.out or (specific and character.is_npc):
        return False
    triggers = [each for each in state.encounter.triggers if not specific or _hostile(state, each)]
    own = [each for each in abilities(character.sheet) if each.time in REACTIONS and each.usable_in_main]
    own = [*(each for each in own if each.trigger is not None or not specific), opportunity_attack(state.house_rules)]
    return any(
        (character.beats or ability.time not in COSTS_BEAT)
        and trigger.source != character.name
        and fits(ability, trigger, character)
        and not _has_answered(trigger, character, ability)
        for trigger in triggers
        for ability in own
    )


def _hostile(state: State, trigger: Trigger) -> bool:
    """Whether an NPC or the world causes it."""
    source = state.character(trigger.source)
    return source is None or source.is_npc


def _reaction(ledger: Ledger, command: cmd.UseReaction, character: Character) -> Ability | Rejected:
    """The Reaction meant; without a name the only one that fits what is open."""
    said = plain((command.ability or "").replace("_", " "))
    if said == OPPORTUNITY_ATTACK:
        return opportunity_attack(ledger.rules)
    if said:
        found = find_ability(character, said)
        if isinstance(found, Rejected) or found.time in REACTIONS:
            return found
        if found.name.casefold() == MELEE and _left(ledger, character):
            return opportunity_attack(ledger.rules)
        return Rejected("NOT_A_REACTION", phrase("{ability} is not a Reaction.", ability=found.name))
    own = [each for each in abilities(character.sheet) if each.time in REACTIONS]
    if ledger.state.phase is Phase.MAIN:
        open_now = [trigger for trigger in ledger.encounter.triggers if not _has_answered(trigger, character, None)]
        fitting = [each for each in own if any(fits(each, trigger, character) for trigger in open_now)]
        own = [each for each in fitting if each.trigger is not None] or fitting or own
    if _left(ledger, character):
        own = [opportunity_attack(ledger.rules)]
    if len(own) == 1:
        return own[0]
    if not own:
        return Rejected("UNKNOWN_ABILITY", phrase("{name} has no Reaction.", name=character.name))
    return Rejected("UNKNOWN_ABILITY", phrase("Say which: {names}.", names=joined((each.name for each in own), ", ")))


def _left(ledger: Ledger, character: Character) -> bool:
    """Whether somebody is leaving this character's Swinging Distance."""
    triggers = ledger.encounter.triggers if ledger.state.phase in ENCOUNTER else ()
    return any(fits(opportunity_attack(ledger.rules), trigger, character) for trigger in triggers)


def fits(ability: Ability, trigger: Trigger, character: Character) -> bool:
    """Whether a Reaction may answer a trigger; an attack is also an Ability that is used (KL-52)."""
    if ability.name == OPPORTUNITY_ATTACK and trigger.subject != character.name:
        return False
    if ability.trigger is None or ability.trigger is trigger.kind:
        return True
    return ability.trigger is TriggerKind.ABILITY_USED and trigger.kind is TriggerKind.ATTACKED


def _has_answered(trigger: Trigger, character: Character, ability: Ability | None) -> bool:
    return any(
        use.character == character.name and (ability is None or use.ability == ability.name) for use in trigger.used_by
    )


def _trigger(ledger: Ledger, command: cmd.UseReaction, character: Character, ability: Ability) -> Trigger | Rejected:
    """The latest open trigger that fits; without one the GM's word is needed (KL-51, KL-52)."""
    fitting = [each for each in ledger.encounter.triggers if fits(ability, each, character)]
    if command.trigger_id is not None:
        fitting = [each for each in fitting if each.trigger_id == command.trigger_id]
    unanswered = [each for each in fitting if not _has_answered(each, character, ability)]
    if unanswered:
        return unanswered[-1]
    if fitting:
        said = phrase("{name} has answered that with {ability} already.", name=character.name, ability=ability.name)
        return Rejected("ALREADY_REACTED", said)
    if command.late_ok or ledger.by_gm:
        return open_trigger(
            ledger, ability.trigger or TriggerKind.CUSTOM, None, character.name, command.trigger_text or ""
        )
    said = phrase("Nothing {ability} answers is open; the game master may allow it.", ability=ability.name)
    return Rejected("TRIGGER_MISSING", said)
