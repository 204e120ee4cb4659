"""Finding people, stakes and traits by what somebody said; case and a leading "the" never matter."""

from collections.abc import Callable, Iterable
from typing import TypeVar

from engine.common.rules import Refused
from engine.common.words import listed
from engine.phrase import phrase
from engine.systems.choice_pta.entities import Conflict, Participant, Seat, Trait
from engine.systems.choice_pta.state import State

T = TypeVar("T")
EVERYONE = frozenset(("everyone", "everybody", "all", "all of us"))
_GM_WORDS = frozenset(("gm", "game master", "gamemaster", "producer"))
_ARTICLES = ("the ", "my ", "our ", "that ")


def plain(said: str) -> str:
    """The words said, without case, article, possessive ending and surrounding blanks."""
    text = said.strip().casefold().replace("\u2019", "'").removesuffix("'s")
    for article in _ARTICLES:
        if text.startswith(article):
            return text[len(article) :].strip()
    return text


def matches(items: Iterable[T], names_of: Callable[[T], Iterable[str]], said: str) -> tuple[T, ...]:
    """Items called exactly that, else those whose name begins with it or contains it."""
    wanted, choices = plain(said), tuple(items)
    if not wanted:
        return ()
    named = [(item, [plain(name) for name in names_of(item) if name]) for item in choices]
    exact = tuple(item for item, names in named if wanted in names)
    if exact:
        return exact
    words = f" {wanted} "
    return tuple(item for item, names in named if any(_within(words, f" {name} ") for name in names))


def _within(one: str, other: str) -> bool:
    return one in other or other in one or one.rstrip() in other


def find_seat(state: State, said: str | None) -> Seat:
    """A person by name, by protagonist, or "GM"."""
    if not said or not said.strip():
        raise Refused("UNKNOWN_SEAT", phrase("Say who is meant."))
    exact = state.seat(said)
    if exact is not None:
        return exact
    if plain(said) in _GM_WORDS and state.seats:
        return state.gm
    found = matches(state.seats, _names_of_seat, said)
    if len(found) == 1:
        return found[0]
    if found:
        raise _ambiguous(said, (seat.name for seat in found))
    names = listed(seat.name for seat in state.seats)
    unknown = phrase("Nobody here is called “{said}”; at the table are {names}.", said=said, names=names)
    raise Refused("UNKNOWN_SEAT", unknown)


def seat_if_known(state: State, said: str | None) -> Seat | None:
    """The person meant; None where that is not clear."""
    try:
        return find_seat(state, said)
    except Refused:
        return None


def _ambiguous(said: str, names: Iterable[str]) -> Refused:
    return Refused("AMBIGUOUS", phrase("“{said}” fits {names}; say which one.", said=said, names=listed(names)))


def _names_of_seat(seat: Seat) -> tuple[str, ...]:
    return (seat.name, seat.protagonist.name if seat.protagonist is not None else "")


def find_part(state: State, conflict: Conflict, said: str) -> Participant:
    """A participant by its name, its player or its protagonist; "GM" for the GM's only one."""
    exact = conflict.part(said)
    if exact is not None:
        return exact
    found = matches(conflict.participants, lambda part: (part.name,), said) or _by_person(state, conflict, said)
    if len(found) == 1:
        return found[0]
    if found:
        raise _ambiguous(said, (part.name for part in found))
    names = listed(part.name for part in conflict.participants)
    nobody = phrase("There is no “{said}” in this conflict; nobody takes part yet.", said=said)
    unknown = phrase("There is no “{said}” in this conflict; taking part are {names}.", said=said, names=names)
    raise Refused("UNKNOWN_PARTICIPANT", unknown if names else nobody)


def part_if_known(state: State, conflict: Conflict, said: str | None) -> Participant | None:
    """The participant meant; None where nobody is named, or that is not clear."""
    try:
        return find_part(state, conflict, said) if said else None
    except Refused:
        return None


def _by_person(state: State, conflict: Conflict, said: str) -> tuple[Participant, ...]:
    seat = seat_if_known(state, said)
    return () if seat is None else conflict.parts_of(seat.name)


def find_trait(seat: Seat, said: str | None) -> Trait:
    """An own trait; nothing said means the only one."""
    traits = seat.protagonist.traits if seat.protagonist is not None else ()
    known = listed((trait.label for trait in traits), "or")
    if not said:
        if len(traits) == 1:
            return traits[0]
        raise Refused("AMBIGUOUS", phrase("Say which trait: {traits}.", traits=known or phrase("there is none")))
    found = matches(traits, lambda trait: (trait.label,), said)
    if len(found) == 1:
        return found[0]
    if found:
        raise _ambiguous(said, (trait.label for trait in found))
    there = known or phrase("none")
    unknown = phrase("{player} has no trait “{said}”; there is {traits}.", player=seat.name, said=said, traits=there)
    raise Refused("UNKNOWN_TRAIT", unknown)
