"""Slash commands: how each gets its request and its answer, and what happens to errors."""

from __future__ import annotations

import logging
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING, Any, cast

import discord
from discord import app_commands

from bot.app import App
from bot.errors import UNEXPECTED, GuildOnly, OpponentElsewhere, outcome_of, words_for
from bot.observation.metrics import Outcome
from bot.reply import Place, Reply
from bot.request import Request
from bot.texts import Texts
from bot.traces import trace

if TYPE_CHECKING:
    from bot.client import BotClient

_log = logging.getLogger(__name__)


class Tree(app_commands.CommandTree["BotClient"]):
    """The commands of the bot, with one place for their errors."""

    async def on_error(
        self, interaction: discord.Interaction[BotClient], error: app_commands.AppCommandError, /
    ) -> None:
        """Decide about an error that a command, or the reading of its options, raised.

        - A member option that names somebody outside this server: said in words.
        - A command that Discord knows and this version does not: asked to try again later.
        - A failed check, which can only be a command used outside a server: said in words.
        - An expected error of storage, as in a suggestion for an option: said in words.
        - Everything else is a mistake of ours: logged with the command's name, never its
          options; the person reads that it was noted.

        Errors of a command's own doing do not get here: ``requested`` answers them.
        """
        texts = await interaction.client.app.speech.to(interaction)
        words = self._words(error, texts)
        if words is None:
            command = interaction.command
            name = command.qualified_name if command else "?"
            _log.error("action %s failed: %s", name, trace(error))
            words = texts(UNEXPECTED)
        if interaction.type is discord.InteractionType.autocomplete:
            return
        async with Reply(interaction, "private") as reply:
            if not interaction.response.is_done():
                await Request(interaction.client.app, interaction, reply, texts).tell(words)

    def _words(self, error: app_commands.AppCommandError, texts: Texts) -> str | None:
        if isinstance(error, app_commands.TransformerError):
            name = getattr(error.value, "display_name", str(error.value))
            return OpponentElsewhere(name=name).text(texts)
        if isinstance(error, app_commands.CommandNotFound | app_commands.CommandSignatureMismatch):
            return texts("This command has just changed. Please try it again in a minute.")
        if isinstance(error, app_commands.CheckFailure):
            return GuildOnly().text(texts)
        if isinstance(error, app_commands.CommandInvokeError):
            return words_for(error.original, texts)
        return None


@asynccontextmanager
async def _underway(app: App) -> AsyncGenerator[None]:
    with app.underway.answering():
        yield


@asynccontextmanager
async def requested(
    interaction: discord.Interaction[Any], place: Place = "private"
) -> AsyncGenerator[Request]:
    """The request that a command makes; a refusal or any other error within is answered.

    ``place`` is where ``request.reply.show`` puts its layout: for the person alone, or public.
    """
    if interaction.guild_id is None:
        raise app_commands.NoPrivateMessage  # said in words by ``Tree.on_error``
    app = cast("BotClient", interaction.client).app
    async with _underway(app), Reply(interaction, place) as reply:
        request = Request(app, interaction, reply, await app.speech.to(interaction))
        command = interaction.command
        name = command.qualified_name if command else "?"
        outcome: Outcome = "done"
        try:
            yield request
        except Exception as error:
            outcome = outcome_of(error)
            words = words_for(error, request.texts)
            if words is None:
                _log.error("action %s failed: %s", name, trace(error))
                words = request.texts(UNEXPECTED)
            await request.tell(words)
        app.metrics.commanded(name, outcome, reply.took or 0.0)
