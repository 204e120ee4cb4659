"""A campaign file is read completely or refused with one sentence that says where and why."""

import copy
import json
from pathlib import Path
from typing import Any

import pytest

from companion.base.errors import RosterError
from companion.play.roster import Roster, load_roster

JAX = {
    "name": "Jax Adeyemi",
    "blurbs": ["tug pilot with a bad knee"],
    "heart": 5,
    "luck": 2,
    "skills": [{"name": "Piloting", "rank": 4}, {"name": "Hacking", "rank": 6, "advancement": 1, "damage": 2}],
    "items": [{"name": "Old Blaster", "rank": 2, "breaks_at_zero": True}],
    "goals": [{"text": "see Earth once", "value": 50, "left": 12}],
    "connections": [{"name": "Lio Brandt", "value": 3}],
    "principles": [{"text": "never hits first", "skill": "Piloting", "condition": "he was hit", "bonus": 2}],
}
FILE: dict[str, Any] = {
    "game": "Phase Abandon",
    "preset": "worked_examples",
    "session": "s1",
    "title": "Pell's Reach",
    "setting": "Salvage crew of a tug.",
    "phase": "PLAY",
    "language": "en",
    "house_rules": {"tie_break": "seat_order", "min_bid": 1, "luck_enabled": False},
    "group_goals": [{"text": "get the core", "value": 25, "left": 18}],
    "party_pool": 1,
    "players": [
        {"seat": 0, "name": "Marcus", "enrolment": "enroll-marcus.flac", "chips": 7, "character": JAX},
        {"seat": 1, "name": "Dana", "nicknames": ["Doc"], "chips": 3, "character": {"name": "Ines"}},
    ],
    "guests": [{"name": "guest-a", "enrolment": "enroll-guest-a.flac"}],
    "holder": "Dana",
    "kind": "SCENE",
    "scene": {"kind": "CHALLENGE", "combat": False, "left": 4, "rating": 9, "description": "the cargo spine"},
}


def changed(path: str, value: Any) -> dict[str, Any]:
    """The file with one entry set; `path` like "players.0.chips"."""
    data = copy.deepcopy(FILE)
    place: Any = data
    *steps, last = path.split(".")
    for step in steps:
        place = place[int(step)] if step.isdigit() else place[step]
    place[int(last) if last.isdigit() else last] = value
    return data


def test_every_entry_is_read(tmp_path: Path) -> None:
    file = tmp_path / "roster.json"
    file.write_text(json.dumps(FILE), encoding="utf-8")
    roster = load_roster(file)
    assert roster.names == ("Marcus", "Dana")
    jax = roster.players[0].character
    assert jax is not None
    assert [(skill.name, skill.rank, skill.damage) for skill in jax.skills] == [("Piloting", 4, 0), ("Hacking", 6, 2)]
    assert jax.items[0].breaks_at_zero is True
    assert roster.house_rules == {"tie_break": "seat_order", "min_bid": 1, "luck_enabled": False}
    assert roster.scene is not None
    assert (roster.scene.kind, roster.scene.left) == ("CHALLENGE", 4)


def test_what_is_written_reads_the_same(tmp_path: Path) -> None:
    roster = Roster.from_json(FILE)
    file = tmp_path / "out.json"
    file.write_text(json.dumps(roster.to_json()), encoding="utf-8")
    assert load_roster(file) == roster
    exported = roster.to_json()
    for name, value in FILE.items():
        if name not in ("players", "guests"):
            assert exported[name] == value


def test_a_game_and_a_name_are_enough() -> None:
    roster = Roster.from_json({"game": "Phase Abandon", "players": [{"name": "Jay"}]})
    assert roster.players[0].chips is None
    assert roster.to_json()["players"] == [{"name": "Jay", "role": "player", "nicknames": []}]


def test_players_are_found_by_any_name_of_theirs() -> None:
    roster = Roster.from_json(FILE)
    assert [getattr(roster.player(said), "name", None) for said in ("MARCUS", " doc", "Owen")] == [
        "Marcus",
        "Dana",
        None,
    ]


def test_seats_decide_the_order() -> None:
    data = changed("players.0.seat", 2)
    assert Roster.from_json(data).names == ("Dana", "Marcus")


def test_entries_of_other_systems_are_kept() -> None:
    """Numbers only one system knows travel under `sheet` and `table`."""
    data = changed("players.0.character.sheet", {"traits": [{"label": "stubborn", "marks": 1}]})
    data["table"] = {"tokens": {"pool": 3}}
    exported = Roster.from_json(data).to_json()
    assert exported["players"][0]["character"]["sheet"] == {"traits": [{"label": "stubborn", "marks": 1}]}
    assert exported["table"] == {"tokens": {"pool": 3}}


@pytest.mark.parametrize(
    ("path", "value", "field", "message"),
    [
        ("players.1.chips", -3, "players[1].chips", "it must be at least 0, not -3"),
        ("players.1.chips", "five", "players[1].chips", 'it must be a whole number, not "five"'),
        ("players.1.chips", 2.5, "players[1].chips", "it must be a whole number, not 2.5"),
        ("players.1.chips", True, "players[1].chips", "it must be a whole number, not true"),
        ("players", [], "players", "it must not be empty"),
        ("players", "Marcus", "players", 'it must be a list in brackets, not "Marcus"'),
        ("players.0", "Marcus", "players[0]", 'it must be an object in braces, not "Marcus"'),
        ("players.1.name", "  ", "players[1].name", "it must not be empty"),
        ("players.1.name", "marcus", "players[1].name", "'marcus' is also players[0].name"),
        ("players.1.name", "Unknown", "players[1].name", "'Unknown' is the name for unknown voices"),
        ("players.1.nicknames", ["Marcus"], "players[1].nicknames", "'Marcus' is also players[0].name"),
        ("guests.0.name", "Dana", "guests[0].name", "'Dana' is also players[1].name"),
        ("players.1.seat", 0, "players[1].seat", "seat 0 belongs to Marcus"),
        ("players.1.character.name", "JAX ADEYEMI", "players[1].character.name", "is also players[0].character.name"),
        ("players.0.enrolment", "../voice.flac", "players[0].enrolment", "it must be a plain file name"),
        ("players.0.enrolment", "/etc/passwd", "players[0].enrolment", "it must be a plain file name"),
        ("players.0.enrolment", "C:voice.flac", "players[0].enrolment", "it must be a plain file name"),
        ("players.0.character.luck", 7, "players[0].character.luck", "it must be at most 6, not 7"),
        ("players.0.character.skills.0.rank", None, "players[0].character.skills[0].rank", "a whole number, not null"),
        ("players.0.character.skills.1.name", "piloting", "players[0].character.skills[1].name", "is also players[0]"),
        ("players.0.character.items.0.name", "Piloting", "players[0].character.items[0].name", "is also players[0]"),
        (
            "players.0.character.skills.0.damage",
            5,
            "players[0].character.skills[0].damage",
            "5 is more than the rank 4",
        ),
        ("players.0.character.goals.0.left", 51, "players[0].character.goals[0].left", "51 is more than the value 50"),
        ("players.0.character.goals.0.value", 0, "players[0].character.goals[0].value", "it must be at least 1, not 0"),
        (
            "players.0.character.principles.0.skill",
            "Juggling",
            "players[0].character.principles[0].skill",
            "there is no skill 'Juggling' on this sheet",
        ),
        ("players.0.character.principles.0.bonus", 4, "players[0].character.principles[0].bonus", "at most 3, not 4"),
        ("house_rules.min_bid", [1], "house_rules.min_bid", "it must be text, a number, true or false, not [1]"),
        ("holder", "Owen", "holder", "Owen is none of the players"),
        ("holder", "Owen\nand Ruth", "holder", "Owen and Ruth is none of the players"),
        ("scene.left", 10, "scene.left", "10 is more than the rating 9"),
        ("scene.kind", "BATTLE", "scene.kind", "it must be 'PLAIN' or 'CHALLENGE', not \"BATTLE\""),
        ("language", "english", "language", "string should match pattern"),
    ],
)
def test_wrong_entries_are_named(path: str, value: Any, field: str, message: str) -> None:
    """One sentence: the file, the entry, what is wrong with it."""
    with pytest.raises(RosterError) as caught:
        Roster.from_json(changed(path, value), Path("roster.json"))
    assert caught.value.field == field
    assert str(caught.value).startswith(f"roster.json: {field}: ")
    assert message in str(caught.value)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    ("path", "field", "hint"),
    [
        ("groupgoals", "groupgoals", "Did you mean group_goals?"),
        ("players.0.chip", "players[0].chip", "Did you mean chips?"),
        ("players.0.character.skills.0.level", "players[0].character.skills[0].level", "Allowed here: name, rank,"),
        ("scene.combatt", "scene.combatt", "Did you mean combat?"),
    ],
)
def test_misspelt_entries_are_told_the_right_ones(path: str, field: str, hint: str) -> None:
    with pytest.raises(RosterError, match="there is no such entry") as caught:
        Roster.from_json(changed(path, 1))
    assert caught.value.field == field
    assert hint in caught.value.hint


def test_a_misspelt_required_entry_is_called_misspelt_not_missing() -> None:
    data = changed("players.0.nmae", "Marcus")
    del data["players"][0]["name"]
    with pytest.raises(RosterError, match=r"players\[0\]\.nmae: there is no such entry"):
        Roster.from_json(data)


def test_missing_entries_are_named() -> None:
    for name in ("game", "players"):
        data = {key: value for key, value in FILE.items() if key != name}
        with pytest.raises(RosterError, match=f"{name}: it is missing"):
            Roster.from_json(data)


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"", "it is not JSON"),
        (b'{"game": "Phase Abandon",\n "players": [}', "in line 2, column 14"),
        (b"[1, 2]", "it must be an object in braces"),
        (b"\xff\xfe\x00", "it is not a JSON file in UTF-8"),
        (b"[" * 100_000, "it is not a JSON file in UTF-8"),
    ],
)
def test_files_that_are_no_roster_are_refused(tmp_path: Path, content: bytes, message: str) -> None:
    file = tmp_path / "roster.json"
    file.write_bytes(content)
    with pytest.raises(RosterError) as caught:
        load_roster(file)
    assert str(file) in str(caught.value)
    assert message in str(caught.value)
    assert caught.value.hint


def test_a_missing_file_is_called_missing(tmp_path: Path) -> None:
    with pytest.raises(RosterError, match="there is no such file"):
        load_roster(tmp_path / "no.json")
    with pytest.raises(RosterError, match="it cannot be read"):
        load_roster(tmp_path)


def test_a_byte_order_mark_does_not_matter(tmp_path: Path) -> None:
    file = tmp_path / "roster.json"
    file.write_text(json.dumps(FILE), encoding="utf-8-sig")
    assert load_roster(file).names == ("Marcus", "Dana")
