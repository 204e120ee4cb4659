"""Checks shared by commands; each gives a refusal or None, so that they chain with `or`."""

from engine.common.words import counted
from engine.phrase import phrase
from engine.systems.phasesix.derived import takes_extras
from engine.systems.phasesix.entities import Character
from engine.systems.phasesix.state import State
from engine.systems.phasesix.vocabulary import Cond, Purpose
from engine.types import Rejected


def refuse_extras(who: Character, bonus: int, destiny: int) -> Rejected | None:
    """Enough extra dice are there (P6-18, P6-19)."""
    if bonus < 0 or destiny < 0:
        return Rejected("BAD_VALUE", phrase("Say how many dice."))
    if who.bonus.now < bonus:
        return too_few_bonus_dice(who)
    if who.destiny.now < destiny:
        dice = counted(who.destiny.now, "destiny die", "destiny dice")
        return Rejected("NO_DESTINY_DICE", phrase("{character} has {dice} left.", character=who.name, dice=dice))
    return None


def too_few_bonus_dice(who: Character) -> Rejected:
    """Fewer bonus dice are left than wanted."""
    dice = counted(who.bonus.now, "bonus die", "bonus dice")
    return Rejected("NO_BONUS_DICE", phrase("{character} has {dice} left.", character=who.name, dice=dice))


def refuse_no_dice(
    state: State, who: Character, purpose: Purpose, value: int, bonus: int = 0, destiny: int = 0
) -> Rejected | None:
    """A voluntary roll has at least one die, natural or committed (P6-12)."""
    if bonus + destiny and not takes_extras(state, who.name, purpose):
        return Rejected("CHECK_CLOSED", phrase("Extra dice do not work on attack and defence at this table."))
    refusal = refuse_extras(who, bonus, destiny)
    if refusal is not None or bonus + destiny or value - who.cond(Cond.SHOCKED) >= 1:
        return refusal
    return no_dice(who.name)


def no_dice(name: str) -> Rejected:
    """A character has nothing to roll."""
    text = phrase("{character} has no dice for that; bonus or destiny dice would help.", character=name)
    return Rejected("POOL_EMPTY", text)


def no_attribute(word: str) -> Rejected:
    """A word that should name an attribute and does not."""
    return Rejected("BAD_VALUE", phrase("{word} is no attribute.", word=word))
