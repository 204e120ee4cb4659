import json
import os
import time

import pytest

from companion.base.errors import ExportError
from companion.transfer.exports.folder import MANIFEST, write_folder


def fates(folder, **files):
    return {each.path: each.fate for each in write_folder(folder, {f"{name}.md": text for name, text in files.items()})}


def test_only_what_differs_is_touched(tmp_path):
    assert fates(tmp_path, a="1", b="2") == {"a.md": "written", "b.md": "written"}
    os.utime(tmp_path / "a.md", (1, 1))
    assert fates(tmp_path, a="1", b="3") == {"a.md": "unchanged", "b.md": "changed"}
    assert (tmp_path / "a.md").stat().st_mtime == 1
    assert (tmp_path / "b.md").read_text() == "3"


def test_a_note_changed_by_hand_is_kept_and_what_is_new_stands_beside_it(tmp_path):
    fates(tmp_path, a="1")
    (tmp_path / "a.md").write_text("mine")
    assert fates(tmp_path, a="1") == {"a.md": "edited"}
    (told,) = write_folder(tmp_path, {"a.md": "2"})
    assert (told.fate, told.beside) == ("beside", "a (new).md")
    assert told.told == "a.md was edited and is kept; the new version is in a (new).md."
    assert (tmp_path / "a.md").read_text() == "mine"
    assert (tmp_path / "a (new).md").read_text() == "2"


def test_a_newer_text_replaces_the_one_beside_unless_that_was_changed_too(tmp_path):
    fates(tmp_path, a="1")
    (tmp_path / "a.md").write_text("mine")
    for text in ("2", "2", "3"):
        fates(tmp_path, a=text)
        assert (tmp_path / "a (new).md").read_text() == text
    (tmp_path / "a (new).md").write_text("mine too")
    fates(tmp_path, a="4")
    assert (tmp_path / "a (new).md").read_text() == "mine too"
    assert (tmp_path / "a (new 2).md").read_text() == "4"


def test_a_file_that_was_there_before_the_first_export_is_kept(tmp_path):
    (tmp_path / "a.md").write_text("mine")
    assert fates(tmp_path, a="1") == {"a.md": "beside"}
    assert (tmp_path / "a.md").read_text() == "mine"


def test_what_is_told_no_more_goes_unless_people_changed_it(tmp_path):
    fates(tmp_path, a="1", b="2")
    (tmp_path / "b.md").write_text("mine")
    assert fates(tmp_path) == {"a.md": "removed", "b.md": "orphaned"}
    assert not (tmp_path / "a.md").exists()
    assert fates(tmp_path) == {"b.md": "orphaned"}
    assert (tmp_path / "b.md").read_text() == "mine"


def test_a_deleted_note_is_written_again(tmp_path):
    fates(tmp_path, a="1")
    (tmp_path / "a.md").unlink()
    assert fates(tmp_path, a="1") == {"a.md": "written"}


@pytest.mark.parametrize("path", ["../a.md", "/etc/a.md", "x/../../a.md"])
def test_no_path_leads_out_of_the_folder(tmp_path, path):
    folder = tmp_path / "vault"
    with pytest.raises(ExportError, match="is outside"):
        write_folder(folder, {path: "1"})
    assert not (tmp_path / "a.md").exists()


def test_no_link_leads_out_of_the_folder(tmp_path):
    folder, elsewhere = tmp_path / "vault", tmp_path / "elsewhere"
    folder.mkdir()
    elsewhere.mkdir()
    (folder / "People").symlink_to(elsewhere)
    with pytest.raises(ExportError, match="is outside"):
        write_folder(folder, {"People/a.md": "1"})
    assert list(elsewhere.iterdir()) == []


def test_a_forged_list_of_files_deletes_nothing_elsewhere(tmp_path):
    folder, victim = tmp_path / "vault", tmp_path / "victim.md"
    folder.mkdir()
    victim.write_text("1")
    (folder / MANIFEST).write_text(json.dumps({"version": 1, "files": {"../victim.md": "0" * 64}}))
    with pytest.raises(ExportError, match="is outside"):
        write_folder(folder, {})
    assert victim.exists()


def test_a_damaged_list_of_files_is_told_and_nothing_written(tmp_path):
    (tmp_path / MANIFEST).write_text("{")
    with pytest.raises(ExportError, match="is damaged"):
        write_folder(tmp_path, {"a.md": "1"})
    assert not (tmp_path / "a.md").exists()


def test_half_characters_are_replaced(tmp_path):
    fates(tmp_path, a="x\ud83dy")
    assert (tmp_path / "a.md").read_text() == "x?y"
    assert fates(tmp_path, a="x\ud83dy") == {"a.md": "unchanged"}


def test_a_folder_that_cannot_be_made_is_told(tmp_path):
    (tmp_path / "file").write_text("")
    with pytest.raises(ExportError, match="cannot be written"):
        write_folder(tmp_path / "file" / "vault", {"a.md": "1"})


def test_a_file_of_any_size_is_kept_and_not_read_whole(tmp_path):
    """Whoever puts it there fills no memory, and holds nobody up."""
    with (tmp_path / "a.md").open("wb") as sparse:
        sparse.truncate(50_000_000_000)
    began = time.monotonic()
    (told,) = write_folder(tmp_path, {"a.md": "1"})
    assert (told.fate, told.beside) == ("beside", "a (new).md")
    assert time.monotonic() - began < 20.0
    assert (tmp_path / "a.md").stat().st_size == 50_000_000_000
