"""A companion that may open 256 files, as many systems have it: a crowd on the network takes nothing from the table."""

import http.client
import json
import socket
import ssl
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path

import pytest

from companion.web.connections import share_of_network

THERE = "127.0.0.2"
CROWD = 300


@contextmanager
def crowd(port: int, begun: bytes) -> Iterator[None]:
    """Connections from the network that never finish what they begin, from many addresses."""
    found = []
    for number in range(CROWD):
        each = socket.socket()
        each.bind((f"127.0.1.{number % 50 + 1}", 0))
        each.settimeout(1.0)
        found.append(each)
        with suppress(OSError):
            each.connect((THERE, port))
            each.sendall(begun)
    yield
    for each in found:
        each.close()


def knocked(port: int, *, secure: bool) -> int:
    """Status of an answer to somebody from the network who has no key."""
    if secure:
        phone: http.client.HTTPConnection = http.client.HTTPSConnection(
            THERE, port, timeout=20.0, context=ssl._create_unverified_context()
        )
    else:
        phone = http.client.HTTPConnection(THERE, port, timeout=20.0)
    with closing(phone):
        phone.request("GET", "/seat")
        return phone.getresponse().status


@pytest.mark.skipif(
    sys.platform != "linux", reason="Every address that begins with 127 is this computer's on Linux only."
)
@pytest.mark.parametrize(
    ("begun", "options"), [(b"GET / HTTP/1.1\r\nHost: ", []), (b"\x16\x03\x01\x02", ["--secure"])], ids=["plain", "tls"]
)
def test_a_crowd_takes_nothing_from_the_table_and_without_a_file_nothing_is_lost(
    tmp_path: Path, begun: bytes, options: list[str]
) -> None:
    """Page, typed and spoken lines go on beside 300 unfinished requests or handshakes, and a phone comes in; where no
    file can be opened, what was typed is refused in one sentence and taken in when it is sent again, what was said is
    kept, and the page comes back."""
    command = [sys.executable, "-m", "tests.support.few_files", str(tmp_path), *options]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as table:
        assert table.stdout is not None
        assert table.stdin is not None
        with crowd(port := int(table.stdout.readline()), begun):
            assert knocked(port, secure=bool(options)) == 403
            table.stdin.write("\n")
            table.stdin.close()
            told = json.loads(table.stdout.read())
    assert share_of_network().everybody < CROWD
    assert told["before"] == told["crowd"] == told["after"] == [200, "", ""]
    page, typed, spoken = told["no file left"]
    assert (page, spoken) == (0, "")
    assert typed.endswith("page-received.txt cannot be written: Too many open files. Nothing was done.")
    assert sorted(told["lines"]) == sorted(told["kept"])
    assert sorted(told["kept"]) == sorted(
        [f"We pay for bed {number}." for number in (1, 2, 3)] + [f"We carry chest {number}." for number in (1, 2, 3, 4)]
    )
