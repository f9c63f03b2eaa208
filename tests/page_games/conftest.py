"""Fixtures of the games that are played in the page."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any

import pytest_asyncio

from playground.web import mount
from tests.harness import House, house
from tests.page_games.home import AtHome


@pytest_asyncio.fixture(loop_scope="session")
async def at_home(tmp_path: Path) -> AsyncIterator[AtHome]:
    """Opens houses with the page, and closes them at the end of the test."""
    async with AsyncExitStack() as open_houses:

        async def enter(**options: Any) -> House:
            return await open_houses.enter_async_context(house(tmp_path, extend=mount, **options))

        yield enter
