from sqlalchemy import Column, Connection, Table, delete, func, insert, select

from companion.base.errors import StoreDamaged, StoreError
from companion.store import schema
from companion.store.redaction import Redaction
from engine.phrase import phrase

_INDEX = schema.WORD_INDEX
_ROWS = 1_000  # copied at a time
_COUNTED: tuple[Column[int], ...] = (schema.campaigns.c.id, schema.utterances.c.row, schema.announcements.c.row)


class Care(Redaction):
    """Looking after the data as a whole; a part of `Store`."""

    def file_problems(self) -> tuple[str, ...]:
        """List the faults of the file or the references in it, one sentence each; a server looks after its own."""
        if not self._database.is_sqlite:
            return ()
        with self._database.read() as connection:
            broken = connection.exec_driver_sql("PRAGMA integrity_check").scalars().all()
            orphans = connection.exec_driver_sql("PRAGMA foreign_key_check").all()
        tables = sorted({row[0] for row in orphans})
        found = [f"The file is damaged: {each}." for each in broken if each != "ok"]
        found += (f"Rows of {table} have no campaign." for table in tables)
        return tuple(found or self._index_problems())

    def row_problems(self) -> tuple[str, ...]:
        """Tables in which something can no longer be read, one sentence each.

        Raises:
            StoreDamaged: They cannot be read far enough to tell.
        """
        with self._database.read() as connection:
            found = [each for each in schema.metadata.sorted_tables if self._unreadable(connection, each)]
        return tuple(f"Rows of {each.name} can no longer be read." for each in found)

    def _unreadable(self, connection: Connection, table: Table) -> bool:
        if self._database.is_sqlite:
            strange = f'SELECT 1 FROM "{table.name}" WHERE {schema.misfits(table)} LIMIT 1'
            if connection.exec_driver_sql(strange).first():
                return True
        try:
            for _ in connection.execute(select(table).execution_options(yield_per=_ROWS)):
                pass
        except StoreDamaged:
            return True
        return False

    def _index_problems(self) -> list[str]:
        try:
            with self._database.write() as connection:
                connection.exec_driver_sql(f"INSERT INTO {_INDEX}({_INDEX}, rank) VALUES ('integrity-check', 1)")
                connection.rollback()  # it only looked
        except StoreDamaged:
            return ["The search index does not match the transcript."]
        return []

    def copy_to(self, target: "Care") -> None:
        """Copy every campaign with everything in it to a store that has none, as it was at one moment.

        Args:
            target: Where to; file or server.

        Raises:
            StoreError: The target has campaigns, or one of the two cannot be used; nothing was copied.
        """
        if target.campaigns():
            raise StoreError(
                phrase("{where} already holds campaigns.", where=target._database.where),
                phrase("Copy into an empty database."),
            )
        with self._database.read(at_one_moment=True) as source, target._database.write() as copy:
            for table in schema.metadata.sorted_tables:
                rows = source.execute(select(table).execution_options(yield_per=_ROWS)).mappings()
                for part in rows.partitions():
                    copy.execute(insert(table), [dict(row) for row in part])
            if not target._database.is_sqlite:
                _go_on_counting(copy)

    def cut_log(self, campaign_id: int, length: int) -> int:
        """Drop every entry but the first ones, and what waited for an answer after them.

        Only for a log that cannot be read further, and with a copy of it kept elsewhere.

        Returns:
            Number of entries that are gone.
        """
        table = schema.log
        with self._database.write() as connection:
            connection.execute(delete(schema.pending).filter_by(campaign_id=campaign_id))
            cut = connection.execute(delete(table).filter_by(campaign_id=campaign_id).where(table.c.position >= length))
        return cut.rowcount


def _go_on_counting(copy: Connection) -> None:
    """Let a server number new rows after the highest one copied into it."""
    for column in _COUNTED:
        highest = copy.scalar(select(func.max(column)))
        if highest is not None:
            sequence = func.pg_get_serial_sequence(column.table.name, column.name)
            copy.execute(select(func.setval(sequence, highest)))
