"""Alembic's entry: runs the migrations on the connection that ``data.upgrading`` hands over."""

from __future__ import annotations

from typing import Any, Literal

from alembic import context
from alembic.autogenerate.api import AutogenContext
from sqlalchemy import Connection

from data.schema import metadata
from data.types import Number, Real, UtcDateTime


def render(kind: str, item: Any, _context: AutogenContext) -> str | Literal[False]:
    """Our column types by the names under which the script template imports them."""
    if kind == "type" and isinstance(item, UtcDateTime):
        return "UtcDateTime()"
    names = {id(Number): "Number", id(Real): "Real"}
    return names.get(id(item), False)


def run() -> None:
    connection = context.config.attributes.get("connection")
    if not isinstance(connection, Connection):
        raise TypeError("migrations run through data.migrate, which gives them a connection")
    context.configure(
        connection=connection,
        target_metadata=metadata,
        # SQLite cannot alter most of a table: it is copied instead.
        render_as_batch=True,
        compare_type=True,
        render_item=render,
    )
    with context.begin_transaction():
        context.run_migrations()


run()
