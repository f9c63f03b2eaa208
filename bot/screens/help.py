"""How to begin, how to play here, and what the bot lacks in a channel."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import discord

from bot.screens.book import Page, book
from bot.screens.parts import screen, text_block
from bot.texts import Texts, marked

PAGES: Final = (
    Page(
        marked("How to begin"),
        (
            marked(
                "This bot deals three card games of the bridge family, right here in the channel."
            ),
            marked(
                "- **Bridgette**, two players: 55 cards with three colons, an exchange, an "
                "auction, six deals. `/bridgette start`\n"
                "- **Draw Bridge**, two players: draw a hand trick by trick, bid, play, first to "
                "the target. `/drawbridge start`\n"
                "- **Call Bridge**, four players, each alone: say how many tricks you will win, "
                "spades are trumps. `/callbridge start`"
            ),
            marked(
                "For two players, name an **opponent** to challenge, choose a **computer**, or "
                "leave both out: then anyone may accept. For Call Bridge a lobby opens, with Join "
                "for people and Add a computer for the seats that stay free."
            ),
            marked(
                "A challenge binds nobody before it is accepted. It can be declined and withdrawn, "
                "and expires by itself."
            ),
            marked(
                "A game has a clock only if a **pace** is chosen, at its start or, for all games "
                "between people, by the server: *days* gives 3 days for each decision, *live* 2 "
                "minutes and 5 in reserve. You are warned before your time ends. Then a game of "
                "two is lost; in Call Bridge the computer takes your seat. An outage of the bot "
                "counts against nobody."
            ),
            marked("New to a game? Its rules, in pages: `/rules`."),
        ),
    ),
    Page(
        marked("Table and hand"),
        (
            marked(
                "The **table** is a message for everybody: totals, the auction, the contract, the "
                "trick, whose turn it is. Each deal has its own; when a deal ends, its message "
                "keeps the result."
            ),
            marked(
                "Your **hand** is yours alone: press **My hand** on the table and it appears as a "
                "message that only you can see, with everything you may do now. It follows the "
                "game by itself for about 15 minutes; after that, press My hand or Refresh, on any "
                "message of the game, however old."
            ),
            marked(
                "**What you may not do is grey**, and the rule is named above the buttons. One "
                "press plays a card or makes a low bid. Discards, jump bids and the bids of Call "
                "Bridge are chosen in a list, read back to you, and count only after Confirm."
            ),
            marked(
                "**Cards** are a rank and a suit: `A♠` `10♥` `2♣`. A **colon** of Bridgette is "
                "written with its name: `Grand :G`, `Royal :R`, `Little :L`."
            ),
            marked(
                "**Computers** play at three levels, easy, medium and hard. When all others are "
                "computers, **Hint** on your hand tells you what hard would do, and why; a game "
                "with a hint is unrated."
            ),
            marked(
                "**More**, on the table, moves the table to the foot of the channel, or lets you "
                "resign. In Call Bridge you leave instead: the computer plays on for you, and you "
                "may come back until the game ends."
            ),
        ),
    ),
    Page(
        marked("Commands"),
        (
            marked(
                "- `/bridgette start`, `/drawbridge start`, `/callbridge start`: begin a game\n"
                "- `/game table`: post your table again here, in any channel you are in\n"
                "- `/game list`: your running games, with links\n"
                "- `/game resign`: give a game up\n"
                "- `/game record`: the record of a finished game as a file\n"
                "- `/game history`: past games of this server; open one from the list\n"
                "- `/game show`: step through a finished game, trick by trick, all hands open\n"
                "- `/leaderboard`: who plays best on this server\n"
                "- `/profile`: results, rating and its chart, yours or somebody's\n"
                "- `/settings me`: your language, notifications, deck of cards; cards in words\n"
                "- `/settings server`: its language, pace, starters, seasons, data, for managers\n"
                "- `/admin games`, `/admin end`, `/admin unseat`: running games, for managers\n"
                "- `/privacy`: what I keep about you, and the way out of it\n"
                "- `/rules`: the rulebook of a game\n"
                "- `/check`: what the bot lacks in this channel\n"
                "- `/help`: these pages"
            ),
            marked(
                "**Fair deals.** Before the first card of a game the table shows a commitment: the "
                "SHA-256 of a secret seed that fixes every deal. When the game is over the seed "
                "is shown, so anyone can check that the cards were never touched."
            ),
        ),
    ),
)


def help_page(page: int, texts: Texts) -> discord.ui.LayoutView:
    """A page of the help, from 0; a number outside gives the nearest page."""
    return book(texts("Help"), "help", PAGES, page, texts)


def check(missing: Sequence[str], texts: Texts) -> discord.ui.LayoutView:
    """What the bot lacks in this channel: the permissions' names as Discord shows them."""
    if not missing:
        return screen(
            texts("## Everything is in place"),
            texts("I have all the permissions I need in this channel. Games can be played here."),
        )
    return screen(
        texts("## Something is missing"),
        texts("Games cannot be played in this channel until I am given:"),
        text_block(*(f"- **{texts(name)}**" for name in missing)),
        texts(
            "Someone who manages this server can grant it: Edit Channel, then Permissions, then "
            "my role. Run {command} again afterwards.",
            command="`/check`",
        ),
    )
