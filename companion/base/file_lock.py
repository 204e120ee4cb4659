"""One at a time: what reads a file and writes it anew keeps others from writing it meanwhile."""

import errno
import os
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from companion.base.private_files import private_opener

LONGEST_SECONDS = 5.0
"""Longest wait for whoever writes the file."""

_STEP_SECONDS = 0.01


@contextmanager
def alone(file: Path) -> Iterator[None]:
    """Change a file while nobody else does, in this process or another; a process that dies lets go by that.

    Args:
        file: In a folder that is there; the lock is a file beside it, which stays.

    Raises:
        OSError: Somebody holds it for too long, or the lock cannot be made.
    """
    with open(file.with_name(f"{file.name}.lock"), "ab", opener=private_opener) as lock:
        until = time.monotonic() + LONGEST_SECONDS
        while not _taken(lock.fileno()):
            if time.monotonic() > until:
                raise OSError(errno.EBUSY, os.strerror(errno.EBUSY), str(file))
            time.sleep(_STEP_SECONDS)
        yield


def _taken(lock: int) -> bool:
    """Return True once nobody else holds an open file; also where its disk knows no locks."""
    try:
        if sys.platform == "win32":
            import msvcrt

            msvcrt.locking(lock, msvcrt.LK_NBLCK, 1)
        else:
            import fcntl

            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError as problem:
        return problem.errno not in {errno.EAGAIN, errno.EACCES}  # the second is Windows'
    return True
