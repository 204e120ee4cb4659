"""Keeps the sources of words the companion retold, so that these go with those."""

import sqlalchemy as sa
from alembic import op

revision = "0010"
down_revision = "0009"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add it; of what was told before nobody knows."""
    op.add_column("announcements", sa.Column("sources", sa.Text))
