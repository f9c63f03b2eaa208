"""What a person and a server can choose, a server's season, and the removal of its data."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

import discord

from bot.controls import Control, button, chooser, select
from bot.forms import form
from bot.screens.names import listed
from bot.screens.parts import Block, Row, bold, row, rule, screen, text_block
from bot.screens.standing import Season
from bot.texts import Texts

MOST_CHOSEN: Final = 10
"""Roles that may start games, or channels for it."""
UNSET: Final = "-"
"""The value that takes a choice back."""
SEASON_NAME: Final = 32  # characters


@dataclass(frozen=True, slots=True)
class Shown:
    """One setting as it is shown: its words, what can be chosen, what is chosen now."""

    key: str
    title: str
    about: str
    options: tuple[tuple[str, str], ...]
    chosen: str


@dataclass(frozen=True, slots=True)
class Starting:
    """Who may start games, by role, and in which channels; empty: all."""

    roles: tuple[int, ...] = ()
    channels: tuple[int, ...] = ()


def personal(settings: Sequence[Shown], texts: Texts) -> discord.ui.LayoutView:
    """What a person has chosen; each select changes its setting at once."""
    return screen(
        texts("## Your settings"),
        texts("They hold on every server. A choice counts at once."),
        *_settings("setme", settings, texts),
    )


def server(
    name: str,
    settings: Sequence[Shown],
    starting: Starting,
    season: Season | None,
    texts: Texts,
) -> discord.ui.LayoutView:
    """What a server has chosen, its last ``season``, and the way to remove its data."""
    return screen(
        texts("## Settings of {server}", server=texts.name(name)),
        texts("They hold for everybody here. A choice counts at once."),
        *_settings("setserver", settings, texts),
        *_starting(starting, texts),
        rule(),
        *_season(season, texts),
        rule(),
        text_block(
            bold(texts("Data of this server")),
            texts(
                "Everything I keep about games on this server can be removed. You are asked "
                "twice before."
            ),
        ),
        row(button(Control("wipe"), texts("Remove all data …"), discord.ButtonStyle.danger)),
    )


def _starting(chosen: Starting, texts: Texts) -> list[Block]:
    """Selects of Discord's own for roles and channels; choosing none takes a choice back."""
    roles: discord.ui.RoleSelect[Any] = discord.ui.RoleSelect(
        custom_id=str(Control("setstart", arg="roles")),
        placeholder=texts("Everybody"),
        min_values=0,
        max_values=MOST_CHOSEN,
        default_values=[discord.Object(each, type=discord.Role) for each in chosen.roles],
    )
    channels: discord.ui.ChannelSelect[Any] = discord.ui.ChannelSelect(
        custom_id=str(Control("setstart", arg="channels")),
        placeholder=texts("All channels"),
        channel_types=[discord.ChannelType.text, discord.ChannelType.voice],
        min_values=0,
        max_values=MOST_CHOSEN,
        default_values=[
            discord.SelectDefaultValue(id=each, type=discord.SelectDefaultValueType.channel)
            for each in chosen.channels
        ],
    )
    return [
        text_block(
            bold(texts("Who may start games")),
            texts("Members with one of these roles, and who manages the server; none: everybody."),
        ),
        row(chooser(roles)),
        text_block(
            bold(texts("Where games are started")),
            texts("In these channels and their threads; none: wherever I may write."),
        ),
        row(chooser(channels)),
    ]


def _settings(verb: str, settings: Sequence[Shown], texts: Texts) -> list[Block]:
    blocks: list[Block] = []
    for each in settings:
        now = dict(each.options).get(each.chosen, "")
        blocks.append(
            text_block(
                texts("**{title}:** {chosen}", title=each.title, chosen=now),
                each.about,
            )
        )
        blocks.append(_choices(verb, each))
    return blocks


def _choices(verb: str, setting: Shown) -> Row:
    return row(
        select(
            Control(verb, arg=setting.key),
            [
                discord.SelectOption(label=label, value=value, default=value == setting.chosen)
                for value, label in setting.options
            ],
        )
    )


def _season(season: Season | None, texts: Texts) -> list[Block]:
    title = bold(texts("Season"))
    if season is None or season.ended is not None:
        about = texts(
            "No season is running. A season has a leaderboard of its own; when you end it, the "
            "best three are announced."
        )
        buttons = [button(Control("season"), texts("Start a season …"))]
        if season is not None:
            again = Control("seasontell", season.number)
            buttons.append(button(again, texts("Announce the last season again")))
        return [text_block(title, about), row(*buttons)]
    about = texts(
        "{name} has been running since {when}. `/leaderboard` shows how it stands.",
        name=bold(listed(season.name, texts, 32)),
        when=texts.moment(season.started, "d"),
    )
    return [text_block(title, about), row(button(Control("seasonend"), texts("End it …")))]


def season_form(texts: Texts) -> discord.ui.Modal:
    """Asks for the name of a new season."""
    return form(
        Control("seasonname"),
        texts("Start a season"),
        texts("Name of the season"),
        longest=SEASON_NAME,
        example=texts("Winter Cup"),
    )


def confirm_season_end(season: Season, texts: Texts) -> discord.ui.LayoutView:
    """The question before a season ends."""
    return screen(
        texts("### End the season {name}?", name=listed(season.name, texts, 32)),
        texts(
            "Games that are still running count for it no more. The best three are announced in "
            "this channel, and the season stays in the leaderboard. It cannot be opened again."
        ),
        row(
            button(
                Control("seasonover", season.number),
                texts("End the season"),
                discord.ButtonStyle.danger,
            ),
            button(Control("settings"), texts("Go back")),
        ),
    )


def confirm_wipe(name: str, counts: Sequence[str], texts: Texts) -> discord.ui.LayoutView:
    """The first question before a server's data are removed: what goes, and what is then."""
    return screen(
        texts("### Remove everything about games on {server}?", server=texts.name(name)),
        text_block(texts("These would be gone for ever:"), *(f"- {line}" for line in counts)),
        texts(
            "Games that are running end at once and nobody wins them. Nobody can bring any of "
            "this back. Somebody who runs this bot can save it before: `python -m bot export`."
        ),
        row(
            button(Control("wipename"), texts("Go on …"), discord.ButtonStyle.danger),
            button(Control("settings"), texts("Keep everything")),
        ),
    )


def wipe_form(name: str, texts: Texts) -> discord.ui.Modal:
    """The second question: the server's name has to be typed."""
    return form(
        Control("wipeall"),
        texts("Remove all data"),
        texts("Type the name of this server"),
        longest=100,
        example=name,
    )
