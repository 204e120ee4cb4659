"""The data folder on a computer others use too: closed to them from the first file on, or at the next start."""

import logging
import os
import stat
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.app.doctor import check_privacy
from companion.app.doctor_fixes import put_right
from companion.app.wiring import kept_store
from companion.base import private_files
from companion.base.atomic_files import append_whole, write_named, write_whole
from companion.base.config import Settings, load_settings
from companion.base.private_files import close_to_others, open_to_others, private_file, private_folder
from companion.store import open_store
from companion.store.backup import back_up, restore
from companion.store.repair import repair
from tests.support.clock import FakeClock
from tests.support.sitting import roster

pytestmark = pytest.mark.skipif(os.name == "nt", reason="Windows keeps the files of a profile to its account")


@pytest.fixture(autouse=True)
def usual_umask() -> Iterator[None]:
    """As most systems have it: everybody may read what is made."""
    before = os.umask(0o022)
    yield
    os.umask(before)


def rights(file: Path) -> int:
    return stat.S_IMODE(file.stat().st_mode)


def played(folder: Path) -> Settings:
    """An installation with a campaign in it."""
    settings = load_settings({"data_dir": folder}, environment={})
    with kept_store(settings) as store:
        campaign = store.create_campaign("Harbour", "phase-abandon", roster())
        store.claim(campaign.id)
        store.begin_evening(campaign.id)
        assert list(open_to_others(folder)) == []
    return settings


def test_what_is_made_is_private_from_the_beginning(tmp_path: Path) -> None:
    """Folders that were missing on the way too; those that were there stay as they are, and so do files."""
    there = tmp_path / "there"
    there.mkdir(0o755)
    private_folder(there / "a" / "b")
    write_whole(there / "a" / "whole", "x")
    append_whole(there / "a" / "grows", b"x\n")
    private_file(there / "a" / "b" / "empty")
    assert rights(there) == 0o755
    assert [rights(each) for each in (there / "a", there / "a" / "b")] == [0o700] * 2
    assert [rights(there / "a" / each) for each in ("whole", "grows", "b/empty")] == [0o600] * 3
    (there / "a" / "b" / "empty").write_text("x")
    private_file(there / "a" / "b" / "empty")
    assert (there / "a" / "b" / "empty").read_text() == "x"


def test_what_people_name_is_as_their_account_says(tmp_path: Path) -> None:
    """An export somebody asks for may be shown to others; one that is private stays so."""
    for umask, mode in ((0o022, 0o644), (0o077, 0o600)):
        os.umask(umask)
        write_named(tmp_path / f"{mode:o}", "x")
        assert rights(tmp_path / f"{mode:o}") == mode
    write_named(tmp_path / "600", "y")
    assert rights(tmp_path / "600") == 0o600


def test_a_database_and_all_beside_it_is_private(tmp_path: Path) -> None:
    """Its log of writes, its locks, its backups wherever they are, and what restoring and repairing leave."""
    folder, clock = tmp_path / "data", FakeClock()
    settings = played(folder)
    names = {each.name for each in folder.iterdir()}
    assert {"companion.db", "companion.db.campaign-1.lock"} <= names
    with open_store(settings.database, clock) as store:
        store.create_campaign("Other", "phase-abandon", roster())
        assert (folder / "companion.db-wal").exists()
        assert list(open_to_others(folder)) == []
        back_up(store, tmp_path / "copy.db", clock)
    assert rights(tmp_path / "copy.db") == 0o600
    restore(tmp_path / "copy.db", settings.database, clock)
    damaged = bytearray((folder / "companion.db").read_bytes())
    damaged[5000:9000] = b"x" * 4000
    (folder / "companion.db").write_bytes(damaged)
    repair(settings.database, clock)
    assert len(list(folder.glob("companion.db.*-2*"))) == 2
    assert list(open_to_others(folder)) == []
    assert rights(folder) == 0o700


def loosened(folder: Path) -> Path:
    """An installation as it was made before."""
    played(folder)
    for each in (folder, *folder.rglob("*")):
        each.chmod(0o755 if each.is_dir() else 0o644)
    return folder


def test_an_installation_that_was_open_is_closed_at_the_next_start(tmp_path: Path) -> None:
    """Everything in it, but for where links lead; and it goes on working."""
    folder = loosened(tmp_path / "data")
    (outside := tmp_path / "outside").mkdir(0o755)
    (outside / "theirs").write_text("x")
    (folder / "link").symlink_to(outside)
    with kept_store(load_settings({"data_dir": folder}, environment={})) as store:
        assert [each.name for each in store.campaigns()] == ["Harbour"]
    assert list(open_to_others(folder)) == []
    assert [rights(outside), rights(outside / "theirs")] == [0o755, 0o644]


def test_the_doctor_tells_of_an_open_folder_and_closes_it(tmp_path: Path) -> None:
    """It counts what is open and says what to do; once closed, it says so, and nothing is left to repair."""
    folder = loosened(tmp_path / "data")
    settings = load_settings({"data_dir": folder}, environment={})
    count = len([folder, *folder.rglob("*")])
    told = check_privacy(folder)
    assert (told.status, told.sentence) == (
        "warn",
        f"Other accounts of this computer may read {count} files and folders of {folder}.",
    )
    assert "doctor --fix" in told.hint
    done = list(put_right(settings, lambda: False))
    assert done == [f"Only this account can read {folder} and what is in it now."]
    assert list(put_right(settings, lambda: False)) == []
    assert check_privacy(folder).sentence == f"Only this account can read {folder}."


def test_a_folder_of_somebody_else_is_told_and_nothing_breaks(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """Its owner can read it and nobody else may change that: one line at the start, and one from the doctor."""
    folder = loosened(tmp_path / "data")

    def refused(path: Path, mode: int) -> None:
        raise PermissionError(1, "Operation not permitted", str(path))

    monkeypatch.setattr(Path, "chmod", refused)
    owner = os.geteuid()
    monkeypatch.setattr(os, "geteuid", lambda: owner + 1)
    with caplog.at_level(logging.WARNING), kept_store(load_settings({"data_dir": folder}, environment={})) as store:
        assert [each.name for each in store.campaigns()] == ["Harbour"]
    assert caplog.messages == [f"Other accounts may be able to read {folder}: Operation not permitted."]
    told = check_privacy(folder)
    assert (told.status, told.hint) == ("warn", "Choose a data folder of your own.")
    assert "belongs to another account" in told.sentence


def test_a_folder_that_holds_the_whole_home_is_left_alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Closing it would close what has nothing to do with the companion; the doctor says so."""
    (home := tmp_path / "home").mkdir(0o755)
    (home / "page.html").write_text("x")
    monkeypatch.setattr(Path, "home", lambda: home)
    for folder in (home, tmp_path):
        before = rights(folder)
        assert not close_to_others(folder)
        assert rights(folder) == before
        assert rights(home / "page.html") == 0o644
        assert "contains your whole home folder" in check_privacy(folder).sentence


def test_windows_is_told_of_and_left_alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = loosened(tmp_path / "data")
    told = check_privacy(folder, windows=True)
    assert (told.status, "in your profile" in told.sentence) == ("ok", True)
    monkeypatch.setattr(private_files, "WINDOWS", True)
    assert not close_to_others(folder)
    assert rights(folder) == 0o755
