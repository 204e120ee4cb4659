"""Files that are written whole or not at all, so that neither a crash nor a power cut leaves half of one."""

import contextlib
import glob
import os
import shutil
import stat
from collections.abc import Iterator
from pathlib import Path
from secrets import token_hex
from tempfile import TemporaryFile
from typing import IO

from companion.base.private_files import FILE_MODE, private_file

PASSING = ".part"
"""End of the name of a file while it is written; one is only left there by a crash."""

_LEFT_SECONDS = 600.0
"""A file on its way that is so much older than the next one of that name was left there by a crash."""


SHARED = 0o666
"""Mode of a file people name and may show to others: who may read it is for the account's settings (umask) to say."""


def write_whole(file: Path, body: str | bytes, mode: int = FILE_MODE) -> None:
    """Write a file in place of the one before; when this returns, it survives a power cut.

    Args:
        file: In a folder that is there.
        body: All of it.
        mode: Who may read it, as far as the account's settings let them; this account only when left out.

    Raises:
        OSError: There is no room or no right; what was there before is still there.
    """
    with growing(file, mode) as stream:
        stream.write(_bytes(body))


def write_named(file: Path, body: str | bytes) -> None:
    """As `write_whole`, for a file that people name: a link stays one, rights stay, a device or pipe takes it in.

    Raises:
        OSError: There is no room or no right; what was there before is still there.
    """
    with growing_named(file) as stream:
        stream.write(_bytes(body))


@contextlib.contextmanager
def growing(file: Path, mode: int = FILE_MODE) -> Iterator[IO[bytes]]:
    """As `write_whole`, for what is written piece by piece: it takes the place of the one before when the block ends.

    When the block raises, what was there before stays.
    """
    new = file.with_name(f".{file.name}.{token_hex(4)}{PASSING}")  # its own: another process may write the same file
    try:
        with open(os.open(new, os.O_WRONLY | os.O_CREAT | os.O_EXCL, mode), "wb") as stream:
            yield stream
            stream.flush()
            os.fsync(stream.fileno())
        _clear_left(file, new)
        new.replace(file)
    finally:
        with contextlib.suppress(OSError):  # the failed write is reported, not the failed tidying
            new.unlink(missing_ok=True)
    folder_to_disk(file.parent)


@contextlib.contextmanager
def growing_named(file: Path) -> Iterator[IO[bytes]]:
    """As `growing`, for a file that people name (see `write_named`)."""
    file = file.resolve()
    if not file.exists() or file.is_file():
        with growing(file, stat.S_IMODE(file.stat().st_mode) if file.exists() else SHARED) as stream:
            yield stream
    else:
        with file.open("wb") as target, TemporaryFile() as held:  # a pipe cannot be written anywhere but at its end
            yield held
            held.seek(0)
            shutil.copyfileobj(held, target)


def append_whole(file: Path, line: bytes) -> None:
    """Add a line to a file, or nothing; when this returns, it survives a power cut. A kill may leave a part of it.

    Raises:
        OSError: There is no room or no right; what was there before is still there, and nothing else.
    """
    private_file(file)
    length = file.stat().st_size
    try:
        with file.open("ab") as stream:
            stream.write(line)
            stream.flush()
            os.fsync(stream.fileno())
    except OSError:
        with contextlib.suppress(OSError):
            os.truncate(file, length)
        raise


def on_the_way(file: Path) -> Iterator[Path]:
    """Yield the temporary files in which a file is being written, or was when a crash came."""
    return file.parent.glob(f".{glob.escape(file.name)}.*{PASSING}")


def folder_to_disk(folder: Path) -> None:
    """Make a rename last; on Windows it does by itself, and folders cannot be opened."""
    if os.name != "nt":
        descriptor = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)


def _bytes(body: str | bytes) -> bytes:
    return body.encode("utf-8", "replace") if isinstance(body, str) else body


def _clear_left(file: Path, new: Path) -> None:
    """Delete what crashes left half written; by the file system's own times, whatever the computer's clock says."""
    now = new.stat().st_mtime
    for each in on_the_way(file):
        with contextlib.suppress(OSError):  # it goes with the next file of that name
            if now - each.lstat().st_mtime > _LEFT_SECONDS:
                each.unlink()
