"""Facts of Tests."""

from dataclasses import dataclass
from typing import ClassVar

from engine.systems.kleptonomicon.entities import OpenTest
from engine.systems.kleptonomicon.messages import Event
from engine.systems.kleptonomicon.vocabulary import TestKind


@dataclass(frozen=True, slots=True)
class TestRequested(Event):
    """Dice are owed."""

    kind: ClassVar[str] = "test_requested"
    test: OpenTest
    dice: int


@dataclass(frozen=True, slots=True)
class TestResolved(Event):
    """A Test has a Score; no faces when the total was said."""

    kind: ClassVar[str] = "test_resolved"
    test_id: str
    character: str
    test: TestKind
    score: int
    passed: bool
    margin: int
    faces: tuple[int, ...] = ()
    against: str | None = None


@dataclass(frozen=True, slots=True)
class TestDropped(Event):
    """A Test was struck off."""

    kind: ClassVar[str] = "test_dropped"
    test_id: str
    character: str
