"""Lists for one person: running games, the scores of a game, what else a table offers."""

from __future__ import annotations

from collections.abc import Sequence

import discord

from bot.controls import Control, ControlItem, button
from bot.screens.clock import clock_line
from bot.screens.end import deal_lines, proof
from bot.screens.models import GameLine, Games, TableInfo
from bot.screens.parts import (
    away,
    back_button,
    code,
    fitting,
    hand_button,
    jump_url,
    player_name,
    points_line,
    row,
    rule,
    rules_button,
    screen,
    small,
    text_block,
    title_of,
    totals_line,
)
from bot.screens.phases import outcome_line
from bot.texts import Texts
from engine.game import View


def running(lines: Sequence[GameLine], games: Games, texts: Texts) -> discord.ui.LayoutView:
    """A person's running games with links to their tables, those that wait for the person first.

    ``games`` are all those that could be begun.
    """
    if not lines:
        return screen(
            texts("## Your running games"),
            texts(
                "You have no running game here. Begin one with {commands}.",
                commands=texts.listing((code(game.command) for game in games.values()), style="or"),
            ),
        )
    ordered = sorted(lines, key=lambda line: (line.paused, not line.your_turn))
    return screen(
        texts("## Your running games"),
        text_block(*reversed(fitting([_game_line(x, texts) for x in ordered[::-1]], texts, 3200))),
    )


def _game_line(line: GameLine, texts: Texts) -> str:
    if line.paused:
        state = texts("paused; {command} in a channel continues it", command="`/game table`")
    elif line.your_turn:
        state = texts("**your turn**")
    else:
        state = texts("not your turn")
    title = title_of(line.game, line.game_id, texts)
    return texts(
        "- [{game}]({link}): {players} · {state} · last move {when}",
        game=title,
        link=jump_url(line.guild_id, line.channel_id, line.message_id),
        players=texts.listing(
            player_name(line.players, seat, texts) for seat in range(len(line.players))
        ),
        state=state,
        when=line.updated_at,
    )


def scores(view: View, info: TableInfo, texts: Texts) -> discord.ui.LayoutView:
    """The scores of a game so far: totals, what was agreed, each deal in a line."""
    heading = title_of(info.game, info.game_id, texts)
    if view.outcome is None:
        heading = f"{heading} · {info.game.deal_title(view, view.number, texts)}"
    return screen(
        f"## {texts('Scores')} · {heading}",
        text_block(
            totals_line(view, info, texts)
            if view.outcome is None
            else texts("**Totals:** {totals}", totals=points_line(view.totals, info, texts)),
            outcome_line(view, info, texts),
            info.game.terms(view.options, texts),
            clock_line(info.pace, view.seats, texts),
        ),
        rule(),
        text_block(*deal_lines(view, info, texts))
        if view.deals
        else texts("No deal is finished yet."),
        small(
            proof(view, info, texts)
            if view.outcome is not None
            else texts("Commitment {hash}", hash=code(view.commitment))
        ),
        game=info.game,
    )


def more(view: View, info: TableInfo, seat: int | None, texts: Texts) -> discord.ui.LayoutView:
    """What else a table offers to this seat (``None``: somebody who does not sit there)."""
    heading = f"## {title_of(info.game, info.game_id, texts)}"
    if seat is None:
        return screen(
            heading,
            texts(
                "You are not seated at this table, so there is nothing more to press here. "
                "Scores and Rules are open to all."
            ),
            game=info.game,
        )
    if view.outcome is not None:
        return screen(heading, outcome_line(view, info, texts), game=info.game)
    lines = [
        texts("**Move here** posts the table again at the foot of this channel."),
        _leaving(info, seat, texts),
    ]
    return screen(
        heading,
        text_block(*lines),
        row(
            hand_button(info, texts("My hand")),
            button(Control("move", info.game_id), texts("Move here")),
            _leave_button(info, seat, texts),
            rules_button(info, texts),
        ),
        game=info.game,
    )


def _leaving(info: TableInfo, seat: int, texts: Texts) -> str:
    if len(info.players) == 2:
        return texts("**Resign** gives the game up; you are asked once more before.")
    if away(info, seat):
        return texts("**Take my seat back**: the computer plays for you now.")
    return texts("**Leave** hands your seat to the computer; you are asked once more before.")


def _leave_button(info: TableInfo, seat: int, texts: Texts) -> ControlItem:
    if away(info, seat):
        return back_button(info, texts)
    label = texts("Resign") if len(info.players) == 2 else texts("Leave")
    return button(Control("resign", info.game_id), label, discord.ButtonStyle.danger)
