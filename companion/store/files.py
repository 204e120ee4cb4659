"""The database as files: copied aside, and put in place of another, so that a crash at any moment leaves one whole."""

import os
import shutil
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from datetime import datetime
from itertools import chain, count
from pathlib import Path

from companion.base.atomic_files import folder_to_disk
from companion.base.errors import StoreDamaged, StoreError
from companion.base.private_files import private_opener
from companion.store import last_write
from companion.store.lease import lock_file, lock_files
from engine.phrase import phrase, verbatim

_BESIDE = ("-wal", "-shm", last_write.ENDING)
"""Ends of the names of files beside a database, SQLite's and ours; the first holds data."""


@contextmanager
def nobody_writes(path: Path) -> Iterator[None]:
    """Hold the right to write every campaign that was ever written in this file.

    Raises:
        CampaignInUse: A companion has one of them open.
    """
    held = []
    try:
        for file in lock_files(path):
            held.append(lock_file(file, verbatim(path.name)))
        yield
    finally:
        for connection in held:
            connection.close()


def kept_name(path: Path, word: str, now: datetime) -> Path:
    """Name under which a database is kept beside the one that takes its place; none that is taken already."""
    first = path.with_name(f"{path.name}.{word}-{now:%Y%m%d-%H%M%S}")
    others = (first.with_name(f"{first.name}-{number}") for number in count(2))
    return next(each for each in chain([first], others) if not each.exists())


def copied_aside(path: Path, copy: Path) -> None:
    """Copy a database as it lies, damaged or not, with what it has not taken in yet.

    Raises:
        StoreError: There is no room, or a file of that name exists; nothing of the copy is left.
        StoreDamaged: What lies beside it under the name of its latest writes is no plain file.
    """
    latest = _beside(path, _BESIDE[0])
    if latest.is_symlink() or (latest.exists() and not latest.is_file()):
        raise StoreDamaged(
            phrase("{name} beside the database is not a plain file.", name=latest.name),
            phrase("Remove it, and try again."),
        )
    with _told(copy), ExitStack() as unless_whole:
        for ending in ("", *_BESIDE[:1]):
            source, target = _beside(path, ending), _beside(copy, ending)
            if source.exists():
                with source.open("rb") as read, open(target, "xb", opener=private_opener) as written:
                    unless_whole.callback(target.unlink)
                    shutil.copyfileobj(read, written)
                    written.flush()
                    os.fsync(written.fileno())
        folder_to_disk(copy.parent)
        unless_whole.pop_all()


def put_in_place(new: Path, path: Path) -> None:
    """Let a closed database take the place of another one, whose content the caller has copied aside.

    Raises:
        StoreError: A file may not be replaced, or is open in another program.
    """
    with _told(path):
        for ending in reversed(_BESIDE):  # they belong to the old content, and would be taken for the new one's
            _beside(path, ending).unlink(missing_ok=True)
        new.replace(path)
        folder_to_disk(path.parent)


def removed(path: Path) -> None:
    """Delete a database that was only made on the way."""
    with _told(path):
        for ending in ("", *_BESIDE):
            _beside(path, ending).unlink(missing_ok=True)


def _beside(path: Path, ending: str) -> Path:
    return path.with_name(path.name + ending)


@contextmanager
def _told(path: Path) -> Iterator[None]:
    try:
        yield
    except OSError as exc:
        raise StoreError(
            phrase("{path} cannot be written: {strerror}.", path=path, strerror=exc.strerror),
            phrase("Nothing was replaced; free some space there."),
        ) from exc
