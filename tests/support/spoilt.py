"""A database file of a whole evening, and what can be spoilt in it."""

from pathlib import Path

from companion.base.errors import StoreError
from companion.store import Store, StoredUtterance, load_history, open_store
from companion.store.repair import Repaired, repair
from engine.step import replay
from engine.systems.phase_abandon.system import RULESET
from tests.support.clock import FakeClock
from tests.support.played import CAMPAIGN, opened, play_on
from tests.support.sitting import roster

PAGE = 4096


def evening_file(file: Path, rounds: int) -> Path:
    """A closed database with an evening in it, everything written in the order in which it happens at a table."""
    clock = FakeClock()
    with open_store(file, clock) as store:
        store.create_campaign("The Ford", "phase-abandon", roster())
        game = opened(store, clock)
        game.set_up()
        game.evening = store.begin_evening(CAMPAIGN).number
        with store.in_one_step():  # a commit each would take most of the time
            for number in range(rounds):
                _talk(store, number)
                play_on(game, 1)
                clock.advance(60)
        store.end_evening(CAMPAIGN, game.evening)
    return file


def _talk(store: Store, number: int) -> None:
    for at, speaker in enumerate(("Jay", "Russ", "Mira")):
        name = f"u{3 * number + at}"
        store.add_utterance(CAMPAIGN, 1, StoredUtterance(name, f"words number {3 * number + at}", speaker))
        store.explain(CAMPAIGN, 1, name, {"heard": 1.0, "why": "because it was said like this " * 4})
    store.add_announcement(CAMPAIGN, 1, f"Jay rolls, for the time number {number}.", f"u{3 * number}")


def log_pages(content: bytes) -> list[tuple[int, int]]:
    """List the offsets of the log's pages in a file, and the number of entries each holds, in order."""
    root = _root(content, b"log")
    start = (root - 1) * PAGE
    assert content[start] == 5, "the log has one page above its leaves"
    count = int.from_bytes(content[start + 3 : start + 5], "big")
    cells = [int.from_bytes(content[start + 12 + 2 * at :][:2], "big") for at in range(count)]
    places = [*(start + cell for cell in cells), start + 8]
    pages = [(int.from_bytes(content[place : place + 4], "big") - 1) * PAGE for place in places]
    return [(page, int.from_bytes(content[page + 3 : page + 5], "big")) for page in pages]


def _root(content: bytes, table: bytes) -> int:
    """Page at the top of a table, read where the schema names it: its kind, its name twice, then one byte."""
    at = content.index(b"table" + table + table) + len(b"table" + table + table)
    return content[at]


def repaired(file: Path) -> Repaired | None:
    """Repair a file; return None when nothing could be read. The content before is kept, or still there."""
    before = _files(file)
    try:
        done = repair(file, FakeClock())
    except StoreError:
        assert _files(file) == before
        return None
    if done.kept is not None:
        assert _files(done.kept) == before
    assert done.checked.ok
    assert list(file.parent.glob("*.mending*")) == []
    return done


def _files(file: Path) -> list[bytes]:
    both = (file, file.with_name(f"{file.name}-wal"))
    return [each.read_bytes() for each in both if each.exists() and each.stat().st_size]


def entries_of(file: Path) -> int:
    """Entries of the log of a sound file, whose state is what they lead to."""
    with open_store(file, FakeClock()) as store:
        assert store.file_problems() == ()
        loaded = load_history(store, CAMPAIGN, RULESET)
        assert loaded.problem is None
        assert loaded.history.state == replay(RULESET, loaded.history.events)
        return len(loaded.recorded)
