"""A process with a pool whose worker searches for ever: to be killed, or to be interrupted."""

from __future__ import annotations

import asyncio
import signal
import sys
from pathlib import Path

from bot.workers.pool import Pool
from tests.bot.workers.work import hangs


async def main() -> None:
    await Pool(1).run(hangs, Path(sys.argv[1]), limit=600)


if __name__ == "__main__":
    # What a shell runs in the background ignores it from its beginning.
    signal.signal(signal.SIGINT, signal.default_int_handler)
    asyncio.run(main())
