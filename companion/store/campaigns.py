from collections.abc import Mapping
from dataclasses import replace
from datetime import datetime
from threading import RLock
from typing import Any

from sqlalchemy import Connection, Row, delete, func, insert, select, update
from sqlalchemy.exc import IntegrityError

from companion.base import plain_text
from companion.base.clock import JUMP, Clock
from companion.base.errors import CampaignExists, StoreError, UnknownCampaign
from companion.store import schema
from companion.store.database import Database
from companion.store.lease import Lease, lock_path
from companion.store.limits import refuse_more
from companion.store.values import Campaign, Evening
from engine.phrase import joined, phrase

LONGEST_NAME = 200
"""Letters of the name of a campaign."""


DEMO = "demo"
"""Setting of a campaign that is only watched: the system of its recorded evening. Consent is not asked for in it, and
it is deleted, so no file that is read in sets it."""


class Campaigns:
    """Campaigns and their evenings; a part of `Store`."""

    def __init__(self, database: Database, clock: Clock) -> None:
        self._database = database
        self._clock = clock
        self._leases: dict[int, Lease] = {}
        self._leasing = RLock()

    def create_campaign(
        self, name: str, slug: str, roster: Mapping[str, Any], settings: Mapping[str, Any] | None = None
    ) -> Campaign:
        """Make a campaign.

        Args:
            name: Unique without regard to case and surrounding spaces.
            slug: Rules system.
            roster: Roster as JSON.
            settings: Settings of this campaign as JSON.

        Raises:
            CampaignExists: The name is taken.
            StoreError: The name is empty or too long, or there are as many campaigns as are kept.
            TextRefused: It holds a character that nobody sees.
        """
        values = {"slug": slug, "roster": dict(roster), "settings": dict(settings or {}), "created": self._clock.now()}
        try:
            with self._database.write() as connection:
                refuse_more(connection, schema.campaigns)
                connection.execute(insert(schema.campaigns).values(**_named(name), **values))
        except IntegrityError as exc:
            raise _taken(name) from exc
        return self.campaign(name)

    def campaigns(self) -> tuple[Campaign, ...]:
        """Every campaign, oldest first."""
        with self._database.read() as connection:
            rows = connection.execute(select(schema.campaigns).order_by(schema.campaigns.c.id)).all()
        return tuple(_campaign(row) for row in rows)

    def campaign(self, which: int | str) -> Campaign:
        """The campaign of that number or name, any case.

        Raises:
            UnknownCampaign: There is none.
        """
        table = schema.campaigns
        wanted = table.c.id == which if isinstance(which, int) else table.c.name_key == _key(which)
        with self._database.read() as connection:
            row = connection.execute(select(table).where(wanted)).one_or_none()
            if row is None:
                raise _unknown(which, connection)
        return _campaign(row)

    def delete_campaign(self, campaign_id: int) -> None:
        """Delete a campaign and everything said and played in it, for good.

        Raises:
            UnknownCampaign: There is no such campaign.
            CampaignInUse: Another companion is writing it.
        """
        self.claim(campaign_id)
        with self._database.write() as connection:
            connection.execute(delete(schema.campaigns).where(schema.campaigns.c.id == campaign_id))
            self._database.forget_words(connection)
        self._database.forget_old_pages()
        self.release(campaign_id)
        if self._database.path is not None:
            lock_path(self._database.path, campaign_id).unlink(missing_ok=True)

    def claim(self, campaign_id: int) -> None:
        """Take the right to write a campaign until `release` or the end of the process; free when already held.

        A right that was lost with the connection to a server is taken again, if nobody else took it meanwhile.

        Raises:
            CampaignInUse: Another companion holds it.
            UnknownCampaign: There is no such campaign.
        """
        with self._leasing:
            if not self.holds(campaign_id):
                self.release(campaign_id)
                self._leases[campaign_id] = Lease(self._database, campaign_id, self.campaign(campaign_id).name)

    def holds(self, campaign_id: int) -> bool:
        """Return True if this process has the right to write a campaign."""
        with self._leasing:
            return campaign_id in self._leases and self._leases[campaign_id].held

    def release(self, campaign_id: int) -> None:
        """Give the right to write back; free when not held."""
        with self._leasing:
            lease = self._leases.pop(campaign_id, None)
            if lease is not None:
                lease.release()

    def begin_evening(self, campaign_id: int) -> Evening:
        """Open the next evening; one left open by a crash is closed first, at the time of its last sign of life.

        Raises:
            CampaignInUse: Another companion is writing this campaign.
            StoreError: It has as many evenings as are kept.
        """
        self.claim(campaign_id)
        table = schema.evenings
        with self._database.write() as connection:
            _close_left_open(connection, campaign_id, self._clock.now())
            refuse_more(connection, table, campaign_id)
            last = connection.scalar(select(func.max(table.c.number)).where(table.c.campaign_id == campaign_id))
            evening = Evening((last or 0) + 1, self._clock.now())
            connection.execute(
                insert(table).values(campaign_id=campaign_id, number=evening.number, started=evening.started)
            )
        return evening

    def end_evening(self, campaign_id: int, number: int) -> Evening:
        """Close an evening, now or at its last sign where the clock was set back; closing it again changes nothing.

        Raises:
            StoreError: There is no such evening.
        """
        table = schema.evenings
        which = (table.c.campaign_id == campaign_id) & (table.c.number == number)
        with self._database.write() as connection:
            row = connection.execute(select(table).where(which)).one_or_none()
            if row is None:
                raise _no_evening(number)
            now = self._clock.now()
            ended = row.ended or max(now, *_last_signs(connection, campaign_id, row, now))
            connection.execute(update(table).where(which).values(ended=ended))
        return replace(_evening(row), ended=ended)

    def reopen_evening(self, campaign_id: int, number: int) -> None:
        """Let an evening that was ended go on; free when it is running."""
        with self._database.write() as connection:
            connection.execute(
                update(schema.evenings).filter_by(campaign_id=campaign_id, number=number).values(ended=None)
            )

    def keep_silent(self, campaign_id: int, number: int | None, silent: bool) -> None:
        """Keep whether the table told the companion not to listen: it holds for the evening, not for one run of it."""
        with self._database.write() as connection:
            connection.execute(
                update(schema.evenings).filter_by(campaign_id=campaign_id, number=number).values(silent=silent or None)
            )

    def last_sign(self, campaign_id: int, number: int) -> datetime:
        """Return the time when something was last heard, done or said in an evening, or it began, UTC.

        Raises:
            StoreError: There is no such evening.
        """
        table = schema.evenings
        which = (table.c.campaign_id == campaign_id) & (table.c.number == number)
        with self._database.read() as connection:
            row = connection.execute(select(table).where(which)).one_or_none()
            if row is None:
                raise _no_evening(number)
            latest: datetime = max(_last_signs(connection, campaign_id, row, self._clock.now()))
        return latest

    def last_played(self, campaign_id: int) -> datetime | None:
        """Return the start of the latest evening, UTC; one in the future does not count, as the clock was ahead."""
        now = self._clock.now()
        return max((each.started for each in self.evenings(campaign_id) if each.started <= now), default=None)

    def evenings(self, campaign_id: int) -> tuple[Evening, ...]:
        """The evenings of a campaign, first one first."""
        table = schema.evenings
        query = select(table).where(table.c.campaign_id == campaign_id).order_by(table.c.number)
        with self._database.read() as connection:
            return tuple(map(_evening, connection.execute(query)))


def _no_evening(number: int) -> StoreError:
    return StoreError(
        phrase("There is no evening {number} in this campaign.", number=number),
        phrase("companion log shows what was played."),
    )


def _close_left_open(connection: Connection, campaign_id: int, now: datetime) -> None:
    table = schema.evenings
    left_open = (table.c.campaign_id == campaign_id) & table.c.ended.is_(None)
    for row in connection.execute(select(table).where(left_open)).all():
        ended = max(_last_signs(connection, campaign_id, row, now))
        which = (table.c.campaign_id == campaign_id) & (table.c.number == row.number)
        connection.execute(update(table).where(which).values(ended=ended))


def _last_signs(connection: Connection, campaign_id: int, evening: Row[Any], now: datetime) -> list[datetime]:
    """Return the times when something was last heard, done and said in an evening, and of its beginning.

    What is from the future counts for nothing where the evening began before now: the clock was ahead for a while.
    """
    columns = (schema.utterances.c.heard_at, schema.log.c.recorded_at, schema.announcements.c.at)
    which, signs = {"campaign_id": campaign_id, "evening": evening.number}, [evening.started]
    for column in columns:
        query = select(func.max(column)).filter_by(**which)
        if evening.started <= now:
            query = query.where(column <= now + JUMP)
        signs.append(connection.scalar(query))
    return [time for time in signs if time is not None]


def _key(name: str) -> str:
    return " ".join(name.split()).casefold()


def _named(name: str) -> dict[str, str]:
    kept = plain_text.name(name, phrase("The name of the campaign"))
    if not kept:
        raise StoreError(phrase("A campaign needs a name."), phrase("Give it a name."))
    if len(kept) > LONGEST_NAME:
        raise StoreError(
            phrase("The name of a campaign has at most {most} characters.", most=LONGEST_NAME),
            phrase("Choose a shorter one."),
        )
    return {"name": kept, "name_key": _key(kept)}


def _taken(name: str) -> CampaignExists:
    return CampaignExists(
        phrase("There is already a campaign called {split!r}.", split=joined(name.split())),
        phrase("Choose another name."),
    )


def _unknown(which: int | str, connection: Connection) -> UnknownCampaign:
    names = connection.execute(select(schema.campaigns.c.name).order_by(schema.campaigns.c.id)).scalars().all()
    hint = (
        phrase("There are: {names}.", names=joined(names, ", "))
        if names
        else phrase("There are none yet; make one first.")
    )
    return UnknownCampaign(phrase("There is no campaign {which!r}.", which=which), hint)


def _evening(row: Row[Any]) -> Evening:
    return Evening(row.number, row.started, row.ended, bool(row.silent))


def _campaign(row: Row[Any]) -> Campaign:
    return Campaign(row.id, row.name, row.slug, row.roster, row.settings, row.created)
