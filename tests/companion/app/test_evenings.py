"""Opening an evening: which one goes on, and what the settings make of it."""

from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest

from audio.types import SpeakerMatch, Utterance
from companion.app import evenings
from companion.app.evenings import WiredEvening, open_evening
from companion.base.config import Settings, load_settings
from companion.demo import demo_of, demos
from companion.play.roster import load_roster
from companion.store import Campaign, Store, open_store
from engine.types import Rejected
from tests.support.clock import FakeClock
from tests.support.sitting import roster


@pytest.fixture
def clock() -> FakeClock:
    return FakeClock()


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    return load_settings({"data_dir": tmp_path, "dice": "table"}, environment={})


class Table:
    """A campaign on disk that is opened again and again."""

    def __init__(self, settings: Settings, clock: FakeClock, game: str = "phase-abandon") -> None:
        self.settings, self.clock = settings, clock
        self.records: list[dict[str, Any]] = []
        played = roster() if game == "phase-abandon" else load_roster(demo_of(game).roster).to_json()
        with self.store() as store:
            store.create_campaign("Harbour", game, played)

    def store(self) -> Store:
        return open_store(self.settings.database, self.clock)

    def campaign(self, store: Store) -> Campaign:
        return store.campaign("Harbour")

    def open(self) -> WiredEvening:
        store = self.store()
        return open_evening(store, self.campaign(store), self.settings, self.records.append, clock=self.clock)


@pytest.fixture
def table(settings: Settings, clock: FakeClock) -> Table:
    return Table(settings, clock)


def say(evening: WiredEvening, text: str, at: float = 1.0) -> None:
    evening.session.hear(Utterance("x", text, SpeakerMatch("Jay", 1.0), at, at, typed=True))


def number(evening: WiredEvening) -> int | None:
    return evening.game.evening


def test_an_evening_interrupted_a_moment_ago_goes_on(table: Table, clock: FakeClock) -> None:
    """The computer was started anew: the same evening, the next number, the same table."""
    evening = table.open()
    say(evening, "I roll Haggling.")
    owed = evening.game.open_rolls
    evening.close(over=False)
    clock.advance(timedelta(hours=11, minutes=59).total_seconds())
    again = table.open()
    assert (number(evening), number(again)) == (1, 1)
    assert again.game.open_rolls == owed != ()
    say(again, "Five, four, two.")
    assert [each["id"] for each in table.records if each["type"] == "utterance"] == ["u1", "u2"]
    again.close(over=False)


@pytest.mark.parametrize("sign", ["utterance", "log", "announcement"])
def test_an_evening_is_forgotten_twelve_hours_after_its_last_sign_of_life(
    table: Table, clock: FakeClock, sign: str
) -> None:
    evening = table.open()
    clock.advance(timedelta(hours=10).total_seconds())
    if sign == "utterance":
        say(evening, "Mind the map, that's gravy.")
    elif sign == "log":
        evening.session.submit({"kind": "declare_action", "player": "Jay", "skill": "Haggling"})
    else:
        evening.store.add_announcement(evening.game.campaign.id, 1, "Jay narrates.")
    evening.close(over=False)
    clock.advance(timedelta(hours=11).total_seconds())
    going_on = table.open()
    assert number(going_on) == 1
    going_on.close(over=False)
    clock.advance(timedelta(hours=1).total_seconds())
    another = table.open()
    assert number(another) == 2
    another.close(over=False)


def test_the_forgotten_evening_is_closed_at_its_last_sign_of_life(table: Table, clock: FakeClock) -> None:
    evening = table.open()
    clock.advance(3600)
    say(evening, "I roll Haggling.")
    evening.close(over=False)
    last = clock.now()
    clock.advance(timedelta(weeks=3).total_seconds())
    again = table.open()
    first, second = again.store.evenings(again.game.campaign.id)
    assert (first.ended, second.started, second.ended) == (last, clock.now(), None)
    assert [each.roller for each in again.game.open_rolls] == ["Jay"]
    say(again, "Five, four, two.")
    assert [each.id for each in again.store.utterances(1, 2)] == ["u1"]
    again.close(over=True)
    with table.store() as store:
        assert [each.ended is None for each in store.evenings(1)] == [False, False]


def test_an_evening_that_was_ended_is_not_resumed(table: Table) -> None:
    table.open().close(over=True)
    again = table.open()
    assert number(again) == 2
    again.close(over=False)


def test_an_evening_that_was_ended_is_not_resumed_after_a_kill(table: Table) -> None:
    evening = table.open()
    say(evening, "That's it for tonight.")
    assert evening.session.ended
    evening.close(over=False)
    again = table.open()
    assert (number(again), again.session.ended) == (2, False)
    assert again.store.evenings(1)[0].ended is not None
    say(again, "Undo that.")
    assert again.game.recorded[-1].entry.kind == "undone"
    again.close(over=False)


@pytest.mark.parametrize("game", demos())
def test_good_night_is_kept_in_every_game_before_it_is_answered(
    settings: Settings, clock: FakeClock, game: str
) -> None:
    """Killed before anything was said aloud or closed; some games know no session, or none has begun."""
    table = Table(settings, clock, game)
    evening = table.open()
    answered = []

    def killed(*told: object) -> None:
        answered.append(told)
        raise KeyboardInterrupt

    evening.session.announcer.answer = killed  # type: ignore[method-assign,assignment]
    evening.session.announcer.results = killed  # type: ignore[method-assign,assignment]
    with pytest.raises(KeyboardInterrupt):
        say(evening, "Good night everybody, that's it for tonight.")
    assert len(answered) == 1
    evening.close(over=False)
    again = table.open()
    assert number(again) == 2
    again.close(over=False)


def test_an_evening_that_goes_on_after_good_night_is_open_again(settings: Settings, clock: FakeClock) -> None:
    table = Table(settings, clock, "kleptonomicon")
    evening = table.open()
    say(evening, "Good night everybody, that's it for tonight.")
    assert evening.session.ended
    assert evening.store.evenings(1)[0].ended is not None
    assert not isinstance(evening.session.submit({"kind": "start_session"}), Rejected)
    assert not evening.session.ended
    evening.close(over=False)
    again = table.open()
    assert number(again) == 1
    again.close(over=False)


def test_an_evening_whose_end_was_taken_back_goes_on_after_a_kill(table: Table) -> None:
    evening = table.open()
    say(evening, "That's it for tonight.")
    say(evening, "Undo that.", at=5.0)
    assert not evening.session.ended
    evening.close(over=False)
    again = table.open()
    assert number(again) == 1
    again.close(over=False)


def test_a_question_does_not_outlive_its_evening(table: Table, clock: FakeClock) -> None:
    evening = table.open()
    body = {
        "question": "q1.1",
        "text": "Is Jay finished?",
        "utterance": "u1",
        "speaker": "Russ",
        "first": [],
        "intent": {"category": "conflict_call", "command": "call_conflict", "slots": {}, "missing": []},
    }
    evening.store.save_pending(evening.game.campaign.id, body)
    evening.close(over=False)
    soon = table.open()
    assert soon.session.question is not None
    soon.close(over=False)
    clock.advance(timedelta(weeks=3).total_seconds())
    later = table.open()
    assert later.session.question is None
    assert later.store.pending(1) is None
    later.close(over=False)


HELP = "http://127.0.0.1:9/v1"


@pytest.mark.parametrize(
    ("chosen", "advised"),
    [
        ({"llm_url": HELP}, False),
        ({"model_helps": True}, False),
        ({"model_helps": True, "llm_url": HELP}, True),
        ({"second_opinion": True, "llm_url": HELP}, True),
        ({"model_helps": True, "second_opinion": False, "llm_url": HELP}, False),
    ],
)
def test_a_model_follows_the_table_where_it_has_a_server_and_is_to_help(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, clock: FakeClock, chosen: dict[str, Any], advised: bool
) -> None:
    """Off by default; the older setting of this kind of help wins where it is given."""
    given: list[Any] = []

    class Watched(evenings.Session):
        def __init__(self, *parts: Any, adviser: Any = None, **others: Any) -> None:
            given.append(adviser)
            super().__init__(*parts, adviser=adviser, **others)

    monkeypatch.setattr(evenings, "Session", Watched)
    monkeypatch.setattr("companion.dialogue.adviser.Adviser.warm_up", lambda adviser: None)
    settings = load_settings({"data_dir": tmp_path, "dice": "table", **chosen}, environment={})
    assert (settings.model_writes, settings.model_tells) == (settings.model_helps,) * 2
    with Table(settings, clock).store() as store:
        open_evening(store, store.campaign("Harbour"), settings, lambda record: None, clock=clock)
    assert [each is not None for each in given] == [advised]
