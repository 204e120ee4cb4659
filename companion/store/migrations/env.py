"""Alembic's entry: migrates over the connection handed in, inside the caller's transaction."""

from alembic import context

from companion.store.schema import metadata

context.configure(connection=context.config.attributes["connection"], target_metadata=metadata)
with context.begin_transaction():
    context.run_migrations()
