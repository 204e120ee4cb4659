"""A PostgreSQL server of our own for as long as something is measured or tested, from an installed package."""

import os
import shutil
import signal
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import count
from pathlib import Path

from sqlalchemy import URL, create_engine, make_url, text

from companion.base.errors import StoreUnreachable
from engine.phrase import EMPTY, phrase

_LIKELY = ("/usr/lib/postgresql/*/bin", "/usr/local/pgsql/bin", "/opt/homebrew/opt/postgresql*/bin")
_LONGEST_SECONDS = 60.0
_numbers = count(1)


def programs() -> Path | None:
    """Folder of `initdb` and `postgres`, of the newest version where there are several; None when not installed."""
    found = [path.parent for pattern in _LIKELY for path in Path("/").glob(f"{pattern.lstrip('/')}/initdb")]
    on_path = shutil.which("initdb")
    return max(found, default=Path(on_path).parent if on_path else None, key=str)


@contextmanager
def server(*settings: str) -> Iterator[str]:
    """Start a server that listens in a temporary folder only; gives the URL of its first database.

    Args:
        settings: Further settings as NAME=VALUE.

    Raises:
        StoreUnreachable: PostgreSQL is not installed, or does not start.
    """
    bin_folder = programs()
    if bin_folder is None:
        raise StoreUnreachable(phrase("PostgreSQL is not installed."), phrase("On Debian: apt-get install postgresql."))
    folder = Path(tempfile.mkdtemp(prefix="pg"))  # short, since the name of a socket may have 107 characters only
    user = "nobody" if os.geteuid() == 0 else None  # PostgreSQL refuses to run as root
    if user is not None:
        shutil.chown(folder, user)
    folder.chmod(0o755)
    data = folder / "data"
    making: list[str | Path] = [
        bin_folder / "initdb",
        "-D",
        data,
        "-U",
        "club",
        "-A",
        "trust",
        "-E",
        "UTF8",
        "--locale=C",
        "-N",
    ]
    made = subprocess.run(making, user=user, cwd="/", capture_output=True, text=True)
    if made.returncode:
        raise StoreUnreachable(phrase("PostgreSQL cannot make a database: {stderr}", stderr=made.stderr.strip()), EMPTY)
    options = ["listen_addresses=", f"unix_socket_directories={folder}", *settings]
    with (folder / "log").open("wb") as log:
        process = subprocess.Popen(
            [bin_folder / "postgres", "-D", data, *(part for option in options for part in ("-c", option))],
            user=user,
            cwd=folder,
            stderr=log,
        )
    try:
        _wait(bin_folder, folder, process)
        yield f"postgresql://club@/postgres?host={folder}"
    finally:
        process.send_signal(signal.SIGINT)  # without waiting for whoever is connected
        process.wait(timeout=30)
        shutil.rmtree(folder)


def _wait(bin_folder: Path, folder: Path, process: "subprocess.Popen[bytes]") -> None:
    asking: list[str | Path] = [bin_folder / "pg_isready", "-q", "-h", folder, "-U", "club"]
    give_up = time.monotonic() + _LONGEST_SECONDS
    while subprocess.run(asking, stderr=subprocess.DEVNULL).returncode:
        if process.poll() is not None or time.monotonic() > give_up:
            raise StoreUnreachable(
                phrase("PostgreSQL does not start: {read_text}", read_text=(folder / "log").read_text()), EMPTY
            )
        time.sleep(0.05)


def new_database(url: str, template: str | None = None) -> str:
    """The URL of a fresh database on a server.

    Args:
        url: Any database of that server.
        template: URL of the database it begins as a copy of, which nobody may use meanwhile; an empty one when None.
    """
    name = f"companion_{os.getpid()}_{next(_numbers)}"
    copied = "template1" if template is None else make_url(template).database
    _command(url, f'CREATE DATABASE "{name}" TEMPLATE "{copied}"')
    return _named(make_url(url), name)


def drop_database(url: str) -> None:
    """Remove a database, whoever is connected to it."""
    place = make_url(url)
    _command(_named(place, "postgres"), f'DROP DATABASE "{place.database}" WITH (FORCE)')


def _named(url: URL, name: str) -> str:
    return url.set(database=name).render_as_string(hide_password=False)


def _command(url: str, statement: str) -> None:
    engine = create_engine(url, isolation_level="AUTOCOMMIT")
    with engine.connect() as connection:
        connection.execute(text(statement))
    engine.dispose()
