"""Finding people and things by what somebody said.

Case never matters. An exact name wins; then a unique name that contains what was said or is contained in it.
"""

from collections.abc import Callable, Iterable
from functools import lru_cache
from typing import TypeVar

from engine.common.rules import Refused, nothing_called, several_called
from engine.common.words import number
from engine.phrase import Phrase, phrase
from engine.systems.phasesix.entities import Character, Player, State

T = TypeVar("T")
_DIGITS = {str(number(value)): str(value) for value in range(1, 21)}
GM_WORDS = frozenset(("gm", "game master", "the gm", "master"))


@lru_cache(maxsize=4096)
def plain(text: str) -> str:
    """Letters and digits in lower case, single blanks between words; a number at the end in digits ("thug 2")."""
    words = "".join(letter if letter.isalnum() else " " for letter in text.casefold()).split()
    return " ".join([*words[:-1], *(_DIGITS.get(word, word) for word in words[-1:])])


def find(items: Iterable[T], name_of: Callable[[T], str], said: str, what: Phrase, code: str = "BAD_VALUE") -> T:
    """The item meant.

    Args:
        items: Candidates.
        name_of: Their names.
        said: What was said.
        what: Word for the kind of thing, used in the refusal.
        code: Code of the refusal when nothing fits.

    Raises:
        Refused: Nothing fits, or several do (`AMBIGUOUS_NAME`).
    """
    choices = tuple(items)
    wanted = plain(said)
    names = [plain(name_of(item)) for item in choices]
    if wanted in names:
        return choices[names.index(wanted)]
    fits = [at for at, name in enumerate(names) if _close(wanted, name)]
    if len(fits) == 1:
        return choices[fits[0]]
    if fits:
        raise Refused("AMBIGUOUS_NAME", several_called(said, (name_of(choices[at]) for at in fits)))
    raise Refused(code, nothing_called(what, said, map(name_of, choices)))


def _close(wanted: str, name: str) -> bool:
    return bool(wanted and name) and (f" {wanted} " in f" {name} " or f" {name} " in f" {wanted} ")


def find_player(state: State, said: str) -> Player:
    """Somebody at the table by name, or as the GM."""
    if plain(said) in GM_WORDS and state.gm is not None:
        said = state.gm
    return find(state.players, lambda player: player.name, said, phrase("player"), "UNKNOWN_PLAYER")


def find_character(state: State, said: str, dead: bool = False) -> Character:
    """A character by name, or the only one of a player; dead ones only when nobody living fits.

    Args:
        state: The table.
        said: What was said.
        dead: Whether a dead character may be meant.

    Raises:
        Refused: Nobody fits, several do, or whoever is meant is dead.
    """
    try:
        found = _named(state.characters, said)
    except Refused as refused:
        other = _among_the_living(state, said) or _of_player(state, said)
        if other is None:
            raise refused from None
        found = other
    if found.dead and not dead:
        raise Refused("DEAD", phrase("{name} is dead.", name=found.name))
    return found


def _named(characters: Iterable[Character], said: str) -> Character:
    return find(characters, lambda one: one.name, said, phrase("character"), "UNKNOWN_CHARACTER")


def _among_the_living(state: State, said: str) -> Character | None:
    try:
        return _named((one for one in state.characters if not one.dead), said)
    except Refused:
        return None


def _of_player(state: State, said: str) -> Character | None:
    try:
        player = find_player(state, said)
    except Refused:
        return None
    own = [one for one in state.characters if one.player == player.name and not one.dead]
    return own[0] if len(own) == 1 else None


def find_characters(state: State, said: Iterable[str]) -> tuple[Character, ...]:
    """Several characters, each once, in the order said."""
    found: list[Character] = []
    for name in said:
        one = find_character(state, name)
        if one not in found:
            found.append(one)
    return tuple(found)


def party(state: State) -> tuple[Character, ...]:
    """Living player characters."""
    return tuple(one for one in state.characters if one.kind == "pc" and not one.dead)


_EVERYONE = frozenset(("everyone", "everybody", "all", "all of you", "party", "group"))


def means_everyone(said: str) -> bool:
    """Everybody is meant by this."""
    return plain(said) in _EVERYONE


def everyone(state: State, said: tuple[str, ...]) -> tuple[Character, ...]:
    """The characters named; all living player characters when nobody or everybody is named."""
    if said and not any(map(means_everyone, said)):
        return find_characters(state, said)
    if not party(state):
        raise Refused("UNKNOWN_CHARACTER", phrase("There is nobody to roll."))
    return party(state)
