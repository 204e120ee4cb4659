"""Files that are written whole or not at all, so that neither a crash nor a power cut leaves half of one."""

import contextlib
import os
from pathlib import Path

PASSING = ".part"
"""End of the name of a file while it is written; one is only left there by a crash."""


def write_whole(file: Path, body: str | bytes, mode: int = 0o666) -> None:
    """Write a file in place of the one before; when this returns, it survives a power cut.

    Args:
        file: In a folder that is there.
        body: All of it.
        mode: Who may read it, as far as the account's settings let them.

    Raises:
        OSError: There is no room or no right; what was there before is still there.
    """
    new = file.with_name(f".{file.name}{PASSING}")
    try:
        new.unlink(missing_ok=True)
        with open(os.open(new, os.O_WRONLY | os.O_CREAT | os.O_EXCL, mode), "wb") as stream:
            stream.write(body.encode("utf-8", "replace") if isinstance(body, str) else body)
            stream.flush()
            os.fsync(stream.fileno())
        new.replace(file)
    except OSError:
        with contextlib.suppress(OSError):  # why it could not be written is told, not why it could not be tidied up
            new.unlink(missing_ok=True)
        raise
    folder_to_disk(file.parent)


def folder_to_disk(folder: Path) -> None:
    """Make a rename last; on Windows it does by itself, and folders cannot be opened."""
    if os.name != "nt":
        descriptor = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)
