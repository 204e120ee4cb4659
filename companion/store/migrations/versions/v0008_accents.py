"""The index of words on a server leaves out accents, as a file's always did."""

from alembic import op

revision = "0008"
down_revision = "0007"
branch_labels = None
depends_on = None

_PLAIN = r"normalize(regexp_replace(normalize(text, NFD), '[\u0300-\u036f]', '', 'g'), NFC)"


def upgrade() -> None:
    """Write the index anew; nothing to do in a file."""
    if op.get_bind().dialect.name == "sqlite":
        return
    op.execute("DROP INDEX ix_utterances_words")
    op.execute(f"CREATE INDEX ix_utterances_words ON utterances USING gin (to_tsvector('simple'::regconfig, {_PLAIN}))")
