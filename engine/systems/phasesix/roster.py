"""From a campaign file and the library to the commands that bring a fresh table to the state they describe."""

from collections.abc import Iterator, Mapping
from dataclasses import fields
from typing import Any

from engine.errors import BadField
from engine.systems.phasesix.entities import Knowledge, Library, Note, Value, Weapon
from engine.systems.phasesix.entities.library import Item
from engine.systems.phasesix.library import check_attributes, entry_of, read_library
from engine.systems.phasesix.messages import Command
from engine.systems.phasesix.rules.characters import CreateCharacter
from engine.systems.phasesix.rules.conditions import ApplyCondition
from engine.systems.phasesix.rules.corrections import CorrectState
from engine.systems.phasesix.rules.sheets import Equip, WriteSheet
from engine.systems.phasesix.rules.spells import AddSpellTemplate, LearnSpell
from engine.systems.phasesix.rules.table import AddPlayer, AddToLibrary, ChangeHouseRule, CreateTable, StartSession
from engine.systems.phasesix.rules.templates import FinishCharacter, TakeTemplate
from engine.systems.phasesix.vocabulary import Cond

REASON = "starting state of the campaign file"
PHASES = ("BETWEEN", "FREE")

_NUMBERS = tuple(
    item.name
    for item in fields(WriteSheet)
    if item.name
    not in ("actor", "char", "attributes", "skills", "knowledge", "shadows", "weapons", "items", "boosts", "stress")
)
_NOW = ("boosts", "stress")
_OTHERS = ("attributes", "skills", "knowledge", "shadows", "weapons", "items", "armour", "lineage", "templates")
_SHEET = frozenset((*_NUMBERS, *_NOW, *_OTHERS, "spells", "conditions", "finished", "now"))
_TABLE = frozenset(("epoch", "extensions", "npcs"))
_NPC = frozenset(("name", "foe", "sheet"))
_GAUGES = ("bonus_dice", "destiny_dice", "rerolls", "arcana")


def commands_for(roster: Mapping[str, Any]) -> tuple[Command, ...]:
    """Commands that turn a fresh table into the one described; the README says what may stand where.

    Args:
        roster: `players` in seat order with `role` and `character` (its `sheet` holds this game's entries),
            `house_rules`, `phase` (BETWEEN or FREE), `table` (`epoch`, `extensions`, `npcs`) and `library`.

    Raises:
        BadField: Something in a sheet, the table or the library is wrong or unknown; its place is given.
    """
    return tuple(_commands(roster))


def _commands(roster: Mapping[str, Any]) -> Iterator[Command]:
    if roster.get("preset") is not None:
        raise BadField("preset", "nothing, this game has no presets", roster["preset"])
    phase = roster.get("phase") or "BETWEEN"
    if phase not in PHASES:
        raise BadField("phase", " or ".join(PHASES), phase)
    table = _known(roster.get("table", {}), _TABLE, "table")
    library = read_library(roster.get("library", {}))
    yield CreateTable(
        name=roster.get("title") or "Phase Six",
        epoch=_text(table.get("epoch", ""), "table.epoch"),
        extensions=_texts(table.get("extensions", ()), "table.extensions"),
    )
    for player in roster["players"]:
        yield AddPlayer(name=player["name"], role=player.get("role") or "player")
    yield from (ChangeHouseRule(rule=rule, value=value) for rule, value in roster.get("house_rules", {}).items())
    if library != Library():
        yield AddToLibrary(library=library)
    for index, player in enumerate(roster["players"]):
        if player.get("character"):
            where = f"players[{index}].character"
            yield from _character(player["name"], player["character"], library, where)
    for index, npc in enumerate(_list(table.get("npcs", ()), "table.npcs")):
        yield from _npc(npc, library, f"table.npcs[{index}]")
    if phase == "FREE":
        yield StartSession()


def _known(data: Any, allowed: frozenset[str], where: str) -> Mapping[str, Any]:
    if not isinstance(data, Mapping):
        raise BadField(where, "an object", data)
    for key in data:
        if key not in allowed:
            raise BadField(f"{where}.{key}", "one of " + ", ".join(sorted(allowed)), key)
    return data


def _text(value: Any, where: str) -> str:
    if not isinstance(value, str):
        raise BadField(where, "text", value)
    return value


def _list(value: Any, where: str) -> tuple[Any, ...]:
    if not isinstance(value, list | tuple):
        raise BadField(where, "a list", value)
    return tuple(value)


def _texts(value: Any, where: str) -> tuple[str, ...]:
    return tuple(_text(one, f"{where}[{at}]") for at, one in enumerate(_list(value, where)))


def _number(value: Any, where: str) -> int:
    if type(value) is not int:
        raise BadField(where, "a whole number", value)
    return value


def _npc(npc: Any, library: Library, where: str) -> Iterator[Command]:
    entry = _known(npc, _NPC, where)
    name = _text(entry.get("name"), f"{where}.name")
    if "foe" in entry:
        foe = _in_library(library.foes, entry["foe"], f"{where}.foe")
        yield CreateCharacter(name=name, foe=foe)
        return
    sheet = {"finished": True, **_known(entry.get("sheet", {}), _SHEET, f"{where}.sheet")}
    yield from _sheet(None, name, "npc", sheet, library, f"{where}.sheet")


def _character(player: str, character: Mapping[str, Any], library: Library, where: str) -> Iterator[Command]:
    sheet = _known(character.get("sheet", {}), _SHEET, f"{where}.sheet")
    yield from _sheet(player, character["name"], "pc", sheet, library, f"{where}.sheet")


def _sheet(
    player: str | None, name: str, kind: str, sheet: Mapping[str, Any], library: Library, where: str
) -> Iterator[Command]:
    lineage = _text(sheet.get("lineage", "human"), f"{where}.lineage")
    if lineage.casefold() != "human":
        _in_library(library.lineages, lineage, f"{where}.lineage")
    yield CreateCharacter(name=name, lineage=lineage, char_kind=kind, player=player)
    for at, template in enumerate(_texts(sheet.get("templates", ()), f"{where}.templates")):
        _in_library(library.templates, template, f"{where}.templates[{at}]")
        yield TakeTemplate(char=name, template=template)
    written = _written(name, sheet, library, where)
    if written != WriteSheet(char=name):
        yield written
    for at, worn in enumerate(_texts(sheet.get("armour", ()), f"{where}.armour")):
        yield Equip(char=name, thing=_in_library(library.armour, worn, f"{where}.armour[{at}]"))
    for at, spell in enumerate(_list(sheet.get("spells", ()), f"{where}.spells")):
        yield from _spell(name, spell, library, f"{where}.spells[{at}]")
    finished = sheet.get("finished", True)
    if type(finished) is not bool:
        raise BadField(f"{where}.finished", "true or false", finished)
    if finished and kind == "pc":
        if "templates" not in sheet:
            yield CorrectState(char=name, path="career_points", value=0, reason=REASON)
        yield FinishCharacter(char=name)
    yield from _now(name, sheet, where)


def _written(name: str, sheet: Mapping[str, Any], library: Library, where: str) -> WriteSheet:
    numbers: dict[str, Any] = {key: _number(sheet[key], f"{where}.{key}") for key in (*_NUMBERS, *_NOW) if key in sheet}
    check_attributes(sheet.get("attributes", {}), f"{where}.attributes")
    return WriteSheet(
        char=name,
        attributes=_values(sheet.get("attributes", {}), f"{where}.attributes"),
        skills=_values(sheet.get("skills", {}), f"{where}.skills"),
        knowledge=tuple(
            entry_of(Knowledge, {"name": key, **_known(entry, frozenset(("skill", "value")), f"{where}.knowledge")}, at)
            for key, entry in _object(sheet.get("knowledge", {}), f"{where}.knowledge").items()
            for at in (f"{where}.knowledge.{key}",)
        ),
        shadows=tuple(
            Note(key, _text(text, f"{where}.shadows.{key}"))
            for key, text in _object(sheet.get("shadows", {}), f"{where}.shadows").items()
        ),
        weapons=_things(Weapon, sheet.get("weapons", ()), library.weapons, f"{where}.weapons"),
        items=_things(Item, sheet.get("items", ()), library.items, f"{where}.items"),
        **numbers,
    )


def _object(data: Any, where: str) -> Mapping[str, Any]:
    if not isinstance(data, Mapping):
        raise BadField(where, "an object", data)
    return data


def _values(data: Any, where: str) -> tuple[Value, ...]:
    return tuple(Value(key, _number(number, f"{where}.{key}")) for key, number in _object(data, where).items())


def _things(cls: type[Any], data: Any, offered: tuple[Any, ...], where: str) -> tuple[Any, ...]:
    """Things by their name in the library, or written out in full."""
    found = []
    for at, thing in enumerate(_list(data, where)):
        place = f"{where}[{at}]"
        if isinstance(thing, Mapping):
            found.append(entry_of(cls, thing, place))
        else:
            name = _in_library(offered, thing, place)
            found.append(next(one for one in offered if one.name == name))
    return tuple(found)


def _in_library(offered: tuple[Any, ...], name: Any, where: str) -> str:
    """The library's own spelling of a name."""
    wanted = _text(name, where).casefold()
    known = next((str(one.name) for one in offered if one.name.casefold() == wanted), None)
    if known is None:
        raise BadField(where, "one of the library: " + ", ".join(one.name for one in offered), name)
    return known


def _spell(name: str, data: Any, library: Library, where: str) -> Iterator[Command]:
    entry = _known(data, frozenset(("spell", "thesis", "templates")), where)
    spell = _in_library(library.spells, entry.get("spell"), f"{where}.spell")
    yield LearnSpell(char=name, spell=spell, thesis=_text(entry.get("thesis", REASON), f"{where}.thesis"))
    for at, template in enumerate(_list(entry.get("templates", ()), f"{where}.templates")):
        place = f"{where}.templates[{at}]"
        wanted, _, value = _text(template, place).partition(":")
        known = _in_library(library.spell_templates, wanted.strip(), place)
        yield AddSpellTemplate(char=name, instance=spell, template=known, value=value.strip() or None)


def _now(name: str, sheet: Mapping[str, Any], where: str) -> Iterator[Command]:
    """Everything that is not at full strength: dice spent, conditions."""
    now = _known(sheet.get("now", {}), frozenset(_GAUGES), f"{where}.now")
    for path in _GAUGES:
        if path in now:
            value = _number(now[path], f"{where}.now.{path}")
            yield CorrectState(char=name, path=path, value=value, reason=REASON)
    for cond, value in _object(sheet.get("conditions", {}), f"{where}.conditions").items():
        if cond not in tuple(Cond):
            raise BadField(f"{where}.conditions.{cond}", "one of " + ", ".join(Cond), cond)
        yield ApplyCondition(char=name, cond=cond, value=_number(value, f"{where}.conditions.{cond}"))
