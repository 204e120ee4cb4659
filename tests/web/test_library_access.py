"""Access to the library: its readers, and those who may write and set right there."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.base.errors import CompanionError, NoteRefused
from companion.chronicle.extractor import chronicle
from companion.chronicle.memory.corrections import Rename
from companion.chronicle.memory.values import Written
from companion.chronicle.recaps import RecapRequest
from companion.web.actions import NotAllowed, NothingOpen
from companion.web.keys import Visitor
from companion.web.library_access import LibraryAccess
from tests.web.test_links import Landlord

NAME = "Benna Harrow"


@pytest.fixture
def landlord(tmp_path: Path) -> Iterator[Landlord]:
    """A house with the harbour table open, at which a ferrywoman was told of."""
    found = Landlord(tmp_path)
    found.inn.table.say("And there's this ferrywoman sitting on a boat. Her name is Benna Harrow.", "Jay")
    found.inn.table.say("So Benna laughs, and Benna hands Bartok an oar.", "Jay")
    yield found
    found.inn.close()


def reader(landlord: Landlord, seat: str | None = None, asked: str = "") -> LibraryAccess:
    visitor = Visitor() if seat is None else Visitor(seat, landlord.inn.campaign.key)
    return LibraryAccess(landlord.house, visitor, asked)


def notes(landlord: Landlord) -> tuple[Written, ...]:
    memory = reader(landlord).shelf.memory(landlord.inn.campaign)
    return next(each.notes for each in memory if each.name == NAME)


def test_a_seat_reads_its_own_campaign_whatever_it_asks_for(landlord: Landlord) -> None:
    """Also while another one is played; its addresses name no campaign, and only its own evening is told for it."""
    other = landlord.inn.new("Elsewhere")
    landlord.inn.host.open(other)
    jays = reader(landlord, "Jay", str(other.id))
    assert jays.campaign == landlord.inn.campaign
    assert jays.points_of_view == ("Jay",)
    assert (jays.library(), jays.evening(2, at="u7")) == ("/seat/library", "/seat/evening?evening=2&at=u7")
    assert reader(landlord).campaign == other
    tables = reader(landlord, asked=str(landlord.inn.campaign.id))
    assert tables.evening(1, first=60) == f"/library/evening?campaign={landlord.inn.campaign.id}&evening=1&first=60"
    assert tables.evening(1, at="u1&x=<b>").endswith("&evening=1")
    assert tables.points_of_view == ("Jay", "Russ", "Mira")


def test_the_evening_being_played_is_not_read_once_more(landlord: Landlord, monkeypatch: pytest.MonkeyPatch) -> None:
    """It may hold all that somebody types without end; pages show what the session has read of it."""
    shelf, campaign = reader(landlord).shelf, landlord.inn.campaign
    assert landlord.inn.host.today(campaign)

    def again() -> None:
        raise AssertionError("the talk is read once more")

    monkeypatch.setattr(chronicle, "parser", again)
    assert NAME in [each.name for each in shelf.memory(campaign)]
    assert NAME in [each.name for each in shelf.evening(campaign, 1).chronicle.npcs]
    assert shelf.corrections(campaign) == ()
    assert shelf.recap(campaign, 1, RecapRequest()).sentences


def test_who_is_not_at_the_table_reads_nothing(landlord: Landlord) -> None:
    """One sentence tells why; so it does of a campaign that is not there."""
    with pytest.raises(NothingOpen, match="Zed is no longer at this table"):
        reader(landlord, "Zed")
    for gone in (f"99 {landlord.inn.campaign.created.isoformat()}", None):
        with pytest.raises(CompanionError, match="no such campaign"):
            LibraryAccess(landlord.house, Visitor("Jay", gone))


def test_seats_write_as_themselves_and_change_only_their_own(landlord: Landlord) -> None:
    """Notes of others, and facts set right otherwise, are the table's page to change."""
    jays, miras, tables = reader(landlord, "Jay"), reader(landlord, "Mira"), reader(landlord)
    jays.write(NAME, "Owes us a boat.")
    tables.write(NAME, "Laughs.")
    (first, second) = notes(landlord)
    assert [(each.text, each.by) for each in (first, second)] == [("Owes us a boat.", "Jay"), ("Laughs.", None)]
    assert [who.may_change(first) for who in (jays, miras, tables)] == [True, False, True]
    for number in (first.number, second.number, 99):
        with pytest.raises(NotAllowed):
            miras.write(NAME, "Nothing.", instead=number)
        with pytest.raises(NotAllowed):
            miras.take_back(number)
    with pytest.raises(NotAllowed):
        jays.correct(Rename(NAME, "Vesna Lund"))
    with pytest.raises(NoteRefused):
        jays.write(NAME, "x" * 100_000)
    jays.write(NAME, "Owes us two boats.", instead=first.number)
    tables.take_back(second.number)
    assert [(each.text, each.by) for each in notes(landlord)] == [("Owes us two boats.", "Jay")]
    jays.take_back(notes(landlord)[0].number)
    assert notes(landlord) == ()


def test_a_seat_takes_back_nothing_that_was_set_right(landlord: Landlord) -> None:
    made = reader(landlord).correct(Rename(NAME, "Vesna Lund"))
    with pytest.raises(NotAllowed):
        reader(landlord, "Jay").take_back(made.number)
