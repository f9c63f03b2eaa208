"""The public state of a deal in lines: what lies on the table, what was bid, who won what.

Table and hand show the same lines, so a player on a phone needs the hand alone.
"""

from __future__ import annotations

from bot.screens import words
from bot.screens.auctions import auction_line, contract_line
from bot.screens.models import TableInfo
from bot.screens.parts import TRICKS, finished_trick, seat_name, trick_plays
from bot.screens.scoring import LOWEST_BONUS_BID
from bot.texts import Texts
from engine.auction import Strain
from engine.cards import Card, Suit
from engine.game import (
    AuctionView,
    BridgetteView,
    CallBridgeView,
    DrawBridgeView,
    Trick,
    View,
)


def standing_lines(view: View, info: TableInfo, texts: Texts) -> list[str]:
    """The deal as it stands: what it is played for, the cards on the table, how it came there.

    In the play the contract and the trick come first, since they are looked at most.
    """
    if isinstance(view, CallBridgeView):
        bids = [bid_line(view, seat, info, texts) for seat in in_bidding_order(view)]
        return [*bids, *trick_lines(view, info, texts)]
    contract = view.contract if isinstance(view, AuctionView) else None
    if contract is not None:
        return [
            contract_line(contract, view.tricks_won, info, texts),
            *trick_lines(view, info, texts),
            *_course_lines(view, info, texts),
        ]
    return [*_course_lines(view, info, texts), *trick_lines(view, info, texts)]


def _course_lines(view: View, info: TableInfo, texts: Texts) -> list[str]:
    """Up-card and calls."""
    lines: list[str] = []
    if isinstance(view, BridgetteView):
        lines.append(up_card_line(view, info, texts))
    if isinstance(view, AuctionView) and (view.phase == "auction" or view.contract is not None):
        lines.append(auction_line(view, info, texts))
    return lines


def up_card_line(view: BridgetteView, info: TableInfo, texts: Texts) -> str:
    """The up-card and where it went; in the exchange also how many cards the dealer draws."""
    drawn = view.discards[view.dealer]
    up_card = words.card(view.up_card, texts)
    dealer = seat_name(info, view.dealer, texts)
    if view.phase != "discard":
        if view.options.get("upcard") == "aside":
            return texts("**Up-card:** {card}, put aside", card=up_card)
        name = seat_name(info, 1 - view.dealer, texts)
        return texts("**Up-card:** {card}, drawn by {name}", card=up_card, name=name)
    if view.options.get("upcard") == "aside":
        return texts(
            "**Up-card:** {card}, put aside; {dealer} (dealer) draws {count}.",
            card=up_card,
            dealer=dealer,
            count=drawn,
        )
    return texts(
        "**Up-card:** {card}, drawn by {name}; {dealer} (dealer) draws {count}.",
        card=up_card,
        name=seat_name(info, 1 - view.dealer, texts),
        dealer=dealer,
        count=drawn,
    )


def in_bidding_order(view: CallBridgeView) -> list[int]:
    """The seats from the dealer's next, as they bid and lead."""
    return [(view.dealer + place) % view.seats for place in range(1, view.seats + 1)]


def bid_line(view: CallBridgeView, seat: int, info: TableInfo, texts: Texts) -> str:
    """One player of Call Bridge: the bid, the tricks won, how many more are needed."""
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
        needs=needs(bid, won, TRICKS - sum(view.tricks_won), texts),
    )


def needs(bid: int, won: int, left: int, texts: Texts) -> str:
    """How many more tricks a bid of Call Bridge needs, or that it is safe or lost."""
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


def trick_lines(view: View, info: TableInfo, texts: Texts) -> list[str]:
    """The trick on the table, the last one, and what a colon or the stock means for it."""
    if view.phase not in {"draw", "play"}:
        return _before_the_auction(view, info, texts)
    lines = [_current_trick(view, info, texts)]
    if isinstance(view, DrawBridgeView) and view.phase == "draw" and view.stock_top is not None:
        lines.append(
            texts(
                "**Top of the stock:** {card}: whoever wins this trick draws it.",
                card=words.card(view.stock_top, texts),
            )
        )
    last = last_trick(view)
    if last is not None:
        lines.append(_last_trick(view, last, info, texts))
    if isinstance(view, BridgetteView):
        lines.extend(colon_lines(view, info, texts))
    return lines


def _before_the_auction(view: View, info: TableInfo, texts: Texts) -> list[str]:
    """After the draw phase its last trick is still shown, as nobody saw the table between."""
    if not isinstance(view, DrawBridgeView) or view.phase != "auction" or view.calls:
        return []
    last = last_trick(view)
    return [] if last is None else [_last_trick(view, last, info, texts)]


def _current_trick(view: View, info: TableInfo, texts: Texts) -> str:
    if view.trick is not None and view.trick.cards:
        return texts("**On the table:** {plays}", plays=trick_plays(view.trick, info, texts))
    if view.to_act:
        return texts(
            "**On the table:** nothing yet; {name} leads",
            name=seat_name(info, view.to_act[0], texts),
        )
    return texts("**On the table:** nothing")


def last_trick(view: View) -> Trick | None:
    """The trick completed last in this phase, if there is one."""
    if view.phase == "play" or not isinstance(view, DrawBridgeView):
        return view.tricks[-1] if view.tricks else None
    return view.draw_tricks[-1] if view.draw_tricks else None


def _last_trick(view: View, last: Trick, info: TableInfo, texts: Texts) -> str:
    shown = finished_trick(last, info, texts)
    if last.winner is None or view.phase == "play" or not isinstance(view, DrawBridgeView):
        return texts("**Last trick:** {trick}", trick=shown)
    loser = seat_name(info, 1 - last.winner, texts)
    if len(view.stock_shown) >= len(view.draw_tricks):
        return texts(
            "**Last trick:** {trick}, who drew {card}; {loser} drew the next card.",
            trick=shown,
            card=words.card(view.stock_shown[len(view.draw_tricks) - 1], texts),
            loser=loser,
        )
    return texts(
        "**Last trick:** {trick}, who drew first; {loser} drew next.", trick=shown, loser=loser
    )


def colon_lines(view: BridgetteView, info: TableInfo, texts: Texts) -> list[str]:
    """What a colon on the table or a ban means for the player to act."""
    if not view.to_act or view.phase != "play":
        return []
    name = seat_name(info, view.to_act[0], texts)
    if view.trick is None or not view.trick.cards:
        if view.banned is None:
            return []
        suit = Suit(view.banned)
        return [
            texts(
                "**Ban:** A colon was played to the last trick: {name} may not lead {suit} "
                "{symbol} now, unless nothing else is left.",
                name=name,
                suit=words.suit_name(suit, texts),
                symbol=words.SYMBOLS[suit],
            )
        ]
    led = view.trick.cards[0]
    return [_led_colon(led, view, info, texts)] if led.is_colon else []


def _led_colon(led: Card, view: BridgetteView, info: TableInfo, texts: Texts) -> str:
    assert view.trick is not None
    return texts(
        "**Colon led:** {name} may play any card and wins with {cards}; otherwise {leader} wins.",
        name=seat_name(info, view.to_act[0], texts),
        cards=beats_a_colon(led, view, texts),
        leader=seat_name(info, view.trick.leader, texts),
    )


def beats_a_colon(led: Card, view: BridgetteView, texts: Texts) -> str:
    """The cards that win a trick to which this colon was led: ``a trump or an ace``."""
    group = words.group_name(led.group, texts)
    if view.contract is None or view.contract.strain is Strain.NO_TRUMP:
        return group
    return texts("a trump or {cards}", cards=group)
