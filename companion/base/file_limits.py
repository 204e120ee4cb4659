"""Limits on reading files: checked before parsing, as a small file can hold more than memory does."""

import errno
import os
import re
import tomllib
from pathlib import Path
from typing import IO, Any

from companion.base.errors import ExportError
from engine.phrase import phrase

LARGEST_BYTES = 64_000_000
"""Years of evenings fit."""
MOST_VALUES = 3_000_000
"""Brackets, commas and colons: each may become a value of up to 70 bytes, and a campaign has one in nine letters."""
LARGEST_DATABASE_BYTES = 2_000_000_000
"""A thousand long evenings fit."""
SMALL_BYTES = 1_000_000
"""Settings, faces, keys, a voice: files of a few thousand bytes."""
TOML_BYTES = 200_000
"""The largest library of a rules system has a twentieth of it."""
MOST_DOTS = 100
"""Dots of a line outside texts: the parts of a key such as a.b.c, each of which takes the memory of all before it."""

_MARKS = (b"[", b"{", b",", b":")
_TEXTS = re.compile(
    r'#[^\n]*|"""(?:\\.|[^"\\]|"(?!""))*+(?:"{3,5})?|'
    + r"'''(?:[^']|'(?!''))*+(?:'{3,5})?|"
    + r'"(?:\\.|[^"\\\n])*+"?|'
    + r"'[^'\n]*+'?",
    re.DOTALL,
)
"""Comments and texts. One without an end reaches as far as it can, so that nothing is looked through twice."""
_NO_WAIT = getattr(os, "O_NONBLOCK", 0)


class TooLarge(ExportError):
    """A file holds more than any campaign."""

    def __init__(self) -> None:
        super().__init__(
            phrase(
                "The file is larger than any campaign: more than {largest_bytes} MB, or {most_values} million values.",
                largest_bytes=LARGEST_BYTES // 1_000_000,
                most_values=MOST_VALUES // 1_000_000,
            ),
            phrase("Choose another one."),
        )


def opened(path: Path) -> IO[bytes]:
    """A file opened for reading; a pipe into which nobody writes is empty, instead of being waited for.

    Raises:
        OSError: It cannot be opened, or is a folder.
    """
    return open(path, "rb", opener=_without_waiting)


def _without_waiting(path: str, flags: int) -> int:
    descriptor = os.open(path, flags | _NO_WAIT)
    if _NO_WAIT:
        os.set_blocking(descriptor, True)
    return descriptor


def read_bounded(path: Path) -> bytes:
    """The bytes of a file that is no larger than a campaign may be, whatever its folder says of its size.

    Raises:
        OSError: It cannot be read.
        TooLarge: It is larger.
    """
    with opened(path) as stream:
        return bounded(stream.read(LARGEST_BYTES + 1))


def bounded(content: bytes) -> bytes:
    """The bytes themselves.

    Raises:
        TooLarge: They are more, or hold more values, than any campaign.
    """
    Tally().add(content)
    return content


class Tally:
    """Counts what is read of one campaign.

    Args:
        times: So many times more than a campaign is let through.
    """

    def __init__(self, times: int = 1) -> None:
        self._bytes = LARGEST_BYTES * times
        self._values = MOST_VALUES * times

    def add(self, content: bytes) -> None:
        """Count some more of it.

        Raises:
            TooLarge: All of it are more bytes, or more values, than any campaign.
        """
        self._bytes -= len(content)
        self._values -= sum(content.count(mark) for mark in _MARKS) if self._bytes >= 0 else 0
        if min(self._bytes, self._values) < 0:
            raise TooLarge


def read_small(path: Path, most: int = SMALL_BYTES) -> bytes:
    """The bytes of a file of settings or the like.

    Raises:
        OSError: It cannot be read, or holds more bytes than `most`.
    """
    with opened(path) as stream:
        content = stream.read(most + 1)
    if len(content) > most:
        raise OSError(errno.EFBIG, os.strerror(errno.EFBIG), str(path))
    return content


def read_toml(path: Path) -> dict[str, Any]:
    """The values of a TOML file.

    Raises:
        OSError: It cannot be read, or is larger than such files are.
        ValueError: It is not UTF-8, not TOML, or has a key of too many parts.
        RecursionError: It is nested too deeply.
    """
    text = read_small(path, TOML_BYTES).decode("utf-8")
    if any(line.count(".") > MOST_DOTS for line in _TEXTS.sub("", text).splitlines()):
        raise ValueError("A key has too many parts")
    return tomllib.loads(text)
