"""Tables of the store. Shapes change through `migrations`; this is the newest one."""

import json
from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any

from sqlalchemy import (
    Boolean,
    Column,
    DateTime,
    Dialect,
    Float,
    ForeignKey,
    ForeignKeyConstraint,
    Index,
    Integer,
    MetaData,
    String,
    Table,
    Text,
    TypeDecorator,
    UniqueConstraint,
)

from companion.base.clock import may_be
from companion.base.errors import StoreDamaged
from engine.phrase import phrase

REVISION = "0010"
"""Revision of the newest migration."""


def unreadable() -> StoreDamaged:
    """A value the database gives back is none that was kept."""
    return StoreDamaged(phrase("Some stored data can no longer be read."), phrase("Repair it with companion repair."))


class UtcTime(TypeDecorator[datetime]):
    """Aware UTC times in every database; SQLite keeps them without a zone."""

    impl = DateTime(timezone=True)
    cache_ok = True

    def process_bind_param(self, value: datetime | None, dialect: Dialect) -> datetime | None:
        """Convert to UTC."""
        return (
            None if value is None else value.astimezone(UTC).replace(tzinfo=None if dialect.name == "sqlite" else UTC)
        )

    def process_result_value(self, value: datetime | None, dialect: Dialect) -> datetime | None:
        """Mark as UTC."""
        return None if value is None else value.replace(tzinfo=UTC) if value.tzinfo is None else value.astimezone(UTC)

    def result_processor(self, dialect: Dialect, coltype: object) -> Callable[[Any], datetime | None] | None:
        """Read a time.

        Raises (when it reads):
            StoreDamaged: It is none any more, or one at which nobody played.
        """
        read = super().result_processor(dialect, coltype)
        assert read is not None

        def time(value: Any) -> datetime | None:
            try:
                found = read(value)
            except (ValueError, TypeError, AttributeError) as exc:
                raise unreadable() from exc
            if found is not None and not may_be(found):
                raise unreadable()
            return found

        return time


def clean_text(text: str) -> str:
    """Text that any database and library takes: half characters and zero bytes, which may be typed, are replaced."""
    return text.encode("utf-8", "replace").decode("utf-8").replace("\x00", "\ufffd")


class CleanText(TypeDecorator[str]):
    """See `clean_text`."""

    impl = Text
    cache_ok = True

    def process_bind_param(self, value: str | None, dialect: Dialect) -> str | None:
        """Replace what UTF-8 cannot say."""
        return None if value is None else clean_text(value)


def to_json(value: Any) -> str:
    """Compact JSON, plain ASCII; refuses NaN, which is no JSON."""
    return json.dumps(value, separators=(",", ":"), allow_nan=False)


class JsonText(TypeDecorator[Any]):
    """JSON kept as text, so that it reads the same from every database."""

    impl = Text
    cache_ok = True

    def process_bind_param(self, value: Any, dialect: Dialect) -> str:
        """Write as JSON."""
        return to_json(value)

    def process_result_value(self, value: str | None, dialect: Dialect) -> Any:
        """Read JSON.

        Raises:
            StoreDamaged: It is none any more.
        """
        try:
            return None if value is None else json.loads(value)
        except (ValueError, TypeError, RecursionError) as exc:
            raise unreadable() from exc


metadata = MetaData()


def _campaign_key(**options: Any) -> Column[int]:
    return Column("campaign_id", Integer, ForeignKey("campaigns.id", ondelete="CASCADE"), nullable=False, **options)


def _number_key(name: str) -> Column[int]:
    """A number that is given out within a campaign, not by the database."""
    return Column(name, Integer, primary_key=True, autoincrement=False)


def _evening_key() -> ForeignKeyConstraint:
    return ForeignKeyConstraint(
        ["campaign_id", "evening"], ["evenings.campaign_id", "evenings.number"], ondelete="CASCADE"
    )


campaigns = Table(
    "campaigns",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("name", CleanText, nullable=False),
    Column("name_key", CleanText, nullable=False),  # case-folded: databases disagree about letters beyond ASCII
    Column("slug", String(40), nullable=False),
    Column("roster", JsonText, nullable=False),
    Column("settings", JsonText, nullable=False),
    Column("created", UtcTime, nullable=False),
    UniqueConstraint("name_key", name="uq_campaigns_name_key"),
    sqlite_autoincrement=True,  # a deleted campaign's number is never given out again
)

evenings = Table(
    "evenings",
    metadata,
    _campaign_key(primary_key=True),
    _number_key("number"),
    Column("started", UtcTime, nullable=False),
    Column("ended", UtcTime),
    Column("silent", Boolean),
)

utterances = Table(
    "utterances",
    metadata,
    Column("row", Integer, primary_key=True),
    _campaign_key(),
    Column("evening", Integer, nullable=False),
    Column("utterance_id", String(64), nullable=False),
    Column("speaker", CleanText),
    Column("score", Float),
    Column("text", CleanText, nullable=False),
    Column("start", Float, nullable=False),
    Column("end", Float, nullable=False),
    Column("typed", Boolean, nullable=False),
    Column("latency", Float),
    Column("struck", Boolean, nullable=False),
    Column("heard_at", UtcTime, nullable=False),
    _evening_key(),
    UniqueConstraint("campaign_id", "evening", "utterance_id", name="uq_utterances_id"),
)

log = Table(
    "log",
    metadata,
    _campaign_key(primary_key=True),
    _number_key("position"),
    Column("evening", Integer),
    Column("utterance_id", String(64)),
    Column("kind", String(16), nullable=False),
    Column("command_id", String(64), nullable=False),
    Column("root", String(64), nullable=False),
    # Read as plain text, so that one damaged row does not hide the ones before it.
    Column("command", Text, nullable=False),
    Column("events", Text, nullable=False),
    Column("schema_version", Integer, nullable=False),
    Column("recorded_at", UtcTime, nullable=False),
    UniqueConstraint("campaign_id", "command_id", name="uq_log_command"),
)

states = Table(
    "states",
    metadata,
    _campaign_key(primary_key=True),
    _number_key("length"),  # entries of the log that lead to it
    Column("rules", String(64), nullable=False),
    Column("seal", String(64), nullable=False),
    Column("body", Text, nullable=False),  # plain, as in the log: a state that cannot be read is folded again
)

pending = Table(
    "pending",
    metadata,
    _campaign_key(primary_key=True),
    Column("body", JsonText, nullable=False),
)

announcements = Table(
    "announcements",
    metadata,
    Column("row", Integer, primary_key=True),
    _campaign_key(),
    Column("evening", Integer, nullable=False),
    Column("at", UtcTime, nullable=False),
    Column("text", CleanText, nullable=False),
    Column("cause", String(64)),
    Column("sources", JsonText),
    _evening_key(),
    Index("ix_announcements_evening", "campaign_id", "evening"),
)

words = Table(
    "words",
    metadata,
    _campaign_key(primary_key=True),
    Column("heard", CleanText, primary_key=True),  # lower case, single spaces
    Column("spelled", CleanText, nullable=False),
    Column("learnt_at", UtcTime, nullable=False),
)

explanations = Table(
    "explanations",
    metadata,
    _campaign_key(primary_key=True),
    _number_key("evening"),
    Column("utterance_id", String(64), primary_key=True),
    Column("body", JsonText, nullable=False),
    _evening_key(),
)

readings = Table(
    "readings",
    metadata,
    _campaign_key(primary_key=True),
    _number_key("evening"),
    Column("version", Integer, nullable=False),
    Column("body", JsonText, nullable=False),
    _evening_key(),
)

corrections = Table(
    "corrections",
    metadata,
    _campaign_key(primary_key=True),
    _number_key("number"),
    Column("body", JsonText, nullable=False),
    Column("made_at", UtcTime, nullable=False),
)

write_ups = Table(
    "write_ups",
    metadata,
    _campaign_key(primary_key=True),
    _number_key("evening"),
    Column("finished", Boolean, nullable=False),
    Column("questions", Integer, nullable=False),
    Column("tokens_read", Integer, nullable=False),
    Column("tokens_written", Integer, nullable=False),
    _evening_key(),
)

batches = Table(
    "batches",
    metadata,
    _campaign_key(primary_key=True),
    _number_key("evening"),
    _number_key("number"),
    Column("key", String(64), nullable=False),
    Column("tries", Integer, nullable=False),
    Column("body", JsonText, nullable=False),
    _evening_key(),
)

consents = Table(
    "consents",
    metadata,
    _campaign_key(primary_key=True),
    _number_key("number"),
    Column("person", CleanText, nullable=False),
    Column("given", Boolean, nullable=False),
    Column("way", String(16), nullable=False),
    Column("at", UtcTime, nullable=False),
)

_KINDS: dict[type, tuple[type, ...]] = {int: (int,), bool: (int,), float: (float, int)}
_NAMES: dict[type, str] = {int: "'integer'", float: "'real'", str: "'text'"}


def kinds_of(column: Column[Any]) -> tuple[type, ...]:
    """Kinds of values that SQLite keeps for a column, besides none."""
    return _KINDS.get(column.type.python_type, (str,))


def misfits(table: Table) -> str:
    """SQLite's condition for rows with a value of another kind than their columns keep: it takes any, if made to."""
    kept = ((column.name, ", ".join(_NAMES[kind] for kind in kinds_of(column))) for column in table.columns)
    return " OR ".join(f"typeof(\"{name}\") NOT IN ({kinds}, 'null')" for name, kinds in kept)


WORD_INDEX = "utterances_words"
"""Full-text index of what was said, made by the migrations: SQLite's FTS5, an index of `to_tsvector` elsewhere."""

# The index holds no text of its own; triggers keep it in step with the utterances. An index "delete" needs the words
# that are to go, which is why the triggers hand it the old ones.
_ADD = "INSERT INTO utterances_words(rowid, text) VALUES (new.row, new.text);"
_REMOVE = "INSERT INTO utterances_words(utterances_words, rowid, text) VALUES ('delete', old.row, old.text);"
WORD_INDEX_SQL = (
    "CREATE VIRTUAL TABLE utterances_words USING fts5("
    "text, content='utterances', content_rowid='row', tokenize='unicode61 remove_diacritics 2')",
    f"CREATE TRIGGER utterances_words_insert AFTER INSERT ON utterances BEGIN {_ADD} END",
    f"CREATE TRIGGER utterances_words_delete AFTER DELETE ON utterances BEGIN {_REMOVE} END",
    f"CREATE TRIGGER utterances_words_update AFTER UPDATE OF text ON utterances BEGIN {_REMOVE} {_ADD} END",
)
"""The index of a file as a migration made it, and so as every file has it: the one thing in one that SQLite runs."""

PLAIN_WORDS = r"normalize(regexp_replace(normalize(utterances.text, NFD), '[\u0300-\u036f]', '', 'g'), NFC)"
"""Utterances without accents, as a server's index of words has them; SQLite's leaves them out by itself."""
