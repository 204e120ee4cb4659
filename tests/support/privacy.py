"""Looking for words in every byte of a folder."""

from collections.abc import Iterable
from pathlib import Path


def files_with(folder: Path, words: Iterable[str]) -> dict[str, list[str]]:
    """The words that stand in files of a folder, any case, pages a database no longer uses included."""
    found: dict[str, list[str]] = {}
    for file in sorted(each for each in folder.rglob("*") if each.is_file()):
        body = file.read_bytes().lower()
        held = [word for word in words if word.lower().encode() in body]
        if held:
            found[str(file.relative_to(folder))] = held
    return found
