"""Logging: one handler on standard error, as lines for people or as JSON for collectors."""

from __future__ import annotations

import json
import logging
import sys
from datetime import UTC, datetime
from typing import TextIO

from bot.config import LogFormat

# At DEBUG these print statements with their values, seeds and cards among them, or every frame.
_DISCREET = ("aiosqlite", "discord", "aiohttp", "asyncio", "filelock")
# At INFO these report every statement, or every step of nothing out of the ordinary.
_TALKATIVE = ("sqlalchemy", "alembic", "aiohttp.access")


def set_up(
    level: str,
    form: LogFormat,
    *,
    secret: str | None = None,
    stream: TextIO | None = None,
) -> logging.Handler:
    """Send the log of this process to ``stream`` (standard error) and give the handler.

    ``secret`` is blotted out wherever it turns up, should a library ever log the token.
    """
    handler = logging.StreamHandler(stream or sys.stderr)
    handler.setFormatter(_Discreet(_Json() if form == "json" else _text(), secret))
    root = logging.getLogger()
    root.addHandler(handler)
    root.setLevel(level)
    chosen = logging.getLevelNamesMapping()[level]
    for names, floor in ((_DISCREET, logging.INFO), (_TALKATIVE, logging.WARNING)):
        for name in names:
            logging.getLogger(name).setLevel(max(chosen, floor))
    return handler


class _Discreet(logging.Formatter):
    """Formats as another formatter does, without the secret."""

    def __init__(self, inner: logging.Formatter, secret: str | None) -> None:
        super().__init__()
        self._inner = inner
        self._secret = secret

    def format(self, record: logging.LogRecord) -> str:
        line = self._inner.format(record)
        return line.replace(self._secret, "[secret]") if self._secret else line


class _Json(logging.Formatter):
    """One object a line: time, level, logger, message, and the error if there is one."""

    def format(self, record: logging.LogRecord) -> str:
        entry = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "logger": record.name,
            "message": record.getMessage(),
        }
        if record.exc_info:
            entry["error"] = self.formatException(record.exc_info)
        return json.dumps(entry, ensure_ascii=False)


def _text() -> logging.Formatter:
    return logging.Formatter("%(asctime)s %(levelname)-7s %(name)s: %(message)s")
