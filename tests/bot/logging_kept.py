"""Logging as it was, whatever a test sets up."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

NAMES: Final = (
    "",
    "bot.audit",
    "aiosqlite",
    "sqlalchemy",
    "alembic",
    "discord",
    "aiohttp",
    "aiohttp.access",
    "asyncio",
    "filelock",
)


@contextmanager
def logging_kept() -> Iterator[None]:
    """Put handlers and levels back at the end of the block."""
    loggers = [logging.getLogger(name) for name in NAMES]
    levels = [logger.level for logger in loggers]
    handlers = list(logging.getLogger().handlers)
    try:
        yield
    finally:
        logging.getLogger().handlers[:] = handlers
        for logger, level in zip(loggers, levels, strict=True):
            logger.setLevel(level)
