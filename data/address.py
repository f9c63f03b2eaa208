"""``DATABASE_URL`` in the forms people write it, made into one."""

from __future__ import annotations

import contextlib
from pathlib import Path

from sqlalchemy.engine import URL, make_url
from sqlalchemy.exc import ArgumentError

from data.errors import BadAddress, DatabaseUnreachable

_DRIVERS = {
    "sqlite": "sqlite+aiosqlite",
    "sqlite+aiosqlite": "sqlite+aiosqlite",
    "postgres": "postgresql+asyncpg",
    "postgresql": "postgresql+asyncpg",
    "postgresql+asyncpg": "postgresql+asyncpg",
}


def parse(address: str) -> URL:
    """The address as SQLAlchemy wants it.

    Taken are a plain path (``games.db``), ``sqlite:///games.db`` and ``postgresql://...``, with or
    without the driver's name.  A file that is reached by a link is named by its own name: by that
    it is locked, and it must be one lock for all.  Raises ``BadAddress``; its text never repeats a
    password.
    """
    address = address.strip()
    if not address:
        raise BadAddress("DATABASE_URL is empty: give the path of a file, such as bridge-table.db.")
    if "://" not in address:
        return _file(URL.create("sqlite+aiosqlite", database=address))
    try:
        url = make_url(address)
    except (ArgumentError, ValueError):
        raise BadAddress(
            "DATABASE_URL cannot be read: write sqlite:///bridge-table.db or the path of a file."
        ) from None
    driver = _DRIVERS.get(url.drivername)
    if driver is None:
        raise BadAddress(
            f"DATABASE_URL names {url.drivername}: only sqlite and postgresql are supported."
        )
    url = url.set(drivername=driver)
    return _file(url) if driver.startswith("sqlite") else _server(url)


def _server(url: URL) -> URL:
    """With the name that the driver has for what hosts of databases call ``sslmode``."""
    if "sslmode" not in url.query:
        return url
    query = dict(url.query)
    mode = query.pop("sslmode")
    return url.set(query={"ssl": mode, **query})


def _file(url: URL) -> URL:
    if url.database in (None, "", ":memory:"):
        raise BadAddress("DATABASE_URL names no file: write sqlite:///bridge-table.db, say.")
    if url.database.startswith("file:") or "uri" in url.query:
        raise BadAddress(
            "DATABASE_URL names a file as file:...: write its path, as in"
            " sqlite:///bridge-table.db."
        )
    file = Path(url.database)
    if not file.is_symlink():
        return url
    own = file
    with contextlib.suppress(OSError, RuntimeError):  # some versions of Python raise for a circle
        own = file.resolve()
    if own.is_symlink():
        raise BadAddress(f"DATABASE_URL names {file}, a link that leads nowhere.")
    return url.set(database=str(own))


def file_of(url: URL) -> Path | None:
    """The file of an SQLite database; ``None`` for a server."""
    if url.get_backend_name() != "sqlite" or url.database is None:
        return None
    return Path(url.database)


def expect(address: str) -> None:
    """For what is of no use with a database that is new, as one is at a path that is mistyped.

    Raises ``DatabaseUnreachable`` if the file of an SQLite database is not there, and
    ``BadAddress``.
    """
    file = file_of(parse(address))
    if file is not None and not file.is_file():
        raise DatabaseUnreachable(f"There is no database {file}.")


def shown(url: URL) -> str:
    """The address for logs and people, without a password."""
    file = file_of(url)
    return url.render_as_string(hide_password=True) if file is None else str(file)
