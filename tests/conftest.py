"""Isolation for every test: no network, no real home, no inherited settings."""

import os
import socket
from collections.abc import Iterator
from ipaddress import ip_address
from itertools import count
from pathlib import Path
from typing import Any

import pytest
from hypothesis import settings

settings.register_profile("default", derandomize=True, deadline=None, database=None)
settings.register_profile("long", parent=settings.get_profile("default"), derandomize=False, max_examples=2000)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "default"))

_INHERITED = ("HOME", "XDG_DATA_HOME", "XDG_CONFIG_HOME", "XDG_CACHE_HOME", "XDG_STATE_HOME", "XDG_RUNTIME_DIR")
_home_numbers = count()


class NetworkBlocked(AssertionError):
    """A test tried to leave this machine."""


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--update-golden", action="store_true", help="rewrite the golden files from what happens now")


@pytest.fixture(scope="session")
def model_cache(request: pytest.FixtureRequest) -> Path:
    """Where assembled speech models stay between runs; assembling them for every test would take minutes."""
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
    monkeypatch.setenv("COMPANION_HOME", str(home / "companion"))
    monkeypatch.setenv("COMPANION_MODEL_CACHE", str(model_cache))


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
