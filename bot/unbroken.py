"""Work that is finished even if whoever waits for it is told to stop."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from typing import Any, TypeVar

Result = TypeVar("Result")


async def unbroken(work: Coroutine[Any, Any, Result]) -> Result:
    """Do this work to its end, then be cancelled if that was asked for meanwhile.

    A query that is broken off takes its connection down with it, and closing that again can
    wait for ever.  So whatever may be cancelled asks the database through this.
    """
    task = asyncio.ensure_future(work)
    try:
        return await asyncio.shield(task)
    except asyncio.CancelledError:
        await asyncio.wait((task,))
        raise
