"""Copies of everything, made while people play, and put back; each is opened and folded before anybody relies on it."""

from dataclasses import dataclass
from pathlib import Path

from companion.base.clock import Clock
from companion.base.errors import StoreDamaged, StoreError
from companion.store.checking import Checked, check_store
from companion.store.database import make_folder, parse_url, refuse_other_files
from companion.store.files import copied_aside, kept_name, nobody_writes, put_in_place, removed
from companion.store.foreign import refuse_foreign
from companion.store.store import Store, open_store
from engine.phrase import phrase


def back_up(store: Store, file: Path, clock: Clock) -> Checked:
    """Copy everything a store holds to a new SQLite file, as it is at one moment.

    Args:
        store: File or server; others may go on writing it.
        file: Where to; must not exist.
        clock: Handed to the stores that are opened.

    Returns:
        What reading and folding the finished copy found.

    Raises:
        StoreError: The file exists, cannot be written, or the copy is not sound; no file is left then.
    """
    if file.exists():
        raise StoreError(
            phrase("{file} exists already.", file=file),
            phrase("A backup never replaces anything; choose another name."),
        )
    part = file.with_name(f".{file.name}.companion-backup")  # a name nobody else gives a file: what bears it is deleted
    removed(part)
    try:
        with open_store(part, clock) as copy:
            store.copy_to(copy)
        with open_store(part, clock) as copy:
            checked = _sound(copy, store.where)
        put_in_place(part, file)
    finally:
        removed(part)
    return checked


@dataclass(frozen=True, slots=True)
class Restored:
    """Check of a restored database, and the place where the file before it is kept; None when there was none."""

    checked: Checked
    kept: Path | None


def restore(file: Path, target: str | Path, clock: Clock) -> Restored:
    """Make the content of a backup the content of a database.

    Args:
        file: The backup; it is only read.
        target: File or server. What a file held is kept beside it; a server must be empty.
        clock: Names what is kept.

    Raises:
        StoreError: The backup is not sound, or the target cannot take it; then the target is as it was.
    """
    if not file.is_file():
        raise StoreError(phrase("There is no backup {file}.", file=file), phrase("companion backup FILE makes one."))
    refuse_other_files(file)
    url = parse_url(target)
    if url.get_backend_name() != "sqlite":
        return Restored(_into_server(file, str(target), clock), None)
    return _into_file(file, Path(str(url.database)), clock)


def _into_file(file: Path, path: Path, clock: Clock) -> Restored:
    make_folder(path.parent)
    new, kept = path.with_name(f"{path.name}.restoring"), None
    with nobody_writes(path):
        removed(new)
        try:
            checked = _copied(file, new, clock)
            if path.exists():
                kept = kept_name(path, "replaced", clock.now())
                copied_aside(path, kept)
            put_in_place(new, path)
        finally:
            removed(new)
    return Restored(checked, kept)


def _into_server(file: Path, url: str, clock: Clock) -> Checked:
    new = kept_name(file, "restoring", clock.now())
    try:
        checked = _copied(file, new, clock)
        with open_store(new, clock) as backup, open_store(url, clock) as server:
            backup.copy_to(server)
    finally:
        removed(new)
    return checked


def _copied(file: Path, new: Path, clock: Clock) -> Checked:
    """Copy a backup, bring the copy to the newest shape, and look whether it is sound."""
    copied_aside(file, new)
    refuse_foreign(new, str(file))
    with open_store(new, clock) as store:
        return _sound(store, str(file))


def _sound(store: Store, where: str) -> Checked:
    checked = check_store(store)
    if not checked.ok:
        first = [
            *checked.problems,
            *(
                phrase("{name}: {problem}", name=each.campaign.name, problem=each.problem)
                for each in checked.campaigns
                if each.problem
            ),
        ]
        raise StoreDamaged(
            phrase("{where} is damaged: {first}", where=where, first=first[0]),
            phrase("Nothing was changed; companion repair shows more."),
        )
    if not checked.campaigns:
        raise StoreError(
            phrase("{where} holds no campaign.", where=where), phrase("There is nothing to copy; nothing was changed.")
        )
    return checked
