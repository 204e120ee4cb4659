"""Additions of a campaign file to the library of a system."""

import json
from pathlib import Path

import pytest

from companion.base.errors import RosterError
from companion.play.library import merged
from companion.play.roster import Roster, load_roster

ROSTER = {"game": "phase-abandon", "players": [{"name": "Ana"}]}


def written(folder: Path, **changes: object) -> Path:
    path = folder / "roster.json"
    path.write_text(json.dumps({**ROSTER, **changes}))
    return path


def test_entries_of_the_same_name_replace_earlier_ones() -> None:
    shipped = {"weapons": [{"name": "Axe", "damage": 2}, {"name": "Bow", "damage": 1}], "edition": 1}
    own = {"weapons": [{"name": "axe", "damage": 3}, {"name": "Sling", "damage": 1}], "edition": 2}
    assert merged(shipped, own) == {
        "weapons": [{"name": "axe", "damage": 3}, {"name": "Bow", "damage": 1}, {"name": "Sling", "damage": 1}],
        "edition": 2,
    }


def test_tables_are_joined_entry_by_entry() -> None:
    assert merged({"spells": {"Spark": 1}, "x": {"y": 1}}, {"spells": {"Fog": 2}}) == {
        "spells": {"Spark": 1, "Fog": 2},
        "x": {"y": 1},
    }


def test_files_beside_the_campaign_file_add_to_its_library(tmp_path: Path) -> None:
    """Entries that were read are part of the campaign from then on; the file itself is not needed again."""
    (tmp_path / "ours.toml").write_text('[[weapons]]\nname = "Sling"\ndamage = 1\n')
    roster = load_roster(written(tmp_path, library={"weapons": [{"name": "Axe"}]}, library_files=["ours.toml"]))
    assert roster.library == {"weapons": [{"name": "Axe"}, {"name": "Sling", "damage": 1}]}
    assert Roster.from_json(roster.to_json()) == roster
    assert roster.library_files == ()


@pytest.mark.parametrize(
    ("name", "text", "problem"),
    [("none.toml", None, "none.toml.*cannot be read"), ("bad.toml", "weapons = [", "bad.toml.*not TOML")],
)
def test_a_file_that_cannot_be_used_is_named(tmp_path: Path, name: str, text: str | None, problem: str) -> None:
    """One sentence: which file, and what is wrong with it."""
    if text is not None:
        (tmp_path / name).write_text(text)
    with pytest.raises(RosterError, match=problem):
        load_roster(written(tmp_path, library_files=[name]))


@pytest.mark.parametrize("name", ["../ours.toml", "a/b.toml", "..", "a\\b.toml"])
def test_files_elsewhere_are_refused(tmp_path: Path, name: str) -> None:
    with pytest.raises(RosterError, match="plain file name"):
        load_roster(written(tmp_path, library_files=[name]))
