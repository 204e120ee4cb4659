"""Words are kept as long as the table wants; the sound of the table never is."""

from datetime import timedelta
from pathlib import Path

import pytest

from audio.types import SpeakerMatch, Utterance
from companion.app.evenings import open_evening
from companion.base.config import load_settings
from companion.privacy.retention import tidy
from companion.store import StoredUtterance, open_store
from companion.store.database import Database
from tests.support.clock import FakeClock
from tests.support.privacy import files_with
from tests.support.sitting import Sitting, act, ask, roster


@pytest.mark.parametrize(("days", "deleted"), [(None, 0), (30, 0), (29, 2)])
def test_words_go_when_their_evening_is_old_enough(tmp_path: Path, days: int | None, deleted: int) -> None:
    """With answers, reasons and readings; the game keeps what happened and how it was described."""
    clock = FakeClock()
    with open_store(tmp_path / "companion.db", clock) as store:
        sitting = Sitting(store, clock=clock)
        sitting.say("Mira", "Marjorie lives in Zanzibar")
        sitting.say("Jay", "The old mill", act("set_scene", player="Jay", description="the old mill"))
        sitting.wait(3)
        store.add_announcement(1, 1, "Zanzibar, yes.")
        store.end_evening(1, 1)
        clock.advance(timedelta(days=30).total_seconds())
        assert tidy(store, sitting.campaign, days, clock.now(), sure=True) == deleted
        assert (files_with(tmp_path, ["Zanzibar", "Marjorie"]) == {}) is (deleted > 0)
        assert Sitting(store, sitting.campaign, clock=clock).game.state.scene.description == "the old mill"
        assert tidy(store, sitting.campaign, days, clock.now(), sure=True) == 0


def test_words_whose_pages_could_not_be_cleared_are_cleared_the_next_time(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A first try that ends half-way leaves nothing to strike, but pages that the database no longer uses."""
    clock = FakeClock()
    with open_store(tmp_path / "companion.db", clock) as store:
        sitting = Sitting(store, clock=clock)
        sitting.say("Mira", "Marjorie lives in Zanzibar")
        store.end_evening(1, 1)
        clock.advance(timedelta(days=30).total_seconds())
        with monkeypatch.context() as broken:
            broken.setattr(Database, "forget_old_pages", lambda database: 1 / 0)
            with pytest.raises(ZeroDivisionError):
                tidy(store, sitting.campaign, 1, clock.now(), sure=True)
        assert files_with(tmp_path, ["Zanzibar"]) != {}
        tidy(store, sitting.campaign, 1, clock.now(), sure=True)
        assert files_with(tmp_path, ["Zanzibar"]) == {}


def test_what_the_companion_said_goes_with_the_last_words_of_an_evening(tmp_path: Path) -> None:
    """Also where people struck their own before; what was read of the evening stays kept."""
    clock = FakeClock()
    with open_store(tmp_path / "companion.db", clock) as store:
        sitting = Sitting(store, clock=clock)
        said = sitting.say("Mira", "Marjorie lives in Zanzibar")
        store.strike(1, 1, [said])
        store.add_announcement(1, 1, "Chip to Mira.")
        store.end_evening(1, 1)
        store.keep_reading(1, 1, 1, {"people": []}, store.wording(1, 1))
        clock.advance(timedelta(days=30).total_seconds())
        assert tidy(store, sitting.campaign, 1, clock.now(), sure=True) == 0
        assert store.announcements(1) == ()
        assert store.readings(1, 1) == {1: {"people": []}}


def test_what_was_retold_of_an_old_evening_goes_with_its_words(tmp_path: Path) -> None:
    """On whatever evening it was told; the rest of that evening stays."""
    clock = FakeClock()
    with open_store(tmp_path / "companion.db", clock) as store:
        sitting = Sitting(store, clock=clock)
        said = sitting.say("Mira", "I kill the old man")
        store.end_evening(1, 1)
        clock.advance(timedelta(days=30).total_seconds())
        store.begin_evening(1)
        store.add_announcement(1, 2, "Yvaine kills the old man.", sources=[f"1/{said}"])
        store.add_announcement(1, 2, "Chip to Mira.")
        assert tidy(store, sitting.campaign, 1, clock.now(), sure=True) == 1
        assert [each.text for each in store.announcements(1)] == ["Chip to Mira."]


def test_evenings_without_words_are_not_written_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Every opening looks; a hundred evenings that were tidied cost nothing."""
    clock, file = FakeClock(), tmp_path / "companion.db"
    with open_store(file, clock) as store:
        campaign = store.create_campaign("Harbour", "phase-abandon", roster())
        for number in (1, 2):
            store.begin_evening(campaign.id)
            store.add_utterance(campaign.id, number, StoredUtterance("u1", "Marjorie"))
            store.add_announcement(campaign.id, number, "Chip to Mira.")
            store.end_evening(campaign.id, number)
            clock.advance(timedelta(days=30).total_seconds())
            assert tidy(store, campaign, 1, clock.now(), sure=True) == 1
    with open_store(file, clock) as store:
        for written in ("write", "forget_old_pages"):
            monkeypatch.setattr(Database, written, lambda database: 1 / 0)
        assert tidy(store, campaign, 1, clock.now(), sure=True) == 0


def test_a_running_evening_keeps_its_words(tmp_path: Path) -> None:
    clock = FakeClock()
    with open_store(tmp_path / "companion.db", clock) as store:
        campaign = store.create_campaign("Harbour", "phase-abandon", roster())
        store.begin_evening(campaign.id)
        store.add_utterance(campaign.id, 1, StoredUtterance("u1", "Marjorie"))
        clock.advance(timedelta(days=400).total_seconds())
        assert tidy(store, campaign, 1, clock.now(), sure=True) == 0


def test_opening_an_evening_tidies(tmp_path: Path) -> None:
    """Nobody has to think of it; what was too old already when they last sat down goes."""
    clock = FakeClock()
    settings = load_settings({"data_dir": tmp_path, "dice": "table", "keep_words_days": 7}, environment={})
    with open_store(settings.database, clock) as store:
        campaign = store.create_campaign("Harbour", "phase-abandon", roster())
    for text in ("Marjorie lives in Zanzibar", "The rain stops", "The sun sets"):
        evening = open_evening(
            open_store(settings.database, clock), campaign, settings, lambda record: None, clock=clock
        )
        evening.session.hear(Utterance("x", text, SpeakerMatch("Jay", 1.0), 1.0, 1.0, typed=True))
        evening.close(over=True)
        clock.advance(timedelta(days=8).total_seconds())
    assert files_with(tmp_path, ["Zanzibar"]) == {}
    assert files_with(tmp_path, ["The rain stops"]) == {"companion.db": ["The rain stops"]}


@pytest.mark.parametrize("struck", [False, True], ids=["words kept till then", "words struck before"])
def test_the_open_question_of_an_evening_goes_with_its_words(tmp_path: Path, struck: bool) -> None:
    clock = FakeClock()
    with open_store(tmp_path / "companion.db", clock) as store:
        sitting = Sitting(store, clock=clock)
        sitting.say("Mira", "The lamps are lit")
        said = sitting.say("Jay", "A quarrel about Zanzibar", ask("call_conflict", caller="Jay", nature="Zanzibar"))
        assert store.pending(1) is not None
        if struck:  # as an older companion did, which left the question
            question = store.pending(1)
            store.strike(1, 1, [said])
            store.save_pending(1, question)
        store.end_evening(1, 1)
        clock.advance(timedelta(days=30).total_seconds())
        assert tidy(store, sitting.campaign, 1, clock.now(), sure=True) == (1 if struck else 2)
        assert store.pending(1) is None
        assert files_with(tmp_path, ["Zanzibar"]) == {}
