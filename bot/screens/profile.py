"""A person's standing on a server: results, contracts, rating, and the record with the reader."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

import discord

from bot.controls import Control, ControlItem, select
from bot.screens import words
from bot.screens.board import AGAINST, rating_text
from bot.screens.names import listed
from bot.screens.parts import Block, bold, picture, row, rule, screen, small, text_block
from bot.screens.rating_chart import FILE_NAME, in_words
from bot.screens.standing import Contracts, Profile, Rated, Record
from bot.texts import Texts, marked

#: Every record against computers there may be, in the order in which they are shown.
_COMPUTERS: Final[Mapping[str, str]] = {
    "easy": AGAINST["easy"],
    "medium": AGAINST["medium"],
    "hard": AGAINST["hard"],
    "mixed": marked("Against computers of several levels"),
}


def profile(profile: Profile, texts: Texts, *, drawn: bool) -> discord.ui.LayoutView:
    """A profile; ``drawn`` says that the chart comes along as a picture, else it is in words."""
    game = texts("All games") if profile.kind is None else texts(profile.games[profile.kind].name)
    blocks: list[Block] = [
        texts("## {name} · {game}", name=listed(profile.name, texts, 32), game=game)
    ]
    if profile.empty:
        blocks.append(_nothing(profile, texts))
    else:
        blocks += [
            text_block(*(_rating(each, profile, texts) for each in profile.ratings)),
            text_block(*_results(profile, texts)),
            text_block(*_contracts(profile, texts)),
            _meeting(profile, texts),
            *_computers(profile, texts),
            *_chart(profile, texts, drawn=drawn),
        ]
    blocks += [row(_games(profile, texts)), *_notes(profile, texts)]
    return screen(*blocks, game=None if profile.kind is None else profile.games[profile.kind])


def _nothing(profile: Profile, texts: Texts) -> str:
    if profile.kind is None:
        return texts("No finished game on this server yet.")
    return texts("No finished game of this kind on this server yet.")


def _rating(rated: Rated, profile: Profile, texts: Texts) -> str:
    rating = rating_text(rated.rating, texts)
    games = texts.plural("{count} rated game", "{count} rated games", rated.games)
    if profile.kind is None:
        label = texts(profile.games[rated.kind].name)
        head = texts("**{game}:** rating {rating}, {games}", game=label, rating=rating, games=games)
    else:
        head = texts("**Rating:** {rating}, {games}", rating=rating, games=games)
    if rated.rank is None:
        return head
    place = texts("place {rank} of {people}", rank=rated.rank, people=rated.ranked)
    return f"{head}, {place}"


def _results(profile: Profile, texts: Texts) -> list[str]:
    record = profile.record
    if not record.games:
        return [texts("**Games with people:** none yet")]
    lines = [texts("**Games with people:** {record}", record=_record(record, texts))]
    lines.append(texts("**Streak:** {streak}", streak=_streak(profile, texts)))
    if profile.average is not None:
        lines.append(
            texts(
                "**Points a deal:** {average} on average",
                average=texts.decimal(profile.average),
            )
        )
    if profile.best is not None and profile.kind is not None:
        lines.append(
            texts(
                "**Best game:** {points}",
                points=texts.plural("{count} point", "{count} points", profile.best),
            )
        )
    return lines


def _record(record: Record, texts: Texts) -> str:
    return texts(
        "{wins} of {games} won ({share}%)",
        wins=record.wins,
        games=record.games,
        share=round(100 * record.wins / record.games),
    )


def _streak(profile: Profile, texts: Texts) -> str:
    streak = profile.streak
    now = (
        texts.plural("the last game won", "the last {count} games won", streak)
        if streak > 0
        else texts.plural("the last game lost", "the last {count} games lost", -streak)
    )
    if profile.longest < 2 or profile.longest == streak:
        return now
    longest = texts.plural("{count} win", "{count} wins", profile.longest)
    return texts("{now}; the longest was {longest}", now=now, longest=longest)


def _contracts(profile: Profile, texts: Texts) -> list[str]:
    if profile.kind is None or not profile.by_level:
        return []
    total = _sum(profile.by_level)
    levels = ", ".join(
        texts(
            "**{level}:** {made} of {played}", level=level, made=each.made, played=each.played
        ).replace(" ", "\u00a0")
        for level, each in sorted(profile.by_level.items())
    )
    if profile.strain is None:
        return [
            texts("**Bids made:** {total}", total=_made(total, texts)),
            texts("by tricks bid: {levels}", levels=levels),
        ]
    lines = [
        texts("**Contracts made as declarer:** {total}", total=_made(total, texts)),
        texts("by level: {levels}", levels=levels),
    ]
    if profile.doubled is not None and profile.doubled.played:
        lines.append(texts("**Doubled:** {total} made", total=_made(profile.doubled, texts)))
    strain = f"{words.strain(profile.strain, texts)} ({words.strain_name(profile.strain, texts)})"
    lines.append(texts("**Favourite strain:** {strain}", strain=strain))
    return lines


def _sum(several: Mapping[int, Contracts]) -> Contracts:
    return Contracts(
        sum(each.played for each in several.values()), sum(each.made for each in several.values())
    )


def _made(each: Contracts, texts: Texts) -> str:
    return texts(
        "{made} of {played} ({share}%)",
        made=each.made,
        played=each.played,
        share=round(100 * each.made / each.played) if each.played else 0,
    )


def _meeting(profile: Profile, texts: Texts) -> str:
    meeting = profile.meeting
    if meeting is None:
        return ""
    if not meeting.games:
        return texts("**With you:** you have not finished a game together.")
    even = meeting.games - meeting.ahead - meeting.behind
    line = texts(
        "**With you:** {games}: {name} came out ahead in {ahead}, you in {behind}.",
        games=texts.plural("{count} game", "{count} games", meeting.games),
        name=listed(profile.name, texts),
        ahead=meeting.ahead,
        behind=meeting.behind,
    )
    if not even:
        return line
    drawn = texts.plural("{count} was even.", "{count} were even.", even)
    return f"{line} {drawn}"


def _computers(profile: Profile, texts: Texts) -> list[Block]:
    lines = [
        f"{texts(label)}: {_record(profile.computers[level], texts)}"
        for level, label in _COMPUTERS.items()
        if level in profile.computers and profile.computers[level].games
    ]
    if profile.hinted:
        lines.append(
            texts.plural(
                "{count} game with hints, which counts nowhere else",
                "{count} games with hints, which count nowhere else",
                profile.hinted,
            )
        )
    return [rule(), text_block(*lines)] if lines else []


def _chart(profile: Profile, texts: Texts, *, drawn: bool) -> list[Block]:
    if profile.charted is None or not profile.history:
        return []
    game = texts(profile.games[profile.charted].name)
    title = bold(texts("Rating over time · {game}", game=game))
    text = in_words(texts.plain_name(profile.name), game, profile.history, texts)
    if drawn:
        return [rule(), title, picture(FILE_NAME, text)]
    return [
        rule(),
        title,
        in_words(listed(profile.name, texts), game, profile.history, texts),
    ]


def _games(profile: Profile, texts: Texts) -> ControlItem:
    options = [("all", texts("All games"))]
    options += [(kind, texts(game.name)) for kind, game in profile.games.items()]
    chosen = profile.kind or "all"
    return select(
        Control("profile", profile.user_id),
        [
            discord.SelectOption(label=label, value=value, default=value == chosen)
            for value, label in options
        ],
    )


def _notes(profile: Profile, texts: Texts) -> list[Block]:
    if not any(each.rating.provisional for each in profile.ratings):
        return []
    return [
        small(
            texts(
                "A rating starts at 1000 and is provisional at first: it is held low until enough "
                "games say how strong somebody is."
            )
        )
    ]
