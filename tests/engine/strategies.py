"""Any value of any annotated dataclass, for round trips and for commands nobody would give."""

from dataclasses import fields, is_dataclass
from enum import Enum
from types import NoneType, UnionType
from typing import Any, Union, get_args, get_origin, get_type_hints

from hypothesis import strategies as st

WORDS = st.sampled_from(
    ["", " ", "P", "Q", "R", "Wits", "find it", "grow", "none", "current", "1", "last", "naïve – “x”"]
)
NUMBERS = st.integers(-3, 20)


def value_of(hint: Any, words: st.SearchStrategy[str] = WORDS) -> st.SearchStrategy[Any]:
    """Values of an annotation made of text, numbers, enums, tuples, unions and dataclasses."""
    origin = get_origin(hint)
    if origin in (Union, UnionType):
        return st.one_of([value_of(option, words) for option in get_args(hint)])
    if origin is tuple:
        return st.lists(value_of(get_args(hint)[0], words), max_size=3).map(tuple)
    if is_dataclass(hint):
        return instances(hint, words)
    if hint is NoneType:
        return st.none()
    if hint is bool:
        return st.booleans()
    if hint is int:
        return NUMBERS
    if isinstance(hint, type) and issubclass(hint, Enum):
        return st.sampled_from(list(hint))
    if hint is str:
        return words
    raise TypeError(f"no values for {hint!r}")


def instances(cls: Any, words: st.SearchStrategy[str] = WORDS) -> st.SearchStrategy[Any]:
    """Values of a dataclass, every field filled."""
    hints = get_type_hints(cls)
    return st.builds(cls, **{item.name: value_of(hints[item.name], words) for item in fields(cls)})


def simplest(hint: Any) -> Any:
    """One value of an annotation: short texts, ones, empty tuples, the first of several options."""
    origin = get_origin(hint)
    if origin in (Union, UnionType):
        return simplest(get_args(hint)[0])
    if origin is tuple:
        return ()
    if is_dataclass(hint):
        hints = get_type_hints(hint)
        return hint(**{item.name: simplest(hints[item.name]) for item in fields(hint)})  # type: ignore[operator]
    if isinstance(hint, type) and issubclass(hint, Enum):
        return next(iter(hint))
    return {str: "x", int: 1, bool: True, NoneType: None}[hint]
