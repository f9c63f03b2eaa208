"""Logging: one handler on standard error, as lines for people or as JSON for collectors.

In JSON, what a message is about are fields.  They are taken from the message's template, as it is
written in the code: ``"game %s, seat %s: ..."`` gives the fields ``game`` and ``seat``.
"""

from __future__ import annotations

import json
import logging
import re
import sys
from datetime import UTC, datetime
from typing import Any, Final, TextIO

from bot.config import LogFormat, Settings

#: The logger of what managers do, which is kept nowhere else: it is heard whatever was chosen.
AUDIT: Final = "bot.audit"
# At DEBUG these print statements with their values, seeds and cards among them, or every frame.
_DISCREET = ("aiosqlite", "discord", "aiohttp", "asyncio", "filelock")
#: What becomes a field, if a placeholder follows it in the template.
FIELDS: Final = (
    *("game", "seat", "deal", "invitation"),
    *("action", "person", "server", "old", "new"),
)
_PLACEHOLDER: Final = re.compile(r"(?:\b([a-z]+) )?%(?:(%)|[-+ #0]*[\d.]*[a-z])")
# At INFO these report every statement, or every step of nothing out of the ordinary.
_TALKATIVE = ("sqlalchemy", "alembic", "aiohttp.access")


def of(settings: Settings) -> logging.Handler:
    """Send the log of this process to standard error as these say, without their token."""
    return set_up(settings.log_level, settings.log_format, secret=settings.token)


def set_up(
    level: str,
    form: LogFormat | None,
    *,
    secret: str | None = None,
    stream: TextIO | None = None,
) -> logging.Handler:
    """Send the log of this process to ``stream`` (standard error) and give the handler.

    ``form`` ``None`` is lines for people on a terminal, and JSON where nobody is looking.
    What managers do is there at every ``level``.
    ``secret`` is blotted out wherever it turns up, should a library ever log the token.
    """
    target = stream or sys.stderr
    form = form or ("text" if target.isatty() else "json")
    handler = logging.StreamHandler(target)
    handler.setFormatter(_Discreet(_Json() if form == "json" else _text(), secret))
    root = logging.getLogger()
    root.addHandler(handler)
    root.setLevel(level)
    chosen = logging.getLevelNamesMapping()[level]
    for names, floor in ((_DISCREET, logging.INFO), (_TALKATIVE, logging.WARNING)):
        for name in names:
            logging.getLogger(name).setLevel(max(chosen, floor))
    logging.getLogger(AUDIT).setLevel(logging.INFO)
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
    """One object a line: time, level, logger, message, what it is about, and an error."""

    def format(self, record: logging.LogRecord) -> str:
        entry: dict[str, Any] = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "logger": record.name,
            "message": record.getMessage(),
            **about(record),
        }
        if record.exc_info:
            entry["error"] = self.formatException(record.exc_info)
        return json.dumps(entry, ensure_ascii=False)


def about(record: logging.LogRecord) -> dict[str, int | str]:
    """The ``FIELDS`` of a record, as far as it is about any."""
    if not isinstance(record.args, tuple) or not isinstance(record.msg, str):
        return {}
    found: dict[str, int | str] = {}
    values = iter(record.args)
    for match in _PLACEHOLDER.finditer(record.msg):
        if match[2]:  # a per cent sign
            continue
        value = next(values, None)
        if match[1] in FIELDS and value is not None:
            found[match[1]] = value if isinstance(value, int) else str(value)
    return found


def _text() -> logging.Formatter:
    return logging.Formatter("%(asctime)s %(levelname)-7s %(name)s: %(message)s")
