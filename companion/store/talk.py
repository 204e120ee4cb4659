from collections.abc import Mapping, Sequence
from dataclasses import fields, replace
from datetime import datetime
from typing import Any

from sqlalchemy import Connection, Row, delete, insert, select, update

from companion.store import schema
from companion.store.snapshots import Snapshots
from companion.store.values import StoredAnnouncement, StoredUtterance

_SAME_IN_A_ROW = tuple(each.name for each in fields(StoredUtterance) if each.name != "id")
"""Fields of an utterance that have the same name in its row."""
BEFORE = "before"
"""Entry of an utterance's reasons: what stood in the place of its words before, by which a strike finds that, too."""
_MOST_BEFORE = 8
"""Wordings of an utterance that are kept there, the latest ones."""


class Talk(Snapshots):
    """Utterances of the table, the companion's announcements, and what waits for an answer; a part of `Store`."""

    def add_utterance(self, campaign_id: int, evening: int, utterance: StoredUtterance) -> StoredUtterance:
        """Keep something said; the same id again replaces nothing and is a bug of the caller."""
        kept = replace(utterance, heard_at=utterance.heard_at or self._clock.now())
        values = {name: getattr(kept, name) for name in _SAME_IN_A_ROW} | {"utterance_id": kept.id}
        with self._database.write() as connection:
            connection.execute(insert(schema.utterances).values(campaign_id=campaign_id, evening=evening, **values))
            forget_readings(connection, campaign_id, evening)
        return kept

    def utterances(self, campaign_id: int, evening: int | None = None) -> tuple[StoredUtterance, ...]:
        """Return the utterances of one evening or of all, in the order they were written."""
        table = schema.utterances
        query = select(table).where(table.c.campaign_id == campaign_id).order_by(table.c.row)
        if evening is not None:
            query = query.where(table.c.evening == evening)
        with self._database.read() as connection:
            rows = connection.execute(query).all()
        return tuple(stored_utterance(row) for row in rows)

    def words_said(self, campaign_id: int) -> list[tuple[int, str, str | None, str]]:
        """Return evening, id, speaker and text of everything said in a campaign, in no order; fast."""
        table = schema.utterances
        query = select(table.c.evening, table.c.utterance_id, table.c.speaker, table.c.text)
        with self._database.read() as connection:
            return [tuple(row) for row in connection.execute(query.filter_by(campaign_id=campaign_id))]

    def explain(self, campaign_id: int, evening: int, utterance_id: str, body: Mapping[str, Any]) -> None:
        """Keep why an utterance was taken as it was, in place of what was kept before; nothing once it is struck.

        What stood in the place of its words stays with it.
        """
        words, table = schema.utterances, schema.explanations
        which = {"campaign_id": campaign_id, "evening": evening, "utterance_id": utterance_id}
        with self._database.write() as connection:
            struck = connection.scalar(select(words.c.struck).filter_by(**which))
            if struck is False:
                earlier = _before(connection.scalar(select(table.c.body).filter_by(**which)))
                connection.execute(delete(table).filter_by(**which))
                connection.execute(
                    insert(table).values(**which, body=dict(body) | ({BEFORE: earlier} if earlier else {}))
                )

    def explanation(self, campaign_id: int, evening: int, utterance_id: str) -> dict[str, Any] | None:
        """Return the reasons for an utterance's reading; None when it was struck, or heard before reasons were kept."""
        table = schema.explanations
        which = {"campaign_id": campaign_id, "evening": evening, "utterance_id": utterance_id}
        with self._database.read() as connection:
            body: dict[str, Any] | None = connection.scalar(select(table.c.body).filter_by(**which))
        return None if body is None else {name: each for name, each in body.items() if name != BEFORE} or None

    def explanations(self, campaign_id: int, evening: int) -> dict[str, dict[str, Any]]:
        """Return the reasons for the reading of each utterance of an evening, by utterance id."""
        table = schema.explanations
        query = select(table.c.utterance_id, table.c.body).filter_by(campaign_id=campaign_id, evening=evening)
        with self._database.read() as connection:
            return {row.utterance_id: row.body for row in connection.execute(query)}

    def credit(self, campaign_id: int, evening: int, utterance_id: str, speaker: str) -> None:
        """Words were somebody else's: the table said so."""
        table = schema.utterances
        with self._database.write() as connection:
            connection.execute(
                update(table)
                .filter_by(campaign_id=campaign_id, evening=evening, utterance_id=utterance_id)
                .values(speaker=speaker)
            )
            forget_readings(connection, campaign_id, evening)

    def reword(self, campaign_id: int, evening: int, utterance_id: str, text: str) -> None:
        """Something else was said than was heard; struck words stay struck."""
        table, reasons = schema.utterances, schema.explanations
        which = {"campaign_id": campaign_id, "evening": evening, "utterance_id": utterance_id}
        with self._database.write() as connection:
            heard = connection.scalar(select(table.c.text).filter_by(**which, struck=False))
            if heard is not None:
                body: dict[str, Any] = connection.scalar(select(reasons.c.body).filter_by(**which)) or {}
                earlier = [*_before(body), heard][-_MOST_BEFORE:]
                connection.execute(delete(reasons).filter_by(**which))
                connection.execute(insert(reasons).values(**which, body={**body, BEFORE: earlier}))
                connection.execute(update(table).filter_by(**which).values(text=text))
            forget_readings(connection, campaign_id, evening)

    def heard_before(self, campaign_id: int, evening: int) -> dict[str, list[str]]:
        """Return what stood in the place of the words of each utterance that was worded anew, by utterance id."""
        known = self.explanations(campaign_id, evening)
        return {each: earlier for each, body in known.items() if (earlier := _before(body))}

    def save_pending(self, campaign_id: int, body: Mapping[str, Any] | None) -> None:
        """Keep what waits for the table (an open question, a command short of its dice); None when nothing does."""
        table = schema.pending
        with self._database.write() as connection:
            connection.execute(delete(table).where(table.c.campaign_id == campaign_id))
            if body is not None:
                connection.execute(insert(table).values(campaign_id=campaign_id, body=dict(body)))

    def pending(self, campaign_id: int) -> dict[str, Any] | None:
        """Return what waited when it was last saved; None when nothing did."""
        table = schema.pending
        with self._database.read() as connection:
            body: dict[str, Any] | None = connection.scalar(
                select(table.c.body).where(table.c.campaign_id == campaign_id)
            )
        return body

    def add_announcement(
        self,
        campaign_id: int,
        evening: int,
        text: str,
        cause: str | None = None,
        *,
        sources: Sequence[str] = (),
        at: datetime | None = None,
    ) -> StoredAnnouncement:
        """Keep something the companion said; see `StoredAnnouncement`."""
        said = StoredAnnouncement(evening, text, at or self._clock.now(), cause, tuple(sources))
        values: dict[str, Any] = {"evening": evening, "text": text, "at": said.at, "cause": cause}
        if sources:
            values["sources"] = list(sources)
        with self._database.write() as connection:
            connection.execute(insert(schema.announcements).values(campaign_id=campaign_id, **values))
        return said

    def announcements(self, campaign_id: int, evening: int | None = None) -> tuple[StoredAnnouncement, ...]:
        """Return the companion's announcements of one evening or of all, in order."""
        table = schema.announcements
        query = select(table).where(table.c.campaign_id == campaign_id).order_by(table.c.row)
        if evening is not None:
            query = query.where(table.c.evening == evening)
        with self._database.read() as connection:
            rows = connection.execute(query).all()
        return tuple(
            StoredAnnouncement(row.evening, row.text, row.at, row.cause, tuple(texts(row.sources))) for row in rows
        )


def stored_utterance(row: Row[Any]) -> StoredUtterance:
    """An utterance from its row."""
    return StoredUtterance(row.utterance_id, **{name: getattr(row, name) for name in _SAME_IN_A_ROW})


def forget_readings(connection: Connection, campaign_id: int, evening: int) -> None:
    """Delete what was read out of the talk of an evening, because the talk has changed."""
    connection.execute(delete(schema.readings).filter_by(campaign_id=campaign_id, evening=evening))


def _before(body: Any) -> list[str]:
    """Wordings that reasons hold; they may come from a file somebody edited."""
    return texts(body.get(BEFORE)) if isinstance(body, dict) else []


def texts(value: Any) -> list[str]:
    """Texts of a list that was kept; none of anything else, as the file may be one somebody edited."""
    return [each for each in value if isinstance(each, str)] if isinstance(value, list) else []
