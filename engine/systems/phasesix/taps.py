"""Labels and choices that the taps of several chapters share."""

from collections.abc import Iterable
from typing import Any

from engine.board import Field, Move, Option
from engine.offers import options
from engine.phrase import Phrase, capital, phrase
from engine.systems.phasesix.entities import Character, State
from engine.systems.phasesix.fields import LIMIT
from engine.systems.phasesix.fold import known
from engine.systems.phasesix.rulebook import leads

CHARACTER, CHECKS, DEEDS, FIGHT = phrase("Character"), phrase("Checks"), phrase("Actions"), phrase("Fight")
HEALTH, REACTIONS, SESSION = phrase("Health"), phrase("Reactions"), phrase("Session")
"""Headings."""

HARDER = Field(
    "difficulty",
    phrase("Harder by, added to the minimum roll"),
    "number",
    least=-LIMIT,
    most=LIMIT,
    optional=True,
)
COUNT = Field("count", phrase("How many"), "number", least=1)
METRES_AWAY = Field("distance", phrase("Metres"), "number", optional=True)

Given = tuple[tuple[str, str], ...]


def people(who: Iterable[Character]) -> tuple[Option, ...]:
    """Characters to choose from."""
    return options(one.name for one in who)


def living(state: State) -> tuple[Character, ...]:
    """Everybody alive, player characters first."""
    return tuple(sorted((one for one in state.characters if not one.dead), key=lambda one: one.kind != "pc"))


def self_first(state: State, who: Character) -> tuple[Character, ...]:
    """Everybody alive, a character before all others."""
    return (who, *(one for one in living(state) if one.name != who.name))


def own(state: State, player: str) -> tuple[Character, ...]:
    """The living characters that a player runs."""
    return tuple(one for one in state.characters if one.player == player and not one.dead)


def anybody(state: State) -> Field:
    """One of all who live."""
    return Field("char", phrase("Who"), "choice", people(living(state)))


def some(field: str, who: Iterable[Character]) -> Field:
    """Several characters; all of them when none is named."""
    return Field(field, phrase("Who, if not all"), "choices", people(who), optional=True)


def of_own(state: State, player: str) -> tuple[Given, tuple[Field, ...]]:
    """Somebody that a player may speak of, everybody for the GM: as given, or as asked where there are several."""
    about = living(state) if leads(state, player) else own(state, player)
    if len(about) == 1:
        return (("char", about[0].name),), ()
    return (), (Field("char", phrase("Who"), "choice", people(about)),)


def prefixed(state: State, who: Character, label: Phrase) -> Phrase:
    """The label with the character's name before it, or with a capital letter for its player's only one."""
    alone = len(own(state, who.player)) == 1
    return capital(label) if alone else phrase("{character}: {move}", character=who.name, move=label)


def tap(
    command: type[Any],
    state: State,
    who: str,
    label: Phrase,
    group: Phrase,
    *fields: Field,
    owed: bool = False,
    **given: Any,
) -> Move:
    """A tap of one character, which the command calls `char`.

    Args:
        command: The command it gives.
        state: The table.
        who: The character.
        label: Words of it, without the character's name.
        group: Heading it stands under.
        fields: Fields that are still asked for.
        owed: The table waits for it.
        given: Fields of the command that it fills in.
    """
    named = prefixed(state, known(state, who), label)
    return Move(command.kind, named, group, (("char", who), *given.items()), fields, owed)
