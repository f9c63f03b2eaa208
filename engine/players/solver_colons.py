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

from typing import Final

from engine.players.solver_plain import PlainSearch
from engine.players.solver_shapes import EMPTY, SHAPE_BITS, SHAPE_MASK, SuitTables, owners, remove

NO_BAN: Final = 4
_BITS: Final = 22
_MASK: Final = (1 << _BITS) - 1
_SUMS_SHIFT: Final = 4 * _BITS
# Marks that say nothing: no card below the jack, none as high as the ace.
_UNMARKED: Final = 15 << 18
_FREE: Final = 3

# What a lead adds to the position; its group; how many cards of the suit are left to the leader;
# and, if the follower has some, the replies in the suit: what each adds, and whether it wins.
Lead = tuple[int, int, int, tuple[tuple[int, bool], ...]]
# What the card adds to the position when thrown or, against a colon, when it wins by its group.
Reply = tuple[int, bool]


def mark(shape: int, below_jack: int, below_ace: int, colons: int) -> int:
    """The marked shape, with only those marks that matter to the colons (a mask of groups) still out."""
    if not colons & 3:
        below_jack = 0
    if not colons & 6:
        below_ace = 15
    return shape | below_jack << SHAPE_BITS | below_ace << 18


def unmark(marked: int, colons: int) -> int:
    """The marked shape after colons have gone: ``colons`` are those still out."""
    return mark(marked & SHAPE_MASK, marked >> SHAPE_BITS & 15, marked >> 18, colons)


def _take(marked: int, place: int) -> int:
    below_jack = marked >> SHAPE_BITS & 15
    below_ace = marked >> 18
    if place < below_jack:
        below_jack -= 1
    if below_ace != 15 and place < below_ace:
        below_ace -= 1
    return remove(marked & SHAPE_MASK, place) | below_jack << SHAPE_BITS | below_ace << 18


def _groups(marked: int) -> list[int]:
    """The group of each card, from the lowest up, as far as the marks tell."""
    below_jack = marked >> SHAPE_BITS & 15
    below_ace = marked >> 18
    length = (marked & SHAPE_MASK).bit_length() - 1
    return [0 if place < below_jack else 1 if place < below_ace else 2 for place in range(length)]


class ColonTables:
    """Leads and replies in marked shapes, made when first asked for."""

    __slots__ = ("_leads", "_parts", "_replies", "suit_tables")

    def __init__(self, suit_tables: SuitTables) -> None:
        self.suit_tables = suit_tables
        self._parts: list[dict[int, int]] = [{}, {}, {}, {}]
        self._leads: list[dict[int, tuple[Lead, ...]]] = [{}, {}, {}, {}]
        self._replies: list[dict[int, tuple[Reply, ...]]] = [{}, {}, {}, {}]

    def part(self, suit: int, marked: int) -> int:
        """What a suit of this marked shape adds to a position."""
        parts = self._parts[suit]
        part = parts.get(marked)
        if part is None:
            sums = self.suit_tables.part(suit, marked & SHAPE_MASK) >> 4 * SHAPE_BITS
            part = parts[marked] = marked << suit * _BITS | sums << _SUMS_SHIFT
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
        self, suit: int, marked: int, player: int, colons: int, led: int
    ) -> tuple[Reply, ...]:
        """The cards of a suit that a player who need not follow may play.

        ``colons`` are the leader's after the lead; ``led`` is the group of the colon led, or 3.
        """
        table = self._replies[suit]
        key = marked | player << _BITS | colons << 23 | led << 26
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
        own = cards.count(leader)
        leads: list[Lead] = []
        for place in range(len(cards) - 1, -1, -1):
            if cards[place] != leader:
                continue
            group = groups[place]
            if place and cards[place - 1] == leader and _alike(group, groups[place - 1], theirs):
                continue
            rest = _take(marked, place)
            replies: list[tuple[int, bool]] = []
            seen: set[tuple[int, bool]] = set()
            for reply, owner in enumerate(cards):
                if owner == leader:
                    continue
                wins = reply > place
                like = groups[reply] if mine >> groups[reply] & 1 else _FREE
                if (like, wins) in seen:
                    continue
                seen.add((like, wins))
                left = _take(rest, reply - 1 if wins else reply)
                replies.append((self.part(suit, left) - here, wins))
            leads.append((self.part(suit, rest) - here, group, own - 1, tuple(replies)))
        return tuple(leads)

    def _make_replies(
        self, suit: int, marked: int, player: int, colons: int, led: int
    ) -> tuple[Reply, ...]:
        here = self.part(suit, marked)
        groups = _groups(marked)
        replies: list[Reply] = []
        seen: set[tuple[int, bool]] = set()
        for place, owner in enumerate(owners(marked & SHAPE_MASK)):
            if owner != player:
                continue
            group = groups[place]
            wins = led != _FREE and (group == led or (self.suit_tables.trump and suit == 0))
            like = group if colons >> group & 1 else _FREE
            if (like, wins) in seen:
                continue
            seen.add((like, wins))
            replies.append((self.part(suit, _take(marked, place)) - here, wins))
        return tuple(replies)


def _alike(group: int, other: int, colons: int) -> bool:
    return group == other or not (colons >> group & 1 or colons >> other & 1)


class ColonSearch:
    """Answers questions about positions with colons or a ban.

    A *node* is ``position << 9 | colons of player 0 << 6 | colons of player 1 << 3 | ban``.
    """

    __slots__ = ("_plain", "_tables", "known", "nodes")

    def __init__(self, plain: PlainSearch) -> None:
        self._plain = plain
        self._tables = ColonTables(plain.suit_tables)
        self.known: tuple[dict[int, int], dict[int, int]] = ({}, {})
        self.nodes = 0

    def node(self, marked: tuple[int, int, int, int], colons: tuple[int, int], ban: int) -> int:
        """The node made of four marked shapes, the colons of each player, and a ban."""
        part = self._tables.part
        position = 0
        for suit in range(4):
            position += part(suit, marked[suit])
        return position << 9 | colons[0] << 6 | colons[1] << 3 | ban

    def clear(self) -> None:
        """Forget all positions."""
        self.known[0].clear()
        self.known[1].clear()

    def tricks(self, node: int, leader: int, tricks: int) -> int:
        """How many of the tricks left the leader takes."""
        bounds = self.bound(node, leader, tricks)
        low = bounds >> 4
        high = bounds & 15
        want = (low + high + 1) >> 1
        while low < high:
            if self.reaches(node, leader, tricks, want):
                low = want
                want += 1
            else:
                high = want - 1
                want -= 1
        return low

    def bound(self, node: int, leader: int, tricks: int) -> int:
        """What is known of the leader's tricks without a search: 16 * lower + upper bound."""
        known = self.known[leader].get(node)
        if known is not None:
            return known
        if node & 511 == NO_BAN:
            return self._plain.bound(self._plain_position(node), leader, tricks)
        return self._static(node, leader, tricks)

    def _plain_position(self, node: int) -> int:
        shapes = node >> 9
        return self._plain.suit_tables.position(
            (
                shapes & SHAPE_MASK,
                shapes >> _BITS & SHAPE_MASK,
                shapes >> 2 * _BITS & SHAPE_MASK,
                shapes >> 3 * _BITS & SHAPE_MASK,
            )
        )

    def _static(self, node: int, leader: int, tricks: int) -> int:
        sums = node >> _SUMS_SHIFT + 9
        mine = node >> 6 & 7
        theirs = node >> 3 & 7
        if leader:
            mine, theirs = theirs, mine
        low = 0
        high = tricks
        held = (theirs & 1) + (theirs >> 1 & 1) + (theirs >> 2)
        free = node & 7 == NO_BAN
        if self._plain.suit_tables.trump:
            if leader == 0:
                rounds, quick, undrawn = sums & 15, sums >> 4 & 15, sums >> 8 & 1
                sure_theirs, sure = sums >> 9 & 15, sums >> 13 & 15
            else:
                sure_theirs, sure = sums >> 13 & 15, sums >> 9 & 15
                rounds, quick, undrawn = sums >> 17 & 15, sums >> 21 & 15, sums >> 25
            high = tricks - sure_theirs
            low = sure
            if free:
                if held:
                    low = max(sure, min(rounds, 1))
                else:
                    low = rounds if undrawn else max(rounds, quick)
                    low = min(low, tricks)
            return low << 4 | high
        if leader == 0:
            exposed, guarded, quick, quick_theirs = (
                sums & 15,
                sums >> 4 & 7,
                sums >> 7 & 15,
                sums >> 11 & 15,
            )
        else:
            sums >>= 7
            quick_theirs, quick, guarded, exposed = (
                sums & 15,
                sums >> 4 & 15,
                sums >> 8 & 7,
                sums >> 11 & 15,
            )
        if free:
            low = min(quick, 1) if held else min(quick, tricks)
        if not mine and quick < tricks:
            room = tricks - quick - guarded - held
            if room >= (exposed if held else 0):
                high = tricks - min(quick_theirs, room) - (1 if exposed == 0 else 0)
        return low << 4 | high

    def reaches(self, node: int, leader: int, tricks: int, want: int) -> bool:
        """Whether the leader can take at least ``want`` of the ``tricks`` left."""
        known = self.known[leader]
        bounds = self.bound(node, leader, tricks)
        if bounds >> 4 >= want:
            return True
        if bounds & 15 < want:
            return False
        if node & 511 == NO_BAN:
            reached = self._plain.reaches(self._plain_position(node), leader, tricks, want)
        else:
            self.nodes += 1
            reached = self._search(node, leader, tricks, want)
        bounds = self.bound(node, leader, tricks)
        known[node] = want << 4 | bounds & 15 if reached else bounds & 240 | want - 1
        return reached

    def _search(self, node: int, leader: int, tricks: int, want: int) -> bool:
        follower = 1 - leader
        left = tricks - 1
        rest = want - 1
        theirs_to_keep = tricks - want
        open_leads: list[tuple[int, int, list[tuple[int, int]]]] = []
        for children in self._leads(node, leader, tricks):
            score = -99
            undecided: list[tuple[int, int]] = []
            for child, wins in children:
                if wins:
                    bounds = self.bound(child, follower, left)
                    if bounds >> 4 >= theirs_to_keep:
                        break
                    if bounds & 15 < theirs_to_keep:
                        continue
                    margin = (bounds >> 4) + (bounds & 15) - 2 * theirs_to_keep
                else:
                    bounds = self.bound(child, leader, left)
                    if bounds & 15 < rest:
                        break
                    if bounds >> 4 >= rest:
                        continue
                    margin = 2 * rest - (bounds >> 4) - (bounds & 15)
                score = max(score, margin)
                undecided.append((-margin, child << 1 | wins))
            else:
                if not undecided:
                    return True
                undecided.sort()
                open_leads.append((score, len(open_leads), undecided))
        open_leads.sort()
        for _, _, undecided in open_leads:
            for _, coded in undecided:
                if coded & 1:
                    if self.reaches(coded >> 1, follower, left, theirs_to_keep):
                        break
                elif not self.reaches(coded >> 1, leader, left, rest):
                    break
            else:
                return True
        return False

    def _leads(self, node: int, leader: int, tricks: int) -> list[list[tuple[int, int]]]:
        """For each lead the nodes its replies lead to, each with whether the follower wins."""
        tables = self._tables
        trump = self._plain.suit_tables.trump
        position = node >> 9
        ban = node & 7
        colons = (node >> 6 & 7, node >> 3 & 7)
        mine = colons[leader]
        theirs = colons[1 - leader]
        low = colons[0] << 6 | colons[1] << 3 | NO_BAN
        shapes = [position >> suit * _BITS & _MASK for suit in range(4)]
        result: list[list[tuple[int, int]]] = []
        for suit in range(4):
            if suit == ban:
                continue
            for lead, group, own, replies in tables.leads(suit, shapes[suit], leader, mine, theirs):
                children = [(position + reply << 9 | low, int(wins)) for reply, wins in replies]
                led = position + lead
                if theirs >> group & 1:
                    banned = suit if 0 < own < tricks - 1 else NO_BAN
                    children.append((self._without(led, colons, 1 - leader, group, banned), 0))
                if not replies:
                    for other in range(4):
                        if other != suit:
                            wins = 1 if trump and other == 0 else 0
                            children += [
                                (led + reply << 9 | low, wins)
                                for reply, _ in tables.replies(
                                    other, shapes[other], 1 - leader, mine, _FREE
                                )
                            ]
                    if not children:
                        children = [
                            (self._without(led, colons, 1 - leader, colon, NO_BAN), 0)
                            for colon in range(3)
                            if theirs >> colon & 1
                        ]
                result.append(children)
        for colon in range(3):
            if mine >> colon & 1:
                result.append(self._colon_led(position, shapes, colons, leader, colon))
        return result

    def _colon_led(
        self, position: int, shapes: list[int], colons: tuple[int, int], leader: int, colon: int
    ) -> list[tuple[int, int]]:
        tables = self._tables
        mine = colons[leader] & ~(1 << colon)
        children: list[tuple[int, int]] = []
        for suit in range(4):
            for reply, wins in tables.replies(suit, shapes[suit], 1 - leader, mine, colon):
                children.append(
                    (self._without(position + reply, colons, leader, colon, NO_BAN), int(wins))
                )
        theirs = colons[1 - leader]
        after = (mine, theirs) if leader == 0 else (theirs, mine)
        for other in range(3):
            if theirs >> other & 1:
                node = self._without(position, colons, leader, colon, NO_BAN)
                children.append((self._without(node >> 9, after, 1 - leader, other, NO_BAN), 0))
        return children

    def _without(
        self, position: int, colons: tuple[int, int], player: int, colon: int, ban: int
    ) -> int:
        """The node after a player's colon is gone from this position."""
        first, second = colons
        if player == 0:
            first &= ~(1 << colon)
        else:
            second &= ~(1 << colon)
        out = first | second
        before = colons[0] | colons[1]
        if (before & 3 and not out & 3) or (before & 6 and not out & 6):
            part = self._tables.part
            shapes = position
            position = 0
            for suit in range(4):
                position += part(suit, unmark(shapes >> suit * _BITS & _MASK, out))
        return position << 9 | first << 6 | second << 3 | ban


def marked_shape(mine: int, others: int, colons: int) -> int:
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
