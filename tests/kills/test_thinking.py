"""The bot is killed while a computer searches: no search outlives it, and the game goes on."""

from __future__ import annotations

import sqlite3
from pathlib import Path

from tests.kills.bot_process import BotProcess, bot_process, until


def actions(bot: BotProcess) -> int:
    """How many actions are stored."""
    with sqlite3.connect(f"file:{bot.file}?mode=ro", uri=True) as connection:
        (count,) = connection.execute("SELECT count(*) FROM actions").fetchone()
    connection.close()
    return int(count)


def runs(pid: int) -> bool:
    """Whether this process runs, and not only waits to be reaped."""
    try:
        status = Path(f"/proc/{pid}/stat").read_text()
    except FileNotFoundError:
        return False
    return status.rpartition(")")[2].split()[0] != "Z"


async def test_a_kill_in_the_middle_of_a_search(tmp_path: Path) -> None:
    async with bot_process(tmp_path, ("Ada", "Ben")) as bot:
        await bot.start(fresh=True)
        ada, channel = bot.playground.person("Ada"), bot.playground.channel()
        await ada.command(channel, "bridgette start", computer="hard")
        await until(lambda: bool(bot.workers()), "a worker is started")
        (worker,) = bot.workers()
        before = actions(bot)
        await bot.kill()
        await until(lambda: not runs(worker), "the worker ends with the bot")
        await bot.start(fresh=True)
        if not before:
            await until(lambda: actions(bot) == 1, "the computer puts its cards away")
        assert actions(bot) == 1
