"""Taps on rolls: adding dice, throwing again, leaving them; calling for rolls, looking around (rules 3.3, 3.4)."""

from collections.abc import Iterator

from engine.board import Field, Move, Option
from engine.offers import ROLL, choice, options
from engine.systems.phasesix.decide_checks import LIMIT
from engine.systems.phasesix.entities import Character, Check
from engine.systems.phasesix.skills import all_skills
from engine.systems.phasesix.state import State
from engine.systems.phasesix.vocabulary import ATTRS

CHECKS = "Checks"
HARDER = Field("difficulty", "Added to the minimum roll", "number", least=-LIMIT, most=LIMIT, optional=True)


def people(who: tuple[Character, ...]) -> tuple[Option, ...]:
    """Characters to choose from."""
    return options(one.name for one in who)


def living(state: State) -> tuple[Character, ...]:
    """Everybody alive, player characters first."""
    return tuple(sorted((one for one in state.characters if not one.dead), key=lambda one: one.kind != "pc"))


def prefixed(state: State, who: Character, label: str) -> str:
    """The label with the character's name before it, unless it is its player's only one."""
    alone = sum(one.player == who.player and not one.dead for one in state.characters) == 1
    return label if alone else f"{who.name}: {label[0].lower()}{label[1:]}"


def open_rolls(state: State, player: str) -> Iterator[Move]:
    """What may be done about the rolls of this player that are open (P6-18 to P6-21)."""
    for check in state.checks:
        who = state.character(check.character)
        if check.player == player and who is not None:
            yield from _choices(check, who)


def _choices(check: Check, who: Character) -> Iterator[Move]:
    given, what = (("check_id", check.check_id),), f"{check.trait} of {check.character}"
    waits = check.rolled or not check.due
    leave = f"Leave the roll: {what}" if waits else f"Give the roll up: {what}"
    yield Move("close_check", leave, ROLL, given, owed=waits)
    for kind, label, gauge in (("add_bonus_die", "bonus", who.bonus), ("add_destiny_die", "destiny", who.destiny)):
        if gauge.now:
            count = Field("count", "How many", "number", least=1, most=gauge.now)
            yield Move(kind, f"Add {label} dice: {what}", ROLL, given, (count,), owed=waits)
    if check.rolled:
        for pay, label in (("reroll", "a reroll"), ("destiny", "a destiny die")):
            yield Move("reroll", f"Throw all again for {label}: {what}", ROLL, (*given, ("pay", pay)), owed=True)


def calling(state: State) -> Iterator[Move]:
    """The GM calls for rolls (P6-10, P6-25)."""
    everybody = living(state)
    if not everybody:
        return
    trait = choice("trait", "What", _traits(state))
    rest = (
        HARDER,
        Field("needed", "Successes needed", "number", least=1, optional=True),
        Field("dice", "Dice more or less", "number", least=-LIMIT, most=LIMIT, optional=True),
    )
    who = Field("char", "Who", "choice", people(everybody))
    yield Move("request_check", "Call for a roll", CHECKS, fields=(who, trait, *rest))
    yield Move("request_check", "Call for a roll of everybody", CHECKS, (("chars", ("everyone",)),), (trait, *rest))
    required = Field("required", "Successes needed together", "number", least=1, optional=True)
    members = Field("members", "Who, if not all", "choices", people(everybody), optional=True)
    yield Move("request_group_check", "Call for a group roll", CHECKS, fields=(trait, required, HARDER, members))


def _traits(state: State) -> Iterator[tuple[str, str]]:
    known = (one.name for who in state.characters for one in who.knowledge)
    for name in dict.fromkeys((*all_skills(state), *(each.value for each in ATTRS), *known, "evasion")):
        yield name, name[0].upper() + name[1:]


def looking(state: State, who: Character) -> Iterator[Move]:
    """Looking for what others carry (P6-26)."""
    others = tuple(one for one in living(state) if one.name != who.name)
    if others and state.combat is None:
        targets = Field("targets", "At whom", "choices", people(others), least=1)
        label = prefixed(state, who, "Look for conspicuous things")
        yield Move("observe", label, CHECKS, (("observer", who.name),), (targets,))
