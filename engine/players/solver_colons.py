"""Double-dummy search of two hands with colons, by the rules of Bridgette.

Works like ``solver_plain`` and hands over to it once the colons are played.  What a colon adds:

- A *marked shape* is a shape that also says how many of its cards are below the jack and
  how many below the ace, as long as a colon is out that tells the groups apart.
- The groups of a player's cards matter only to the other's colons: to those which may
  be played to them, and to those which they win against.  Cards are *alike* when they belong to the same group or when
  the other holds the colon of neither group.  Touching like cards are equal, and a reply is
  the cheapest winning or the lowest of its like.
- A matching colon bans the suit for one lead.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from engine.players.solver_plain import PlainSearch
from engine.players.solver_shapes import (
    EMPTY,
    SHAPE_BITS,
    SHAPE_MASK,
    owners,
    remove,
    sure_trumps,
    tops,
)

NO_BAN: Final = 4
_LOW_BITS: Final = 9
_LOW: Final = (1 << _LOW_BITS) - 1
_BITS: Final = 22
_MASK: Final = (1 << _BITS) - 1
_SHIFTS: Final = (_LOW_BITS, _LOW_BITS + _BITS, _LOW_BITS + 2 * _BITS, _LOW_BITS + 3 * _BITS)
_SUMS_SHIFT: Final = _LOW_BITS + 4 * _BITS
_FIELDS_BITS: Final = 36
_FIELDS: Final = (1 << _FIELDS_BITS) - 1
_FREE: Final = 3
_COUNT: Final = (0, 1, 1, 2, 1, 2, 2, 3)

# Replies as what they add to a node: those that win, and those that lose.
Replies = tuple[tuple[int, ...], tuple[int, ...]]
# What a lead adds to the node; its group; what it adds once the follower's colon of that group is gone;
# how many cards of the suit are left to the leader; and the replies in the suit, each with
# the lead (both empty if the follower has none).
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
            shape = marked & SHAPE_MASK
            trump = self._trump and suit == 0
            sums = _sums(shape, 0, trump=trump) | _sums(shape, 1, trump=trump) << _FIELDS_BITS
            part = parts[marked] = marked << _SHIFTS[suit] | sums << _SUMS_SHIFT
        return part

    def part_again(self, suit: int, marked: int, colons: tuple[int, int]) -> int:
        """What a suit adds to a node after a colon has gone: ``colons`` are those still out."""
        table = self._again[suit]
        key = marked | colons[0] << _BITS | colons[1] << 25
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
        key = marked | leader << _BITS | mine << 23 | theirs << 26
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
        key = marked | player << _BITS | colons[0] << 23 | colons[1] << 26 | led << 29
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
        after = colons if led == _FREE else _less(colons, 1 - player, led)
        here = self.part_again(suit, marked, after)
        cards = owners(marked & SHAPE_MASK)
        groups = _groups(marked)
        replies: tuple[list[int], list[int]] = ([], [])
        for place in _lowest(cards, groups, 1 - player, colons[1 - player], -1):
            wins = self._trump and suit == 0 or groups[place] == led
            replies[not wins].append(self.part(suit, _take(marked, place, after)) - here)
        return tuple(replies[0]), tuple(replies[1])


def _lowest(cards: list[int], groups: list[int], leader: int, colons: int, led: int) -> list[int]:
    """The follower's cards worth playing, by place: the lowest of its like above and below the lead."""
    seen: set[tuple[int, bool]] = set()
    places: list[int] = []
    for place, owner in enumerate(cards):
        if owner != leader:
            group = groups[place]
            like = (group if colons >> group & 1 else _FREE, place > led)
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


def _sums(shape: int, player: int, *, trump: bool) -> int:
    """What bounds the player's tricks in one suit, from the lowest bit up.

    0: quick tricks; 4: quick tricks whatever colons are played to evade them; 8: cards
    in suits topped by the other; 12: rounds that win while the other must follow; 16: sure trumps;
    20: trumps; 24: suits with quick tricks; 27: suits with such rounds; 30: suits with quick
    tricks and a loser; 33: whether the other's trumps cannot be drawn.
    """
    cards = owners(shape)
    length = cards.count(player)
    others = len(cards) - length
    count = tops(shape, player)
    if trump:
        undrawn = 1 if count < others else 0
        return sure_trumps(shape, player) << 16 | length << 20 | undrawn << 33
    if not length:
        return 0
    if not count:
        return length << 8
    quick = length if count >= others else count
    slow = length if not others or count >= others + 3 else count
    guarded = 1 if count < others and length > count else 0
    forced = 1 if others else 0
    return quick | slow << 4 | min(count, others) << 12 | 1 << 24 | forced << 27 | guarded << 30


def _despite_bans(winners: int, suits: int, colons: int) -> int:
    """How many winners can be cashed in so many suits when each colon may ban a suit once."""
    return winners if suits > colons else min(winners, suits)


def _static(node: int, leader: int, tricks: int) -> int:
    """Bounds on the leader's tricks from the sums of a node: 16 * lower + upper."""
    own = node >> _SUMS_SHIFT & _FIELDS
    other = node >> _SUMS_SHIFT + _FIELDS_BITS
    mine = _COUNT[node >> 6 & 7]
    theirs = _COUNT[node >> 3 & 7]
    if leader:
        own, other = other, own
        mine, theirs = theirs, mine
    trumps = own >> 20 & 15
    their_trumps = other >> 20 & 15
    low = own >> 16 & 15
    their_sure = other >> 16 & 15
    high = tricks
    if node & 7 == NO_BAN:
        if not their_trumps:
            low += _despite_bans(own >> (4 if theirs else 0) & 15, own >> 24 & 7, theirs)
        else:
            low += _despite_bans(own >> 12 & 15, own >> 27 & 7, theirs)
            if not theirs and not own >> 33:
                low = max(low, trumps + (own & 15))
        low = min(low, tricks)
    if their_sure:
        high -= their_sure + _despite_bans(other >> 12 & 15, other >> 27 & 7, mine)
        return low << 4 | high
    # As without colons, but each colon of the leader's may take a trick and ban a
    # suit, and each colon of the other's takes the room of a guard.
    quick = (own & 15) + trumps + mine
    room = tricks - quick - (own >> 30 & 7) - theirs
    exposed = own >> 8 & 15
    if quick < tricks and room >= (exposed if theirs else 0):
        if trumps:
            gain, suits = other >> 12 & 15, other >> 27 & 7
        else:
            gain, suits = other >> (4 if mine else 0) & 15, other >> 24 & 7
        if room >= gain:
            gain = _despite_bans(gain, suits, mine)
        else:
            gain = min(room, 1) if mine else room
        high -= gain + (1 if exposed == 0 else 0)
    return low << 4 | high


class ColonSearch:
    """Answers questions about positions with colons or a ban.

    A *node* holds, from the lowest bit up, the ban (3 bits), the colons of player 1 and of player 0 (3
    each), the four marked shapes, and the sums for the bounds.
    """

    __slots__ = ("_plain", "_tables", "known", "nodes")

    def __init__(self, plain: PlainSearch) -> None:
        self._plain = plain
        self._tables = ColonTables(trump=plain.suit_tables.trump)
        self.known: tuple[dict[int, int], dict[int, int]] = ({}, {})
        self.nodes = 0

    def clear(self) -> None:
        """Forget all positions."""
        self.known[0].clear()
        self.known[1].clear()

    def node(self, marked: tuple[int, int, int, int], colons: tuple[int, int], ban: int) -> int:
        """The node made of four marked shapes, the colons of each player, and a ban."""
        node = colons[0] << 6 | colons[1] << 3 | ban
        for suit in range(4):
            node += self._tables.part(suit, marked[suit])
        return node

    def tricks(self, node: int, leader: int, tricks: int) -> int:
        """How many of the tricks left the leader takes."""
        bounds = self._bound(node, leader, tricks)
        low = bounds >> 4
        high = bounds & 15
        want = (low + high + 1) >> 1
        while low < high:
            if self._reaches(node, leader, tricks, want):
                low = want
                want += 1
            else:
                high = want - 1
                want -= 1
        return low

    def _bound(self, node: int, leader: int, tricks: int) -> int:
        """Bounds of a node that is not known yet; they are known from then on."""
        if node & _LOW == NO_BAN:
            bounds = self._plain.bound(self._plain_position(node), leader, tricks)
        else:
            bounds = _static(node, leader, tricks)
        self.known[leader][node] = bounds
        return bounds

    def _plain_position(self, node: int) -> int:
        return self._plain.suit_tables.position(
            (
                node >> _SHIFTS[0] & SHAPE_MASK,
                node >> _SHIFTS[1] & SHAPE_MASK,
                node >> _SHIFTS[2] & SHAPE_MASK,
                node >> _SHIFTS[3] & SHAPE_MASK,
            )
        )

    def _reaches(self, node: int, leader: int, tricks: int, want: int) -> bool:
        """Whether the leader can take at least ``want`` of the tricks left; the node is known."""
        known = self.known[leader]
        bounds = known[node]
        if bounds >> 4 >= want:
            return True
        if bounds & 15 < want:
            return False
        if node & _LOW == NO_BAN:
            reached = self._plain.reaches(self._plain_position(node), leader, tricks, want)
        else:
            self.nodes += 1
            reached = self._search(node, leader, tricks, want)
        known[node] = want << 4 | bounds & 15 if reached else bounds & 240 | want - 1
        return reached

    def _search(self, node: int, leader: int, tricks: int, want: int) -> bool:
        follower = 1 - leader
        known_mine = self.known[leader]
        known_theirs = self.known[follower]
        left = tricks - 1
        rest = want - 1
        theirs = tricks - want
        open_leads: list[tuple[int, int, list[tuple[int, bool, int]]]] = []
        for won, lost in self._leads(node, leader, tricks):
            score = -99
            undecided: list[tuple[int, bool, int]] = []
            refuted = False
            for child in won:
                bounds = known_theirs.get(child)
                if bounds is None:
                    bounds = self._bound(child, follower, left)
                if bounds >> 4 >= theirs:
                    refuted = True
                    break
                if bounds & 15 >= theirs:
                    undecided.append((4 * theirs - (bounds >> 4) - 3 * (bounds & 15), True, child))
            if refuted:
                continue
            for child in lost:
                bounds = known_mine.get(child)
                if bounds is None:
                    bounds = self._bound(child, leader, left)
                if bounds & 15 < rest:
                    refuted = True
                    break
                if bounds >> 4 < rest:
                    undecided.append(((bounds >> 4) + 3 * (bounds & 15) - 4 * rest, False, child))
            if refuted:
                continue
            if not undecided:
                return True
            undecided.sort()
            score = -undecided[0][0]
            open_leads.append((score, len(open_leads), undecided))
        open_leads.sort()
        for _, _, undecided in open_leads:
            for _, wins, child in undecided:
                if wins:
                    if self._reaches(child, follower, left, theirs):
                        break
                elif not self._reaches(child, leader, left, rest):
                    break
            else:
                return True
        return False

    def _leads(self, node: int, leader: int, tricks: int) -> Iterator[tuple[list[int], list[int]]]:
        """For each lead the nodes to which the replies lead: those that win, and those that lose."""
        tables = self._tables
        ban = node & 7
        colons = (node >> 6 & 7, node >> 3 & 7)
        mine = colons[leader]
        follower = 1 - leader
        theirs = colons[follower]
        free = node - ban + NO_BAN
        shapes = [node >> shift & _MASK for shift in _SHIFTS]
        for colon in range(3):
            if mine >> colon & 1:
                won, lost = self._colon_led(free, leader, colon)
                yield won, lost
                if not won and ban == NO_BAN and not theirs and mine == 1 << colon:
                    return  # the last colon, and it wins: nothing is better
        matched = [
            self._without(free, follower, colon) - NO_BAN if theirs >> colon & 1 else 0
            for colon in range(3)
        ]
        for suit in range(4):
            if suit == ban:
                continue
            for lead, group, match, own, win, lose in tables.leads(
                suit, shapes[suit], leader, mine, theirs
            ):
                won = [free + reply for reply in win]
                lost = [free + reply for reply in lose]
                if not (win or lose):
                    led = free + lead
                    for other in range(4):
                        if other != suit:
                            win, lose = tables.replies(
                                other, shapes[other], follower, colons, _FREE
                            )
                            won += [led + reply for reply in win]
                            lost += [led + reply for reply in lose]
                    if not (won or lost or matched[group]):
                        lost = [
                            self._without(led, follower, colon)
                            for colon in range(3)
                            if theirs >> colon & 1
                        ]
                if matched[group]:
                    banned = suit if 0 < own < tricks - 1 else NO_BAN
                    lost.append(matched[group] + match + banned)
                yield won, lost

    def _colon_led(self, node: int, leader: int, colon: int) -> tuple[list[int], list[int]]:
        """The nodes to which the replies to a colon lead: those that win, and those that lose."""
        follower = 1 - leader
        led = self._without(node, leader, colon)
        colons = (node >> 6 & 7, node >> 3 & 7)
        won: list[int] = []
        lost: list[int] = []
        for suit in range(4):
            marked = node >> _SHIFTS[suit] & _MASK
            win, lose = self._tables.replies(suit, marked, follower, colons, colon)
            won += [led + reply for reply in win]
            lost += [led + reply for reply in lose]
        theirs = colons[follower]
        lost += [self._without(led, follower, other) for other in range(3) if theirs >> other & 1]
        return won, lost

    def _without(self, node: int, player: int, colon: int) -> int:
        """The node after a player's colon is gone."""
        node -= 1 << (3 if player else 6) + colon
        colons = (node >> 6 & 7, node >> 3 & 7)
        result = node & _LOW
        for suit in range(4):
            result += self._tables.part_again(suit, node >> _SHIFTS[suit] & _MASK, colons)
        return result


def marked_shape(mine: int, others: int, colons: tuple[int, int]) -> int:
    """The marked shape of two 13-bit masks of ranks (the first is player 0's) with these colons out."""
    shape = EMPTY
    for rank in range(12, -1, -1):
        bit = 1 << rank
        if mine & bit:
            shape = shape << 1
        elif others & bit:
            shape = shape << 1 | 1
    out = mine | others
    return mark(shape, (out & 511).bit_count(), (out & 4095).bit_count(), colons)
