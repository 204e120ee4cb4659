"""States that are kept save folding the log; none is believed that the log does not bear out."""

import logging
import os
import time
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from random import Random
from typing import Any

import pytest
from sqlalchemy import update

from companion.base.errors import StoreError
from companion.play.game import Game
from companion.store import CampaignLog, Codec, Recorded, Store, campaign_log, load_history, open_store, schema
from companion.store.repair import examine, repair
from companion.store.snapshots import seal_of
from engine.dice.source import NoDice
from engine.errors import CorruptHistory
from engine.history import History, RedoLast
from engine.registry import all_rulesets, find_ruleset
from engine.ruleset import Ruleset
from tests.support.clock import FakeClock
from tests.support.played import CAMPAIGN, opened, play_on, played_file


@pytest.fixture(autouse=True)
def short_stride(monkeypatch: pytest.MonkeyPatch) -> None:
    """A state every few entries, as a long campaign has them."""
    monkeypatch.setattr(campaign_log, "STRIDE", 5)


@pytest.fixture
def store(place: str | Path) -> Iterator[Store]:
    """A campaign of an evening with kept states, on a file and on a server."""
    with open_store(played_file(place), FakeClock()) as store:
        store.claim(CAMPAIGN)
        opened(store, FakeClock())
        assert kept(store)
        yield store


def kept(store: Store) -> int:
    """Return the number of states that are kept."""
    with store._database.read() as connection:
        return len(connection.execute(schema.states.select()).all())


def without_states(store: Store, game: Game) -> History[Any, Any, Any]:
    """The same log, folded from nothing."""
    codec = Codec(game.ruleset)
    return History(game.ruleset, map(codec.entry, store.read(CAMPAIGN)))


def test_a_campaign_goes_on_from_the_latest_state(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    """Only what came after it is read; everything else is there when it is asked for."""
    read: list[int] = []
    entry = Codec.entry

    def watched(codec: Codec, recorded: Recorded) -> Any:
        read.append(recorded.position)
        return entry(codec, recorded)

    monkeypatch.setattr(Codec, "entry", watched)
    game = opened(store, FakeClock())
    assert len(read) < 5 < len(game.recorded)
    whole = without_states(store, game)
    assert (game.history.entries, game.history.events, game.state) == (whole.entries, whole.events, whole.state)


@pytest.mark.parametrize("ruleset", all_rulesets(), ids=lambda ruleset: ruleset.info.slug)
def test_evenings_open_the_same_with_and_without_states(
    ruleset: Ruleset[Any, Any, Any], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whole evenings of every system, with moves undone and redone at random; then back as far as it goes."""
    rng = Random(ruleset.info.slug)
    tours = import_module(f"tests.support.tours.{ruleset.info.slug.replace('-', '_')}")
    with open_store(tmp_path / "companion.db", FakeClock()) as store:
        for number, tour in enumerate(rng.sample(list(tours.histories()), 2)):
            campaign = store.create_campaign(f"Tour {number}", ruleset.info.slug, {"players": []}).id
            whole = shaken(ruleset, tour, rng)
            codec = Codec(ruleset)
            for at, entry in enumerate(whole.entries):
                store.append(campaign, at, codec.log_entry(entry))
            monkeypatch.setattr(campaign_log, "STRIDE", rng.randint(3, 40))
            first = CampaignLog(store, campaign, ruleset)
            assert first.history().state == whole.state
            first.keep_states()
            log = CampaignLog(store, campaign, ruleset)
            length = rng.randint(0, len(whole))
            assert log.history(length).state == History(ruleset, whole.entries[:length]).state
            again = log.history()
            assert (again.state, again.entries) == (whole.state, whole.entries)
            undo = next(each for each in ruleset.command_types if each.kind == "undo_last")
            for move in range(12):
                assert again.submit(undo(), NoDice(), f"u{move}") == whole.submit(undo(), NoDice(), f"u{move}")
                assert again.state == whole.state


def shaken(ruleset: Ruleset[Any, Any, Any], tour: History[Any, Any, Any], rng: Random) -> History[Any, Any, Any]:
    """A tour in which now and then something is undone and redone."""
    undo = next(each for each in ruleset.command_types if each.kind == "undo_last")
    whole: History[Any, Any, Any] = History(ruleset)
    for entry in tour.entries:
        whole.commit(entry)
        if rng.random() < 0.2:
            number = len(whole)
            whole.submit(undo(), NoDice(), f"undo {number}")
            whole.submit(RedoLast(), NoDice(), f"redo {number}")
    return whole


@pytest.mark.parametrize("column", ["seal", "body"])
def test_a_state_that_does_not_fit_is_told_dropped_and_folded_anew(
    store: Store, column: str, caplog: pytest.LogCaptureFixture
) -> None:
    """One that was changed is worth nothing, wherever it was changed."""
    states, before = schema.states, kept(store)
    with store._database.write() as connection:
        connection.execute(update(states).values({column: "{}"}))
    with caplog.at_level(logging.WARNING):
        game = opened(store, FakeClock())
    assert caplog.messages[0] == (
        f"the state kept after entry {5 * before} does not fit the log; the log is folded instead"
    )
    assert game.state == without_states(store, game).state
    assert kept(store) == before
    caplog.clear()
    opened(store, FakeClock())
    assert caplog.messages == []


def test_repair_folds_everything_and_drops_the_states_that_are_something_else(store: Store, place: str | Path) -> None:
    """Also one whose seal fits: the log alone says what is true."""
    log = CampaignLog(store, CAMPAIGN, find_ruleset("phase-abandon"))
    _, body = store.kept_state(CAMPAIGN, 5) or ("", "")
    store.keep_states(CAMPAIGN, log._rules, {20: (seal_of(log._fingerprints[20], log._rules, body), body)})
    store.close()
    found = ("The Ford: states kept on the way (1) are not what its log says.",)
    assert examine(place, FakeClock()).found == found
    repaired = repair(place, FakeClock())
    assert repaired.done == ("The Ford: snapshots that do not match the log were removed.",)
    assert (repaired.kept, repaired.checked.ok) == (None, True)
    assert examine(place, FakeClock()).found == ()


def test_states_of_other_rules_are_not_looked_at(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    """Neither an older nor a newer companion's; they make way for this one's."""
    monkeypatch.setattr(campaign_log, "rules_version", lambda ruleset: "other rules")
    opened(store, FakeClock())
    with store._database.read() as connection:
        assert set(connection.scalars(schema.states.select().with_only_columns(schema.states.c.rules))) == {
            "other rules"
        }


def test_rules_that_were_updated_while_this_runs_have_a_version_no_other_run_has(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The files are new, the rules in memory are old: what they fold is for nobody else."""
    file = tmp_path / "rules.py"
    file.write_text("FACES = 6")
    os.utime(file, (1.0, 1.0))
    rules_version = import_module("companion.store.rules_version")
    version = rules_version._fingerprint.__wrapped__
    monkeypatch.setattr(rules_version, "_LOADED", time.time())
    before = version(tmp_path)
    assert version(tmp_path) == before
    os.utime(file, (rules_version._LOADED + 1, rules_version._LOADED + 1))
    during = version(tmp_path)
    monkeypatch.setattr(rules_version, "_LOADED", rules_version._LOADED + 2)
    assert len({before, during, version(tmp_path)}) == 2
    assert version(tmp_path) == before


def test_states_that_words_were_struck_from_are_missed_by_nobody(
    store: Store, caplog: pytest.LogCaptureFixture
) -> None:
    """They are gone while the log is in use: it is folded, and that is no damage."""
    game = opened(store, FakeClock())
    store.drop_states(CAMPAIGN, range(len(game.recorded) + 1))
    with caplog.at_level(logging.WARNING):
        assert game.recorded.history().state == game.state
    assert caplog.messages == []


def test_a_campaign_opens_also_where_no_state_can_be_kept(
    store: Store, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """Nobody goes without an evening, or keeps struck words in memory, for want of what only saves time."""

    def full(*_: object) -> None:
        raise StoreError("The disk is full.")

    store.drop_states(CAMPAIGN, range(1_000))
    monkeypatch.setattr(store, "keep_states", full)
    with caplog.at_level(logging.WARNING):
        game = opened(store, FakeClock())
    assert game.state == without_states(store, game).state
    assert caplog.messages == ["states of the campaign could not be kept: The disk is full."]


def test_a_doubled_id_ends_the_log(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    """Only a damaged file can hold one."""
    rows = [*store.rows(CAMPAIGN)]
    monkeypatch.setattr(store, "rows", lambda *_: iter([*rows[:3], rows[2]]))
    with pytest.raises(CorruptHistory, match="occurs twice"):
        CampaignLog(store, CAMPAIGN, find_ruleset("phase-abandon")).history()
    problem = load_history(store, CAMPAIGN, find_ruleset("phase-abandon")).problem
    assert "occurs twice" in str(problem)


def test_an_entry_that_changed_is_never_hidden_by_a_state(store: Store) -> None:
    """The log counts, also if it differs from an earlier state."""
    log = schema.log
    with store._database.write() as connection:
        connection.execute(update(log).where(log.c.position == 2).values(command="damaged"))
    with pytest.raises(Exception, match="Entry 2 of the log is unreadable"):
        opened(store, FakeClock())


def test_only_who_plays_a_campaign_keeps_its_states(tmp_path: Path) -> None:
    """Another companion that looks on writes nothing."""
    with open_store(played_file(tmp_path / "companion.db"), FakeClock()) as store:
        play_on(opened(store, FakeClock()), 1)
        store.release(CAMPAIGN)
        opened(store, FakeClock())
        assert kept(store) == 0
