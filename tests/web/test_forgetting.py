"""Somebody is forgotten from a page: not a byte is left, their link opens nothing, and nobody does it for another."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.chronicle.memory.corrections import Rename
from companion.chronicle.saved_documents import DocumentLocked
from companion.web.actions import NotAllowed
from companion.web.forgetting import forget
from companion.web.keys import Visitor
from companion.web.library_access import LibraryAccess
from tests.support.browser import until
from tests.support.privacy import files_with
from tests.web.test_links import Landlord

SECRETS = ("Zanzibar", "quetzal", "Marjorie")


@pytest.fixture
def landlord(tmp_path: Path) -> Iterator[Landlord]:
    """A house with the harbour table open, at which Jay told, wrote and saved secrets."""
    found = Landlord(tmp_path / "data")
    table = found.inn.table
    table.say("And there's this ferrywoman sitting on a boat. Her name is Benna Harrow.", "Mira")
    table.say("So Benna laughs, and Benna hands Bartok an oar.", "Mira")
    table.say("Marjorie hid the quetzal in Zanzibar", "Jay")
    LibraryAccess(found.house, seat(found)).write("Benna Harrow", "Sailed to Zanzibar once")
    LibraryAccess(found.house, Visitor()).write("Benna Harrow", "Owes us a boat")
    table.say("Save the notes", "Russ")
    yield found
    found.inn.close()


def seat(landlord: Landlord, player: str = "Jay") -> Visitor:
    return Visitor(player, landlord.inn.campaign.key)


@pytest.mark.parametrize("visitor", ["Jay", None])
def test_everything_somebody_said_and_wrote_is_gone(landlord: Landlord, tmp_path: Path, visitor: str | None) -> None:
    """From every file, every page, and the notes; asked for on their own page or on the table's."""
    link = landlord.links().make("Jay")
    russ = landlord.links().make("Russ")
    until(lambda: landlord.inn.host.notes is not None and len(landlord.inn.host.captions) > 0, what="the captions")
    assert files_with(tmp_path, SECRETS)
    who = Visitor() if visitor is None else seat(landlord)
    told = forget(landlord.house, who, None, "Jay", " jay ")
    assert told == (
        "Everything Jay said in Harbour is deleted.",
        "The link to Jay's page no longer works.",
    )
    assert files_with(tmp_path, SECRETS) == {}
    host = landlord.inn.host
    shown = repr((host.talk.last(99), list(host.captions), host.deeds, host.board(), host.sheet("Jay")))
    assert [secret for secret in SECRETS if secret in shown] == []
    assert [each.struck for each in host.talk.last(99)][2] is True
    until(lambda: "Zanzibar" not in repr(host.notes), what="the notes")
    kept = LibraryAccess(landlord.house, Visitor()).shelf.memory(landlord.inn.campaign)
    assert [note.text for each in kept for note in each.notes] == ["Owes us a boat"]
    assert landlord.known(link) is None
    assert landlord.known(russ) == seat(landlord, "Russ")


def test_what_others_wrote_and_set_right_stays(landlord: Landlord) -> None:
    """Also with names that nobody said and the forgotten one wrote too; what only changed their words goes."""
    jays, tables = LibraryAccess(landlord.house, seat(landlord)), LibraryAccess(landlord.house, Visitor())
    mine = jays.write("Benna Harrow", "Vesna Lund fears the Kraken of Quorn")
    tables.correct(Rename("Benna Harrow", "Vesna Lund"))
    LibraryAccess(landlord.house, seat(landlord, "Mira")).write("Vesna Lund", "Kraken!")
    tables.write("Vesna Lund", "Vesna Lund fears the Kraken of Quorn much", instead=mine.number)
    forget(landlord.house, Visitor(), None, "Jay", "Jay")
    people = tables.shelf.memory(landlord.inn.campaign).people
    assert [(each.name, [note.text for note in each.notes]) for each in people] == [
        ("Vesna Lund", ["Owes us a boat", "Kraken!"])
    ]


def test_a_copy_that_cannot_be_deleted_is_told_of(landlord: Landlord, tmp_path: Path) -> None:
    copy = tmp_path / "data" / "before.db"
    copy.write_text("... the quetzal ...")
    told = forget(landlord.house, seat(landlord), None, "Jay", "Jay")
    assert f"{copy} still contains some of it; delete it when you no longer need it." in told


@pytest.mark.parametrize(
    "clearing", ["companion.chronicle.notebook.redact_documents", "companion.privacy.forgetting.redact_documents"]
)
def test_a_link_is_taken_back_even_where_a_paper_cannot_be_changed(
    landlord: Landlord, monkeypatch: pytest.MonkeyPatch, clearing: str
) -> None:
    """By the evening that runs or once more afterwards; whoever asks is told what is gone, and what is left."""
    link = landlord.links().make("Jay")

    def locked(*given: object) -> None:
        raise DocumentLocked("These documents may still quote it: harbour-1.md (Permission denied).", "Delete them.")

    monkeypatch.setattr(clearing, locked)
    with pytest.raises(DocumentLocked, match=r"^Everything Jay said .*is deleted\. These .*harbour-1\.md"):
        forget(landlord.house, seat(landlord), None, "Jay", "Jay")
    assert landlord.known(link) is None


@pytest.mark.parametrize(
    ("who", "person", "typed"), [("Mira", "Jay", "Jay"), ("Jay", "Jay", "Mira"), ("Jay", "Jay", "")]
)
def test_nobody_is_forgotten_by_another_or_by_mistake(
    landlord: Landlord, tmp_path: Path, who: str, person: str, typed: str
) -> None:
    """A seat forgets itself only, and only after its name was typed; nothing is changed otherwise."""
    before = landlord.inn.host.talk.last(99)
    link = landlord.links().make("Jay")
    with pytest.raises(NotAllowed):
        forget(landlord.house, seat(landlord, who), None, person, typed)
    assert files_with(tmp_path, SECRETS)
    assert [each.text for each in landlord.inn.host.talk.last(99)] == [each.text for each in before]
    assert landlord.known(link) == seat(landlord)
