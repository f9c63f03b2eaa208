"""Double-dummy solver for two hands: Bridgette and the play of Draw Bridge.

Both hands are known, and both players play as well as can be.  Hands are masks over
``Card.index``: bits 0 to 51 the suit cards, 52 to 54 the Little, Royal and Grand colon.  The
result is exact, whatever was asked before.
"""

from __future__ import annotations

from typing import Final

from engine.cards import Suit
from engine.players.solver_build import USUAL, Searches
from engine.players.solver_colon_shapes import NO_BAN, marked_shape
from engine.players.solver_colons import NEVER
from engine.players.solver_shapes import SuitTables, shape_of

DEFAULT_LIMIT: Final = 200_000
_SUITS: Final = (1 << 52) - 1
_RANKS: Final = (1 << 13) - 1
_OTHERS: Final = ((1, 2, 3), (0, 2, 3), (0, 1, 3), (0, 1, 2))


class Solver:
    """Solves positions and keeps what it found for the next ones.

    ``limit`` is the number of positions (at least 1) it remembers at most, give or take those
    of one search; when it is passed, everything is forgotten before the next position.
    ``searches`` is the build to use (``solver_build``): the same answers for the same work.
    One solver is for one thread at a time.
    """

    __slots__ = ("_colons", "_colons_trump", "_limit", "_plain", "_plain_trump")

    def __init__(self, *, limit: int = DEFAULT_LIMIT, searches: Searches = USUAL) -> None:
        if limit < 1:
            raise ValueError("a solver must remember at least one position")
        self._limit = limit
        plain, colons = searches
        self._plain = plain(SuitTables(trump=False))
        self._plain_trump = plain(SuitTables(trump=True), self._plain)
        self._colons = colons(self._plain)
        self._colons_trump = colons(self._plain_trump)

    def solve(
        self,
        hands: tuple[int, int],
        leader: int,
        trump: Suit | None,
        *,
        banned: Suit | None = None,
        led: int | None = None,
    ) -> int:
        """How many of the tricks left the side to act takes, the one in progress included.

        ``leader`` is the player (0 or 1) who leads, or who has led ``led``, the index of
        a card that is no longer in that hand; then the other is to act.  ``banned`` is the suit
        that may not be led now (Bridgette), of no account when a card has been led.

        Raises ``ValueError`` if the hands overlap, or differ in size otherwise than by
        the card led.
        """
        _check(hands, leader, led)
        self._make_room()
        if led is None:
            return self._value(hands, leader, trump, banned)
        return self._best_reply(hands, leader, trump, led)

    def best_plays(
        self,
        hands: tuple[int, int],
        leader: int,
        trump: Suit | None,
        *,
        banned: Suit | None = None,
        led: int | None = None,
    ) -> dict[int, int]:
        """For each card that the side to act may play, how many tricks that side takes with it.

        Arguments and errors as for ``solve``; cards by index, in ascending order.
        """
        _check(hands, leader, led)
        self._make_room()
        if led is not None:
            return self._replies(hands, leader, trump, led)
        return self._leads(hands, leader, trump, banned)

    def clear(self) -> None:
        """Forget all positions (not the tables of what suits can look like)."""
        for search in (self._plain, self._plain_trump, self._colons, self._colons_trump):
            search.clear()

    @property
    def remembered(self) -> int:
        """How many positions are remembered now."""
        searches = (self._plain, self._plain_trump, self._colons, self._colons_trump)
        return sum(search.remembered for search in searches)

    @property
    def work(self) -> int:
        """What was searched so far, in positions; one with colons counts as four."""
        plain = self._plain.nodes + self._plain_trump.nodes
        return plain + 4 * (self._colons.nodes + self._colons_trump.nodes)

    def allow(self, work: int | None) -> None:
        """Let the next searches do so much ``work``; then they raise ``solver_colons.TooFar``.

        ``None`` lets them search to the end.
        Only positions with colons are counted, since only they can take long.  What was
        found until then is kept.
        """
        for search in (self._colons, self._colons_trump):
            search.stop = NEVER if work is None else search.nodes + work // 4

    def _make_room(self) -> None:
        if self.remembered > self._limit:
            self.clear()

    def _leads(
        self, hands: tuple[int, int], leader: int, trump: Suit | None, banned: Suit | None
    ) -> dict[int, int]:
        plays: dict[int, int] = {}
        before = -1
        for card in _cards(legal_leads(hands[leader], banned)):
            if _touching(before, card, hands[1 - leader]):
                plays[card] = plays[before]
            else:
                after = _without(hands, leader, card)
                tricks = hands[leader].bit_count()
                plays[card] = tricks - self._best_reply(after, leader, trump, card)
            before = card
        return plays

    def _replies(
        self, hands: tuple[int, int], leader: int, trump: Suit | None, led: int
    ) -> dict[int, int]:
        plays: dict[int, int] = {}
        before = -1
        for card in _cards(legal_replies(hands[1 - leader], led)):
            # The card led keeps those above and below it apart.
            if _touching(before, card, hands[leader] | 1 << led):
                plays[card] = plays[before]
            else:
                plays[card] = self._reply(hands, leader, trump, led, card, 0)
            before = card
        return plays

    def _best_reply(self, hands: tuple[int, int], leader: int, trump: Suit | None, led: int) -> int:
        best = 0
        before = -1
        for card in _cards(legal_replies(hands[1 - leader], led)):
            if not _touching(before, card, hands[leader] | 1 << led):
                best = max(best, self._reply(hands, leader, trump, led, card, best))
            before = card
        return best

    def _reply(
        self,
        hands: tuple[int, int],
        leader: int,
        trump: Suit | None,
        led: int,
        card: int,
        best: int,
    ) -> int:
        """The follower's tricks after this reply; at most ``best`` if they are not more."""
        follower = 1 - leader
        after = _without(hands, follower, card)
        if wins(led, card, trump):
            return 1 + self._value(after, follower, trump, None, at_least=best - 1)
        ban = Suit(led // 13) if led < 52 and card == 52 + group_of(led) else None
        left = after[0].bit_count()
        return left - self._value(after, leader, trump, ban, at_most=left - best)

    def _value(
        self,
        hands: tuple[int, int],
        leader: int,
        trump: Suit | None,
        banned: Suit | None,
        *,
        at_least: int = 0,
        at_most: int = 13,
    ) -> int:
        """The leader's tricks when a trick is about to be led, or the nearer of the two limits."""
        tricks = hands[0].bit_count()
        if not tricks:
            return 0
        order = [0, 1, 2, 3] if trump is None else [trump, *_OTHERS[trump]]
        colons = (hands[0] >> 52, hands[1] >> 52)
        ban = NO_BAN
        if banned is not None:
            own = (hands[leader] >> 13 * banned & _RANKS).bit_count()
            if 0 < own < tricks:
                ban = order.index(banned)
        suits = [(hands[0] >> 13 * suit & _RANKS, hands[1] >> 13 * suit & _RANKS) for suit in order]
        if not colons[0] | colons[1] and ban == NO_BAN:
            plain = self._plain if trump is None else self._plain_trump
            a, b, c, d = [shape_of(*suit) for suit in suits]
            return plain.tricks((a, b, c, d), leader, tricks, at_least, at_most)
        search = self._colons if trump is None else self._colons_trump
        a, b, c, d = [marked_shape(*suit, colons) for suit in suits]
        node = search.node((a, b, c, d), colons, ban)
        return search.tricks(node, leader, tricks, at_least, at_most)


def group_of(card: int) -> int:
    """The group of a card: 0 little, 1 royal, 2 grand."""
    if card >= 52:
        return card - 52
    rank = card % 13
    return 2 if rank == 12 else 1 if rank >= 9 else 0


def legal_leads(hand: int, banned: Suit | None) -> int:
    """The cards of a hand that may be led; the ban falls away if there is no other card."""
    if banned is not None:
        free = hand & ~(_RANKS << 13 * banned)
        if free:
            return free
    return hand


def legal_replies(hand: int, led: int) -> int:
    """The cards of a hand that may be played to the card led."""
    if led >= 52:
        return hand
    matching = hand & 1 << 52 + group_of(led)
    following = hand & _RANKS << 13 * (led // 13)
    if following:
        return following | matching
    return (hand & _SUITS | matching) or hand


def wins(led: int, reply: int, trump: Suit | None) -> bool:
    """Whether the reply takes the trick."""
    if reply >= 52:
        return False
    if led >= 52:
        return reply // 13 == trump or group_of(reply) == led - 52
    if reply // 13 == led // 13:
        return reply > led
    return reply // 13 == trump


def _touching(lower: int, higher: int, others: int) -> bool:
    """Whether two cards of a hand, neighbours in it, are equal against the other's cards."""
    if lower < 0 or higher >= 52 or lower // 13 != higher // 13:
        return False
    if others >> lower & (1 << higher - lower) - 1:
        return False
    groups = 1 << group_of(lower) | 1 << group_of(higher)
    return groups.bit_count() == 1 or not others >> 52 & groups


def _cards(mask: int) -> list[int]:
    return [card for card in range(mask.bit_length()) if mask >> card & 1]


def _without(hands: tuple[int, int], player: int, card: int) -> tuple[int, int]:
    if player == 0:
        return hands[0] & ~(1 << card), hands[1]
    return hands[0], hands[1] & ~(1 << card)


def _check(hands: tuple[int, int], leader: int, led: int | None) -> None:
    if leader not in (0, 1):
        raise ValueError(f"not a player: {leader}")
    if min(hands) < 0 or max(hands) >> 55 or (led is not None and not 0 <= led < 55):
        raise ValueError("not a card of the pack")
    if hands[0] & hands[1] or (led is not None and (hands[0] | hands[1]) >> led & 1):
        raise ValueError("a card is in two places")
    sizes = [hands[0].bit_count(), hands[1].bit_count()]
    if led is not None:
        sizes[leader] += 1
    if sizes[0] != sizes[1]:
        raise ValueError("the hands are not of equal size")
    if not sizes[0] or sizes[0] > 13:
        raise ValueError("a hand has 1 to 13 cards")
