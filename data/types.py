"""Column types that SQLite and PostgreSQL store the same way."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

from sqlalchemy import BigInteger, DateTime, Double, Integer
from sqlalchemy.engine import Dialect
from sqlalchemy.types import TypeDecorator, TypeEngine

# Only INTEGER makes an alias of the row number in SQLite, and it holds 64 bits there.
Number = BigInteger().with_variant(Integer(), "sqlite")

# All the bits of a float, on both.
Real: Double[float] = Double()


class UtcDateTime(TypeDecorator[datetime]):
    """An aware ``datetime``, kept and returned in UTC; a naive one is refused."""

    impl = DateTime
    cache_ok = True

    def load_dialect_impl(self, dialect: Dialect) -> TypeEngine[Any]:
        return dialect.type_descriptor(DateTime(timezone=dialect.name != "sqlite"))

    def process_bind_param(self, value: datetime | None, dialect: Dialect) -> datetime | None:
        if value is None:
            return None
        if value.tzinfo is None:
            raise ValueError("a time to be stored needs a time zone")
        value = value.astimezone(UTC)
        return value.replace(tzinfo=None) if dialect.name == "sqlite" else value

    def process_result_value(self, value: datetime | None, dialect: Dialect) -> datetime | None:
        if value is None:
            return None
        return value.replace(tzinfo=UTC) if value.tzinfo is None else value.astimezone(UTC)


def time_of(stored: str | datetime) -> datetime:
    """A time as the driver gives it, a text in SQLite, as ``UtcDateTime`` would return it."""
    at = datetime.fromisoformat(stored) if isinstance(stored, str) else stored
    return at.replace(tzinfo=UTC) if at.tzinfo is None else at.astimezone(UTC)
