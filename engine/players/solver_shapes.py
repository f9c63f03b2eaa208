"""What the two hands look like in one suit, and what a trick does to it.

A *shape* is the holding of both players in one suit with the gaps closed: only who owns the
lowest card, the next and so on is kept.  Bit ``i`` of a shape is the owner (0 or 1) of
the i-th lowest card, and a one above the highest card marks the length; ``1`` is a suit that nobody
holds.  A *position* packs four shapes into one integer and, above them, sums over the suits from
which the bounds of the search are read.  Since both are sums, a trick changes a position by
adding one number, and those numbers are kept here.

Suit 0 of a position is the trump suit, if there is one.  These tables know no colons; see
``solver_colons``.
"""

from __future__ import annotations

from typing import Final

SHAPE_BITS: Final = 14
SHAPE_MASK: Final = (1 << SHAPE_BITS) - 1
SUMS_SHIFT: Final = 4 * SHAPE_BITS
EMPTY: Final = 1

# A lead and the two replies worth looking at: what to add to the position when the
# follower wins as cheaply as possible, and when the lowest card is played under the lead;
# 0 where there is no such card.
Lead = tuple[int, int]
# For one suit and one leader: the leads; what a lead adds to a position when the follower has
# none of the suit (0 if the follower has some, or the leader none); what the follower's lowest
# card of the suit adds as a discard (0 if there is none); whether the leader's cards are solid,
# so that they are cashed first.
Record = tuple[tuple[Lead, ...], int, int, bool]


def owners(shape: int) -> list[int]:
    """The owner of each card of a shape, from the lowest card up."""
    return [shape >> i & 1 for i in range(shape.bit_length() - 1)]


def remove(shape: int, place: int) -> int:
    """The shape without the card at this place (0 is the lowest)."""
    return shape & ((1 << place) - 1) | shape >> (place + 1) << place


def shape_of(mine: int, others: int) -> int:
    """The shape of a suit from two 13-bit masks of ranks; the first is player 0's."""
    shape = EMPTY
    for rank in range(12, -1, -1):
        bit = 1 << rank
        if mine & bit:
            shape = shape << 1
        elif others & bit:
            shape = shape << 1 | 1
    return shape


def tops(shape: int, player: int) -> int:
    """How many of the player's cards are higher than any of the other's."""
    count = 0
    for owner in reversed(owners(shape)):
        if owner != player:
            break
        count += 1
    return count


def sure_trumps(shape: int, player: int) -> int:
    """How many tricks the player's trumps take, however they are played.

    A trump loses only to a higher one, and each higher one beats only one: all but
    the largest matching of the player's trumps with higher ones of the other.
    """
    sure = 0
    unmatched = 0
    for owner in owners(shape):
        if owner == player:
            unmatched += 1
            sure += 1
        elif unmatched:
            unmatched -= 1
            sure -= 1
    return sure


def _no_trump_sums(shape: int) -> int:
    """Per player: quick tricks, suits with top cards and a loser, cards in suits that the
    other tops.

    Laid out so that what bounds the tricks of either leader stands together:
    exposed 0, guarded 0, quick 0, quick 1, guarded 1, exposed 1 (4, 3, 4, 4, 3 and 4 bits).
    """
    if shape == EMPTY:
        return 0
    cards = owners(shape)
    top = cards[-1]
    length = cards.count(top)
    other = len(cards) - length
    count = tops(shape, top)
    quick = length if count >= other else count
    guarded = 1 if count < other and length > count else 0
    if top == 0:
        return guarded << 4 | quick << 7 | other << 18
    return other | quick << 11 | guarded << 15


def _trump_game_sums(shape: int, *, trumps: bool) -> int:
    """A suit of a game with trumps, per player: rounds that win while the other must follow
    (or sure trumps), whether there are sure trumps; quick tricks once the other has no trumps (or
    trumps), whether the other's trumps cannot be drawn, suits with top cards and a loser,
    cards in suits topped by the other.

    quick 0, undrawn 0, guarded 0, exposed 0, rounds 0, sure 0, rounds 1, sure 1, quick 1,
    undrawn 1, guarded 1, exposed 1 (4, 1, 3, 4, 4, 1, 4, 1, 4, 1, 3 and 4 bits).
    """
    result = 0
    cards = owners(shape)
    for player in (0, 1):
        length = cards.count(player)
        other = len(cards) - length
        count = tops(shape, player)
        if trumps:
            rounds = sure_trumps(shape, player)
            shared = rounds | (1 if rounds else 0) << 4
            private = length | (1 if count < other else 0) << 4
        else:
            shared = min(count, other)
            quick = length if count >= other else count
            guarded = 1 if 0 < count < other and length > count else 0
            private = quick | guarded << 5 | (0 if count else length) << 8
        result |= private << (22 if player else 0) | shared << (17 if player else 12)
    return result


class Records(dict[int, Record]):
    """The records of one suit of a position for one leader, by shape; made when first asked for."""

    __slots__ = ("_leader", "_suit", "_tables")

    def __init__(self, tables: SuitTables, suit: int, leader: int) -> None:
        super().__init__()
        self._tables = tables
        self._suit = suit
        self._leader = leader

    def __missing__(self, shape: int) -> Record:
        record = self[shape] = self._record(shape)
        return record

    def _record(self, shape: int) -> Record:
        tables = self._tables
        suit = self._suit
        leader = self._leader
        cards = owners(shape)
        here = tables.part(suit, shape)
        mine = [place for place, owner in enumerate(cards) if owner == leader]
        others = [place for place, owner in enumerate(cards) if owner != leader]
        discard = tables.part(suit, remove(shape, others[0])) - here if others else 0
        if not mine:
            return (), 0, discard, False
        if not others:
            # Where trumps are left, the leader's own are worth keeping.
            solid = not (tables.trump and suit == 0)
            return (), tables.part(suit, remove(shape, mine[0])) - here, 0, solid
        leads: list[Lead] = []
        for place in reversed(mine):
            if place and cards[place - 1] == leader:
                continue  # as good as the card below it
            lower = [reply for reply in others if reply < place]
            higher = [reply for reply in others if reply > place]
            win = duck = 0
            if higher:
                win = tables.part(suit, remove(remove(shape, higher[0]), place)) - here
            if lower:
                duck = tables.part(suit, remove(remove(shape, place), lower[0])) - here
            leads.append((win, duck))
        solid = tops(shape, leader) >= len(others) and not (tables.trump and suit == 0)
        return tuple(leads), 0, discard, solid


class Bounds(dict[int, int]):
    """Bounds on the leader's tricks, read from the sums of a position: 16 * lower + upper.

    The key is the leader's field of the sums, with the number of tricks left above it.
    """

    __slots__ = ("_leader", "_trump")

    def __init__(self, trump: bool, leader: int) -> None:
        super().__init__()
        self._trump = trump
        self._leader = leader

    def __missing__(self, key: int) -> int:
        bounds = self[key] = self._trump_bounds(key) if self._trump else self._no_trump_bounds(key)
        return bounds

    def _no_trump_bounds(self, key: int) -> int:
        """The leader may cash the quick tricks.  Whoever follows can keep a guard in each
        suit in which the leader has a loser below top cards, gets in with the first loser at
        the latest, and then cashes the quick tricks that there was room to keep.
        """
        tricks = key >> 15
        if self._leader == 0:
            exposed, guarded, quick, theirs = key & 15, key >> 4 & 7, key >> 7 & 15, key >> 11 & 15
        else:
            theirs, quick, guarded, exposed = key & 15, key >> 4 & 15, key >> 8 & 7, key >> 11 & 15
        if quick >= tricks:
            return tricks * 17
        lost = min(theirs, tricks - quick - guarded)
        if exposed == 0:
            lost += 1
        return quick << 4 | (tricks - lost)

    def _trump_bounds(self, key: int) -> int:
        """The leader may cash what the other must follow to and keep the sure trumps, or
        draw the trumps and cash everything.

        A follower with a sure trump never has to discard before getting in, and then
        cashes what the leader must follow to.  Without one it is as at no trump, except
        that only such tricks are safe from a ruff.
        """
        tricks = key >> 22
        if self._leader == 0:
            private, shared, theirs = key & 4095, key >> 12 & 31, key >> 17 & 31
        else:
            private, shared, theirs = key >> 10 & 4095, key >> 5 & 31, key & 31
        low = shared & 15
        quick = private & 15
        if not private >> 4 & 1 and quick > low:
            low = quick
        if low >= tricks:
            return tricks * 17
        if theirs >> 4:
            lost = theirs & 15
        elif quick >= tricks:
            lost = 0
        else:
            lost = min(theirs & 15, tricks - quick - (private >> 5 & 7))
            if not private >> 8:
                lost += 1
        return low << 4 | (tricks - lost)


class SuitTables:
    """All tables for play at no trump, or with suit 0 of a position as trumps.

    ``records[leader][suit][shape]`` and ``bounds[leader][key]``, where the key is
    ``position >> bounds_shift[leader] & bounds_mask | tricks << bounds_bits``.
    """

    __slots__ = (
        "_parts",
        "bounds",
        "bounds_bits",
        "bounds_mask",
        "bounds_shift",
        "records",
        "trump",
    )

    def __init__(self, *, trump: bool) -> None:
        self.trump = trump
        self.bounds_bits = 22 if trump else 15
        self.bounds_mask = (1 << self.bounds_bits) - 1
        self.bounds_shift = (SUMS_SHIFT, SUMS_SHIFT + (12 if trump else 7))
        self._parts: list[dict[int, int]] = [{}, {}, {}, {}]
        self.bounds = (Bounds(trump, 0), Bounds(trump, 1))
        self.records = (
            tuple(Records(self, suit, 0) for suit in range(4)),
            tuple(Records(self, suit, 1) for suit in range(4)),
        )

    def part(self, suit: int, shape: int) -> int:
        """What a suit of this shape adds to a position."""
        parts = self._parts[suit]
        part = parts.get(shape)
        if part is None:
            if self.trump:
                sums = _trump_game_sums(shape, trumps=suit == 0)
            else:
                sums = _no_trump_sums(shape)
            part = parts[shape] = shape << suit * SHAPE_BITS | sums << SUMS_SHIFT
        return part

    def position(self, shapes: tuple[int, int, int, int]) -> int:
        """The position made of four shapes."""
        return (
            self.part(0, shapes[0])
            + self.part(1, shapes[1])
            + self.part(2, shapes[2])
            + self.part(3, shapes[3])
        )
