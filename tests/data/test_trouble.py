from __future__ import annotations

import sqlite3

import pytest
from sqlalchemy.exc import DBAPIError, IntegrityError, OperationalError

from data.errors import (
    DatabaseFull,
    DatabaseLocked,
    DatabaseReadOnly,
    DatabaseUnreachable,
    StorageUnavailable,
)
from data.trouble import translated


class ServerError(Exception):
    """What a PostgreSQL driver raises."""

    def __init__(self, sqlstate: str) -> None:
        super().__init__("the server's own words")
        self.sqlstate = sqlstate


@pytest.mark.parametrize(
    ("state", "kind", "said"),
    [
        ("28P01", DatabaseUnreachable, "refused the name or the password"),
        ("3D000", DatabaseUnreachable, "create it first"),
        ("57P01", DatabaseUnreachable, "shut down"),
        ("08006", DatabaseUnreachable, "cannot be reached"),
        ("53100", DatabaseFull, "no room left"),
        ("53300", DatabaseUnreachable, "overloaded"),
        ("25006", DatabaseReadOnly, "may not be written"),
    ],
)
def test_what_a_server_says(state: str, kind: type[StorageUnavailable], said: str) -> None:
    trouble = translated(DBAPIError("SELECT 1", {}, ServerError(state)), "games")
    assert type(trouble) is kind
    assert said in str(trouble)


def test_a_file_that_another_program_holds() -> None:
    error = sqlite3.OperationalError("database is locked")
    error.sqlite_errorcode = sqlite3.SQLITE_BUSY_SNAPSHOT
    trouble = translated(OperationalError("SELECT 1", {}, error), "games.db")
    assert isinstance(trouble, DatabaseLocked)
    assert "games.db" in str(trouble)


@pytest.mark.parametrize("state", ["42P01", "22001", "40001"])
def test_our_own_mistakes_are_left_alone(state: str) -> None:
    assert translated(DBAPIError("SELECT 1", {}, ServerError(state)), "games") is None
    assert translated(IntegrityError("INSERT", {}, ServerError("23505")), "games") is None
