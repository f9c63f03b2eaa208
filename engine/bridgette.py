"""Bridgette: two players, three colons, an exchange, six deals (rules, "Bridgette")."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from types import MappingProxyType
from typing import ClassVar, Final

from engine import scoring
from engine.auction import (
    BIDS_MASK,
    LEVELS_FROM_ONE,
    STRAIN_MASKS,
    Call,
    Contract,
    Strain,
    calls_of,
)
from engine.card_game import TURNS
from engine.cards import PACK_WITH_COLONS, Card, Suit, in_pack_order
from engine.contract_game import ContractGame
from engine.game import BridgetteView, Decision, Discard, Rule, Score, Trick
from engine.options import Number, Option, Word
from engine.reading import not_asked, refusal
from engine.tricks import Hand, ban, follow_or_colon, not_banned, winner_with_colons

_SUITS_AND_NO_TRUMP: Final = LEVELS_FROM_ONE | 1 << Strain.NO_TRUMP
_NON_DEALER_DRAWS: Final = 2
_DEALER_DRAWS: Final = (4, 8, 12)  # by the group of the up-card
_AWAITS_DISCARDS: Final = ((0, 1), (0,), (1,))

_NONE, _SHORT, _LONG = range(3)  # of a suit: fewer than 2 cards, 2 or 3, at least 4
_CLASS: Final = (_NONE, _NONE, _SHORT, _SHORT, *[_LONG] * 10)  # by length
# The classes of clubs, diamonds, hearts and spades, and whether the hand has every suit.
_Shape = tuple[int, int, int, int, bool]


@cache
def shape_of(tally: int) -> _Shape:
    """What decides which bids a hand allows, from the sum of its cards' tallies."""
    lengths = [tally >> 4 * suit & 15 for suit in Suit]
    clubs, diamonds, hearts, spades = [_CLASS[length] for length in lengths]
    return clubs, diamonds, hearts, spades, all(lengths)


def biddable(shape: _Shape, last: int) -> int:
    """The bids that a hand of this shape allows over the bid with index ``last`` (-1: none yet)."""
    higher = _SUITS_AND_NO_TRUMP & -2 << last if last >= 0 else _SUITS_AND_NO_TRUMP
    allowed = higher & STRAIN_MASKS[Strain.NO_TRUMP] if shape[4] else 0
    for suit in Suit:
        bids = higher & STRAIN_MASKS[suit]
        if shape[suit] == _LONG:
            allowed |= bids
        elif shape[suit] == _SHORT:
            allowed |= bids & -bids  # the lowest alone: anything more is a jump
    return allowed


@cache
def biddable_over(shape: _Shape) -> tuple[int, ...]:
    """``biddable`` for each last bid: at place 0 for none yet, at ``index + 1`` for a bid."""
    return tuple([biddable(shape, last) for last in range(-1, 40)])


class Bridgette(ContractGame):
    """A game of Bridgette.

    Options: ``deals`` (even, 2 to 12; 6), ``upcard`` (``draw``: the non-dealer draws it;
    ``aside``: it is put aside).
    """

    __slots__ = (
        "_banned",
        "_bids",
        "_discard_counts",
        "_discarded",
        "_drawn",
        "_gone",
        "_shapes",
        "_stock_size",
        "_up",
    )

    kind = "bridgette"
    pack = PACK_WITH_COLONS
    allowed_options: ClassVar[Mapping[str, Option]] = MappingProxyType(
        {"deals": Number(6, 2, 12, even=True), "upcard": Word("draw", ("draw", "aside"))}
    )

    _discarded: list[tuple[Card, ...]]
    _bids: tuple[tuple[int, ...], tuple[int, ...]]
    _shapes: tuple[_Shape, _Shape]

    def _begin(self, order: tuple[Card, ...]) -> None:
        self._prepare_auction()
        self._followers = follow_or_colon
        self._banned: Suit | None = None
        up = self._up = order[26]
        aside = self.options["upcard"] == "aside"
        stock = order[27:] if aside else order[26:]
        count = _DEALER_DRAWS[up.group]
        dealer, other = self._dealer, 1 - self._dealer
        theirs = stock[:_NON_DEALER_DRAWS]
        own = stock[_NON_DEALER_DRAWS : _NON_DEALER_DRAWS + count]
        self._gone = stock[_NON_DEALER_DRAWS + count :]
        self._stock_size = len(self._gone)
        if aside:
            self._gone = (up, *self._gone)
        for seat, drawn in ((other, theirs), (dealer, own)):
            self._hands[seat] += drawn
            self._hands[seat].sort(key=in_pack_order)
        self._drawn = (own, theirs) if dealer == 0 else (theirs, own)
        self._discard_counts = (
            (count, _NON_DEALER_DRAWS) if dealer == 0 else (_NON_DEALER_DRAWS, count)
        )
        for seat in (0, 1):
            hand = tuple(self._hands[seat])
            self._asked[seat] = Decision("discard", (), self._discard_counts[seat], hand)
        self._discarded = [(), ()]
        self._phase = "discard"
        self._to_act = _AWAITS_DISCARDS[0]

    def _act(self, seat: int, action: object) -> None:
        if self._phase == "auction":
            self._call(seat, action)
        else:
            self._discard(seat, action)

    # The exchange.

    def _discard(self, seat: int, action: object) -> None:
        if type(action) is not Discard:
            raise not_asked(action)
        count = self._discard_counts[seat]
        if len(action.cards) != count:
            raise refusal(Rule.DISCARD_COUNT, action, count)
        chosen = set(action.cards)
        if len(chosen) != count:
            raise refusal(Rule.DISCARD_TWICE, action)
        hand = self._hands[seat]
        gone = tuple([card for card in hand if card in chosen])
        if len(gone) != count:
            raise refusal(Rule.NOT_HELD, action)
        self._discarded[seat] = gone
        self._hands[seat] = [card for card in hand if card not in chosen]
        self._note(seat, "discard " + " ".join([card.text for card in gone]))
        if len(self._to_act) == 2:
            self._to_act = _AWAITS_DISCARDS[2 - seat]
        else:
            tallies = [sum([card.tally for card in hand]) for hand in self._hands]
            self._shapes = (shape_of(tallies[0]), shape_of(tallies[1]))
            self._bids = (biddable_over(self._shapes[0]), biddable_over(self._shapes[1]))
            self._open_auction()

    # The auction.

    def _biddable(self, seat: int) -> int:
        return self._bids[seat][self._auction.last + 1]

    def _bid_rule(self, seat: int, bid: Call) -> Rule:
        if not bid.bit & _SUITS_AND_NO_TRUMP:
            return Rule.BID_UNKNOWN
        if bid.strain is Strain.NO_TRUMP:
            return Rule.BID_NO_TRUMP
        return Rule.BID_SUIT if self._shapes[seat][bid.strain] == _NONE else Rule.BID_JUMP

    # The play.

    def _complete_trick(self) -> None:
        lead, reply = self._table
        leader = self._leader
        winner = leader ^ winner_with_colons(lead, reply, self._trumps)
        self._tricks.append(Trick(leader, (lead, reply), winner))
        self._won[winner] += 1
        self._table.clear()
        banned = self._banned = ban(lead, reply) if reply.suit is None else None
        hand = self._hands[winner]
        if hand:
            self._leader = winner
            self._to_act = TURNS[winner]
            self._playable = tuple(hand if banned is None else not_banned(hand, banned))
        else:
            self._end_deal()

    def _card_rule(self, hand: Hand, card: Card) -> Rule:
        if not self._table:
            return Rule.SUIT_BANNED
        return Rule.COLON_MISMATCH if card.is_colon else Rule.FOLLOW_SUIT

    # The end of a deal.

    def _score(self, contract: Contract, won: int) -> Score:
        return scoring.bridgette(contract, won)

    def _up_card(self) -> Card:
        return self._up

    def _is_over(self) -> bool:
        return len(self._deals) >= int(self.options["deals"]) and (
            self._totals[0] != self._totals[1]
        )

    # What leaves the engine.

    def _barred(self, seat: int) -> dict[str, Rule]:
        if self._phase != "auction":
            return super()._barred(seat)
        last = self._auction.last
        higher = _SUITS_AND_NO_TRUMP & (BIDS_MASK & -2 << last if last >= 0 else BIDS_MASK)
        barred = higher & ~self._callable
        return {call.text: self._bid_rule(seat, call) for call in calls_of(barred)}

    def view(self, seat: int | None) -> BridgetteView:
        return BridgetteView(
            **self._common(seat),
            calls=tuple(self._auction.calls),
            contract=self._contract,
            up_card=self._up,
            stock_size=self._stock_size,
            drawn=() if seat is None else self._drawn[seat],
            discarded=() if seat is None else self._discarded[seat],
            discards=self._discard_counts,
            has_discarded=(bool(self._discarded[0]), bool(self._discarded[1])),
            banned=self._banned_suit(),
        )

    def _banned_suit(self) -> int | None:
        # Public also when it falls away: what the leader holds is the leader's secret.
        return None if self._phase != "play" or self._table else self._banned

    def _places(self) -> Iterator[tuple[Card, ...]]:
        yield self._gone
        yield from self._discarded

    def _hand_size(self, seat: int) -> int:
        if not self._discarded[seat]:
            return 13 + self._discard_counts[seat]
        return super()._hand_size(seat)
