"""Corrections by the table reach everything that is written out, and leave it again when undone."""

from collections.abc import Callable

import pytest

from companion.chronicle.campaign_reader import CampaignReader
from companion.chronicle.memory.corrections import AnyCorrection, Close, Forget, Merge, Rename, SetRole, Split, Undo
from companion.chronicle.recaps import RecapRequest, load_tone
from companion.store import Campaign
from companion.transfer.exports.chapters import chapters_of
from companion.transfer.exports.pages import as_html, as_markdown
from companion.transfer.exports.vault import vault_files
from tests.companion.chronicle.memory.test_spoken import first_evening
from tests.support.sitting import Sitting

Correct = Callable[[AnyCorrection], int]


@pytest.fixture
def sitting() -> Sitting:
    sitting = first_evening()
    sitting.say("Jay", "So Dreel grins, and Dreel tells Bartok that Odo Kern has the rope.")
    sitting.say("Jay", "And Odo Kern says that the rope is wet.")
    return sitting


@pytest.fixture
def shelf(sitting: Sitting) -> CampaignReader:
    return CampaignReader(sitting.store)


@pytest.fixture
def campaign(shelf: CampaignReader) -> Campaign:
    return shelf.campaigns()[0]


@pytest.fixture
def correct(shelf: CampaignReader, campaign: Campaign) -> Correct:
    return lambda correction: shelf.correct(campaign, correction).number


def papers(shelf: CampaignReader, campaign: Campaign, sitting: Sitting) -> dict[str, str]:
    """Everything that is written out of the evening."""
    chapters = chapters_of(sitting.store, campaign, load_tone("plain"))
    vault = vault_files("Harbour", chapters, shelf.memory(campaign))
    return {
        "markdown": as_markdown("Harbour", chapters),
        "html": as_html("Harbour", chapters),
        "vault": "\n".join([*vault, *vault.values()]),
        "recap": shelf.recap(campaign, 1, RecapRequest("full")).text,
        "notes": sitting.notebook.notes(),
        "memory": str(shelf.memory(campaign).to_json()),
    }


def test_a_new_name_is_in_every_paper_and_the_old_one_comes_back_when_it_is_undone(
    sitting: Sitting, shelf: CampaignReader, campaign: Campaign, correct: Correct
) -> None:
    """The running evening's notes included; of the old name nothing is left but that it was heard."""
    before = papers(shelf, campaign, sitting)
    number = correct(Rename("Benna Harrow", "Vesna Marrow"))
    after = papers(shelf, campaign, sitting)
    assert all("Vesna Marrow" in text for text in after.values())
    assert "Benna" not in after["html"] + after["recap"]
    assert "heard as Benna Harrow" in after["notes"]
    assert not shelf.recap(campaign, 1, RecapRequest("full")).faults
    correct(Undo(number))
    assert {**papers(shelf, campaign, sitting), "memory": ""} == {**before, "memory": ""}


def test_two_who_are_one_have_one_note_and_are_named_as_they_were_said(
    sitting: Sitting, shelf: CampaignReader, campaign: Campaign, correct: Correct
) -> None:
    correct(Merge("Odo Kern", "Benna Harrow"))
    after = papers(shelf, campaign, sitting)
    assert "People/Benna Harrow.md" in after["vault"]
    assert "People/Odo Kern.md" not in after["vault"]
    assert "**Odo Kern**" not in after["notes"]
    assert not shelf.recap(campaign, 1, RecapRequest("full")).faults


def test_one_who_is_two_has_two_notes(
    sitting: Sitting, shelf: CampaignReader, campaign: Campaign, correct: Correct
) -> None:
    correct(Split("Captain Dreel", "Dreel"))
    after = papers(shelf, campaign, sitting)
    assert "People/Captain Dreel.md" in after["vault"]
    assert "People/Dreel.md" in after["vault"]
    assert {"Captain Dreel", "Dreel"} <= {each.name for each in shelf.evening(campaign, 1).chronicle.npcs}


def test_who_is_forgotten_and_what_is_settled_is_told_no_more(
    sitting: Sitting, shelf: CampaignReader, campaign: Campaign, correct: Correct
) -> None:
    correct(Forget("Odo Kern"))
    correct(SetRole("Benna Harrow", "smuggler"))
    correct(Close("1/u3"))
    chronicle = shelf.evening(campaign, 1).chronicle
    assert [(each.name, each.role) for each in chronicle.npcs] == [
        ("Benna Harrow", "smuggler"),
        ("Captain Dreel", "captain"),
    ]
    assert chronicle.threads == ()
    assert "[[People/Odo" not in papers(shelf, campaign, sitting)["vault"]
