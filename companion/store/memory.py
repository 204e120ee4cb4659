from collections.abc import Iterable, Mapping
from typing import Any

from sqlalchemy import Select, delete, func, insert, select

from companion.store import schema
from companion.store.search import holding, phrases_of
from companion.store.talk import stored_utterance
from companion.store.values import Correction, Found
from companion.store.words import Words


class Memory(Words):
    """What is kept between evenings: readings, corrections of them, and the words said; a part of `Store`."""

    def keep_reading(self, campaign_id: int, evening: int, version: int, body: Mapping[str, Any]) -> None:
        """Keep what was read out of an evening; it is dropped as soon as the talk of that evening changes.

        Args:
            campaign_id: Campaign.
            evening: Number of the evening.
            version: Way of reading; what another one has read is not given out.
            body: What was read, as JSON.
        """
        table, which = schema.readings, {"campaign_id": campaign_id, "evening": evening}
        with self._database.write() as connection:
            connection.execute(delete(table).filter_by(**which))
            connection.execute(insert(table).values(**which, version=version, body=dict(body)))

    def readings(self, campaign_id: int, version: int) -> dict[int, dict[str, Any]]:
        """What was kept of each evening read in this way."""
        table = schema.readings
        query = select(table.c.evening, table.c.body).filter_by(campaign_id=campaign_id, version=version)
        with self._database.read() as connection:
            return {row.evening: row.body for row in connection.execute(query)}

    def add_correction(self, campaign_id: int, body: Mapping[str, Any]) -> Correction:
        """Add to the corrections of a campaign's chronicle; nothing is ever changed or removed."""
        table = schema.corrections
        with self._database.write() as connection:
            last = connection.scalar(select(func.max(table.c.number)).filter_by(campaign_id=campaign_id))
            made = Correction((last or 0) + 1, dict(body), self._clock.now())
            connection.execute(
                insert(table).values(campaign_id=campaign_id, number=made.number, body=made.body, made_at=made.made_at)
            )
        return made

    def corrections(self, campaign_id: int) -> tuple[Correction, ...]:
        """Every correction of a campaign's chronicle, oldest first."""
        table = schema.corrections
        query = select(table).filter_by(campaign_id=campaign_id).order_by(table.c.number)
        with self._database.read() as connection:
            return tuple(Correction(row.number, row.body, row.made_at) for row in connection.execute(query))

    def search(self, campaign_id: int, phrases: Iterable[str], limit: int = 50) -> tuple[Found, ...]:
        """What was said that holds every word of one of these phrases, the latest first.

        Args:
            campaign_id: Campaign.
            phrases: Words in any order and case; a word also finds those that begin with it.
            limit: Most utterances given back.
        """
        wanted = phrases_of(phrases)
        if not wanted:
            return ()
        table = schema.utterances
        query = select(table).where(
            table.c.campaign_id == campaign_id, holding(wanted, sqlite=self._database.is_sqlite)
        )
        with self._database.read() as connection:
            rows = connection.execute(_latest(query, limit)).all()
        return tuple(Found(row.evening, stored_utterance(row)) for row in rows)


def _latest(query: Select[Any], limit: int) -> Select[Any]:
    return query.order_by(schema.utterances.c.row.desc()).limit(limit)
