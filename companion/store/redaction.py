"""Taking words from the record, for good: from every table, every index, and the pages a database no longer uses."""

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from sqlalchemy import Connection, Table, delete, func, select, tuple_, update

from companion.store import schema
from companion.store.consents import Consents
from companion.store.memory import EMPTIED, hold_words
from companion.store.talk import texts
from companion.store.values import LogEntry

Quotes = Callable[[Any], bool]
"""Test of a text or a JSON value for having been made from struck words."""


class Redaction(Consents):
    """Deletes what was said and what was made of it; a part of `Store`."""

    def strike(
        self,
        campaign_id: int,
        evening: int,
        utterance_ids: Iterable[str],
        *,
        quotes: Quotes = lambda value: False,
        log: Mapping[int, LogEntry] | None = None,
    ) -> int:
        """Take words of one evening from the record; see `strike_all`."""
        return self.strike_all(campaign_id, {evening: utterance_ids}, quotes=quotes, log=log)

    def strike_all(
        self,
        campaign_id: int,
        utterances: Mapping[int, Iterable[str]],
        *,
        quotes: Quotes = lambda value: False,
        log: Mapping[int, LogEntry] | None = None,
    ) -> int:
        """Take words from the record: they are gone from every file, only the fact that somebody spoke stays.

        What the companion answered to them, asks about them and retold of them, how it understood them and what a model
        read out of those evenings go too, and so does everything else in the campaign that quotes them, and every kept
        state: the log is folded anew when it is next opened. Chips, dice and other facts that followed stay.

        Args:
            campaign_id: Campaign.
            utterances: Ids of the words by number of their evening.
            quotes: Whether something kept was made from them.
            log: Entries of the log by position, worded without them.

        Returns:
            Number of utterances struck now; those struck before are not counted.
        """
        count = 0
        with self._database.write() as connection:
            hold_words(connection, campaign_id)
            for evening, ids in utterances.items():
                count += _strike(connection, campaign_id, evening, sorted(set(ids)))
            _delete_retold(connection, campaign_id, utterances)
            _delete_pending(connection, campaign_id, utterances)
            for table, columns in QUOTING:
                _delete_quoting(connection, campaign_id, table, columns, quotes, min(utterances, default=0))
            for position, entry in (log or {}).items():
                _reword(connection, campaign_id, position, entry)
            connection.execute(delete(schema.states).filter_by(campaign_id=campaign_id))
            self._database.forget_words(connection)
        self._database.forget_old_pages()
        return count

    def strike_evenings(self, campaign_id: int, evenings: Iterable[int]) -> int:
        """Take every word of some evenings from the record, the companion's too; facts stay, described as they were.

        Nothing is written where none is left; pages a try before this could not clear are cleared all the same.

        Returns:
            Number of utterances struck now.
        """
        words, count = schema.utterances, 0
        left = self._with_words(campaign_id).intersection(evenings)
        if not left:
            if self._database.keeps_old_pages():
                self._database.forget_old_pages()
            return 0
        with self._database.write() as connection:
            hold_words(connection, campaign_id)
            struck, whole = {}, {}
            for evening in sorted(left):
                which = {"campaign_id": campaign_id, "evening": evening}
                ids = connection.scalars(select(words.c.utterance_id).filter_by(**which, struck=False)).all()
                count += _strike(connection, campaign_id, evening, list(ids)) if ids else 0
                struck[evening] = ids
                whole[evening] = connection.scalars(select(words.c.utterance_id).filter_by(**which)).all()
                connection.execute(delete(schema.announcements).filter_by(**which))
            _delete_retold(connection, campaign_id, struck)
            _delete_pending(connection, campaign_id, whole)
            if count:
                self._database.forget_words(connection)
        self._database.forget_old_pages()
        return count

    def _with_words(self, campaign_id: int) -> set[int]:
        """Evenings in which words are left, people's or the companion's."""
        said, answers = schema.utterances, schema.announcements
        people = select(said.c.evening).filter_by(campaign_id=campaign_id, struck=False)
        with self._database.read() as connection:
            found = connection.scalars(people.union(select(answers.c.evening).filter_by(campaign_id=campaign_id)))
            return set(found)


QUOTING: tuple[tuple[Table, tuple[str, ...]], ...] = (
    (schema.announcements, ("text",)),
    (schema.explanations, ("body",)),
    (schema.pending, ("body",)),
    (schema.words, ("heard", "spelled")),
    (schema.corrections, ("body",)),
    (schema.readings, ("body",)),
    (schema.batches, ("body",)),
)
"""Everything that may have been made from what was said, and where it holds words."""


def _strike(connection: Connection, campaign_id: int, evening: int, ids: list[str]) -> int:
    words, which = schema.utterances, {"campaign_id": campaign_id, "evening": evening}
    named = words.c.utterance_id.in_(ids)
    struck = connection.execute(
        update(words).filter_by(**which).where(named, words.c.struck.is_(False)).values(text="", struck=True)
    )
    log, answers, reasons = schema.log, schema.announcements, schema.explanations
    caused = select(log.c.command_id).filter_by(**which).where(log.c.utterance_id.in_(ids))
    connection.execute(delete(answers).filter_by(**which).where(answers.c.cause.in_(ids) | answers.c.cause.in_(caused)))
    connection.execute(delete(reasons).filter_by(**which).where(reasons.c.utterance_id.in_(ids)))
    for table in (schema.batches, schema.readings):
        connection.execute(delete(table).filter_by(**which))
    return struck.rowcount


def _delete_retold(connection: Connection, campaign_id: int, utterances: Mapping[int, Iterable[str]]) -> None:
    """Delete what the companion told that rests on words of any of these."""
    table, struck = schema.announcements, {f"{evening}/{each}" for evening, ids in utterances.items() for each in ids}
    told = select(table.c.row, table.c.sources).filter_by(campaign_id=campaign_id).where(table.c.sources.is_not(None))
    gone = [row.row for row in connection.execute(told) if not struck.isdisjoint(texts(row.sources))]
    if gone:
        connection.execute(delete(table).where(table.c.row.in_(gone)))


def _delete_pending(connection: Connection, campaign_id: int, utterances: Mapping[int, Iterable[str]]) -> None:
    """Delete the open question where it is about words of these; it is always of the latest evening."""
    evenings, table = schema.evenings, schema.pending
    latest = connection.scalar(select(func.max(evenings.c.number)).filter_by(campaign_id=campaign_id))
    waits = connection.scalar(select(table.c.body).filter_by(campaign_id=campaign_id))
    if waits is not None and waits.get("utterance") in set(utterances.get(latest, ())):
        connection.execute(delete(table).filter_by(campaign_id=campaign_id))


def _delete_quoting(
    connection: Connection, campaign_id: int, table: Table, columns: tuple[str, ...], quotes: Quotes, since: int
) -> None:
    """Delete the rows that quote; nothing made in evenings before `since` can have been made of the words.

    What was read out of an evening may have been read later, with names spelt as the words taught.
    """
    keys = list(table.primary_key.columns)
    query = select(table).filter_by(campaign_id=campaign_id)
    if "evening" in table.columns and table not in {schema.readings, schema.batches}:
        query = query.where(table.c.evening >= since)
    rows = connection.execute(query).mappings()
    gone = [tuple(row[key.name] for key in keys) for row in rows if any(quotes(row[name]) for name in columns)]
    if gone:
        named = tuple_(*keys).in_(gone)
        emptied = update(table).where(named).values(body=EMPTIED)
        connection.execute(emptied if table is schema.corrections else delete(table).where(named))


def _reword(connection: Connection, campaign_id: int, position: int, entry: LogEntry) -> None:
    values = {"command": schema.to_json(entry.command), "events": schema.to_json(list(entry.events))}
    connection.execute(update(schema.log).filter_by(campaign_id=campaign_id, position=position).values(**values))
