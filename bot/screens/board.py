"""The leaderboard of a server."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Final

import discord

from bot import limits
from bot.controls import Control, ControlItem, button, select
from bot.screens.names import cut, listed
from bot.screens.parts import Block, Row, bold, row, rule, screen, small, text_block
from bot.screens.standing import OPPONENTS, Board, BoardLine, BoardQuery, Opponents, Order, Rating
from bot.texts import Texts, marked

SEASONS_OFFERED: Final = limits.OPTIONS - 3  # beside this month, this year and all time

ORDERS: Final[Mapping[Order, str]] = {
    "rating": marked("Rating"),
    "wins": marked("Wins"),
    "points": marked("Points"),
    "best": marked("Best game"),
}
PERIODS: Final[Mapping[str, str]] = {
    "month": marked("This month"),
    "year": marked("This year"),
    "all": marked("All time"),
}
AGAINST: Final[Mapping[Opponents, str]] = {
    "people": marked("Games between people"),
    "computers": marked("Against computers of any level"),
    "easy": marked("Against the easy computer"),
    "medium": marked("Against the medium computer"),
    "hard": marked("Against the hard computer"),
}
_RANKED_BY: Final[Mapping[Order, str]] = {
    "rating": marked(
        "Ranked by rating: it rises with wins, most with those against strong opponents, and is "
        "held low while few games are known."
    ),
    "wins": marked("Ranked by games won, then by the share of games won."),
    "points": marked("Ranked by all points together."),
    "best": marked("Ranked by the most points in one game."),
}


def board(board: Board, texts: Texts) -> discord.ui.LayoutView:
    """A page of the leaderboard, the reader's own line in any case, and what else can be asked."""
    query = board.query
    ranked = [line for line in board.lines if line.rank is not None]
    waiting = [line for line in board.lines if line.rank is None]
    blocks: list[Block] = [
        texts("## Leaderboard of {server}", server=texts.name(board.guild_name)),
        bold(_what(board, texts)),
        text_block(*(_line(line, board, texts) for line in ranked)),
    ]
    if not board.lines:
        blocks.append(_nobody(board, texts))
    if ranked and waiting:
        blocks.append(rule())
    if waiting:
        blocks.append(
            text_block(
                texts("**Not enough games yet** for a place:"),
                *(_waiting(line, board, texts) for line in waiting),
            )
        )
    blocks.extend(_own(board, texts))
    blocks.append(
        small(text_block(texts(_RANKED_BY[query.order]) if ranked else "", _where(board, texts)))
    )
    blocks.extend(_controls(board, texts))
    return screen(*blocks, game=None if query.kind is None else board.games[query.kind])


def rating_text(rating: Rating, texts: Texts) -> str:
    """A rating with the word for one that is still uncertain."""
    if rating.provisional:
        return texts("{rating} (provisional)", rating=bold(str(rating.value)))
    return bold(str(rating.value))


def period_name(board: Board, texts: Texts) -> str:
    """The time that a board is about."""
    number = board.query.season
    if number is None:
        return texts(PERIODS[board.query.period])
    for season in board.seasons:
        if season.number == number:
            return texts("Season {name}", name=listed(season.name, texts))
    return texts("A season")


def _what(board: Board, texts: Texts) -> str:
    query = board.query
    game = texts("All games") if query.kind is None else texts(board.games[query.kind].name)
    return " · ".join((game, period_name(board, texts), texts(AGAINST[query.opponents])))


def _nobody(board: Board, texts: Texts) -> str:
    if board.query.opponents != "people":
        return texts("Nobody has finished such a game in this time. The first one leads this list.")
    if board.query.period == "all":
        return texts(
            "Nobody has finished a game here yet. The first to win one leads this list: "
            "`/help` says how to begin."
        )
    return texts("Nobody has finished a game in this time yet. The first to win one leads.")


def _line(line: BoardLine, board: Board, texts: Texts) -> str:
    name = _name(line, board, texts)
    record = _record(line, texts)
    match board.query.order:
        case "rating":
            text = texts(
                "{name}: {rating}, {record}",
                name=name,
                rating="–" if line.rating is None else rating_text(line.rating, texts),
                record=record,
            )
        case "wins":
            share = round(100 * line.wins / line.games) if line.games else 0
            wins = bold(texts.plural("{count} win", "{count} wins", line.wins))
            games = texts.plural("{count} game", "{count} games", line.games)
            text = texts(
                "{name}: {wins} in {games} ({share}%)",
                name=name,
                wins=wins,
                games=games,
                share=share,
            )
        case "points":
            points = bold(texts.plural("{count} point", "{count} points", line.points))
            text = texts("{name}: {points}, {record}", name=name, points=points, record=record)
        case "best":
            best = "–" if line.best is None else bold(texts.number(line.best))
            text = texts(
                "{name}: {points} in one game, {record}", name=name, points=best, record=record
            )
    return f"{bold(f'{texts.number(line.rank or 0)}.')} {text}"


def _waiting(line: BoardLine, board: Board, texts: Texts) -> str:
    return "- " + texts(
        "{name}: {count} of {needed} rated games, {wins}",
        name=_name(line, board, texts),
        count=line.rated,
        needed=board.needed,
        wins=texts.plural("{count} win", "{count} wins", line.wins),
    )


def _record(line: BoardLine, texts: Texts) -> str:
    return texts(
        "{wins} in {games}",
        wins=texts.plural("{count} win", "{count} wins", line.wins),
        games=texts.plural("{count} game", "{count} games", line.games),
    )


def _name(line: BoardLine, board: Board, texts: Texts) -> str:
    name = listed(line.name, texts)
    own = board.own is not None and board.own.user_id == line.user_id
    return texts("**{name} (you)**", name=name) if own else name


def _own(board: Board, texts: Texts) -> list[Block]:
    """The reader's line, when the page does not show it."""
    own = board.own
    if own is None:
        return [rule(), texts("You have no finished game in this list yet.")] if board.lines else []
    if own.user_id in {line.user_id for line in board.lines}:
        return []
    if own.rank is None:
        words = texts(
            "You: not enough games yet ({count} of {needed}).",
            count=own.rated,
            needed=board.needed,
        )
        return [rule(), words]
    return [rule(), texts("Your place: {line}", line=_line(own, board, texts))]


def _where(board: Board, texts: Texts) -> str:
    if board.pages <= 1:
        return ""
    return texts(
        "Page {page} of {pages}, {people}",
        page=board.query.page + 1,
        pages=board.pages,
        people=texts.plural("{count} person", "{count} people", board.people),
    )


def _controls(board: Board, texts: Texts) -> list[Block]:
    query = board.query
    return [
        _turning(board, texts),
        row(_games(board, texts)),
        row(_periods(board, texts)),
        row(_opponents(board, texts)),
        _orders(query, texts),
    ]


def _turning(board: Board, texts: Texts) -> Row | None:
    query = board.query
    turns: list[ControlItem] = []
    if query.page > 0:
        turns.append(_turn(replace(query, page=query.page - 1), texts("Previous page")))
    if query.page < board.pages - 1:
        turns.append(_turn(replace(query, page=query.page + 1), texts("Next page")))
    return row(*turns) if turns else None


def _turn(query: BoardQuery, label: str) -> ControlItem:
    return button(Control("board", arg=str(query)), label)


def _orders(query: BoardQuery, texts: Texts) -> Row | None:
    if len(query.orders) < 2:
        return None
    return row(
        *(
            button(
                Control("boardby", arg=str(replace(query, order=order, page=0))),
                texts(ORDERS[order]),
                discord.ButtonStyle.primary
                if order == query.order
                else discord.ButtonStyle.secondary,
                disabled=order == query.order,
            )
            for order in query.orders
        )
    )


def _games(board: Board, texts: Texts) -> ControlItem:
    options = [("all", texts("All games")), *((k, texts(g.name)) for k, g in board.games.items())]
    return _choice("boardgame", board.query, options, board.query.kind or "all")


def _periods(board: Board, texts: Texts) -> ControlItem:
    options = [(value, texts(name)) for value, name in PERIODS.items()]
    shown = board.seasons[:SEASONS_OFFERED]
    options.extend(
        (f"s{season.number}", texts("Season {name}", name=cut(texts.plain_name(season.name), 40)))
        for season in shown
    )
    chosen = board.query.period
    if chosen not in dict(options):
        options[-1] = (chosen, period_name(board, texts))
    return _choice("boardtime", board.query, options, chosen)


def _opponents(board: Board, texts: Texts) -> ControlItem:
    options = [(value, texts(AGAINST[value])) for value in OPPONENTS]
    return _choice("boardvs", board.query, options, board.query.opponents)


def _choice(
    verb: str, query: BoardQuery, options: Sequence[tuple[str, str]], chosen: str
) -> ControlItem:
    return select(
        Control(verb, arg=str(replace(query, page=0))),
        [
            discord.SelectOption(label=label, value=value, default=value == chosen)
            for value, label in options
        ],
    )
