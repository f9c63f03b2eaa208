"""A small bot on discord.py, as unmodified as any, that tries what the stand-in must carry."""

from __future__ import annotations

import io
import re
from typing import Any

import discord
from discord import app_commands, ui


class Bump(ui.DynamicItem[ui.Button[Any]], template=r"bump:(?P<count>\d+)"):
    """A button that counts its presses in its custom_id."""

    def __init__(self, count: int) -> None:
        self.count = count
        super().__init__(ui.Button(label=f"Bump {count}", custom_id=f"bump:{count}"))

    @classmethod
    async def from_custom_id(
        cls, interaction: discord.Interaction, item: ui.Item[Any], match: re.Match[str]
    ) -> Bump:
        return cls(int(match["count"]))

    async def callback(self, interaction: discord.Interaction) -> None:
        await interaction.response.edit_message(view=panel(self.count + 1))


class Choose(ui.DynamicItem[ui.Select[Any]], template=r"choose"):
    """A select that tells privately what was chosen."""

    def __init__(self) -> None:
        options = [discord.SelectOption(label=each, value=each) for each in ("one", "two")]
        super().__init__(ui.Select(custom_id="choose", options=options))

    @classmethod
    async def from_custom_id(
        cls, interaction: discord.Interaction, item: ui.Item[Any], match: re.Match[str]
    ) -> Choose:
        found = cls()
        found.item = item  # type: ignore[assignment]
        return found

    async def callback(self, interaction: discord.Interaction) -> None:
        chosen = ", ".join(self.item.values)
        await interaction.response.send_message(f"You chose {chosen}", ephemeral=True)


def panel(count: int = 0) -> ui.LayoutView:
    """A layout of a text, a button and a select."""
    view = ui.LayoutView(timeout=None)
    box: ui.Container[Any] = ui.Container(ui.TextDisplay(f"Bumped {count} times"))
    box.add_item(ui.ActionRow(Bump(count)))
    box.add_item(ui.ActionRow(Choose()))
    view.add_item(box)
    return view


class Name(ui.Modal, title="Your name"):
    """A form of a labelled text field."""

    name: ui.Label[Any] = ui.Label(
        text="Name", component=ui.TextInput(custom_id="name", max_length=20)
    )

    async def on_submit(self, interaction: discord.Interaction) -> None:
        assert isinstance(self.name.component, ui.TextInput)
        await interaction.response.send_message(f"Hello {self.name.component.value}")


class SampleBot(discord.Client):
    """The commands below, synchronised before it is ready."""

    def __init__(self, **options: Any) -> None:
        super().__init__(intents=discord.Intents(guilds=True), guild_ready_timeout=0.05, **options)
        self.tree = app_commands.CommandTree(self)
        self.resumed = 0
        self.seen: list[discord.Interaction] = []
        _register(self.tree, self)

    async def setup_hook(self) -> None:
        self.add_dynamic_items(Bump, Choose)
        await self.tree.sync()

    async def on_resumed(self) -> None:
        self.resumed += 1

    async def on_interaction(self, interaction: discord.Interaction) -> None:
        self.seen.append(interaction)


def _register(tree: app_commands.CommandTree[SampleBot], bot: SampleBot) -> None:
    group = app_commands.Group(name="game", description="Games", guild_only=True)

    @group.command(name="panel", description="A panel")
    async def show_panel(interaction: discord.Interaction) -> None:
        await interaction.response.send_message(view=panel())

    @group.command(name="with", description="With somebody")
    @app_commands.describe(opponent="Against whom", deals="How many", level="How strong")
    @app_commands.choices(level=[app_commands.Choice(name="Easy", value="easy")])
    async def with_somebody(
        interaction: discord.Interaction,
        opponent: discord.Member,
        deals: app_commands.Range[int, 1, 6] = 6,
        level: str = "easy",
    ) -> None:
        text = f"{opponent.display_name} {deals} {level} {opponent.mention}"
        await interaction.response.send_message(text, ephemeral=True)

    @group.command(name="think", description="Think")
    async def think(interaction: discord.Interaction, private: bool = False) -> None:
        await interaction.response.defer(ephemeral=private, thinking=True)
        await interaction.edit_original_response(view=panel(7))
        await interaction.followup.send("and one more", ephemeral=True)

    @group.command(name="silent", description="Say nothing")
    async def silent(interaction: discord.Interaction) -> None:
        pass

    @group.command(name="form", description="A form")
    async def form(interaction: discord.Interaction) -> None:
        await interaction.response.send_modal(Name())

    @group.command(name="file", description="A file")
    async def file(interaction: discord.Interaction) -> None:
        data = discord.File(io.BytesIO(b'{"a": 1}'), "record.json", description="A record")
        view = ui.LayoutView(timeout=None)
        view.add_item(ui.TextDisplay("The record"))
        view.add_item(ui.File(data))
        await interaction.response.send_message(view=view, file=data, ephemeral=True)

    @group.command(name="guess", description="Guess")
    async def guess(interaction: discord.Interaction, word: str) -> None:
        await interaction.response.send_message(word, ephemeral=True)

    @guess.autocomplete("word")
    async def words(
        interaction: discord.Interaction, current: str
    ) -> list[app_commands.Choice[str]]:
        return [app_commands.Choice(name=current + end, value=current + end) for end in "ab"]

    tree.add_command(group)
