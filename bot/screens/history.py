"""The past games of a server: pages with filters, from which each game can be opened."""

from __future__ import annotations

import re
from collections.abc import Collection
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Final

import discord

from bot.controls import Control, ControlItem, button, select
from bot.limits import OPTION_TEXT
from bot.screens.models import Games, Player
from bot.screens.names import listed
from bot.screens.parts import (
    Block,
    bold,
    code,
    player_name,
    row,
    rule,
    screen,
    seat_label,
    small,
    text_block,
    title_of,
)
from bot.texts import Texts
from engine.game import Kind

_ALL: Final = "all"
_ARGUMENT: Final = re.compile(r"([a-z]{1,16})-(won|lost|any)-([0-9a-f]{1,16})-([0-9a-f]{1,16})")


@dataclass(frozen=True, slots=True)
class PastQuery:
    """Which past games are asked for, and which page of them, from 0.

    ``person`` is whose games, ``other`` who played in them too; ``won`` is about ``person``; both
    need one.  Everything is ``None`` where it does not matter.
    """

    person: int | None = None
    other: int | None = None
    kind: Kind | None = None
    won: bool | None = None
    channel: int | None = None
    page: int = 0

    @property
    def narrow(self) -> bool:
        """Whether some games are left out."""
        return replace(self, page=0) != PastQuery()

    def control(self, page: int = 0) -> Control:
        """The control that shows this page of the same games."""
        result = "any" if self.won is None else "won" if self.won else "lost"
        arg = f"{self.kind or _ALL}-{result}-{self.other or 0:x}-{self.channel or 0:x}"
        return Control("past", self.person, number=page, arg=arg)


def read_query(control: Control, kinds: Collection[Kind]) -> PastQuery | None:
    """The query that a control asks, ``None`` if it is none."""
    match = _ARGUMENT.fullmatch(control.arg)
    if match is None or (match[1] != _ALL and match[1] not in kinds):
        return None
    other, channel = int(match[3], 16), int(match[4], 16)
    query = PastQuery(
        person=control.id,
        other=other or None,
        kind=None if match[1] == _ALL else match[1],
        won={"won": True, "lost": False}.get(match[2]),
        channel=channel or None,
        page=control.number or 0,
    )
    if query.person is None and (query.other is not None or query.won is not None):
        return None
    return query


@dataclass(frozen=True, slots=True)
class PastLine:
    """A finished game in the list: for each seat its points, who won, and who gave up."""

    game_id: int
    kind: Kind
    finished_at: datetime
    reason: str
    hinted: bool
    players: tuple[Player, ...]
    points: tuple[int, ...]
    winners: tuple[int, ...]
    gave_up: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Past:
    """A page of past games, the newest first.  ``person`` and ``other`` are raw names."""

    guild_name: str
    games: Games
    query: PastQuery
    lines: tuple[PastLine, ...]
    pages: int
    count: int
    reader: int
    person: str = ""
    other: str = ""


def history(past: Past, texts: Texts) -> discord.ui.LayoutView:
    """A page of past games; a select opens one."""
    query = past.query
    blocks: list[Block] = [
        texts("## Past games of {server}", server=texts.name(past.guild_name)),
        small(text_block(*_filters(past, texts))),
    ]
    if past.lines:
        blocks.append(text_block(*(_line(line, past, texts) for line in past.lines)))
        blocks.append(rule())
        blocks.append(small(_where(past, texts)))
        blocks.append(row(_opener(past, texts)))
    elif query.narrow:
        blocks.append(
            texts("No finished game here is like that. **All games** shows those that there are.")
        )
    else:
        blocks.append(
            texts(
                "No game has been finished here yet. Begin one with {commands}.",
                commands=texts.listing(
                    (code(game.command) for game in past.games.values()), style="or"
                ),
            )
        )
    controls = _controls(past, texts)
    if controls:
        blocks.append(row(*controls))
    return screen(*blocks, game=None if query.kind is None else past.games[query.kind])


def _filters(past: Past, texts: Texts) -> list[str]:
    """What is left in the list, in words."""
    query = past.query
    person = listed(past.person, texts)
    found: list[str] = []
    if query.person is not None and query.won is None:
        found.append(texts("played by {name}", name=person))
    elif query.won is not None:
        won = texts("won by {name}", name=person)
        found.append(won if query.won else texts("lost by {name}", name=person))
    if query.other is not None:
        found.append(texts("with {name}", name=listed(past.other, texts)))
    if query.kind is not None:
        found.append(texts(past.games[query.kind].name))
    if query.channel is not None:
        found.append(f"<#{query.channel}>")
    return [texts("Only: {filters}", filters=" · ".join(found))] if found else []


def _line(line: PastLine, past: Past, texts: Texts) -> str:
    seats: list[str] = []
    for seat, points in enumerate(line.points):
        name = _name(line, seat, texts)
        shown = bold(name) if seat in line.winners else name
        seats.append(f"{shown} {texts.number(points)}")
    return texts(
        "- **{game}** · {when} · {players} · {end}",
        game=title_of(past.games[line.kind], line.game_id, texts),
        when=texts.moment(line.finished_at, "D"),
        players=", ".join(seats),
        end=_end(line, texts),
    )


def _name(line: PastLine, seat: int, texts: Texts) -> str:
    if line.players[seat].user_id is None:
        return player_name(line.players, seat, texts)
    return listed(seat_label(line.players, seat, texts), texts)


def _end(line: PastLine, texts: Texts) -> str:
    """How the game ended."""
    named = [_name(line, seat, texts) for seat in line.gave_up]
    losers = [
        _name(line, seat, texts) for seat in range(len(line.players)) if seat not in line.winners
    ]
    match line.reason:
        case "resigned":
            end = texts("{names} resigned", names=texts.listing(named or losers))
        case "time":
            end = texts("{names} ran out of time", names=texts.listing(losers))
        case "aborted":
            end = texts("called off")
        case _ if named:
            end = texts("played out; {names} left", names=texts.listing(named))
        case _:
            end = texts("played out")
    return texts("{end}; with hints", end=end) if line.hinted else end


def _where(past: Past, texts: Texts) -> str:
    games = texts.plural("{count} game", "{count} games", past.count)
    if past.pages <= 1:
        return texts("{games}; winners are bold", games=games)
    return texts(
        "Page {page} of {pages}, {games}; winners are bold",
        page=past.query.page + 1,
        pages=past.pages,
        games=games,
    )


def _opener(past: Past, texts: Texts) -> ControlItem:
    options: list[discord.SelectOption] = []
    for line in past.lines:
        names = texts.listing(
            texts.plain_name(seat_label(line.players, seat, texts))
            for seat in range(len(line.players))
        )
        label = f"{title_of(past.games[line.kind], line.game_id, texts)}: {names}"
        options.append(discord.SelectOption(label=_short(label), value=str(line.game_id)))
    return select(
        Control("pastopen"), options, placeholder=texts("Open a game and step through it")
    )


def _short(label: str) -> str:
    """At most 100 characters, as the strictest client counts them."""
    units = label.encode("utf-16-le")
    if len(units) <= 2 * OPTION_TEXT:
        return label
    return units[: 2 * (OPTION_TEXT - 1)].decode("utf-16-le", "ignore") + "…"


def _controls(past: Past, texts: Texts) -> list[ControlItem]:
    query = past.query
    found: list[ControlItem] = []
    if past.pages > 1:
        found.append(
            button(query.control(max(query.page - 1, 0)), texts("Newer"), disabled=query.page == 0)
        )
        found.append(
            button(
                query.control(query.page + 1), texts("Older"), disabled=query.page >= past.pages - 1
            )
        )
    if query.person != past.reader:
        found.append(button(PastQuery(person=past.reader).control(), texts("My games")))
    if query.narrow:
        found.append(button(PastQuery().control(), texts("All games")))
    return found
