"""Deciding about Abilities and Beats (rules 3.3, 3.7, 3.12)."""

from engine.phrase import phrase
from engine.systems.kleptonomicon import commands as cmd
from engine.systems.kleptonomicon import events as ev
from engine.systems.kleptonomicon.decide_movement import commit, dash
from engine.systems.kleptonomicon.decide_opening import use_episodic_ability
from engine.systems.kleptonomicon.decide_reactions import react
from engine.systems.kleptonomicon.effects import take_effect
from engine.systems.kleptonomicon.entities import Ability, Character, OpenTest
from engine.systems.kleptonomicon.ledger import Ledger
from engine.systems.kleptonomicon.limits import refuse_limits, refuse_phase, spend_beat
from engine.systems.kleptonomicon.naming import find_ability, find_characters, plain
from engine.systems.kleptonomicon.rulebook import (
    By,
    refuse_no_beats,
    refuse_other_turn,
    refuse_out,
    rule,
)
from engine.systems.kleptonomicon.testing import open_test
from engine.systems.kleptonomicon.vocabulary import (
    BASIC_ATTACKS,
    COSTS_BEAT,
    DASH,
    IMPROVISED,
    OPPORTUNITY_ATTACK,
    REACTIONS,
    AbilityTime,
    Phase,
    TestKind,
)
from engine.types import Rejected


@rule(cmd.UseAbility, By.OWNER, waits=True)
def use_ability(ledger: Ledger, command: cmd.UseAbility, character: Character) -> Rejected | None:
    """Use an Ability where its Ability Time, the Turn and the phase allow it (KL-18, KL-49 to KL-56, KL-85, KL-99)."""
    if plain(command.ability or "") == DASH and ledger.state.phase is Phase.MAIN:
        return dash(ledger, cmd.Dash(actor=command.actor), character)
    if plain(command.ability or "") == OPPORTUNITY_ATTACK:
        return react(ledger, cmd.UseReaction(ability=OPPORTUNITY_ATTACK, targets=command.targets), character)
    ability = _ability(command, character)
    if isinstance(ability, Rejected):
        return ability
    if ability.episodic:
        episodic = cmd.UseEpisodicAbility(actor=command.actor, ability=ability.name)
        return use_episodic_ability(ledger, episodic, character)
    if ability.time in REACTIONS and ledger.state.phase is Phase.MAIN:
        reaction = cmd.UseReaction(actor=command.actor, ability=ability.name, targets=command.targets)
        return react(ledger, reaction, character)
    targets = _targets(ledger, ability, command)
    if isinstance(targets, Rejected):
        return targets
    refusal = (
        refuse_phase(ledger, ability, command.announced)
        or (refuse_other_turn(ledger, character) if ledger.state.phase is Phase.MAIN else None)
        or refuse_out(character)
        or refuse_limits(ledger, character, ability, command.distance)
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
        unsaid = Rejected("UNKNOWN_ABILITY", phrase("Say which Ability."))
        return find_ability(character, said) if said.strip() else unsaid
    stated = (command.time or AbilityTime.ACTION.value).strip().upper().replace(" ", "_")
    if stated not in {AbilityTime.ACTION.value, AbilityTime.SLOW_ACTION.value}:
        return Rejected("BAD_VALUE", phrase("An improvised deed that is not free is an Action or a Slow Action."))
    return Ability(command.text.strip() or IMPROVISED, AbilityTime(stated))


def _targets(ledger: Ledger, ability: Ability, command: cmd.UseAbility) -> tuple[str, ...] | Rejected:
    """Who is meant; it has to be certain only where something is inflicted on them."""
    said = command.targets
    if command.maneuver and not said and ledger.state.encounter is not None:
        foes = [name for name in ledger.encounter.participants if ledger.character(name).is_npc]
        said = (foes[0],) if len(foes) == 1 else ()
    certain = command.maneuver or ability.interrupts or bool(ability.inflicts)
    return find_characters(ledger.state, said, strict=certain and ledger.state.phase is Phase.MAIN)


def _refuse_maneuver(command: cmd.UseAbility, ability: Ability) -> Rejected | None:
    if not command.maneuver:
        return None
    if ability.name.casefold() not in BASIC_ATTACKS:
        return Rejected("NOT_BASIC_ATTACK", phrase("An Improvised Maneuver is made with a Basic Attack."))
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
