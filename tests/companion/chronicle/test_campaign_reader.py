"""Reading of campaigns and past evenings for a page, and the table's corrections of them."""

import io
from collections.abc import Iterator

import numpy as np
import pytest
import soundfile

from audio.types import Samples
from companion.base.errors import StoreError, UnknownEntry
from companion.chronicle.campaign_reader import CampaignReader, sound_of
from companion.chronicle.memory.corrections import Forget, Merge, Rename, SetCertainty, Undo
from companion.chronicle.recaps import RecapRequest, UnknownSeat
from companion.store import Campaign
from tests.companion.chronicle.memory.test_spoken import first_evening
from tests.companion.dialogue.test_secrets import HIGH, LOW
from tests.companion.dialogue.test_secrets import sitting as card_table
from tests.support.sitting import Sitting


@pytest.fixture
def sitting() -> Sitting:
    return first_evening()


@pytest.fixture
def shelf(sitting: Sitting) -> CampaignReader:
    return CampaignReader(sitting.store)


@pytest.fixture
def campaign(shelf: CampaignReader) -> Campaign:
    (found,) = shelf.campaigns()
    return found


def test_the_shelf_shows_campaigns_and_their_evenings(shelf: CampaignReader, campaign: Campaign) -> None:
    assert campaign.name == "Harbour"
    assert [(each.number, each.ended) for each in shelf.evenings(campaign)] == [(1, None)]


def test_an_entry_leads_to_its_place_in_the_transcript(shelf: CampaignReader, campaign: Campaign) -> None:
    dreel = next(each for each in shelf.memory(campaign).people if each.name == "Captain Dreel")
    (quote,) = dreel.evidence
    passage = shelf.passage(campaign, quote.evening, around=quote.utterance, count=2)
    assert (passage.first, passage.total) == (2, 4)
    assert quote.words in [each.text for each in passage.lines]
    assert [each.id for each in shelf.passage(campaign, 1, count=2).lines] == ["u1", "u2"]
    assert shelf.passage(campaign, 1, first=99, count=3).first == 1


def test_struck_words_are_on_no_page(sitting: Sitting, shelf: CampaignReader, campaign: Campaign) -> None:
    """Neither in the transcript nor among the entries nor in a search."""
    assert [each.utterance.id for each in shelf.search(campaign, "Dreel")] == ["u4"]
    sitting.store.strike(campaign.id, 1, ["u4"])
    last = shelf.passage(campaign, 1).lines[-1]
    assert (last.struck, last.text) == (True, "")
    assert "Captain Dreel" not in [each.name for each in shelf.memory(campaign).people]
    assert shelf.search(campaign, "Dreel") == ()


def test_a_recap_is_sentences_with_what_they_rest_on(shelf: CampaignReader, campaign: Campaign) -> None:
    assert {"plain", "noir"} <= set(shelf.tones())
    recap = shelf.recap(campaign, 1, RecapRequest("page", "noir"))
    said = {each.id for each in shelf.passage(campaign, 1).lines}
    assert any(each.utterances for each in recap.sentences)
    assert said.issuperset(name for each in recap.sentences for name in each.utterances)
    assert "Herik" in shelf.recap(campaign, 1, RecapRequest("page", "plain", "Herik")).sentences[0].text


def test_corrections_are_made_listed_and_taken_back(
    sitting: Sitting, shelf: CampaignReader, campaign: Campaign
) -> None:
    made = shelf.correct(campaign, Rename("Captain Dreel", "Captain Drehl"))
    assert "Captain Drehl" in [each.name for each in sitting.notebook.memory().people]
    assert shelf.passage(campaign, 1).lines[-1].text.startswith("And Captain Drehl shouts")
    shelf.correct(campaign, SetCertainty("Captain Drehl", "inferred"))
    assert [(each.name, each.certainty) for each in shelf.memory(campaign).people][-1] == ("Captain Drehl", "inferred")
    shelf.correct(campaign, Undo(made.number))
    assert [(each.told, each.undone, each.idle, each.undoes) for each in shelf.corrections(campaign)] == [
        ("Captain Dreel is called Captain Drehl", True, False, False),
        ("Captain Drehl is uncertain", False, True, False),
        ("correction 1 is undone", False, False, True),
    ]
    shelf.correct(campaign, Merge("Captain Dreel", "Benna Harrow"))
    shelf.correct(campaign, Forget("Benna Harrow"))
    assert shelf.memory(campaign).people == ()


def test_what_is_not_there_is_told_in_a_sentence(shelf: CampaignReader, campaign: Campaign) -> None:
    with pytest.raises(StoreError, match="has no evening 7"):
        shelf.passage(campaign, 7)
    with pytest.raises(StoreError, match="Nothing called u99"):
        shelf.passage(campaign, 1, around="u99")
    with pytest.raises(StoreError, match="has no evening 2"):
        shelf.recap(campaign, 2, RecapRequest())
    with pytest.raises(UnknownSeat):
        shelf.recap(campaign, 1, RecapRequest(seen_by="Nobody"))
    with pytest.raises(UnknownEntry):
        shelf.correct(campaign, Forget("Nobody"))
    with pytest.raises(UnknownEntry, match="no correction 5"):
        shelf.correct(campaign, Undo(5))
    assert shelf.corrections(campaign) == ()


def test_hidden_cards_are_on_no_shelf(tmp_path) -> None:
    game = card_table(tmp_path / "evening", LOW, HIGH).evening.game
    shelf = CampaignReader(game.store)
    recap = shelf.recap(game.campaign, 1, RecapRequest("full"))
    told = f"{recap.text} {shelf.memory(game.campaign).to_json()}"
    assert "hearts" not in told


def test_a_sentence_is_heard_as_a_sound_file() -> None:
    class Beeps:
        sample_rate_hz = 8_000

        def speak(self, text: str) -> Iterator[Samples]:
            yield from (np.full(len(word), 0.5, dtype=np.float32) for word in text.split())

    samples, rate_hz = soundfile.read(io.BytesIO(sound_of("three words here", Beeps())))
    assert (rate_hz, len(samples)) == (8_000, 15)
    assert samples.max() == pytest.approx(0.5, abs=1e-3)
