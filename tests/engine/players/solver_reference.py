"""What the solver is compared with: searches that leave nothing out, on ``engine.tricks``.

``Minimax`` remembers positions card by card.  ``Exhaustive`` also closes gaps between ranks, so
that it can do thirteen cards; neither has bounds, windows or cut-offs.
"""

from __future__ import annotations

import random

from engine.cards import Suit, card_at
from engine.hands import COLON_MASK, SUIT_MASKS, cards_of
from engine.tricks import follow_or_colon, winner_with_colons

Hands = tuple[int, int]
Question = tuple[Hands, int, Suit | None, Suit | None]  # hands, leader, trump, banned


def indices(mask: int) -> list[int]:
    return [index for index in range(55) if mask >> index & 1]


def may_lead(hand: int, banned: Suit | None) -> list[int]:
    if banned is not None and hand & ~SUIT_MASKS[banned]:
        return indices(hand & ~SUIT_MASKS[banned])
    return indices(hand)


def may_follow(hand: int, led: int) -> list[int]:
    return [card.index for card in follow_or_colon(cards_of(hand), [card_at(led)])]


class Minimax:
    """Plain minimax for one choice of trumps."""

    def __init__(self, trump: Suit | None) -> None:
        self._trump = trump
        self._values: dict[object, int] = {}

    def leads(self, hands: Hands, leader: int, banned: Suit | None = None) -> dict[int, int]:
        """The leader's tricks after each lead."""
        tricks = hands[leader].bit_count()
        found: dict[int, int] = {}
        for led in self.worth(may_lead(hands[leader], banned), hands):
            left = _without(hands, leader, led)
            found[led] = tricks - max(self.replies(left, leader, led).values())
        return found

    def replies(self, hands: Hands, leader: int, led: int) -> dict[int, int]:
        """The follower's tricks after each reply."""
        follower = 1 - leader
        found: dict[int, int] = {}
        for reply in may_follow(hands[follower], led):
            left = _without(hands, follower, reply)
            lead = card_at(led)
            if winner_with_colons(lead, card_at(reply), self._trump) == 1:
                found[reply] = 1 + self.value(left, follower)
            else:
                matched = lead.suit is not None and reply >= 52 and reply == 52 + lead.group
                ban = lead.suit if matched else None
                found[reply] = left[0].bit_count() - self.value(left, leader, ban)
        return found

    def value(self, hands: Hands, leader: int, banned: Suit | None = None) -> int:
        """The leader's tricks."""
        if not hands[leader]:
            return 0
        key = (self.key(hands), leader, banned)
        value = self._values.get(key)
        if value is None:
            value = self._values[key] = max(self.leads(hands, leader, banned).values())
        return value

    def key(self, hands: Hands) -> object:
        """What positions of equal value have in common."""
        return hands

    def worth(self, leads: list[int], hands: Hands) -> list[int]:
        """The leads to look at."""
        return leads


class Exhaustive(Minimax):
    """Minimax that knows only that gaps between ranks do not matter: neighbours are equal."""

    def __init__(self, trump: Suit | None) -> None:
        super().__init__(trump)
        self._closed: dict[tuple[int, int, bool], str] = {}

    def key(self, hands: Hands) -> object:
        colons = (hands[0] | hands[1]) & COLON_MASK
        return (
            *(self._close(hands, suit, groups=bool(colons)) for suit in Suit),
            hands[0] & COLON_MASK,
            hands[1] & COLON_MASK,
        )

    def worth(self, leads: list[int], hands: Hands) -> list[int]:
        seen: set[tuple[object, ...]] = set()
        result: list[int] = []
        for led in leads:
            lead = card_at(led)
            other = hands[1] if hands[0] >> led & 1 else hands[0]
            beaten = 0 if lead.suit is None else other & SUIT_MASKS[lead.suit] & ((1 << led) - 1)
            group = lead.group if (hands[0] | hands[1]) & COLON_MASK else None
            if (lead.suit, group, beaten) not in seen:
                seen.add((lead.suit, group, beaten))
                result.append(led)
        return result

    def _close(self, hands: Hands, suit: Suit, *, groups: bool) -> str:
        first = hands[0] & SUIT_MASKS[suit]
        second = hands[1] & SUIT_MASKS[suit]
        closed = self._closed.get((first, second, groups))
        if closed is None:
            letters = [
                ("a" if first >> index & 1 else "b")
                + (card_at(index).group.letter if groups else "")
                for index in indices(first | second)
            ]
            closed = self._closed[first, second, groups] = "".join(letters)
        return closed


def _without(hands: Hands, player: int, card: int) -> Hands:
    left = [hands[0], hands[1]]
    left[player] &= ~(1 << card)
    return left[0], left[1]


def deal(rng: random.Random, size: int, suits: int, colons: int) -> Hands:
    """Two hands of this size from so many suits, with so many colons among them."""
    pack = rng.sample(range(52, 55), colons)
    pack += rng.sample(range(13 * suits), 2 * size - colons)
    rng.shuffle(pack)
    return sum(1 << card for card in pack[:size]), sum(1 << card for card in pack[size:])


def question(rng: random.Random, size: int) -> Question:
    """Any position in which a trick is about to be led."""
    colons = rng.randint(0, min(3, 2 * size))
    suits = rng.randint(1 if size <= 6 else 2, 4)
    hands = deal(rng, size, suits, colons)
    trump = rng.choice([None, None, *Suit])
    banned = rng.choice([None, None, None, *Suit])
    return hands, rng.randint(0, 1), trump, banned
