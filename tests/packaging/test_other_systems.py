"""macOS and Windows, where nobody runs these tests: what only some systems have stands behind a branch.

A new entry below needs a branch for the systems without it, and a test of that branch that runs everywhere.
"""

import ast
import re
import runpy
import sys
from dataclasses import dataclass
from pathlib import Path
from types import SimpleNamespace

import keyring
import pytest
from keyring.backend import KeyringBackend
from keyring.backends import Windows, macOS

from companion.app import doctor_fixes, timings
from companion.app.doctor import check_voiceprints
from companion.base import atomic_files, private_files
from companion.base.config import load_settings
from companion.cli import care
from companion.privacy import keychain

ROOT = Path(__file__).parents[2]

ONE_SYSTEM_ONLY_MODULES = (
    "fcntl resource pwd grp termios tty pty posix spwd crypt nis syslog msvcrt winreg winsound _winapi secretstorage"
)
ONE_SYSTEM_ONLY = frozenset(ONE_SYSTEM_ONLY_MODULES.split())
GUARDED = {
    "companion/app/timings.py": {"resource"},
    "companion/base/file_lock.py": {"fcntl", "msvcrt"},
    "companion/privacy/keychain.py": {"secretstorage"},
    "companion/web/connections.py": {"resource"},
}
"""Imports of such modules, each behind a look at the system."""

GUARDED_CALLS = {("companion/base/private_files.py", "os.geteuid")}
"""Calls Windows does not have, each behind a look at the system."""

UNIX_OS = re.compile(
    r"os\.(fork|forkpty|get(e?[ug]id|groups|pgid|pgrp|ppid|loadavg|sid)|set(e?[ug]id|sid|pgid|pgrp)|killpg|l?chown|fchown"
    r"|mkfifo|mknod|f?statvfs|uname|nice|sched_\w+|posix_\w+|wait(id|3|4)?|sync|fdatasync|pipe2|openpty|ctermid|chroot"
    r"|O_(NOFOLLOW|DIRECTORY|CLOEXEC|SYNC|NONBLOCK))"
)
SIGNALS = {f"signal.{each}" for each in ("SIGINT", "SIGTERM", "Signals", "signal", "default_int_handler")}
PLACES = re.compile(r"/(tmp|dev|proc|etc|usr|var|home|opt|sys|run)(/|$)")


@dataclass(frozen=True)
class Used:
    """Names a file uses: modules it imports, names of modules as `module.name`, and texts."""

    modules: frozenset[str]
    names: frozenset[str]
    texts: frozenset[str]


@pytest.fixture(scope="module")
def shipped() -> dict[str, Used]:
    """Everything people run; measurements are Linux's."""
    files = [file for package in ("engine", "audio", "companion") for file in sorted((ROOT / package).rglob("*.py"))]
    read = {file.relative_to(ROOT).as_posix(): file for file in files}
    return {name: used(file) for name, file in read.items() if not name.startswith("tools/bench/")}


def used(file: Path) -> Used:
    modules, names, texts = set(), set(), set()
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        match node:
            case ast.Import():
                modules |= {each.name.split(".")[0] for each in node.names}
            case ast.ImportFrom(module=str(module)):
                modules.add(module.split(".")[0])
            case ast.Attribute(value=ast.Name(id=module), attr=name):
                names.add(f"{module}.{name}")
            case ast.Constant(value=str(text)):
                texts.add(text)
    return Used(frozenset(modules), frozenset(names), frozenset(texts))


def test_modules_of_one_system_are_imported_where_a_branch_stands(shipped: dict[str, Used]) -> None:
    assert {name: found for name, each in shipped.items() if (found := each.modules & ONE_SYSTEM_ONLY)} == GUARDED


def test_no_call_is_made_that_windows_does_not_have(shipped: dict[str, Used]) -> None:
    """Nor a signal: there is no SIGHUP, and a loop takes none."""
    found = {
        (file, name)
        for file, each in shipped.items()
        for name in each.names
        if UNIX_OS.fullmatch(name) or (name.startswith("signal.") and name not in SIGNALS)
    }
    assert found == GUARDED_CALLS
    assert not [file for file, each in shipped.items() if any("add_signal_handler" in name for name in each.names)]


def test_no_place_of_one_system_is_written_down(shipped: dict[str, Used]) -> None:
    assert {(file, text) for file, each in shipped.items() for text in each.texts if PLACES.match(text)} == set()


@pytest.mark.parametrize("call", ["os.getuid", "os.statvfs", "os.O_DIRECTORY", "os.sched_getaffinity", "os.wait"])
def test_what_windows_lacks_is_known(call: str) -> None:
    assert UNIX_OS.fullmatch(call)
    assert not UNIX_OS.fullmatch("os.replace")


def test_memory_is_told_where_the_system_tells_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(timings.sys, "platform", "darwin")
    assert timings.megabytes(800_000_000) == 800
    monkeypatch.setattr(timings.sys, "platform", "linux")
    assert timings.megabytes(800_000) == pytest.approx(819.2)
    monkeypatch.setattr(timings.sys, "platform", "win32")
    monkeypatch.setitem(sys.modules, "resource", None)
    assert timings.used().endswith("seconds of processor time")


def test_a_folder_is_not_opened_on_windows(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A rename lasts there by itself; elsewhere a folder that is not there is a failure."""
    with pytest.raises(FileNotFoundError):
        atomic_files.folder_to_disk(tmp_path / "gone")
    monkeypatch.setattr(atomic_files, "os", SimpleNamespace(name="nt"))
    atomic_files.folder_to_disk(tmp_path / "gone")


def test_rights_are_left_alone_on_windows(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    settings = load_settings({"data_dir": tmp_path}, environment={})
    voices = tmp_path / "voices"
    voices.mkdir(mode=0o755)
    monkeypatch.setattr(private_files, "WINDOWS", True)
    assert not private_files.belongs_to_another(tmp_path)
    assert list(doctor_fixes.put_right(settings, lambda: False)) == []


@pytest.mark.parametrize("system", ["win32", "darwin"])
def test_the_menu_entry_is_refused_elsewhere_with_what_to_do(
    system: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "platform", system)
    with pytest.raises(SystemExit, match="1"):
        care.desktop()
    told = " ".join(capsys.readouterr().err.split())
    assert told == "Menu entries are supported on Linux desktops only. Create a shortcut to the companion command."


@pytest.mark.parametrize("system", ["win32", "darwin"])
def test_the_keychain_needs_no_package_of_linux(system: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "platform", system)
    monkeypatch.setitem(sys.modules, "secretstorage", None)
    monkeypatch.setitem(sys.modules, "secretstorage.exceptions", None)
    assert callable(runpy.run_path(keychain.__file__)["keychain_name"])


@pytest.mark.parametrize("backend", [Windows.WinVaultKeyring, macOS.Keyring])
def test_each_system_s_keychain_is_told_by_name(
    backend: type[KeyringBackend], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    there = SimpleNamespace(viable=True, priority=5, name=backend.name)
    monkeypatch.setattr(keyring, "get_keyring", lambda: there)
    told = check_voiceprints(load_settings({"data_dir": tmp_path}, environment={}))
    assert (told.status, there.name in told.sentence) == ("ok", True)
