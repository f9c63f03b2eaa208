"""Positions of Call Bridge as one seat sees them, made without playing up to them.

The seat is always 0.  ``ending`` leaves a few cards: one's own, those still out in the other hands,
and a trick in progress; all others have gone in tricks of one suit each, in which everybody
followed, so that nothing is known of any hand.
"""

from __future__ import annotations

from collections.abc import Sequence

from engine.cards import PACK, Card
from engine.game import CallBridgeView, Decision, Trick, TrickBid
from engine.hands import cards_of, mask_of
from engine.tricks import follow_or_overtrump
from tests.engine.positions import cards

BIDS = tuple(TrickBid(tricks) for tricks in range(2, 13))


def ending(
    own: str,
    out: str,
    *,
    trick: str = "",
    bids: Sequence[int] = (3, 3, 3, 3),
    won: Sequence[int] | None = None,
    totals: Sequence[int] = (0, 0, 0, 0),
    target: int = 20,
    past: Sequence[str] = (),
) -> CallBridgeView:
    """Seat 0 to play, with ``own`` in hand, ``out`` in the others' hands, ``trick`` on the table.

    ``past`` are tricks that were played last, each led by seat 1, as texts in playing order.
    """
    hand, table = cards(own), cards(trick)
    played = [cards(text) for text in past]
    known = {*hand, *cards(out), *table, *(one for four in played for one in four)}
    gone = [one for one in PACK if one not in known]
    assert len(gone) % 4 == 0, f"{len(gone)} cards gone"
    fours = [tuple(gone[at : at + 4]) for at in range(0, len(gone), 4)]
    assert all(len({one.suit for one in four}) == 1 for four in fours), "a suit not gone by fours"
    tricks = [Trick(1, four, 0) for four in (*fours, *played)]
    left = 13 - len(tricks)
    sizes = [len(hand), *(left - (seat > 3 - len(table)) for seat in (1, 2, 3))]
    assert len(hand) == left, f"{len(hand)} cards in hand, {left} tricks to play"
    assert sum(sizes[1:]) == len(cards(out)), f"{sum(sizes[1:])} cards should be out"
    if won is None:
        won = (len(tricks), 0, 0, 0)
    return _view(hand, sizes, tricks, table, bids, won, totals, target)


def opening(
    own: str,
    *,
    bids: Sequence[int | None] = (None, None, None, None),
    trick: str = "",
    totals: Sequence[int] = (0, 0, 0, 0),
    target: int = 20,
) -> CallBridgeView:
    """Seat 0 to bid (its bid is ``None``) or to play to the first trick, with thirteen cards."""
    hand, table = cards(own), cards(trick)
    assert len(hand) == 13
    sizes = [13, *(13 - (seat > 3 - len(table)) for seat in (1, 2, 3))]
    return _view(hand, sizes, [], table, bids, (0, 0, 0, 0), totals, target)


def _view(
    hand: Sequence[Card],
    sizes: Sequence[int],
    tricks: Sequence[Trick],
    table: tuple[Card, ...],
    bids: Sequence[int | None],
    won: Sequence[int],
    totals: Sequence[int],
    target: int,
) -> CallBridgeView:
    hand = cards_of(mask_of(hand))
    first = -len(table) % 4
    dealer = (sum(bid is None for bid in bids) - 1) % 4 if bids[0] is None else (first - 1) % 4
    choices = tuple(follow_or_overtrump(hand, table)) if table else hand
    bidding = bids[0] is None
    return CallBridgeView(
        kind="callbridge",
        options={"target": target},
        seat=0,
        seats=4,
        number=1,
        deal=1,
        dealer=dealer,
        phase="bid" if bidding else "play",
        to_act=(0,),
        decision=Decision("bid", BIDS) if bidding else Decision("play", choices),
        decisions=(len(tricks),) * 4,
        hand=hand,
        hand_sizes=tuple(sizes),
        trick=Trick(first, table) if table else None,
        tricks=tuple(tricks),
        tricks_won=tuple(won),
        totals=tuple(totals),
        deals=(),
        thrown_in=0,
        commitment="",
        seed=None,
        outcome=None,
        bids=tuple(bids),
    )
