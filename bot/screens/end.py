"""The end of a game: who won, every deal in a line, and the seed that proves the deals."""

from __future__ import annotations

import discord

from bot.controls import Control, button
from bot.screens.models import TableInfo
from bot.screens.parts import (
    code,
    fitting,
    hinted_line,
    points_line,
    row,
    rule,
    rules_button,
    screen,
    small,
    text_block,
    title_of,
)
from bot.screens.phases import outcome_line
from bot.screens.rated import rated_lines
from bot.screens.standing import GameRatings
from bot.texts import Texts
from engine.game import View


def end(
    view: View, info: TableInfo, texts: Texts, ratings: GameRatings | None = None
) -> discord.ui.LayoutView:
    """The end screen of a finished game, with what it meant for ratings if that is known.

    ValueError while the game runs.
    """
    if view.outcome is None:
        raise ValueError("the game is not over")
    return screen(
        f"## {title_of(info.game, info.game_id, texts)}",
        f"### {outcome_line(view, info, texts)}",
        texts("**Totals:** {totals}", totals=points_line(view.totals, info, texts)),
        hinted_line(info, texts),
        None if ratings is None or info.hinted else rated_lines(ratings, info, texts),
        rule(),
        text_block(*deal_lines(view, info, texts)),
        rule(),
        small(proof(view, info, texts)),
        row(
            button(Control("rematch", info.game_id), texts("Rematch"), discord.ButtonStyle.success),
            button(Control("lookback", info.game_id), texts("Look back")),
            button(Control("record", info.game_id), texts("Record")),
            rules_button(info, texts),
        ),
        game=info.game,
    )


def deal_lines(view: View, info: TableInfo, texts: Texts) -> list[str]:
    """Each finished deal in a line, the last ones when there are very many."""
    if not view.deals:
        return [texts("No deal was finished.")]
    lines = [info.game.deal_line(deal, info, texts) for deal in view.deals]
    return [info.game.deals_legend(texts), *fitting(lines, texts)]


def proof(view: View, info: TableInfo, texts: Texts) -> str:
    """The seed and the commitment it opens, and how to check them."""
    return text_block(
        texts("Seed {seed}", seed=code(view.seed)) if view.seed else None,
        texts("Commitment {hash}", hash=code(view.commitment)),
        texts(
            "The commitment, the SHA-256 of the seed, was published before the first card. The "
            "record ({command}) has every deal and move, to be checked by anyone.",
            command=code(f"/game record {info.game_id}"),
        ),
    )
