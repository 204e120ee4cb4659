from contextlib import AbstractContextManager
from pathlib import Path
from types import TracebackType
from typing import Self

from companion.base.clock import Clock
from companion.store.care import Care
from companion.store.database import Database


class Store(Care):
    """Everything a table keeps: campaigns, evenings, what was said, and the append-only log of what happened.

    One process at a time may write a campaign; any number may read. Safe to use from several threads. Every method
    raises a `StoreError` when the disk, another process or the server is in the way, and then nothing was changed.
    """

    @property
    def where(self) -> str:
        """The file or server, for people; never with a password."""
        return self._database.where

    @property
    def passing(self) -> bool:
        """True if everything is gone with the process."""
        return self._database.in_memory

    def check_writable(self) -> None:
        """Take and give back the right to write; changes nothing.

        Raises:
            StoreError: Nothing could be written now.
        """
        with self._database.write():
            pass

    def in_one_step(self) -> AbstractContextManager[None]:
        """A block in which everything this thread writes is written as it ends, or nothing when it raises.

        Not for what deletes words: their old pages are only emptied outside of it.
        """
        return self._database.in_one_step()

    def close(self) -> None:
        """Give back every campaign and close the database. Safe to call twice."""
        for campaign_id in tuple(self._leases):
            self.release(campaign_id)
        self._database.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()


def open_store(target: str | Path, clock: Clock, *, busy_seconds: float = 5.0) -> Store:
    """Open a store, making or migrating it where needed.

    Args:
        target: Path of a SQLite file, or a database URL (`sqlite://` alone keeps everything in memory).
        clock: Times of what is written.
        busy_seconds: How long to wait for another process that holds the file.

    Raises:
        StoreError: It cannot be used; its message and hint say why, and it is left as it was.
    """
    database = Database(target, busy_seconds)
    try:
        database.open()
    except BaseException:
        database.close()
        raise
    return Store(database, clock)
