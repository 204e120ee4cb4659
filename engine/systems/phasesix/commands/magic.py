"""Commands of magic (rules 3.12)."""

from dataclasses import dataclass
from typing import ClassVar

from engine.fields import Words
from engine.systems.phasesix.fields import Difficulty, ExtraDice, LearnedSpell, Metres, SpellName, SpellTemplate, Who
from engine.systems.phasesix.messages import OwnCommand


@dataclass(frozen=True, slots=True, kw_only=True)
class LearnSpell(OwnCommand):
    """Learn a spell from its thesis between sessions (P6-87)."""

    kind: ClassVar[str] = "learn_spell"
    spell: SpellName
    thesis: Words = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class ForgetSpell(OwnCommand):
    """Forget a learned spell between sessions (P6-88)."""

    kind: ClassVar[str] = "forget_spell"
    instance: LearnedSpell


@dataclass(frozen=True, slots=True, kw_only=True)
class AddSpellTemplate(OwnCommand):
    """Modify a learned spell (P6-89); `value` is the new element, shape or school."""

    kind: ClassVar[str] = "add_spell_template"
    instance: LearnedSpell
    template: SpellTemplate
    value: Words | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class CastSpell(OwnCommand):
    """Cast a learned spell (P6-90 to P6-92).

    Attributes:
        instance: Name of the learned spell; the only one when left out.
        targets: Whom it is cast on; may be empty.
        distance: Metres to the farthest target; None when nobody counts them.
    """

    kind: ClassVar[str] = "cast_spell"
    instance: LearnedSpell | None = None
    targets: tuple[Who, ...] = ()
    distance: Metres | None = None
    difficulty: Difficulty = 0
    bonus: ExtraDice = 0
    destiny: ExtraDice = 0
    as_rider: bool = False
