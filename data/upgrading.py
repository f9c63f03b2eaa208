"""Upgrading a database with Alembic, which never touches the logging set-up here.

Loaded only when there is something to upgrade: Alembic takes a good part of a start to load.
"""

from __future__ import annotations

from pathlib import Path
from typing import Final

from alembic import command
from alembic.config import Config
from sqlalchemy import Connection, inspect

from data.errors import DatabaseBroken
from data.schema import metadata

SCRIPTS: Final = Path(__file__).parent / "migrations"


def to_newest(connection: Connection, revision: str | None, place: str) -> None:
    """Make the tables, or upgrade them from this revision (``None``: there is none yet).

    Raises ``DatabaseBroken`` for the tables of something else.
    """
    if revision is None:
        found = sorted(set(inspect(connection).get_table_names()) & set(metadata.tables))
        if found:
            raise DatabaseBroken(
                f"The database {place} is not this bot's: it has a table {found[0]}"
                " but no revision. Name another with DATABASE_URL."
            )
    command.upgrade(configuration(connection), "head")


def configuration(connection: Connection) -> Config:
    """An Alembic configuration that works on this connection; for ``to_newest`` and tests."""
    config = Config()
    # Alembic reads the option through a parser to which a per cent sign means something.
    config.set_main_option("script_location", str(SCRIPTS).replace("%", "%%"))
    config.set_main_option("path_separator", "os")
    config.attributes["connection"] = connection
    return config
