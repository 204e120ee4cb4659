"""How much of a file is read in: told before it is taken apart, as a small file can hold more than memory does."""

from pathlib import Path

from companion.base.errors import ExportError
from engine.phrase import phrase

LARGEST_BYTES = 64_000_000
"""Years of evenings fit."""
MOST_VALUES = 3_000_000
"""Brackets, commas and colons: each may become a value of up to 70 bytes, and a campaign has one in nine letters."""

_MARKS = (b"[", b"{", b",", b":")


class TooLarge(ExportError):
    """A file holds more than any campaign."""

    code = "too_large"

    def __init__(self) -> None:
        super().__init__(
            phrase(
                "The file is larger than any campaign: more than {largest_bytes} MB, or {most_values} million values.",
                largest_bytes=LARGEST_BYTES // 1_000_000,
                most_values=MOST_VALUES // 1_000_000,
            ),
            phrase("Choose another one."),
        )


def read_bounded(path: Path) -> bytes:
    """The bytes of a file that is no larger than a campaign may be, whatever its folder says of its size.

    Raises:
        OSError: It cannot be read.
        TooLarge: It is larger.
    """
    with path.open("rb") as stream:
        return bounded(stream.read(LARGEST_BYTES + 1))


def bounded(content: bytes) -> bytes:
    """The bytes themselves.

    Raises:
        TooLarge: They are more, or hold more values, than any campaign.
    """
    if len(content) > LARGEST_BYTES or sum(content.count(mark) for mark in _MARKS) > MOST_VALUES:
        raise TooLarge
    return content
