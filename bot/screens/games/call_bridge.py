"""Call Bridge on the screens: four bids, and who needs how many more tricks."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from bot.screens.game import GameScreens
from bot.screens.models import TableInfo
from bot.screens.parts import TRICKS, bold, seat_name, seat_names, small, text_block
from bot.screens.replay_bids import settled_bids
from bot.screens.rulebooks import call_bridge
from bot.screens.scoring import LOWEST_BONUS_BID, bids_in_words, round_in_words
from bot.screens.tricks import trick_number
from bot.texts import Texts, marked
from engine.game import CallBridgeView, DealResult, OptionValue
from engine.lookback import PlayedDeal

_TARGET: Final = 20


class CallBridgeScreens(GameScreens[CallBridgeView]):
    """The words of Call Bridge."""

    kind = "callbridge"
    name = marked("Call Bridge")
    accent = 0x206694
    rulebook = call_bridge.PAGES
    advised = True

    def length(self, options: Mapping[str, OptionValue], texts: Texts) -> str:
        return texts("to {points} points", points=int(options.get("target", _TARGET)))

    def phase_line(self, view: CallBridgeView, texts: Texts) -> str:
        if view.phase == "bid":
            return texts("**Bids:** Each in turn names the tricks to win, 2 to 12.")
        return texts(
            "**Play:** trick {number} of {tricks}; spades are trumps.",
            number=trick_number(view.tricks),
            tricks=TRICKS,
        )

    def task(self, view: CallBridgeView, info: TableInfo, texts: Texts) -> str:
        if view.phase == "bid":
            return texts("{name} is to bid.", name=bold(seat_names(info, view.to_act, texts)))
        return super().task(view, info, texts)

    def standing(self, view: CallBridgeView, info: TableInfo, texts: Texts) -> list[str]:
        # As they bid and lead: from the dealer's next seat.
        order = [(view.dealer + place) % view.seats for place in range(1, view.seats + 1)]
        bids = [_bid_line(view, seat, info, texts) for seat in order]
        return [*bids, *self.tricks(view, info, texts)]

    def fresh(self, view: CallBridgeView) -> bool:
        return view.phase == "bid"

    def deal_in_words(self, result: DealResult, info: TableInfo, texts: Texts) -> str:
        return round_in_words(result, info, texts)

    def deal_line(self, result: DealResult, info: TableInfo, texts: Texts) -> str:
        # Without the totals: four sums a line would bury the rest.
        return texts(
            "**{number}.** {score}",
            number=result.number,
            score=round_in_words(result, info, texts),
        )

    def deals_legend(self, texts: Texts) -> str:
        return small(texts("Points of each round, and tricks won of those bid"))

    def settled(
        self, deal: PlayedDeal, number: int | None, info: TableInfo, texts: Texts
    ) -> list[str]:
        return settled_bids(deal, number, info, texts)

    def final_score(self, result: DealResult, info: TableInfo, texts: Texts) -> str:
        return text_block(*bids_in_words(result, info, texts))


def _bid_line(view: CallBridgeView, seat: int, info: TableInfo, texts: Texts) -> str:
    """One player: the bid, the tricks won, how many more are needed."""
    name = seat_name(info, seat, texts)
    bid = view.bids[seat]
    if bid is None:
        if seat in view.to_act:
            return texts("**{name}** is to bid", name=name)
        return texts("**{name}** has not bid yet", name=name)
    shown = texts("bid {bid}", bid=bid)
    if bid >= LOWEST_BONUS_BID:
        shown = texts("bonus bid {bid}: exactly {bid} or {more}", bid=bid, more=bid + 1)
    if view.phase == "bid":
        return texts("**{name}** {bid}", name=name, bid=shown)
    won = view.tricks_won[seat]
    return texts(
        "**{name}** {bid} · won {won} · {needs}",
        name=name,
        bid=shown,
        won=won,
        needs=_needs(bid, won, TRICKS - sum(view.tricks_won), texts),
    )


def _needs(bid: int, won: int, left: int, texts: Texts) -> str:
    """How many more tricks a bid needs, or that it is safe or lost."""
    missing = bid - won
    if missing > left:
        return texts("can no longer be made")
    if missing > 0:
        return texts.plural("needs {count} more", "needs {count} more", missing)
    if bid < LOWEST_BONUS_BID:
        return texts("made")
    if missing < -1:
        return texts("one too many: lost")
    if missing == -1:
        return texts("made, and not one more")
    return texts("made, one more is allowed")
