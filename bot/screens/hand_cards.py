"""What the hand asks when cards are to be put away or played."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence

import discord

from bot.controls import Control, ControlItem, button, select
from bot.screens import words
from bot.screens.models import TableInfo
from bot.screens.parts import (
    Block,
    hand_button,
    refresh_row,
    row,
    rows,
    small,
    text_block,
)
from bot.screens.phases import turn_line
from bot.screens.refusals import colon_mismatch, refusal
from bot.texts import Texts
from engine.cards import Card
from engine.game import Decision, Rule, View


def own_control(view: View, info: TableInfo, verb: str, arg: str = "") -> Control:
    """A control of this seat for the decision it faces now."""
    assert view.seat is not None, "a spectator has nothing to press in a hand"
    return Control(verb, info.game_id, view.seat, view.decisions[view.seat], arg)


def discard_blocks(
    view: View, decision: Decision, info: TableInfo, texts: Texts, draft: Sequence[str]
) -> list[Block]:
    """One select with exactly the right number to choose; then the choice read back, and Confirm.

    A complete choice is shown as chosen, so that one card of twelve can be changed alone.
    Confirm stands beside it, so nothing is lost when the same cards are chosen again, which
    a client does not send.  The select's custom_id changes with the choice: after any other
    answer it is drawn afresh and forgets what the client had marked.
    """
    chosen = _chosen(decision, draft)
    options = [
        discord.SelectOption(
            label=words.card(card, texts),
            value=card.text,
            emoji=words.emoji(card, texts),
            default=card in chosen,
        )
        for _, held in words.by_suit(decision.cards)
        for card in held
    ]
    picker = select(
        own_control(view, info, "pick", _joined(chosen)),
        options,
        placeholder=texts.plural(
            "Choose {count} card to discard", "Choose {count} cards to discard", decision.count
        ),
        min_values=decision.count,
        max_values=decision.count,
    )
    asked = texts.plural(
        "### Discard {count} card, face down, and keep 13.",
        "### Discard {count} cards, face down, and keep 13.",
        decision.count,
    )
    if not chosen:
        hint = texts("Choose them in the list; you confirm afterwards.")
        return [text_block(asked, hint), row(picker)]
    kept = [card for card in decision.cards if card not in chosen]
    return [
        text_block(
            asked,
            texts("You discard **{cards}**.", cards=words.cards(chosen, texts)),
            texts("You keep:"),
            words.hand_lines(kept, texts),
        ),
        row(picker),
        row(
            button(
                own_control(view, info, "discard", _joined(chosen)),
                texts("Confirm discard"),
                discord.ButtonStyle.success,
            ),
            hand_button(info, texts("Start again")),
        ),
    ]


def _chosen(decision: Decision, draft: Sequence[str]) -> tuple[Card, ...]:
    """The cards of a draft that answers the decision exactly, else none."""
    wanted = set(draft)
    chosen = tuple(card for card in decision.cards if card.text in wanted)
    return chosen if len(chosen) == len(draft) == decision.count else ()


def _joined(cards: Sequence[Card]) -> str:
    return "-".join(card.text for card in cards)


def play_blocks(view: View, decision: Decision, info: TableInfo, texts: Texts) -> list[Block]:
    """One button a card, by suit; what may not be played is disabled and the rule is named."""
    playable = {str(choice) for choice in decision.choices}
    blocks: list[Block] = [
        text_block(
            texts("### Your turn: {task}", task=_what_to_play(view, texts)),
            *_barred_lines(view, playable, texts),
            *info.game.hints(view, playable, info, texts),
            _deadline(view, info, texts),
        )
    ]
    for _, held in words.by_suit(view.hand):
        blocks.extend(rows([_card_button(card, playable, view, info, texts) for card in held]))
    blocks.append(refresh_row(info, texts))
    return blocks


def _what_to_play(view: View, texts: Texts) -> str:
    if view.trick is None or not view.trick.cards:
        return texts("lead a card")
    return texts("play a card; {card} was led", card=words.face(view.trick.cards[0], texts))


def _deadline(view: View, info: TableInfo, texts: Texts) -> str:
    return small(turn_line(view, info, texts)) if info.deadline is not None else ""


def _card_button(
    card: Card, playable: set[str], view: View, info: TableInfo, texts: Texts
) -> ControlItem:
    allowed = card.text in playable
    return button(
        own_control(view, info, "play", card.text),
        words.card(card, texts),
        discord.ButtonStyle.primary if allowed else discord.ButtonStyle.secondary,
        disabled=not allowed,
        emoji=words.emoji(card, texts),
    )


def _barred_lines(view: View, playable: set[str], texts: Texts) -> list[str]:
    """Each rule that disables cards, once; for colons, one line each."""
    barred: dict[Rule, list[Card]] = defaultdict(list)
    for card in view.hand:
        if card.text not in playable and card.text in view.barred:
            barred[view.barred[card.text]].append(card)
    lines: list[str] = []
    for rule, cards in barred.items():
        if rule is Rule.COLON_MISMATCH:
            lines.extend(colon_mismatch(view, texts, card) for card in cards)
        else:
            lines.append(refusal(rule, view, texts, cards[0].text))
    return lines
