"""Profiles as screens want them, with the picture of the rating drawn in a worker."""

from __future__ import annotations

import io
import logging
from collections import defaultdict
from collections.abc import Iterable
from typing import Final

import discord

from bot.charts import picture
from bot.request import Request
from bot.screens.profile import profile as profile_screen
from bot.screens.rating_chart import FILE_NAME, chart_of
from bot.screens.standing import (
    Contracts,
    Meeting,
    Profile,
    Rated,
    Rating,
    RatingPoint,
    Record,
)
from bot.workers.errors import NoResult
from data.standing.records import Contracts as StoredContracts
from data.standing.records import Profile as StoredProfile
from data.standing.records import RatingPoint as StoredPoint
from engine.auction import Strain
from engine.game import Kind

DRAWN_WITHIN: Final = 20.0  # seconds; the first picture of a worker takes a few
BEGUN_WITHIN: Final = 6.0  # while every worker thinks, the numbers come in words instead

_STRAINS: Final = {strain.letters: strain for strain in Strain}
_log = logging.getLogger(__name__)


async def show_profile(
    request: Request, user_id: int, kind: Kind | None, name: str | None = None
) -> None:
    """Answer with the profile of a person here; ``name`` is the present one, if it is known.

    Without a worker that draws, the chart is in words.
    """
    profile = await profile_of(request, user_id, kind, name)
    png = await _picture(request, profile)
    layout = profile_screen(profile, request.texts, drawn=png is not None)
    files = [] if png is None else [discord.File(io.BytesIO(png), FILE_NAME)]
    await request.reply.show(layout, files=files)


async def profile_of(
    request: Request, user_id: int, kind: Kind | None, name: str | None = None
) -> Profile:
    """The profile of a person on this server.  Raises ``GuildOnly``."""
    db = request.app.db
    found = await db.profiles.profile(user_id, request.guild_id, kind, viewer=request.user_id)
    most = max(found.ratings, key=lambda rating: rating.games, default=None)
    charted = kind if most is None else most.kind
    history = (
        () if charted is None else await db.ratings.history(user_id, request.guild_id, charted)
    )
    return _profile(found, request, name, charted, history)


async def _picture(request: Request, profile: Profile) -> bytes | None:
    if not profile.history:
        return None
    chart = chart_of(profile.history, request.texts)
    try:
        return await request.app.pool.run(picture, chart, limit=DRAWN_WITHIN, patience=BEGUN_WITHIN)
    except NoResult as error:
        _log.warning("a rating was not drawn: %s", error)
        return None


def _profile(
    found: StoredProfile,
    request: Request,
    name: str | None,
    charted: Kind | None,
    history: Iterable[StoredPoint],
) -> Profile:
    one_game = found.kind is not None
    return Profile(
        user_id=found.user_id,
        name=name or found.name or "",
        games=request.app.games.screens,
        kind=found.kind,
        record=Record(found.record.games, found.record.wins),
        computers={level: Record(each.games, each.wins) for level, each in found.computers.items()},
        hinted=found.hinted.games,
        streak=found.streak,
        longest=found.longest,
        best=found.best if one_game else None,
        average=found.points_a_deal if one_game else None,
        by_level=_by_level(found.contracts),
        doubled=_doubled(found.contracts),
        strain=None if found.strain is None else _STRAINS[found.strain],
        meeting=None
        if found.meeting is None
        else Meeting(found.meeting.games, found.meeting.ahead, found.meeting.behind),
        ratings=tuple(
            Rated(
                each.kind,
                Rating(each.rating, each.provisional),
                each.games,
                each.rank,
                each.ranked,
            )
            for each in found.ratings
        ),
        charted=charted,
        history=tuple(
            RatingPoint(each.number, each.rating, each.at, each.provisional) for each in history
        ),
    )


def _by_level(several: Iterable[StoredContracts]) -> dict[int, Contracts]:
    counts: defaultdict[int, list[int]] = defaultdict(lambda: [0, 0])
    for each in several:
        counts[each.level][0] += each.bid
        counts[each.level][1] += each.made
    return {level: Contracts(*count) for level, count in counts.items()}


def _doubled(several: Iterable[StoredContracts]) -> Contracts | None:
    doubled = [each for each in several if each.doubled > 1]
    if not doubled:
        return None
    return Contracts(sum(each.bid for each in doubled), sum(each.made for each in doubled))
