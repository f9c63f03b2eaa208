"""The paragraphs that more than one rulebook has."""

from __future__ import annotations

from typing import Final

from bot.texts import marked

CARDS: Final = marked(
    "**Cards.** Ranks from high to low: A K Q J 10 9 8 7 6 5 4 3 2. Suits: ♠ spades, ♥ hearts, "
    "♦ diamonds, ♣ clubs."
)

TRICKS: Final = marked(
    "**Tricks.** Each player in turn plays one card. A trick without trumps in it is won by the "
    "highest card of the suit led, otherwise by the highest trump. The winner of a trick leads to "
    "the next."
)

AUCTION: Final = (
    marked(
        "**Bids.** A bid names a level, the tricks above six that you promise, and a strain: a "
        "suit as trumps, or no trump (NT). 4♠ promises ten tricks with spades as trumps. The "
        "dealer calls first, then the players alternate."
    ),
    marked(
        "A bid must be higher than the last: a higher level, or the same level in a higher "
        "strain. Strains from low to high: ♣ ♦ ♥ ♠ NT."
    ),
    marked(
        "**Double.** You may double your opponent's last bid if it is not yet doubled. "
        "**Redouble.** You may redouble your own last bid when your opponent has doubled it. A new "
        "bid wipes both out."
    ),
    marked(
        "**End of the auction.** A pass that follows a bid, a double or a redouble ends it. The "
        "declarer is the player who made the last bid, whoever passed: after a bid, a double and a "
        "pass, the contract is played doubled by the bidder."
    ),
    marked(
        "An opening pass does not end the auction: the opponent may still bid, and then the dealer "
        "has a turn again. If both pass without any bid, the deal is thrown in: nobody scores, it "
        "does not count as a deal, and the same dealer deals again."
    ),
)

CLOCK: Final = marked(
    "**Clock.** There is none unless a table or its server chooses a **pace**. *days*: 3 days for "
    "each decision, and a warning 12 hours before the end. *live*: 2 minutes for each decision, "
    "then 5 minutes in reserve for the whole game, and a warning when the reserve begins, at "
    "least 30 seconds before the end. Time in which the bot was out of reach counts against "
    "nobody."
)

FAIR: Final = (
    marked(
        "**Shuffle.** Every game has a secret seed of 32 random bytes; nothing else is random. The "
        "pack of deal n is sorted by HMAC-SHA256 of `n/card` under the seed, for example `1/AS`, "
        "lowest bytes first; the first card of that order is the top of the pack. A deal that is "
        "thrown in counts up too, so no deal repeats."
    ),
    marked(
        "**First dealer.** The first 8 bytes of HMAC-SHA256 of `dealer` under the seed, as a "
        "big-endian number, modulo the number of players: that seat, counted from 0, deals. Cards "
        "are dealt one at a time, beginning with the player after the dealer."
    ),
    marked(
        "**Proof.** The SHA-256 of the seed is published before the first card is seen, the seed "
        "itself when the game is over, also when it ends early. Anyone can then check every deal. "
        "In a record the ten is `T`, suits are `S H D C`, colons `:G :R :L`."
    ),
)
