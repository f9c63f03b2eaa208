"""Why a card: what it does to the trick, as anyone can see, and what the search made of it."""

from __future__ import annotations

from collections.abc import Callable

from bot.screens import words
from bot.screens.models import TableInfo
from bot.screens.parts import seat_name
from bot.texts import Texts
from engine.cards import Card, Suit
from engine.game import AuctionView, BridgetteView, CallBridgeView, DrawBridgeView, View
from engine.players.advice import Advice
from engine.tricks import ban, winner, winner_by_rank, winner_with_colons

_SAME = 0.05  # tricks, and shares of the deals, that show as the same
_SAME_SHARE = 0.005


def card_reason(card: Card, advice: Advice, view: View, info: TableInfo, texts: Texts) -> str:
    """One or two clauses, without a full stop; nothing if the search gave no reason."""
    match view:
        case DrawBridgeView() if view.phase == "draw":
            clauses = [
                _draw_fact(card, view, info, texts),
                texts("giving it up left the best hands in the deals tried"),
            ]
        case CallBridgeView():
            figures = (
                _bid_figures(advice, texts)
                if advice.worlds
                else texts("none of your other cards can do more")
            )
            clauses = [_fact(card, view, texts), figures]
        case AuctionView():
            figures = (
                _contract_figures(advice, view, texts)
                if advice.worlds
                else texts("that is the usual play, and there was no time to look further")
            )
            clauses = [_fact(card, view, texts), figures]
        case _:
            clauses = []
    found = [clause for clause in clauses if clause]
    if not found and advice.worlds:
        return texts("no other card came out better in the deals tried")
    return "; ".join(found)


def _fact(card: Card, view: View, texts: Texts) -> str:
    """What the card does to the trick on the table."""
    trick = view.trick
    if trick is None or view.decision is None:
        return ""
    if isinstance(view, BridgetteView):
        banned = ban(trick.cards[0], card)
        if banned is not None:
            suit = words.suit_name(banned, texts)
            return texts("it ducks, and puts the ban on {suit}", suit=suit)
    takes = _takes(view)
    winning = [each for each in view.decision.choices if isinstance(each, Card) and takes(each)]
    last = len(trick.cards) == view.seats - 1
    if not winning:
        if last:
            return texts("nothing you hold wins this trick")
        return texts("nothing you hold beats what is on the table")
    if card not in winning:
        return texts("this trick is better left to others")
    if not last:
        return texts("it beats what is on the table")
    if any(other.suit is card.suit and other.index < card.index for other in winning):
        return texts("it wins the trick")
    if card.suit is not trick.cards[0].suit:
        return texts("it ruffs, and wins the trick")
    return texts("it wins the trick as cheaply as possible")


def _takes(view: View) -> Callable[[Card], bool]:
    """Whether a card would be the best of the trick on the table."""
    assert view.trick is not None, "there is a trick on the table"
    on_table = view.trick.cards
    contract = view.contract if isinstance(view, AuctionView) else None
    trumps = Suit.SPADES if isinstance(view, CallBridgeView) else None
    if contract is not None and contract.strain < 4:
        trumps = Suit(contract.strain)
    if isinstance(view, BridgetteView):
        return lambda card: winner_with_colons(on_table[0], card, trumps) == 1
    return lambda card: winner((*on_table, card), trumps) == len(on_table)


def _draw_fact(card: Card, view: DrawBridgeView, info: TableInfo, texts: Texts) -> str:
    """What following with the card does about a top card that both see."""
    if view.trick is None or view.stock_top is None or view.seat is None:
        return ""
    led = view.trick.cards[0]
    follows = view.options["draw"] == "follow"
    won = winner((led, card), None) if follows else winner_by_rank(led, card)
    top = words.card(view.stock_top, texts)
    if won:
        return texts("it wins you the {card} on the stock", card=top)
    name = seat_name(info, 1 - view.seat, texts)
    return texts("it leaves the {card} on the stock to {name}", card=top, name=name)


def _contract_figures(advice: Advice, view: AuctionView, texts: Texts) -> str:
    tricks, other, left = advice.tricks, advice.next_best, len(view.hand)
    if tricks is None or advice.chance is None:
        return ""
    if other is None or not isinstance(other.action, Card):
        return texts(
            "it takes {tricks} of the {left} tricks left, and so does any other",
            tricks=_count(tricks, advice, texts),
            left=left,
        )
    if tricks > other.tricks + _SAME:
        if advice.known:
            return texts(
                "if both play their best it takes {tricks} of the {left} tricks left, "
                "{card} only {fewer}",
                tricks=_count(tricks, advice, texts),
                left=left,
                card=words.card(other.action, texts),
                fewer=_count(other.tricks, advice, texts),
            )
        return texts(
            "on average it takes {tricks} of the {left} tricks left, the next best, {card}, "
            "{fewer}",
            tricks=texts.decimal(tricks),
            left=left,
            card=words.card(other.action, texts),
            fewer=texts.decimal(other.tricks),
        )
    if advice.chance > other.chance + _SAME_SHARE:
        return _aim(advice, view, other.action, other.chance, texts)
    if advice.known:
        return texts(
            "if both play their best it takes {tricks} of the {left} tricks left",
            tricks=round(tricks),
            left=left,
        )
    return texts(
        "on average it takes {tricks} of the {left} tricks left, and no other card scores better",
        tricks=texts.decimal(tricks),
        left=left,
    )


def _aim(advice: Advice, view: AuctionView, other: Card, chance: float, texts: Texts) -> str:
    """How often the contract is made, or broken, with this card and with another."""
    declaring = view.contract is not None and view.contract.declarer == view.seat
    percent, fewer = round(100 * (advice.chance or 0.0)), round(100 * chance)
    card = words.card(other, texts)
    if declaring:
        return texts(
            "it makes the contract in {percent} % of the deals tried, {card} in {fewer} %",
            percent=percent,
            card=card,
            fewer=fewer,
        )
    return texts(
        "it breaks the contract in {percent} % of the deals tried, {card} in {fewer} %",
        percent=percent,
        card=card,
        fewer=fewer,
    )


def _bid_figures(advice: Advice, texts: Texts) -> str:
    tricks, chance, other = advice.tricks, advice.chance, advice.next_best
    if tricks is None or chance is None:
        return ""
    if other is None or not isinstance(other.action, Card):
        return texts(
            "your bid scores in {percent} % of the deals tried", percent=round(100 * chance)
        )
    if chance > other.chance + _SAME_SHARE:
        return texts(
            "your bid scores in {percent} % of the deals tried, after {card} in {fewer} %",
            percent=round(100 * chance),
            card=words.card(other.action, texts),
            fewer=round(100 * other.chance),
        )
    return texts(
        "your bid scores in {percent} % of the deals tried, and no other card came out better",
        percent=round(100 * chance),
    )


def _count(tricks: float, advice: Advice, texts: Texts) -> str:
    """Exact numbers whole, averages with one decimal."""
    return texts.number(round(tricks)) if advice.known else texts.decimal(tricks)
