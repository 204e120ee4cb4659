import json
from collections.abc import Iterator
from datetime import datetime
from typing import Any

from sqlalchemy import Connection, Row, func, insert, select
from sqlalchemy.exc import IntegrityError

from companion.base.errors import CommandReused, PositionConflict, StoreDamaged
from companion.store import schema
from companion.store.campaigns import Campaigns
from companion.store.values import LogEntry, Recorded, Verification
from engine.phrase import phrase

_PAGE = 500  # entries fetched in one short transaction, so that a slow reader never holds the file


class Log(Campaigns):
    """The append-only log; a part of `Store`."""

    def append(
        self,
        campaign_id: int,
        expected_position: int,
        entry: LogEntry,
        *,
        evening: int | None = None,
        utterance_id: str | None = None,
        at: datetime | None = None,
    ) -> Recorded:
        """Write one entry; when this returns, it survives a crash and a power cut.

        The same command id again returns what was written the first time. The first append claims the campaign for
        this process.

        Args:
            campaign_id: Campaign.
            expected_position: Number of entries the caller knows of, which is the place of this one.
            entry: What happened.
            evening: Number of the running evening.
            utterance_id: Sentence that caused it.
            at: When it happened, aware; now when left out.

        Raises:
            PositionConflict: Somebody else wrote that position.
            CommandReused: The command id is in the log with another command.
            CampaignInUse: Another companion is writing this campaign.
            StoreError: Disk full, read-only, locked or damaged; nothing was written.
        """
        self.claim(campaign_id)
        recorded = Recorded(campaign_id, expected_position, entry, evening, utterance_id, at or self._clock.now())
        try:
            with self._database.write() as connection:
                earlier = _find(connection, campaign_id, entry.command_id)
                if earlier is not None:
                    return _same(earlier, entry)
                actual = _length(connection, campaign_id)
                if actual != expected_position:
                    raise PositionConflict(expected_position, actual)
                connection.execute(insert(schema.log).values(**_row(recorded)))
        except IntegrityError as exc:
            # A database that does not lock at the beginning lets two writers come this far; the key stops the second.
            with self._database.read() as connection:
                raise PositionConflict(expected_position, _length(connection, campaign_id)) from exc
        return recorded

    def log_length(self, campaign_id: int) -> int:
        """Number of entries, which is the position of the next one."""
        with self._database.read() as connection:
            return _length(connection, campaign_id)

    def read(self, campaign_id: int, from_position: int = 0) -> Iterator[Recorded]:
        """The entries from a position on, in order; entries appended meanwhile are included.

        Raises:
            StoreDamaged: An entry is unreadable or missing; those before it have been given out.
        """
        return map(recorded_of, self.rows(campaign_id, from_position))

    def rows(self, campaign_id: int, from_position: int = 0) -> Iterator[Row[Any]]:
        """As `read`, without making out what the entries say.

        Raises:
            StoreDamaged: An entry is missing; those before it have been given out.
        """
        expected = from_position
        while True:
            rows = self._page(campaign_id, expected)
            for row in rows:
                if row.position != expected:
                    raise StoreDamaged(
                        phrase("Entry {expected} of the log is missing.", expected=expected), _PREFIX_HINT
                    )
                yield row
                expected += 1
            if len(rows) < _PAGE:
                return

    def _page(self, campaign_id: int, from_position: int) -> list[Row[Any]]:
        table = schema.log
        query = (
            select(table)
            .where(table.c.campaign_id == campaign_id, table.c.position >= from_position)
            .order_by(table.c.position)
            .limit(_PAGE)
        )
        with self._database.read() as connection:
            return list(connection.execute(query).all())

    def verify(self, campaign_id: int) -> Verification:
        """Check that the log is gapless and readable, and that what it undoes exists."""
        self.campaign(campaign_id)
        entries = 0
        roots: set[str] = set()
        problems: list[str] = []
        try:
            for recorded in self.read(campaign_id):
                entry = recorded.entry
                if entry.kind == "committed":
                    roots.add(entry.root)
                elif entry.root not in roots:
                    problems.append(f"Entry {recorded.position} undoes {entry.root!r}, which is not in the log.")
                entries += 1
        except StoreDamaged as exc:
            problems.append(str(exc))
        return Verification(entries, tuple(problems))


_PREFIX_HINT = phrase("The entries before it are intact; play can go on from there in a copy, or restore a backup.")


def _length(connection: Connection, campaign_id: int) -> int:
    last = connection.scalar(select(func.max(schema.log.c.position)).where(schema.log.c.campaign_id == campaign_id))
    return 0 if last is None else last + 1


def _find(connection: Connection, campaign_id: int, command_id: str) -> Recorded | None:
    table = schema.log
    found = select(table).where(table.c.campaign_id == campaign_id, table.c.command_id == command_id)
    row = connection.execute(found).one_or_none()
    return None if row is None else recorded_of(row)


def _same(earlier: Recorded, entry: LogEntry) -> Recorded:
    known = earlier.entry
    again = json.loads(schema.to_json(entry.command))
    if (known.kind, known.command) != (entry.kind, again):
        raise CommandReused(
            phrase(
                "The command id {command_id!r} was already used at position {position}.",
                command_id=entry.command_id,
                position=earlier.position,
            )
        )
    return earlier


def _row(recorded: Recorded) -> dict[str, Any]:
    entry = recorded.entry
    return {
        "campaign_id": recorded.campaign_id,
        "position": recorded.position,
        "evening": recorded.evening,
        "utterance_id": recorded.utterance_id,
        "kind": entry.kind,
        "command_id": entry.command_id,
        "root": entry.root,
        "command": schema.to_json(entry.command),
        "events": schema.to_json(list(entry.events)),
        "schema_version": entry.schema,
        "recorded_at": recorded.recorded_at,
    }


def _is_list_of_objects(value: Any) -> bool:
    return isinstance(value, list) and all(isinstance(item, dict) for item in value)


def recorded_of(row: Row[Any]) -> Recorded:
    """An entry of the log from its row.

    Raises:
        StoreDamaged: It is unreadable.
    """
    try:
        command, events = json.loads(f"[{row.command},{row.events}]")
    except (ValueError, RecursionError) as exc:
        raise StoreDamaged(
            phrase("Entry {position} of the log is unreadable.", position=row.position), _PREFIX_HINT
        ) from exc
    if not isinstance(command, dict | None) or not _is_list_of_objects(events):
        raise StoreDamaged(phrase("Entry {position} of the log is unreadable.", position=row.position), _PREFIX_HINT)
    entry = LogEntry(row.kind, row.command_id, row.root, command, tuple(events), row.schema_version)
    return Recorded(row.campaign_id, row.position, entry, row.evening, row.utterance_id, row.recorded_at)
