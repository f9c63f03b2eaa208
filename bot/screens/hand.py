"""A player's own hand, privately: the cards, the state of the deal, and what is asked now.

A panel is drawn from the seat's view alone and carries the seat's decision number in every
control, so a press on an old panel is recognised.  What was chosen in a select waits as
``draft`` for Confirm; nothing of it is stored.
"""

from __future__ import annotations

from collections.abc import Sequence

import discord

from bot.screens import words
from bot.screens.hand_auction import bid_blocks, call_blocks
from bot.screens.hand_cards import discard_blocks, play_blocks
from bot.screens.models import TableInfo
from bot.screens.parts import (
    Block,
    away,
    back_button,
    hand_button,
    heading,
    refresh_row,
    row,
    rule,
    rules_button,
    scores_button,
    screen,
    small,
    text_block,
)
from bot.screens.phases import phase_line, turn_line
from bot.screens.scoring import deal_in_words
from bot.screens.standing import bidding_lines, trick_lines
from bot.texts import Texts
from engine.game import BridgetteView, DrawBridgeView, View


def hand(
    view: View, info: TableInfo, texts: Texts, draft: Sequence[str] = ()
) -> discord.ui.LayoutView:
    """The panel of the seat whose view this is; for a spectator's view a word to the spectator.

    ``draft`` holds the texts chosen in a select: cards to discard, a jump bid, a number of
    tricks.  A draft that does not fit what is asked now is left out.
    """
    if view.seat is None:
        return spectator(info, texts)
    return screen(
        f"## {texts('Your hand')} · {heading(view, info, texts)}",
        text_block(
            phase_line(view, info, texts) if view.outcome is None else "",
            *(bidding_lines(view, info, texts) if view.outcome is None else ()),
            *(trick_lines(view, info, texts) if view.outcome is None else ()),
        ),
        rule() if view.outcome is None else None,
        text_block(words.hand_lines(view.hand, texts) if view.hand else "", *_drawn(view, texts)),
        rule() if view.hand else None,
        *_asked(view, info, texts, draft),
        kind=info.kind,
    )


def spectator(info: TableInfo, texts: Texts) -> discord.ui.LayoutView:
    """The answer to **My hand** for someone who does not sit at the table."""
    return screen(
        texts(
            "You are not seated at this table. You can watch it here: the message shows every "
            "call and every card as it is played, and Scores and Rules are open to all. To "
            "play yourself, start a game with {command}.",
            command="`/bridgette start`, `/drawbridge start`, `/callbridge start`",
        ),
        row(scores_button(info, texts), rules_button(info, texts)),
        kind=info.kind,
    )


def _drawn(view: View, texts: Texts) -> list[str]:
    """What this seat drew, while that is news."""
    if isinstance(view, BridgetteView) and view.phase == "discard":
        return [texts("You drew {cards}.", cards=words.cards(view.drawn, texts))]
    if isinstance(view, BridgetteView) and view.phase == "auction" and view.discarded:
        return [small(texts("You discarded {cards}.", cards=words.cards(view.discarded, texts)))]
    if isinstance(view, DrawBridgeView) and view.drawn and view.phase in {"draw", "auction"}:
        return [
            texts(
                "After the last trick you drew **{card}**.",
                card=words.card(view.drawn[-1], texts),
            )
        ]
    return []


def _asked(view: View, info: TableInfo, texts: Texts, draft: Sequence[str]) -> list[Block]:
    decision = view.decision
    if view.outcome is None and view.seat is not None and away(info, view.seat):
        return [
            texts("### The computer plays for you. You may come back until the game ends."),
            row(back_button(info, texts), hand_button(info, texts("Refresh"))),
        ]
    if decision is None:
        return _waiting(view, info, texts)
    match decision.kind:
        case "discard":
            return discard_blocks(view, decision, info, texts, draft)
        case "call":
            return call_blocks(view, decision, info, texts, draft)
        case "bid":
            return bid_blocks(view, decision, info, texts, draft)
        case "play":
            return play_blocks(view, decision, info, texts)


def _waiting(view: View, info: TableInfo, texts: Texts) -> list[Block]:
    """Not this seat's turn: whose it is, what they are to do, how the last deal came out."""
    waiting: list[Block]
    if view.outcome is not None:
        waiting = [
            f"### {phase_line(view, info, texts)}",
            refresh_row(info, texts),
        ]
        return waiting
    news = None
    if view.deals and not view.tricks and (view.trick is None or not view.trick.cards):
        news = texts("Last deal: {score}.", score=deal_in_words(view.deals[-1], info, texts))
    waiting = [
        text_block(f"### {turn_line(view, info, texts)}", news),
        small(
            texts(
                "This panel turns live by itself for about 15 minutes; Refresh, or My hand on "
                "the table, shows the present state at any time."
            )
        ),
        refresh_row(info, texts),
    ]
    return waiting
