"""What the two hands look like in one suit while colons are out, and what a trick does to it.

A *marked shape* is a shape (``solver_shapes``) that also says how many of its cards are below the
jack and how many below the ace.  The groups of a player's cards matter only to the other's
colons: to those which may be played to them, and to those which they win against.  So
marks are moved up past cards to which they make no difference, and cards are *alike* when
they belong to the same group, or when the other holds the colon of neither group: touching
like cards are equal, and a reply worth playing is the lowest of its like, be it above the card
led or below.

A *node* holds, from the lowest bit up, the ban (3 bits, a suit or ``NO_BAN``), the colons of
player 1 and of player 0 (3 each), four marked shapes, and sums over the suits from which bounds
are read.
"""

from __future__ import annotations

from typing import Final

from engine.players.solver_shapes import (
    SHAPE_BITS,
    SHAPE_MASK,
    owners,
    remove,
    shape_of,
    sure_trumps,
    tops,
)

NO_BAN: Final = 4
LOW: Final = (1 << 9) - 1  # ban and colons
MARKED_BITS: Final = 22
MARKED_MASK: Final = (1 << MARKED_BITS) - 1
SHIFTS: Final = (9, 9 + MARKED_BITS, 9 + 2 * MARKED_BITS, 9 + 3 * MARKED_BITS)
NO_GROUP: Final = 3
_SUMS_SHIFT: Final = 9 + 4 * MARKED_BITS
_FIELDS_BITS: Final = 55
_FIELDS: Final = (1 << _FIELDS_BITS) - 1
_COUNT: Final = (0, 1, 1, 2, 1, 2, 2, 3)

# Replies as what they add to a node: those that win, and those that lose.
Replies = tuple[tuple[int, ...], tuple[int, ...]]
# What a lead adds to the node; its group; what it adds once the follower's colon of that
# group is gone; how many cards of the suit are left to the leader; and the replies in the
# suit, each with the lead (both empty if the follower has none).
Lead = tuple[int, int, int, int, tuple[int, ...], tuple[int, ...]]


def mark(shape: int, below_jack: int, below_ace: int, colons: tuple[int, int]) -> int:
    """The marked shape, with marks moved up as far as they tell the colons still out the same.

    ``colons`` are those of player 0 and of player 1, as masks of groups.
    """
    cards = owners(shape)
    # A card may change to the group below its own if the other player holds neither colon.
    while below_ace < len(cards) and not colons[1 - cards[below_ace]] & 6:
        below_ace += 1
    while below_jack < below_ace and not colons[1 - cards[below_jack]] & 3:
        below_jack += 1
    return shape | below_jack << SHAPE_BITS | below_ace << 18


def _take(marked: int, place: int, colons: tuple[int, int]) -> int:
    below_jack = marked >> SHAPE_BITS & 15
    below_ace = marked >> 18
    below_jack -= place < below_jack
    below_ace -= place < below_ace
    return mark(remove(marked & SHAPE_MASK, place), below_jack, below_ace, colons)


def _groups(marked: int) -> list[int]:
    """The group of each card, from the lowest up, as far as the marks tell."""
    below_jack = marked >> SHAPE_BITS & 15
    below_ace = marked >> 18
    length = (marked & SHAPE_MASK).bit_length() - 1
    return [0 if place < below_jack else 1 if place < below_ace else 2 for place in range(length)]


def marked_shape(mine: int, others: int, colons: tuple[int, int]) -> int:
    """The marked shape of two 13-bit masks of ranks; the first is player 0's."""
    out = mine | others
    below_jack, below_ace = (out & 511).bit_count(), (out & 4095).bit_count()
    return mark(shape_of(mine, others), below_jack, below_ace, colons)


class ColonTables:
    """Leads and replies in marked shapes, made when first asked for."""

    __slots__ = ("_again", "_leads", "_parts", "_replies", "_trump")

    def __init__(self, *, trump: bool) -> None:
        self._trump = trump
        self._parts: list[dict[int, int]] = [{}, {}, {}, {}]
        self._again: list[dict[int, int]] = [{}, {}, {}, {}]
        self._leads: list[dict[int, tuple[Lead, ...]]] = [{}, {}, {}, {}]
        self._replies: list[dict[int, Replies]] = [{}, {}, {}, {}]

    def part(self, suit: int, marked: int) -> int:
        """What a suit of this marked shape adds to a node."""
        parts = self._parts[suit]
        part = parts.get(marked)
        if part is None:
            trump = self._trump and suit == 0
            sums = _sums(marked, 0, trump=trump) | _sums(marked, 1, trump=trump) << _FIELDS_BITS
            part = parts[marked] = marked << SHIFTS[suit] | sums << _SUMS_SHIFT
        return part

    def part_again(self, suit: int, marked: int, colons: tuple[int, int]) -> int:
        """What a suit adds to a node after a colon has gone: ``colons`` are those still out."""
        table = self._again[suit]
        key = marked | colons[0] << MARKED_BITS | colons[1] << 25
        part = table.get(key)
        if part is None:
            shape = marked & SHAPE_MASK
            again = mark(shape, marked >> SHAPE_BITS & 15, marked >> 18, colons)
            part = table[key] = self.part(suit, again)
        return part

    def leads(
        self, suit: int, marked: int, leader: int, mine: int, theirs: int
    ) -> tuple[Lead, ...]:
        """The leads of a suit; ``mine`` and ``theirs`` are the colons of leader and follower."""
        table = self._leads[suit]
        key = marked | leader << MARKED_BITS | mine << 23 | theirs << 26
        leads = table.get(key)
        if leads is None:
            leads = table[key] = self._make_leads(suit, marked, leader, mine, theirs)
        return leads

    def replies(
        self, suit: int, marked: int, player: int, colons: tuple[int, int], led: int
    ) -> Replies:
        """The cards of a suit that a player who need not follow may play.

        ``colons`` are both players' before the lead; ``led`` is the group of the colon led, or 3.
        After a colon the replies are to be added to the node without it.
        """
        table = self._replies[suit]
        key = marked | player << MARKED_BITS | colons[0] << 23 | colons[1] << 26 | led << 29
        replies = table.get(key)
        if replies is None:
            replies = table[key] = self._make_replies(suit, marked, player, colons, led)
        return replies

    def _make_leads(
        self, suit: int, marked: int, leader: int, mine: int, theirs: int
    ) -> tuple[Lead, ...]:
        here = self.part(suit, marked)
        cards = owners(marked & SHAPE_MASK)
        groups = _groups(marked)
        colons = (mine, theirs) if leader == 0 else (theirs, mine)
        leads: list[Lead] = []
        for place in range(len(cards) - 1, -1, -1):
            if cards[place] != leader:
                continue
            group = groups[place]
            if place and cards[place - 1] == leader and _alike(group, groups[place - 1], theirs):
                continue
            rest = _take(marked, place, colons)
            replies: tuple[list[int], list[int]] = ([], [])
            for reply in _lowest(cards, groups, leader, mine, place):
                left = _take(rest, reply - 1 if reply > place else reply, colons)
                replies[reply < place].append(self.part(suit, left) - here)
            added = self.part(suit, rest) - here
            own = cards.count(leader) - 1
            matched = 0
            if theirs >> group & 1:
                after = _less(colons, 1 - leader, group)
                matched = self.part_again(suit, rest, after) - self.part_again(suit, marked, after)
            leads.append((added, group, matched, own, tuple(replies[0]), tuple(replies[1])))
        return tuple(leads)

    def _make_replies(
        self, suit: int, marked: int, player: int, colons: tuple[int, int], led: int
    ) -> Replies:
        after = colons if led == NO_GROUP else _less(colons, 1 - player, led)
        here = self.part_again(suit, marked, after)
        cards = owners(marked & SHAPE_MASK)
        groups = _groups(marked)
        replies: tuple[list[int], list[int]] = ([], [])
        for place in _lowest(cards, groups, 1 - player, colons[1 - player], -1):
            wins = (self._trump and suit == 0) or groups[place] == led
            replies[not wins].append(self.part(suit, _take(marked, place, after)) - here)
        return tuple(replies[0]), tuple(replies[1])


def _lowest(cards: list[int], groups: list[int], leader: int, colons: int, led: int) -> list[int]:
    """The follower's cards worth playing, by place: of each like, the lowest above the lead
    and the lowest below."""
    seen: set[tuple[int, bool]] = set()
    places: list[int] = []
    for place, owner in enumerate(cards):
        if owner != leader:
            group = groups[place]
            like = (group if colons >> group & 1 else NO_GROUP, place > led)
            if like not in seen:
                seen.add(like)
                places.append(place)
    return places


def _less(colons: tuple[int, int], player: int, colon: int) -> tuple[int, int]:
    """The colons of both players after this one has gone."""
    if player == 0:
        return colons[0] & ~(1 << colon), colons[1]
    return colons[0], colons[1] & ~(1 << colon)


def _alike(group: int, other: int, colons: int) -> bool:
    return group == other or not (colons >> group & 1 or colons >> other & 1)


def _sums(marked: int, player: int, *, trump: bool) -> int:
    """What bounds the player's tricks in one suit, from the lowest bit up.

    0: quick tricks; 4: quick tricks whatever colons are played to evade them; 8: cards
    in suits topped by the other; 12: rounds that win while the other must follow; 16: sure trumps;
    20: trumps; 24: suits with quick tricks; 27: suits with such rounds; 30: suits with quick
    tricks and a loser; 33: whether the other's trumps cannot be drawn; 34, 37, 40: suits with
    a quick trick of each group; 43, 46, 49: suits with a card of each group; 52: suits topped by
    the other.
    """
    shape = marked & SHAPE_MASK
    cards = owners(shape)
    own = [group for group, owner in zip(_groups(marked), cards, strict=True) if owner == player]
    length = len(own)
    others = len(cards) - length
    count = tops(shape, player)
    held = sum(1 << 43 + 3 * group for group in set(own))
    if trump:
        undrawn = 1 if count < others else 0
        return sure_trumps(shape, player) << 16 | length << 20 | undrawn << 33 | held
    if not count:
        return length << 8 | (1 << 52 if length else 0) | held
    quick = length if count >= others else count
    slow = length if not others or count >= others + 3 else count
    guarded = 1 if count < others and length > count else 0
    forced = 1 if others else 0
    winning = sum(1 << 34 + 3 * group for group in set(own[length - quick :]))
    return (
        quick
        | slow << 4
        | min(count, others) << 12
        | 1 << 24
        | forced << 27
        | guarded << 30
        | winning
        | held
    )


def _despite_bans(winners: int, suits: int, colons: int) -> int:
    """How many winners can be cashed in so many suits when each colon may ban a suit once."""
    return winners if suits > colons else min(winners, suits)


def _from_entry(winners: int, suits: int, colons: int, *, opened: bool) -> int:
    """How many of them a player can cash who gets in; with one of them if a suit is ``opened``.

    The suit opened may have had no other winner, and then offers no way round a ban.
    """
    if opened and colons and winners:
        return 1 + _despite_bans(winners - 1, suits - 1, colons)
    return _despite_bans(winners, suits, colons)


def _matching(colons: int, suits: int) -> int:
    """How many of the colons have a card to match; ``suits`` counts suits with one by group."""
    return (
        (1 if colons & 1 and suits & 7 else 0)
        + (1 if colons & 2 and suits & 56 else 0)
        + (1 if colons & 4 and suits & 448 else 0)
    )


def bounds_of(node: int, leader: int, tricks: int, banned: int = 0) -> int:
    """Bounds on the leader's tricks from the sums of a node: 16 * lower + upper.

    ``banned`` is what the banned suit adds to the node, if one is.
    """
    own = node >> _SUMS_SHIFT & _FIELDS
    other = node >> _SUMS_SHIFT + _FIELDS_BITS
    mine = node >> 6 & 7
    theirs = node >> 3 & 7
    if leader:
        own, other = other, own
        mine, theirs = theirs, mine
    held = _COUNT[theirs]
    trumps = own >> 20 & 15
    # What the leader may cash; the sure trumps are safe whatever is led.
    low = own >> 16 & 15
    undrawn = own >> 33 & 1
    free = own
    if banned:
        free -= banned >> (_SUMS_SHIFT + _FIELDS_BITS if leader else _SUMS_SHIFT) & _FIELDS
        undrawn |= node & 7 == 0
    evading = _matching(theirs, free >> 34 & 511)
    if other >> 20 & 15:
        low += _despite_bans(free >> 12 & 15, free >> 27 & 7, evading)
        if not held and not undrawn:
            low = max(low, trumps + (free & 15))
    else:
        alone = _COUNT[mine] - _matching(mine, other >> 43)
        winners = (free >> (4 if evading else 0) & 15) + alone
        low += _despite_bans(winners, (free >> 24 & 7) + alone, evading)
    low = min(low, tricks)
    evading = _matching(mine, other >> 34 & 511)
    their_sure = other >> 16 & 15
    if their_sure:
        lost = their_sure + _from_entry(other >> 12 & 15, other >> 27 & 7, evading, opened=True)
        return low << 4 | (tricks - lost)
    # As without colons, but each colon of the leader's may take a trick and ban a
    # suit, and each colon of the other's takes the room of a guard, unless it can be played
    # to one of the quick tricks.  There must be room for the top card of each suit that
    # the leader might open.
    quick = (own & 15) + trumps + _COUNT[mine]
    stuck = held - _matching(theirs, own >> 34 & 511)
    room = tricks - quick - (own >> 30 & 7) - stuck
    if quick >= tricks or room < own >> 52 & 7:
        return low << 4 | tricks
    exposed = own >> 8 & 15
    if trumps:
        gain, suits = other >> 12 & 15, other >> 27 & 7
    else:
        alone = held - _matching(theirs, own >> 43)
        room += alone
        gain, suits = (other >> (4 if evading else 0) & 15) + alone, (other >> 24 & 7) + alone
    if room >= gain:
        gain = _from_entry(gain, suits, evading, opened=exposed > 0)
    elif evading:
        gain = min(room, 1)
    else:
        gain = room
    return low << 4 | (tricks - gain - (1 if exposed == 0 else 0))
