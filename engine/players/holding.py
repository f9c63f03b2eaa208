"""What a bid of Bridgette demands of a hand, and so what it proves (rules, "Auction")."""

from __future__ import annotations

from typing import NamedTuple

from engine.auction import Call, Strain
from engine.game import AuctionView
from engine.hands import SUIT_MASKS

_BID: int = 2
_JUMP: int = 4


class Proof(NamedTuple):
    """The least number of cards that a hand held of each suit when the auction began."""

    counts: tuple[int, int, int, int]

    def holds(self, hand: int) -> bool:
        """Whether a hand is long enough everywhere."""
        return all(
            (hand & suit).bit_count() >= count
            for suit, count in zip(SUIT_MASKS, self.counts, strict=True)
        )


def lowest(strain: int, last: int) -> int:
    """The lowest level at which a strain can be bid over the bid with this index (-1: none)."""
    level = 0 if strain == Strain.NO_TRUMP else 1
    return max(level, (last - strain) // 5 + 1) if last >= 0 else level


def longest_bids(hand: int, last: int) -> list[tuple[int, int, int]]:
    """For each strain that a hand allows: strain, its lowest and its highest level."""
    bids: list[tuple[int, int, int]] = []
    every = True
    for strain, suit in enumerate(SUIT_MASKS):
        length = (hand & suit).bit_count()
        every = every and length > 0
        least = lowest(strain, last)
        if length >= _BID and least <= 7:
            bids.append((strain, least, 7 if length >= _JUMP else least))
    least = lowest(Strain.NO_TRUMP, last)
    if every and least <= 7:
        bids.append((Strain.NO_TRUMP, least, 7))
    return bids


def proved(calls: tuple[tuple[int, Call], ...], seat: int) -> Proof:
    """What the calls of a seat prove about the 13 cards it then held."""
    counts = [0, 0, 0, 0]
    last = -1
    for caller, call in calls:
        if call.kind != "bid":
            continue
        if caller == seat:
            if call.strain is Strain.NO_TRUMP:
                counts = [max(1, count) for count in counts]
            else:
                jump = call.level > lowest(call.strain, last)
                counts[call.strain] = max(counts[call.strain], _JUMP if jump else _BID)
        last = call.index
    return Proof((counts[0], counts[1], counts[2], counts[3]))


def proved_by(view: AuctionView, seat: int) -> Proof:
    """What the auction of a view proves about a seat: nothing where bids demand nothing."""
    if view.kind != "bridgette":
        return Proof((0, 0, 0, 0))
    return proved(view.calls, seat)
