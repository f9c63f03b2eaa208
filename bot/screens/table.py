"""The public table: one message for each deal, for everybody in the channel."""

from __future__ import annotations

import discord

from bot.controls import Control, button
from bot.screens import words
from bot.screens.auctions import auction_line
from bot.screens.models import TableInfo
from bot.screens.parts import (
    Row,
    code,
    finished_trick,
    fitting,
    hand_button,
    heading,
    hinted_line,
    points_line,
    row,
    rule,
    rules_button,
    scores_button,
    screen,
    seat_name,
    small,
    text_block,
    totals_line,
)
from bot.screens.phases import phase_line, turn_line
from bot.texts import Texts
from engine.game import DealResult, View


def table(view: View, info: TableInfo, texts: Texts) -> discord.ui.LayoutView:
    """The table as it stands, from the spectator's view (``view.seat`` is ``None``).

    ValueError for a seat's own view: it holds what others must not see.
    """
    if view.seat is not None:
        raise ValueError("the public table is drawn from the spectator's view")
    turn = turn_line(view, info, texts)
    return screen(
        f"## {heading(view, info, texts)}",
        text_block(
            totals_line(view, info, texts),
            thrown_in_line(view, texts),
            hinted_line(info, texts),
        ),
        rule(),
        text_block(
            phase_line(view, info, texts),
            *info.game.standing(view, info, texts),
        ),
        rule(),
        f"### {turn}" if turn else None,
        table_row(info, texts),
        small(texts("Commitment {hash}", hash=code(view.commitment))),
        game=info.game,
    )


def table_row(info: TableInfo, texts: Texts) -> Row:
    """The buttons under a table, **My hand** always first."""
    return row(
        hand_button(info, texts("My hand"), discord.ButtonStyle.primary),
        scores_button(info, texts),
        rules_button(info, texts),
        button(Control("more", info.game_id), texts("More")),
    )


def thrown_in_line(view: View, texts: Texts) -> str:
    """How many deals were thrown in, or nothing."""
    if not view.thrown_in:
        return ""
    return small(
        texts.plural(
            "{count} deal thrown in so far: both passed, so the same dealer dealt again",
            "{count} deals thrown in so far: both passed, so the same dealer dealt again",
            view.thrown_in,
        )
    )


def finished_deal(view: View, number: int, info: TableInfo, texts: Texts) -> discord.ui.LayoutView:
    """What the message of deal ``number`` (from 1) keeps: its tricks and its score in words.

    ValueError when that deal is not finished.
    """
    result = next((deal for deal in view.deals if deal.number == number), None)
    if result is None:
        raise ValueError(f"deal {number} is not finished")
    return screen(
        f"## {heading(view, info, texts, number)}",
        info.game.final_score(result, info, texts),
        texts("**Totals:** {totals}", totals=points_line(result.totals, info, texts)),
        rule(),
        text_block(*_course(result, info, texts)),
        table_row(info, texts),
        game=info.game,
    )


def _course(result: DealResult, info: TableInfo, texts: Texts) -> list[str]:
    """How a deal went: dealer, up-card, auction, then trick by trick."""
    lines = [texts("**Dealer:** {name}", name=seat_name(info, result.dealer, texts))]
    if result.up_card is not None:
        lines.append(texts("**Up-card:** {card}", card=words.card(result.up_card, texts)))
    if result.calls:
        lines.append(auction_line(result, info, texts))
    lines.extend(
        fitting(
            [
                texts(
                    "**{number}.** {trick}",
                    number=number,
                    trick=finished_trick(trick, info, texts),
                )
                for number, trick in enumerate(result.tricks, start=1)
            ],
            texts,
        )
    )
    return lines
