"""Isolation for every test: no network, no real home, no inherited settings."""

import gc
import os
import socket
import sys
from collections.abc import Generator, Iterator
from functools import lru_cache
from ipaddress import ip_address
from itertools import count
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, settings

from companion.base.clock import SystemClock
from companion.store import open_store
from companion.store.database import Database
from tests.support.databases import migrate_by_copying
from tools.bench.postgres import drop_database, new_database, programs, server

# How fast examples are made says how busy the machine is.
settings.register_profile(
    "default", derandomize=True, deadline=None, database=None, suppress_health_check=[HealthCheck.too_slow]
)
settings.register_profile(
    "long", parent=settings.get_profile("default"), derandomize=False, print_blob=True, max_examples=2000
)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "default"))

_INHERITED = ("HOME", "XDG_DATA_HOME", "XDG_CONFIG_HOME", "XDG_CACHE_HOME", "XDG_STATE_HOME", "XDG_RUNTIME_DIR")
_home_numbers = count()
TESTS = Path(__file__).parent
GAMES = ("choice_pta", "kleptonomicon", "phase_abandon", "phasesix")
SLOW_PLACES = (
    *("audio/test_speakers.py", "audio/test_speech_round_trip.py", "companion/cli/test_evening.py"),
    *("companion/chronicle/llm_extractor/test_server.py", "companion/cli/test_control_characters.py"),
    *("companion/nlu/test_long_lines.py", "companion/nlu/test_properties.py"),
    *("companion/privacy/test_keychain.py", "companion/privacy/test_network.py", "e2e"),
    *("engine/test_contract.py", "engine/test_moves.py"),
    *(f"engine/systems/{game}/test_invariants.py" for game in GAMES),
    *("faults", "fuzz", "golden/test_evenings.py", "golden/test_speech.py", "packaging", "tools"),
    *("web/test_every_door.py", "web/test_few_files.py"),
)
"""Whole evenings, real models and benchmarks, other programs, everything that is killed, damaged or installed, and the
rules and grammars with thousands of cases.
"""
SLOW_FIXTURES = {"browser", "postgres_database"}
"""Chromium and PostgreSQL; what runs on several databases is slow on that one."""


class NetworkBlocked(AssertionError):
    """A test tried to leave this machine."""


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--update-golden", action="store_true", help="rewrite the golden files from what happens now")
    parser.addoption("--fuzz-minutes", type=float, help="try all doors for so long, with other cases every time")


def is_slow(item: Any) -> bool:
    """Return True if `make quick` leaves a test out."""
    if any(item.path.is_relative_to(TESTS / place) for place in SLOW_PLACES):
        return True
    on_a_server = "postgresql" in getattr(getattr(item, "callspec", None), "params", {}).values()
    return on_a_server or not SLOW_FIXTURES.isdisjoint(getattr(item, "fixturenames", ()))


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in filter(is_slow, items):
        item.add_marker("slow")


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """Without the slow tests, folders that have no others are not even looked into."""
    places = {TESTS / place for place in SLOW_PLACES}
    return True if config.option.markexpr == "not slow" and collection_path in places else None


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Generator[None, Any, Any]:
    """Switch off garbage collection while tests are loaded: objects from then stay to the end."""
    usual = gc.get_threshold()
    gc.set_threshold(0)  # not `gc.disable`: msgpack, which loads language models, enables it again
    try:
        return (yield)
    finally:
        gc.freeze()
        gc.set_threshold(*usual)


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Tell what tests that passed would like people to know; they record it as a property `hint`."""
    for each in terminalreporter.getreports("passed"):
        for name, text in each.user_properties if each.when == "call" else ():
            if name == "hint":
                terminalreporter.write_line(str(text))


@pytest.fixture(scope="session")
def model_cache(request: pytest.FixtureRequest) -> Path:
    """Folder in which assembled speech models stay between runs; assembling them for every test would take minutes."""
    kept = os.environ.get("COMPANION_MODEL_CACHE")
    cache = Path(kept) if kept else request.config.rootpath / ".pytest_cache" / "models"
    cache.mkdir(parents=True, exist_ok=True)
    return cache


@pytest.fixture(scope="session")
def _homes(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("homes")


@pytest.fixture(autouse=True)
def _own_home(_homes: Path, model_cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Give each test an empty home and none of the settings of whoever runs it."""
    home = _homes / str(next(_home_numbers))
    home.mkdir()
    for name in [name for name in os.environ if name.startswith("COMPANION_")]:
        monkeypatch.delenv(name)
    for name in _INHERITED:
        monkeypatch.setenv(name, str(home / name.lower()) if name != "HOME" else str(home))
    monkeypatch.setenv("PYTHON_KEYRING_BACKEND", "keyring.backends.fail.Keyring")
    monkeypatch.setenv("COMPANION_HOME", str(home / "companion"))
    monkeypatch.setenv("COMPANION_MODEL_CACHE", str(model_cache))


@pytest.fixture(autouse=True)
def _databases(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """New databases are copies of a migrated one, but where migrations or writes themselves are tested."""
    if not any(request.path.is_relative_to(TESTS / each) for each in ("faults", "companion/store")):
        monkeypatch.setattr(Database, "_migrate", migrate_by_copying)


@pytest.fixture(autouse=True)
def _parsed_once() -> None:
    """Evenings are told again and again: once the parser is loaded, it reads each sentence once."""
    language = sys.modules.get("spacy.language")
    if language and not hasattr(language.Language.__call__, "cache_info"):
        language.Language.__call__ = lru_cache(maxsize=1_000)(language.Language.__call__)


@pytest.fixture(scope="session")
def postgres() -> Iterator[str]:
    """URL of a PostgreSQL server: the one named by TESTS_POSTGRES, or one started for these tests.

    Skipped where PostgreSQL is not installed, unless TESTS_NEED_POSTGRES says that it has to be.
    """
    given = os.environ.get("TESTS_POSTGRES")
    if given:
        yield given
        return
    if programs() is None and not os.environ.get("TESTS_NEED_POSTGRES"):
        pytest.skip("PostgreSQL is not installed (Debian: apt-get install postgresql)")
    with server("fsync=off") as url:
        yield url


@pytest.fixture(scope="session")
def _template(postgres: str) -> Iterator[str]:
    """A database of the newest shape that others begin as a copy of."""
    url = new_database(postgres)
    open_store(url, SystemClock()).close()
    yield url
    drop_database(url)


@pytest.fixture
def postgres_database(postgres: str, _template: str) -> Iterator[str]:
    """URL of an empty database of the newest shape, gone after the test."""
    url = new_database(postgres, template=_template)
    yield url
    drop_database(url)


def _is_local(family: int, address: Any) -> bool:
    if family not in (socket.AF_INET, socket.AF_INET6):
        return True
    host = address[0]
    if host in ("localhost", ""):
        return True
    try:
        return ip_address(host.split("%")[0]).is_loopback
    except ValueError:
        return False


@pytest.fixture(autouse=True, scope="session")
def _no_network() -> Iterator[None]:
    """Let sockets reach this machine only; anything else fails the test that tried."""
    connect, connect_ex = socket.socket.connect, socket.socket.connect_ex

    def guard(sock: socket.socket, address: Any) -> None:
        if not _is_local(sock.family, address):
            raise NetworkBlocked(f"tests have no network; something tried to reach {address}")

    def guarded_connect(self: socket.socket, address: Any) -> None:
        guard(self, address)
        connect(self, address)

    def guarded_connect_ex(self: socket.socket, address: Any) -> int:
        guard(self, address)
        return connect_ex(self, address)

    patch = pytest.MonkeyPatch()
    patch.setattr(socket.socket, "connect", guarded_connect)
    patch.setattr(socket.socket, "connect_ex", guarded_connect_ex)
    yield
    patch.undo()
