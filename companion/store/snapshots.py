import hashlib
from collections.abc import Iterable, Mapping
from typing import Any

from sqlalchemy import Row, delete, insert, select

from companion.store import schema
from companion.store.log import Log


class Snapshots(Log):
    """States of a campaign under way, each under a seal of the entries that lead to it; a part of `Store`.

    They only save time: whoever reads one looks whether its seal fits the log, and folds the log where it does not.
    """

    def keep_states(self, campaign_id: int, rules: str, states: Mapping[int, tuple[str, str]]) -> None:
        """Keep states, in place of those at the same entries and of all that other rules led to.

        Args:
            campaign_id: Campaign.
            rules: Version of the rules that folded them.
            states: Number of entries to the seal and the state as JSON.
        """
        table = schema.states
        rows = [
            {"campaign_id": campaign_id, "length": length, "rules": rules, "seal": seal, "body": body}
            for length, (seal, body) in states.items()
        ]
        with self._database.write() as connection:
            useless = table.c.length.in_(states) | (table.c.rules != rules)
            connection.execute(delete(table).filter_by(campaign_id=campaign_id).where(useless))
            connection.execute(insert(table), rows)

    def kept_states(self, campaign_id: int, rules: str) -> tuple[int, ...]:
        """After how many entries a state is kept that these rules led to, fewest first."""
        table = schema.states
        query = select(table.c.length).filter_by(campaign_id=campaign_id, rules=rules).order_by(table.c.length)
        with self._database.read() as connection:
            return tuple(connection.scalars(query))

    def kept_state(self, campaign_id: int, length: int) -> tuple[str, str] | None:
        """Seal and JSON of a state; None when it is not kept any more."""
        table = schema.states
        query = select(table.c.seal, table.c.body).filter_by(campaign_id=campaign_id, length=length)
        with self._database.read() as connection:
            row = connection.execute(query).one_or_none()
        return None if row is None else (row.seal, row.body)

    def drop_states(self, campaign_id: int, lengths: Iterable[int]) -> None:
        """Drop states; they are folded again when they are next needed."""
        table = schema.states
        with self._database.write() as connection:
            connection.execute(
                delete(table).filter_by(campaign_id=campaign_id).where(table.c.length.in_(tuple(lengths)))
            )


class Checksum:
    """Of the entries of a log, one after the other: two logs with the same one lead to the same state."""

    def __init__(self) -> None:
        self._digest = hashlib.sha256()

    def add(self, row: Row[Any]) -> None:
        """Take in an entry as it is stored."""
        parts = (row.kind, row.command_id, row.root, row.schema_version, row.command, row.events)
        self._digest.update(repr(parts).encode())

    def __str__(self) -> str:
        return self._digest.hexdigest()


def seal_of(fingerprint: str, rules: str, body: str) -> str:
    """Return the hash that binds a state to the entries and the rules that lead to it."""
    return hashlib.sha256(f"{fingerprint} {rules} {body}".encode()).hexdigest()
