"""Words for the fields of events, declared with their types and put into the templates of their sentences.

told: ClassVar[str] = template("{character} takes {count}")
count: Annotated[int, Worded(wounds)]
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from operator import attrgetter
from typing import Annotated, Any, get_origin, get_type_hints

from engine.common.words import listed, number
from engine.phrase import spelled


@dataclass(frozen=True, slots=True)
class Worded:
    """How a field is told.

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
