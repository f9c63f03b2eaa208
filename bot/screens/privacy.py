"""What is kept about a person, and the way out of it."""

from __future__ import annotations

from dataclasses import dataclass

import discord

from bot.controls import Control, button
from bot.screens.parts import row, screen, small, text_block
from bot.texts import Texts


@dataclass(frozen=True, slots=True)
class Kept:
    """How much of each kind is kept about a person, over all servers.

    ``settings`` says whether anything but the usual was chosen; ``taken_out`` that the person
    wants nothing kept.
    """

    servers: int
    games: int
    actions: int
    results: int
    ratings: int
    boards: int
    contracts: int
    invitations: int
    name: str | None
    settings: bool
    taken_out: bool


def kept(about: Kept, texts: Texts) -> discord.ui.LayoutView:
    """Everything that is kept about the reader, in words with numbers."""
    if about.taken_out:
        return screen(
            texts("## What I keep about you"),
            texts(
                "You have been taken out. Your name is not kept, and games that you play now count "
                "for nobody: not for you, and not for whoever plays with you."
            ),
            text_block(texts("Kept for the moment:"), *_list(about, texts)),
            row(button(Control("comeback"), texts("Count me again"), discord.ButtonStyle.primary)),
            small(texts("Then you begin anew: what was taken out does not come back.")),
        )
    return screen(
        texts("## What I keep about you"),
        texts("On all servers together, not on this one alone:"),
        text_block(*_list(about, texts)),
        texts(
            "I read no messages, and keep nothing of people who neither play nor choose settings. "
            "Challenges and lobbies are deleted a week after they were made."
        ),
        row(button(Control("takeout"), texts("Take me out …"), discord.ButtonStyle.danger)),
        small(texts("You are asked once more before, and told what happens and what stays.")),
    )


def _list(about: Kept, texts: Texts) -> list[str]:
    lines = [
        texts("your name as it was last shown: {name}", name=texts.name(about.name))
        if about.name
        else None,
        texts("your settings (`/settings me`)") if about.settings else None,
        texts(
            "{games} on {servers}, with {moves} of yours",
            games=texts.plural("{count} game", "{count} games", about.games),
            servers=texts.plural("{count} server", "{count} servers", about.servers),
            moves=texts.plural("{count} move", "{count} moves", about.actions),
        )
        if about.games
        else None,
        texts.plural("{count} result", "{count} results", about.results) if about.results else None,
        texts.plural("{count} rating", "{count} ratings", about.ratings) if about.ratings else None,
        texts.plural("{count} line of leaderboards", "{count} lines of leaderboards", about.boards)
        if about.boards
        else None,
        texts.plural(
            "{count} count of contracts or bids",
            "{count} counts of contracts or bids",
            about.contracts,
        )
        if about.contracts
        else None,
        texts.plural(
            "{count} challenge or lobby", "{count} challenges or lobbies", about.invitations
        )
        if about.invitations
        else None,
    ]
    found = [f"- {line}" for line in lines if line]
    if not found:
        nothing = texts("nothing")
        return [f"- {nothing}"]
    return found


def confirm_taking_out(texts: Texts) -> discord.ui.LayoutView:
    """The question before a person is taken out: what happens, and what cannot be undone."""
    return screen(
        texts("### Take you out of everything, on all servers?"),
        text_block(
            texts("**This happens at once:**"),
            "- " + texts("Your name, settings, ratings, profile and places on boards are deleted."),
            "- "
            + texts(
                "Your games stay for those who played with you, and so do their ratings; in your "
                "seat they read “a former player”."
            ),
            "- "
            + texts(
                "The last messages of games that ended within the hour are redrawn without your "
                "name."
            ),
            "- "
            + texts(
                "Games that you play afterwards count for nobody. At their tables you are “Player "
                "2” or the like; only what calls you to a table mentions you."
            ),
        ),
        text_block(
            texts("**This cannot be undone:**"),
            "- " + texts("What is deleted is gone; no one can bring it back."),
            "- "
            + texts(
                "Other messages that stand in channels stay as they are: earlier deals, "
                "challenges, and tables older than an hour, which Discord hardly lets me change. "
                "Who may manage messages can delete them."
            ),
        ),
        texts(
            "**This can be undone:** with `/privacy` you can let your future games count again, "
            "whenever you like."
        ),
        row(
            button(Control("takeoutyes"), texts("Take me out"), discord.ButtonStyle.danger),
            button(Control("privacy"), texts("Keep everything")),
        ),
    )


def taken_out(texts: Texts) -> discord.ui.LayoutView:
    """What was done."""
    return screen(
        texts("### You have been taken out"),
        texts(
            "Nothing that I keep names you any more. `/privacy` shows it, and lets your future "
            "games count again."
        ),
    )
