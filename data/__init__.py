"""What is stored and how: SQLAlchemy Core over aiosqlite (or asyncpg), Alembic migrations.

``Database.open`` gives an object with one attribute per subject; ``data.records`` says what goes
in and comes out, ``data.errors`` what may be answered instead.  Knows nothing of cards.
"""

from data.database import Database

__all__ = ["Database"]
