"""Errors pydantic finds in a file, as one sentence for the person who wrote it."""

import json
from difflib import get_close_matches
from types import UnionType
from typing import Any, Union, get_args, get_origin

from pydantic import BaseModel, ValidationError

from engine.quick_dataclass import dataclass

_TYPE_TAGS = frozenset(("bool", "int", "str", "float"))
"""Type names pydantic appends to the place of a value that fits none of several types."""

_SHAPES = {
    "int_type": "a whole number",
    "int_from_float": "a whole number",
    "string_type": "text",
    "bool_type": "true or false",
    "tuple_type": "a list in brackets",
    "list_type": "a list in brackets",
    "dict_type": "an object in braces",
    "model_type": "an object in braces",
    "model_attributes_type": "an object in braces",
}
_LIMITS = {
    "greater_than_equal": ("at least", "ge"),
    "less_than_equal": ("at most", "le"),
    "greater_than": ("more than", "gt"),
    "less_than": ("less than", "lt"),
}
_PLACE_LETTERS = 60
_SHOWN_LETTERS = 40


@dataclass(frozen=True, slots=True)
class Mistake:
    """One thing wrong with a file.

    Attributes:
        field: Path of the entry ("players[1].chips"), empty for the whole file.
        message: What is wrong, to stand behind the path.
        hint: What to do, where more can be said.
    """

    field: str
    message: str
    hint: str = ""


def first_mistake(error: ValidationError, model: type[BaseModel]) -> Mistake:
    """The mistake to tell first: an unknown entry, since a misspelt one also shows up as missing; else the first."""
    found = error.errors(include_url=False)
    first = next((each for each in found if each["type"] == "extra_forbidden"), found[0])
    field = field_path(first["loc"])
    if first["type"] == "extra_forbidden":
        return Mistake(field, "there is no such entry", _did_you_mean(first["loc"], model))
    if _TYPE_TAGS.intersection(part for part in first["loc"] if isinstance(part, str)):
        return Mistake(field, f"it must be text, a number, true or false, not {_shown(first['input'])}")
    return Mistake(field, _wrong(first["type"], first.get("ctx", {}), first["input"], first["msg"]))


def field_path(location: tuple[int | str, ...]) -> str:
    """Place of a value as people write it: `players[1].chips`."""
    field = ""
    for part in location:
        if isinstance(part, int):
            field += f"[{part}]"
        elif part.isidentifier() and part not in _TYPE_TAGS:
            field += f".{part}" if field else part
    return field


def plain_place(location: tuple[int | str, ...]) -> str:
    """Place of a value in what somebody else wrote: short, on one line, whatever its fields are called."""
    return ".".join(ascii(part).strip("'") for part in location)[:_PLACE_LETTERS]


def _wrong(kind: str, limits: dict[str, Any], value: Any, otherwise: str) -> str:
    if kind in _SHAPES:
        return f"it must be {_SHAPES[kind]}, not {_shown(value)}"
    if kind in _LIMITS:
        words, name = _LIMITS[kind]
        return f"it must be {words} {limits[name]}, not {_shown(value)}"
    match kind:
        case "missing":
            return "it is missing"
        case "string_too_short" | "too_short":
            return "it must not be empty"
        case "string_too_long":
            return f"it may have at most {limits['max_length']} characters"
        case "too_long":
            return f"it may have at most {limits['max_length']} entries"
        case "literal_error":
            return f"it must be {limits['expected']}, not {_shown(value)}"
        case "unfit_text":
            return otherwise
    return f"{otherwise[0].lower()}{otherwise[1:]}, not {_shown(value)}"


def _shown(value: Any) -> str:
    text = json.dumps(value, ensure_ascii=False, default=str)
    return text if len(text) <= _SHOWN_LETTERS else f"{text[: _SHOWN_LETTERS - 1]}…"


def _did_you_mean(location: tuple[int | str, ...], model: type[BaseModel]) -> str:
    allowed = list(_model_at(location[:-1], model).model_fields)
    close = get_close_matches(str(location[-1]), allowed, n=1)
    return f"Did you mean {close[0]}?" if close else f"Allowed here: {', '.join(allowed)}."


def _model_at(location: tuple[int | str, ...], model: type[BaseModel]) -> type[BaseModel]:
    for part in location:
        if isinstance(part, str) and part in model.model_fields:
            model = _model_in(model.model_fields[part].annotation) or model
    return model


def _model_in(annotation: Any) -> type[BaseModel] | None:
    if isinstance(annotation, type) and issubclass(annotation, BaseModel):
        return annotation
    if get_origin(annotation) in (Union, UnionType, tuple):
        return next((found for option in get_args(annotation) if (found := _model_in(option))), None)
    return None
