"""Keys: unguessable, kept as hashes, one a seat, and worthless once revoked."""

import json
import stat
from pathlib import Path

import pytest

from companion.web.keys import MOST_TABLE_KEYS, Keys, KeysUnreadable, Visitor
from tests.support.clock import FakeClock


def keys(folder: Path) -> Keys:
    return Keys(folder / "keys.json", FakeClock())


def test_a_key_opens_for_whom_it_was_made_also_after_a_restart(tmp_path: Path) -> None:
    """What a browser holds goes on working when the program is started again."""
    made = keys(tmp_path)
    table, jay = made.make_table_key(), made.make_seat_key(7, "Jay")
    again = keys(tmp_path)
    assert again.visitor(table, "table") == Visitor()
    assert again.visitor(jay, "seat") == Visitor("Jay", 7)
    for key, role in ((table, "seat"), (jay, "table"), ("guess", "table"), ("", "seat")):
        assert again.visitor(key, role) is None  # type: ignore[arg-type]


def test_a_key_whose_role_was_rewritten_in_the_file_is_none(tmp_path: Path) -> None:
    """A hash belongs to its role: a seat's key does not become the table's by leaving out the seat."""
    jay = keys(tmp_path).make_seat_key(7, "Jay")
    file = tmp_path / "keys.json"
    file.write_text(file.read_text().replace('"Jay"', "null").replace(": 7", ": null"))
    again = keys(tmp_path)
    assert [again.visitor(jay, role) for role in ("table", "seat")] == [None, None]  # type: ignore[arg-type]


def test_no_key_stands_in_the_file_and_only_its_owner_may_read_it(tmp_path: Path) -> None:
    """Hashes only, mode 0600."""
    made = keys(tmp_path)
    known = [made.make_table_key(), made.make_seat_key(7, "Jay")]
    file = tmp_path / "keys.json"
    assert all(len(key) >= 32 and key not in file.read_text() for key in known)
    assert stat.S_IMODE(file.stat().st_mode) == 0o600


def test_a_seat_has_one_link(tmp_path: Path) -> None:
    """A new link for a seat makes the old one worthless, and nobody else's."""
    made = keys(tmp_path)
    old, mira, other = made.make_seat_key(7, "Jay"), made.make_seat_key(7, "Mira"), made.make_seat_key(8, "Jay")
    new = made.make_seat_key(7, "Jay")
    assert made.visitor(old, "seat") is None
    assert [made.visitor(each, "seat") for each in (new, mira, other)] == [
        Visitor("Jay", 7),
        Visitor("Mira", 7),
        Visitor("Jay", 8),
    ]
    assert made.seats(7) == ("Mira", "Jay")


def test_revoking_says_whether_there_was_anything(tmp_path: Path) -> None:
    """A revoked seat has no link."""
    made = keys(tmp_path)
    made.make_seat_key(7, "Jay")
    assert made.revoke_seat(7, "Jay")
    assert not made.revoke_seat(7, "Jay")
    assert made.seats(7) == ()


def test_links_of_old_launches_are_forgotten(tmp_path: Path) -> None:
    """Only so many launches stay valid; seats' links are not among them."""
    made = keys(tmp_path)
    seat = made.make_seat_key(7, "Jay")
    tables = [made.make_table_key() for _ in range(MOST_TABLE_KEYS + 1)]
    assert made.visitor(tables[0], "table") is None
    assert made.visitor(tables[1], "table") == Visitor()
    assert made.visitor(seat, "seat") == Visitor("Jay", 7)


STRANGE = [{"nothing": 1}], [{"hash": 5, "made": ""}], [{"hash": "ß" * 64, "made": ""}], [{"hash": None}], 7, None
OTHERS = {"a": 1}, {"version": 2}, 7, "2", None


@pytest.mark.parametrize(
    "content",
    ["", "{", "\0", "[" * 100_000, *map(json.dumps, OTHERS), *(json.dumps({"version": 2, "keys": k}) for k in STRANGE)],
)
def test_a_damaged_file_is_told_in_one_sentence(tmp_path: Path, content: str) -> None:
    """What to do is in the hint; nothing is overwritten."""
    (tmp_path / "keys.json").write_text(content)
    with pytest.raises(KeysUnreadable) as caught:
        keys(tmp_path)
    assert "Delete the file" in caught.value.hint
    assert (tmp_path / "keys.json").read_text() == content


def test_keys_that_cannot_be_kept_are_not_given_out(tmp_path: Path) -> None:
    """Where the folder cannot be made, the sentence says so."""
    (tmp_path / "file").write_text("")
    with pytest.raises(KeysUnreadable):
        Keys(tmp_path / "file" / "keys.json", FakeClock()).make_table_key()
