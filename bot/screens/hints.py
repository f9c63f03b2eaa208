"""A hint in one sentence: what the strongest computer player would do here, and why.

Every reason is a figure of its search, or a fact that anyone sees who knows the seat's view.  No
hidden card is ever named: of those the search has only guesses, and averages over them.
"""

from __future__ import annotations

from typing import Final, Literal

import discord

from bot.controls import button
from bot.screens import words
from bot.screens.hand_cards import own_control
from bot.screens.hint_cards import card_reason
from bot.screens.models import TableInfo
from bot.screens.parts import Block, row, seat_name, text_block
from bot.screens.scoring import LOWEST_BONUS_BID
from bot.texts import Texts
from engine.auction import Call, Contract, Strain
from engine.cards import Card, Suit
from engine.game import Discard, TrickBid, View
from engine.players.advice import Advice

_FAR: Final = 1.6  # tricks between a bid and what the hand wins: the score must be the reason

Hint = Advice | Literal["question", "thinking", "late"]
"""What there is of a hint: the advice itself, or the question whether it is wanted, or the
search for it is under way, or gave nothing in time."""


def question_blocks(view: View, info: TableInfo, texts: Texts) -> list[Block]:
    """What a hint costs, before the first one of a game."""
    return [
        text_block(
            texts("### A hint makes this game unrated"),
            texts(
                "A game in which a hint was used is unrated, does not count among the results "
                "against computers, and its table says so. I ask this once a game."
            ),
        ),
        row(
            button(
                own_control(view, info, "hint", "yes"),
                texts("Show me the hint"),
                discord.ButtonStyle.primary,
            ),
            button(own_control(view, info, "hint", "no"), texts("No hint")),
        ),
    ]


def hint_line(hint: Hint, view: View, info: TableInfo, texts: Texts) -> str:
    """The hint as it stands, in a sentence."""
    match hint:
        case "question":
            return ""
        case "thinking":
            return texts("**Hint:** thinking…")
        case "late":
            return texts("**Hint:** no answer came in time. Press Hint to ask again.")
        case Advice():
            return texts("**Hint:** {advice}", advice=_advice(hint, view, info, texts))


def _advice(advice: Advice, view: View, info: TableInfo, texts: Texts) -> str:
    match advice.action:
        case Discard(cards=cards):
            return _discard(cards, advice, texts)
        case TrickBid(tricks=tricks):
            return _trick_bid(tricks, advice, texts)
        case Call() as call:
            return _call(call, advice, view, info, texts)
        case Card() as card:
            shown = words.card(card, texts)
            if view.decision is not None and len(view.decision.choices) == 1:
                return texts("{card} is the only card you may play.", card=shown)
            reason = card_reason(card, advice, view, info, texts)
            if not reason:
                return texts("I would play {card}.", card=shown)
            return texts("I would play {card}: {reason}.", card=shown, reason=reason)
        case _:
            return ""


def _discard(cards: tuple[Card, ...], advice: Advice, texts: Texts) -> str:
    shown = words.cards(cards, texts)
    if advice.tricks is None or advice.contract is None:
        return texts("I would put away {cards}.", cards=shown)
    return texts(
        "I would put away {cards}: what you keep promises about {tricks} tricks {strain}.",
        cards=shown,
        tricks=texts.decimal(advice.tricks),
        strain=_strain(advice.contract.strain, texts),
    )


def _strain(strain: Strain, texts: Texts) -> str:
    if strain is Strain.NO_TRUMP:
        return texts("without trumps")
    return texts("with {suit} as trumps", suit=words.suit_name(Suit(strain), texts))


def _trick_bid(bid: int, advice: Advice, texts: Texts) -> str:
    if advice.tricks is None or advice.chance is None:
        return texts("I would bid {number}.", number=bid)
    if abs(bid - advice.tricks) > _FAR:
        return texts(
            "I would bid {number}: on average this hand wins {tricks} tricks, but at this score "
            "that bid gives the best chance to win the game.",
            number=bid,
            tricks=texts.decimal(advice.tricks),
        )
    if bid >= LOWEST_BONUS_BID:
        message = texts(
            "I would bid {number}: on average this hand wins {tricks} tricks, and in {percent} % "
            "of the deals tried exactly {number} or {more}.",
            number=bid,
            more=bid + 1,
            tricks=texts.decimal(advice.tricks),
            percent=round(100 * advice.chance),
        )
    else:
        message = texts(
            "I would bid {number}: on average this hand wins {tricks} tricks, and in {percent} % "
            "of the deals tried {number} or more.",
            number=bid,
            tricks=texts.decimal(advice.tricks),
            percent=round(100 * advice.chance),
        )
    return message


def _call(call: Call, advice: Advice, view: View, info: TableInfo, texts: Texts) -> str:
    if view.decision is not None and len(view.decision.choices) == 1:
        return texts("{call} is the only call you may make.", call=words.call(call, texts))
    if not advice.worlds:
        return texts("I would choose {call}.", call=words.call(call, texts))
    reason = _call_reason(call, advice, view, info, texts)
    match call.kind:
        case "pass":
            return texts("I would pass: {reason}.", reason=reason)
        case "double":
            return texts("I would double: {reason}.", reason=reason)
        case "redouble":
            return texts("I would redouble: {reason}.", reason=reason)
        case "bid":
            return texts("I would bid {bid}: {reason}.", bid=words.call(call, texts), reason=reason)


def _call_reason(call: Call, advice: Advice, view: View, info: TableInfo, texts: Texts) -> str:
    contract = advice.contract
    if contract is None or advice.tricks is None:
        return texts("no bid came out better in the deals tried")
    if contract.declarer == view.seat:
        return _own_contract(contract, advice, texts)
    name = seat_name(info, contract.declarer, texts)
    shown = words.contract(Contract(contract.declarer, contract.level, contract.strain, 1), texts)
    if advice.known:
        return texts(
            "{contract} needs {need} tricks, and {name} wins {tricks} if both play their best",
            contract=shown,
            need=6 + contract.level,
            name=name,
            tricks=round(advice.tricks),
        )
    reason = texts(
        "{contract} needs {need} tricks, and {name} should win about {tricks}",
        contract=shown,
        need=6 + contract.level,
        name=name,
        tricks=texts.decimal(advice.tricks),
    )
    if call.kind != "pass":
        return reason
    return texts("{reason}; no other call came out better in the deals tried", reason=reason)


def _own_contract(contract: Contract, advice: Advice, texts: Texts) -> str:
    tricks, need = advice.tricks or 0.0, 6 + contract.level
    if advice.known:
        strain = _strain(contract.strain, texts)
        reason = texts.plural(
            "{strain} you win {count} trick if both play their best, and need {need}",
            "{strain} you win {count} tricks if both play their best, and need {need}",
            round(tricks),
            strain=strain,
            need=need,
        )
    else:
        reason = texts(
            "{strain} you should win about {tricks} tricks, and need {need}",
            strain=_strain(contract.strain, texts),
            tricks=texts.decimal(tricks),
            need=need,
        )
    if tricks >= need:
        return reason
    return texts("{reason}; every other call came out worse", reason=reason)
