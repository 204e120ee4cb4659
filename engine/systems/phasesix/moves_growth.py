"""Taps about making characters, gear, templates and spells (rules 3.2, 3.12, 3.14)."""

from collections.abc import Iterator

from engine.board import Field, Move
from engine.offers import choice
from engine.phrase import Phrase, phrase, spelled, verbatim
from engine.systems.phasesix.entities import Character, SpellTemplate, Template
from engine.systems.phasesix.moves_rolls import prefixed
from engine.systems.phasesix.state import State

CHARACTER = phrase("Character")
GEAR = phrase("Gear")
SPELLS = phrase("Spells")


def growth(state: State, player: str, own: tuple[Character, ...]) -> Iterator[Move]:
    """A first character, and what its owner may change between fights."""
    heroes = tuple(one for one in own if one.kind == "pc")
    if not heroes and player != state.gm:
        lineages = tuple(one.name for one in state.library.lineages) or ("human",)
        fields = (Field("name", phrase("Name")), choice("lineage", phrase("Lineage"), lineages))
        yield Move("create_character", phrase("Make a character"), CHARACTER, fields=fields)
    if state.combat is None:
        for who in heroes:
            yield from _templates(state, who)
            yield from _gear(state, who)
            yield from _spells(state, who)


def _templates(state: State, who: Character) -> Iterator[Move]:
    given = (("char", who.name),)
    template = choice("template", phrase("Which"), (_offer(one) for one in state.library.templates))
    if not who.finished:
        yield Move("take_template", prefixed(state, who, phrase("take a template")), CHARACTER, given, (template,))
        yield Move("finish_character", prefixed(state, who, phrase("finish the character")), CHARACTER, given)
    elif not state.session_active:
        label = prefixed(state, who, phrase("buy a template with reputation"))
        yield Move("buy_template", label, CHARACTER, given, (template,))


def _offer(template: Template) -> tuple[str, Phrase]:
    name, cost = template.name, template.cost
    return name, phrase("{template}, {category}, {cost}", template=name, category=spelled(template.category), cost=cost)


def _gear(state: State, who: Character) -> Iterator[Move]:
    library, given = state.library, (("char", who.name),)
    offered = tuple(one.name for kind in (library.weapons, library.items, library.armour) for one in kind)
    own = tuple(one.name for kind in (who.weapons, who.items, who.armour) for one in kind)
    if offered:
        thing = choice("thing", phrase("What"), offered)
        yield Move("equip", prefixed(state, who, phrase("take gear")), GEAR, given, (thing,))
    if own:
        thing = choice("thing", phrase("What"), own)
        yield Move("put_away", prefixed(state, who, phrase("leave gear behind")), GEAR, given, (thing,))


def _spells(state: State, who: Character) -> Iterator[Move]:
    """Learning, forgetting and modifying spells (P6-87 to P6-89)."""
    if "magic" not in state.extensions:
        return
    given, library = (("char", who.name),), state.library
    known = choice("instance", phrase("Which"), (spell.label for spell in who.spells))
    spell = choice("spell", phrase("Which"), (_priced(one.name, one.point_cost) for one in library.spells))
    fields = (spell, Field("thesis", phrase("From which thesis")))
    yield Move("learn_spell", prefixed(state, who, phrase("learn a spell")), SPELLS, given, fields)
    yield Move("forget_spell", prefixed(state, who, phrase("forget a spell")), SPELLS, given, (known,))
    for changes in dict.fromkeys(one.changes for one in library.spell_templates):
        change = phrase("change the {part} of a spell", part=spelled(changes)) if changes else phrase("modify a spell")
        label = prefixed(state, who, change)
        templates = tuple(one for one in library.spell_templates if one.changes == changes)
        how = (known, _spell_templates(templates), *_value(state, changes))
        yield Move("add_spell_template", label, SPELLS, given, how)


def _priced(name: str, points: int) -> tuple[str, Phrase]:
    return name, verbatim(f"{name}, {points}")


def _spell_templates(templates: tuple[SpellTemplate, ...]) -> Field:
    return choice("template", phrase("How"), (_priced(one.name, one.points) for one in templates))


def _value(state: State, changes: str) -> Iterator[Field]:
    """What a template changes something to: one of the schools, else any word."""
    if changes == "school":
        yield choice("value", phrase("To which school"), (one.name for one in state.library.schools))
    elif changes:
        yield Field("value", phrase("New {part}", part=spelled(changes)))
