"""A playground with a small bot on it, for the tests of the page."""

from __future__ import annotations

import asyncio
import io
import logging
from collections.abc import AsyncIterator
from dataclasses import dataclass

import discord
import pytest
import pytest_asyncio
import yarl
from discord import app_commands, ui

from bot import heartbeats
from playground import Playground
from playground.state import Channel
from playground.web import mount

# Discord's three seconds, stretched: no answer in these tests depends on how busy the machine is.
ANSWER_WITHIN = 60.0

CARDS = ("ace", "king", "queen", "jack")


class Form(ui.Modal, title="A few words"):
    """A label with a text, and a text that may be left out."""

    name: ui.TextInput[Form] = ui.TextInput(label="Name", custom_id="name", max_length=12)
    notes: ui.TextInput[Form] = ui.TextInput(
        label="Notes", custom_id="notes", required=False, style=discord.TextStyle.paragraph
    )

    async def on_submit(self, interaction: discord.Interaction) -> None:
        await interaction.response.send_message(
            f"Name: {self.name.value}; notes: {self.notes.value or 'none'}"
        )


class Press(ui.Button["Panel"]):
    """A button that does what its custom_id says."""

    async def callback(self, interaction: discord.Interaction) -> None:
        assert self.view is not None
        match self.custom_id:
            case "count":
                await interaction.response.edit_message(view=Panel(self.view.count + 1))
            case "secret":
                await interaction.response.send_message("A *secret* for one", ephemeral=True)
            case "form":
                await interaction.response.send_modal(Form())
            case "turn":
                await interaction.response.edit_message(view=Panel(self.view.count, turned=True))
            case "think":
                await interaction.response.defer(ephemeral=True, thinking=True)
                await asyncio.sleep(0.3)
                await interaction.followup.send("Thought of it")
            case "silent":
                return


class Pick(ui.Select["Panel"]):
    """Two or three cards."""

    async def callback(self, interaction: discord.Interaction) -> None:
        chosen = ", ".join(self.values)
        await interaction.response.send_message(f"Picked {chosen}", ephemeral=True)


class Whom(ui.UserSelect["Panel"]):
    """One member."""

    async def callback(self, interaction: discord.Interaction) -> None:
        await interaction.response.send_message(f"Chose {self.values[0].mention}", ephemeral=True)


class Panel(ui.LayoutView):
    """Everything that can be pressed; ``turned`` takes the turn button away."""

    def __init__(self, count: int = 0, *, turned: bool = False) -> None:
        super().__init__(timeout=None)
        self.count = count
        box: ui.Container[Panel] = ui.Container(accent_colour=0x1C6B4A)
        box.add_item(
            ui.Section(
                ui.TextDisplay(f"## Panel\nPressed **{count}** times\n-# <b>plain</b>"),
                accessory=Press(label="Count", custom_id="count", style=BLUE),
            )
        )
        box.add_item(ui.Separator())
        row: ui.ActionRow[Panel] = ui.ActionRow()
        for name in ("secret", "form", "silent", "think"):
            row.add_item(Press(label=name.title(), custom_id=name))
        if not turned:
            row.add_item(Press(label="Turn", custom_id="turn", style=discord.ButtonStyle.danger))
        box.add_item(row)
        options = [discord.SelectOption(label=each.title(), value=each) for each in CARDS]
        box.add_item(
            ui.ActionRow(
                Pick(
                    custom_id="pick",
                    placeholder="Cards",
                    min_values=2,
                    max_values=3,
                    options=options,
                )
            )
        )
        box.add_item(ui.ActionRow(Whom(custom_id="whom", placeholder="Whom")))
        last: ui.ActionRow[Panel] = ui.ActionRow()
        last.add_item(Press(label="Closed", custom_id="closed", disabled=True))
        last.add_item(ui.Button(label="Elsewhere", url="https://example.org/"))
        box.add_item(last)
        self.add_item(box)


BLUE = discord.ButtonStyle.primary


class Bot(discord.Client):
    """Answers ``/panel``, ``/files``, ``/mute`` (never) and ``/guests invite``."""

    def __init__(self) -> None:
        super().__init__(
            intents=discord.Intents(guilds=True), allowed_mentions=discord.AllowedMentions.none()
        )
        self.tree = app_commands.CommandTree(self)
        self.tree.add_command(
            app_commands.Command(name="panel", description="Show the panel", callback=panel)
        )
        self.tree.add_command(
            app_commands.Command(name="mute", description="Never answers", callback=mute)
        )
        self.tree.add_command(
            app_commands.Command(name="files", description="Show files", callback=files)
        )
        self.tree.add_command(Guests())

    async def setup_hook(self) -> None:
        await self.tree.sync()


# A picture of one green pixel.
PIXEL = bytes.fromhex(
    "89504e470d0a1a0a0000000d49484452000000010000000108020000009077"
    "53de0000000c4944415478da6360f80f00010101001b8f2f7c0000000049454e44ae426082"
)


async def files(interaction: discord.Interaction) -> None:
    view = ui.LayoutView(timeout=None)
    view.add_item(
        ui.MediaGallery(discord.MediaGalleryItem("attachment://dot.png", description="A dot"))
    )
    view.add_item(ui.File("attachment://record.json"))
    view.add_item(ui.Container(ui.TextDisplay("behind a curtain"), spoiler=True))
    uploads = [
        discord.File(io.BytesIO(PIXEL), "dot.png"),
        discord.File(io.BytesIO(b'{"game": 1}'), "record.json"),
    ]
    await interaction.response.send_message(view=view, files=uploads)


async def panel(interaction: discord.Interaction) -> None:
    await interaction.response.send_message(view=Panel())


async def mute(interaction: discord.Interaction) -> None:
    del interaction


class Guests(app_commands.Group, name="guests", description="Who comes"):
    """A group with one subcommand that uses each kind of option."""

    @app_commands.command(name="invite", description="Invite somebody")
    @app_commands.describe(guest="Who is asked", seats="How many chairs", dish="What there is")
    @app_commands.choices(
        mood=[
            app_commands.Choice(name="Merry", value="m"),
            app_commands.Choice(name="Calm", value="c"),
        ]
    )
    async def invite(
        self,
        interaction: discord.Interaction,
        guest: discord.Member,
        seats: app_commands.Range[int, 1, 4] = 1,
        mood: str | None = None,
        dish: str | None = None,
    ) -> None:
        await interaction.response.send_message(
            f"{guest.mention}: {seats} seats, mood {mood}, dish {dish}"
        )

    @invite.autocomplete("dish")
    async def dishes(
        self, interaction: discord.Interaction, current: str
    ) -> list[app_commands.Choice[str]]:
        del interaction
        known = ("Soup of the day", "Salad")
        return [
            app_commands.Choice(name=each, value=each.lower())
            for each in known
            if current.lower() in each.lower()
        ]


@dataclass
class Stage:
    """The playground, its bot, and where things happen."""

    playground: Playground
    bot: Bot
    channel: Channel

    async def panel(self) -> int:
        """Ada asks for the panel; its message's id."""
        answer = await self.playground.person("Ada").command(self.channel, "panel")
        assert answer.message is not None
        return answer.message.id


@pytest_asyncio.fixture(loop_scope="session")
async def stage(monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Stage]:
    """A running playground with its page and a bot that is ready."""
    async with await Playground.start(
        rate_limits=0, answer_within=ANSWER_WITHIN, extend=mount
    ) as playground:
        monkeypatch.setattr(discord.http.Route, "BASE", playground.api_url)
        monkeypatch.setattr(
            discord.gateway.DiscordWebSocket, "DEFAULT_GATEWAY", yarl.URL(playground.gateway_url)
        )
        bot = Bot()
        logging.getLogger("discord").setLevel(logging.WARNING)
        running = asyncio.create_task(bot.start(playground.token))
        try:
            ready = asyncio.create_task(bot.wait_until_ready())
            await asyncio.wait({running, ready}, return_when=asyncio.FIRST_COMPLETED)
            if running.done():
                ready.cancel()
                running.result()
            yield Stage(playground, bot, playground.channel())
        finally:
            await bot.close()
            await asyncio.gather(running, return_exceptions=True)
            await heartbeats.ended()
