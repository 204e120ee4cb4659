from typing import Any

from sqlalchemy import Row, delete, func, insert, select

from companion.store import schema
from companion.store.values import ConsentWay, StoredConsent
from companion.store.write_ups import WriteUps

MOST_OF_ONE = 100
"""Statements that are kept of one person, the latest: all of them are read with every sentence, and a tap adds one."""


class Consents(WriteUps):
    """Consents to being heard and their withdrawals, each with its time; a part of `Store`."""

    def add_consent(self, campaign_id: int, person: str, given: bool, way: ConsentWay) -> StoredConsent:
        """Add to what people said about being heard; of what they said before, the latest statements stay.

        Needs no right to write the campaign: a companion that listens to it learns of it with the next sentence.
        """
        table = schema.consents
        with self._database.write() as connection:
            last = connection.scalar(select(func.max(table.c.number)).filter_by(campaign_id=campaign_id))
            kept = StoredConsent((last or 0) + 1, person, given, way, self._clock.now())
            values = {"number": kept.number, "person": person, "given": given, "way": way, "at": kept.at}
            connection.execute(insert(table).values(campaign_id=campaign_id, **values))
            which = {"campaign_id": campaign_id, "person": person}
            latest = select(table.c.number).filter_by(**which).order_by(table.c.number.desc()).limit(MOST_OF_ONE)
            oldest = min(connection.scalars(latest))
            connection.execute(delete(table).filter_by(**which).where(table.c.number < oldest))
        return kept

    def consents(self, campaign_id: int) -> tuple[StoredConsent, ...]:
        """Everything people said about being heard, oldest first."""
        query = select(schema.consents).filter_by(campaign_id=campaign_id).order_by(schema.consents.c.number)
        with self._database.read() as connection:
            return tuple(_consent(row) for row in connection.execute(query))

    def forget_consents(self, campaign_id: int, person: str) -> None:
        """Delete what somebody said about being heard, but for a wish not to be that holds."""
        table, which = schema.consents, {"campaign_id": campaign_id, "person": person}
        latest = select(table).filter_by(**which).order_by(table.c.number.desc()).limit(1)
        with self._database.write() as connection:
            last = connection.execute(latest).one_or_none()
            gone = delete(table).filter_by(**which)
            connection.execute(gone if last is None or last.given else gone.where(table.c.number != last.number))


def _consent(row: Row[Any]) -> StoredConsent:
    return StoredConsent(row.number, row.person, row.given, row.way, row.at)
