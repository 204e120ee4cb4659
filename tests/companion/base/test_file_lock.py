"""Files that two processes change at once: each in its turn, so that neither loses what the other wrote."""

import errno
import sys
import threading
from collections.abc import Callable
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import Any

import pytest

from companion.base import file_lock, settings_file
from companion.base.config import load_settings
from companion.base.errors import SettingsError
from companion.base.file_lock import alone
from companion.web import submissions

FIRST, SECOND = "0" * 31 + "1", "0" * 31 + "2"


def in_the_middle(monkeypatch: pytest.MonkeyPatch, module: ModuleType, name: str, other: Callable[[], Any]) -> Any:
    """Have another one write while something between reading and writing is done; the thread to be waited for."""
    thread, usual = threading.Thread(target=other), getattr(module, name)

    def done(*given: Any) -> Any:
        if not thread.ident:
            thread.start()
            thread.join(0.3)
        return usual(*given)

    monkeypatch.setattr(module, name, done)
    return thread


def test_two_that_change_settings_at_once_keep_each_others(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    settings = load_settings({"data_dir": tmp_path}, environment={})
    other = in_the_middle(
        monkeypatch, settings_file, "_written", lambda: settings_file.put_settings(settings, {"trust": "brisk"}, "B.")
    )
    settings_file.put_settings(settings, {"llm_model": "tiny"}, "A.")
    other.join()
    kept = load_settings({"data_dir": tmp_path}, environment={})
    assert (kept.llm_model, kept.trust) == ("tiny", "brisk")


def test_a_page_that_starts_keeps_what_another_notes_meanwhile(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "received.txt"
    here = submissions.Submissions(file)
    other = in_the_middle(monkeypatch, submissions, "_latest", lambda: here.once(FIRST, lambda: None))
    submissions.Submissions(file)
    other.join()
    assert f"{FIRST} done\n" in file.read_text()


def test_a_page_that_forgets_the_oldest_keeps_what_another_noted(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(submissions, "MOST_REMEMBERED", 2)
    file = tmp_path / "received.txt"
    here, there = submissions.Submissions(file), submissions.Submissions(file)
    for number in range(3, 7):
        here.once(f"{number:032x}", lambda: None)
    there.once(FIRST, lambda: None)
    here.once(SECOND, lambda: None)
    assert file.read_text() == f"{FIRST} done\n{SECOND} done\n"


def test_whoever_holds_a_file_for_too_long_is_told_of(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """In one sentence, and nothing is written; the lock can be read by this account only."""
    monkeypatch.setattr(file_lock, "LONGEST_SECONDS", 0.0)
    settings = load_settings({"data_dir": tmp_path}, environment={})
    with alone(settings.file), pytest.raises(SettingsError, match=r"cannot be written: .*busy"):
        settings_file.put_settings(settings, {"llm_model": "tiny"}, "Why.")
    (lock,) = tmp_path.iterdir()
    assert (lock.name, lock.stat().st_mode & 0o777) == ("companion.toml.lock", 0o600)


@pytest.mark.parametrize(("found", "taken"), [(None, True), (errno.EACCES, False), (errno.ENOLCK, True)])
def test_a_lock_is_asked_of_each_system(found: int | None, taken: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where the disk knows none, the file is written all the same."""

    def locking(lock: int, how: str, count: int) -> None:
        if found is not None:
            raise OSError(found, "")

    monkeypatch.setattr(file_lock.sys, "platform", "win32")
    monkeypatch.setitem(sys.modules, "msvcrt", SimpleNamespace(locking=locking, LK_NBLCK="now"))
    assert file_lock._taken(3) is taken
