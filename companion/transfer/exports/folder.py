"""Writes many files into a folder again and again without losing what people changed in them."""

import errno
import hashlib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path, PurePosixPath
from typing import Literal

from pydantic import BaseModel, ConfigDict, ValidationError

from companion.base.atomic_files import SHARED, write_whole
from companion.base.errors import ExportError
from companion.base.file_limits import LARGEST_BYTES, read_small
from engine.phrase import phrase

MANIFEST = ".companion-export.json"
"""File that holds a hash for every file written last time."""

Fate = Literal["written", "changed", "unchanged", "edited", "beside", "removed", "orphaned"]


class Manifest(BaseModel):
    """The files of the last export and the SHA-256 of what was written into each, also of those beside others."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    version: Literal[1] = 1
    files: dict[str, str] = {}
    beside: dict[str, str] = {}


@dataclass(frozen=True, slots=True)
class Written:
    """Outcome of writing one file.

    Attributes:
        path: Inside the folder, with slashes.
        fate: `written` anew, `changed`, `unchanged`, `removed` because nothing is told there any more. What people
            changed stays: `edited` where there is nothing new, `beside` where what is new stands in a file of its own,
            `orphaned` where nothing is told there any more.
        beside: Path of that file.
    """

    path: str
    fate: Fate
    beside: str | None = None

    @property
    def told(self) -> str:
        """One sentence where people should know; empty otherwise."""
        if self.fate == "beside":
            return f"{self.path} was edited and is kept; the new version is in {self.beside}."
        if self.fate == "orphaned":
            return f"{self.path} was edited and is kept; it is no longer part of the export."
        return ""


def write_folder(folder: Path, files: Mapping[str, str]) -> tuple[Written, ...]:
    """Write files; only what differs is touched, and nothing people changed is overwritten or deleted.

    Args:
        folder: Made when it is not there.
        files: Text by path inside the folder, with slashes.

    Raises:
        ExportError: The folder cannot be written, its list of files is damaged, or a path or link leads out of it.
    """
    try:
        folder.mkdir(parents=True, exist_ok=True)
        known = _read_manifest(folder)
        files = {path: text.encode("utf-8", "replace").decode("utf-8") for path, text in files.items()}
        fates = [_write(folder, path, text, known) for path, text in files.items()]
        fates += [_remove(folder, path, known.files[path]) for path in sorted(set(known.files) - set(files))]
        _replace(folder / MANIFEST, _remembered(fates, files, known).model_dump_json(indent=1))
    except OSError as problem:
        raise ExportError(
            phrase("{folder} cannot be written: {strerror}.", folder=folder, strerror=problem.strerror),
            phrase("Choose another folder."),
        ) from problem
    return tuple(fates)


def _read_manifest(folder: Path) -> Manifest:
    file = folder / MANIFEST
    if not file.is_file():
        return Manifest()
    try:
        return Manifest.model_validate_json(read_small(file, LARGEST_BYTES))
    except ValidationError as problem:
        hint = phrase("Delete it and export again; existing notes are kept and new ones written beside them.")
        raise ExportError(phrase("{file} is damaged.", file=file), hint) from problem


def _remembered(fates: Iterable[Written], files: Mapping[str, str], known: Manifest) -> Manifest:
    """Return the manifest of this export; a note people changed keeps the hash of what was last written into it."""
    written, beside = {}, {}
    for each in fates:
        if each.fate in {"written", "changed", "unchanged"}:
            written[each.path] = _hash(files[each.path])
        elif each.fate != "removed" and each.path in known.files:
            written[each.path] = known.files[each.path]
        if each.beside is not None:
            beside[each.beside] = _hash(files[each.path])
    return Manifest(files=written, beside=beside)


def _write(folder: Path, path: str, text: str, known: Manifest) -> Written:
    file, new, last = _inside(folder, path), _hash(text), known.files.get(path)
    found = _hash_of(file)
    if found == new:
        return Written(path, "unchanged")
    if found is None or found == last:
        _replace(file, text)
        return Written(path, "written" if found is None else "changed")
    if new == last:
        return Written(path, "edited")
    beside = _free_beside(folder, path, new, known)
    _replace(_inside(folder, beside), text)
    return Written(path, "beside", beside)


def _remove(folder: Path, path: str, last: str) -> Written:
    file = _inside(folder, path)
    if _hash_of(file) not in {last, None}:
        return Written(path, "orphaned")
    file.unlink(missing_ok=True)
    return Written(path, "removed")


def _free_beside(folder: Path, path: str, new: str, known: Manifest) -> str:
    """A path beside a note that is free, or holds this very text or an older one that nobody changed."""
    stem, ending = path.rsplit(".", 1)
    number = 1
    while True:
        beside = f"{stem} (new{'' if number == 1 else f' {number}'}).{ending}"
        if _hash_of(_inside(folder, beside)) in {None, new, known.beside.get(beside)}:
            return beside
        number += 1


def _inside(folder: Path, path: str) -> Path:
    """The file of a path, which is inside the folder whatever links lie in it.

    Raises:
        ExportError: It is not.
    """
    pure = PurePosixPath(path)
    file = folder.joinpath(*pure.parts)
    if pure.is_absolute() or ".." in pure.parts or not file.resolve().is_relative_to(folder.resolve()):
        raise ExportError(
            phrase("{path} is outside {folder}.", path=path, folder=folder),
            phrase("Choose an empty folder, or one without links in it."),
        )
    return file


def _replace(file: Path, text: str) -> None:
    file.parent.mkdir(parents=True, exist_ok=True)
    write_whole(file, text, SHARED)


_TOO_LARGE = "too large"


def _hash_of(file: Path) -> str | None:
    """The hash of a file; None where there is none, and no hash of anything where it is larger than what is written."""
    if not file.is_file():
        return None
    try:
        return hashlib.sha256(read_small(file, LARGEST_BYTES)).hexdigest()
    except OSError as problem:
        if problem.errno != errno.EFBIG:
            raise
        return _TOO_LARGE


def _hash(text: str) -> str:
    return hashlib.sha256(text.encode("utf-8")).hexdigest()
