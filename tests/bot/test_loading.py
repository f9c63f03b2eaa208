"""What a start of the bot waits for, and what it does not."""

from __future__ import annotations

import asyncio
import subprocess
import sys
from pathlib import Path
from typing import Final

import pytest

from data.database import Database

SELDOM: Final = {
    "alembic",
    "bot.errands",
    "concurrent.futures.process",
    "data.server",
    "engine.players.hard",
    "engine.players.solver",
    "playground",
    "sqlalchemy.dialects.postgresql",
}


async def opened(address: str) -> None:
    async with await Database.open(address):
        pass


@pytest.mark.sqlite
def test_a_start_loads_nothing_that_the_bot_seldom_needs(tmp_path: Path) -> None:
    address = f"sqlite:///{tmp_path}/there.db"
    asyncio.run(opened(address))  # it is made, which takes more than to open it
    code = (
        "import asyncio, importlib, sys\n"
        "import bot.__main__, bot.client\n"
        "from bot.games import GAMES\n"
        "from data.database import Database\n"
        "for name in (*GAMES.commands, *bot.client.COGS): importlib.import_module(name)\n"
        "async def start() -> None:\n"
        f"    async with await Database.open({address!r}): pass\n"
        "asyncio.run(start())\n"
        f"print(sorted({SELDOM} & set(sys.modules)))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"
