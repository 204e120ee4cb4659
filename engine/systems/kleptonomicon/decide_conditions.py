"""Deciding about Status Conditions and points (rules 3.10, 3.11, section 10)."""

from engine.phrase import phrase
from engine.systems.kleptonomicon import commands as cmd
from engine.systems.kleptonomicon import events as ev
from engine.systems.kleptonomicon.effects import gain_condition, open_trigger
from engine.systems.kleptonomicon.entities import Character
from engine.systems.kleptonomicon.ledger import Ledger
from engine.systems.kleptonomicon.rulebook import By, rule
from engine.systems.kleptonomicon.turns import reduce_condition
from engine.systems.kleptonomicon.vocabulary import Phase, Pool, TriggerKind
from engine.types import Rejected

MOST_POINTS = 9999


@rule(cmd.ApplyCondition, By.OWNER, about="target")
def apply_condition(ledger: Ledger, command: cmd.ApplyCondition, target: Character) -> Rejected | None:
    """Stacks of a condition (KL-72, KL-80)."""
    if not command.name.strip():
        return Rejected("BAD_VALUE", phrase("Name the condition, with at least one Stack."))
    gain_condition(ledger, target.name, command.name, command.stacks, command.fleeting)
    return None


@rule(cmd.RemoveCondition, By.GM, about="target")
def remove_condition(ledger: Ledger, command: cmd.RemoveCondition, target: Character) -> Rejected | None:
    """Take Stacks away, old ones first (KL-80)."""
    condition = target.condition(command.name)
    if condition is None:
        said = command.name.strip() or phrase("that")
        return Rejected(
            "NO_CONDITION", phrase("{character} does not have {condition}.", character=target.name, condition=said)
        )
    reduce_condition(ledger, target.name, condition, command.stacks or condition.stacks)
    return None


@rule(cmd.RecordDamage, By.OWNER, about="target")
def record_damage(ledger: Ledger, command: cmd.RecordDamage, target: Character) -> Rejected | None:
    """What somebody loses, as the table states it; who takes damage may recover afterwards (KL-93)."""
    pool = _pool(command.pool, command.amount)
    if isinstance(pool, Rejected):
        return pool
    _change(ledger, target, pool, -command.amount)
    if ledger.state.phase is Phase.MAIN:
        open_trigger(ledger, TriggerKind.DAMAGED, None, target.name)
    return None


@rule(cmd.RecordHeal, By.OWNER, about="target")
def record_heal(ledger: Ledger, command: cmd.RecordHeal, target: Character) -> Rejected | None:
    """What somebody gets back, as the table states it."""
    pool = _pool(command.pool, command.amount)
    if isinstance(pool, Rejected):
        return pool
    _change(ledger, target, pool, command.amount)
    return None


def _pool(said: str, amount: int) -> Pool | Rejected:
    wanted = said.strip().lower().replace(" ", "_")
    pool = next((each for each in Pool if each.value in {wanted, f"{wanted}_points", wanted.removesuffix("s")}), None)
    if pool is None or not 1 <= amount <= MOST_POINTS:
        return Rejected(
            "BAD_VALUE", phrase("Points are Dodge Points, Shield, Health or Vitality, at least one of them.")
        )
    return pool


def _change(ledger: Ledger, target: Character, pool: Pool, delta: int) -> None:
    """Points stay between 0 and their maximum; `delta` keeps its sign so that damage is damage even at 0."""
    value = min(max(0, getattr(target, pool.value) + delta), getattr(target.sheet, f"{pool.value}_max"))
    hidden = target.is_npc and ledger.state.gm is not None
    ledger.record(ev.PoolChanged(target.name, pool, value, delta, hidden))
