"""Tables between evenings: readings, corrections of them, and an index of every word said."""

import sqlalchemy as sa
from alembic import op

from companion.store.schema import WORD_INDEX_SQL

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


SQLITE = (*WORD_INDEX_SQL, "INSERT INTO utterances_words(utterances_words) VALUES ('rebuild')")
_POSTGRESQL = ("CREATE INDEX ix_utterances_words ON utterances USING gin (to_tsvector('simple'::regconfig, text))",)
