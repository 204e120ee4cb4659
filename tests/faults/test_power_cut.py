"""A power cut keeps every entry that was acknowledged, wherever in the write-ahead log it falls."""

import os
import re
import shutil
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from companion.store import Store, load_history, open_store
from companion.store.database import Database
from engine.codec import to_json
from engine.step import replay
from engine.systems.phase_abandon.system import RULESET
from tests.support.clock import FakeClock
from tests.support.played import CAMPAIGN, opened, play_on, played_file

ROOT = Path(__file__).resolve().parents[2]
WAL_HEADER, FRAME_HEADER, PAGE = 32, 24, 4096
FRAME = FRAME_HEADER + PAGE


@dataclass(frozen=True)
class Moment:
    """Content of the disk at a moment, and what had been acknowledged by then."""

    wal: int
    entries: int
    state: Any


class Plug:
    """Plays with the database left open, and remembers after every acknowledgement how long its write-ahead log was."""

    def __init__(self, folder: Path) -> None:
        self.file = played_file(folder / "companion.db", rounds=1)
        self.moments: list[Moment] = []
        clock = FakeClock()
        with open_store(self.file, clock) as store:
            game = opened(store, clock)
            store.claim(CAMPAIGN)
            game.evening = store.begin_evening(CAMPAIGN).number
            perform = game.perform

            def watched(command: Any) -> Any:
                performed = perform(command)
                self.moments.append(Moment(self._wal.stat().st_size, len(game.recorded), to_json(game.state)))
                return performed

            game.perform = watched  # type: ignore[method-assign,assignment]
            self.begun = Moment(self._wal.stat().st_size, len(game.recorded), to_json(game.state))
            play_on(game, 2)
            self.database, self.log = self.file.read_bytes(), self._wal.read_bytes()

    @property
    def _wal(self) -> Path:
        return self.file.with_name("companion.db-wal")

    def pulled(self, folder: Path, cut: int) -> Path:
        """The disk as it is when so much of the write-ahead log had reached it."""
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir()
        (folder / "companion.db").write_bytes(self.database)
        (folder / "companion.db-wal").write_bytes(self.log[:cut])
        return folder / "companion.db"

    def acknowledged(self, cut: int) -> Moment:
        """The latest thing that was acknowledged with no more than this on the disk."""
        return [each for each in (self.begun, *self.moments) if each.wal <= cut][-1]


@pytest.fixture(scope="module")
def plug(tmp_path_factory: pytest.TempPathFactory) -> Plug:
    return Plug(tmp_path_factory.mktemp("plug"))


def entries_and_state(store: Store) -> tuple[int, Any]:
    loaded = load_history(store, CAMPAIGN, RULESET)
    assert loaded.problem is None
    assert loaded.history.state == replay(RULESET, loaded.history.events)
    return len(loaded.recorded), to_json(loaded.history.state)


def cuts(plug: Plug, *offsets: int) -> list[int]:
    """These places in every frame written since play began."""
    starts = range(plug.begun.wal, len(plug.log), FRAME)
    return [min(start + offset, len(plug.log)) for start in starts for offset in offsets]


def test_frames_are_where_they_are_looked_for(plug: Plug) -> None:
    assert (len(plug.log) - WAL_HEADER) % FRAME == 0
    assert len(plug.moments) == 12
    assert len(cuts(plug, 0)) >= len(plug.moments)


def test_power_cut_at_every_frame_boundary(plug: Plug, tmp_path: Path) -> None:
    for cut in [*cuts(plug, 0), len(plug.log)]:
        with open_store(plug.pulled(tmp_path / "cut", cut), FakeClock()) as store:
            expected = plug.acknowledged(cut)
            assert entries_and_state(store) == (expected.entries, expected.state), cut


def test_power_cut_inside_every_frame(plug: Plug, tmp_path: Path) -> None:
    """In the header of a frame, in its page, one byte before its end: half a frame is no frame."""
    for cut in cuts(plug, 1, FRAME_HEADER, FRAME_HEADER + PAGE // 2, FRAME - 1):
        with open_store(plug.pulled(tmp_path / "cut", cut), FakeClock()) as store:
            assert store.log_length(CAMPAIGN) == plug.acknowledged(cut).entries, cut


def test_power_cut_that_leaves_a_torn_frame(plug: Plug, tmp_path: Path) -> None:
    """A disk that wrote the end of a frame before its beginning: its checksum gives it away."""
    for start in cuts(plug, 0):
        torn = plug.log[:start] + bytes(512) + plug.log[start + 512 : start + FRAME]
        file = plug.pulled(tmp_path / "cut", start)
        file.with_name("companion.db-wal").write_bytes(torn)
        with open_store(file, FakeClock()) as store:
            assert store.log_length(CAMPAIGN) == plug.acknowledged(start).entries, start


def test_play_goes_on_after_a_power_cut(plug: Plug, tmp_path: Path) -> None:
    """The next entry takes the place of the one that never became one."""
    cut = plug.moments[5].wal - FRAME // 2
    with open_store(plug.pulled(tmp_path / "cut", cut), FakeClock()) as store:
        game = opened(store, FakeClock())
        assert game.perform(game.parse({"kind": "undo_last", "actor": "Jay"})).accepted
        assert store.verify(CAMPAIGN).ok
        assert entries_and_state(store)[0] == len(game.recorded)


def test_a_commit_is_on_the_disk_before_it_is_acknowledged(plug: Plug) -> None:
    """Every connection runs in WAL mode with synchronous=FULL (2), which is an fsync of the log with every commit."""
    database = Database(plug.file, 1.0)
    database.open()
    for _ in range(2):
        with database.read() as connection:
            assert connection.exec_driver_sql("PRAGMA synchronous").scalar() == 2
            assert connection.exec_driver_sql("PRAGMA journal_mode").scalar() == "wal"
        database.close()  # the next connection is a new one
    database.close()


WRITER = """
import os
from companion.base.clock import SystemClock
from companion.store import LogEntry, open_store
with open_store(os.environ["FILE"], SystemClock()) as store:
    campaign = store.create_campaign("x", "phase-abandon", {}).id
    store.claim(campaign)
    for place in range(5):
        os.write(2, b"ASKED")
        store.append(campaign, place, LogEntry("committed", f"c{place}", f"c{place}", {"kind": "x"}))
        os.write(2, b"ACKNOWLEDGED")
"""


@pytest.mark.skipif(shutil.which("strace") is None, reason="needs strace, which shows what reaches the disk")
def test_every_acknowledgement_waits_for_the_disk(tmp_path: Path) -> None:
    """Between asking and acknowledging, the write-ahead log is written and then synced, as the system sees it."""
    trace = tmp_path / "trace"
    calls = ["strace", "-f", "-e", "trace=pwrite64,fsync,fdatasync,write", "-o", str(trace)]
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "FILE": str(tmp_path / "companion.db")}
    subprocess.run([*calls, sys.executable, "-c", WRITER], check=True, env=environment, stderr=subprocess.DEVNULL)
    spans = re.findall(r"ASKED(.*?)ACKNOWLEDGED", trace.read_text(), re.DOTALL)
    assert len(spans) == 5
    for span in spans:
        assert re.search(r"pwrite64.*(fsync|fdatasync)\(\d+\) += 0(?!.*pwrite64)", span, re.DOTALL), span
