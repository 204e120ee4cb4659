"""Links to seats: the table's to make and take back, one per seat, and what a seat may answer."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.base.clock import SystemClock
from companion.base.config import load_settings
from companion.base.errors import CompanionError
from companion.web.actions import NotAllowed, NothingOpen
from companion.web.app_context import AppContext
from companion.web.campaigns import Campaigns
from companion.web.keys import Keys, Role, Visitor
from companion.web.lan import Lan
from companion.web.library_access import LibraryAccess
from companion.web.links import Links, picture
from tests.web.test_host import Inn


class Landlord:
    """A house around an inn, not served."""

    def __init__(self, folder: Path, keys: Path | None = None) -> None:
        self.inn = Inn(folder)
        host, clock = self.inn.host, SystemClock()
        settings = load_settings({"data_dir": folder}, environment={})
        kept = Keys(keys or folder / "keys.json", clock, 8787)
        self.house = AppContext(settings, host.store, host, host.live, kept, Lan(8787), clock)

    def links(self, visitor: Visitor | None = None) -> Links:
        """The links as somebody may make them; the table when None."""
        return Links(self.house, visitor or Visitor())

    def known(self, link: str) -> Visitor | None:
        """Whom a link lets in."""
        role: Role = "seat" if "/seat/" in link else "table"
        session = self.house.keys.exchange(re.split("[/=]", link)[-1], role)
        return None if session is None else self.house.keys.visitor(session, role)


@pytest.fixture
def landlord(tmp_path: Path) -> Iterator[Landlord]:
    """A house with the harbour table open."""
    found = Landlord(tmp_path)
    yield found
    found.inn.close()


def test_a_new_link_makes_the_old_one_worthless(landlord: Landlord) -> None:
    links, campaign = landlord.links(), landlord.inn.campaign.key
    first, russ = links.make("Jay"), links.make("Russ")
    assert first.startswith("http://127.0.0.1:8787/seat/")
    second = links.make("Jay")
    assert (landlord.known(first), landlord.known(second)) == (None, Visitor("Jay", campaign))
    assert landlord.known(second) is None
    third = links.make("Jay")
    links.revoke("Jay")
    assert (landlord.known(third), landlord.known(russ)) == (None, Visitor("Russ", campaign))
    assert links.given() == ("Russ",)


def test_another_screen_of_the_table_gets_a_link_of_its_own(landlord: Landlord) -> None:
    """On this computer, also while phones may come and while nothing is open; one that was not used is replaced."""
    links = landlord.links()
    landlord.inn.host.leave(over=True)
    first, second = links.make_for_table(), links.make_for_table()
    assert first.startswith("http://127.0.0.1:8787/?key=")
    assert [landlord.known(each) for each in (first, second, second)] == [None, Visitor(), None]


def test_links_are_the_tables_to_make(landlord: Landlord) -> None:
    """A seat makes none, not even for itself; nor are there any for strangers or without a campaign."""
    seat = landlord.links(Visitor("Jay", landlord.inn.campaign.key))
    for deed in (lambda: seat.make("Jay"), lambda: seat.revoke("Russ"), seat.given, seat.make_for_table):
        with pytest.raises(NotAllowed):
            deed()
    with pytest.raises(NothingOpen, match="Someone is not at this table"):
        landlord.links().make("Someone")


def test_a_link_opens_no_seat_of_another_database(tmp_path: Path) -> None:
    """Its campaign may have the same number, and its player the same name: the keys' file is that of before."""
    for name in ("before", "now"):
        (tmp_path / name).mkdir()
    before = Landlord(tmp_path / "before")
    link = before.links().make("Jay")
    before.inn.close()
    now = Landlord(tmp_path / "now", keys=tmp_path / "before" / "keys.json")
    assert now.inn.campaign.id == before.inn.campaign.id
    assert now.links().given() == ()
    jay = now.known(link)
    assert jay is not None
    with pytest.raises(NothingOpen):
        now.house.actions(jay).say("We go on.", None)
    with pytest.raises(CompanionError):
        LibraryAccess(now.house, jay)
    now.inn.close()


def test_a_code_is_a_picture_of_its_link() -> None:
    """Drawn in the address of the picture itself, so nothing is fetched; every link has its own."""
    one, other = picture("http://127.0.0.1:8787/seat/one"), picture("http://127.0.0.1:8787/seat/two")
    assert one.startswith("data:image/svg+xml")
    assert one != other


def test_a_seat_answers_what_is_asked_of_it(landlord: Landlord) -> None:
    """A question about what Russ wants to do, and Mira has to finish, is theirs; Jay's answer is refused."""
    inn = landlord.inn
    for by, said in (
        ("Jay", "I roll Haggling"),
        ("Jay", "two, three and two"),
        ("Russ", "Here's a chip, Mira, give me a Locks check"),
    ):
        inn.table.say(said, by)
    session = inn.host.session
    assert session is not None
    question = session.question
    assert question is not None
    asked = [name for name in ("Jay", "Russ", "Mira") if inn.seat(name).may_answer(question)]
    assert asked == ["Russ", "Mira"]
    with pytest.raises(NotAllowed):
        inn.seat("Jay").answer("yes")
    for typed in ("Yes.", "No.", "That wasn't for you.", "Well."):
        inn.seat("Jay").say(typed)
        assert session.question is question
    line = session.game.store.utterances(inn.campaign.id)[-1].id
    inn.seat("Jay").reword(line, "Yes.")
    assert session.question is question
    inn.seat("Mira").say("No.")
    assert session.question is None


def test_a_demo_says_nothing_at_another_table(landlord: Landlord) -> None:
    """Though the same people sit there; it ends once its own is left."""
    campaigns = Campaigns(landlord.house, Visitor())
    campaigns.watch("phase-abandon", pace=0.0)
    (player,) = landlord.house.demos
    game = landlord.inn.host.game
    assert game is not None
    own = landlord.inn.store.create_campaign("Our own", "phase-abandon", game.campaign.roster)
    campaigns.open(own.id)
    line = player.lines[0]
    with pytest.raises(NothingOpen):
        player._say(line.text, line.by)
    assert landlord.inn.store.utterances(own.id) == ()


def test_a_demo_hears_nobody_in_the_room(landlord: Landlord) -> None:
    """As nobody is asked for consent in it."""
    Campaigns(landlord.house, Visitor()).watch("phase-abandon", pace=0.0)
    with pytest.raises(NotAllowed, match="does not listen"):
        landlord.inn.table.listen(True)
    assert landlord.inn.host.hearing == "off"
    landlord.inn.table.listen(False)
