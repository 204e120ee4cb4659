"""The isolation itself holds, and slow tests are known."""

import os
import socket
from pathlib import Path
from types import SimpleNamespace

import pytest

from tests.conftest import SLOW_PLACES, TESTS, is_slow


def test_a_connection_to_another_machine_fails() -> None:
    with socket.socket() as sock, pytest.raises(AssertionError, match=r"192\.0\.2\.1"):
        sock.connect(("192.0.2.1", 80))


def test_a_connection_to_this_machine_works() -> None:
    with socket.create_server(("127.0.0.1", 0)) as server, socket.create_connection(server.getsockname(), timeout=60):
        pass


def test_the_home_is_empty_and_temporary(tmp_path_factory: pytest.TempPathFactory) -> None:
    home = Path.home()
    assert list(home.iterdir()) == []
    assert home.is_relative_to(tmp_path_factory.getbasetemp())
    assert Path(os.environ["COMPANION_HOME"]).is_relative_to(home)


def test_places_of_slow_tests_are_there() -> None:
    """A file that was moved would be quick again without anybody noticing."""
    assert [place for place in SLOW_PLACES if not (TESTS / place).exists()] == []


@pytest.mark.parametrize(
    ("path", "fixtures", "params", "slow"),
    [
        ("faults/test_kills.py", (), {}, True),
        ("web/test_looks.py", ("browser", "tmp_path"), {}, True),
        ("companion/store/test_store.py", ("place",), {"place": "postgresql"}, True),
        ("companion/store/test_store.py", ("place",), {"place": "sqlite"}, False),
        ("faultsome/test_kills.py", (), {}, False),
    ],
)
def test_slow_tests_are_known_by_place_and_by_what_they_need(
    path: str, fixtures: tuple[str, ...], params: dict[str, str], slow: bool
) -> None:
    item = SimpleNamespace(path=TESTS / path, fixturenames=fixtures, callspec=SimpleNamespace(params=params))
    assert is_slow(item) == slow
