"""The end of a season, for everybody in the channel: who came first."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

import discord

from bot.screens.models import Games
from bot.screens.names import listed
from bot.screens.parts import Block, bold, screen, small, text_block
from bot.screens.standing import BoardLine, Season
from bot.texts import Texts
from engine.game import Kind

MEDALS: Final = ("🥇", "🥈", "🥉")
_SHOWN: Final = 5  # people who share the places of a podium; more are counted


def podium(
    season: Season,
    first: Sequence[BoardLine],
    by_kind: Mapping[Kind, Sequence[BoardLine]],
    games: Games,
    texts: Texts,
) -> discord.ui.LayoutView:
    """Who came first in a season that has ended, over all games and in each of them."""
    name = listed(season.name, texts, 32)
    blocks: list[Block] = [texts("## The season {name} has ended", name=name)]
    if season.ended is not None:
        blocks.append(
            texts(
                "It ran from {first} to {last}.",
                first=texts.moment(season.started, "d"),
                last=texts.moment(season.ended, "d"),
            )
        )
    if not first:
        blocks.append(texts("Nobody won a game between people in it."))
    else:
        blocks.append(_places(texts("All games"), first, texts))
        played = {kind: lines for kind, lines in by_kind.items() if lines and kind in games}
        if len(played) > 1:
            blocks += [_places(texts(games[kind].name), x, texts) for kind, x in played.items()]
    blocks.append(small(texts("`/leaderboard` shows the whole season.")))
    return screen(*blocks)


def _places(title: str, lines: Sequence[BoardLine], texts: Texts) -> str:
    shown = [_place(line, texts) for line in lines[:_SHOWN]]
    left = len(lines) - len(shown)
    if left:
        shown.append(texts.plural("… and {count} more", "… and {count} more", left))
    return text_block(bold(title), *shown)


def _place(line: BoardLine, texts: Texts) -> str:
    rank = line.rank or 0
    medal = MEDALS[rank - 1] if 1 <= rank <= len(MEDALS) else ""
    return texts(
        "{medal} **{rank}.** {name}: {wins} in {games}",
        medal=medal,
        rank=rank,
        name=listed(line.name, texts),
        wins=texts.plural("{count} win", "{count} wins", line.wins),
        games=texts.plural("{count} game", "{count} games", line.games),
    ).strip()
