"""Checks of the files of a database before anything of them is read or copied: what they are, and how large."""

from pathlib import Path

from companion.base.errors import StoreDamaged
from companion.base.file_limits import LARGEST_DATABASE_BYTES
from engine.phrase import phrase

WAL, SHM, LAST_WRITE = "-wal", "-shm", "-last-write"
"""Ends of the names of files beside a database: SQLite's latest writes and their index, and our number of the last."""
_JOURNAL = "-journal"


def beside(database: Path, ending: str) -> Path:
    """Path of the file with that ending beside a database."""
    return database.with_name(database.name + ending)


def refuse_strange(database: Path) -> None:
    """Refuse a database that is no plain file, or has something else than one beside it that SQLite would open.

    A pipe keeps one waiting, and a link leads elsewhere; the database itself may be a link to a file.

    Raises:
        StoreDamaged: One of them is a pipe or a device, or is beside the database and a folder or a link.
    """
    if database.exists() and not (database.is_file() or database.is_dir()):  # of a folder the system tells itself
        raise StoreDamaged(phrase("{path} is no plain file.", path=database), phrase("Choose another file."))
    for file in (beside(database, ending) for ending in (WAL, SHM, _JOURNAL)):
        if file.is_symlink() or (file.exists() and not file.is_file()):
            raise StoreDamaged(
                phrase("{name} beside the database is no plain file.", name=file.name),
                phrase("Remove it, and try again."),
            )


def refuse_large(file: Path) -> None:
    """Refuse to copy or take apart a file larger than any database; holes in it count, as a copy has none.

    Raises:
        StoreDamaged: It has more than `LARGEST_DATABASE_BYTES`.
    """
    if file.exists() and file.stat().st_size > LARGEST_DATABASE_BYTES:
        raise StoreDamaged(
            phrase(
                "{path} is larger than any database of the companion: more than {most} MB.",
                path=file,
                most=LARGEST_DATABASE_BYTES // 1_000_000,
            ),
            phrase("Choose another file, or move this one elsewhere."),
        )


def latest_writes(database: Path) -> bytes:
    """The write-ahead log beside a database; empty where there is none.

    Raises:
        StoreDamaged: A file of the database is no plain one, or the log is too large.
    """
    refuse_strange(database)
    file = beside(database, WAL)
    refuse_large(file)
    return file.read_bytes() if file.exists() else b""
