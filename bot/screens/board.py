"""The leaderboard of a server."""

from __future__ import annotations

import discord

from bot.controls import Control, ControlItem, button
from bot.screens.models import Board, BoardLine
from bot.screens.parts import Block, row, rule, screen, small, text_block
from bot.texts import Texts
from engine.game import Kind


def board(board: Board, texts: Texts) -> discord.ui.LayoutView:
    """A page of the leaderboard (pages count from 0), and the reader's own line in any case."""
    game = texts("all games") if board.kind is None else texts(board.games[board.kind].name)
    blocks: list[Block] = [
        texts("## Leaderboard of {server} · {game}", server=texts.name(board.guild_name), game=game)
    ]
    if board.lines:
        blocks.append(text_block(*(_line(line, board, texts) for line in board.lines)))
    else:
        blocks.append(
            texts("Nobody has finished a game here yet. The first to win one leads this list.")
        )
    own = board.own
    if own is not None and own.user_id not in {line.user_id for line in board.lines}:
        blocks.extend((rule(), texts("Your place: {line}", line=_line(own, board, texts))))
    elif own is None and board.lines:
        blocks.extend((rule(), texts("You have no finished game in this list yet.")))
    blocks.append(
        small(
            text_block(
                texts("Ranked by wins, then by the share of games won."),
                _where(board, texts),
            )
        )
    )
    blocks.extend(_controls(board, texts))
    return screen(*blocks, game=None if board.kind is None else board.games[board.kind])


def _line(line: BoardLine, board: Board, texts: Texts) -> str:
    played = line.wins + line.losses
    share = round(100 * line.wins / played) if played else 0
    own = board.own is not None and board.own.user_id == line.user_id
    name = texts.name(line.name)
    return texts(
        "**{rank}.** {name}: {wins}, {losses} ({share}%), {points}",
        rank=line.rank,
        name=texts("**{name} (you)**", name=name) if own else name,
        wins=texts.plural("{count} win", "{count} wins", line.wins),
        losses=texts.plural("{count} loss", "{count} losses", line.losses),
        share=share,
        points=texts.plural("{count} point", "{count} points", line.points),
    )


def _where(board: Board, texts: Texts) -> str:
    if board.pages <= 1:
        return ""
    return texts(
        "Page {page} of {pages}, {people}",
        page=board.page + 1,
        pages=board.pages,
        people=texts.plural("{count} person", "{count} people", board.people),
    )


def _control(kind: Kind | None, page: int) -> Control:
    return Control("page", arg=f"board-{kind or 'all'}-{page}")


def _controls(board: Board, texts: Texts) -> list[Block]:
    turns: list[ControlItem] = []
    if board.page > 0:
        turns.append(button(_control(board.kind, board.page - 1), texts("Previous page")))
    if board.page < board.pages - 1:
        turns.append(button(_control(board.kind, board.page + 1), texts("Next page")))
    kinds: tuple[Kind | None, ...] = (None, *board.games)
    others = [
        button(
            _control(kind, 0),
            texts("All games") if kind is None else texts(board.games[kind].name),
        )
        for kind in kinds
        if kind != board.kind
    ]
    return [*((row(*turns),) if turns else ()), row(*others)]
