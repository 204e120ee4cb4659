"""Evenings a language model reads: what it found batch by batch, and what it cost."""

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add the write-ups and their batches."""
    op.create_table(
        "write_ups",
        *_evening(),
        sa.Column("finished", sa.Boolean, nullable=False),
        sa.Column("questions", sa.Integer, nullable=False),
        sa.Column("tokens_read", sa.Integer, nullable=False),
        sa.Column("tokens_written", sa.Integer, nullable=False),
        sa.PrimaryKeyConstraint("campaign_id", "evening"),
        _key(),
    )
    op.create_table(
        "batches",
        *_evening(),
        sa.Column("number", sa.Integer, nullable=False),
        sa.Column("key", sa.String(64), nullable=False),
        sa.Column("tries", sa.Integer, nullable=False),
        sa.Column("body", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("campaign_id", "evening", "number"),
        _key(),
    )


def _evening() -> tuple[sa.Column[int], sa.Column[int]]:
    campaign = sa.ForeignKey("campaigns.id", ondelete="CASCADE")
    return (
        sa.Column("campaign_id", sa.Integer, campaign, nullable=False),
        sa.Column("evening", sa.Integer, nullable=False),
    )


def _key() -> sa.ForeignKeyConstraint:
    evening = ["evenings.campaign_id", "evenings.number"]
    return sa.ForeignKeyConstraint(["campaign_id", "evening"], evening, ondelete="CASCADE")
