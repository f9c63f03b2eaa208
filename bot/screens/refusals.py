"""Why an action is refused, in words: what was wrong, and what to do instead.

One text for each ``Rule`` of the engine, with the suit, the bid or the card at hand when
the action is known.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from bot.screens import words
from bot.screens.models import TableInfo
from bot.screens.phases import turn_line
from bot.texts import Texts
from engine.auction import Call, Strain
from engine.cards import COLONS, PACK, Card, Group, Suit
from engine.game import AuctionView, BridgetteView, Decision, Rule, View

_CARDS: Final[Mapping[str, Card]] = {card.text: card for card in (*PACK, *COLONS)}
_STRAINS: Final[Mapping[str, Strain]] = {strain.letters: strain for strain in Strain}


def refusal(
    rule: Rule, view: View, texts: Texts, action: str = "", info: TableInfo | None = None
) -> str:
    """The refusal of ``action`` (its text) under ``rule``, to the seat whose view this is.

    ``info``, where given, lets it name whose turn it is.
    """
    if rule is Rule.NOT_YOUR_TURN:
        turn = turn_line(view, info, texts) if info is not None else ""
        return " ".join((texts("It is not your turn."), turn)).strip()
    special = _SPECIAL.get(rule)
    return special(view, texts, action) if special is not None else _plain(rule, texts)


def _plain(rule: Rule, texts: Texts) -> str:
    match rule:
        case Rule.OVER:
            return texts("This game is over; nothing more can be played in it.")
        case Rule.UNREADABLE:
            return texts("That is no move of this game. Use the buttons of your hand.")
        case Rule.DISCARD_TWICE:
            return texts("A card was named twice. Choose different cards.")
        case Rule.BID_RANGE:
            return texts("A bid is a number of tricks from 2 to 12.")
        case Rule.BID_UNKNOWN:
            return texts(
                "There is no such bid in this game. Bids go up to 7NT; the lowest level of a "
                "suit is 1."
            )
        case Rule.DOUBLE:
            return texts(
                "You can double only when your opponent made the last bid and it is not yet "
                "doubled. Pass or bid higher instead."
            )
        case Rule.REDOUBLE:
            return texts(
                "You can redouble only when the last bid is yours and your opponent has just "
                "doubled it. Pass or bid higher instead."
            )
        case Rule.RESIGN:
            return texts(
                "Call Bridge cannot be resigned: leave it instead, and the computer plays on "
                "for you."
            )
        case _:
            return texts("That is against the rules now. Your hand shows what you may do.")


def bid_refusal(rule: Rule, bid: Call, view: View, texts: Texts) -> str:
    """Why this hand does not allow this bid: ``2♥ needs at least 2 hearts; you hold 1``."""
    shown = words.call(bid, texts)
    if rule is Rule.BID_NO_TRUMP:
        return texts(
            "{bid} needs a card of every suit; you hold no {suits}",
            bid=shown,
            suits=texts.listing(
                (
                    words.suit_name(suit, texts)
                    for suit in words.SUITS_HIGH_TO_LOW
                    if not held(view, suit)
                ),
                style="or",
            ),
        )
    if rule not in {Rule.BID_SUIT, Rule.BID_JUMP} or bid.strain is Strain.NO_TRUMP:
        return texts("{bid} is not allowed now", bid=shown)
    suit = Suit(bid.strain)
    if rule is Rule.BID_JUMP:
        return texts(
            "{bid} is a jump and needs at least 4 {suit}; you hold {count}",
            bid=shown,
            suit=words.suit_name(suit, texts),
            count=held(view, suit),
        )
    return texts(
        "{bid} needs at least 2 {suit}; you hold {count}",
        bid=shown,
        suit=words.suit_name(suit, texts),
        count=held(view, suit),
    )


def held(view: View, suit: Suit) -> int:
    """How many cards of the suit the seat holds; colons count for none."""
    return sum(card.suit is suit for card in view.hand)


def read_bid(text: str) -> Call | None:
    """The bid with this text (``0NT`` to ``7S``), ``None`` for any other text."""
    strain = _STRAINS.get(text[1:])
    if strain is None or text[:1] not in set("01234567"):
        return None
    return Call("bid", int(text[0]), strain)


def read_card(text: str) -> Card | None:
    """The card with this text, ``None`` for any other text."""
    return _CARDS.get(text)


def _wrong_kind(view: View, texts: Texts, _action: str) -> str:
    asked = view.decision.kind if isinstance(view.decision, Decision) else None
    match asked:
        case "discard":
            return texts("Now you are to discard. Choose the cards in your hand.")
        case "call":
            return texts("Now you are to call. Your hand shows the calls you may make.")
        case "bid":
            return texts("Now you are to bid a number of tricks.")
        case "play":
            return texts("Now you are to play a card. Your hand shows which you may play.")
        case None:
            return texts("Nothing is asked of you now.")


def _not_held(_view: View, texts: Texts, action: str) -> str:
    card = read_card(action)
    if card is None:
        return texts("You do not hold that card. Your hand shows those you do.")
    return texts(
        "You do not hold {card}. Your hand shows the cards you do.", card=words.card(card, texts)
    )


def _discard_count(view: View, texts: Texts, _action: str) -> str:
    count = view.decision.count if view.decision is not None else 0
    return texts.plural(
        "You must discard exactly {count} card. Choose again.",
        "You must discard exactly {count} cards. Choose again.",
        count,
    )


def _too_low(view: View, texts: Texts, _action: str) -> str:
    last = None
    if isinstance(view, AuctionView):
        last = next((call for _, call in reversed(view.calls) if call.kind == "bid"), None)
    if last is None:
        return texts("That bid is too low. Bid higher, or pass.")
    return texts(
        "The last bid is {bid}: bid a higher level, or the same level in a higher strain "
        "(♣ ♦ ♥ ♠ NT), or pass.",
        bid=words.call(last, texts),
    )


def _bid(rule: Rule) -> Callable[[View, Texts, str], str]:
    def say(view: View, texts: Texts, action: str) -> str:
        bid = read_bid(action)
        if bid is not None:
            reason = bid_refusal(rule, bid, view, texts)
            return texts("{reason}. Choose another bid, or pass.", reason=reason)
        match rule:
            case Rule.BID_NO_TRUMP:
                return texts("A bid in no trump needs a card of every suit.")
            case Rule.BID_JUMP:
                return texts("A jump in a suit needs at least 4 cards of it.")
            case _:
                return texts("A bid in a suit needs at least 2 cards of it.")

    return say


def _follow_suit(view: View, texts: Texts, _action: str) -> str:
    led = view.trick.cards[0].suit if view.trick is not None and view.trick.cards else None
    if led is None:
        return texts("You hold the suit led: follow suit.")
    return texts(
        "You hold {suit}: follow suit with any {symbol}.",
        suit=words.suit_name(led, texts),
        symbol=words.SYMBOLS[led],
    )


def _colon_mismatch(view: View, texts: Texts, action: str) -> str:
    card = read_card(action)
    if card is None or not card.is_colon or view.trick is None or not view.trick.cards:
        return texts("That colon does not match the card led. Play another card.")
    return texts("{reason} Play another card.", reason=colon_mismatch(view, texts, card))


def colon_mismatch(view: View, texts: Texts, colon: Card) -> str:
    """Why a colon may not be played on the card led."""
    assert view.trick is not None, "a colon may always be led"
    return texts(
        "The {colon} may be played only on {group}; {card} was led.",
        colon=words.colon_name(Group(colon.group), texts),
        group=words.group_name(Group(colon.group), texts),
        card=words.card(view.trick.cards[0], texts),
    )


def _must_trump(view: View, texts: Texts, _action: str) -> str:
    played = view.trick.cards if view.trick is not None else ()
    led = played[0].suit if played else None
    if led is None:
        return texts("You cannot follow suit: you must play a spade that beats those in the trick.")
    suit = words.suit_name(led, texts)
    spades = [card for card in played if card.suit is Suit.SPADES]
    if not spades:
        return texts("You hold no {suit}, so you must play a spade.", suit=suit)
    return texts(
        "You hold no {suit}, so you must play a spade that beats {card}.",
        suit=suit,
        card=words.card(max(spades, key=lambda card: card.index), texts),
    )


def _banned(view: View, texts: Texts, action: str) -> str:
    card = read_card(action)
    suit = card.suit if card is not None else None
    if suit is None and isinstance(view, BridgetteView) and view.banned is not None:
        suit = Suit(view.banned)
    if suit is None:
        return texts("That suit may not be led now. Lead another suit or a colon.")
    return texts(
        "A colon was played to your last trick, so you may not lead {suit} {symbol} now. Lead "
        "another suit or a colon.",
        suit=words.suit_name(suit, texts),
        symbol=words.SYMBOLS[suit],
    )


_SPECIAL: Final[Mapping[Rule, Callable[[View, Texts, str], str]]] = {
    Rule.WRONG_KIND: _wrong_kind,
    Rule.NOT_HELD: _not_held,
    Rule.DISCARD_COUNT: _discard_count,
    Rule.BID_TOO_LOW: _too_low,
    Rule.BID_SUIT: _bid(Rule.BID_SUIT),
    Rule.BID_JUMP: _bid(Rule.BID_JUMP),
    Rule.BID_NO_TRUMP: _bid(Rule.BID_NO_TRUMP),
    Rule.FOLLOW_SUIT: _follow_suit,
    Rule.COLON_MISMATCH: _colon_mismatch,
    Rule.MUST_TRUMP: _must_trump,
    Rule.SUIT_BANNED: _banned,
}
