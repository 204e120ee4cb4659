"""First shape: campaigns, evenings, what was said, what happened, what waits, what was announced."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None


def _campaign() -> sa.Column[int]:
    return sa.Column("campaign_id", sa.Integer, sa.ForeignKey("campaigns.id", ondelete="CASCADE"), nullable=False)


def _evening() -> sa.ForeignKeyConstraint:
    return sa.ForeignKeyConstraint(
        ["campaign_id", "evening"], ["evenings.campaign_id", "evenings.number"], ondelete="CASCADE"
    )


def upgrade() -> None:
    """Create every table."""
    _create_campaigns()
    _create_talk()
    _create_log()


def _create_campaigns() -> None:
    op.create_table(
        "campaigns",
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("name_key", sa.Text, nullable=False),
        sa.Column("slug", sa.String(40), nullable=False),
        sa.Column("roster", sa.Text, nullable=False),
        sa.Column("settings", sa.Text, nullable=False),
        sa.Column("created", sa.DateTime(timezone=True), nullable=False),
        sa.UniqueConstraint("name_key", name="uq_campaigns_name_key"),
        sqlite_autoincrement=True,
    )
    op.create_table(
        "evenings",
        _campaign(),
        sa.Column("number", sa.Integer, nullable=False),
        sa.Column("started", sa.DateTime(timezone=True), nullable=False),
        sa.Column("ended", sa.DateTime(timezone=True)),
        sa.PrimaryKeyConstraint("campaign_id", "number"),
    )
    op.create_table(
        "pending", _campaign(), sa.Column("body", sa.Text, nullable=False), sa.PrimaryKeyConstraint("campaign_id")
    )


def _create_talk() -> None:
    op.create_table(
        "utterances",
        sa.Column("row", sa.Integer, primary_key=True),
        _campaign(),
        sa.Column("evening", sa.Integer, nullable=False),
        sa.Column("utterance_id", sa.String(64), nullable=False),
        sa.Column("speaker", sa.Text),
        sa.Column("score", sa.Float),
        sa.Column("text", sa.Text, nullable=False),
        sa.Column("start", sa.Float, nullable=False),
        sa.Column("end", sa.Float, nullable=False),
        sa.Column("typed", sa.Boolean, nullable=False),
        sa.Column("latency", sa.Float),
        sa.Column("struck", sa.Boolean, nullable=False),
        sa.Column("heard_at", sa.DateTime(timezone=True), nullable=False),
        _evening(),
        sa.UniqueConstraint("campaign_id", "evening", "utterance_id", name="uq_utterances_id"),
    )
    op.create_table(
        "announcements",
        sa.Column("row", sa.Integer, primary_key=True),
        _campaign(),
        sa.Column("evening", sa.Integer, nullable=False),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("text", sa.Text, nullable=False),
        sa.Column("cause", sa.String(64)),
        _evening(),
    )
    op.create_index("ix_announcements_evening", "announcements", ["campaign_id", "evening"])


def _create_log() -> None:
    op.create_table(
        "log",
        _campaign(),
        sa.Column("position", sa.Integer, nullable=False),
        sa.Column("evening", sa.Integer),
        sa.Column("utterance_id", sa.String(64)),
        sa.Column("kind", sa.String(16), nullable=False),
        sa.Column("command_id", sa.String(64), nullable=False),
        sa.Column("root", sa.String(64), nullable=False),
        sa.Column("command", sa.Text, nullable=False),
        sa.Column("events", sa.Text, nullable=False),
        sa.Column("schema_version", sa.Integer, nullable=False),
        sa.Column("recorded_at", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("campaign_id", "position"),
        sa.UniqueConstraint("campaign_id", "command_id", name="uq_log_command"),
    )
