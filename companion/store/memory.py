import hashlib
from collections.abc import Iterable, Mapping
from typing import Any

from sqlalchemy import Connection, Select, delete, func, insert, select, update

from companion.store import schema
from companion.store.limits import refuse_more, refuse_more_notes
from companion.store.search import holding, phrases_of
from companion.store.talk import stored_utterance
from companion.store.values import Correction, Found
from companion.store.words import Words

EMPTIED: dict[str, Any] = {}
"""Body of a correction that was struck: its number remains, so that no later one is taken for it."""


class Memory(Words):
    """Memory between evenings: readings, corrections of them, and the words said; a part of `Store`."""

    def strikes(self, campaign_id: int) -> int:
        """Count the struck sentences and corrections of a campaign; a reading older than the count may quote them."""
        with self._database.read(at_one_moment=True) as connection:
            return strikes_of(connection, campaign_id)

    def wording(self, campaign_id: int, evening: int) -> str:
        """Fingerprint of everything an evening is read from, as it is now; any words struck since make it another."""
        with self._database.read(at_one_moment=True) as connection:
            return _wording_of(connection, campaign_id, evening)

    def keep_reading(self, campaign_id: int, evening: int, version: int, body: Mapping[str, Any], wording: str) -> None:
        """Keep what was read out of an evening; it is dropped as soon as the talk of that evening changes.

        Nothing is kept where it changed already: words that were struck meanwhile would come back with it.

        Args:
            campaign_id: Campaign.
            evening: Number of the evening.
            version: Way of reading; what another one has read is not given out.
            body: What was read, as JSON.
            wording: `Memory.wording` from before it was read.
        """
        table, which = schema.readings, {"campaign_id": campaign_id, "evening": evening}
        with self._database.write() as connection:
            hold_words(connection, campaign_id)
            if _wording_of(connection, campaign_id, evening) == wording:
                connection.execute(delete(table).filter_by(**which))
                connection.execute(insert(table).values(**which, version=version, body=dict(body)))

    def readings(self, campaign_id: int, version: int) -> dict[int, dict[str, Any]]:
        """Return the reading of each evening that was read in this version."""
        table = schema.readings
        query = select(table.c.evening, table.c.body).filter_by(campaign_id=campaign_id, version=version)
        with self._database.read() as connection:
            return {row.evening: row.body for row in connection.execute(query)}

    def add_correction(self, campaign_id: int, body: Mapping[str, Any]) -> Correction:
        """Add to the corrections of a campaign's chronicle; none is changed, and no number is given twice.

        Raises:
            StoreError: There are as many as are kept, or as many notes of whoever wrote this one.
        """
        table, writer = schema.corrections, body.get("by")
        with self._database.write() as connection:
            refuse_more(connection, table, campaign_id)
            if isinstance(writer, str):
                refuse_more_notes(connection, table, campaign_id, writer)
            last = connection.scalar(select(func.max(table.c.number)).filter_by(campaign_id=campaign_id))
            made = Correction((last or 0) + 1, dict(body), self._clock.now())
            connection.execute(
                insert(table).values(campaign_id=campaign_id, number=made.number, body=made.body, made_at=made.made_at)
            )
        return made

    def replace_corrections(self, campaign_id: int, bodies: Mapping[int, Mapping[str, Any]]) -> None:
        """Put other bodies in the place of corrections, by number; what they said is in no file any more."""
        table = schema.corrections
        if not bodies:
            return
        with self._database.write() as connection:
            for number, body in bodies.items():
                which = update(table).filter_by(campaign_id=campaign_id, number=number)
                connection.execute(which.values(body=dict(body)))
        self._database.forget_old_pages()

    def corrections(self, campaign_id: int) -> tuple[Correction, ...]:
        """Every correction of a campaign's chronicle that was not struck, oldest first."""
        table = schema.corrections
        query = select(table).filter_by(campaign_id=campaign_id).order_by(table.c.number).where(table.c.body != EMPTIED)
        with self._database.read() as connection:
            return tuple(Correction(row.number, row.body, row.made_at) for row in connection.execute(query))

    def search(self, campaign_id: int, phrases: Iterable[str], limit: int = 50) -> tuple[Found, ...]:
        """List the utterances that hold every word of one of these phrases, the latest first.

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


def hold_words(connection: Connection, campaign_id: int) -> None:
    """Let nobody else strike words of a campaign, or keep what was read from them, until the transaction ends."""
    table = schema.campaigns  # SQLite's write transaction does so already, and knows no such clause
    connection.execute(select(table.c.id).filter_by(id=campaign_id).with_for_update(key_share=True))


def strikes_of(connection: Connection, campaign_id: int) -> int:
    """See `Memory.strikes`."""
    said, corrections = schema.utterances, schema.corrections
    sentences = select(func.count()).select_from(said).filter_by(campaign_id=campaign_id, struck=True)
    emptied = select(func.count()).select_from(corrections).filter_by(campaign_id=campaign_id, body=EMPTIED)
    return (connection.scalar(sentences) or 0) + (connection.scalar(emptied) or 0)


def _wording_of(connection: Connection, campaign_id: int, evening: int) -> str:
    """See `Memory.wording`; what was struck on other evenings counts, as names are handed on from one to the next."""
    said, log, spelt, found = schema.utterances, schema.log, schema.words, schema.batches
    which = {"campaign_id": campaign_id, "evening": evening}
    parts = (
        select(said.c.utterance_id, said.c.speaker, said.c.text).filter_by(**which).order_by(said.c.row),
        select(log.c.command, log.c.events).filter_by(**which).order_by(log.c.position),
        select(found.c.number, found.c.key).filter_by(**which).order_by(found.c.number),
        select(spelt.c.heard, spelt.c.spelled).filter_by(campaign_id=campaign_id).order_by(spelt.c.heard),
    )
    digest = hashlib.sha256(str(strikes_of(connection, campaign_id)).encode())
    for query in parts:
        digest.update(repr([tuple(row) for row in connection.execute(query)]).encode("utf-8", "replace"))
    return digest.hexdigest()


def _latest(query: Select[Any], limit: int) -> Select[Any]:
    return query.order_by(schema.utterances.c.row.desc()).limit(limit)
