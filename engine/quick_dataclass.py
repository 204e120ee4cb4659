"""The `dataclass` of the standard library, made quickly where it is frozen, as a program starts with hundreds.

The library writes and compiles six functions for a frozen class, most of which no evening calls. Here the comparison,
hash and text are shared code, and `__init__` is written when the first one is made. Everything else is the library's:
fields, `replace`, slots, signatures, errors; classes made here and there may be derived from each other.
"""

import dataclasses
from collections.abc import Callable
from contextvars import ContextVar
from dataclasses import MISSING, FrozenInstanceError, fields
from operator import attrgetter
from reprlib import recursive_repr
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from dataclasses import dataclass as dataclass
else:

    def dataclass(cls=None, /, **options):
        """As `dataclasses.dataclass`, with all its options."""
        if cls is None:
            return lambda each: _made(each, **options)
        return _made(cls, **options)


def _made(cls: type[Any], **options: Any) -> type[Any]:
    own = frozenset(vars(cls))
    usual = all(options.get(each, wanted) == wanted for each, wanted in _QUICK.items())
    theirs = any(type(getattr(each, _PARAMS, None)) not in {_Params, type(None)} for each in cls.__mro__)
    if not options.get("frozen") or not usual or theirs or own & {"__setattr__", "__delattr__"}:
        return dataclasses.dataclass(**options)(cls)
    given = {name: value for name, value in options.items() if name not in {"frozen", "eq", "repr"}}
    hashes = "__hash__" in own and not (vars(cls)["__hash__"] is None and "__eq__" in own)
    before = _making.set(True)
    try:
        made = dataclasses.dataclass(init=False, repr=False, eq=False, **given)(cls)
    finally:
        _making.reset(before)
    setattr(made, _PARAMS, _Params(getattr(made, _PARAMS)))
    named = tuple(each.name for each in fields(made))
    parts: dict[str, Any] = {
        "__init__": _LateInit(made),
        **_frozen(made, frozenset(named)),
        **(_states(named) if options.get("slots") else {}),
        **(_equality(made, with_hash=not hashes) if options.get("eq", True) else {}),
        **({"__repr__": _text(made)} if options.get("repr", True) else {}),
    }
    for name, function in parts.items():
        if name not in own or name == "__hash__":
            if callable(function):
                function.__qualname__ = f"{made.__qualname__}.{name}"
            setattr(made, name, function)
    return made


class _Params:
    """Options of a class made here. It is frozen to everybody but the library while it helps to make another.

    The library refuses to derive what it does not freeze itself from what is frozen.
    """

    def __init__(self, of_library: Any) -> None:
        self._of_library = of_library

    @property
    def frozen(self) -> bool:
        return not _making.get()

    def __getattr__(self, name: str) -> Any:
        return getattr(self._of_library, name)


_making = ContextVar("making", default=False)
_PARAMS = "__dataclass_params__"
_QUICK = {"init": True, "order": False, "unsafe_hash": False}
"""Options with which a class is made here."""


def _frozen(cls: type[Any], named: frozenset[str]) -> dict[str, Callable[..., Any]]:
    def __setattr__(self: Any, name: str, value: Any) -> None:
        if type(self) is cls or name in named:
            raise FrozenInstanceError(f"cannot assign to field {name!r}")
        super(cls, self).__setattr__(name, value)

    def __delattr__(self: Any, name: str) -> None:
        if type(self) is cls or name in named:
            raise FrozenInstanceError(f"cannot delete field {name!r}")
        super(cls, self).__delattr__(name)

    return {"__setattr__": __setattr__, "__delattr__": __delattr__}


def _states(named: tuple[str, ...]) -> dict[str, Callable[..., Any]]:
    def __getstate__(self: Any) -> list[Any]:
        return [getattr(self, name) for name in named]

    def __setstate__(self: Any, state: list[Any]) -> None:
        for name, value in zip(named, state, strict=True):
            object.__setattr__(self, name, value)

    return {"__getstate__": __getstate__, "__setstate__": __setstate__}


def _equality(cls: type[Any], *, with_hash: bool) -> dict[str, Callable[..., Any]]:
    compared = _values([each.name for each in fields(cls) if each.compare])
    hashed = _values([each.name for each in fields(cls) if (each.compare if each.hash is None else each.hash)])

    def __eq__(self: Any, other: object) -> bool:
        return bool(compared(self) == compared(other)) if other.__class__ is self.__class__ else NotImplemented

    def __hash__(self: Any) -> int:
        return hash(hashed(self))

    return {"__eq__": __eq__, "__hash__": __hash__} if with_hash else {"__eq__": __eq__}


def _values(names: list[str]) -> Callable[[Any], Any]:
    """Gives the values of these attributes as a tuple."""
    if len(names) > 1:
        return attrgetter(*names)
    return (lambda each: (getattr(each, names[0]),)) if names else (lambda each: ())


def _text(cls: type[Any]) -> Callable[[Any], str]:
    shown = [each.name for each in fields(cls) if each.repr]

    @recursive_repr()
    def __repr__(self: Any) -> str:
        return f"{type(self).__qualname__}({', '.join(f'{name}={getattr(self, name)!r}' for name in shown)})"

    return __repr__


class _LateInit:
    """Stands for an `__init__` until it is asked for; then puts it in its own place."""

    def __init__(self, cls: type[Any]) -> None:
        self._cls = cls

    def __get__(self, instance: object, owner: type[Any] | None = None) -> Any:
        made = _init(self._cls)
        self._cls.__init__ = made
        return made if instance is None else made.__get__(instance)


class _Left:
    """Stands for a value that is made anew for each object."""

    def __repr__(self) -> str:
        return "<factory>"


_LEFT = _Left()


def _init(cls: type[Any]) -> Any:
    known: dict[str, Any] = {"_set": object.__setattr__, "_left": _LEFT}
    positional: list[str] = []
    by_name: list[str] = []
    annotations: dict[str, Any] = {}
    me = "self" if all(each.name != "self" for each in fields(cls)) else "__dataclass_self__"
    lines = []
    for number, each in enumerate(fields(cls)):
        value = each.name if each.init else ""
        argument = each.name
        if each.default is not MISSING:
            known[f"_default{number}"] = each.default
            argument, value = f"{each.name}=_default{number}", value or f"_default{number}"
        elif each.default_factory is not MISSING:
            known[f"_make{number}"] = each.default_factory
            value = f"_make{number}() if {each.name} is _left else {each.name}" if each.init else f"_make{number}()"
            argument = f"{each.name}=_left"
        if each.init:
            (by_name if each.kw_only else positional).append(argument)
            annotations[each.name] = each.type
        if value:
            lines.append(f"  _set({me}, {each.name!r}, {value})")
    if hasattr(cls, "__post_init__"):
        lines.append(f"  {me}.__post_init__()")
    arguments = ", ".join([me, *positional, *(["*", *by_name] if by_name else [])])
    written = "\n".join(
        [f"def _make({', '.join(known)}):", f" def __init__({arguments}):", *(lines or ["  pass"]), " return __init__"]
    )
    found: dict[str, Any] = {}
    exec(written, {"__name__": cls.__module__}, found)
    made = found["_make"](**known)
    made.__qualname__ = f"{cls.__qualname__}.__init__"
    made.__annotations__ = {**annotations, "return": None}
    return made
