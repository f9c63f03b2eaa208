"""Short private answers, and the question before a resignation."""

from __future__ import annotations

import discord

from bot.controls import Control, button
from bot.screens.models import TableInfo
from bot.screens.parts import hand_button, row, screen, title_of
from bot.texts import Texts


def notice(text: str) -> discord.ui.LayoutView:
    """A sentence or two for one person; ``text`` is already in that person's language."""
    return screen(text)


def confirm_resign(info: TableInfo, seat: int, texts: Texts) -> discord.ui.LayoutView:
    """The question before this seat gives up: what it means, in words, for this game."""
    if len(info.players) > 2:
        question = texts(
            "Leave {game}? The computer plays on in your seat, and the game counts as given up "
            "for you. You may come back until it ends.",
            game=title_of(info.game, info.game_id, texts),
        )
        answer = texts("Leave the game")
    else:
        question = texts(
            "Resign {game}? Your opponent wins at once, whatever the score.",
            game=title_of(info.game, info.game_id, texts),
        )
        answer = texts("Resign")
    return screen(
        f"### {question}",
        row(
            button(Control("giveup", info.game_id, seat), answer, discord.ButtonStyle.danger),
            hand_button(info, texts("Play on")),
        ),
        game=info.game,
    )
