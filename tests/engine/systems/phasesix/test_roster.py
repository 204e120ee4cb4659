"""From a campaign file and the library to a table."""

from typing import Any

import pytest

from engine.dice.source import NoDice
from engine.errors import BadField
from engine.history import History
from engine.systems.phasesix.library import merged, read_library
from engine.systems.phasesix.system import RULESET
from engine.types import Rejected
from tests.support.phasesix_table import Table, library_data

ROSTER: dict[str, Any] = {
    "title": "Night shift",
    "phase": "FREE",
    "house_rules": {"parry_mode": "full"},
    "table": {
        "epoch": "modern",
        "extensions": ["magic", "horror"],
        "npcs": [{"name": "Old Guard", "foe": "guard"}, {"name": "Innkeeper", "sheet": {"skills": {"Empathy": 3}}}],
    },
    "players": [
        {"name": "Gia", "role": "gm"},
        {
            "name": "Ana",
            "character": {
                "name": "Hagen",
                "sheet": {
                    "attributes": {"strength": 4},
                    "skills": {"Shooting": 3},
                    "knowledge": {"Etiquette": {"skill": "Communication", "value": 3}},
                    "shadows": {"Debts": "Owes the harbour master."},
                    "weapons": ["pistol", {"name": "Heirloom", "wounds": "1d3"}],
                    "armour": ["protective vest"],
                    "items": ["rope"],
                    "bonus_dice": 2,
                    "hearts": 4,
                    "now": {"bonus_dice": 1},
                    "conditions": {"bleeding": 1},
                },
            },
        },
        {
            "name": "Ben",
            "character": {
                "name": "Luta",
                "sheet": {
                    "lineage": "elf",
                    "templates": ["apprentice"],
                    "spells": [
                        {"spell": "simple heal", "thesis": "a prayer", "templates": ["powerful", "affinity: dawn"]}
                    ],
                },
            },
        },
    ],
}


def dealt(roster: dict[str, Any]) -> Table:
    t = Table(History(RULESET))
    for number, command in enumerate(RULESET.setup({**roster, "library": library_data()})):
        outcome = t.history.submit(command, NoDice(), f"s{number}")
        assert not isinstance(outcome, Rejected), f"{command}: {outcome}"
    return t


def changed(path: str, value: Any) -> dict[str, Any]:
    """The roster with one entry of the first character's sheet, or of the table, replaced or added."""
    where, _, key = path.partition(".")
    if where == "table":
        return {**ROSTER, "table": {**ROSTER["table"], key: value}}
    player = ROSTER["players"][1]
    sheet = {**player["character"]["sheet"], key: value}
    character = {**player["character"], "sheet": sheet}
    return {**ROSTER, "players": [ROSTER["players"][0], {**player, "character": character}]}


def test_a_whole_table() -> None:
    t = dealt(ROSTER)
    hagen, luta = t.who("Hagen"), t.who("Luta")
    assert (t.state.phase, t.state.epoch, t.state.house_rules.parry_mode) == ("FREE", "Modern times", "full")
    assert (hagen.hearts, hagen.bonus.now, hagen.bonus.most, hagen.protection) == (4, 1, 2, 2)
    assert [weapon.name for weapon in hagen.weapons] == ["Pistol", "Heirloom"]
    assert (hagen.finished, hagen.rep_collected, t.cond("Hagen", "bleeding")) == (True, 0, 1)
    assert (luta.lineage, luta.arcana.most, luta.spells[0].strength, luta.spells[0].element) == ("elf", 4, 2, "dawn")
    assert luta.rep_collected == 45 - 12
    assert (t.who("Old Guard").player, t.who("Innkeeper").kind) == ("Gia", "npc")


@pytest.mark.parametrize(
    ("path", "value", "field"),
    [
        ("sheet.strenght", 3, "players[1].character.sheet.strenght"),
        ("sheet.attributes", {"luck": 3}, "players[1].character.sheet.attributes.luck"),
        ("sheet.skills", {"Shooting": "3"}, "players[1].character.sheet.skills.Shooting"),
        ("sheet.weapons", ["bazooka"], "players[1].character.sheet.weapons[0]"),
        ("sheet.weapons", [{"name": "Gun", "calibre": 9}], "players[1].character.sheet.weapons[0].calibre"),
        ("sheet.lineage", "dragon", "players[1].character.sheet.lineage"),
        ("sheet.templates", ["king"], "players[1].character.sheet.templates[0]"),
        ("sheet.conditions", {"sleepy": 1}, "players[1].character.sheet.conditions.sleepy"),
        ("sheet.now", {"hearts": 1}, "players[1].character.sheet.now.hearts"),
        ("sheet.finished", "yes", "players[1].character.sheet.finished"),
        ("sheet.knowledge", {"Runes": {"skill": "History"}}, "players[1].character.sheet.knowledge.Runes.value"),
        ("table.weather", "rain", "table.weather"),
        ("table.epoch", 3, "table.epoch"),
        ("table.npcs", [{"name": "X", "foe": "dragon"}], "table.npcs[0].foe"),
        ("table.npcs", "nobody", "table.npcs"),
    ],
)
def test_what_is_wrong_is_named(path: str, value: Any, field: str) -> None:
    with pytest.raises(BadField) as caught:
        dealt(changed(path, value))
    assert caught.value.field == field


@pytest.mark.parametrize(
    ("data", "field"),
    [
        ({"dragons": {}}, "library.dragons"),
        ({"weapons": []}, "weapons"),
        ({"weapons": {"Gun": {"range_m": "far"}}}, "weapons.Gun.range_m"),
        ({"weapons": {"Gun": {"weapon_kind": "laser"}}}, "weapons.Gun.weapon_kind"),
        ({"weapons": {"Gun": {"wounds": "many"}}}, "weapons.Gun.wounds"),
        ({"weapons": {"Gun": {"modes": ["auto"]}}}, "weapons.Gun.modes.0"),
        ({"weapons": {"Gun": {"rounds": {"auto": 3}}}}, "weapons.Gun.rounds.auto"),
        ({"templates": {"King": {"category": "royal", "cost": 1}}}, "templates.King.category"),
        ({"templates": {"King": {"category": "talent"}}}, "templates.King.cost"),
        (
            {"templates": {"King": {"category": "talent", "cost": 1, "attributes": {"luck": 1}}}},
            "templates.King.attributes.luck",
        ),
        ({"schools": {"fire": {"attribute": "luck"}}}, "schools.fire.attribute"),
        ({"deeds": {"dance": 1}}, "deeds.dance"),
        ({"deeds": {"walk": "one"}}, "deeds.walk"),
        ({"foes": {"Rat": {"max_health": 0}}}, "foes.Rat.max_health"),
        ({"spell_templates": {"odd": {"points": 1, "changes": "mood"}}}, "spell_templates.odd.changes"),
    ],
)
def test_a_wrong_library_is_named(data: dict[str, Any], field: str) -> None:
    with pytest.raises(BadField) as caught:
        read_library(data)
    assert caught.value.field == field


def test_the_library_of_the_system() -> None:
    """It reads, its foes and templates refer to what there is, and people's own entries replace its own."""
    library = read_library(library_data())
    names = {weapon.name for weapon in library.weapons}
    assert all(weapon in names for foe in library.foes for weapon in foe.weapons)
    templates = {template.name for template in library.templates}
    assert all(needed in templates for template in library.templates for needed in template.requires)
    assert {school.name for school in library.schools} >= {spell.school for spell in library.spells}
    assert len(library.schools) == 9
    own = merged(library, read_library({"weapons": {"knife": {"bonus_wounds": 5}}}))
    assert [one.bonus_wounds for one in own.weapons if one.name.casefold() == "knife"] == [5]


def test_phases_and_presets() -> None:
    """A table may wait between sessions; there are no presets."""
    assert dealt({**ROSTER, "phase": None}).state.phase == "BETWEEN"
    for field, value in (("phase", "NOON"), ("preset", "easy")):
        with pytest.raises(BadField) as caught:
            dealt({**ROSTER, field: value})
        assert caught.value.field == field
