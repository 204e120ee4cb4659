"""Making characters: starting values, templates, gear (rules 3.2)."""

from engine.common.words import listed
from engine.phrase import phrase, spelled
from engine.systems.phasesix.entities import Character, Gauge, Lineage, Template
from engine.systems.phasesix.state import State
from engine.systems.phasesix.vocabulary import ATTRS, Kind
from engine.types import Rejected

HUMAN = Lineage("human")


def lineage_named(state: State, said: str) -> Lineage:
    """The lineage of that name; human when the library has none of it."""
    wanted = said.strip().casefold()
    return next((one for one in state.library.lineages if one.name.casefold() == wanted), HUMAN)


def is_lineage(state: State, said: str) -> bool:
    """Whether there is such a lineage."""
    return lineage_named(state, said).name.casefold() == said.strip().casefold()


def blank(name: str, player: str, kind: Kind, lineage: Lineage) -> Character:
    """A character with nothing but the values of a lineage (P6-6)."""
    own = {value.name: value.number for value in lineage.attributes}
    return Character(
        name,
        player,
        kind,
        lineage.name,
        tuple(own.get(attribute, 1) for attribute in ATTRS),
        min_roll=lineage.min_roll,
        bonus=Gauge(lineage.bonus_dice, lineage.bonus_dice),
        destiny=Gauge(lineage.destiny_dice, lineage.destiny_dice),
        rerolls=Gauge(lineage.rerolls, lineage.rerolls),
        protection=lineage.protection,
        evasion=lineage.evasion,
        max_health=lineage.max_health,
        hearts=lineage.max_health,
        actions_max=lineage.actions,
        career_points=lineage.career_points,
        arcana=Gauge(lineage.arcana, lineage.arcana),
        sp_total=lineage.spell_points,
        max_stress=lineage.max_stress,
    )


def refuse_template(state: State, who: Character, template: Template) -> Rejected | None:
    """On offer here and now, not owned yet, with everything it needs (P6-6, P6-7)."""
    if template.epochs and state.epoch and state.epoch.casefold() not in {one.casefold() for one in template.epochs}:
        return Rejected("NOT_AVAILABLE", phrase("{template} is not on offer in this era.", template=template.name))
    if template.extension and template.extension not in state.extensions:
        extension = spelled(template.extension)
        return Rejected(
            "NOT_AVAILABLE", phrase("{template} needs {extension}.", template=template.name, extension=extension)
        )
    owned = {one.name.casefold() for one in who.templates}
    if template.name.casefold() in owned and not state.house_rules.duplicate_templates:
        text = phrase("{character} has {template} already.", character=who.name, template=template.name)
        return Rejected("DUPLICATE_TEMPLATE", text)
    missing = [name for name in template.requires if name.casefold() not in owned]
    if missing:
        text = phrase("{template} needs {missing} first.", template=template.name, missing=listed(missing))
        return Rejected("MISSING_REQUIREMENT", text)
    return None
