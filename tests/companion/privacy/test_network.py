"""Nothing leaves this machine: every feature is used once where no other machine can be reached, and works."""

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.support.features import PAGES, ROOT

_GUARDED = "import socket, sys; from tests.support.features import guard; sys.addaudithook(guard)"
_SOUND = {".wav", ".flac", ".ogg", ".mp3", ".raw"}


def _alone() -> list[str]:
    """Return the command that runs a program in a network of its own; empty where the system does not allow it."""
    for way in (["unshare", "--net"], ["unshare", "--map-root-user", "--net"]):
        try:
            if subprocess.run([*way, "true"], capture_output=True, timeout=10).returncode == 0:
                return way
        except (FileNotFoundError, subprocess.TimeoutExpired):
            break
    return []


@pytest.fixture(scope="module")
def alone() -> list[str]:
    return _alone()


@pytest.fixture(scope="module")
def used(tmp_path_factory: pytest.TempPathFactory, model_cache: Path, alone: list[str]) -> dict[str, Any]:
    """Report of using everything under a guard, and without a network where that is possible."""
    folder = tmp_path_factory.mktemp("everything")
    environment = {
        **os.environ,
        "HOME": str(folder),
        "COMPANION_HOME": str(folder / "data"),
        "COMPANION_MODEL_CACHE": str(model_cache),
        "PYTHON_KEYRING_BACKEND": "keyring.backends.fail.Keyring",
    }
    program = [sys.executable, str(ROOT / "tests" / "support" / "features.py"), str(folder)]
    done = subprocess.run([*alone, *program], capture_output=True, text=True, env=environment, timeout=600, umask=0o022)
    assert done.returncode == 0, done.stderr[-2000:]
    answer: dict[str, Any] = json.loads(done.stdout.splitlines()[-1])
    return answer | {"home": sorted(each.relative_to(folder).as_posix() for each in folder.rglob("*"))}


def test_every_feature_works_without_reaching_for_another_machine(used: dict[str, Any]) -> None:
    """No connection, no look-up of a name, no open port beyond this machine is even tried."""
    assert used["reached"] == []
    assert used["failed"] == {}


def test_every_command_and_every_page_is_among_them(used: dict[str, Any]) -> None:
    """A new command needs a line in `tests/support/features.py`; pages are found by themselves."""
    assert {each.split()[0] for each in used["used"]} == set(used["commands"])
    assert {f"page {address}" for address in PAGES} <= set(used["used"])


def test_every_feature_works_where_there_is_only_loopback(used: dict[str, Any], alone: list[str]) -> None:
    if not alone:
        sentence = "this system gives programs no network of their own (unshare --net)"
        pytest.fail(sentence) if os.environ.get("TESTS_NEED_NAMESPACE") else pytest.skip(sentence)
    assert used["interfaces"] == ["lo"]
    assert used["failed"] == {}


def test_no_library_keeps_notes_of_its_own_to_send_them_later(used: dict[str, Any]) -> None:
    """ONNX Runtime would: a number of this computer, and every model it runs, sent by code no guard above sees."""
    assert [each for each in used["home"] if "onnxruntime" in each.lower() or "deviceid" in each.lower()] == []
    assert [each for each in used["home"] if each.startswith(".cache/")] == []


def test_only_this_account_can_read_what_is_kept(used: dict[str, Any]) -> None:
    """After every command and every page, under the umask most systems have: folders 0700, files 0600."""
    loose = {name: oct(mode) for name, mode in used["kept"].items() if mode & 0o077}
    assert loose == {}
    assert {"companion.db", "page-keys.json", "hearing-speed.json", "notes", "voices"} <= set(used["kept"])


def test_what_people_name_may_be_read_by_whom_their_account_says(used: dict[str, Any]) -> None:
    """Exports, notes and recaps written elsewhere, by the umask; a backup holds every secret and is private."""
    named = used["named"]
    for name in ("json", "markdown", "html", "vault/Start here.md", "events.jsonl", "said.wav", "played/events.jsonl"):
        assert named.get(name) == 0o644, name
    assert named["vault"] == 0o755
    assert named["copy.db"] == 0o600


def test_no_sound_is_kept(used: dict[str, Any]) -> None:
    """Neither of the evening that was heard, nor of the voice that was learnt."""
    assert any(each.startswith("voices/") for each in used["kept"])
    assert [each for each in used["kept"] if Path(each).suffix in _SOUND] == []


def test_the_guard_catches_what_it_forbids() -> None:
    """A connection, a datagram, a name and a port, each beyond this machine."""
    tries = (
        "s.connect(('203.0.113.1', 80))",
        "socket.socket(type=socket.SOCK_DGRAM).sendto(b'x', ('203.0.113.1', 53))",
        "socket.getaddrinfo('example.org', 80)",
        "s.bind(('0.0.0.0', 0))",
    )
    for attempt in tries:
        code = f"{_GUARDED}; s = socket.socket(); {attempt}"
        done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, cwd=ROOT)
        assert "the test forbids" in done.stderr, attempt
