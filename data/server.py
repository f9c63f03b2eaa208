"""Connections to a PostgreSQL server, which may stop answering at any time."""

from __future__ import annotations

import contextlib
from typing import Any, Final

from sqlalchemy import event
from sqlalchemy.dialects import postgresql
from sqlalchemy.engine import URL, Dialect, ExceptionContext
from sqlalchemy.exc import ArgumentError, InvalidatePoolError, MissingGreenlet
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine

from data.errors import BadAddress

# A line that goes dead says nothing: who waits for it is told after a while.  All in seconds.
_CONNECT: Final = 5.0
_PING: Final = 3.0
_GOOD_BYE: Final = 1.0
# Statements of play take milliseconds, the longest of them, as deleting what is derived from a
# server's games, a second or two for a hundred thousand rows.
_STATEMENT: Final = 10.0
# For a connection that comes free.  Each is given back when its statement is given up, so this is
# no matter of a dead line but of many who wait in a process that is busy.
_FREE: Final = 30.0

insert: Final = postgresql.insert
"""Makes an INSERT of this dialect."""


def engine(url: URL, *, unhurried: bool = False) -> AsyncEngine:
    """Connections for short statements, or for such as may take as long as they like.

    What is not answered in time raises ``TimeoutError``, and no connection from before that is
    used again.  Raises ``BadAddress``, as connecting does for options that it cannot use.
    """
    limits: dict[str, float] = {"timeout": _CONNECT}
    if not unhurried:
        limits["command_timeout"] = _STATEMENT
    try:
        made = create_async_engine(
            url,
            pool_size=2 if unhurried else 8,
            max_overflow=2 if unhurried else 8,
            pool_timeout=_FREE,
            connect_args=limits,
            hide_parameters=True,
        )
    except ModuleNotFoundError as error:
        raise BadAddress(
            f"DATABASE_URL names {url.get_backend_name()}, which needs the package"
            f" {error.name}: install it with pip."
        ) from None
    except ArgumentError as error:
        raise BadAddress(f"DATABASE_URL cannot be used: {error}.") from None
    event.listen(made.sync_engine, "do_connect", _connected)
    event.listen(made.sync_engine, "checkout", _lent)
    event.listen(made.sync_engine, "close", _closed)
    event.listen(made.sync_engine, "handle_error", _failed)
    return made


def _connected(dialect: Dialect, _record: Any, arguments: Any, options: Any) -> Any:
    try:
        return dialect.connect(*arguments, **options)
    except OSError:
        raise  # a certificate that is refused is a ValueError as well
    except (TypeError, ValueError, dialect.loaded_dbapi.InterfaceError) as error:
        said = str(error).removeprefix("connect() got an ")  # of the name of an option
        raise BadAddress(
            f"DATABASE_URL has an option after its ? that cannot be used: {said}."
        ) from error


def _lent(connection: Any, record: Any, _proxy: Any) -> None:
    """Look whether the server is still there: it may have been restarted since."""
    if not record.info.setdefault("used", False):
        record.info["used"] = True  # it has only just been made
        return
    try:
        connection.run_async(_ping)
    except _broken(connection) as error:
        raise InvalidatePoolError from error


def _closed(connection: Any, _record: Any) -> None:
    """Leave in good order if that is quick; the driver would wait as long as for a statement."""
    # Cut off, then; as it is by the collector, which cannot wait for anything.
    with contextlib.suppress(*_broken(connection), MissingGreenlet):
        connection.run_async(_leave)


def _broken(connection: Any) -> tuple[type[Exception], ...]:
    """What the driver itself raises on a connection that is of no use any more."""
    driver = connection.dbapi.asyncpg
    return OSError, driver.PostgresError, driver.InterfaceError


async def _ping(own: Any) -> None:
    await own.execute("SELECT 1", timeout=_PING)


async def _leave(own: Any) -> None:
    await own.close(timeout=_GOOD_BYE)


def _failed(context: ExceptionContext) -> None:
    """A connection whose answer is still to come is of no use, and the others are as old."""
    if isinstance(context.original_exception, TimeoutError):
        context.is_disconnect = True
