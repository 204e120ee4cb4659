"""Tables between evenings: readings, corrections of them, and an index of every word said."""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add readings and corrections of the chronicle and the index of words."""
    op.create_table(
        "readings",
        _campaign(),
        sa.Column("evening", sa.Integer, nullable=False),
        sa.Column("version", sa.Integer, nullable=False),
        sa.Column("body", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("campaign_id", "evening"),
        sa.ForeignKeyConstraint(
            ["campaign_id", "evening"], ["evenings.campaign_id", "evenings.number"], ondelete="CASCADE"
        ),
    )
    op.create_table(
        "corrections",
        _campaign(),
        sa.Column("number", sa.Integer, nullable=False),
        sa.Column("body", sa.Text, nullable=False),
        sa.Column("made_at", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("campaign_id", "number"),
    )
    for statement in SQLITE if op.get_bind().dialect.name == "sqlite" else _POSTGRESQL:
        op.execute(statement)


def _campaign() -> sa.Column[int]:
    return sa.Column("campaign_id", sa.Integer, sa.ForeignKey("campaigns.id", ondelete="CASCADE"), nullable=False)


# The index holds no text of its own; triggers keep it in step with the utterances. An index "delete" needs the words
# that are to go, which is why the triggers hand it the old ones.
_ADD = "INSERT INTO utterances_words(rowid, text) VALUES (new.row, new.text);"
_REMOVE = "INSERT INTO utterances_words(utterances_words, rowid, text) VALUES ('delete', old.row, old.text);"
SQLITE = (
    "CREATE VIRTUAL TABLE utterances_words USING fts5("
    "text, content='utterances', content_rowid='row', tokenize='unicode61 remove_diacritics 2')",
    f"CREATE TRIGGER utterances_words_insert AFTER INSERT ON utterances BEGIN {_ADD} END",
    f"CREATE TRIGGER utterances_words_delete AFTER DELETE ON utterances BEGIN {_REMOVE} END",
    f"CREATE TRIGGER utterances_words_update AFTER UPDATE OF text ON utterances BEGIN {_REMOVE} {_ADD} END",
    "INSERT INTO utterances_words(utterances_words) VALUES ('rebuild')",
)
_POSTGRESQL = ("CREATE INDEX ix_utterances_words ON utterances USING gin (to_tsvector('simple'::regconfig, text))",)
