"""Every method of the store that writes: a full disk, a database that may only be read, a kill before its commit.

Each time the whole database is as it was, and the store's own error says why.
"""

import inspect
import shutil
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import event

from companion.base.errors import StoreFull, StoreReadOnly
from companion.store import LogEntry, Store, StoredBatch, StoredUtterance, open_store
from tests.support.clock import FakeClock
from tests.support.played import CAMPAIGN, played_file

ENTRY = LogEntry("committed", "new", "new", {"kind": "x"})
WRITES: dict[str, Callable[[Store], object]] = {
    "add_announcement": lambda store: store.add_announcement(CAMPAIGN, 1, "Jay rolls."),
    "add_consent": lambda store: store.add_consent(CAMPAIGN, "Jay", False, "said"),
    "add_correction": lambda store: store.add_correction(CAMPAIGN, {"kind": "x"}),
    "add_utterance": lambda store: store.add_utterance(CAMPAIGN, 1, StoredUtterance("u9", "words")),
    "append": lambda store: store.append(CAMPAIGN, store.log_length(CAMPAIGN), ENTRY),
    "begin_evening": lambda store: store.begin_evening(CAMPAIGN),
    "copy_to": lambda store: another_copied_to(store),
    "create_campaign": lambda store: store.create_campaign("Another", "phase-abandon", {}),
    "credit": lambda store: store.credit(CAMPAIGN, 1, "u1", "Russ"),
    "cut_log": lambda store: store.cut_log(CAMPAIGN, 3),
    "delete_campaign": lambda store: store.delete_campaign(CAMPAIGN),
    "drop_states": lambda store: store.drop_states(CAMPAIGN, [5]),
    "end_evening": lambda store: store.end_evening(CAMPAIGN, 2),
    "explain": lambda store: store.explain(CAMPAIGN, 1, "u1", {"heard": 1.0}),
    "finish_write_up": lambda store: store.finish_write_up(CAMPAIGN, 1),
    "forget_consents": lambda store: store.forget_consents(CAMPAIGN, "Mira"),
    "forget_word": lambda store: store.forget_word(CAMPAIGN, "zanzibar"),
    "keep_batch": lambda store: store.keep_batch(CAMPAIGN, 1, StoredBatch(1, "k", 1, {}), store.strikes(CAMPAIGN)),
    "keep_reading": lambda store: store.keep_reading(CAMPAIGN, 1, 1, {}, store.wording(CAMPAIGN, 1)),
    "keep_silent": lambda store: store.keep_silent(CAMPAIGN, 1, True),
    "keep_states": lambda store: store.keep_states(CAMPAIGN, "rules", {7: ("seal", "{}")}),
    "learn_word": lambda store: store.learn_word(CAMPAIGN, "bartock", "Bartok"),
    "pay_write_up": lambda store: store.pay_write_up(CAMPAIGN, 1, 1, 10, 10),
    "queue_write_up": lambda store: store.queue_write_up(CAMPAIGN, 2),
    "reopen_evening": lambda store: store.reopen_evening(CAMPAIGN, 1),
    "replace_corrections": lambda store: store.replace_corrections(CAMPAIGN, {1: {"kind": "y"}}),
    "reword": lambda store: store.reword(CAMPAIGN, 1, "u1", "other words"),
    "save_pending": lambda store: store.save_pending(CAMPAIGN, {"question": "q1"}),
    "strike_all": lambda store: store.strike_all(CAMPAIGN, {1: ["u1"]}, quotes=lambda value: False, log={}),
    "strike_evenings": lambda store: store.strike_evenings(CAMPAIGN, [1]),
}
CHANGES_NOTHING = {"check_writable", "_index_problems"}
"""They only try."""


def another_copied_to(store: Store) -> None:
    """As into a store without campaigns; the other one's has a number that is free."""
    store.campaigns = lambda: ()  # type: ignore[method-assign]
    with open_store("sqlite://", FakeClock()) as other:
        other.delete_campaign(other.create_campaign("First", "phase-abandon", {}).id)
        other.create_campaign("Second", "phase-abandon", {})
        other.copy_to(store)


@pytest.fixture(scope="module")
def filled(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A database in which there is something for every method to change."""
    file = played_file(tmp_path_factory.mktemp("filled") / "companion.db")
    with open_store(file, FakeClock()) as store:
        store.begin_evening(CAMPAIGN)
        store.add_consent(CAMPAIGN, "Mira", True, "said")
        store.add_correction(CAMPAIGN, {"kind": "x"})
        store.learn_word(CAMPAIGN, "zansibar", "Zanzibar")
        store.keep_states(CAMPAIGN, "rules", {5: ("seal", "{}")})
        store.queue_write_up(CAMPAIGN, 1)
    return file


@pytest.fixture
def store(filled: Path, tmp_path: Path) -> Iterator[Store]:
    file = shutil.copy(filled, tmp_path / "companion.db")
    with open_store(file, FakeClock()) as opened:
        opened.claim(CAMPAIGN)
        yield opened


def content(folder: Path) -> list[str]:
    """Everything in the database, as another process reads it."""
    with closing(sqlite3.connect(folder / "companion.db")) as reader:
        return list(reader.iterdump())


def full(*_: Any) -> None:
    problem = sqlite3.OperationalError("database or disk is full")
    problem.sqlite_errorcode = sqlite3.SQLITE_FULL
    raise problem


@pytest.mark.parametrize("method", WRITES)
def test_a_full_disk_changes_nothing(store: Store, tmp_path: Path, method: str) -> None:
    """It is found full as the transaction ends; once there is room, the same is done."""
    before = content(tmp_path)
    engine = store._database.engine
    event.listen(engine, "commit", full)
    with pytest.raises(StoreFull, match=r"There is no space left to write .*companion\.db"):
        WRITES[method](store)
    event.remove(engine, "commit", full)
    assert content(tmp_path) == before
    WRITES[method](store)
    assert content(tmp_path) != before


@pytest.mark.parametrize("method", WRITES)
def test_a_database_that_may_only_be_read_is_left_alone(store: Store, tmp_path: Path, method: str) -> None:
    before = content(tmp_path)

    @event.listens_for(store._database.engine, "begin")
    def locked(connection: Any) -> None:
        connection.exec_driver_sql("PRAGMA query_only=ON")

    with pytest.raises(StoreReadOnly, match="is read-only"):
        WRITES[method](store)
    assert content(tmp_path) == before


@pytest.mark.parametrize("method", WRITES)
def test_a_kill_before_the_commit_changes_nothing(store: Store, tmp_path: Path, method: str) -> None:
    before, moments = content(tmp_path), []
    event.listen(store._database.engine, "commit", lambda connection: moments.append(content(tmp_path)))
    WRITES[method](store)
    assert moments == [before]


def test_every_method_that_writes_is_in_the_table() -> None:
    """Whoever adds one adds it above; each writes in one transaction."""
    methods = inspect.getmembers(Store, inspect.isfunction)
    writing = {name for name, method in methods if "_database.write()" in inspect.getsource(method)}
    assert writing - CHANGES_NOTHING == set(WRITES)
