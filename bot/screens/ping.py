"""The short message that calls players to a table: their turn, a warning, a seat taken over."""

from __future__ import annotations

from collections.abc import Collection
from typing import Literal

import discord

from bot.screens.models import TableInfo
from bot.screens.parts import (
    hand_button,
    jump_url,
    plain_seat_name,
    row,
    screen,
    text_block,
    title_of,
)
from bot.texts import Texts

Reason = Literal["turn", "warning"]
"""Why a player is called: it is his turn, or his time is about to run out."""


def ping(
    info: TableInfo,
    reasons: dict[int, Reason],
    notify: Collection[int],
    texts: Texts,
) -> discord.ui.LayoutView:
    """Call the players of these seats, for these reasons.

    Those whose seat is in ``notify`` are mentioned, so that Discord can tell them; the others are
    named.
    """
    link = jump_url(info.guild_id, info.channel_id, info.message_id)
    game = f"[{title_of(info.game, info.game_id, texts)}]({link})"
    lines = [
        _line(info, seat, reason, _called(info, seat, texts, seat in notify), game, texts)
        for seat, reason in sorted(reasons.items())
    ]
    return screen(text_block(*lines), row(hand_button(info, texts("My hand"))), game=info.game)


def _called(info: TableInfo, seat: int, texts: Texts, mentioned: bool) -> str:
    player = info.players[seat]
    if mentioned and player.user_id is not None:
        return f"<@{player.user_id}>"
    return plain_seat_name(info, seat, texts)


def _line(info: TableInfo, seat: int, reason: Reason, who: str, game: str, texts: Texts) -> str:
    deadline = info.runs_out(seat)
    if deadline is None:
        return texts("{player}, it is your turn in {game}.", player=who, game=game)
    if reason == "turn":
        return texts(
            "{player}, it is your turn in {game}. Your time runs out {when}.",
            player=who,
            game=game,
            when=deadline,
        )
    if len(info.players) == 2:
        return texts(
            "{player}, your time in {game} runs out {when}. Then you lose the game.",
            player=who,
            game=game,
            when=deadline,
        )
    return texts(
        "{player}, your time in {game} runs out {when}. Then the computer takes your seat.",
        player=who,
        game=game,
        when=deadline,
    )
