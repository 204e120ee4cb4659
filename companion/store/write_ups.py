from typing import Any

from sqlalchemy import delete, insert, select, update

from companion.store import schema
from companion.store.memory import Memory, hold_words, strikes_of
from companion.store.talk import forget_readings
from companion.store.values import StoredBatch, StoredWriteUp


class WriteUps(Memory):
    """Evenings that wait for a language model, and what it found in them; a part of `Store`."""

    def queue_write_up(self, campaign_id: int, evening: int) -> None:
        """An evening is to be read; one that was read before is looked at once more."""
        table, which = schema.write_ups, {"campaign_id": campaign_id, "evening": evening}
        with self._database.write() as connection:
            known = connection.scalar(select(table.c.evening).filter_by(**which))
            if known is None:
                connection.execute(insert(table).values(**which, **_FRESH))
            else:
                connection.execute(update(table).filter_by(**which).values(finished=False))

    def write_ups(self, campaign_id: int) -> tuple[StoredWriteUp, ...]:
        """Evenings that wait or were read, in the order they were played."""
        table = schema.write_ups
        query = select(table).filter_by(campaign_id=campaign_id).order_by(table.c.evening)
        with self._database.read() as connection:
            return tuple(
                StoredWriteUp(row.evening, row.finished, row.questions, row.tokens_read, row.tokens_written)
                for row in connection.execute(query)
            )

    def finish_write_up(self, campaign_id: int, evening: int) -> None:
        """An evening has been read as far as it can be."""
        table, which = schema.write_ups, {"campaign_id": campaign_id, "evening": evening}
        with self._database.write() as connection:
            connection.execute(update(table).filter_by(**which).values(finished=True))

    def pay_write_up(self, campaign_id: int, evening: int, questions: int, read: int, written: int) -> None:
        """Add to what reading an evening has cost."""
        table, which = schema.write_ups, {"campaign_id": campaign_id, "evening": evening}
        with self._database.write() as connection:
            connection.execute(
                update(table)
                .filter_by(**which)
                .values(
                    questions=table.c.questions + questions,
                    tokens_read=table.c.tokens_read + read,
                    tokens_written=table.c.tokens_written + written,
                )
            )

    def keep_batch(self, campaign_id: int, evening: int, batch: StoredBatch, strikes: int) -> None:
        """Keep what was found in a batch of talk, in place of what was kept of that number.

        Nothing is kept where words were struck since there were so many `Memory.strikes`: they would come back with it.
        """
        table, which = schema.batches, {"campaign_id": campaign_id, "evening": evening, "number": batch.number}
        with self._database.write() as connection:
            hold_words(connection, campaign_id)
            if strikes_of(connection, campaign_id) == strikes:
                connection.execute(delete(table).filter_by(**which))
                connection.execute(insert(table).values(**which, key=batch.key, tries=batch.tries, body=batch.body))
                forget_readings(connection, campaign_id, evening)

    def batches(self, campaign_id: int, evening: int) -> tuple[StoredBatch, ...]:
        """Return the findings in an evening's talk; none are left once words of that evening are struck."""
        table = schema.batches
        query = select(table).filter_by(campaign_id=campaign_id, evening=evening).order_by(table.c.number)
        with self._database.read() as connection:
            return tuple(StoredBatch(row.number, row.key, row.tries, row.body) for row in connection.execute(query))


_FRESH: dict[str, Any] = {"finished": False, "questions": 0, "tokens_read": 0, "tokens_written": 0}
