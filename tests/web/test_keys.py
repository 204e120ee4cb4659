"""Keys: unguessable, kept as hashes, one a seat, and worthless once revoked."""

import json
import stat
from concurrent.futures import ThreadPoolExecutor
from itertools import product
from pathlib import Path

import pytest

from companion.web.keys import MOST_TABLE_SESSIONS, ROLES, Keys, KeysUnreadable, Visitor
from tests.support.clock import FakeClock


def keys(folder: Path) -> Keys:
    return Keys(folder / "keys.json", FakeClock())


def session(made: Keys, whose: Visitor) -> str:
    """Key of a session that was begun by a new link."""
    link = made.make_table_link() if whose.seat is None else made.make_seat_link(whose.campaign or 0, whose.seat)
    key = made.exchange(link, whose.role)
    assert key is not None
    return key


JAY, MIRA, OTHER = Visitor("Jay", 7), Visitor("Mira", 7), Visitor("Jay", 8)


def test_a_session_goes_on_after_a_restart(tmp_path: Path) -> None:
    """What a browser holds goes on working when the program is started again, for its own role."""
    made = keys(tmp_path)
    table, jay = session(made, Visitor()), session(made, JAY)
    again = keys(tmp_path)
    assert again.visitor(table, "table") == Visitor()
    assert again.visitor(jay, "seat") == JAY
    for key, role in ((table, "seat"), (jay, "table"), ("guess", "table"), ("", "seat")):
        assert again.visitor(key, role) is None  # type: ignore[arg-type]


def test_a_link_is_good_once_also_after_a_restart(tmp_path: Path) -> None:
    """For its own role only; and it is no session, nor is a session a link."""
    made = keys(tmp_path)
    table, jay = made.make_table_link(), made.make_seat_link(7, "Jay")
    assert made.visitor(table, "table") is None
    assert made.exchange(table, "seat") is None
    assert made.exchange(jay, "table") is None
    begun = made.exchange(table, "table")
    assert begun is not None
    for each in (made, keys(tmp_path)):
        assert each.exchange(begun, "table") is None
        assert each.exchange(table, "table") is None
    assert keys(tmp_path).exchange(jay, "seat") is not None


def test_a_link_that_two_follow_at_once_opens_for_one(tmp_path: Path) -> None:
    """However their requests fall together."""
    made = keys(tmp_path)
    link = made.make_table_link()
    with ThreadPoolExecutor(8) as threads:
        begun = list(threads.map(lambda _: made.exchange(link, "table"), range(8)))
    assert len([each for each in begun if each is not None]) == 1


def test_a_key_whose_role_or_use_was_rewritten_in_the_file_is_none(tmp_path: Path) -> None:
    """A hash belongs to its role and use: a seat's key does not become the table's by leaving out the seat."""
    made = keys(tmp_path)
    mira, jay = made.make_seat_link(7, "Mira"), session(made, JAY)
    file = tmp_path / "keys.json"
    file.write_text(file.read_text().replace('"Jay"', "null").replace(": 7", ": null").replace('"link"', '"session"'))
    again = keys(tmp_path)
    for key, role in product((mira, jay), ROLES):
        assert again.visitor(key, role) is None
        assert again.exchange(key, role) is None


def test_no_key_stands_in_the_file_and_only_its_owner_may_read_it(tmp_path: Path) -> None:
    """Hashes only, mode 0600."""
    made = keys(tmp_path)
    known = [session(made, Visitor()), session(made, JAY), made.make_table_link(), made.make_seat_link(7, "Mira")]
    file = tmp_path / "keys.json"
    assert all(len(key) >= 32 and key not in file.read_text() for key in known)
    assert stat.S_IMODE(file.stat().st_mode) == 0o600


def test_a_seat_has_one_link(tmp_path: Path) -> None:
    """A new link for a seat makes the old one worthless, used or not, and nobody else's."""
    made = keys(tmp_path)
    old, mira, other = session(made, JAY), session(made, MIRA), session(made, OTHER)
    unused = made.make_seat_link(7, "Jay")
    assert made.visitor(old, "seat") is None
    new = session(made, JAY)
    assert made.exchange(unused, "seat") is None
    assert [made.visitor(each, "seat") for each in (new, mira, other)] == [JAY, MIRA, OTHER]
    assert made.seats(7) == ("Mira", "Jay")


def test_the_table_has_one_unused_link(tmp_path: Path) -> None:
    """A new one replaces it, and leaves open what others have opened."""
    made = keys(tmp_path)
    there, unused, new = session(made, Visitor()), made.make_table_link(), made.make_table_link()
    assert made.exchange(unused, "table") is None
    assert made.visitor(there, "table") == Visitor()
    assert made.exchange(new, "table") is not None


def test_revoking_says_whether_there_was_anything(tmp_path: Path) -> None:
    """A revoked seat has neither link nor session."""
    made = keys(tmp_path)
    for make in (lambda: made.make_seat_link(7, "Jay"), lambda: session(made, JAY)):
        had = make()
        assert made.revoke_seat(7, "Jay")
        assert not made.revoke_seat(7, "Jay")
        assert made.seats(7) == ()
        assert made.visitor(had, "seat") is None
        assert made.exchange(had, "seat") is None


def test_old_sessions_of_the_table_are_forgotten(tmp_path: Path) -> None:
    """Only so many browsers stay; seats and the link that was not used yet are not among them."""
    made = keys(tmp_path)
    seat = session(made, JAY)
    tables = [session(made, Visitor()) for _ in range(MOST_TABLE_SESSIONS + 1)]
    link = made.make_table_link()
    assert made.visitor(tables[0], "table") is None
    assert made.visitor(tables[1], "table") == Visitor()
    assert made.visitor(seat, "seat") == JAY
    assert made.exchange(link, "table") is not None


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
        Keys(tmp_path / "file" / "keys.json", FakeClock()).make_table_link()
