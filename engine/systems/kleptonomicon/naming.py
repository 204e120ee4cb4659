"""Finding people, groups and Abilities by what somebody said; case never matters. What is not found is `Refused`."""

from collections.abc import Callable, Iterable
from typing import TypeVar

from engine.common.rules import Refused, nothing_called, several_called
from engine.phrase import Phrase, joined, phrase
from engine.systems.kleptonomicon.derived import abilities
from engine.systems.kleptonomicon.entities import Ability, Character, Creature, Encounter, NpcGroup
from engine.systems.kleptonomicon.state import Player, State
from engine.systems.kleptonomicon.vocabulary import GM_WORDS

S = TypeVar("S")
T = TypeVar("T")
_NUMBERS = ("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
_IRREGULAR = {"wolf": "wolves", "thief": "thieves", "elf": "elves", "dwarf": "dwarves", "calf": "calves"}
_REGULAR = {plural: one for one, plural in _IRREGULAR.items()}


def plain(said: str) -> str:
    """The words said without case, article and number words."""
    words = said.strip().casefold().replace("'s", "").split()
    if len(words) > 1 and words[0] in {"the", "a", "an", "that", "this", "my"}:
        words = words[1:]
    return " ".join(str(_NUMBERS.index(word)) if word in _NUMBERS else word for word in words)


def singular(word: str) -> str:
    """One of them: "wolves" to "wolf", "city guards" to "city guard"."""
    head, _, last = plain(word).rpartition(" ")
    return f"{head} {_singular(last)}".strip()


def _singular(word: str) -> str:
    if word in _REGULAR:
        return _REGULAR[word]
    if word.endswith("men") and len(word) > 4:
        return f"{word[:-3]}man"
    if word.endswith("ies") and len(word) > 4:
        return f"{word[:-3]}y"
    if word.endswith(("ches", "shes", "sses", "xes")):
        return word[:-2]
    return word[:-1] if word.endswith("s") and not word.endswith("ss") and len(word) > 2 else word


def plural(word: str) -> str:
    """Several of them: "wolf" to "wolves"."""
    head, _, last = word.rpartition(" ")
    low = last.casefold()
    if low in _IRREGULAR:
        several = _IRREGULAR[low]
    elif low.endswith("man") and len(low) > 4:
        several = f"{last[:-3]}men"
    elif low.endswith("y") and low[-2:-1] not in "aeiou":
        several = f"{last[:-1]}ies"
    elif low.endswith(("s", "x", "ch", "sh")):
        several = f"{last}es"
    else:
        several = f"{last}s"
    return f"{head} {several}".strip()


def find(items: Iterable[T], name_of: Callable[[T], str], said: str, what: Phrase, code: str) -> T:
    """The item meant: an exact name, else the only one whose name contains what was said or is contained in it.

    Args:
        items: Candidates.
        name_of: Their names.
        said: What was said.
        what: Word for the kind of thing, used in the refusal.
        code: Code of the refusal.
    """
    choices = tuple(items)
    wanted = plain(said)
    names = [plain(name_of(item)) for item in choices]
    for item, name in zip(choices, names, strict=True):
        if name == wanted:
            return item
    fits = [item for item, name in zip(choices, names, strict=True) if wanted and _within(wanted, name)]
    if len(fits) == 1:
        return fits[0]
    if fits:
        raise Refused(code, several_called(said, map(name_of, fits)))
    raise Refused(code, nothing_called(what, said, map(name_of, choices)))


def _within(wanted: str, name: str) -> bool:
    """One is part of the other, in whole words."""
    return f" {wanted} " in f" {name} " or f" {name} " in f" {wanted} "


def sought(find: Callable[[S, str], T], among: S, said: str) -> T | None:
    """The result of a finder below; None where it refuses."""
    try:
        return find(among, said)
    except Refused:
        return None


def find_player(state: State, said: str | None) -> Player:
    """A player by name, the GM also by that word."""
    for player in state.players:
        if player.name == said or (player.gm and plain(said or "") in GM_WORDS):
            return player
    return find(state.players, lambda player: player.name, said or "", phrase("player"), "UNKNOWN_PLAYER")


def find_character(state: State, said: str | None) -> Character:
    """A PC by its own or its player's name, or an NPC."""
    exact = state.character(said)
    if exact is not None:
        return exact
    if not said:
        raise Refused("UNKNOWN_CHARACTER", phrase("Say which character is meant."))
    wanted = plain(said)
    for character in state.characters:
        if plain(character.name) == wanted:
            return character
    for character in state.pcs:
        if plain(character.player or "") == wanted:
            return character
    return find(_here(state), lambda character: character.name, said, phrase("character"), "UNKNOWN_CHARACTER")


def _here(state: State) -> tuple[Character, ...]:
    """Everybody who can be meant by part of a name: in an Encounter those who take part."""
    if state.encounter is None:
        return state.characters
    people = state.encounter.participants
    return tuple(each for each in state.characters if each.name in people or not each.is_npc)


def find_characters(state: State, said: Iterable[str], strict: bool = True) -> tuple[str, ...]:
    """Names of several characters; a group's name means its members.

    Args:
        state: The table.
        said: What was said.
        strict: Whether somebody has to be found; otherwise a door, or one of several goblins, stays as it was said.
    """
    names: list[str] = []
    for word in said:
        group = group_named(state.encounter, word)
        if group is not None:
            names += group.members
            continue
        found = find_character(state, word) if strict else sought(find_character, state, word)
        names.append(word.strip() if found is None else found.name)
    return tuple(dict.fromkeys(names))


def group_named(encounter: Encounter | None, said: str) -> NpcGroup | None:
    """The group of this name, any case."""
    groups = encounter.groups if encounter is not None else ()
    return next((group for group in groups if plain(group.name) == plain(said)), None)


def find_group(encounter: Encounter | None, said: str) -> NpcGroup:
    """A group of the Encounter, also by what one of its members is called."""
    groups = encounter.groups if encounter is not None else ()
    exact = group_named(encounter, said)
    if exact is not None:
        return exact
    for group in groups:
        if plural(plain(said)) == plain(group.name):
            return group
    known = joined((each.name for each in groups), ", ") or phrase("none")
    raise Refused("UNKNOWN_GROUP", phrase("There is no group “{said}”; there are: {groups}.", said=said, groups=known))


def find_creature(state: State, said: str) -> Creature | None:
    """A known kind of NPC by singular or plural."""
    wanted = {plain(said), singular(said)}
    return next((each for each in state.creatures if plain(each.name) in wanted or plain(each.plural) in wanted), None)


def find_ability(character: Character, said: str) -> Ability:
    """An Ability on the sheet, or a Basic Attack; underscores count as blanks."""
    known = abilities(character.sheet)
    what = phrase("Ability of {name}", name=character.name)
    return find(known, lambda ability: ability.name, said.replace("_", " "), what, "UNKNOWN_ABILITY")
