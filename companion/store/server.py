"""Bounds on a database server: connecting, each answer, and waiting for what another companion has locked."""

from typing import Any

import psycopg
from psycopg.abc import RV, PQGen
from psycopg.errors import _WaitTimeout
from sqlalchemy import Engine, event

from audio.patience import in_time

_LOOK_SECONDS = 0.1  # the driver's own: how often it looks whether somebody wants it to stop
CONNECT_SECONDS = 10.0
ANSWER_SECONDS = 60.0
"""Time a statement may take: the longest one clears the old rows of every table."""


class _Connection(psycopg.Connection[Any]):
    """A connection that waits for no answer longer than `ANSWER_SECONDS`, and is closed after waiting in vain."""

    def wait(self, gen: PQGen[RV], interval: float = _LOOK_SECONDS, timeout: float | None = None) -> RV:
        if timeout is not None:
            return super().wait(gen, interval, timeout)
        try:
            return super().wait(gen, interval, ANSWER_SECONDS)
        except _WaitTimeout as late:
            self.pgconn.finish()  # what it would still send answers nothing any more
            raise psycopg.OperationalError(f"no answer after {ANSWER_SECONDS:g} seconds") from late


def bound(engine: Engine, busy_seconds: float) -> None:
    """Bound what an engine of `psycopg` waits for; whatever takes longer is an error of the database.

    Args:
        engine: Engine that has no connection yet.
        busy_seconds: How long to wait for what another companion has locked, unless the server's user has a limit.
    """

    @event.listens_for(engine, "do_connect")
    def connect(dialect: object, record: object, arguments: list[Any], options: dict[str, Any]) -> _Connection:
        limit = max(2, round(CONNECT_SECONDS))  # the driver's least
        try:
            if "connect_timeout" in options:  # as the URL says
                return _Connection.connect(*arguments, **options)
            # The library below looks up names for as long as the system does.
            return in_time(lambda: _Connection.connect(*arguments, connect_timeout=limit, **options), CONNECT_SECONDS)
        except TimeoutError as late:
            raise psycopg.OperationalError(f"no connection after {CONNECT_SECONDS:g} seconds") from late
        except psycopg.ProgrammingError as wrong:  # the URL asks for what there is not
            raise psycopg.OperationalError(str(wrong)) from wrong

    @event.listens_for(engine, "connect")
    def limit_locks(connection: _Connection, record: object) -> None:
        connection.execute(
            "SELECT set_config('lock_timeout', %s, false) WHERE current_setting('lock_timeout') = '0'",
            [f"{int(busy_seconds * 1000)}ms"],
        )
        connection.commit()
