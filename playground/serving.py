"""The playground for playing: the stand-in with the page on it."""

from __future__ import annotations

from typing import Final

from playground import web
from playground.server import Playground

_REMEMBERED: Final = 2000


async def serve(host: str, port: int, token: str) -> Playground:
    """Start the stand-in and its page.  Raises OSError when the port is taken.

    Nobody looks at the journal here, so it keeps its last entries only.
    """
    return await Playground.start(
        host=host, port=port, token=token, journal_limit=_REMEMBERED, extend=web.mount
    )
