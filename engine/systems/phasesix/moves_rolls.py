"""Taps on rolls: adding dice, throwing again, leaving them; calling for rolls, looking around (rules 3.3, 3.4)."""

from collections.abc import Iterator

from engine.board import Field, Move, Option
from engine.offers import ROLL, choice, options
from engine.phrase import Phrase, capital, phrase, spelled, verbatim
from engine.systems.phasesix.entities import Character, Check
from engine.systems.phasesix.fields import LIMIT
from engine.systems.phasesix.skills import all_skills
from engine.systems.phasesix.state import State
from engine.systems.phasesix.vocabulary import ATTRS
from engine.systems.phasesix.words import worded

CHECKS = phrase("Checks")
HARDER = Field("difficulty", phrase("Added to the minimum roll"), "number", least=-LIMIT, most=LIMIT, optional=True)


def people(who: tuple[Character, ...]) -> tuple[Option, ...]:
    """Characters to choose from."""
    return options(one.name for one in who)


def living(state: State) -> tuple[Character, ...]:
    """Everybody alive, player characters first."""
    return tuple(sorted((one for one in state.characters if not one.dead), key=lambda one: one.kind != "pc"))


def prefixed(state: State, who: Character, label: Phrase) -> Phrase:
    """The label with the character's name before it, or with a capital letter for its player's only one."""
    alone = sum(one.player == who.player and not one.dead for one in state.characters) == 1
    return capital(label) if alone else phrase("{character}: {move}", character=who.name, move=label)


def open_rolls(state: State, player: str) -> Iterator[Move]:
    """What may be done about the rolls of this player that are open (P6-18 to P6-21)."""
    for check in state.checks:
        who = state.character(check.character)
        if check.player == player and who is not None:
            yield from _choices(check, who)


def _choices(check: Check, who: Character) -> Iterator[Move]:
    given = (("check_id", check.check_id),)
    what = phrase("{trait} of {character}", trait=worded(check.trait), character=check.character)
    waits = check.rolled or not check.due
    leave = phrase("Leave the roll: {roll}", roll=what) if waits else phrase("Give the roll up: {roll}", roll=what)
    yield Move("close_check", leave, ROLL, given, owed=waits)
    added = (
        ("add_bonus_die", phrase("Add bonus dice: {roll}", roll=what), who.bonus),
        ("add_destiny_die", phrase("Add destiny dice: {roll}", roll=what), who.destiny),
    )
    for kind, label, gauge in added:
        if gauge.now:
            count = Field("count", phrase("How many"), "number", least=1, most=gauge.now)
            yield Move(kind, label, ROLL, given, (count,), owed=waits)
    if check.rolled:
        paid = (
            ("reroll", phrase("Throw all again for a reroll: {roll}", roll=what)),
            ("destiny", phrase("Throw all again for a destiny die: {roll}", roll=what)),
        )
        for pay, label in paid:
            yield Move("reroll", label, ROLL, (*given, ("pay", pay)), owed=True)


def calling(state: State) -> Iterator[Move]:
    """The GM calls for rolls (P6-10, P6-25)."""
    everybody = living(state)
    if not everybody:
        return
    trait = choice("trait", phrase("What"), _traits(state))
    rest = (
        HARDER,
        Field("needed", phrase("Successes needed"), "number", least=1, optional=True),
        Field("dice", phrase("Dice more or less"), "number", least=-LIMIT, most=LIMIT, optional=True),
    )
    who = Field("char", phrase("Who"), "choice", people(everybody))
    yield Move("request_check", phrase("Call for a roll"), CHECKS, fields=(who, trait, *rest))
    all_of_them = (("chars", ("everyone",)),)
    yield Move("request_check", phrase("Call for a roll of everybody"), CHECKS, all_of_them, (trait, *rest))
    required = Field("required", phrase("Successes needed together"), "number", least=1, optional=True)
    members = Field("members", phrase("Who, if not all"), "choices", people(everybody), optional=True)
    together = (trait, required, HARDER, members)
    yield Move("request_group_check", phrase("Call for a group roll"), CHECKS, fields=together)


def _traits(state: State) -> Iterator[tuple[str, Phrase]]:
    labels = {name: worded(name) for name in all_skills(state)}
    labels |= {each.value: spelled(each) for each in ATTRS}
    labels |= {one.name: verbatim(one.name) for who in state.characters for one in who.knowledge}
    labels["evasion"] = phrase("evasion")
    yield from ((name, capital(label)) for name, label in labels.items())


def looking(state: State, who: Character) -> Iterator[Move]:
    """Looking for what others carry (P6-26)."""
    others = tuple(one for one in living(state) if one.name != who.name)
    if others and state.combat is None:
        targets = Field("targets", phrase("At whom"), "choices", people(others), least=1)
        label = prefixed(state, who, phrase("look for conspicuous things"))
        yield Move("observe", label, CHECKS, (("observer", who.name),), (targets,))
