"""Reading what people write in campaign files and libraries, strictly: every mistake names its place."""

from collections.abc import Callable, Iterator, Mapping
from enum import Enum
from typing import Any, TypeVar

from engine.errors import BadField
from engine.systems.kleptonomicon.entities import LEVEL_ONE_STYLES, Ability, Creature, Sheet, Skill, Stacks, Style
from engine.systems.kleptonomicon.naming import plain, plural
from engine.systems.kleptonomicon.vocabulary import RESET_POOLS, AbilityTime, RecoveryKind, StyleSize, TriggerKind

T = TypeVar("T")
Word = TypeVar("Word", bound=Enum)
Abilities = Mapping[str, Ability]
MOST = 9999
RECOVERY_NAMES = frozenset(kind.value.replace("_", " ") for kind in RecoveryKind)


class Entry:
    """An object of a file; entries nobody has read by the end are mistakes.

    Args:
        value: What stands in the file.
        where: Its place, for errors.

    Raises:
        BadField: It is no object.
    """

    def __init__(self, value: Any, where: str) -> None:
        if not isinstance(value, Mapping):
            raise BadField(where, "an object", value)
        self._left = dict(value)
        self.where = where

    def at(self, key: str) -> str:
        """Full place of one entry."""
        return f"{self.where}.{key}"

    def take(self, key: str, default: Any = None) -> Any:
        """The raw value of an entry."""
        return self._left.pop(key, default)

    def text(self, key: str, default: str | None = None) -> str:
        """Words; required without a default."""
        value = self.take(key, default)
        if not isinstance(value, str) or (default is None and not value.strip()):
            raise BadField(self.at(key), "text", value)
        return value.strip()

    def number(self, key: str, default: int | None, least: int = 0, most: int = MOST) -> int | None:
        """A whole number in bounds."""
        value = self.take(key, default)
        if value is None and default is None:
            return None
        if type(value) is not int or not least <= value <= most:
            raise BadField(self.at(key), f"a whole number from {least} to {most}", value)
        return value

    def whole(self, key: str, default: int, least: int = 0, most: int = MOST) -> int:
        """A whole number in bounds that is never left out."""
        return self.number(key, default, least, most) or 0

    def flag(self, key: str, default: bool = False) -> bool:
        """Yes or no."""
        value = self.take(key, default)
        if type(value) is not bool:
            raise BadField(self.at(key), "true or false", value)
        return value

    def word(self, key: str, words: type[Word], default: Word) -> Word:
        """One of a closed set, any case, blanks for underscores."""
        return word(self.take(key, default.value), words, self.at(key))

    def items(self, key: str, read: Callable[[Any, str], T]) -> tuple[T, ...]:
        """A list, each part read."""
        value = self.take(key, [])
        if not isinstance(value, list | tuple):
            raise BadField(self.at(key), "a list", value)
        return tuple(read(part, f"{self.at(key)}[{index}]") for index, part in enumerate(value))

    def pairs(self, key: str, default: Mapping[str, Any]) -> Iterator[tuple[str, Any, str]]:
        """Names with values, and the place of each."""
        value = self.take(key, default)
        if not isinstance(value, Mapping):
            raise BadField(self.at(key), "an object", value)
        return ((str(name), part, f"{self.at(key)}.{name}") for name, part in value.items())

    def done(self) -> None:
        """Everything has been read.

        Raises:
            BadField: An entry nobody knows.
        """
        for key, value in self._left.items():
            raise BadField(self.at(key), "nothing, there is no such entry", value)


def word(value: Any, words: type[Word], where: str) -> Word:
    """One of a closed set."""
    said = value.strip().casefold().replace(" ", "_") if isinstance(value, str) else None
    for each in words:
        if str(each.value).casefold() == said:
            return each
    raise BadField(where, "one of " + ", ".join(str(each.value).lower() for each in words), value)


def words_of(value: Any, where: str) -> str:
    """A part that is plain words."""
    if not isinstance(value, str) or not value.strip():
        raise BadField(where, "text", value)
    return value.strip()


def read_ability(value: Any, where: str, known: Abilities) -> Ability:
    """An Ability: its name when the library has it, or an object with its fields."""
    if isinstance(value, str):
        found = known.get(plain(value))
        if found is None:
            raise BadField(where, "an Ability of the library, or an object that describes it", value)
        return found
    entry = Entry(value, where)
    name = entry.text("name")
    trigger = entry.take("trigger")
    ability = Ability(
        name,
        entry.word("time", AbilityTime, AbilityTime.ACTION),
        entry.flag("episodic"),
        entry.number("uses_per_episode", None, least=1),
        entry.number("reach", None),
        entry.flag("interrupts"),
        entry.whole("duration_minutes", 0),
        None if trigger is None else word(trigger, TriggerKind, entry.at("trigger")),
        entry.flag("usable_in_main", plain(name) not in RECOVERY_NAMES),
        tuple(_stacks(*pair) for pair in entry.pairs("inflicts", {})),
        entry.text("test", "") or None,
    )
    entry.done()
    return ability


def _stacks(name: str, value: Any, where: str) -> Stacks:
    if type(value) is not int or value < 1:
        raise BadField(where, "a number of Stacks, at least 1", value)
    return Stacks(plain(name), value)


def read_sheet(entry: Entry, known: Abilities) -> Sheet:
    """The sheet an entry describes; the caller says when the entry is done."""
    styles = {style.name: style.size.value for style in LEVEL_ONE_STYLES}
    pools = {f"{pool}_max": entry.whole(pool, 0) for pool in RESET_POOLS}
    return Sheet(
        level=entry.whole("level", 1, least=1),
        edge_modifier=entry.whole("edge_modifier", 0, least=-99, most=99),
        beats_max=entry.whole("beats", 2, most=9),
        skills=tuple(_skill(*pair) for pair in entry.pairs("skills", {})),
        abilities=entry.items("abilities", lambda value, where: read_ability(value, where, known)),
        styles=tuple(
            Style(plain(name), word(size, StyleSize, where)) for name, size, where in entry.pairs("styles", styles)
        ),
        sneaky=entry.flag("sneaky"),
        upgrades=entry.items("upgrades", words_of),
        **pools,
    )


def _skill(name: str, value: Any, where: str) -> Skill:
    if type(value) is not int or not -99 <= value <= 99:
        raise BadField(where, "a modifier from -99 to 99", value)
    return Skill(name.strip(), value)


def read_creature(value: Any, where: str, known: Abilities) -> Creature:
    """A kind of NPC with its sheet."""
    entry = Entry(value, where)
    name = plain(entry.text("name"))
    several = plain(entry.text("plural", plural(name)))
    creature = Creature(name, several, read_sheet(entry, known))
    entry.done()
    return creature
