"""Files beside a database are looked at before they are copied."""

import os
from pathlib import Path

import pytest

from companion.base.errors import StoreDamaged
from companion.store.files import copied_aside


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="Windows has no named pipes; links are refused all the same.")
@pytest.mark.parametrize("kind", ["pipe", "link", "folder"])
def test_latest_writes_that_are_no_plain_file_are_not_waited_for_or_followed(tmp_path: Path, kind: str) -> None:
    """Nobody writes into the pipe, and the link leads to a file without an end."""
    database, beside, copy = tmp_path / "a.db", tmp_path / "a.db-wal", tmp_path / "b.db"
    database.write_bytes(b"kept")
    if kind == "pipe":
        os.mkfifo(beside)
    elif kind == "link":
        beside.symlink_to("/dev/zero")
    else:
        beside.mkdir()
    with pytest.raises(StoreDamaged, match=r"a.db-wal beside the database is not a plain file"):
        copied_aside(database, copy)
    assert not copy.exists()
