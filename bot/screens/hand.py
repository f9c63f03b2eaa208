"""A player's own hand, privately: the cards, the state of the deal, and what is asked now.

A panel is drawn from the seat's view alone and carries the seat's decision number in every
control, so a press on an old panel is recognised.  What was chosen in a select waits as
``draft`` for Confirm; nothing of it is stored.
"""

from __future__ import annotations

from collections.abc import Sequence

import discord

from bot.controls import ControlItem, button
from bot.limits import ROW_BUTTONS
from bot.screens import words
from bot.screens.hand_auction import bid_blocks, call_blocks
from bot.screens.hand_cards import discard_blocks, own_control, play_blocks
from bot.screens.hints import Hint, hint_line, question_blocks
from bot.screens.models import TableInfo
from bot.screens.parts import (
    Block,
    away,
    back_button,
    code,
    hand_button,
    heading,
    points_line,
    refresh_row,
    row,
    rule,
    rules_button,
    scores_button,
    screen,
    small,
    text_block,
    title_of,
)
from bot.screens.phases import outcome_line, phase_line, turn_line
from bot.texts import Texts
from engine.game import Decision, View


def hand(
    view: View,
    info: TableInfo,
    texts: Texts,
    draft: Sequence[str] = (),
    hint: Hint | None = None,
) -> discord.ui.LayoutView:
    """The panel of the seat whose view this is; for a spectator's view a word to the spectator.

    ``draft`` holds the texts chosen in a select: cards to discard, a jump bid, a number of
    tricks.  A draft that does not fit what is asked now is left out.  ``hint`` is what there is of
    a hint on this decision.
    """
    if view.seat is None:
        return spectator(info, texts)
    if view.outcome is not None:
        return _over(view, info, texts)
    title = texts("Your hand")
    return screen(
        f"## {title} · {heading(view, info, texts)}",
        _last_deal(view, info, texts),
        text_block(phase_line(view, info, texts), *info.game.standing(view, info, texts)),
        rule(),
        text_block(
            words.hand_lines(view.hand, texts) if view.hand else "", *info.game.drawn(view, texts)
        ),
        rule() if view.hand else None,
        *_asked(view, info, texts, draft, hint),
        game=info.game,
    )


def _over(view: View, info: TableInfo, texts: Texts) -> discord.ui.LayoutView:
    """What is left of a hand when the game has ended."""
    title = texts("Your hand")
    return screen(
        f"## {title} · {title_of(info.game, info.game_id, texts)}",
        f"### {outcome_line(view, info, texts)}",
        texts("**Totals:** {totals}", totals=points_line(view.totals, info, texts)),
        row(scores_button(info, texts)),
        game=info.game,
    )


def _last_deal(view: View, info: TableInfo, texts: Texts) -> str:
    """At the beginning of a deal: how the one before came out, which nobody saw in the hand."""
    if view.deal == 1 or not info.game.fresh(view):
        return ""
    if not view.deals or view.deals[-1].deal != view.deal - 1:
        return texts("**Last deal:** thrown in, as both passed; the same dealer deals again.")
    score = info.game.deal_in_words(view.deals[-1], info, texts)
    return texts("**Last deal:** {score}.", score=score)


def spectator(info: TableInfo, texts: Texts) -> discord.ui.LayoutView:
    """The answer to **My hand** for someone who does not sit at the table."""
    return screen(
        texts(
            "You are not seated at this table. You can watch it here: the message shows every "
            "call and every card as it is played, and Scores and Rules are open to all. To "
            "play yourself, start a game with {command}.",
            command=", ".join(code(game.command) for game in info.games.values()),
        ),
        row(scores_button(info, texts), rules_button(info, texts)),
        game=info.game,
    )


def _asked(
    view: View, info: TableInfo, texts: Texts, draft: Sequence[str], hint: Hint | None
) -> list[Block]:
    decision = view.decision
    if view.seat is not None and away(info, view.seat):
        return [
            texts("### The computer plays for you. You may come back until the game ends."),
            row(back_button(info, texts), hand_button(info, texts("Refresh"))),
        ]
    if decision is None:
        return _waiting(view, info, texts)
    if not info.has_hints:
        return _choices(view, decision, info, texts, draft)
    if hint == "question":
        return question_blocks(view, info, texts)
    blocks = _choices(view, decision, info, texts, draft)
    if hint is None or hint == "late":
        _add_button(blocks, button(own_control(view, info, "hint"), texts("Hint")))
    return blocks if hint is None else [hint_line(hint, view, info, texts), *blocks]


def _add_button(blocks: list[Block], control: ControlItem) -> None:
    """Put a button at the end of the last row, or below it if that is a select."""
    last = blocks[-1]
    if (
        isinstance(last, discord.ui.ActionRow)
        and len(last.children) < ROW_BUTTONS
        and all(item.type is discord.ComponentType.button for item in last.children)
    ):
        last.add_item(control)
    else:
        blocks.append(row(control))


def _choices(
    view: View, decision: Decision, info: TableInfo, texts: Texts, draft: Sequence[str]
) -> list[Block]:
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
    """Not this seat's turn: whose it is, and what they are to do."""
    return [
        f"### {turn_line(view, info, texts)}",
        small(
            texts(
                "This message follows the game by itself for about 15 minutes. After that, "
                "press Refresh, or My hand on the table."
            )
        ),
        refresh_row(info, texts),
    ]
