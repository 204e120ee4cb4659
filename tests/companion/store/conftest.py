"""Places of a store: every test that takes `place` runs on a file and on a server."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from sqlalchemy import select

from companion.store import Store, schema


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Folder of a file database."""
    return tmp_path / "data"


@pytest.fixture(params=["sqlite", "postgresql"])
def place(folder: Path, request: pytest.FixtureRequest) -> str | Path:
    """A file, then an empty database of a PostgreSQL server."""
    if request.param == "postgresql":
        url: str = request.getfixturevalue("postgres_database")
        return url
    return folder / "companion.db"


@pytest.fixture
def is_kept(store: Store, folder: Path) -> Callable[[str], bool]:
    """Return a search for a word, any case, in any byte of any file, or in any row of any table on a server."""

    def rows() -> Iterator[str]:
        with store._database.read() as connection:
            for table in schema.metadata.sorted_tables:
                yield from (str(row).lower() for row in connection.execute(select(table)))

    def is_kept(word: str) -> bool:
        if folder.exists():
            return any(word.lower().encode() in path.read_bytes().lower() for path in folder.iterdir())
        return any(word.lower() in row for row in rows())

    return is_kept
