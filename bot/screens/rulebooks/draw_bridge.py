"""The rulebook of Draw Bridge."""

from __future__ import annotations

from typing import Final

from bot.screens.book import Page
from bot.screens.rulebooks import shared
from bot.texts import marked

PAGES: Final = (
    Page(
        marked("Overview"),
        (
            marked(
                "Draw Bridge is a game for **two players** with **52 cards**. First to reach the "
                "target wins: 300 points, unless the table agrees on another from 50 to 5000."
            ),
            shared.CARDS,
            marked(
                "**Deal.** 13 cards each; the other 26 are the stock. The deal alternates. A deal "
                "has three steps: a draw phase of 13 tricks, an auction, and 13 tricks of play."
            ),
            shared.TRICKS,
            marked(
                "**End.** The game ends as soon as a player has reached the target after a deal. "
                "Only one side scores in a deal, so there is no tie."
            ),
        ),
    ),
    Page(
        marked("Draw phase"),
        (
            marked(
                "13 tricks without trumps that score nothing: they decide who draws which card. "
                "The non-dealer leads to the first."
            ),
            marked(
                "There is no duty to follow suit. The higher rank wins whatever the suits; on "
                "equal ranks the leader wins."
            ),
            marked(
                "The winner draws the top card of the stock, the loser the next, and the winner "
                "leads again. A drawn card joins the hand and may be played in the next trick. "
                "Unless the stock is open, each sees only their own draw. After 13 tricks the "
                "stock is used up and each holds a new hand of 13 cards."
            ),
            marked(
                "Example: Q♥ is led and K♣ follows: the king wins. If Q♣ follows, the leader wins."
            ),
        ),
    ),
    Page(
        marked("Auction"),
        (
            *shared.AUCTION,
            marked(
                "**In Draw Bridge** levels go from 1 to 7 in all strains, and no holding is needed."
            ),
        ),
    ),
    Page(
        marked("Play and score"),
        (
            marked(
                "**Play.** 13 tricks. The declarer's opponent leads to the first. Suit must be "
                "followed if possible; otherwise any card may be played."
            ),
            marked(
                "**Made.** The declarer scores for every trick above six, those beyond the bid "
                "included:\n"
                "- ♠ and ♥: 30 each\n"
                "- ♦ and ♣: 20 each\n"
                "- NT: 40 for the first, 30 for each further one\n"
                "Times 2 if doubled, times 4 if redoubled."
            ),
            marked(
                "**Failed.** The opponent scores 50 for each undertrick, 100 if doubled, 200 if "
                "redoubled."
            ),
            marked(
                "**Examples**\n"
                "- 2♠ made with nine tricks: three above six, 3 × 30 = 90\n"
                "- 1NT doubled, made with eight tricks: (40 + 30) × 2 = 140\n"
                "- 4♥ doubled, two down: the opponent scores 2 × 100 = 200"
            ),
        ),
    ),
    Page(
        marked("House rules, clock, shuffle"),
        (
            marked(
                "A table may agree on these; all are off by default.\n"
                "- **target.** 50 to 5000 points instead of 300.\n"
                "- **draw: follow.** In the draw phase suit must be followed, and the highest card "
                "of the suit led wins.\n"
                "- **stock: open.** Both see the top card of the stock before each trick of the "
                "draw phase.\n"
                "- **penalty: off.** Failed contracts score nothing."
            ),
            marked("**Resigning.** Either player may resign at any time; the opponent then wins."),
            shared.CLOCK,
            marked("Whoever runs out of time loses the game."),
            *shared.FAIR,
        ),
    ),
)
