"""Keeps whether an evening that goes on is off the record."""

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0008"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add it; nothing in it says no, as files with defaults are taken for somebody else's."""
    op.add_column("evenings", sa.Column("silent", sa.Boolean))
