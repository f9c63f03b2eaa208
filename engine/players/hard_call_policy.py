"""Call Bridge, how a card is chosen quickly: the rules of thumb that playouts follow.

A position is a list of 16 masks of 13 ranks each, ``hands[suit * 4 + seat]``, suits and ranks as in
``engine.cards``.  ``left[suit]`` is the union of the four hands in a suit.  The rules know
their own hand, what is left of each suit, and who is out of a suit.  A card is given as
``suit << 13 | bit``.  All this is called millions of times, hence the bare integers.
"""

from __future__ import annotations

from typing import Final

_QUEEN: Final = 1 << 10
_KING: Final = 1 << 11
_NOTHING: Final = 99.0  # the cost of a card that is not there
_MASTER: Final = 6.0  # what it costs more to throw from a suit of which one holds the highest


def _cost_of_low_lead(cards: int) -> float:
    """What leading the lowest card of a suit costs: short suits first, honours stay guarded."""
    if not cards:
        return _NOTHING
    low = cards & -cards
    return (
        cards.bit_count()
        + (3.0 if cards & (_KING | _QUEEN) else 0.0)
        + (2.0 if low >= _QUEEN else 0.0)
        + low.bit_length() * 0.1
    )


def _cost_of_discard(cards: int) -> float:
    """What throwing the lowest card of a suit costs."""
    if not cards:
        return _NOTHING
    size = cards.bit_count()
    unguards = (size == 2 and cards & _KING) or (size == 3 and cards & _QUEEN)
    return (cards & -cards).bit_length() + (5.0 if unguards else 0.0) + size * 0.5


_LOW_LEAD: Final = tuple(_cost_of_low_lead(cards) for cards in range(8192))
_DISCARD: Final = tuple(_cost_of_discard(cards) for cards in range(8192))


def lead(hands: list[int], left: list[int], seat: int, wants: bool) -> int:
    """The card to lead: winners that nobody ruffs, trumps when long, else low from a short suit."""
    clubs, diamonds, hearts, spades = (
        hands[seat],
        hands[4 + seat],
        hands[8 + seat],
        hands[12 + seat],
    )
    if not wants:
        return _lowest(clubs, diamonds, hearts, spades)
    trumps_out = left[3] ^ spades
    best = most = -1
    for suit, cards in ((0, clubs), (1, diamonds), (2, hearts)):
        if cards:
            out = left[suit] ^ cards
            if cards > out:
                count = out.bit_count()
                if trumps_out and (
                    count < 3 or (count < 8 and _somebody_ruffs(hands, suit * 4, seat))
                ):
                    continue
                if count > most:
                    most = count
                    best = suit << 13 | 1 << cards.bit_length() - 1
    if best >= 0:
        return best
    if spades > trumps_out and (not trumps_out or spades.bit_count() * 2 >= trumps_out.bit_count()):
        return 3 << 13 | 1 << spades.bit_length() - 1
    if clubs or diamonds or hearts:
        cost = _LOW_LEAD[clubs]
        best = clubs & -clubs
        other = _LOW_LEAD[diamonds]
        if other < cost:
            cost = other
            best = 1 << 13 | (diamonds & -diamonds)
        if _LOW_LEAD[hearts] < cost:
            best = 2 << 13 | (hearts & -hearts)
        return best
    return 3 << 13 | (spades & -spades)


def _somebody_ruffs(hands: list[int], row: int, seat: int) -> bool:
    return (
        (not hands[row] and seat != 0 and hands[12] != 0)
        or (not hands[row + 1] and seat != 1 and hands[13] != 0)
        or (not hands[row + 2] and seat != 2 and hands[14] != 0)
        or (not hands[row + 3] and seat != 3 and hands[15] != 0)
    )


def _lowest(clubs: int, diamonds: int, hearts: int, spades: int) -> int:
    best = 3 << 13 | (spades & -spades)
    low = 1 << 14
    for suit, cards in ((0, clubs), (1, diamonds), (2, hearts)):
        if cards and cards & -cards < low:
            low = cards & -cards
            best = suit << 13 | low
    return best


def follow(cards: int, out: int, best: int, to_come: int, wants: bool) -> int:
    """The card, as a bit, to follow suit with.

    ``cards`` are one's own of the suit, ``out`` what others still hold of it, ``best`` the card
    that wins so far (as in ``hard_call_playout``, and above all of them when it ruffed),
    ``to_come`` how many play after this one.
    """
    if not cards & (cards - 1):
        return cards
    if not wants:
        below = cards & (best - 1)
        return 1 << (below or cards).bit_length() - 1
    winners = cards & -(best << 1)
    if not winners:
        return cards & -cards
    if not to_come:
        return winners & -winners
    if winners > out:
        # The lowest of those that nothing beats.
        winners &= -(1 << out.bit_length())
        return winners & -winners
    if to_come == 1:
        top = 1 << winners.bit_length() - 1
        above = (out & -top).bit_count()
        if above == 1 or (above == 2 and top <= _QUEEN):
            return top
    return cards & -cards


def throw(hands: list[int], left: list[int], seat: int, best: int, wants: bool) -> int:
    """The card to play when out of the suit led.

    ``best`` is the highest spade in the trick, or 0; a spade that beats it must be played (rules,
    "Call Bridge", "Play").
    """
    spades = hands[12 + seat]
    if spades:
        beating = spades & -(best << 1) if best else spades
        if beating:
            return 3 << 13 | (beating & -beating if wants else 1 << beating.bit_length() - 1)
    if not wants:
        return _highest(hands, seat)
    return _cheapest(hands, left, seat)


def _highest(hands: list[int], seat: int) -> int:
    """The card that would most likely win a trick: the highest spade, else the highest card."""
    clubs, diamonds, hearts, spades = hands[seat::4]
    if spades:
        return 3 << 13 | 1 << spades.bit_length() - 1
    high = max(clubs, diamonds, hearts)
    suit = 0 if high == clubs else 1 if high == diamonds else 2
    return suit << 13 | 1 << high.bit_length() - 1


def _cheapest(hands: list[int], left: list[int], seat: int) -> int:
    """The card most easily spared; a spade only if there is nothing else."""
    best, cost = 0, _NOTHING
    clubs = hands[seat]
    if clubs:
        cost = _DISCARD[clubs] + (_MASTER if clubs > left[0] ^ clubs else 0.0)
        best = clubs & -clubs
    diamonds = hands[4 + seat]
    if diamonds:
        other = _DISCARD[diamonds] + (_MASTER if diamonds > left[1] ^ diamonds else 0.0)
        if other < cost:
            cost = other
            best = 1 << 13 | (diamonds & -diamonds)
    hearts = hands[8 + seat]
    if hearts and _DISCARD[hearts] + (_MASTER if hearts > left[2] ^ hearts else 0.0) < cost:
        best = 2 << 13 | (hearts & -hearts)
    if best:
        return best
    spades = hands[12 + seat]
    return 3 << 13 | (spades & -spades)
