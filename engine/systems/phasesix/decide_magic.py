"""Deciding about learning, forgetting and modifying spells (P6-85 to P6-89)."""

from engine.common.values import changed
from engine.phrase import phrase, plural, spelled
from engine.systems.phasesix import commands as cmd
from engine.systems.phasesix import events as ev
from engine.systems.phasesix.entities import Character, LearnedSpell, SpellTemplate
from engine.systems.phasesix.ledger import Ledger
from engine.systems.phasesix.magic import school_of
from engine.systems.phasesix.naming import find
from engine.systems.phasesix.rulebook import rule
from engine.systems.phasesix.state import State
from engine.types import Rejected

BETWEEN = Rejected("SESSION_IN_PROGRESS", phrase("Spells are learned, forgotten and modified between sessions."))


def _refuse_points(who: Character, points: int, what: str) -> Rejected | None:
    left = who.sp_total - who.sp_spent
    if points <= left:
        return None
    text = plural(
        "{thing} takes {count} spell point, {character} has {left}.",
        "{thing} takes {count} spell points, {character} has {left}.",
        points,
        thing=what,
        character=who.name,
        left=left,
    )
    return Rejected("INSUFFICIENT_SPELL_POINTS", text)


@rule(cmd.LearnSpell, extension="magic")
def learn_spell(ledger: Ledger, command: cmd.LearnSpell, who: Character) -> Rejected | None:
    """Learn a spell, once more if wished, from its thesis (P6-87)."""
    state = ledger.state
    if state.session_active:
        return BETWEEN
    spell = find(state.library.spells, lambda one: one.name, command.spell, phrase("spell"))
    if isinstance(spell, Rejected):
        return spell
    school = school_of(state, spell.school)
    if isinstance(school, Rejected):
        return school
    if not command.thesis.strip():
        text = phrase("{character} needs a thesis to learn {spell} from.", character=who.name, spell=spell.name)
        return Rejected("NO_THESIS", text)
    refusal = _refuse_points(who, spell.point_cost, spell.name)
    if refusal is not None:
        return refusal
    learned = LearnedSpell(
        _free_label(who, spell.name),
        spell.name,
        school.name,
        command.thesis.strip(),
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
    ledger.record(ev.SpellLearned(who.name, learned, who.sp_total - who.sp_spent - spell.point_cost))
    return None


def _free_label(who: Character, name: str) -> str:
    taken = {spell.label for spell in who.spells}
    number = 2
    label = name
    while label in taken:
        label, number = f"{name} {number}", number + 1
    return label


def _instance(who: Character, said: str) -> LearnedSpell | Rejected:
    return find(who.spells, lambda spell: spell.label, said, phrase("learned spell"))


@rule(cmd.ForgetSpell, extension="magic")
def forget_spell(ledger: Ledger, command: cmd.ForgetSpell, who: Character) -> Rejected | None:
    """Forget a spell; its points come back (P6-88)."""
    if ledger.state.session_active:
        return BETWEEN
    spell = _instance(who, command.instance)
    if isinstance(spell, Rejected):
        return spell
    refund = spell.points if ledger.rules.forget_refund == "all" else spell.base_points
    ledger.record(ev.SpellForgotten(who.name, spell.label, refund, who.sp_total - who.sp_spent + refund))
    return None


@rule(cmd.AddSpellTemplate, extension="magic")
def add_spell_template(ledger: Ledger, command: cmd.AddSpellTemplate, who: Character) -> Rejected | None:
    """Modify a learned spell (P6-89)."""
    state = ledger.state
    if state.session_active and ledger.rules.spell_template_timing == "between":
        return BETWEEN
    spell = _instance(who, command.instance)
    if isinstance(spell, Rejected):
        return spell
    template = find(state.library.spell_templates, lambda one: one.name, command.template, phrase("spell template"))
    if isinstance(template, Rejected):
        return template
    refusal = _refuse_points(who, template.points, template.name)
    if refusal is not None:
        return refusal
    value = _new_value(state, template, command.value)
    if isinstance(value, Rejected):
        return value
    better = modified(spell, template, value)
    left = who.sp_total - who.sp_spent - template.points
    ledger.record(ev.SpellModified(who.name, spell.label, better, template.name, left))
    return None


def _new_value(state: State, template: SpellTemplate, said: str | None) -> str | Rejected:
    """The new element, shape or school; empty for templates that change a number only."""
    if not template.changes:
        return ""
    if not (said or "").strip():
        return Rejected("BAD_VALUE", phrase("Say the new {part}.", part=spelled(template.changes)))
    if template.changes == "school":
        school = school_of(state, said or "")
        return school if isinstance(school, Rejected) else school.name
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
