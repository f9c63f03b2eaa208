"""Bringing a database up to date with Alembic, which never touches the logging set-up here."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Final

from alembic import command
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, inspect

from data.connections import Connections
from data.errors import DatabaseBroken, DatabaseNewer
from data.schema import metadata

SCRIPTS: Final = Path(__file__).parent / "migrations"


async def upgrade(connections: Connections) -> None:
    """Make the tables, or upgrade them, in one transaction: wholly or not at all.

    Raises ``DatabaseNewer``, ``DatabaseBroken`` and the other ``StorageUnavailable``.
    """
    await connections.check()
    async with connections.migrating() as connection:
        await connection.run_sync(_upgrade, connections.place)


def configuration(connection: Connection) -> Config:
    """An Alembic configuration that works on this connection; for ``upgrade`` and tests."""
    config = _configuration()
    config.attributes["connection"] = connection
    return config


def _configuration() -> Config:
    config = Config()
    # Alembic reads the option through a parser to which a per cent sign means something.
    config.set_main_option("script_location", str(SCRIPTS).replace("%", "%%"))
    config.set_main_option("path_separator", "os")
    return config


@cache
def _scripts() -> ScriptDirectory:
    return ScriptDirectory.from_config(_configuration())


def _upgrade(connection: Connection, place: str) -> None:
    scripts = _scripts()
    current = MigrationContext.configure(connection).get_current_revision()
    if current == scripts.get_current_head():
        return
    if current is None:
        found = sorted(set(inspect(connection).get_table_names()) & set(metadata.tables))
        if found:
            raise DatabaseBroken(
                f"The database {place} is not this bot's: it has a table {found[0]}"
                " but no revision. Name another with DATABASE_URL."
            )
    elif current not in {script.revision for script in scripts.walk_revisions()}:
        raise DatabaseNewer(
            f"The database {place} was written by a newer version of the bot"
            f" (revision {current}): update the bot, or restore an older backup."
        )
    command.upgrade(configuration(connection), "head")


def revisions() -> frozenset[str]:
    """The revisions of a database that this version of the bot can bring up to date."""
    return frozenset(script.revision for script in _scripts().walk_revisions())
