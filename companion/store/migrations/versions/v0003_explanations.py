"""Explanations: what each utterance was taken for, and why."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add the explanations."""
    op.create_table(
        "explanations",
        sa.Column("campaign_id", sa.Integer, sa.ForeignKey("campaigns.id", ondelete="CASCADE"), nullable=False),
        sa.Column("evening", sa.Integer, nullable=False),
        sa.Column("utterance_id", sa.String(64), nullable=False),
        sa.Column("body", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("campaign_id", "evening", "utterance_id"),
        sa.ForeignKeyConstraint(
            ["campaign_id", "evening"], ["evenings.campaign_id", "evenings.number"], ondelete="CASCADE"
        ),
    )
