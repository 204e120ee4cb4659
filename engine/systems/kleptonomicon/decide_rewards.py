"""Deciding about ends of Encounters: Experience and recovery (rules 3.13)."""

from engine.common.words import counted
from engine.phrase import phrase
from engine.systems.kleptonomicon import commands as cmd
from engine.systems.kleptonomicon import events as ev
from engine.systems.kleptonomicon.decide_movement import commit
from engine.systems.kleptonomicon.derived import abilities
from engine.systems.kleptonomicon.effects import take_effect
from engine.systems.kleptonomicon.entities import Ability, Character, PoolValue
from engine.systems.kleptonomicon.ledger import Ledger
from engine.systems.kleptonomicon.naming import find_character
from engine.systems.kleptonomicon.rulebook import (
    By,
    phase_words,
    refuse_no_beats,
    refuse_other_turn,
    refuse_out,
    rule,
)
from engine.systems.kleptonomicon.vocabulary import COSTS_BEAT, Phase, Pool, RecoveryKind
from engine.types import Rejected

MOST_XP = 2


@rule(cmd.EndEncounter, By.GM, Phase.INITIATIVE, Phase.MAIN, Phase.PAUSE, transition=True)
def end_encounter(ledger: Ledger, command: cmd.EndEncounter, _: None) -> Rejected | None:
    """The Encounter ends; what is unresolved is dropped (KL-6, KL-88, KLR-3, KLR-10)."""
    state = ledger.state
    if state.phase is Phase.INITIATIVE and not ledger.rules.end_from_initiative:
        return Rejected("ILLEGAL_TRANSITION", phrase("The Turn Order comes first."))
    for slow in ledger.encounter.slow_actions:
        if ledger.rules.slow_action_on_end == "resolve":
            ledger.record(ev.SlowActionResolved(slow.character, slow.ability, slow.targets))
            take_effect(ledger, ledger.character(slow.character), slow.ability, slow.targets)
        else:
            ledger.record(ev.SlowActionLost(slow.character, slow.ability))
    if ledger.rules.clear_fleeting_on_encounter_end:
        _clear_fleeting(ledger)
    ledger.record(ev.EncounterEnded(command.outcome.strip()))
    ledger.go_to(Phase.REWARD)
    return None


def _clear_fleeting(ledger: Ledger) -> None:
    """Fleeting Conditions end with the Encounter, where the house says so (KLR-27)."""
    for name in ledger.encounter.participants:
        for condition in ledger.character(name).conditions:
            if condition.fleeting:
                ledger.record(ev.ConditionRemoved(name, condition.name))


@rule(cmd.AwardExperience, By.GM, Phase.REWARD)
def award_experience(ledger: Ledger, command: cmd.AwardExperience, _: None) -> Rejected | None:
    """One Experience Point each, or two (KL-90)."""
    if ledger.encounter.xp_awarded:
        return Rejected("XP_ALREADY_AWARDED", phrase("Experience for this Encounter has been given."))
    shares = dict.fromkeys(recipients(ledger), command.base + command.bonus)
    for each in command.overrides:
        character = find_character(ledger.state, each.character)
        if isinstance(character, Rejected):
            return character
        if character.name not in shares:
            return Rejected("BAD_VALUE", phrase("{name} was not in the Encounter.", name=character.name))
        shares[character.name] = each.amount
    if any(not 1 <= amount <= MOST_XP for amount in (command.base + command.bonus, *shares.values())):
        return Rejected("XP_RANGE", phrase("An Encounter gives one or two Experience Points."))
    give(ledger, shares, command.base, command.bonus)
    return None


def recipients(ledger: Ledger) -> tuple[str, ...]:
    """PCs who get Experience: those who took part, or all (KLR-23)."""
    if ledger.rules.xp_recipients == "all_pcs":
        return tuple(pc.name for pc in ledger.state.pcs)
    people = (*ledger.encounter.participants, *ledger.encounter.left)
    return tuple(pc.name for pc in ledger.state.pcs if pc.name in people)


def give(ledger: Ledger, shares: dict[str, int], base: int, bonus: int) -> None:
    """Experience and the levels it reaches (KL-92)."""
    ledger.record(ev.ExperienceAwarded(base, bonus))
    steps = ledger.rules.xp_thresholds
    thresholds = [] if steps == "none" else [int(step) for step in steps.split(",")]
    for name, amount in shares.items():
        before = ledger.character(name).xp
        ledger.record(ev.ExperienceGained(name, amount, before + amount))
        reached = [level for level, xp in enumerate(thresholds, start=2) if before < xp <= before + amount]
        if reached:
            ledger.record(ev.LevelUpAvailable(name, reached[-1]))


def leave_rewards(ledger: Ledger) -> None:
    """Going on without an award gives one point each, where the house wants that (KL-91)."""
    if not ledger.encounter.xp_awarded and ledger.rules.auto_xp:
        give(ledger, dict.fromkeys(recipients(ledger), 1), 1, 0)


@rule(cmd.ReturnToFreeplay, By.GM, Phase.REWARD, transition=True)
def return_to_freeplay(ledger: Ledger, command: cmd.ReturnToFreeplay, _: None) -> Rejected | None:
    """Go on after the rewards (KL-7)."""
    leave_rewards(ledger)
    ledger.go_to(Phase.FREEPLAY)
    return None


@rule(cmd.UseRecovery, By.OWNER, waits=True)
def use_recovery(ledger: Ledger, command: cmd.UseRecovery, character: Character) -> Rejected | None:
    """Dodges Up, Shields Up or Heal Up, or all three (KL-23, KL-93, KL-94)."""
    said = command.recovery.strip().lower().replace(" ", "_")
    kinds = [each for each in RecoveryKind if said in {each.value, "all"}]
    for kind in kinds:
        refusal = _recover(ledger, command, ledger.character(character.name), kind)
        if refusal is not None:
            return refusal
    return None


def _recover(ledger: Ledger, command: cmd.UseRecovery, character: Character, kind: RecoveryKind) -> Rejected | None:
    ability = _recovery_ability(character, kind)
    cost = getattr(ledger.rules, f"{kind.value}_cost")
    refusal = _refuse_recovery(ledger, command, character, ability) or refuse_out(character)
    if refusal is None and character.recoveries < cost:
        left = counted(character.recoveries, "Recovery", "Recoveries")
        said = phrase("{name} has {recoveries} left.", name=character.name, recoveries=left)
        refusal = Rejected("NO_RECOVERIES", said)
    if refusal is not None:
        return refusal
    if ledger.state.phase is Phase.MAIN:
        commit(ledger)
        if ability.time in COSTS_BEAT:
            ledger.record(ev.BeatSpent(character.name, character.beats - 1))
    ledger.record(ev.Recovered(character.name, kind, _values(ledger, command, character, kind)))
    if cost:
        ledger.record(ev.RecoverySpent(character.name, character.recoveries - cost))
    return None


def _recovery_ability(character: Character, kind: RecoveryKind) -> Ability:
    """The Recovery Ability as it stands on the sheet; not for the Main Phase unless the sheet says so."""
    name = kind.value.replace("_", " ")
    default = Ability(name, usable_in_main=False)
    return next((each for each in abilities(character.sheet) if each.name.casefold() == name), default)


def _refuse_recovery(
    ledger: Ledger, command: cmd.UseRecovery, character: Character, ability: Ability
) -> Rejected | None:
    phase = ledger.state.phase
    if phase is Phase.MAIN and ability.usable_in_main:
        costs = ability.time in COSTS_BEAT
        return refuse_other_turn(ledger, character) or (refuse_no_beats(character) if costs else None)
    if phase not in {Phase.REWARD, Phase.FREEPLAY, Phase.PAUSE}:
        return Rejected("WRONG_PHASE", phrase("Recovering does not go now; we are {phase}.", phase=phase_words(phase)))
    silent = phase is Phase.PAUSE or (phase is Phase.FREEPLAY and not ledger.rules.implicit_recovery)
    if silent and not command.announced:
        return Rejected("NOT_ANNOUNCED", phrase("Recovering has to be announced."))
    gated = phase is Phase.REWARD and ledger.rules.recovery_gate == "damaged_only"
    if gated and character.name not in ledger.encounter.took_damage:
        return Rejected("NOT_DAMAGED", phrase("{name} took no damage in this Encounter.", name=character.name))
    return None


def _values(
    ledger: Ledger, command: cmd.UseRecovery, character: Character, kind: RecoveryKind
) -> tuple[PoolValue, ...]:
    sheet = character.sheet
    if kind is RecoveryKind.DODGES_UP:
        return (PoolValue(Pool.DODGE_POINTS.value, sheet.dodge_points_max),)
    if kind is RecoveryKind.SHIELDS_UP:
        return (PoolValue(Pool.SHIELD.value, sheet.shield_max),)
    if ledger.rules.heal_up == "full":
        return (
            PoolValue(Pool.HEALTH.value, sheet.health_max),
            PoolValue(Pool.VITALITY.value, sheet.vitality_max),
        )
    health = min(character.health + (command.health or 0), sheet.health_max)
    vitality = min(character.vitality + (command.vitality or 0), sheet.vitality_max)
    return (PoolValue(Pool.HEALTH.value, health), PoolValue(Pool.VITALITY.value, vitality))
