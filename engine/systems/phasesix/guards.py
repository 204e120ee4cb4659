"""Conditions that several chapters ask for; each raises the refusal, or gives one to be raised."""

from engine.common.rules import Refused
from engine.common.words import counted
from engine.phrase import phrase
from engine.systems.phasesix.derived import takes_extras
from engine.systems.phasesix.entities import Character, State
from engine.systems.phasesix.vocabulary import Cond, Purpose


def refuse_extras(who: Character, bonus: int, destiny: int) -> None:
    """Enough extra dice are there (P6-18, P6-19)."""
    if bonus < 0 or destiny < 0:
        raise Refused("BAD_VALUE", phrase("Say how many dice."))
    if who.bonus.now < bonus:
        raise too_few_bonus_dice(who)
    if who.destiny.now < destiny:
        dice = counted(who.destiny.now, "destiny die", "destiny dice")
        raise Refused("NO_DESTINY_DICE", phrase("{character} has {dice} left.", character=who.name, dice=dice))


def too_few_bonus_dice(who: Character) -> Refused:
    """Fewer bonus dice are left than wanted."""
    dice = counted(who.bonus.now, "bonus die", "bonus dice")
    return Refused("NO_BONUS_DICE", phrase("{character} has {dice} left.", character=who.name, dice=dice))


def refuse_no_dice(
    state: State, who: Character, purpose: Purpose, value: int, bonus: int = 0, destiny: int = 0
) -> None:
    """A voluntary roll has at least one die, natural or committed (P6-12)."""
    if bonus + destiny and not takes_extras(state, who.name, purpose):
        raise no_extras()
    refuse_extras(who, bonus, destiny)
    if not bonus + destiny and value - who.cond(Cond.SHOCKED) < 1:
        raise no_dice(who.name)


def no_extras() -> Refused:
    """A roll of a fight takes no extra dice, by house rule (P6-22)."""
    return Refused("CHECK_CLOSED", phrase("Extra dice do not apply to attack and defence at this table."))


def no_dice(name: str) -> Refused:
    """A character has nothing to roll."""
    text = phrase("{character} has no dice for that; bonus or destiny dice would help.", character=name)
    return Refused("POOL_EMPTY", text)


def no_combat() -> Refused:
    """A fight is needed, and none is running."""
    return Refused("NO_COMBAT", phrase("No fight is running."))


def cannot_act(who: Character) -> Refused:
    """Somebody is unable to act."""
    return Refused("INCAPACITATED", phrase("{character} cannot act.", character=who.name))


def parry_unjudged() -> Refused:
    """The story's leader has to judge a parry first."""
    return Refused("PENDING_ROLL", phrase("First, how many hits does the parry leave?"))


def no_attribute(word: str) -> Refused:
    """A word that should name an attribute and does not."""
    return Refused("BAD_VALUE", phrase("{word} is not an attribute.", word=word))
