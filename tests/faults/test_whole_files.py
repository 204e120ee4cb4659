"""Files are written whole or not at all, whatever goes wrong on the way."""

import os
from pathlib import Path

import pytest

from companion import whole_files
from companion.whole_files import write_whole


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
    monkeypatch.setattr(whole_files, "folder_to_disk", lambda folder: steps.append(f"folder {folder.name}"))
    write_whole(tmp_path / "notes.md", b"after")
    assert steps == ["content", "name", f"folder {tmp_path.name}"]


def test_what_a_crash_left_half_written_is_in_nobodys_way(tmp_path: Path) -> None:
    """Even where it leads elsewhere."""
    other = tmp_path / "other.txt"
    other.write_text("mine")
    (tmp_path / ".notes.md.part").symlink_to(other)
    write_whole(tmp_path / "notes.md", "after")
    assert listed(tmp_path) == {"notes.md": b"after", "other.txt": b"mine"}
