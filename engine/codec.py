"""Frozen dataclasses to JSON-safe values and back, with converters built once per class.

Commands and events are told apart by `kind`; a class may map a field to another JSON name with `json_names`, and read
it by further names with `also_read`.
Reading ignores unknown fields and takes defaults for missing ones; anything else that does not fit raises `BadField`.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import MISSING, fields, is_dataclass
from enum import Enum
from types import NoneType, UnionType
from typing import Any, Union, get_args, get_origin, get_type_hints

from engine.errors import BadField

Reader = Callable[[Any, str], Any]
Writer = Callable[[Any], Any]

_NAMES: Mapping[type[Any], str] = {
    str: "text",
    int: "a whole number",
    bool: "true or false",
    NoneType: "null",
    list: "a list",
    dict: "an object",
}
_WRITERS: dict[type[Any], Writer] = {}
_READERS: dict[Any, Reader] = {}


def to_json(value: Any) -> Any:
    """JSON-safe form of a command, an event, a state or one of their parts."""
    return _writer(type(value))(value)


class KindReader:
    """Reads JSON objects of a closed set of classes told apart by `kind`."""

    def __init__(self, types: Iterable[type[Any]]) -> None:
        self._types: Mapping[str, type[Any]] = {cls.kind: cls for cls in types}

    def __call__(self, data: object) -> Any:
        """The command or event.

        Raises:
            BadField: Not an object, an unknown kind, or a field that does not fit.
        """
        if not isinstance(data, dict):
            raise BadField("kind", "a JSON object", data)
        cls = self._types.get(str(data.get("kind")))
        if cls is None:
            raise BadField("kind", "one of " + ", ".join(sorted(self._types)), data.get("kind"))
        return _reader(cls)(data, cls.kind)


def from_json(cls: Any, data: object) -> Any:
    """A value of a class or annotation, such as a whole state, from its JSON form.

    Raises:
        BadField: Something does not fit.
    """
    return _reader(cls)(data, getattr(cls, "__name__", str(cls)))


def _writer(cls: type[Any]) -> Writer:
    writer = _WRITERS.get(cls)
    if writer is None:
        writer = _WRITERS[cls] = _make_writer(cls)
    return writer


def _make_writer(cls: type[Any]) -> Writer:
    if is_dataclass(cls):
        return _dataclass_writer(cls)
    if issubclass(cls, Enum):
        return lambda value: value.value
    if issubclass(cls, tuple | list):
        return lambda value: [to_json(item) for item in value]
    if issubclass(cls, str | int | NoneType):
        return lambda value: value
    raise BadField(cls.__name__, "a dataclass, tuple, enum, text or number", cls)


def _dataclass_writer(cls: type[Any]) -> Writer:
    names: Mapping[str, str] = getattr(cls, "json_names", {})
    pairs = tuple((item.name, names.get(item.name, item.name)) for item in fields(cls))
    kind = getattr(cls, "kind", None)

    def write(value: Any) -> dict[str, Any]:
        out: dict[str, Any] = {"kind": kind} if isinstance(kind, str) else {}
        for name, key in pairs:
            part = getattr(value, name)
            out[key] = part if part is None or type(part) in _PLAIN else _writer(type(part))(part)
        return out

    return write


_PLAIN = frozenset((str, int, bool))


def _reader(cls: Any) -> Reader:
    reader = _READERS.get(cls)
    if reader is None:
        reader = _READERS[cls] = _make_reader(cls)
    return reader


def _make_reader(cls: Any) -> Reader:
    origin = get_origin(cls)
    if origin in (Union, UnionType):
        return _union_reader(get_args(cls))
    if origin is tuple:
        return _tuple_reader(get_args(cls)[0])
    if is_dataclass(cls):
        return _dataclass_reader(cls)
    if issubclass(cls, Enum):
        return _enum_reader(cls)
    return _plain_reader(cls)


def _plain_reader(cls: type[Any]) -> Reader:
    expected = _NAMES[cls]

    def read(data: Any, where: str) -> Any:
        if type(data) is not cls:
            raise BadField(where, expected, data)
        return data

    return read


def _enum_reader(cls: type[Enum]) -> Reader:
    members: dict[str, Enum] = {str(member.value): member for member in cls}

    def read(data: Any, where: str) -> Enum:
        member = members.get(data) if isinstance(data, str) else None
        if member is None:
            raise BadField(where, "one of " + ", ".join(members), data)
        return member

    return read


def _tuple_reader(item: Any) -> Reader:
    as_is = _read_as_is(item)

    def read(data: Any, where: str) -> tuple[Any, ...]:
        if not isinstance(data, list | tuple):
            raise BadField(where, "a list", data)
        if as_is.issuperset(map(type, data)):
            return tuple(data)
        one = _reader(item)
        return tuple(one(part, f"{where}.{index}") for index, part in enumerate(data))

    return read


def _json_shape(cls: Any) -> type[Any]:
    if get_origin(cls) is tuple:
        return list
    if is_dataclass(cls):
        return dict
    return str if issubclass(cls, Enum) else cls


def _union_reader(options: tuple[Any, ...]) -> Reader:
    """Options are told apart by their JSON shape: text, number, bool, null, list or object."""
    by_shape: dict[type[Any], Any] = {_json_shape(option): option for option in options}
    expected = " or ".join(_NAMES[shape] for shape in by_shape)

    def read(data: Any, where: str) -> Any:
        shape = list if isinstance(data, tuple) else type(data)
        if shape not in by_shape:
            raise BadField(where, expected, data)
        return _reader(by_shape[shape])(data, where)

    return read


def _read_as_is(hint: Any) -> frozenset[type[Any]]:
    """Types of JSON values that are taken for this annotation without a closer look: most of a long log."""
    options = get_args(hint) if get_origin(hint) in (Union, UnionType) else (hint,)
    return frozenset(option for option in options if option in (str, int, bool, NoneType))


def _dataclass_reader(cls: Any) -> Reader:
    names: Mapping[str, str] = getattr(cls, "json_names", {})
    hints = get_type_hints(cls)
    keys = {names.get(item.name, item.name): item.name for item in fields(cls)}
    keys |= {other: own for other, own in getattr(cls, "also_read", {}).items() if other not in keys}
    known = {key: (name, hints[name], _read_as_is(hints[name])) for key, name in keys.items()}
    required = frozenset(
        item.name for item in fields(cls) if item.default is MISSING and item.default_factory is MISSING
    )

    def read(data: Any, where: str) -> Any:
        if not isinstance(data, dict):
            raise BadField(where, "an object", data)
        arguments = {}
        for key, part in data.items():
            if key in known:
                name, hint, as_is = known[key]
                arguments[name] = part if type(part) in as_is else _reader(hint)(part, f"{where}.{key}")
        for name in required:
            if name not in arguments:
                raise BadField(f"{where}.{names.get(name, name)}", "a value", None)
        return cls(**arguments)

    return read
