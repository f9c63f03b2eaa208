"""The rulebook of Bridgette."""

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
                "Bridgette is a game for **two players** with **55 cards**: the usual 52 and three "
                "colons. Most points after six deals wins."
            ),
            shared.CARDS,
            marked(
                "**Colons.** A colon has no suit and no rank; each belongs to a group of cards:\n"
                "- Grand colon :G – the aces\n"
                "- Royal colon :R – kings, queens and jacks\n"
                "- Little colon :L – 10 down to 2"
            ),
            marked(
                "**A deal** has four steps: the cards are dealt, both players exchange cards, the "
                "auction settles the contract, and 13 tricks are played. The deal alternates."
            ),
            shared.TRICKS,
            marked(
                "**End.** After six deals the higher total wins. On a tie a seventh deal is "
                "played, and further ones while the tie lasts."
            ),
        ),
    ),
    Page(
        marked("Deal and exchange"),
        (
            marked(
                "**Deal.** 13 cards each; the other 29 are the stock. Its top card is turned face "
                "up: the **up-card**."
            ),
            marked(
                "**Draw.** The non-dealer draws the first two cards of the stock; the up-card is "
                "the first of them. Then the dealer draws, by what the up-card was:\n"
                "- a number card (10 down to 2) or the Little colon: 4 cards\n"
                "- a king, queen or jack, or the Royal colon: 8 cards\n"
                "- an ace or the Grand colon: 12 cards"
            ),
            marked(
                "**Discard.** Each player then picks 13 cards to keep and discards the rest face "
                "down: the non-dealer discards 2, the dealer 4, 8 or 12. Both choose at the same "
                "time, and neither sees the other's discards. The auction starts when both have "
                "discarded. The rest of the stock is out of play."
            ),
            marked(
                "Example: the up-card is Q♦. The non-dealer draws Q♦ and the next card and "
                "discards 2 cards; the dealer draws 8 cards and discards 8."
            ),
        ),
    ),
    Page(
        marked("Auction"),
        (
            *shared.AUCTION,
            marked(
                "**The bids of Bridgette** run from 0NT, the lowest, then 1♣ 1♦ 1♥ 1♠ 1NT and so "
                "on to 7NT. There is no 0 bid in a suit."
            ),
            marked(
                "**What your hand allows.** You bid with the 13 cards you hold; colons count for "
                "no suit.\n"
                "- a suit: at least 2 cards of it\n"
                "- no trump: at least 1 card of every suit\n"
                "- a jump in a suit: at least 4 cards of it\n"
                "- a jump in no trump: only the 1 card of every suit\n"
                "- doubles and redoubles need nothing"
            ),
            marked(
                "A jump is a bid at a level higher than the lowest at which that strain could be "
                "bid now; over no bid yet, the lowest level of a suit is 1. Example: over 1♠, "
                "hearts can be bid at level 2, so 2♥ needs 2 hearts and 3♥ needs 4."
            ),
        ),
    ),
    Page(
        marked("Play"),
        (
            marked("13 tricks. The declarer's opponent leads to the first."),
            marked("**Lead.** Any card, a colon included; but see the ban below."),
            marked(
                "**Following a suit card.** Play a card of that suit; or, even when you hold the "
                "suit, the colon whose group the led card belongs to: on an ace the Grand colon, "
                "on a king, queen or jack the Royal colon, on 10 to 2 the Little colon. Without a "
                "card of the suit: any suit card, or the matching colon."
            ),
            marked(
                "A colon that does not match may not be played, unless you hold nothing else but "
                "such colons: then any of them, and it simply loses."
            ),
            marked(
                "**The ban.** A matching colon played to follow loses the trick and bans the suit: "
                "the leader, who won the trick, may not lead the same suit to the next trick. A "
                "colon may be led instead. If the leader holds nothing but that suit, the ban "
                "falls away."
            ),
            marked(
                "**Following a colon that was led.** Play any card. You win with a trump, or with "
                "a card of the colon's group; otherwise, also with a second colon, the leader wins."
            ),
            marked(
                "Example: ♣ are trumps and the Royal colon is led. A jack of any suit wins against "
                "it, 2♣ wins as a trump, A♥ loses."
            ),
        ),
    ),
    Page(
        marked("Contract made"),
        (
            marked(
                "A made contract scores its value and bonuses; the sum counts times 2 if doubled, "
                "times 4 if redoubled. The value is one figure for the contract, not one per trick."
            ),
            marked(
                "**Value, and bonus if made exactly**\n"
                "- 0NT; 1 of any suit: 150, exactly +250\n"
                "- 1NT, 2NT; 2 or 3 of any suit; 4♣, 4♦: 250, exactly +250\n"
                "- 3NT, 4NT; 4♥, 4♠; 5 of any suit: 750, exactly +250\n"
                "- 5NT: 1500, exactly +250\n"
                "- 6 of any suit: 1500, exactly +100\n"
                "- 6NT: 2200, exactly +100\n"
                "- 7 of any suit: 2200, nothing more\n"
                "- 7NT: 2500, nothing more"
            ),
            marked(
                "**Other bonuses.** Exactly three tricks more than bid: +350. A doubled contract "
                "that is made: +400; a redoubled one: +1000, and not the 400 as well. These are "
                "part of the sum that is multiplied. Overtricks score nothing else."
            ),
            marked(
                "**Examples**\n"
                "- 2♠ made with exactly 8 tricks: 250 + 250 = 500\n"
                "- with 9 or 10 tricks: 250\n"
                "- with 11, three over: 250 + 350 = 600\n"
                "- 4♠ doubled, made exactly: (750 + 250 + 400) × 2 = 2800\n"
                "- 7NT redoubled, made: (2500 + 1000) × 4 = 14000\n"
                "- 0NT: six tricks make it exactly, 150 + 250 = 400"
            ),
        ),
    ),
    Page(
        marked("Contract failed"),
        (
            marked(
                "If the declarer fails, the opponent scores by the number of undertricks. More "
                "than 7 undertricks count as 7."
            ),
            marked(
                "**Undertricks: plain, doubled, redoubled**\n"
                "- 1: 100, 200, 300\n"
                "- 2: 200, 500, 700\n"
                "- 3: 300, 800, 1100\n"
                "- 4: 400, 1100, 1500\n"
                "- 5: 700, 2000, 2700\n"
                "- 6 or 7: 1000, 3000, 4000"
            ),
            marked("Example: 3NT doubled, two down: the opponent scores 500."),
        ),
    ),
    Page(
        marked("House rules, clock, shuffle"),
        (
            marked(
                "A table may agree on these; all are off by default.\n"
                "- **upcard: aside.** The up-card is put aside; the non-dealer draws the next two "
                "cards.\n"
                "- **deals.** An even number from 2 to 12 instead of six."
            ),
            marked("**Resigning.** Either player may resign at any time; the opponent then wins."),
            shared.CLOCK,
            marked(
                "Whoever runs out of time loses the game. If both are too late to discard, the one "
                "whose time ended first loses, in the same moment the non-dealer."
            ),
            *shared.FAIR,
        ),
    ),
)
