"""Facts of magic."""

from dataclasses import dataclass
from typing import ClassVar

from engine.systems.phasesix.entities import LearnedSpell
from engine.systems.phasesix.messages import Event


@dataclass(frozen=True, slots=True)
class SpellLearned(Event):
    """A spell is learned (P6-87)."""

    kind: ClassVar[str] = "spell_learned"
    character: str
    spell: LearnedSpell
    left: int


@dataclass(frozen=True, slots=True)
class SpellForgotten(Event):
    """A spell is forgotten (P6-88)."""

    kind: ClassVar[str] = "spell_forgotten"
    character: str
    spell: str
    refund: int
    left: int


@dataclass(frozen=True, slots=True)
class SpellModified(Event):
    """A learned spell is changed (P6-89)."""

    kind: ClassVar[str] = "spell_modified"
    character: str
    old: str
    spell: LearnedSpell
    template: str
    left: int


@dataclass(frozen=True, slots=True)
class ArcanaSpent(Event):
    """A spell is paid for (P6-91)."""

    kind: ClassVar[str] = "arcana_spent"
    character: str
    count: int
    left: int


@dataclass(frozen=True, slots=True)
class SpellCast(Event):
    """A spell works (P6-92)."""

    kind: ClassVar[str] = "spell_cast"
    character: str
    spell: str
    targets: tuple[str, ...]
    power: int


@dataclass(frozen=True, slots=True)
class SpellFizzled(Event):
    """A spell does not work (P6-92)."""

    kind: ClassVar[str] = "spell_fizzled"
    character: str
    spell: str
