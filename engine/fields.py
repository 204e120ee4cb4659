"""Types of the fields of a command, declared beside them and read by those who check a value or ask for it.

    skill: SkillName
    dice: Annotated[int, Number(1, most_help, otherwise=phrase("Help takes at least one die."))]

A field of `bool` is yes or no, one of a dataclass has parts of its own; every other field is annotated.
"""

from collections.abc import Callable, Iterator
from dataclasses import MISSING, fields, is_dataclass
from operator import attrgetter
from typing import Annotated, Any, get_args, get_origin, get_type_hints

from engine.phrase import EMPTY, Phrase, phrase, spelled
from engine.quick_dataclass import dataclass
from engine.types import Rejected

Test = Callable[[Any], bool]
Bound = int | Callable[[Any, str], int] | None
"""End of a range: a number, what counts in a state for a player, or none."""

MOST_NUMBER = 100_000
"""Largest number a command may hold: whatever is counted, some rule does something as often."""


@dataclass(frozen=True, slots=True, kw_only=True)
class FieldType:
    """Type of a field: allowed values, question and refusal.

    Attributes:
        otherwise: Sentence about a value that does not belong there; made from the field's name when empty.
        code: Code of that refusal; the game's own for such values when empty.
        ask: Question for it, may name {who} it is about; made from the field's name when empty.
        blank: Whether words may be none; where they may not, their absence has a code of its own.
        spoken: Whether words at the table may fill it; else only a page, a file or the rules do.
        judged: Whether the rule itself judges a value, with a sentence of its own.
    """

    otherwise: Phrase = EMPTY
    code: str = ""
    ask: str = ""
    blank: bool = True
    spoken: bool = True
    judged: bool = False

    @property
    def choices(self) -> tuple[str, ...]:
        """The words to choose from; empty where people or the state of the table decide."""
        return ()

    def test(self) -> Test | None:
        """Return a test that tells whether a value may belong there, whatever the state; None where any may."""
        return None

    def refusal(self, field: str) -> Phrase:
        """The sentence about a value that does not pass the test."""
        return self.otherwise


@dataclass(frozen=True, slots=True)
class Text(FieldType):
    """Words of somebody's own."""


@dataclass(frozen=True, slots=True)
class OneOf(FieldType):
    """One of some words, in any case, with a space or an underscore between their parts.

    Attributes:
        words: The words as the rules write them.
        others: Further words that mean one of them.
    """

    words: tuple[str, ...]
    others: tuple[str, ...] = ()

    @property
    def choices(self) -> tuple[str, ...]:
        """The words."""
        return self.words

    def test(self) -> Test | None:
        """That it is one of them."""
        known = frozenset(map(_plain, (*self.words, *self.others)))
        return lambda value: _plain(value) in known

    def refusal(self, field: str) -> Phrase:
        """The words there are."""
        words = ", ".join(self.words)
        return self.otherwise or phrase("The {field} is one of {words}.", field=spelled(field), words=words)


@dataclass(frozen=True, slots=True)
class Number(FieldType):
    """A whole number.

    Attributes:
        least: The smallest.
        most: The largest.
        few: Whether it is so small that one, two and three are good answers to a question for it.
    """

    least: Bound = None
    most: Bound = None
    few: bool = False

    def test(self) -> Test | None:
        """That it lies between the ends that do not depend on the state."""
        least = self.least if isinstance(self.least, int) else None
        most = self.most if isinstance(self.most, int) else None
        if least is None and most is None:
            return None
        return lambda value: (least is None or value >= least) and (most is None or value <= most)

    def refusal(self, field: str) -> Phrase:
        """The range."""
        least, most = (end if isinstance(end, int) else None for end in (self.least, self.most))
        if self.otherwise:
            return self.otherwise
        if most is None:
            return phrase("The {field} is at least {least}.", field=spelled(field), least=least)
        if least is None:
            return phrase("The {field} is at most {most}.", field=spelled(field), most=most)
        return phrase("The {field} is from {least} to {most}.", field=spelled(field), least=least, most=most)

    def range_in(self, state: Any, player: str) -> tuple[int | None, int | None]:
        """Smallest and largest number in a state, for a player; None where there is no end."""
        least, most = (end(state, player) if callable(end) else end for end in (self.least, self.most))
        return least, most


@dataclass(frozen=True, slots=True)
class Faces(FieldType):
    """Faces of dice as they fell; what such dice can show is known to the roll that asked for them."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Person(FieldType):
    """A player, or whoever that player plays.

    Attributes:
        present: Whether it has to be somebody who is at the table.
        other: Whether it has to be somebody else than who acts.
    """

    present: bool = False
    other: bool = False


@dataclass(frozen=True, slots=True)
class Thing(FieldType):
    """Something that has a name at the table.

    Attributes:
        sort: The vocabulary's word for it: "skill", "item", "goal", "connection", "principle".
        of: Field with the player whose it is; empty where it may be anybody's or nobody's.
    """

    sort: str
    of: str = "player"


@dataclass(frozen=True, slots=True, kw_only=True)
class Mark(FieldType):
    """An id, or a place in a row, by which the rules tell things of one sort apart; nobody says it."""

    spoken: bool = False


@dataclass(frozen=True, slots=True)
class YesNo(FieldType):
    """Yes or no."""


@dataclass(frozen=True, slots=True)
class Either(FieldType):
    """A number or words, as another field of the same command says."""


@dataclass(frozen=True, slots=True)
class Parts(FieldType):
    """Something with parts of its own, from a file or a page.

    Attributes:
        of: Its dataclass.
    """

    of: type[Any]


@dataclass(frozen=True, slots=True)
class CommandField:
    """A field of a command.

    Attributes:
        name: Its name in JSON.
        attribute: Its name in Python.
        type: What belongs into it.
        required: Whether the command cannot be without it.
        many: Whether it holds any number of values.
    """

    name: str
    attribute: str
    type: FieldType
    required: bool
    many: bool

    @property
    def choices(self) -> tuple[str, ...]:
        """The words to choose from; empty where people or the state of the table decide."""
        return self.type.choices


Tested = tuple[Callable[[Any], Any], CommandField, Test | None]
"""Reader of a field, the field, and the test of its value."""

_FIELDS: dict[type[Any], tuple[CommandField, ...]] = {}
_TESTS: dict[type[Any], tuple[Tested, ...]] = {}


def fields_of(command: type[Any]) -> tuple[CommandField, ...]:
    """The fields of a command class in order, without the actor, which every command has.

    Raises:
        TypeError: Nothing says what belongs into one of them.
    """
    known = _FIELDS.get(command)
    if known is None:
        hints = get_type_hints(command, include_extras=True)
        named = (each for each in fields(command) if each.name != "actor")
        known = _FIELDS[command] = tuple(_field(command, each, hints[each.name]) for each in named)
    return known


def _field(command: type[Any], field: Any, hint: Any) -> CommandField:
    declared = next(_declared(hint), None)
    if declared is None:
        raise TypeError(f"nothing says what belongs into {command.__qualname__}.{field.name}")
    required = field.default is MISSING and field.default_factory is MISSING
    many = any(get_origin(part) is tuple for part in (hint, *get_args(hint)))
    return CommandField(command.json_names.get(field.name, field.name), field.name, declared, required, many)


def _declared(hint: Any) -> Iterator[FieldType]:
    """Yield the field types that an annotation or its parts declare."""
    if get_origin(hint) is Annotated:
        yield from (each for each in hint.__metadata__ if isinstance(each, FieldType))
    if hint is bool:
        yield YesNo()
    if isinstance(hint, type) and is_dataclass(hint):
        yield Parts(hint)
    for part in get_args(hint):
        yield from _declared(part)


def refused(command: Any) -> Rejected | None:
    """Return the refusal of a command before any rule is asked: a value lies outside of what its field declares.

    No number may be beyond `MOST_NUMBER`, whatever its field declares.
    """
    cls = type(command)
    if any(map(_too_large, _numbers_in(command))):
        return Rejected(command.unfit, phrase("No number can be larger than {most}.", most=MOST_NUMBER))
    tests = _TESTS.get(cls)
    if tests is None:
        tests = _TESTS[cls] = _tests_of(cls)
    for read, field, passes in tests:
        value = read(command)
        if value is None:
            continue
        if not field.type.blank and not value.strip():
            return Rejected(command.missing, phrase("The {field} is missing.", field=spelled(field.name)))
        if passes is not None and not (all(map(passes, value)) if field.many else passes(value)):
            return Rejected(field.type.code or command.unfit, field.type.refusal(field.name))
    return None


def _numbers_in(command: Any) -> Iterator[int | str]:
    """Whole numbers of a command, and words that some rule may read as one; parts from a file are not looked into."""
    for field in fields_of(type(command)):
        if isinstance(field.type, Mark | Parts):
            continue
        value = getattr(command, field.attribute)
        for each in value if isinstance(value, tuple) else (value,):
            if isinstance(each, int) or (isinstance(field.type, Either) and isinstance(each, str)):
                yield each


def _too_large(number: int | str) -> bool:
    if isinstance(number, int):
        return abs(number) > MOST_NUMBER
    digits = number.strip().lstrip("+-")
    return digits.isdecimal() and (len(digits) > 9 or int(digits) > MOST_NUMBER)


def _tests_of(command: type[Any]) -> tuple[Tested, ...]:
    """The fields of a command class into which some values never belong."""
    tests = ((each, None if each.type.judged else each.type.test()) for each in fields_of(command))
    return tuple((attrgetter(each.attribute), each, test) for each, test in tests if test or not each.type.blank)


def _plain(word: str) -> str:
    return word.strip().casefold().replace(" ", "_")


PlayerName = Annotated[str, Person(ask="Who was that?")]
SkillName = Annotated[str, Thing("skill", ask="Which skill, {who}?")]
Words = Annotated[str, Text()]
NeededWords = Annotated[str, Text(blank=False)]
NewName = Annotated[str, Text(ask="What is the name?", blank=False)]
Id = Annotated[str, Mark()]
Place = Annotated[int, Mark()]
