"""Frozen dataclasses made quickly behave as those of the standard library."""

import copy
import dataclasses
import inspect
import pickle
from collections.abc import Callable
from dataclasses import FrozenInstanceError, field
from typing import Any, ClassVar

import pytest

from engine.quick_dataclass import dataclass as quick


def plain(make: Callable[..., Any]) -> type[Any]:
    @make(frozen=True, slots=True)
    class Thing:
        """Thing."""

        name: str
        sizes: tuple[int, ...] = ()
        notes: list[str] = field(default_factory=list, compare=False)
        seen: int = field(default_factory=lambda: 3, init=False, repr=False)
        common: ClassVar[int] = 1

        def __post_init__(self) -> None:
            if self.name == "bad":
                raise ValueError(self.name)

    return Thing


def by_name(make: Callable[..., Any]) -> type[Any]:
    @make(frozen=True, kw_only=True)
    class Thing:
        """Thing."""

        name: str
        sizes: tuple[int, ...] = ()

        def __eq__(self, other: object) -> bool:
            return True

        def __repr__(self) -> str:
            return "mine"

    return Thing


def derived(make: Callable[..., Any]) -> type[Any]:
    @make(frozen=True)
    class Thing(plain(make)):
        """Thing."""

        more: int = 7

    return Thing


def hashed(make: Callable[..., Any]) -> type[Any]:
    @make(frozen=True, eq=False, repr=False)
    class Thing:
        """Thing."""

        name: str

        def __hash__(self) -> int:
            return 5

    return Thing


def compared(cls: type[Any]) -> list[Any]:
    one, other = cls(name="a"), cls(name="b")
    again = dataclasses.replace(one, name="b")
    try:
        same_hash: Any = hash(other) == hash(again)
    except TypeError as problem:
        same_hash = str(problem)
    refused = []
    for attempt in (lambda: setattr(one, "name", "c"), lambda: delattr(one, "name")):
        with pytest.raises(FrozenInstanceError) as caught:
            attempt()
        refused.append(str(caught.value))
    with pytest.raises(TypeError) as missing:
        cls()
    return [
        one == other,
        other == again,
        one == 3,
        same_hash,
        refused,
        str(missing.value),
        repr(other) if "__repr__" in vars(cls) else "",
        str(inspect.signature(cls)),
        [each.name for each in dataclasses.fields(cls)],
        getattr(cls, "__match_args__", None),
        copy.deepcopy(other) == other,
        dataclasses.asdict(one),
        vars(cls)["__dataclass_params__"].frozen,
    ]


@pytest.mark.parametrize("kind", [plain, by_name, derived, hashed])
def test_they_behave_as_those_of_the_library(kind: Callable[..., Any]) -> None:
    assert compared(kind(quick)) == compared(kind(dataclasses.dataclass))


@quick(frozen=True, slots=True)
class Kept:
    name: str
    size: int = 0


def test_they_survive_pickling() -> None:
    assert pickle.loads(pickle.dumps(Kept("a", 3))) == Kept("a", 3)


@pytest.mark.parametrize(("first", "second"), [(quick, dataclasses.dataclass), (dataclasses.dataclass, quick)])
def test_both_kinds_are_derived_from_each_other(first: Any, second: Any) -> None:
    @second(frozen=True)
    class Derived(plain(first)):  # type: ignore[misc]
        more: int = 7

    made = Derived("a", more=8)
    assert (made.name, made.more, made == Derived("a", more=8)) == ("a", 8, True)
    with pytest.raises(TypeError, match="cannot inherit non-frozen"):

        @second
        class Open(plain(first)):  # type: ignore[misc]
            more: int = 7


def test_an_init_is_written_when_the_first_is_made(monkeypatch: pytest.MonkeyPatch) -> None:
    def compiled(*_: Any) -> None:
        raise AssertionError("compiled")

    with monkeypatch.context() as forbidden:
        forbidden.setattr(dataclasses, "_create_fn", compiled, raising=False)
        made = plain(quick)
    assert repr(made("a")).endswith("Thing(name='a', sizes=(), notes=[])")
    assert inspect.isfunction(made.__init__)
