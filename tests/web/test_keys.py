"""Keys: unguessable, kept as hashes, one a seat, and worthless once revoked."""

import json
import stat
import threading
from concurrent.futures import ThreadPoolExecutor
from itertools import product
from pathlib import Path
from typing import Any

import pytest

from companion.web.keys import MOST_TABLE_SESSIONS, ROLES, SESSION_SECONDS, VERSION, Keys, KeysUnreadable, Visitor
from tests.support.clock import FakeClock


def keys(folder: Path) -> Keys:
    return Keys(folder / "keys.json", FakeClock(), PORT)


def session(made: Keys, whose: Visitor) -> str:
    """Key of a session that was begun by a new link."""
    link = made.make_table_link() if whose.seat is None else made.make_seat_link(whose.campaign or "", whose.seat)
    key = made.exchange(link, whose.role)
    assert key is not None
    return key


PORT = 8787
JAY, MIRA, OTHER = Visitor("Jay", "7"), Visitor("Mira", "7"), Visitor("Jay", "8")


def test_a_session_goes_on_after_a_restart(tmp_path: Path) -> None:
    """A key that a browser holds goes on working when the program is started again, for its own role."""
    made = keys(tmp_path)
    table, jay = session(made, Visitor()), session(made, JAY)
    again = keys(tmp_path)
    assert again.visitor(table, "table") == Visitor()
    assert again.visitor(jay, "seat") == JAY
    for key, role in ((table, "seat"), (jay, "table"), ("guess", "table"), ("", "seat")):
        assert again.visitor(key, role) is None  # type: ignore[arg-type]


def test_a_key_that_is_no_text_is_an_unknown_one(tmp_path: Path) -> None:
    """Half of a letter, which JSON can send and UTF-8 cannot say."""
    made = keys(tmp_path)
    link = made.make_table_link()
    for key in ("\ud800", link + "\udfff"):
        assert made.visitor(key, "table") is None
        assert made.exchange(key, "table") is None
    assert made.exchange(link, "table") is not None


def test_a_link_is_good_once_also_after_a_restart(tmp_path: Path) -> None:
    """For its own role only; and it is no session, nor is a session a link."""
    made = keys(tmp_path)
    table, jay = made.make_table_link(), made.make_seat_link("7", "Jay")
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
    made = keys(tmp_path)
    link = made.make_table_link()
    with ThreadPoolExecutor(8) as threads:
        begun = list(threads.map(lambda _: made.exchange(link, "table"), range(8)))
    assert len([each for each in begun if each is not None]) == 1


def test_a_key_whose_role_or_use_was_rewritten_in_the_file_is_none(tmp_path: Path) -> None:
    """A hash belongs to its role and use: a seat's key does not become the table's by leaving out the seat."""
    made = keys(tmp_path)
    mira, jay = made.make_seat_link("7", "Mira"), session(made, JAY)
    file = tmp_path / "keys.json"
    file.write_text(file.read_text().replace('"Jay"', "null").replace(': "7"', ": null").replace('"link"', '"session"'))
    again = keys(tmp_path)
    for key, role in product((mira, jay), ROLES):
        assert again.visitor(key, role) is None
        assert again.exchange(key, role) is None


def test_no_key_stands_in_the_file_and_only_its_owner_may_read_it(tmp_path: Path) -> None:
    made = keys(tmp_path)
    known = [session(made, Visitor()), session(made, JAY), made.make_table_link(), made.make_seat_link("7", "Mira")]
    file = tmp_path / "keys.json"
    assert all(len(key) >= 32 and key not in file.read_text() for key in known)
    assert stat.S_IMODE(file.stat().st_mode) == 0o600


def test_a_seat_has_one_link(tmp_path: Path) -> None:
    made = keys(tmp_path)
    old, mira, other = session(made, JAY), session(made, MIRA), session(made, OTHER)
    unused = made.make_seat_link("7", "Jay")
    assert made.visitor(old, "seat") is None
    new = session(made, JAY)
    assert made.exchange(unused, "seat") is None
    assert [made.visitor(each, "seat") for each in (new, mira, other)] == [JAY, MIRA, OTHER]
    assert made.seats("7") == ("Mira", "Jay")


def test_the_table_has_one_unused_link(tmp_path: Path) -> None:
    made = keys(tmp_path)
    there, unused, new = session(made, Visitor()), made.make_table_link(), made.make_table_link()
    assert made.exchange(unused, "table") is None
    assert made.visitor(there, "table") == Visitor()
    assert made.exchange(new, "table") is not None


def test_revoking_says_whether_there_was_anything(tmp_path: Path) -> None:
    made = keys(tmp_path)
    for make in (lambda: made.make_seat_link("7", "Jay"), lambda: session(made, JAY)):
        had = make()
        assert made.revoke_seat("7", "Jay")
        assert not made.revoke_seat("7", "Jay")
        assert made.seats("7") == ()
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


STRANGE: tuple[object, ...] = (
    [{"nothing": 1}],
    [{"hash": 5, "made": ""}],
    [{"hash": "ß" * 64, "made": ""}],
    [{"hash": None}],
    7,
    None,
)
OTHERS = {"a": 1}, {"version": VERSION}, 7, "3", None
KEPT = {"hash": "0" * 64, "made": "2026-03-06T19:30:00Z", "use": "link", "port": 1, "seat": None, "campaign": None}
STRANGE += tuple([{**KEPT, **odd}] for odd in ({"made": "yesterday"}, {"made": "2026-03-06T19:30:00"}, {"port": "1"}))


def test_a_session_is_good_for_a_month_and_refused_after_it(tmp_path: Path) -> None:
    """Refused, not deleted: once a clock that was ahead is right again it is good. A link does not age."""
    clock = FakeClock()
    made = Keys(tmp_path / "keys.json", clock, PORT)
    table, jay, link = session(made, Visitor()), session(made, JAY), made.make_seat_link("7", "Mira")
    for ahead, good in ((SESSION_SECONDS, True), (1, False), (365 * 24 * 3600, False), (-366 * 24 * 3600, True)):
        clock.advance(ahead)
        for each in (made, Keys(tmp_path / "keys.json", clock, PORT)):
            assert [each.visitor(table, "table"), each.visitor(jay, "seat")] == (
                [Visitor(), JAY] if good else [None] * 2
            )
    clock.advance(2 * SESSION_SECONDS)
    assert made.exchange(link, "seat") is not None


def test_every_other_way_to_the_table_ends(tmp_path: Path) -> None:
    """Sessions and the link that was not used yet; the one that asked for it goes on, and so do seats."""
    made = keys(tmp_path)
    mine, other, jay, link = session(made, Visitor()), session(made, Visitor()), session(made, JAY), ""
    link = made.make_table_link()
    assert made.revoke_table(mine)
    for each in (made, keys(tmp_path)):
        assert [each.visitor(key, "table") for key in (mine, other)] == [Visitor(), None]
        assert each.visitor(jay, "seat") == JAY
        assert each.exchange(link, "table") is None
    assert not made.revoke_table(mine)
    assert made.revoke_table()
    assert [each.visitor(mine, "table") for each in (made, keys(tmp_path))] == [None, None]


def test_a_key_is_good_on_the_port_it_was_made_for(tmp_path: Path) -> None:
    """Whoever took the port the page had before is sent keys that open nothing at the one it has now."""
    made = keys(tmp_path)
    table, jay, link = session(made, Visitor()), session(made, JAY), made.make_table_link()
    elsewhere = Keys(tmp_path / "keys.json", FakeClock(), PORT + 1)
    assert (elsewhere.visitor(table, "table"), elsewhere.visitor(jay, "seat")) == (None, None)
    assert elsewhere.exchange(link, "table") is None
    assert elsewhere.seats("7") == ()
    assert keys(tmp_path).visitor(jay, "seat") == JAY


@pytest.mark.parametrize(
    "content",
    [
        "",
        "{",
        "\0",
        "[" * 100_000,
        *map(json.dumps, OTHERS),
        *(json.dumps({"version": VERSION, "keys": k}) for k in STRANGE),
    ],
)
def test_a_damaged_file_is_told_in_one_sentence(tmp_path: Path, content: str) -> None:
    (tmp_path / "keys.json").write_text(content)
    with pytest.raises(KeysUnreadable) as caught:
        keys(tmp_path)
    assert "Delete the file" in caught.value.hint
    assert (tmp_path / "keys.json").read_text() == content


def test_keys_that_cannot_be_kept_are_not_given_out(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(KeysUnreadable):
        Keys(tmp_path / "file" / "keys.json", FakeClock(), PORT).make_table_link()


def test_two_pages_of_one_folder_keep_each_others_keys(tmp_path: Path) -> None:
    """A key one page took back stays worthless, and one it made stays good, whatever the other page writes after it."""
    file, clock = tmp_path / "keys.json", FakeClock()
    first = Keys(file, clock, 8787)
    gone = first.exchange(first.make_seat_link("1", "Jay"), "seat") or ""
    second = Keys(file, clock, 8788)
    first.revoke_seat("1", "Jay")
    stays = first.exchange(first.make_seat_link("1", "Ada"), "seat") or ""
    there = second.exchange(second.make_table_link(), "table") or ""
    again = Keys(file, clock, 8787)
    assert again.visitor(gone, "seat") is None
    assert again.visitor(stays, "seat") == Visitor("Ada", "1")
    assert Keys(file, clock, 8788).visitor(there, "table") == Visitor()


def test_a_key_taken_back_while_another_page_writes_stays_worthless(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """That page has read the file before, and writes what it read after."""
    here, there = (Keys(tmp_path / "keys.json", FakeClock(), port) for port in (8_001, 8_002))
    jay = Visitor("Jay", "1 then")
    key, new = session(here, jay), there._new
    revoking = threading.Thread(target=here.revoke_seat, args=("1 then", "Jay"))

    def meanwhile(whose: Visitor, use: Any) -> Any:
        revoking.start()
        revoking.join(0.5)
        return new(whose, use)

    monkeypatch.setattr(there, "_new", meanwhile)
    there.make_table_link()
    revoking.join()
    assert Keys(tmp_path / "keys.json", FakeClock(), 8_001).visitor(key, "seat") is None
