"""The isolation itself holds."""

import os
import socket
from pathlib import Path

import pytest


def test_a_connection_to_another_machine_fails() -> None:
    """Nothing a test runs can reach the network."""
    with socket.socket() as sock, pytest.raises(AssertionError, match=r"192\.0\.2\.1"):
        sock.connect(("192.0.2.1", 80))


def test_a_connection_to_this_machine_works() -> None:
    """Loopback stays open, so servers can be tried for real."""
    with socket.create_server(("127.0.0.1", 0)) as server, socket.create_connection(server.getsockname(), timeout=60):
        pass


def test_the_home_is_empty_and_temporary(tmp_path_factory: pytest.TempPathFactory) -> None:
    """No test sees or changes the files of the person who runs it."""
    home = Path.home()
    assert list(home.iterdir()) == []
    assert home.is_relative_to(tmp_path_factory.getbasetemp())
    assert Path(os.environ["COMPANION_HOME"]).is_relative_to(home)
