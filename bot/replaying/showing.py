"""A page of a finished game as the answer to a press or a command."""

from __future__ import annotations

from collections.abc import Callable

import discord

from bot.request import Request, on_private_message
from bot.screens.replay import replay, shared
from bot.screens.replay_stages import FinishedGame, Remarks, Spot, deal_numbered, nearest

Where = Callable[[FinishedGame], Spot]
Page = Callable[[FinishedGame, Spot, Remarks], discord.ui.LayoutView]


async def show_page(request: Request, game_id: int, spot: Spot) -> None:
    """Answer with this place of a finished game; its remarks follow if they are not there yet.

    Raises what ``Lookbacks.game`` raises.
    """
    texts = request.texts

    def page(game: FinishedGame, at: Spot, remarks: Remarks) -> discord.ui.LayoutView:
        return replay(game, at, remarks, texts)

    await _show(request, game_id, lambda _: spot, page)


async def show_deal(request: Request, game_id: int, number: int) -> None:
    """The same for the beginning of a deal by its number in the game, from 1.

    Deals that were thrown in have the number of the deal that was played in their stead.
    """
    texts = request.texts

    def page(game: FinishedGame, at: Spot, remarks: Remarks) -> discord.ui.LayoutView:
        return replay(game, at, remarks, texts)

    await _show(request, game_id, lambda game: deal_numbered(game.deals, number), page)


async def share_page(request: Request, game_id: int, spot: Spot) -> None:
    """Answer with this place as a message for everybody, in the server's language."""
    texts = await request.app.speech.public(request.guild_id)
    name = request.person.name

    def page(game: FinishedGame, at: Spot, remarks: Remarks) -> discord.ui.LayoutView:
        return shared(game, at, remarks, name, texts)

    await _show(request, game_id, lambda _: spot, page)


async def _show(request: Request, game_id: int, where: Where, page: Page) -> None:
    app = request.app
    game = await app.lookbacks.game(game_id, request.guild_id, request.user_id)
    at = nearest(game.deals, where(game))
    remarks = app.lookbacks.remarks(game, at.deal)

    async def with_remarks() -> discord.ui.LayoutView:
        return page(game, at, await app.lookbacks.looked_at(game, at.deal))

    async with app.pages.turning(_turned(request)):
        shown = await request.reply.show(page(game, at, remarks))
        if shown is not None and remarks == "pending":
            await app.pages.follow(shown, request.interaction, with_remarks)


def _turned(request: Request) -> int | None:
    """The message whose page is turned by this answer, if it takes the place of one."""
    message = request.interaction.message
    if request.reply.place != "here" or message is None:
        return None
    return message.id if on_private_message(request.interaction) else None
