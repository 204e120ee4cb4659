"""Most rows that are kept of a campaign, so that a backup or an export of anything that was kept can be read back."""

import json
from collections.abc import Mapping
from types import MappingProxyType

from sqlalchemy import Connection, Table, Text, func, select, type_coerce

from companion.base.errors import StoreError
from engine.phrase import phrase

MOST_ROWS: Mapping[str, int] = MappingProxyType(
    {
        "campaigns": 1_000,
        "evenings": 2_000,
        "words": 5_000,
        "corrections": 10_000,
        "consents": 100_000,
        "write_ups": 2_000,
        "readings": 2_000,
        "pending": 1,
    }
)
"""Table to its most rows of one campaign; each of them is read again and again."""
MOST_NOTES = 1_000
"""Notes of one person in a campaign, undone ones among them: nobody takes the place of what others set right."""
MOST_OTHER_ROWS = 1_000_000
"""Of any other table, such as what was said: forty years of evenings."""


def most_rows(table: str) -> int:
    """Rows of one campaign that a table may hold."""
    return MOST_ROWS.get(table, MOST_OTHER_ROWS)


def refuse_more(connection: Connection, table: Table, campaign_id: int | None = None) -> None:
    """Refuse another row where a campaign has as many as are kept.

    Args:
        connection: In the transaction that would add it.
        table: Where it would go.
        campaign_id: Whose it would be; None for a campaign itself.

    Raises:
        StoreError: It has.
    """
    rows = select(func.count()).select_from(table)
    if campaign_id is not None:
        rows = rows.filter_by(campaign_id=campaign_id)
    most = most_rows(table.name)
    if (connection.scalar(rows) or 0) >= most:
        raise StoreError(
            phrase("There are {most} {table} already, as many as are kept.", most=most, table=table.name),
            phrase("Nothing was changed; go on in a new campaign."),
        )


def refuse_more_notes(connection: Connection, table: Table, campaign_id: int, writer: str) -> None:
    """Refuse another note of somebody who has written as many as are kept.

    Args:
        connection: In the transaction that would add it.
        table: Table of corrections, each a JSON object.
        campaign_id: Whose it would be.
        writer: Who wrote it.

    Raises:
        StoreError: They have.
    """
    theirs = type_coerce(table.c.body, Text).contains(f'"by":{json.dumps(writer)},', autoescape=True)
    rows = select(func.count()).select_from(table).filter_by(campaign_id=campaign_id).where(theirs)
    if (connection.scalar(rows) or 0) >= MOST_NOTES:
        raise StoreError(
            phrase("{writer} has written {most} notes already, as many as are kept.", writer=writer, most=MOST_NOTES),
            phrase("Somebody else can write it, or write it on the table's page."),
        )
