"""Files are written whole or not at all, whatever goes wrong on the way."""

import os
import stat
from pathlib import Path

import pytest

from companion.base import atomic_files
from companion.base.atomic_files import write_named, write_whole


def listed(folder: Path) -> dict[str, bytes]:
    return {each.name: each.read_bytes() for each in folder.iterdir()}


@pytest.mark.parametrize("step", ["fsync", "open", "replace"])
def test_what_cannot_be_written_leaves_what_was_there(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, step: str
) -> None:
    """A full disk tells at any step; nothing half written is left beside it."""
    file = tmp_path / "notes.md"
    write_whole(file, "before")

    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as disk:
        disk.setattr(*((Path, "replace", full) if step == "replace" else (os, step, full)))
        with pytest.raises(OSError, match="No space left"):
            write_whole(file, "after")
    assert listed(tmp_path) == {"notes.md": b"before"}
    write_whole(file, "after")
    assert listed(tmp_path) == {"notes.md": b"after"}


def test_a_file_is_on_the_disk_before_its_name_is_and_the_name_before_it_counts(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """After a power cut there is the old file or the new one, never an empty one."""
    steps: list[str] = []
    to_disk, replace = os.fsync, Path.replace

    def synced(descriptor: int) -> None:
        steps.append("content")
        to_disk(descriptor)

    def renamed(file: Path, target: Path) -> Path:
        steps.append("name")
        return replace(file, target)

    monkeypatch.setattr(os, "fsync", synced)
    monkeypatch.setattr(Path, "replace", renamed)
    monkeypatch.setattr(atomic_files, "folder_to_disk", lambda folder: steps.append(f"folder {folder.name}"))
    write_whole(tmp_path / "notes.md", b"after")
    assert steps == ["content", "name", f"folder {tmp_path.name}"]


def test_two_writers_of_one_file_do_not_meet(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The one that ends last is there, whole; neither takes the other's half."""
    file, to_disk = tmp_path / "notes.md", os.fsync
    others = iter([b"other" * 100])

    def meanwhile(descriptor: int) -> None:
        to_disk(descriptor)
        for body in others:
            write_whole(file, body)
            assert file.read_bytes() == body

    monkeypatch.setattr(os, "fsync", meanwhile)
    write_whole(file, b"mine")
    assert listed(tmp_path) == {"notes.md": b"mine"}


def test_what_a_crash_left_half_written_goes_with_the_next_writing(tmp_path: Path) -> None:
    """Even where it leads elsewhere; what another writer has just begun does not go, nor another file's."""
    other = tmp_path / "other.txt"
    other.write_bytes(b"mine")
    left, begun, alike = (tmp_path / f".{name}.part" for name in ("notes.md.1", "notes.md.2", "notes.md2.1"))
    left.symlink_to(other)
    for each in (begun, alike):
        each.write_bytes(b"half")
    for each in (left, alike):
        os.utime(each, (1, 1), follow_symlinks=False)
    write_whole(tmp_path / "notes.md", "after")
    assert listed(tmp_path) == {"notes.md": b"after", "other.txt": b"mine", begun.name: b"half", alike.name: b"half"}


def test_a_file_people_name_stays_what_it_is(tmp_path: Path) -> None:
    file, link = tmp_path / "kept" / "notes.md", tmp_path / "notes.md"
    file.parent.mkdir()
    file.write_bytes(b"before")
    file.chmod(0o640)
    link.symlink_to(file)
    write_named(link, "after")
    assert (link.is_symlink(), file.read_bytes(), stat.S_IMODE(file.stat().st_mode)) == (True, b"after", 0o640)
    write_named(Path(os.devnull), "after")
    assert not Path(os.devnull).is_file()
    write_named(tmp_path / "new.md", "after")
    assert (tmp_path / "new.md").read_bytes() == b"after"
