"""Learning, forgetting and modifying spells (P6-85 to P6-89)."""

from collections.abc import Iterator
from typing import Annotated, ClassVar

from engine.board import Field, Move
from engine.common.messages import Talk
from engine.common.rules import Refused
from engine.common.values import Changes, changed, replaced
from engine.common.words import Worded, counted
from engine.fields import Words
from engine.offers import choice
from engine.phrase import Phrase, phrase, plural, spelled, template, verbatim
from engine.systems.phasesix.entities import Character, LearnedSpell, School, SpellTemplate, State
from engine.systems.phasesix.fields import OwnSpell, SpellChange, SpellName
from engine.systems.phasesix.fold import known, with_character
from engine.systems.phasesix.ledger import Ledger
from engine.systems.phasesix.messages import OwnCommand, OwnEvent
from engine.systems.phasesix.naming import find
from engine.systems.phasesix.taps import tap

SPELLS = phrase("Spells")


class SpellCommand(OwnCommand, base=True):
    """A command about the spells a character knows."""

    extension: ClassVar[str] = "magic"


def between_sessions() -> Refused:
    """Spells change between sessions only."""
    return Refused("SESSION_IN_PROGRESS", phrase("Spells are learned, forgotten and modified between sessions."))


def school_of(state: State, said: str) -> School:
    """The school of that name (P6-86)."""
    return find(state.library.schools, lambda school: school.name, said, phrase("school"))


def _refuse_points(who: Character, points: int, what: str) -> None:
    left = who.sp_total - who.sp_spent
    if points <= left:
        return
    text = plural(
        "{thing} takes {count} spell point, {character} has {left}.",
        "{thing} takes {count} spell points, {character} has {left}.",
        points,
        thing=what,
        character=who.name,
        left=left,
    )
    raise Refused("INSUFFICIENT_SPELL_POINTS", text)


def _free_label(who: Character, name: str) -> str:
    taken = {spell.label for spell in who.spells}
    number = 2
    label = name
    while label in taken:
        label, number = f"{name} {number}", number + 1
    return label


def _instance(who: Character, said: str) -> LearnedSpell:
    return find(who.spells, lambda spell: spell.label, said, phrase("learned spell"))


def _known_spells(who: Character) -> Field:
    return choice("instance", phrase("Which"), (spell.label for spell in who.spells))


def _priced(name: str, points: int) -> tuple[str, Phrase]:
    return name, verbatim(f"{name}, {points}")


def _spell_points(left: int) -> Phrase:
    return counted(left, "spell point", "spell points")


class SpellLearned(OwnEvent):
    """A spell is learned (P6-87)."""

    spell: LearnedSpell
    left: int

    def apply(self, state: State) -> Changes:
        who = known(state, self.character)
        spent = who.sp_spent + self.spell.points
        return with_character(state, who.name, spells=(*who.spells, self.spell), sp_spent=spent)

    def sentence(self) -> Phrase:
        spell, points = self.spell.label, _spell_points(self.left)
        return phrase("{character} learns {spell}, {points} left", character=self.character, spell=spell, points=points)


class LearnSpell(SpellCommand):
    """Learn a spell from its thesis between sessions (P6-87)."""

    talk: ClassVar[Talk] = Talk(confirm="Does {char} learn {spell}?")

    spell: SpellName
    thesis: Words = ""

    def decide(self, ledger: Ledger, who: Character) -> None:
        state = ledger.state
        if state.session_active:
            raise between_sessions()
        spell = find(state.library.spells, lambda one: one.name, self.spell, phrase("spell"))
        school = school_of(state, spell.school)
        if not self.thesis.strip():
            text = phrase("{character} needs a thesis to learn {spell} from.", character=who.name, spell=spell.name)
            raise Refused("NO_THESIS", text)
        _refuse_points(who, spell.point_cost, spell.name)
        learned = LearnedSpell(
            _free_label(who, spell.name),
            spell.name,
            school.name,
            self.thesis.strip(),
            spell.point_cost,
            spell.point_cost,
            spell.arcana,
            spell.strength,
            spell.range_m,
            spell.actions,
            spell.targets,
            spell.shape,
            spell.element,
            spell.effect_kind,
        )
        ledger.record(SpellLearned(who.name, learned, who.sp_total - who.sp_spent - spell.point_cost))

    @classmethod
    def moves(cls, state: State, who: str) -> Iterator[Move]:
        offered = (_priced(one.name, one.point_cost) for one in state.library.spells)
        fields = (choice("spell", phrase("Which"), offered), Field("thesis", phrase("From which thesis")))
        yield tap(cls, state, who, phrase("learn a spell"), SPELLS, *fields)


class SpellForgotten(OwnEvent):
    """A spell is forgotten (P6-88)."""

    told: ClassVar[str] = template("{character} forgets {spell}, {left} left")
    spell: str
    refund: int
    left: Annotated[int, Worded(_spell_points)]

    def apply(self, state: State) -> Changes:
        who = known(state, self.character)
        spells = tuple(spell for spell in who.spells if spell.label != self.spell)
        return with_character(state, who.name, spells=spells, sp_spent=who.sp_spent - self.refund)


class ForgetSpell(SpellCommand):
    """Forget a learned spell between sessions (P6-88)."""

    talk: ClassVar[Talk] = Talk(confirm="Does {char} forget {instance}?")

    instance: OwnSpell

    def decide(self, ledger: Ledger, who: Character) -> None:
        if ledger.state.session_active:
            raise between_sessions()
        spell = _instance(who, self.instance)
        refund = spell.points if ledger.rules.forget_refund == "all" else spell.base_points
        ledger.record(SpellForgotten(who.name, spell.label, refund, who.sp_total - who.sp_spent + refund))

    @classmethod
    def moves(cls, state: State, who: str) -> Iterator[Move]:
        yield tap(cls, state, who, phrase("forget a spell"), SPELLS, _known_spells(known(state, who)))


class SpellModified(OwnEvent):
    """A learned spell is changed (P6-89)."""

    told: ClassVar[str] = template("{character}'s {old} is now {template}, {left} left")
    old: str
    spell: LearnedSpell
    template: str
    left: Annotated[int, Worded(_spell_points)]

    def apply(self, state: State) -> Changes:
        who = known(state, self.character)
        old = next(spell for spell in who.spells if spell.label == self.old)
        spent = who.sp_spent + self.spell.points - old.points
        return with_character(state, who.name, spells=replaced(who.spells, old, self.spell), sp_spent=spent)


class AddSpellTemplate(SpellCommand):
    """Modify a learned spell (P6-89); `value` is the new element, shape or school."""

    talk: ClassVar[Talk] = Talk(confirm="Put {template} on the spell, {char}?")

    instance: OwnSpell
    template: SpellChange
    value: Words | None = None

    def decide(self, ledger: Ledger, who: Character) -> None:
        state = ledger.state
        if state.session_active and ledger.rules.spell_template_timing == "between":
            raise between_sessions()
        spell = _instance(who, self.instance)
        template = find(state.library.spell_templates, lambda one: one.name, self.template, phrase("spell template"))
        _refuse_points(who, template.points, template.name)
        better = modified(spell, template, _new_value(state, template, self.value))
        left = who.sp_total - who.sp_spent - template.points
        ledger.record(SpellModified(who.name, spell.label, better, template.name, left))

    @classmethod
    def moves(cls, state: State, who: str) -> Iterator[Move]:
        character, offered = known(state, who), state.library.spell_templates
        for changes in dict.fromkeys(one.changes for one in offered):
            change = phrase("modify a spell")
            if changes:
                change = phrase("change the {part} of a spell", part=spelled(changes))
            templates = (_priced(one.name, one.points) for one in offered if one.changes == changes)
            how = (_known_spells(character), choice("template", phrase("How"), templates), *_value(state, changes))
            yield tap(cls, state, who, change, SPELLS, *how)


def _value(state: State, changes: str) -> Iterator[Field]:
    """The value a template changes something to: one of the schools, else any word."""
    if changes == "school":
        yield choice("value", phrase("To which school"), (one.name for one in state.library.schools))
    elif changes:
        yield Field("value", phrase("New {part}", part=spelled(changes)))


def _new_value(state: State, template: SpellTemplate, said: str | None) -> str:
    """The new element, shape or school; empty for templates that change a number only."""
    if not template.changes:
        return ""
    if not (said or "").strip():
        raise Refused("BAD_VALUE", phrase("Say the new {part}.", part=spelled(template.changes)))
    if template.changes == "school":
        return school_of(state, said or "").name
    return str(said).strip()


def modified(spell: LearnedSpell, template: SpellTemplate, value: str) -> LearnedSpell:
    """The spell with one more template; what it makes cheaper stays at 1 at least, unless it was below (P6-89)."""
    changes: dict[str, object] = {template.changes: value} if template.changes else {}
    return changed(
        spell,
        points=spell.points + template.points,
        templates=(*spell.templates, template.name),
        strength=spell.strength + template.strength,
        targets=spell.targets + template.targets,
        range_m=spell.range_m + template.range_m,
        arcana=_floored(spell.arcana, template.arcana),
        actions=_floored(spell.actions, template.actions),
        **changes,
    )


def _floored(value: int, change: int) -> int:
    return max(value + change, min(value, 1))
