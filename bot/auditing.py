"""What those who manage a server do to it and its games, each change as a line in the log.

They are lines of a logger of their own, which is heard whatever level was chosen for the rest:
what they say is kept nowhere else.
"""

from __future__ import annotations

import logging
from typing import Final

from bot.logs import AUDIT
from bot.request import Request

NOTHING: Final = "-"
"""Stands for a value that there is not, before the change or after it."""
_audit = logging.getLogger(AUDIT)


def audited(
    request: Request,
    action: str,
    *,
    game: int | None = None,
    seat: int | None = None,
    old: str | int | None = None,
    new: str | int | None = None,
) -> None:
    """Note a change that is done: whoever asked for it did ``action`` on their server.

    It is about a ``game``, or a ``seat`` in one, or it puts ``new`` in place of ``old``.  People
    and seasons are told by their numbers: names go when somebody is taken out, and the log stays.
    """
    person, server = request.user_id, request.guild_id
    if game is None:
        _audit.info(
            "action %s by person %s on server %s: old %s, new %s",
            action, person, server, _told(old), _told(new),
        )  # fmt: skip
    elif seat is None:
        _audit.info("game %s: action %s by person %s on server %s", game, action, person, server)
    else:
        _audit.info(
            "game %s, seat %s: action %s by person %s on server %s",
            game, seat, action, person, server,
        )  # fmt: skip


def _told(value: str | int | None) -> str | int:
    return NOTHING if value is None or value == "" else value
