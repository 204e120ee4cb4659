"""Evenings of a campaign wait in the store until they are read; what was found joins the notes and nothing else."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from companion.base.errors import ModelUnavailable
from companion.chronicle.campaign_reader import CampaignReader
from companion.chronicle.extractor import EveningNotes
from companion.chronicle.llm_extractor.evenings import waiting_evenings, with_findings, write_up_evening
from companion.chronicle.notebook import read_evening
from companion.chronicle.recaps import load_tone
from companion.store import Campaign, Store, open_store
from companion.transfer.exports.chapters import chapters_of
from tests.support.clock import FakeClock
from tests.support.reader_model import TALK, ReaderModel, names
from tests.support.sitting import Sitting, act

MUCH = 1_000_000


def role_of_clara(_question: str, shown: dict[str, Any]) -> Any:
    return names(shown, ["Clara Winslow", "Tobin"], ["Gull Street"], Clara_Winslow="harbour master")


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "companion.db"


@pytest.fixture
def store(file: Path) -> Iterator[Store]:
    with open_store(file, FakeClock()) as store:
        yield store


@pytest.fixture
def campaign(store: Store) -> Campaign:
    """One evening with the talk of the harbour, in two scenes."""
    sitting = Sitting(store)
    for speaker, text in TALK:
        sitting.say(speaker, text)
    (speaker, text), *rest = TALK
    sitting.say(speaker, text, act("set_scene", player=speaker, description="the quay"))
    for speaker, text in rest:
        sitting.say(speaker, text)
    return sitting.campaign


def evening_of(store: Store, campaign: Campaign) -> EveningNotes:
    return read_evening(store, campaign, 1).evening(campaign.name)


def role(evening: EveningNotes) -> str | None:
    return next(entry.role for entry in evening.chronicle.npcs if entry.name == "Clara Winslow")


def test_an_evening_is_read_scene_by_scene_then_whole_and_joins_the_notes(store: Store, campaign: Campaign) -> None:
    model = ReaderModel(role_of_clara)
    log = list(store.read(campaign.id))
    done = write_up_evening(store, campaign, 1, model, MUCH)
    assert (done.ended, len(done.findings), done.usage.questions) == ("done", 3, 4)
    assert waiting_evenings(store, campaign) == ()
    evening = evening_of(store, campaign)
    assert role(evening) is None
    assert role(with_findings(store, campaign, evening)) == "harbour master"
    assert list(store.read(campaign.id)) == log


def test_what_was_found_joins_the_memory_and_everything_written_out(store: Store, campaign: Campaign) -> None:
    store.end_evening(campaign.id, 1)
    shelf = CampaignReader(store)
    assert shelf.memory(campaign).people[0].role is None
    write_up_evening(store, campaign, 1, ReaderModel(role_of_clara), MUCH)
    assert shelf.memory(campaign).people[0].role == "harbour master"
    assert role(shelf.evening(campaign, 1)) == "harbour master"
    (chapter,) = chapters_of(store, campaign, load_tone("plain"))
    assert role(chapter.evening) == "harbour master"


def test_reading_goes_on_after_a_restart(store: Store, campaign: Campaign, file: Path) -> None:
    """The server went away after the first scene; the queue and what was found are in the store."""
    answers = iter([role_of_clara, None])

    def goes_away(question: str, shown: dict[str, Any]) -> Any:
        answer = next(answers)
        return answer(question, shown) if answer else ModelUnavailable("llm.test cannot be reached.")

    cut_short = write_up_evening(store, campaign, 1, ReaderModel(goes_away), MUCH)
    assert (cut_short.ended, cut_short.waiting) == ("unavailable", 2)
    store.close()
    with open_store(file, FakeClock()) as again:
        assert waiting_evenings(again, campaign) == (1,)
        assert role(with_findings(again, campaign, evening_of(again, campaign))) == "harbour master"
        model = ReaderModel(role_of_clara)
        done = write_up_evening(again, campaign, 1, model, MUCH)
        assert (done.ended, len(done.findings), len(model.asked)) == ("done", 3, 3)
        assert done.usage.questions == 5
        assert waiting_evenings(again, campaign) == ()


def test_the_budget_of_an_evening_spans_its_runs(store: Store, campaign: Campaign) -> None:
    model = ReaderModel(role_of_clara)
    for _ in range(5):
        write_up_evening(store, campaign, 1, model, 12_000)
    assert 0 < model.usage.tokens <= 12_000
    assert write_up_evening(store, campaign, 1, model, 0).usage == model.usage


def test_struck_words_are_gone_from_what_was_found(store: Store, campaign: Campaign) -> None:
    write_up_evening(store, campaign, 1, ReaderModel(role_of_clara), MUCH)
    store.strike(campaign.id, 1, ["u2", "u8"])
    assert store.batches(campaign.id, 1) == ()
    evening = evening_of(store, campaign)
    assert with_findings(store, campaign, evening) == evening
    model = ReaderModel(role_of_clara)
    assert write_up_evening(store, campaign, 1, model, MUCH).ended == "done"
    assert not any("harbour master" in question for question in model.asked)


def test_words_struck_while_a_model_reads_are_not_kept_and_no_more_of_them_is_asked(
    store: Store, campaign: Campaign
) -> None:
    def struck_meanwhile(question: str, shown: dict[str, Any]) -> Any:
        store.strike(campaign.id, 1, ["u2", "u8"])
        return role_of_clara(question, shown)

    model = ReaderModel(struck_meanwhile)
    done = write_up_evening(store, campaign, 1, model, MUCH)
    assert (done.ended, store.batches(campaign.id, 1), waiting_evenings(store, campaign)) == ("stopped", (), (1,))
    assert len([question for question in model.asked if "harbour master" in question]) == 1


def test_an_evening_nobody_read_is_what_it_was(store: Store, campaign: Campaign) -> None:
    evening = evening_of(store, campaign)
    assert with_findings(store, campaign, evening) is evening
    assert waiting_evenings(store, campaign) == ()
