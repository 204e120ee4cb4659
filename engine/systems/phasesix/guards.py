"""Checks shared by commands; each gives a refusal or None, so that they chain with `or`."""

from engine.common.words import counted
from engine.systems.phasesix.derived import takes_extras
from engine.systems.phasesix.entities import Character
from engine.systems.phasesix.state import State
from engine.systems.phasesix.vocabulary import Cond, Purpose
from engine.types import Rejected


def refuse_extras(who: Character, bonus: int, destiny: int) -> Rejected | None:
    """Enough extra dice are there (P6-18, P6-19)."""
    if bonus < 0 or destiny < 0:
        return Rejected("BAD_VALUE", "Say how many dice.")
    if who.bonus.now < bonus:
        return Rejected("NO_BONUS_DICE", f"{who.name} has {counted(who.bonus.now, 'bonus die', 'bonus dice')} left.")
    if who.destiny.now < destiny:
        return Rejected(
            "NO_DESTINY_DICE", f"{who.name} has {counted(who.destiny.now, 'destiny die', 'destiny dice')} left."
        )
    return None


def refuse_no_dice(
    state: State, who: Character, purpose: Purpose, value: int, bonus: int = 0, destiny: int = 0
) -> Rejected | None:
    """A voluntary roll has at least one die, natural or committed (P6-12)."""
    if bonus + destiny and not takes_extras(state, who.name, purpose):
        return Rejected("CHECK_CLOSED", "Extra dice do not work on attack and defence at this table.")
    refusal = refuse_extras(who, bonus, destiny)
    if refusal is not None or bonus + destiny or value - who.cond(Cond.SHOCKED) >= 1:
        return refusal
    return Rejected("POOL_EMPTY", f"{who.name} has no dice for that; bonus or destiny dice would help.")


def refuse_less_than_one(number: int, what: str) -> Rejected | None:
    """A count is at least one."""
    return None if number >= 1 else Rejected("BAD_VALUE", f"At least one {what}.")
