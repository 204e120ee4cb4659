"""Files and folders that only this account may read: all that is in the data folder, on computers others use too.

Everything here leaves Windows alone, which keeps the files of a profile to its account.
"""

import os
import stat
from collections.abc import Iterator
from pathlib import Path

WINDOWS = os.name == "nt"
FILE_MODE, FOLDER_MODE = 0o600, 0o700
_OTHERS = 0o077
"""Rights of everybody but the owner."""


def private_folder(folder: Path) -> None:
    """Make a folder, and those above it that are missing, for this account only; one that is there stays as it is.

    Raises:
        OSError: It cannot be made.
    """
    missing = [each for each in (folder, *folder.parents) if not each.exists()]
    for each in reversed(missing):
        each.mkdir(FOLDER_MODE, exist_ok=True)
    folder.mkdir(FOLDER_MODE, exist_ok=True)


def private_file(file: Path) -> None:
    """Make an empty file for this account only, for a program that would make it for everybody; one there stays.

    Raises:
        OSError: It cannot be made.
    """
    if not file.exists():
        os.close(os.open(file, os.O_CREAT | os.O_WRONLY, FILE_MODE))


def private_opener(path: str, flags: int) -> int:
    """Opens files for `open`; a new one is for this account only."""
    return os.open(path, flags, FILE_MODE)


def open_to_others(folder: Path) -> Iterator[Path]:
    """Yield what others may read or write in a folder, itself first; links are not followed.

    Where the whole home is in it nothing counts: that is not the companion's to close.
    """
    if WINDOWS or not folder.exists() or holds_home(folder):
        return
    folder = folder.resolve()
    for each in (folder, *folder.rglob("*")):
        found = each.lstat()
        if not stat.S_ISLNK(found.st_mode) and found.st_mode & _OTHERS:
            yield each


def holds_home(folder: Path) -> bool:
    """Return True if a folder is somebody's whole home, or has it in it."""
    return Path.home().resolve().is_relative_to(folder.resolve())


def close_to_others(folder: Path) -> bool:
    """Let nobody but the owner read or write anything in a folder; False when nobody could.

    Raises:
        OSError: Something belongs to another account; what comes before it is closed.
    """
    found = list(open_to_others(folder))
    for each in found:
        each.chmod(stat.S_IMODE(each.stat().st_mode) & ~_OTHERS)
    return bool(found)


def belongs_to_another(folder: Path) -> bool:
    """Return True if an existing folder has another owner than the user who runs this."""
    return not WINDOWS and folder.exists() and folder.stat().st_uid != os.geteuid()
