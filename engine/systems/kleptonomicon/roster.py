"""From a campaign file and the library to the commands that bring a fresh table to the state they describe."""

from collections.abc import Iterator, Mapping
from typing import Any

from engine.errors import BadField
from engine.systems.kleptonomicon.entities import Sheet
from engine.systems.kleptonomicon.messages import Command
from engine.systems.kleptonomicon.naming import plain
from engine.systems.kleptonomicon.reading import Abilities, Entry, read_ability, read_creature, read_sheet, words_of
from engine.systems.kleptonomicon.rules.conditions import ApplyCondition
from engine.systems.kleptonomicon.rules.opening import (
    BeginEpisodicStep,
    EndOpeningCredits,
    PrepareEpisode,
    StartEpisode,
)
from engine.systems.kleptonomicon.rules.sheets import (
    AddCreature,
    AddNpc,
    CreateCharacter,
    DefineCondition,
    DefineStyle,
    PrepareGroup,
)
from engine.systems.kleptonomicon.rules.table import AddPlayer, ChangeHouseRule, CorrectState, CreateTable
from engine.systems.kleptonomicon.vocabulary import RESET_POOLS, Phase

REASON = "starting state of the campaign file"
_NOW = ("xp", *RESET_POOLS)


def commands_for(roster: Mapping[str, Any]) -> tuple[Command, ...]:
    """Commands that turn a fresh table into the one described; `library.toml` and the README say what may stand there.

    Args:
        roster: `players` in seat order with `role` and `character` (its `sheet` holds this game's entries),
            `house_rules`, `phase` (NONE, OPENING_CREDITS or FREEPLAY), `table` and `library`.

    Raises:
        BadField: Something in a sheet, the table or the library is wrong or unknown; its place is given.
    """
    return tuple(_commands(roster))


def _commands(roster: Mapping[str, Any]) -> Iterator[Command]:
    if roster.get("preset") is not None:
        raise BadField("preset", "nothing, this game has no presets", roster["preset"])
    library = Entry(roster.get("library", {}), "library")
    known: Abilities = {
        plain(each.name): each for each in library.items("abilities", lambda value, at: read_ability(value, at, {}))
    }
    yield CreateTable(name=roster.get("title") or "The Kleptonomicon")
    for player in roster["players"]:
        yield AddPlayer(name=player["name"], gm=player.get("role") == "gm")
    yield from (ChangeHouseRule(rule=rule, value=value) for rule, value in roster.get("house_rules", {}).items())
    yield from _known(library, known)
    library.done()
    for index, player in enumerate(roster["players"]):
        if player.get("character"):
            yield from _character(player["name"], player["character"], f"players[{index}].character", known)
    yield from _table(Entry(roster.get("table", {}), "table"), known, roster.get("phase"))


def _known(entry: Entry, known: Abilities) -> Iterator[Command]:
    """Creatures, Movement Styles and Conditions of a library or a table."""
    for creature in entry.items("creatures", lambda value, at: read_creature(value, at, known)):
        yield AddCreature(creature=creature)
    yield from entry.items("styles", _style)
    yield from entry.items("conditions", _condition)


def _style(value: Any, where: str) -> Command:
    entry = Entry(value, where)
    style = DefineStyle(name=entry.text("name"), interruption=entry.text("interruption", "") or None)
    entry.done()
    return style


def _condition(value: Any, where: str) -> Command:
    entry = Entry(value, where)
    condition = DefineCondition(name=entry.text("name"), fleeting=entry.flag("fleeting"))
    entry.done()
    return condition


def _character(player: str, character: Mapping[str, Any], where: str, known: Abilities) -> Iterator[Command]:
    """A sheet, and how its bearer stands now where that is not at full strength."""
    entry = Entry(character.get("sheet", {}), f"{where}.sheet")
    sheet = read_sheet(entry, known)
    yield CreateCharacter(player=player, name=character["name"], sheet=sheet)
    now = Entry(entry.take("now", {}), entry.at("now"))
    for path in _NOW:
        most = getattr(sheet, f"{path}_max", None)
        value = now.number(path, None) if most is None else now.number(path, None, most=most)
        if value is not None:
            yield CorrectState(character=character["name"], path=path, value=value, reason=REASON)
    for name, stacks, at in now.pairs("conditions", {}):
        if type(stacks) is not int or stacks < 1:
            raise BadField(at, "a number of Stacks, at least 1", stacks)
        yield ApplyCondition(target=character["name"], name=name, stacks=stacks)
    now.done()
    entry.done()


def _table(entry: Entry, known: Abilities, phase: Any) -> Iterator[Command]:
    yield from _known(entry, known)
    yield from entry.items("npcs", lambda value, at: _npc(value, at, known))
    yield from entry.items("groups", _group)
    title = entry.text("episode", "")
    entry.done()
    if title:
        yield PrepareEpisode(title=title)
    if phase in {None, Phase.NONE.value}:
        return
    if phase not in {Phase.OPENING_CREDITS.value, Phase.FREEPLAY.value}:
        raise BadField("phase", "NONE, OPENING_CREDITS or FREEPLAY", phase)
    yield StartEpisode()
    if phase == Phase.FREEPLAY.value:
        yield BeginEpisodicStep()
        yield EndOpeningCredits()


def _npc(value: Any, where: str, known: Abilities) -> Command:
    """A named NPC: a kind of creature, or a sheet of their own."""
    entry = Entry(value, where)
    name, creature = entry.text("name"), entry.text("creature", "")
    own = entry.take("sheet")
    sheet: Sheet | None = None
    if own is not None:
        inner = Entry(own, entry.at("sheet"))
        sheet = read_sheet(inner, known)
        inner.done()
    entry.done()
    return AddNpc(name=name, creature=creature, sheet=sheet)


def _group(value: Any, where: str) -> Command:
    entry = Entry(value, where)
    members = entry.items("members", words_of)
    if not members:
        raise BadField(entry.at("members"), 'a list of NPCs and creatures ("3 wolves")', [])
    group = PrepareGroup(
        name=entry.text("name"), members=members, edge_modifier=entry.number("edge_modifier", None, -99, 99)
    )
    entry.done()
    return group
