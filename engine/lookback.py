"""A finished game looked back on: each deal with every card known, as it was played.

While a game runs a ``View`` is the only door out of it.  Once it is over its seed is public, and so
is whatever follows from it: ``look_back`` plays the game again and tells of every deal who held
what at every moment.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

from engine import KINDS, Kinds, new_game
from engine.auction import Call, Contract
from engine.cards import Card, in_pack_order
from engine.game import (
    AuctionView,
    BridgetteView,
    CallBridgeView,
    DealResult,
    DrawBridgeView,
    Game,
    Trick,
    View,
)

Cards = tuple[Card, ...]
DealEnd = Literal["scored", "thrown in", "broken off"]


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayedDeal:
    """A deal of a finished game.  All hands are in pack order.

    ``number`` counts scored deals from 1, ``deal`` is the deal of the shuffle; ``totals`` are those
    before it.  ``dealt`` are the 13 cards that each seat was dealt; ``drawn`` what each drew, in
    order, in the exchange or the draw phase; ``discarded`` what each put away (``()``: not yet).
    ``hands`` are those with which bids, auction or play began, ``None`` if it never came to that.
    The last trick of ``draw_tricks`` and of ``tricks`` may be incomplete (``winner`` is ``None``)
    in a deal that was broken off.  ``bids`` are Call Bridge's, ``None`` where not made.
    ``result`` is there if the deal was scored.
    """

    number: int
    deal: int
    dealer: int
    totals: tuple[int, ...]
    dealt: tuple[Cards, ...]
    up_card: Card | None
    drawn: tuple[Cards, ...]
    discarded: tuple[Cards, ...]
    draw_tricks: tuple[Trick, ...]
    hands: tuple[Cards, ...] | None
    calls: tuple[tuple[int, Call], ...]
    contract: Contract | None
    bids: tuple[int | None, ...]
    tricks: tuple[Trick, ...]
    result: DealResult | None
    end: DealEnd

    def before_draw(self, number: int) -> tuple[Cards, ...]:
        """The hands when trick ``number`` (from 0) of the draw phase was led."""
        held = [set(hand) for hand in self.dealt]
        for at, trick in enumerate(self.draw_tricks[:number]):
            _take(held, trick)
            for seat, drawn in enumerate(self.drawn):
                held[seat].add(drawn[at])
        return _ordered(held)

    def before_trick(self, number: int) -> tuple[Cards, ...]:
        """The hands when trick ``number`` (from 0) of the play was led.

        Raises ``ValueError`` if it never came to the play.
        """
        if self.hands is None:
            raise ValueError("this deal was not played")
        held = [set(hand) for hand in self.hands]
        for trick in self.tricks[:number]:
            _take(held, trick)
        return _ordered(held)

    def won_before(self, number: int) -> tuple[int, ...]:
        """How many tricks each seat had won when trick ``number`` (from 0) of the play was led."""
        winners = [trick.winner for trick in self.tricks[:number]]
        return tuple([winners.count(seat) for seat in range(len(self.dealt))])


def look_back(game: Game, kinds: Kinds = KINDS) -> Iterator[PlayedDeal]:
    """The deals of a finished game, from the first; thrown-in ones too.

    A deal comes when it is asked for, so that a long game can be taken in small steps.
    Raises ``ValueError`` at once if the game still runs: its cards are nobody's business then.
    """
    if game.outcome is None:
        raise ValueError("the game is still being played")
    again = new_game(game.kind, seed=game.seed, options=game.options, kinds=kinds)
    return _deals(again, tuple(game.actions))


def _deals(game: Game, actions: tuple[tuple[int, str], ...]) -> Iterator[PlayedDeal]:
    telling = _Telling(game)
    for seat, text in actions:
        game.apply(seat, text)
        now = game.view(None)
        if now.deal != telling.public.deal or len(now.deals) > telling.scored:
            yield telling.told(now)
            if now.outcome is not None:
                return
            telling = _Telling(game)
        else:
            telling.follow(now)
    if actions:
        yield telling.told(game.view(None))


class _Telling:
    """What is known of the deal in progress.  It looks at the seats only when a phase begins."""

    def __init__(self, game: Game) -> None:
        self._game = game
        self.public = game.view(None)
        self.scored = len(self.public.deals)
        self._opening = self._latest = self._seats()
        self._hands = self._hands_now()

    def follow(self, now: View) -> None:
        """The deal has moved on."""
        begun = now.phase != self.public.phase
        self.public = now
        if begun:
            self._latest = self._seats()
            if self._hands is None:
                self._hands = self._hands_now()

    def told(self, now: View) -> PlayedDeal:
        """The deal, which has come to its end; ``now`` is the position after it."""
        result = now.deals[-1] if len(now.deals) > self.scored else None
        last = self.public
        calls = last.calls if isinstance(last, AuctionView) else ()
        if result is None and now.deal != last.deal:
            # Both have passed; the second pass is not seen in any view, for the next deal is dealt.
            end: DealEnd = "thrown in"
            seat, text = self._game.actions[-1]
            calls = (*calls, (seat, Call("pass"))) if text == "pass" else calls
        else:
            end = "broken off" if result is None else "scored"
        opening = self._opening[0]
        return PlayedDeal(
            number=last.number,
            deal=last.deal,
            dealer=last.dealer,
            totals=last.totals,
            dealt=tuple([_dealt(view) for view in self._opening]),
            up_card=opening.up_card if isinstance(opening, BridgetteView) else None,
            drawn=tuple([_drawn(view) for view in self._latest]),
            discarded=tuple(
                [view.discarded if isinstance(view, BridgetteView) else () for view in self._latest]
            ),
            draw_tricks=_draw_tricks(result, last),
            hands=self._hands,
            calls=calls if result is None else result.calls,
            contract=_contract(result, last),
            bids=_bids(result, last),
            tricks=_with_the_last(last.tricks, last.trick, _drawing(last))
            if result is None
            else result.tricks,
            result=result,
            end=end,
        )

    def _seats(self) -> list[View]:
        return [self._game.view(seat) for seat in range(self._game.seats)]

    def _hands_now(self) -> tuple[Cards, ...] | None:
        if self.public.phase not in {"auction", "bid", "play"}:
            return None
        return tuple([view.hand for view in self._latest])


def _dealt(view: View) -> Cards:
    if isinstance(view, BridgetteView):
        return tuple([card for card in view.hand if card not in view.drawn])
    return view.hand


def _drawn(view: View) -> Cards:
    return view.drawn if isinstance(view, BridgetteView | DrawBridgeView) else ()


def _contract(result: DealResult | None, last: View) -> Contract | None:
    if result is not None:
        return result.contract
    return last.contract if isinstance(last, AuctionView) else None


def _bids(result: DealResult | None, last: View) -> tuple[int | None, ...]:
    if result is not None:
        return result.bids
    return last.bids if isinstance(last, CallBridgeView) else ()


def _drawing(view: View) -> bool:
    """Whether the trick on the table is one of a draw phase that is not over."""
    return isinstance(view, DrawBridgeView) and len(view.draw_tricks) < 13


def _draw_tricks(result: DealResult | None, last: View) -> tuple[Trick, ...]:
    if result is not None:
        return result.draw_tricks
    if not isinstance(last, DrawBridgeView):
        return ()
    return _with_the_last(last.draw_tricks, last.trick, not _drawing(last))


def _with_the_last(
    complete: tuple[Trick, ...], last: Trick | None, elsewhere: bool
) -> tuple[Trick, ...]:
    return complete if last is None or elsewhere else (*complete, last)


def _take(held: Sequence[set[Card]], trick: Trick) -> None:
    for place, card in enumerate(trick.cards):
        held[(trick.leader + place) % len(held)].discard(card)


def _ordered(held: Sequence[set[Card]]) -> tuple[Cards, ...]:
    return tuple([tuple(sorted(hand, key=in_pack_order)) for hand in held])
