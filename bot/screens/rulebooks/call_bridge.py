"""The rulebook of Call Bridge."""

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
                "Call Bridge is a game for **four players**, each alone, with **52 cards**. First "
                "to reach the target wins: 20 points, unless the table agrees on another from 5 "
                "to 200."
            ),
            shared.CARDS,
            marked(
                "**Deal.** 13 cards each. The deal passes to the next seat. Dealing, bidding and "
                "play go round in the order of the seats, which at a real table is "
                "counter-clockwise."
            ),
            marked(
                "**Bids.** From the player after the dealer, once round, each names a number of "
                "tricks from 2 to 12. The bids bind nobody else."
            ),
        ),
    ),
    Page(
        marked("Play"),
        (
            marked(
                "13 tricks. The player after the dealer leads to the first. **Spades are always "
                "trumps.** Any card may be led, spades too."
            ),
            shared.TRICKS,
            marked(
                "**Follow suit if you can**, with any card of the suit; you need not beat the "
                "cards played before."
            ),
            marked(
                "**If you cannot follow**: if you hold a spade that beats the highest spade in the "
                "trick (any spade if there is none), you must play such a spade. Otherwise you "
                "may play any card. When spades are led, that is simply following suit."
            ),
            marked(
                "Example: ♦ are led and you have none. The trick holds 6♠. With 9♠ and 4♠ you must "
                "play 9♠; with 4♠ as your only spade you may play any card."
            ),
        ),
    ),
    Page(
        marked("Score"),
        (
            marked("Each player scores alone. Totals may be negative."),
            marked(
                "**Bids 2 to 7.** At least as many tricks as bid: plus the bid. Fewer: minus the "
                "bid."
            ),
            marked(
                "**Bids 8 to 12 are bonus bids.** Exactly the bid or one more: plus 13. Anything "
                "else: minus the bid."
            ),
            marked(
                "**Examples**\n"
                "- bid 4, won 6: +4\n"
                "- bid 4, won 3: -4\n"
                "- bid 10, won 11: +13\n"
                "- bid 10, won 12: -10\n"
                "- bid 8, won 7: -8"
            ),
            marked(
                "**End.** After a round in which someone has reached the target, the highest total "
                "wins. If the highest total is shared, further rounds are played until it is not."
            ),
        ),
    ),
    Page(
        marked("House rules, clock, shuffle"),
        (
            marked("A table may agree on this:\n- **target.** 5 to 200 points instead of 20."),
            marked(
                "**Leaving.** There is no resigning. If you leave, the computer plays on in your "
                "seat and the game counts as given up for you, behind all who stayed; you may come "
                "back until it ends. If a seat that was left comes out first, nobody wins."
            ),
            shared.CLOCK,
            marked("If your time runs out, the computer takes your seat as if you had left."),
            *shared.FAIR,
        ),
    ),
)
