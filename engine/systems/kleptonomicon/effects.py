"""What Abilities do once they take effect: triggers, conditions, interruptions (rules 3.7, 3.10)."""

from engine.systems.kleptonomicon import events as ev
from engine.systems.kleptonomicon.derived import abilities, acting, skill_modifier
from engine.systems.kleptonomicon.entities import Ability, Character, OpenTest, Stacks, Trigger
from engine.systems.kleptonomicon.ledger import Ledger
from engine.systems.kleptonomicon.testing import follows, open_test
from engine.systems.kleptonomicon.vocabulary import BASIC_ATTACKS, SLOWED, Phase, TestKind, TriggerKind

INTERRUPTING_STACKS = 2


def take_effect(ledger: Ledger, user: Character, name: str, targets: tuple[str, ...]) -> None:
    """An Ability takes effect: it can be reacted to, and what it inflicts follows, after its Test if it has one."""
    if ledger.state.phase is Phase.MAIN:
        _open_ability_triggers(ledger, user.name, name, targets)
    ability = _named(user, name)
    if ability.test is not None:
        modifier = skill_modifier(user.sheet, ability.test)
        open_test(
            ledger,
            OpenTest("", user.name, TestKind.ABILITY, modifier, skill=ability.test, ability=name, targets=targets),
        )
    else:
        inflict(ledger, ability, targets)


def _named(user: Character, name: str) -> Ability:
    """The Ability of exactly this name; what is not on the sheet has no effects of its own."""
    return next((each for each in abilities(user.sheet) if each.name == name), Ability(name))


def _open_ability_triggers(ledger: Ledger, user: str, name: str, targets: tuple[str, ...]) -> None:
    if name.casefold() in BASIC_ATTACKS and targets:
        for target in targets:
            open_trigger(ledger, TriggerKind.ATTACKED, user, target, name)
    else:
        open_trigger(ledger, TriggerKind.ABILITY_USED, user, targets[0] if targets else None, name)


def open_trigger(ledger: Ledger, kind: TriggerKind, source: str | None, subject: str | None, text: str = "") -> Trigger:
    """Something can be reacted to (KL-52)."""
    trigger = Trigger(f"trigger-{ledger.state.trigger_count + 1}", kind, source, subject, text)
    ledger.record(ev.TriggerOpened(trigger))
    return trigger


@follows(TestKind.ABILITY)
def after_ability_test(ledger: Ledger, test: OpenTest, passed: bool) -> None:
    """An Ability with a Test does what it does on a pass."""
    if passed:
        inflict(ledger, _named(ledger.character(test.character), test.ability or ""), test.targets)


@follows(TestKind.MANEUVER)
def after_maneuver(ledger: Ledger, test: OpenTest, passed: bool) -> None:
    """An Improvised Maneuver slows on a pass, and does nothing more on a fail (KL-72, KLR-14)."""
    if passed:
        slow = Ability(test.ability or "", inflicts=(Stacks(SLOWED, ledger.rules.maneuver_stacks),))
        inflict(ledger, slow, test.targets)


def inflict(ledger: Ledger, ability: Ability, targets: tuple[str, ...]) -> None:
    """Conditions and interruption for every target that is still there (KL-71)."""
    for target in targets:
        if ledger.state.character(target) is None:
            continue
        for each in ability.inflicts:
            gain_condition(ledger, target, each.condition, each.stacks)
        if ability.interrupts and ledger.state.phase is Phase.MAIN:
            interrupt(ledger, target)


def gain_condition(ledger: Ledger, name: str, said: str, stacks: int, fleeting: bool | None = None) -> None:
    """Stacks of a condition; enough Slowed interrupts movement (KL-72, KL-80, KLR-15)."""
    character = ledger.character(name)
    old = character.condition(said)
    called = old.name if old is not None else said.strip().casefold()
    if fleeting is None:
        fleeting = old.fleeting if old is not None else is_fleeting(ledger, called)
    had = old.stacks if old is not None else 0
    fresh = old.gained_this_turn if old is not None else 0
    if name in acting(ledger.state.encounter, ledger.rules):
        fresh += stacks
    ledger.record(ev.ConditionGained(name, called, stacks, had + stacks, fleeting, fresh))
    if called == SLOWED and ledger.state.phase is Phase.MAIN and _stops(ledger, had, stacks):
        interrupt(ledger, name)


def _stops(ledger: Ledger, had: int, stacks: int) -> bool:
    if ledger.rules.slowed_interrupt == "single":
        return stacks >= INTERRUPTING_STACKS
    return had < INTERRUPTING_STACKS <= had + stacks


def is_fleeting(ledger: Ledger, name: str) -> bool:
    """Whether a condition sheds Stacks when nobody says; unknown ones do not (KL-81)."""
    if name == SLOWED:
        return ledger.rules.slowed_fleeting
    return next((rule.fleeting for rule in ledger.state.condition_rules if rule.name == name), False)


def interrupt(ledger: Ledger, name: str) -> None:
    """The active style's interruption clause; Beats never change (KL-73)."""
    style = ledger.character(name).active_style
    effect = next((each.interruption for each in ledger.state.styles if each.name == style), None)
    ledger.record(ev.MovementInterrupted(name, style, effect))
    if effect == "fall":
        ledger.record(ev.Fell(name))
