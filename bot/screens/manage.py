"""For those who manage a server: its running games, and the questions before one is ended."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING

import discord

from bot.controls import Control, button
from bot.screens.models import Player, TableInfo
from bot.screens.parts import (
    code,
    jump_url,
    player_name,
    row,
    rows,
    rules_button,
    screen,
    seat_label,
    seat_name,
    small,
    text_block,
    title_of,
)
from bot.texts import Texts
from engine.game import View

if TYPE_CHECKING:
    from bot.screens.game import AnyGame


@dataclass(frozen=True, slots=True)
class RunningLine:
    """A running game; ``waits_for`` are the seats to act, ``stuck``: nothing happens for long."""

    game: AnyGame
    game_id: int
    players: tuple[Player, ...]
    guild_id: int
    channel_id: int
    message_id: int | None
    waits_for: tuple[int, ...]
    paused: bool
    stuck: bool
    updated_at: datetime


@dataclass(frozen=True, slots=True)
class RunningPage:
    """A page of a server's running games, from 0."""

    lines: Sequence[RunningLine]
    page: int
    pages: int
    count: int


def running_games(found: RunningPage, texts: Texts) -> discord.ui.LayoutView:
    """The running games of a server, those that wait the longest first."""
    if not found.lines:
        return screen(texts("## Running games"), texts("No game is running on this server."))
    last = found.pages - 1
    turns = row(
        button(_page(max(0, found.page - 1)), texts("Back"), disabled=found.page == 0),
        # Two buttons of one message never mean the same.
        button(_page(min(last, found.page + 1), "on"), texts("Next"), disabled=found.page == last),
    )
    return screen(
        texts("## Running games"),
        text_block(*(_line(line, texts) for line in found.lines)),
        small(
            text_block(
                texts(
                    "Page {page} of {pages} · {games}",
                    page=found.page + 1,
                    pages=found.pages,
                    games=texts.plural("{count} game", "{count} games", found.count),
                ),
                texts(
                    "{end} ends a game without a winner; {unseat} gives up a seat for somebody "
                    "who does not play on.",
                    end=code("/admin end"),
                    unseat=code("/admin unseat"),
                ),
            )
        ),
        turns if found.pages > 1 else None,
    )


def _page(number: int, way: str = "") -> Control:
    return Control("running", number=number, arg=way)


def _line(line: RunningLine, texts: Texts) -> str:
    names = texts.listing(
        player_name(line.players, seat, texts) for seat in range(len(line.players))
    )
    if line.paused:
        state = texts("**paused**, I cannot reach its channel")
    else:
        waiting = texts.listing(
            texts.name(seat_label(line.players, seat, texts)) for seat in line.waits_for
        )
        state = texts("waits for {names}", names=waiting)
        if line.stuck:
            state = texts("**stuck**: {state}", state=state)
    return texts(
        "- [{game}]({link}): {players} · {state} · last move {when}",
        game=title_of(line.game, line.game_id, texts),
        link=jump_url(line.guild_id, line.channel_id, line.message_id),
        players=names,
        state=state,
        when=line.updated_at,
    )


def confirm_end(info: TableInfo, texts: Texts) -> discord.ui.LayoutView:
    """The question before a game is ended without a result."""
    return screen(
        texts("### End {game} for everybody?", game=title_of(info.game, info.game_id, texts)),
        texts(
            "Nobody wins it, and it counts for no rating, board or list. The table says that it "
            "was called off, and its players are told. It cannot be taken up again."
        ),
        row(
            button(
                Control("calloff", info.game_id), texts("End the game"), discord.ButtonStyle.danger
            ),
            button(Control("running"), texts("Keep it")),
        ),
        game=info.game,
    )


def whose_seat(info: TableInfo, seats: Sequence[int], texts: Texts) -> discord.ui.LayoutView:
    """Which of these seats, in which people sit, is to be given up."""
    return screen(
        texts(
            "### Whose seat in {game} is to be given up?",
            game=title_of(info.game, info.game_id, texts),
        ),
        _consequence(info, texts),
        *rows(
            [
                button(Control("unseat", info.game_id, seat), seat_label(info.players, seat, texts))
                for seat in seats
            ]
        ),
        row(button(Control("running"), texts("Leave all as it is"))),
        game=info.game,
    )


def confirm_unseat(info: TableInfo, seat: int, texts: Texts) -> discord.ui.LayoutView:
    """The question before a seat is given up for somebody."""
    return screen(
        texts(
            "### Give up the seat of {name} in {game}?",
            name=seat_name(info, seat, texts),
            game=title_of(info.game, info.game_id, texts),
        ),
        _consequence(info, texts),
        row(
            button(
                Control("unseatyes", info.game_id, seat),
                texts("Give the seat up"),
                discord.ButtonStyle.danger,
            ),
            button(Control("running"), texts("Leave all as it is")),
        ),
        game=info.game,
    )


def _consequence(info: TableInfo, texts: Texts) -> str:
    if len(info.players) > 2:
        return texts(
            "The computer plays on in that seat, and the game counts as given up for its player, "
            "who may come back until it ends."
        )
    return texts("The game is over at once: the other player wins it by resignation.")


def called_off(
    view: View, info: TableInfo, seed: str | None, texts: Texts
) -> discord.ui.LayoutView:
    """The table of a game that was ended without a result, with the seed that proves its deals."""
    return screen(
        f"## {title_of(info.game, info.game_id, texts)}",
        texts("### Called off: somebody who manages this server has ended this game."),
        texts("Nobody wins it, and it counts for nothing."),
        small(
            text_block(
                texts("Seed {seed}", seed=code(seed)) if seed else None,
                texts("Commitment {hash}", hash=code(view.commitment)),
            )
        ),
        row(rules_button(info, texts)),
        game=info.game,
    )


def told_of(
    info: TableInfo, user_ids: Sequence[int], seat: int | None, texts: Texts
) -> discord.ui.LayoutView:
    """The short public message by which players are told of a decision about their game.

    ``seat`` is the one that was given up, ``None``: the game was ended.
    """
    who = " ".join(f"<@{user_id}>" for user_id in user_ids)
    title = title_of(info.game, info.game_id, texts)
    link = jump_url(info.guild_id, info.channel_id, info.message_id)
    if seat is None:
        text = texts(
            "{who} Somebody who manages this server has ended [{game}]({link}). Nobody wins it.",
            who=who,
            game=title,
            link=link,
        )
    else:
        text = texts(
            "{who} Somebody who manages this server has given up the seat of {name} in "
            "[{game}]({link}).",
            who=who,
            name=seat_name(info, seat, texts),
            game=title,
            link=link,
        )
    return screen(text, game=info.game)
