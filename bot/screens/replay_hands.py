"""Open hands, each in a line: what every seat holds at a moment of a finished game."""

from __future__ import annotations

from collections.abc import Collection
from itertools import chain
from typing import Final

from bot.screens import words
from bot.screens.models import TableInfo
from bot.screens.parts import bold, plain_seat_name, text_block
from bot.screens.replay_stages import Stage
from bot.texts import Texts
from engine.cards import Card
from engine.lookback import Cards, PlayedDeal

EMPTY_SUIT: Final = "–"
_TOGETHER: Final = "\u00a0"  # a space at which no line is broken: a suit stays in one piece


def hands_block(deal: PlayedDeal, stage: Stage, info: TableInfo, texts: Texts) -> str:
    """All hands at this stage, from the seat that begins.

    Cards played to the trick are bold, in the exchange those that were drawn.
    """
    hands = hands_at(deal, stage)
    marked = _marked(deal, stage)
    seats = len(hands)
    order = [(deal.dealer + 1 + place) % seats for place in range(seats)]
    return text_block(
        *(
            f"{_owner(deal, stage, seat, info, texts)}\n{hand_line(hands[seat], texts, marked)}"
            for seat in order
        )
    )


def hand_line(hand: Cards, texts: Texts, marked: Collection[Card] = ()) -> str:
    """``♠ A K 9 · ♥ 10 · ♦ – · ♣ 4 3``, the colons at the end by their names."""
    parts: list[str] = []
    for suit, held in words.by_suit(hand):
        if suit is None:
            parts.extend(_shown(words.card(card, texts), card in marked) for card in held)
        elif texts.writing.in_words:
            named = (_shown(words.card(card, texts), card in marked) for card in held)
            cards = ", ".join(named) or texts("none")
            parts.append(texts("{suit}: {cards}", suit=words.suit_name(suit, texts), cards=cards))
        else:
            ranks = [_shown(words.rank(card), card in marked) for card in held]
            parts.append(_TOGETHER.join((words.SYMBOLS[suit], *(ranks or [EMPTY_SUIT]))))
    return " · ".join(parts)


def hands_at(deal: PlayedDeal, stage: Stage) -> tuple[Cards, ...]:
    """What each seat holds: when the trick is led, else when the stage is over."""
    match stage.name:
        case "deal":
            return deal.dealt
        case "draw":
            return deal.before_draw(stage.number)
        case "trick":
            return deal.before_trick(stage.number)
        case "end":
            return _when_it_ended(deal)
        case _:
            return deal.hands or _after_the_exchange(deal)


def _when_it_ended(deal: PlayedDeal) -> tuple[Cards, ...]:
    if deal.hands is None and deal.draw_tricks:
        return deal.before_draw(sum(trick.winner is not None for trick in deal.draw_tricks))
    if deal.hands is None:
        return _after_the_exchange(deal)
    return deal.before_trick(sum(trick.winner is not None for trick in deal.tricks))


def _after_the_exchange(deal: PlayedDeal) -> tuple[Cards, ...]:
    """The hands of an exchange in which not everybody has discarded."""
    return tuple(
        tuple(card for card in (*dealt, *drawn) if card not in gone)
        for dealt, drawn, gone in zip(deal.dealt, deal.drawn, deal.discarded, strict=True)
    )


def _marked(deal: PlayedDeal, stage: Stage) -> frozenset[Card]:
    if stage.name == "trick":
        return frozenset(deal.tricks[stage.number].cards)
    if stage.name == "draw":
        return frozenset(deal.draw_tricks[stage.number].cards)
    if stage.name == "exchange":
        return frozenset(chain(*deal.drawn))
    return frozenset()


def _shown(text: str, marked: bool) -> str:
    return bold(text) if marked else text


def _owner(deal: PlayedDeal, stage: Stage, seat: int, info: TableInfo, texts: Texts) -> str:
    """``**Ada** · declarer``, ``**Ben** · bid 4``: whose hand it is, and what for."""
    notes: list[str] = []
    if stage.name == "deal" and seat == deal.dealer:
        notes.append(texts("deals"))
    if deal.contract is not None and seat == deal.contract.declarer and stage.name == "trick":
        notes.append(texts("declarer"))
    bid = deal.bids[seat] if deal.bids and stage.name != "deal" else None
    if bid is not None:
        notes.append(texts("bid {bid}", bid=bid))
    return " · ".join((bold(plain_seat_name(info, seat, texts)), *notes))
