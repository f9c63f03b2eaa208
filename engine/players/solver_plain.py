"""Double-dummy search of two hands without colons.

A position is one in which a trick is about to be led.  The question asked of it is whether the
leader can take at least so many of the tricks left; the answers bound the leader's tricks
and are kept in a table for each leader.

What is left out, and why nothing is lost by it:

- touching cards of one player are equal;
- a reply is the cheapest winning card or the lowest card; a ruff or a discard is the lowest
  card of its suit;
- while the follower has no trumps, a plain suit in which the leader has a top card for every
  card the follower has is cashed before anything else, and cards under such a suit are the
  first discards.

The tests compare this with searches that leave nothing out.
"""

from __future__ import annotations

from engine.players.solver_shapes import EMPTY, SHAPE_BITS, SHAPE_MASK, SuitTables

_SHIFT_1 = SHAPE_BITS
_SHIFT_2 = 2 * SHAPE_BITS
_SHIFT_3 = 3 * SHAPE_BITS
_MASK = SHAPE_MASK
_NONE: list[int] = []


class PlainSearch:
    """Answers questions about positions of one strain and remembers the answers.

    ``no_trump`` is the search that takes over when the trumps are gone (``None`` in
    the search without trumps itself).
    """

    __slots__ = ("_bounds", "_no_trump", "_records", "known", "nodes", "suit_tables")

    def __init__(self, suit_tables: SuitTables, no_trump: PlainSearch | None = None) -> None:
        self.suit_tables = suit_tables
        self._no_trump = no_trump
        self._records = suit_tables.records
        self._bounds = suit_tables.bounds
        self.known: tuple[dict[int, int], dict[int, int]] = ({}, {})
        self.nodes = 0

    @property
    def remembered(self) -> int:
        """How many positions are remembered."""
        return len(self.known[0]) + len(self.known[1])

    def clear(self) -> None:
        """Forget all positions."""
        self.known[0].clear()
        self.known[1].clear()

    def tricks(
        self,
        shapes: tuple[int, int, int, int],
        leader: int,
        tricks: int,
        at_least: int = 0,
        at_most: int = 13,
    ) -> int:
        """How many of the tricks left the leader takes, or the nearer of the two limits."""
        if self._no_trump is not None and shapes[0] == EMPTY:
            return self._no_trump.tricks(shapes, leader, tricks, at_least, at_most)
        position = self.suit_tables.position(shapes)
        bounds = self.bound(position, leader, tricks)
        low = min(max(bounds >> 4, at_least), at_most)
        high = max(min(bounds & 15, at_most), at_least)
        want = (low + high + 1) >> 1
        while low < high:
            if self.reaches(position, leader, tricks, want):
                low = want
                want += 1
            else:
                high = want - 1
                want -= 1
        return low

    def bound(self, position: int, leader: int, tricks: int) -> int:
        """What is known of the leader's tricks without a search: 16 * lower + upper bound."""
        known = self.known[leader].get(position)
        if known is not None:
            return known
        suit_tables = self.suit_tables
        return suit_tables.bounds[leader][
            position >> suit_tables.bounds_shift[leader] & suit_tables.bounds_mask
            | tricks << suit_tables.bounds_bits
        ]

    # One function and long, since calls for each reply would take longer than all the rest.
    def reaches(  # noqa: C901
        self, position: int, leader: int, tricks: int, want: int
    ) -> bool:
        """Whether the leader can take at least ``want`` of the ``tricks`` left.

        To be asked only when ``bound`` leaves it open.
        """
        if self._no_trump is not None and position & _MASK == EMPTY:
            return self._without_trumps(position, leader, tricks, want)
        known_mine = self.known[leader]
        bounds = known_mine.get(position)
        if bounds is not None:
            if bounds >> 4 >= want:
                return True
            if bounds & 15 < want:
                return False
        self.nodes += 1
        suit_tables = self.suit_tables
        trump = suit_tables.trump
        follower = 1 - leader
        records = self._records[leader]
        known_theirs = self.known[follower]
        bounds_mine = self._bounds[leader]
        bounds_theirs = self._bounds[follower]
        shift_mine, shift_theirs = suit_tables.bounds_shift
        if leader:
            shift_mine, shift_theirs = shift_theirs, shift_mine
        mask = suit_tables.bounds_mask
        left = tricks - 1
        top = left << suit_tables.bounds_bits
        if bounds is None:
            bounds = bounds_mine[position >> shift_mine & mask | tricks << suit_tables.bounds_bits]
        # After a trick taken the leader needs one less; after one lost, the follower, then
        # on lead, must be kept below this.
        rest = want - 1
        theirs = tricks - want

        all_suits = (
            records[0][position & _MASK],
            records[1][position >> _SHIFT_1 & _MASK],
            records[2][position >> _SHIFT_2 & _MASK],
            records[3][position >> _SHIFT_3 & _MASK],
        )
        suits = all_suits
        discards = all_suits
        ruff = 0
        if trump:
            ruff = all_suits[0][2]
        if not ruff and not (trump and all_suits[0][0]):
            for record in all_suits:
                if record[3]:
                    if suits is all_suits:
                        suits = (record,)
                    if record[2]:
                        discards = (record,)
        # Leads that are neither answered nor refuted by what is known already.
        open_leads: list[tuple[int, int, int, list[int]]] = []
        for record in suits:
            for win, duck in record[0]:
                score = 0
                won = 0
                if win:
                    won = position + win
                    value = known_theirs.get(won)
                    if value is None:
                        value = bounds_theirs[won >> shift_theirs & mask | top]
                    if value >> 4 >= theirs:
                        continue
                    if value & 15 < theirs:
                        won = 0
                    else:
                        score = (value >> 4) + 4 * (value & 15) - 5 * theirs
                ducked = 0
                if duck:
                    ducked = position + duck
                    value = known_mine.get(ducked)
                    if value is None:
                        value = bounds_mine[ducked >> shift_mine & mask | top]
                    if value & 15 < rest:
                        continue
                    if value >> 4 >= rest:
                        ducked = 0
                    else:
                        score = max(score, 5 * rest - (value >> 4) - 4 * (value & 15))
                if not (won or ducked):
                    known_mine[position] = want << 4 | bounds & 15
                    return True
                if won and ducked:
                    score += 2
                open_leads.append((score, won, ducked, _NONE))
            if record[1]:
                score = 0
                won = 0
                others: list[int] = []
                led = position + record[1]
                for reply in discards:
                    if not reply[2]:
                        continue
                    child = led + reply[2]
                    if ruff and reply is all_suits[0]:
                        value = known_theirs.get(child)
                        if value is None:
                            value = bounds_theirs[child >> shift_theirs & mask | top]
                        if value >> 4 >= theirs:
                            break
                        if value & 15 >= theirs:
                            won = child
                            score = max(score, (value >> 4) + 4 * (value & 15) - 5 * theirs)
                    else:
                        value = known_mine.get(child)
                        if value is None:
                            value = bounds_mine[child >> shift_mine & mask | top]
                        if value & 15 < rest:
                            break
                        if value >> 4 < rest:
                            others.append(child)
                            score = max(score, 5 * rest - (value >> 4) - 4 * (value & 15))
                else:
                    if not (won or others):
                        known_mine[position] = want << 4 | bounds & 15
                        return True
                    open_leads.append((score + 2 * len(others), won, 0, others))
        open_leads.sort()
        for _, won, ducked, others in open_leads:
            if won and self.reaches(won, follower, left, theirs):
                continue
            if ducked and not self.reaches(ducked, leader, left, rest):
                continue
            for child in others:
                if not self.reaches(child, leader, left, rest):
                    break
            else:
                known_mine[position] = want << 4 | bounds & 15
                return True
        known_mine[position] = bounds & 240 | want - 1
        return False

    def _without_trumps(self, position: int, leader: int, tricks: int, want: int) -> bool:
        search = self._no_trump
        assert search is not None
        inner = search.suit_tables.position(
            (
                EMPTY,
                position >> _SHIFT_1 & _MASK,
                position >> _SHIFT_2 & _MASK,
                position >> _SHIFT_3 & _MASK,
            )
        )
        bounds = search.bound(inner, leader, tricks)
        if bounds >> 4 >= want:
            reached = True
        elif bounds & 15 < want:
            reached = False
        else:
            reached = search.reaches(inner, leader, tricks, want)
        bounds = self.bound(position, leader, tricks)
        known = want << 4 | bounds & 15 if reached else bounds & 240 | want - 1
        self.known[leader][position] = known
        return reached
