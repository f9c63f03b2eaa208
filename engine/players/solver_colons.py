"""Double-dummy search of two hands with colons, by the rules of Bridgette.

Works like ``solver_plain`` and hands over to it once the colons are played and no suit is
banned.  Less is left out than there: touching like cards are equal, replies are the lowest of
their like, and the last colon out is led at once by a leader from whom nothing can take it.
A suit with nothing but winners is not cashed first here: another card to lead is worth
something while a ban may come, and so is one to discard, since colons may not be.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from typing import Final

from engine.players.solver_colon_shapes import (
    LOW,
    MARKED_MASK,
    NO_BAN,
    NO_GROUP,
    SHIFTS,
    ColonTables,
    Lead,
    bounds_of,
)
from engine.players.solver_plain import PlainSearch
from engine.players.solver_shapes import SHAPE_MASK

NEVER: Final = sys.maxsize


class TooFar(Exception):  # noqa: N818  # not an error: the caller said how far is far enough
    """The search went over as many positions as it was allowed."""


class ColonSearch:
    """Answers questions about positions with colons or a ban (nodes), and remembers the answers.

    ``plain`` is the search for the same strain that takes over.
    """

    __slots__ = ("_plain", "_tables", "known", "nodes", "stop")

    def __init__(self, plain: PlainSearch) -> None:
        self._plain = plain
        self._tables = ColonTables(trump=plain.suit_tables.trump)
        self.known: tuple[dict[int, int], dict[int, int]] = ({}, {})
        self.nodes = 0
        self.stop = NEVER

    @property
    def remembered(self) -> int:
        """How many positions are remembered."""
        return len(self.known[0]) + len(self.known[1])

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

    def tricks(
        self, node: int, leader: int, tricks: int, at_least: int = 0, at_most: int = 13
    ) -> int:
        """How many of the tricks left the leader takes, or the nearer of the two limits."""
        bounds = self.known[leader].get(node)
        if bounds is None:
            bounds = self._bound(node, leader, tricks)
        low = min(max(bounds >> 4, at_least), at_most)
        high = max(min(bounds & 15, at_most), at_least)
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
        if node & LOW == NO_BAN:
            bounds = self._plain.bound(self._plain_position(node), leader, tricks)
        else:
            ban = node & 7
            banned = 0
            if ban != NO_BAN:
                banned = self._tables.part(ban, node >> SHIFTS[ban] & MARKED_MASK)
            bounds = bounds_of(node, leader, tricks, banned)
        self.known[leader][node] = bounds
        return bounds

    def _plain_position(self, node: int) -> int:
        return self._plain.suit_tables.position(
            (
                node >> SHIFTS[0] & SHAPE_MASK,
                node >> SHIFTS[1] & SHAPE_MASK,
                node >> SHIFTS[2] & SHAPE_MASK,
                node >> SHIFTS[3] & SHAPE_MASK,
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
        if node & LOW == NO_BAN:
            reached = self._plain.reaches(self._plain_position(node), leader, tricks, want)
        else:
            self.nodes += 1
            if self.nodes > self.stop:
                raise TooFar
            reached = self._search(node, leader, tricks, want)
        known[node] = want << 4 | bounds & 15 if reached else bounds & 240 | want - 1
        return reached

    # One function, as in ``PlainSearch.reaches``.
    def _search(  # noqa: C901
        self, node: int, leader: int, tricks: int, want: int
    ) -> bool:
        follower = 1 - leader
        known_mine = self.known[leader]
        known_theirs = self.known[follower]
        left = tricks - 1
        rest = want - 1
        theirs = tricks - want
        open_leads: list[tuple[int, int, list[tuple[int, bool, int]]]] = []
        for won, lost in self._leads(node, leader, tricks):
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
            # Few replies to refute, and not the likeliest of them.
            score = len(undecided) - undecided[0][0]
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
        """For each lead the nodes to which replies lead: those that win, and those that lose."""
        tables = self._tables
        ban = node & 7
        colons = (node >> 6 & 7, node >> 3 & 7)
        mine = colons[leader]
        follower = 1 - leader
        theirs = colons[follower]
        free = node - ban + NO_BAN
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
            marked = node >> SHIFTS[suit] & MARKED_MASK
            for lead in tables.leads(suit, marked, leader, mine, theirs):
                won, lost = self._suit_led(free, leader, suit, lead)
                _, group, match, own, _, _ = lead
                if matched[group]:
                    banned = suit if 0 < own < tricks - 1 else NO_BAN
                    lost.append(matched[group] + match + banned)
                yield won, lost

    def _suit_led(
        self, node: int, leader: int, suit: int, lead: Lead
    ) -> tuple[list[int], list[int]]:
        """The nodes to which the replies to a suit card lead, the matching colon left out."""
        added, group, _, _, win, lose = lead
        won = [node + reply for reply in win]
        lost = [node + reply for reply in lose]
        if win or lose:
            return won, lost
        follower = 1 - leader
        colons = (node >> 6 & 7, node >> 3 & 7)
        theirs = colons[follower]
        led = node + added
        for other in range(4):
            if other != suit:
                marked = node >> SHIFTS[other] & MARKED_MASK
                win, lose = self._tables.replies(other, marked, follower, colons, NO_GROUP)
                won += [led + reply for reply in win]
                lost += [led + reply for reply in lose]
        if not (won or lost or theirs >> group & 1):
            lost = [
                self._without(led, follower, other) for other in range(3) if theirs >> other & 1
            ]
        return won, lost

    def _colon_led(self, node: int, leader: int, colon: int) -> tuple[list[int], list[int]]:
        """The nodes to which the replies to a colon lead: those that win, and those that lose."""
        follower = 1 - leader
        led = self._without(node, leader, colon)
        colons = (node >> 6 & 7, node >> 3 & 7)
        won: list[int] = []
        lost: list[int] = []
        for suit in range(4):
            marked = node >> SHIFTS[suit] & MARKED_MASK
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
        result = node & LOW
        for suit in range(4):
            result += self._tables.part_again(suit, node >> SHIFTS[suit] & MARKED_MASK, colons)
        return result
