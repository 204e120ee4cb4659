"""Deciding about Abilities, Beats and Reactions (rules 3.3, 3.7, 3.12)."""

from engine.systems.kleptonomicon import commands as cmd
from engine.systems.kleptonomicon import events as ev
from engine.systems.kleptonomicon.decide_movement import commit, dash
from engine.systems.kleptonomicon.decide_opening import use_episodic_ability
from engine.systems.kleptonomicon.derived import abilities, used
from engine.systems.kleptonomicon.effects import open_trigger, take_effect
from engine.systems.kleptonomicon.entities import Ability, Character, OpenTest, Trigger
from engine.systems.kleptonomicon.house_rules import HouseRules
from engine.systems.kleptonomicon.ledger import Ledger
from engine.systems.kleptonomicon.naming import find_ability, find_characters, plain
from engine.systems.kleptonomicon.rulebook import (
    By,
    first_refusal,
    phase_words,
    refuse_no_beats,
    refuse_other_turn,
    refuse_out,
    rule,
)
from engine.systems.kleptonomicon.state import State
from engine.systems.kleptonomicon.testing import open_test
from engine.systems.kleptonomicon.vocabulary import (
    BASIC_ATTACKS,
    COSTS_BEAT,
    DASH,
    ENCOUNTER,
    IMPROVISED,
    MELEE,
    OPPORTUNITY_ATTACK,
    REACTIONS,
    AbilityTime,
    Phase,
    TestKind,
    TriggerKind,
)
from engine.types import Rejected

_FREE = frozenset((Phase.FREEPLAY, Phase.PAUSE))


@rule(cmd.UseAbility, By.OWNER, waits=True)
def use_ability(ledger: Ledger, command: cmd.UseAbility, character: Character) -> Rejected | None:
    """Use an Ability where its Ability Time, the Turn and the phase allow it (KL-18, KL-49 to KL-56, KL-85, KL-99)."""
    if plain(command.ability or "") == DASH and ledger.state.phase is Phase.MAIN:
        return dash(ledger, cmd.Dash(actor=command.actor), character)
    if plain(command.ability or "") == OPPORTUNITY_ATTACK:
        return _react(ledger, cmd.UseReaction(ability=OPPORTUNITY_ATTACK, targets=command.targets), character)
    ability = _ability(command, character)
    if isinstance(ability, Rejected):
        return ability
    if ability.episodic:
        episodic = cmd.UseEpisodicAbility(actor=command.actor, ability=ability.name)
        return use_episodic_ability(ledger, episodic, character)
    if ability.time in REACTIONS and ledger.state.phase is Phase.MAIN:
        reaction = cmd.UseReaction(actor=command.actor, ability=ability.name, targets=command.targets)
        return _react(ledger, reaction, character)
    targets = _targets(ledger, ability, command)
    if isinstance(targets, Rejected):
        return targets
    refusal = (
        _refuse_phase(ledger, ability, command.announced)
        or (refuse_other_turn(ledger, character) if ledger.state.phase is Phase.MAIN else None)
        or refuse_out(character)
        or _refuse_limits(ledger, character, ability, command.distance)
        or _refuse_maneuver(command, ability)
    )
    if refusal is not None:
        return refusal
    if ledger.state.phase is Phase.MAIN:
        return _use_in_turn(ledger, character, ability, targets, command.maneuver)
    if ability.duration_minutes >= 1:
        ledger.record(ev.LongAbility(character.name, ability.name, ability.duration_minutes, targets))
        return None
    ledger.record(ev.AbilityUsed(character.name, ability.name, targets))
    _after_use(ledger, character, ability, targets, command.maneuver)
    return None


def _ability(command: cmd.UseAbility, character: Character) -> Ability | Rejected:
    """The Ability meant; "improvised" is priced by the GM as an Action or Slow Action (KL-57)."""
    said = command.ability or ""
    if plain(said) != IMPROVISED:
        return find_ability(character, said) if said.strip() else Rejected("UNKNOWN_ABILITY", "Say which Ability.")
    stated = (command.time or AbilityTime.ACTION.value).strip().upper().replace(" ", "_")
    if stated not in {AbilityTime.ACTION.value, AbilityTime.SLOW_ACTION.value}:
        return Rejected("BAD_VALUE", "An improvised deed that is not free is an Action or a Slow Action.")
    return Ability(command.text.strip() or IMPROVISED, AbilityTime(stated))


def _targets(ledger: Ledger, ability: Ability, command: cmd.UseAbility) -> tuple[str, ...] | Rejected:
    """Who is meant; it has to be certain only where something is inflicted on them."""
    said = command.targets
    if command.maneuver and not said and ledger.state.encounter is not None:
        foes = [name for name in ledger.encounter.participants if ledger.character(name).is_npc]
        said = (foes[0],) if len(foes) == 1 else ()
    certain = command.maneuver or ability.interrupts or bool(ability.inflicts)
    return find_characters(ledger.state, said, strict=certain and ledger.state.phase is Phase.MAIN)


def _refuse_phase(ledger: Ledger, ability: Ability, announced: bool) -> Rejected | None:
    phase = ledger.state.phase
    if phase is Phase.OPENING_CREDITS:
        return Rejected("EPISODIC_ONLY", "In the Opening Credits only Episodic Abilities are used.")
    if phase is Phase.PAUSE and not announced:
        return Rejected("NOT_ANNOUNCED", "In a Pause every Ability has to be announced.")
    if phase in _FREE or (phase is Phase.MAIN and ability.usable_in_main):
        return None
    return Rejected("WRONG_PHASE", f"{ability.name} does not go now; we are {phase_words(phase)}.")


def _refuse_limits(ledger: Ledger, character: Character, ability: Ability, distance: int | None) -> Rejected | None:
    """Uses per Episode and reach (KL-55, KL-56)."""
    most = ability.uses_per_episode
    if most is not None and used(ledger.episode.ability_uses, character.name, ability.name) >= most:
        return Rejected("ABILITY_EXHAUSTED", f"{ability.name} is used up for this Episode.")
    if distance is not None and distance < 0:
        return Rejected("BAD_DISTANCE", "A distance is not below 0.")
    if distance is not None and ability.reach is not None and distance > ability.reach:
        return Rejected("OUT_OF_REACH", f"{ability.name} reaches {ability.reach} units, not {distance}.")
    return None


def _refuse_maneuver(command: cmd.UseAbility, ability: Ability) -> Rejected | None:
    if not command.maneuver:
        return None
    if ability.name.casefold() not in BASIC_ATTACKS:
        return Rejected("NOT_BASIC_ATTACK", "An Improvised Maneuver is made with a Basic Attack.")
    return None


def _use_in_turn(
    ledger: Ledger, character: Character, ability: Ability, targets: tuple[str, ...], maneuver: bool
) -> Rejected | None:
    """Pay the Beat; a Slow Action then waits for the next Turn (KL-49, KL-50)."""
    costs = ability.time in COSTS_BEAT
    refusal = refuse_no_beats(character) if costs else None
    if refusal is not None:
        return refusal
    commit(ledger)
    slow = ability.time is AbilityTime.SLOW_ACTION
    if not slow:
        ledger.record(ev.AbilityUsed(character.name, ability.name, targets))
    if costs:
        spend_beat(ledger, character)
    if slow:
        ledger.record(ev.SlowActionStarted(character.name, ability.name, ledger.encounter.round, targets))
    else:
        _after_use(ledger, character, ability, targets, maneuver)
    return None


def _after_use(
    ledger: Ledger, character: Character, ability: Ability, targets: tuple[str, ...], maneuver: bool
) -> None:
    take_effect(ledger, character, ability.name, targets)
    if maneuver:
        test = OpenTest("", character.name, TestKind.MANEUVER, 0, ability=ability.name, targets=targets[:1])
        open_test(ledger, test, dis=1)


def spend_beat(ledger: Ledger, character: Character) -> None:
    """Pay a Beat."""
    ledger.record(ev.BeatSpent(character.name, character.beats - 1))


# -- Reactions ---------------------------------------------------------------------------------------------------------


@rule(cmd.UseReaction, By.OWNER, waits=True)
def use_reaction(ledger: Ledger, command: cmd.UseReaction, character: Character) -> Rejected | None:
    """Answer something at any point of the Round (KL-49 to KL-53)."""
    return _react(ledger, command, character)


def _react(ledger: Ledger, command: cmd.UseReaction, character: Character) -> Rejected | None:
    ability = _reaction(ledger, command, character)
    if isinstance(ability, Rejected):
        return ability
    targets = find_characters(ledger.state, command.targets, strict=False)
    if isinstance(targets, Rejected):
        return targets
    refusal = first_refusal(
        _refuse_phase(ledger, ability, announced=True),
        refuse_out(character),
        _refuse_limits(ledger, character, ability, None),
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
        return Rejected("NOT_A_REACTION", f"{found.name} is not a Reaction.")
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
        return Rejected("UNKNOWN_ABILITY", f"{character.name} has no Reaction.")
    return Rejected("UNKNOWN_ABILITY", f"Say which: {', '.join(each.name for each in own)}.")


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
        return Rejected("ALREADY_REACTED", f"{character.name} has answered that with {ability.name} already.")
    if command.late_ok or ledger.by_gm:
        return open_trigger(
            ledger, ability.trigger or TriggerKind.CUSTOM, None, character.name, command.trigger_text or ""
        )
    return Rejected("TRIGGER_MISSING", f"Nothing {ability.name} answers is open; the game master may allow it.")
