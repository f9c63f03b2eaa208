"""Challenges and the lobby: who asks whom to what, and who sits where."""

from __future__ import annotations

from typing import Final, get_args

import discord

from bot.controls import Control, ControlItem, button, select
from bot.screens import words
from bot.screens.clock import clock_line
from bot.screens.models import InvitationInfo, Level
from bot.screens.parts import Block, player_name, row, screen, small, text_block
from bot.texts import Texts

LEVELS_OFFERED: Final[tuple[Level, ...]] = get_args(Level)
"""The strengths of computer players that there are, the weakest first."""


def challenge(invitation: InvitationInfo, texts: Texts) -> discord.ui.LayoutView:
    """A challenge to a member, or an open one that anyone may take, in whatever state it is."""
    host = texts.name(invitation.host.name)
    game = texts(invitation.game.name)
    if invitation.opponent is None:
        asks = texts("{host} looks for an opponent at {game}", host=host, game=game)
    else:
        asks = texts(
            "{host} challenges {opponent} to {game}",
            host=host,
            opponent=texts.name(invitation.opponent.name),
            game=game,
        )
    blocks: list[Block] = [f"## {asks}", _terms(invitation, texts)]
    if invitation.state != "open":
        return screen(*blocks, _outcome(invitation, texts), game=invitation.game)
    if invitation.opponent is not None and invitation.opponent.user_id is not None:
        # The one mention there is: whoever is challenged should hear of it.
        mention = f"<@{invitation.opponent.user_id}>"
        blocks.append(texts("{opponent}, will you play?", opponent=mention))
    blocks.append(_who_may_answer(invitation, texts))
    blocks.append(row(*_answers(invitation, texts)))
    return screen(*blocks, game=invitation.game)


def _terms(invitation: InvitationInfo, texts: Texts) -> str:
    """What is agreed by whoever takes it up: length, house rules, clock."""
    return text_block(
        invitation.game.terms(invitation.options, texts),
        clock_line(invitation.pace, invitation.size, texts),
    )


def _who_may_answer(invitation: InvitationInfo, texts: Texts) -> str:
    host = texts.name(invitation.host.name)
    if invitation.opponent is None:
        return texts(
            "Anyone here but {host} may accept. The challenge expires {when}.",
            host=host,
            when=invitation.expires_at,
        )
    return texts(
        "{opponent} may accept or decline, {host} may withdraw. The challenge expires {when}.",
        opponent=texts.name(invitation.opponent.name),
        host=host,
        when=invitation.expires_at,
    )


def _answers(invitation: InvitationInfo, texts: Texts) -> list[ControlItem]:
    ident = invitation.invitation_id
    accept = button(Control("accept", ident), texts("Accept"), discord.ButtonStyle.success)
    decline = button(Control("decline", ident), texts("Decline"), discord.ButtonStyle.danger)
    withdraw = button(Control("withdraw", ident), texts("Withdraw"))
    if invitation.opponent is None:
        return [accept, withdraw]
    return [accept, decline, withdraw]


def _outcome(invitation: InvitationInfo, texts: Texts) -> str:
    host = texts.name(invitation.host.name)
    match invitation.state:
        case "started":
            if invitation.game_id is None:
                return texts("The game has begun.")
            return texts("The game has begun: #{number}.", number=str(invitation.game_id))
        case "declined":
            if invitation.opponent is None:
                return texts("Declined.")
            return texts("{opponent} declined.", opponent=texts.name(invitation.opponent.name))
        case "withdrawn":
            return texts("{host} withdrew it.", host=host)
        case "expired":
            return texts("It expired before it began. Start a new one at any time.")
        case "open":
            return ""


def lobby(invitation: InvitationInfo, texts: Texts) -> discord.ui.LayoutView:
    """The lobby of a game for more than two: the seats in playing order, and who may do what."""
    host = texts.name(invitation.host.name)
    title = texts(
        "{host} opens a table of {game}",
        host=host,
        game=texts(invitation.game.name),
    )
    blocks: list[Block] = [
        f"## {title}",
        _terms(invitation, texts),
        text_block(texts("**Seats in playing order**"), *_seats(invitation, texts)),
    ]
    if invitation.state != "open":
        return screen(*blocks, _outcome(invitation, texts), game=invitation.game)
    full = len(invitation.seats) >= invitation.size
    blocks.append(_what_next(invitation, texts, full=full))
    blocks.extend(_lobby_rows(invitation, texts, full=full))
    blocks.append(
        small(
            texts("Only {host} adds and removes computers, starts and closes the table.", host=host)
        )
    )
    return screen(*blocks, game=invitation.game)


def _seats(invitation: InvitationInfo, texts: Texts) -> list[str]:
    lines: list[str] = []
    for place in range(invitation.size):
        taken = (
            player_name(invitation.seats, place, texts)
            if place < len(invitation.seats)
            else texts("free")
        )
        lines.append(texts("{number}. {name}", number=place + 1, name=taken))
    return lines


def _what_next(invitation: InvitationInfo, texts: Texts, *, full: bool) -> str:
    if full and invitation.starts_at is not None:
        return texts(
            "All seats are taken. The game starts by itself {when}, or when {host} presses Start.",
            when=invitation.starts_at,
            host=texts.name(invitation.host.name),
        )
    if full:
        return texts(
            "All seats are taken: {host} may start.", host=texts.name(invitation.host.name)
        )
    return " ".join(
        (
            texts.plural(
                "{count} seat is free.",
                "{count} seats are free.",
                invitation.size - len(invitation.seats),
            ),
            texts("The table closes {when}.", when=invitation.expires_at),
        )
    )


def _lobby_rows(invitation: InvitationInfo, texts: Texts, *, full: bool) -> list[Block]:
    ident = invitation.invitation_id
    computers = any(player.level is not None for player in invitation.seats)
    blocks: list[Block] = [
        row(
            button(
                Control("join", ident), texts("Join"), discord.ButtonStyle.primary, disabled=full
            ),
            button(Control("leave", ident), texts("Leave")),
            button(Control("dropbot", ident), texts("Remove computer"), disabled=not computers),
            button(
                Control("begin", ident),
                texts("Start"),
                discord.ButtonStyle.success,
                disabled=not full,
            ),
            button(Control("withdraw", ident), texts("Close")),
        )
    ]
    if not full:
        blocks.append(
            row(
                select(
                    Control("addbot", ident, arg=str(len(invitation.seats))),
                    [
                        discord.SelectOption(
                            label=texts("Computer, {level}", level=words.level_name(level, texts)),
                            value=level,
                        )
                        for level in LEVELS_OFFERED
                    ],
                    placeholder=texts("Add a computer"),
                )
            )
        )
    return blocks
