"""Deciding about characters, templates, gear and reputation (rules 3.2, 3.14)."""

from typing import Any

from engine.common.values import changed
from engine.phrase import capital, phrase, plural, spelled
from engine.systems.phasesix import commands as cmd
from engine.systems.phasesix import events as ev
from engine.systems.phasesix.creation import blank, is_lineage, lineage_named, refuse_template
from engine.systems.phasesix.decide_checks import everyone
from engine.systems.phasesix.entities import Armour, Character, Gauge, Item, Template, Weapon
from engine.systems.phasesix.foes import create_foe, foe_named
from engine.systems.phasesix.formula import parse
from engine.systems.phasesix.guards import no_attribute
from engine.systems.phasesix.ledger import Ledger
from engine.systems.phasesix.naming import find, find_player
from engine.systems.phasesix.rulebook import By, leads, rule
from engine.systems.phasesix.state import State
from engine.systems.phasesix.vocabulary import ATTRS, OPEN_CATEGORIES, Kind
from engine.types import Rejected

GUIDELINE = range(5, 11)
"""Reputation of one adventure (P6-97)."""

LIMIT = 999


@rule(cmd.CreateCharacter, By.ANY)
def create_character(ledger: Ledger, command: cmd.CreateCharacter, who: None) -> Rejected | None:
    """Begin a character with the values of its lineage, or make one of the library's foes (P6-6)."""
    state, name = ledger.state, command.name.strip()
    kind = (command.char_kind or ("npc" if command.foe else "pc")).strip().lower()
    if not name:
        return Rejected("BAD_VALUE", phrase("A character has a name, and is a pc or an npc."))
    if any(one.name.casefold() == name.casefold() for one in state.characters):
        return Rejected("BAD_VALUE", phrase("There is a {name} already; take another name.", name=name))
    player = _runner(state, command, Kind(kind))
    if isinstance(player, Rejected):
        return player
    if command.foe:
        foe = foe_named(state, command.foe)
        if foe is None:
            return Rejected("UNKNOWN_CHARACTER", phrase('The library has no foe "{foe}".', foe=command.foe))
        create_foe(ledger, foe, name)
        return None
    if not is_lineage(state, command.lineage):
        return Rejected("BAD_VALUE", phrase('There is no lineage "{lineage}".', lineage=command.lineage))
    start = blank(name, player, Kind(kind), lineage_named(state, command.lineage))
    ledger.record(ev.CharacterCreated(start))
    return None


def _runner(state: State, command: cmd.CreateCharacter, kind: Kind) -> str | Rejected:
    """Who runs the new character; foes and bystanders belong to the GM."""
    speaker = find_player(state, command.actor) if command.actor else None
    if isinstance(speaker, Rejected):
        return speaker
    name = speaker.name if speaker is not None else None
    if kind is Kind.NPC:
        if not leads(state, name):
            return Rejected("NOT_GM", phrase("The GM makes those."))
        return state.gm or name or state.players[0].name
    wanted = command.player or name
    player = find_player(state, wanted) if wanted else None
    if isinstance(player, Rejected):
        return player
    if player is None:
        return Rejected("UNKNOWN_PLAYER", phrase("Say who plays this character."))
    if name not in (None, player.name) and not leads(state, name):
        return Rejected("NOT_OWNER", phrase("{name} makes that character.", name=player.name))
    return player.name


_PLAIN = {
    "min_roll": "min_roll",
    "protection": "protection",
    "evasion": "evasion",
    "hearts": "hearts",
    "boosts": "boosts",
    "actions": "actions_max",
    "spell_points": "sp_total",
    "stress": "stress",
    "max_stress": "max_stress",
    "reputation": "rep_collected",
    "reputation_used": "rep_used",
}
_GAUGES = {"bonus_dice": "bonus", "destiny_dice": "destiny", "rerolls": "rerolls", "arcana": "arcana"}
_SIGNED = frozenset(("protection", "evasion"))


@rule(cmd.WriteSheet)
def write_sheet(ledger: Ledger, command: cmd.WriteSheet, who: Character) -> Rejected | None:
    """Write a paper sheet's values onto a character."""
    refusal = _refuse_sheet(command, who)
    if refusal is not None:
        return refusal
    changes: dict[str, Any] = {}
    for field, place in _PLAIN.items():
        if getattr(command, field) is not None:
            changes[place] = getattr(command, field)
    for field, place in _GAUGES.items():
        most = getattr(command, field)
        if most is not None:
            changes[place] = Gauge(most, most)
    if command.max_health is not None:
        changes["max_health"] = command.max_health
        changes.setdefault("hearts", command.max_health)
    own = {value.name: value.number for value in command.attributes}
    changes["attributes"] = tuple(own.get(name, who.attributes[at]) for at, name in enumerate(ATTRS))
    changes["skills"] = _overwritten(who.skills, command.skills)
    for field in ("knowledge", "shadows", "weapons", "items"):
        changes[field] = _overwritten(getattr(who, field), getattr(command, field))
    sheet = changed(who, **changes)
    ledger.record(ev.SheetWritten(changed(sheet, hearts=min(sheet.hearts, sheet.max_health))))
    return None


def _overwritten(old: tuple[Any, ...], new: tuple[Any, ...]) -> tuple[Any, ...]:
    values = {one.name.casefold(): one for one in old} | {one.name.casefold(): one for one in new}
    return tuple(values.values())


def _refuse_sheet(command: cmd.WriteSheet, who: Character) -> Rejected | None:
    unknown = [value.name for value in command.attributes if value.name not in ATTRS]
    if unknown:
        return no_attribute(unknown[0])
    for field in (*_PLAIN, *_GAUGES, "max_health"):
        number = getattr(command, field)
        low = -LIMIT if field in _SIGNED else 1 if field in ("max_health", "max_stress", "min_roll") else 0
        if number is not None and not low <= number <= LIMIT:
            text = phrase("{value} is {least} or more.", value=spelled(field), least=low)
            return Rejected("BAD_VALUE", capital(text))
    collected = who.rep_collected if command.reputation is None else command.reputation
    used = who.rep_used if command.reputation_used is None else command.reputation_used
    if used > collected:
        return Rejected("BAD_VALUE", phrase("No more reputation can be used than was collected."))
    if command.spell_points is not None and command.spell_points < who.sp_spent:
        return Rejected(
            "BAD_VALUE",
            plural("{count} spell point is spent already.", "{count} spell points are spent already.", who.sp_spent),
        )
    numbers = (*command.attributes, *command.skills)
    named: tuple[Any, ...] = (*numbers, *command.knowledge, *command.shadows, *command.weapons, *command.items)
    if any(abs(value.number) > LIMIT for value in numbers) or any(not thing.name.strip() for thing in named):
        return Rejected("BAD_VALUE", phrase("Everything on a sheet has a name and a sensible value."))
    if any(parse(weapon.wounds) is None for weapon in command.weapons):
        return Rejected("BAD_VALUE", phrase("Wounds of a weapon are a number or dice."))
    stress = who.max_stress if command.max_stress is None else command.max_stress
    if command.stress is not None and command.stress >= (stress or 6):
        return Rejected("BAD_VALUE", phrase("Stress stays below its maximum."))
    return None


def _template(state: State, said: str) -> Template | Rejected:
    return find(state.library.templates, lambda one: one.name, said, phrase("template"))


@rule(cmd.TakeTemplate)
def take_template(ledger: Ledger, command: cmd.TakeTemplate, who: Character) -> Rejected | None:
    """Buy a template with career points (P6-6 to P6-8)."""
    if who.finished:
        text = phrase("{character} is finished; reputation buys templates now.", character=who.name)
        return Rejected("CHARACTER_FINISHED", text)
    template = _template(ledger.state, command.template)
    if isinstance(template, Rejected):
        return template
    refusal = refuse_template(ledger.state, who, template)
    if refusal is not None:
        return refusal
    if who.career_points < template.cost:
        text = phrase(
            "{template} costs {cost}, {character} has {left} left.",
            template=template.name,
            cost=template.cost,
            character=who.name,
            left=who.career_points,
        )
        return Rejected("INSUFFICIENT_CAREER_POINTS", text)
    ledger.record(ev.TemplateTaken(who.name, template, who.career_points - template.cost))
    return None


@rule(cmd.FinishCharacter)
def finish_character(ledger: Ledger, command: cmd.FinishCharacter, who: Character) -> Rejected | None:
    """End creation; career points left become reputation (P6-9)."""
    if who.finished:
        return Rejected("CHARACTER_FINISHED", phrase("{character} is finished already.", character=who.name))
    ledger.record(ev.CharacterFinished(who.name, who.career_points))
    return None


@rule(cmd.BuyTemplate)
def buy_template(ledger: Ledger, command: cmd.BuyTemplate, who: Character) -> Rejected | None:
    """Buy a template with reputation, between sessions (P6-98)."""
    if ledger.state.session_active:
        return Rejected("SESSION_IN_PROGRESS", phrase("Templates are bought after the session."))
    template = _template(ledger.state, command.template)
    if isinstance(template, Rejected):
        return template
    if template.category not in OPEN_CATEGORIES:
        return Rejected("CATEGORY_CLOSED", phrase("Education and occupation are only chosen at creation."))
    refusal = refuse_template(ledger.state, who, template)
    left = who.rep_collected - who.rep_used - template.cost
    if refusal is None and left < 0:
        text = phrase(
            "{template} costs {cost}, {character} has {points}.",
            template=template.name,
            cost=template.cost,
            character=who.name,
            points=who.rep_collected - who.rep_used,
        )
        refusal = Rejected("INSUFFICIENT_REPUTATION", text)
    if refusal is None:
        ledger.record(ev.TemplateBought(who.name, template, left))
    return refusal


@rule(cmd.AwardReputation, By.GM)
def award_reputation(ledger: Ledger, command: cmd.AwardReputation, who: None) -> Rejected | None:
    """Hand out reputation; outside the guideline it only warns (P6-97)."""
    chars = everyone(ledger.state, command.chars)
    if isinstance(chars, Rejected):
        return chars
    odd = command.scope == "adventure" and command.amount not in GUIDELINE
    warning = "five to ten are usual for an adventure" if odd else ""
    for one in chars:
        collected = one.rep_collected + command.amount
        ledger.record(ev.ReputationGained(one.name, command.amount, collected, warning))
    return None


@rule(cmd.Equip)
def equip(ledger: Ledger, command: cmd.Equip, who: Character) -> Rejected | None:
    """Take something of the library; worn armour counts at once."""
    library = ledger.state.library
    offers: tuple[Weapon | Item | Armour, ...] = (*library.weapons, *library.items, *library.armour)
    thing = find(offers, lambda one: one.name, command.thing, phrase("thing in the library"))
    if isinstance(thing, Rejected):
        return thing
    if thing in (*who.weapons, *who.items, *who.armour):
        text = phrase("{character} has the {thing} already.", character=who.name, thing=thing.name)
        return Rejected("BAD_VALUE", text)
    ledger.record(ev.GearChanged(with_gear(who, thing), thing.name, True))
    return None


def with_gear(who: Character, thing: Weapon | Item | Armour, sign: int = 1) -> Character:
    """The character with a thing more, or less when `sign` is -1."""
    place = {Weapon: "weapons", Item: "items", Armour: "armour"}[type(thing)]
    rest = tuple(one for one in getattr(who, place) if one.name != thing.name)
    changes: dict[str, Any] = {place: (*rest, thing) if sign > 0 else rest}
    if isinstance(thing, Armour):
        changes["protection"] = who.protection + sign * thing.protection
        changes["evasion"] = who.evasion + sign * thing.evasion
    return changed(who, **changes)


@rule(cmd.PutAway)
def put_away(ledger: Ledger, command: cmd.PutAway, who: Character) -> Rejected | None:
    """Leave something behind."""
    own: tuple[Weapon | Item | Armour, ...] = (*who.weapons, *who.items, *who.armour)
    thing = find(own, lambda one: one.name, command.thing, phrase("such thing carried"))
    if isinstance(thing, Rejected):
        return thing
    ledger.record(ev.GearChanged(with_gear(who, thing, -1), thing.name, False))
    return None
