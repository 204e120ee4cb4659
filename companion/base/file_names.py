"""Names of the story as names of files, safe on every system."""

import re
import unicodedata
from zlib import crc32

_LONGEST_BYTES = 80
_LONGEST_BEGINNING_BYTES = 200
"""With what is put before and behind it, a name takes 255 bytes at most, which every file system allows."""
_KEPT = frozenset(" -'(),_")
RESERVED = frozenset(
    ("con", "prn", "aux", "nul", *(f"{port}{number}" for port in ("com", "lpt") for number in "0123456789¹²³"))
)
"""Names Windows keeps for devices, whatever ending they have."""


def safe_name(name: str) -> str:
    """A name as a file name without its ending: letters and digits of any script, blanks and a few plain marks.

    What it gives can neither leave a folder nor hide, nor means anything to a shell, a link or a file system.
    """
    plain = "".join(_kept(letter) for letter in unicodedata.normalize("NFC", name))
    short = " ".join(plain.split()).encode("utf-8")[:_LONGEST_BYTES].decode("utf-8", "ignore").strip(" -'(),_")
    if short.casefold() in RESERVED:
        return f"{short} (name)"
    return short or "unnamed"


def _kept(letter: str) -> str:
    if letter in _KEPT or unicodedata.category(letter)[0] in "LNM":
        return letter
    return " " if letter == "." or letter.isspace() else "-"


def file_name(name: str) -> str:
    """A name as a file name or the beginning of one: letters and digits of any script, the rest as dashes.

    What is more than words between blanks, or is cut off, gets a few letters and digits of its own: "Rust & Bone" is
    not "Rust, Bone".
    """
    plain = re.sub(r"[^\w]+", "-", name).strip("-").lower() or "campaign"
    short = plain.encode("utf-8")[:_LONGEST_BEGINNING_BYTES].decode("utf-8", "ignore")
    kept = f"{short}-name" if short in RESERVED else short
    if short == plain and re.fullmatch(r"\w+( \w+)*", name):
        return kept
    return f"{kept}-{crc32(name.casefold().encode('utf-8', 'surrogatepass')):08x}"


class Names:
    """Gives every thing of a folder a file name of its own; names that differ in case only get different ones too."""

    def __init__(self) -> None:
        self._taken: set[str] = set()

    def give(self, name: str) -> str:
        """A safe name that was not given before."""
        wanted = safe_name(name)
        free, number = wanted, 1
        while _key(free) in self._taken:
            number += 1
            free = f"{wanted} {number}"
        self._taken.add(_key(free))
        return free


def _key(name: str) -> str:
    return unicodedata.normalize("NFKC", name).casefold()
