"""Numbers, plurals and lists as people say them, and how the fields of events are told.

How a field is told is declared with its type, and put into the templates of the event's sentences:

    told: ClassVar[str] = template("{character} takes {count}")
    count: Annotated[int, Worded(wounds)]
"""

import re
from collections.abc import Callable, Iterable, Mapping
from functools import reduce
from operator import attrgetter
from typing import Annotated, Any, Literal, get_origin, get_type_hints

from engine.phrase import Phrase, phrase, plural, spelled, verbatim
from engine.quick_dataclass import dataclass

_WORDS = (
    *(phrase("zero"), phrase("one"), phrase("two"), phrase("three"), phrase("four"), phrase("five"), phrase("six")),
    *(phrase("seven"), phrase("eight"), phrase("nine"), phrase("ten"), phrase("eleven"), phrase("twelve")),
    *(phrase("thirteen"), phrase("fourteen"), phrase("fifteen"), phrase("sixteen"), phrase("seventeen")),
    *(phrase("eighteen"), phrase("nineteen"), phrase("twenty")),
)


def number(value: int) -> Phrase:
    """A number as a word from zero to twenty, in digits beyond."""
    return _WORDS[value] if 0 <= value < len(_WORDS) else verbatim(value)


def counted(value: int, one: str, many: str) -> Phrase:
    """A number with its noun: "one token", "two dice", "no tokens".

    Args:
        value: How many.
        one: The noun for exactly one, written out where it is used (see `phrase`).
        many: The noun for any other number.
    """
    return phrase("{number} {things}", number=number(value) if value else phrase("no"), things=plural(one, many, value))


def listed(names: Iterable[str], last: Literal["and", "or"] = "and") -> Phrase:
    """Names as a spoken list: "Callum", "Callum and Priya", "Dana, Owen and Ruth"."""
    known = [name if isinstance(name, Phrase) else verbatim(name) for name in names]
    if len(known) < 2:
        return known[0] if known else verbatim("")
    before = reduce(lambda names, name: phrase("{names}, {name}", names=names, name=name), known[:-1])
    if last == "or":
        return phrase("{names} or {name}", names=before, name=known[-1])
    return phrase("{names} and {name}", names=before, name=known[-1])


def setting_value(value: bool | int | str) -> Phrase:
    """A house rule's value as a table says it."""
    if isinstance(value, bool):
        return phrase("on") if value else phrase("off")
    return spelled(value) if isinstance(value, str) else verbatim(value)


def snake_case(name: str) -> str:
    """The name of a class as programs write it in data: "StoreFull" becomes "store_full"."""
    return re.sub(r"(?<!^)(?=[A-Z])", "_", name).lower()


@dataclass(frozen=True, slots=True)
class Worded:
    """The wording of a field.

    Attributes:
        words: Gives the words for its value.
    """

    words: Callable[[Any], object]


InWords = Annotated[int, Worded(number)]
Names = Annotated[tuple[str, ...], Worded(listed)]
Spelled = Annotated[str, Worded(spelled)]
BY_NAME = Worded(attrgetter("name"))

_WORDED: dict[type[Any], Mapping[str, Worded]] = {}


def in_words(event: Any) -> dict[str, Any]:
    """The fields of an event as its sentences have them; those about which nothing is declared as they are."""
    cls = type(event)
    worded = _WORDED.get(cls)
    if worded is None:
        worded = _WORDED[cls] = _declared(cls)
    return {name: worded[name].words(value) if name in worded else value for name, value in vars(event).items()}


def _declared(cls: type[Any]) -> dict[str, Worded]:
    hints = get_type_hints(cls, include_extras=True)
    metadata = {name: hint.__metadata__ for name, hint in hints.items() if get_origin(hint) is Annotated}
    return {name: each for name, notes in metadata.items() for each in notes if isinstance(each, Worded)}
