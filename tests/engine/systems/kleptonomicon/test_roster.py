"""Campaign files and the library (section 2, KLR-28)."""

import tomllib
from copy import deepcopy
from pathlib import Path
from typing import Any

import pytest

import engine.systems.kleptonomicon
from engine.dice.source import NoDice
from engine.errors import BadField
from engine.step import advance
from engine.systems.kleptonomicon.state import State
from engine.systems.kleptonomicon.system import RULESET
from engine.types import Rejected

LIBRARY = tomllib.loads((Path(engine.systems.kleptonomicon.__file__).parent / "library.toml").read_text("utf-8"))
ROSTER: dict[str, Any] = {
    "game": "kleptonomicon",
    "title": "Thursday",
    "phase": "FREEPLAY",
    "house_rules": {"announce_order": True},
    "players": [
        {"name": "Gwen", "role": "gm"},
        {
            "name": "Alice",
            "character": {
                "name": "Vex",
                "sheet": {
                    "level": 2,
                    "edge_modifier": 1,
                    "skills": {"Athletics": 2},
                    "abilities": ["Parry", {"name": "Smoke", "time": "slow_action", "inflicts": {"dazed": 2}}],
                    "styles": {"walk": "normal", "climb": "half"},
                    "health": 10,
                    "recoveries": 3,
                    "now": {"health": 4, "xp": 7, "conditions": {"cursed": 1}},
                },
            },
        },
        {"name": "Bob", "character": {"name": "Rook"}},
    ],
    "table": {
        "episode": "The Glass Vault",
        "creatures": [{"name": "golem", "edge_modifier": -2, "health": 30}],
        "npcs": [{"name": "Captain Vane", "creature": "guard"}, {"name": "Mouse", "sheet": {"sneaky": True}}],
        "groups": [{"name": "Watch Patrol", "members": ["3 guards", "Captain Vane"], "edge_modifier": 2}],
        "styles": [{"name": "surf", "interruption": "you go under"}],
        "conditions": [{"name": "marked", "fleeting": True}],
    },
}


def built(roster: dict[str, Any]) -> State:
    state = RULESET.initial_state()
    for command in RULESET.setup({**roster, "library": LIBRARY}):
        outcome, state = advance(RULESET, state, command, NoDice())
        assert not isinstance(outcome, Rejected), f"{command}: {outcome}"
    return state


def test_a_campaign_file_becomes_a_table() -> None:
    """KLR-28: people, sheets, where they stand, NPCs, creatures, styles and Conditions."""
    state = built(ROSTER)
    assert (state.phase, state.gm, state.house_rules.announce_order) == ("FREEPLAY", "Gwen", True)
    vex = state.character("Vex")
    assert vex is not None
    assert (vex.player, vex.health, vex.xp, vex.recoveries, vex.sheet.level) == ("Alice", 4, 7, 3, 2)
    assert [each.name for each in vex.sheet.abilities] == ["Parry", "Smoke"]
    assert vex.conditions[0].name == "cursed"
    vane = state.character("Captain Vane")
    assert vane is not None
    assert (vane.creature, vane.sheet.edge_modifier, vane.is_npc) == ("guard", 1, True)
    assert state.prepared[0].members == ("3 guards", "Captain Vane")
    assert {"golem", "wolf"} <= {each.name for each in state.creatures}
    assert state.episode is not None
    assert state.episode.title == "The Glass Vault"


def test_the_library_alone_is_enough_to_begin() -> None:
    """KLR-28: people and characters, everything else as it comes."""
    state = built({"players": [{"name": "Ann", "character": {"name": "Ash"}}]})
    assert state.phase == "NONE"
    assert next(rule for rule in state.styles if rule.name == "fly").interruption == "fall"
    assert len(state.creatures) >= 8


SHEET = ("players", 1, "character", "sheet")


@pytest.mark.parametrize(
    ("path", "value", "field"),
    [
        ((*SHEET, "level"), 0, "players[1].character.sheet.level"),
        ((*SHEET, "luck"), 3, "players[1].character.sheet.luck"),
        ((*SHEET, "skills"), {"Athletics": "good"}, "players[1].character.sheet.skills.Athletics"),
        ((*SHEET, "skills"), [], "players[1].character.sheet.skills"),
        ((*SHEET, "abilities"), ["Fly Fishing"], "players[1].character.sheet.abilities[0]"),
        ((*SHEET, "abilities"), [{"name": "X", "time": "later"}], "players[1].character.sheet.abilities[0].time"),
        ((*SHEET, "abilities"), [{"name": "X", "colour": 1}], "players[1].character.sheet.abilities[0].colour"),
        ((*SHEET, "abilities"), [{"name": "X", "inflicts": {"slowed": 0}}], None),
        ((*SHEET, "abilities"), "Parry", "players[1].character.sheet.abilities"),
        ((*SHEET, "styles"), {"walk": "huge"}, "players[1].character.sheet.styles.walk"),
        ((*SHEET, "sneaky"), "yes", "players[1].character.sheet.sneaky"),
        ((*SHEET, "now"), {"health": 11}, "players[1].character.sheet.now.health"),
        ((*SHEET, "now"), {"conditions": {"cursed": 0}}, "players[1].character.sheet.now.conditions.cursed"),
        ((*SHEET,), 5, "players[1].character.sheet"),
        (("table", "npcs"), [{"creature": "guard"}], "table.npcs[0].name"),
        (("table", "groups"), [{"name": "X", "members": []}], "table.groups[0].members"),
        (("table", "groups"), [{"name": "X", "members": [3]}], "table.groups[0].members[0]"),
        (("table", "creatures"), [{"name": "x", "health": -1}], "table.creatures[0].health"),
        (("table", "weather"), "rain", "table.weather"),
        (("phase",), "MAIN", "phase"),
        (("preset",), "classic", "preset"),
    ],
)
def test_mistakes_are_named_with_their_place(path: tuple[Any, ...], value: Any, field: str | None) -> None:
    """KLR-28: whatever is wrong or unknown in a campaign file."""
    roster = deepcopy(ROSTER)
    place: Any = roster
    for key in path[:-1]:
        place = place[key]
    place[path[-1]] = value
    with pytest.raises(BadField) as caught:
        RULESET.setup({**roster, "library": LIBRARY})
    assert caught.value.field == (field or "players[1].character.sheet.abilities[0].inflicts.slowed")


def test_the_wizard_asks_for_what_the_file_can_hold() -> None:
    """KLR-28: every question's answer has a place in the file."""
    for ask in RULESET.form.asks:
        assert ask.entry.startswith(("character.sheet.", "table."))
    assert RULESET.form.game_master == "GM"
