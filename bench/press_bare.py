"""The least that a press can cost: a bot of nothing but discord.py, for the benchmarks beside it.

``python -m bench.press_bare`` answers every press with a fixed layout of the size of a hand panel.
It reads the addresses from the environment, as the bot does, and loads nothing of it.
"""

from __future__ import annotations

import asyncio
import gc
import os
from typing import Any, Final

import discord
import yarl
from discord.gateway import DiscordWebSocket
from discord.http import Route

ROWS: Final = 3
BUTTONS: Final = 5
TEXT: Final = "Your hand\n" + "♠ A K 7 3 ♥ Q 9 ♦ J 10 4 ♣ 8 6 5 2\n" * 12


class Pressed(discord.ui.DynamicItem[discord.ui.Button[Any]], template=r"1\..*"):
    """Any of our buttons: My hand gives the layout, the others put it in place of themselves."""

    @classmethod
    async def from_custom_id(
        cls, _interaction: discord.Interaction, item: discord.ui.Item[Any], _match: Any, /
    ) -> Pressed:
        assert isinstance(item, discord.ui.Button)
        return cls(item)

    async def callback(self, interaction: discord.Interaction) -> None:
        if self.custom_id.startswith("1.hand."):
            await interaction.response.send_message(
                view=layout(), ephemeral=True, allowed_mentions=NOBODY
            )
        else:
            await interaction.response.edit_message(view=layout(), allowed_mentions=NOBODY)


NOBODY: Final = discord.AllowedMentions.none()


def layout() -> discord.ui.LayoutView:
    """A panel as large as a hand's: text, and buttons in rows, all of them live controls."""
    view = discord.ui.LayoutView(timeout=None)
    view.add_item(discord.ui.TextDisplay(TEXT))
    for row in range(ROWS):
        line: discord.ui.ActionRow[Any] = discord.ui.ActionRow()
        for column in range(BUTTONS):
            button: discord.ui.Button[Any] = discord.ui.Button(
                label=f"{row}{column}", custom_id=f"1.play.1.0.{row}.{column}"
            )
            line.add_item(Pressed(button))
        view.add_item(line)
    return view


class Bare(discord.AutoShardedClient):
    """discord.py and nothing else."""

    async def setup_hook(self) -> None:
        self.add_dynamic_items(Pressed)


async def run_bare() -> None:
    """Run it until the process is ended."""
    Route.BASE = os.environ["DISCORD_API"]
    DiscordWebSocket.DEFAULT_GATEWAY = yarl.URL(os.environ["DISCORD_GATEWAY"])
    client = Bare(
        intents=discord.Intents(guilds=True),
        member_cache_flags=discord.MemberCacheFlags.none(),
        chunk_guilds_at_startup=False,
        max_messages=None,
    )
    async with client:
        await client.start(os.environ["DISCORD_TOKEN"])


if __name__ == "__main__":
    gc.freeze()  # as the bot does
    asyncio.run(run_bare())
