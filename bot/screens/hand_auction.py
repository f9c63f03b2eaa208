"""What the hand asks when a call or a bid is to be made."""

from __future__ import annotations

from collections.abc import Sequence

import discord

from bot.controls import ControlItem, button, select
from bot.limits import OPTIONS
from bot.screens import words
from bot.screens.auctions import last_bid
from bot.screens.hand_cards import own_control
from bot.screens.models import TableInfo
from bot.screens.parts import (
    Block,
    hand_button,
    refresh_row,
    row,
    rows,
    seat_name,
    small,
    text_block,
)
from bot.screens.phases import turn_line
from bot.screens.refusals import bid_refusal, read_bid
from bot.screens.scoring import LOWEST_BONUS_BID
from bot.texts import Texts
from engine.auction import Call, Contract, Strain
from engine.game import AuctionView, Decision, Rule, TrickBid, View

_HIGHEST_LEVEL = 7
_LOW_JUMPS = 4
"""Jumps to this level stand in the first of two selects when one would hold too many."""


def call_blocks(
    view: View, decision: Decision, info: TableInfo, texts: Texts, draft: Sequence[str]
) -> list[Block]:
    """Pass, double, redouble; the cheapest bid of each strain; jumps, read back before Confirm."""
    legal = [choice for choice in decision.choices if isinstance(choice, Call)]
    cheapest = cheapest_bids(view)
    jumps = [call for call in legal if call.kind == "bid" and call not in cheapest]
    chosen = next((call for call in jumps if tuple(draft) == (str(call),)), None)
    blocks: list[Block] = [
        text_block(
            texts("### Your turn to call"),
            _pass_line(view, info, texts),
            *_bid_lines(view, cheapest, legal, texts),
            _jump_line(view, texts),
            _deadline(view, info, texts),
        ),
        row(
            *(
                button(own_control(view, info, "call", str(call)), words.call(call, texts))
                for call in legal
                if call.kind != "bid"
            )
        ),
        *rows([_bid_button(bid, bid in legal, view, info, texts) for bid in cheapest]),
    ]
    if jumps:
        blocks.extend(_jump_selects(jumps, chosen, view, info, texts))
    if chosen is not None:
        blocks.extend(_confirm(chosen, view, info, texts))
    else:
        blocks.append(refresh_row(info, texts))
    return blocks


def cheapest_bids(view: View) -> tuple[Call, ...]:
    """The lowest bid of each strain that is higher than the last bid, in order of strain.

    No strain has a bid left over 7NT.
    """
    if not isinstance(view, AuctionView):
        return ()
    found = last_bid(view)
    bids: list[Call] = []
    for strain in Strain:
        if found is None:
            level = view.lowest.level + (strain < view.lowest.strain)
        else:
            level = found[1].level + (strain <= found[1].strain)
        if level <= _HIGHEST_LEVEL:
            bids.append(Call("bid", level, strain))
    return tuple(bids)


def _pass_line(view: View, info: TableInfo, texts: Texts) -> str:
    """What a pass would lead to."""
    if not isinstance(view, AuctionView):
        return ""
    bid = last_bid(view)
    if bid is not None:
        seat, call = bid
        factor = {"double": 2, "redouble": 4}.get(view.calls[-1][1].kind, 1)
        contract = Contract(seat, call.level, call.strain, factor)
        return texts(
            "If you pass, the contract is {contract} by {name}.",
            contract=words.contract(contract, texts),
            name=seat_name(info, seat, texts),
        )
    if view.calls:
        return texts("If you pass too, the deal is thrown in and dealt again.")
    opponent = seat_name(info, 1 - (view.seat or 0), texts)
    return texts("If you pass, {name} may still bid.", name=opponent)


def _bid_lines(
    view: View, cheapest: Sequence[Call], legal: Sequence[Call], texts: Texts
) -> list[str]:
    """Which of the lowest bids the hand does not allow, and why."""
    lines: list[str] = []
    if not cheapest:
        lines.append(texts("No bid is higher than the last."))
    elif not any(bid in legal for bid in cheapest):
        lines.append(texts("Your hand allows none of the lowest bids now."))
    lines.extend(
        small(bid_refusal(view.barred.get(str(bid), Rule.BID_UNKNOWN), bid, view, texts))
        for bid in cheapest
        if bid not in legal
    )
    return lines


def _jump_line(view: View, texts: Texts) -> str:
    """The suits in which the hand allows the lowest bid but no jump."""
    suits = {
        bid.strain
        for text, rule in view.barred.items()
        if rule is Rule.BID_JUMP and (bid := read_bid(text)) is not None
    }
    if not suits:
        return ""
    return small(
        texts(
            "A jump needs at least 4 cards of the suit: not in {suits}.",
            suits=texts.listing(
                (words.strain_name(suit, texts) for suit in sorted(suits, reverse=True)),
                style="or",
            ),
        )
    )


def _deadline(view: View, info: TableInfo, texts: Texts) -> str:
    return small(turn_line(view, info, texts)) if info.deadline is not None else ""


def _bid_button(bid: Call, allowed: bool, view: View, info: TableInfo, texts: Texts) -> ControlItem:
    return button(
        own_control(view, info, "call", str(bid)),
        words.call(bid, texts),
        discord.ButtonStyle.primary if allowed else discord.ButtonStyle.secondary,
        disabled=not allowed,
    )


def _jump_selects(
    jumps: Sequence[Call], chosen: Call | None, view: View, info: TableInfo, texts: Texts
) -> list[Block]:
    """One select, or two split by level.

    None of the options is marked as chosen and the custom_id changes with the choice, so
    that the same bid can be chosen again after any answer.
    """
    groups = [jumps]
    if len(jumps) > OPTIONS:
        groups = [
            [bid for bid in jumps if bid.level <= _LOW_JUMPS],
            [bid for bid in jumps if bid.level > _LOW_JUMPS],
        ]
    return [_jump_select(group, chosen, view, info, texts) for group in groups if group]


def _jump_select(
    jumps: Sequence[Call], chosen: Call | None, view: View, info: TableInfo, texts: Texts
) -> Block:
    first, last = jumps[0], jumps[-1]
    arg = f"{first}-{last}" if chosen is None else f"{first}-{last}-{chosen}"
    return row(
        select(
            own_control(view, info, "jump", arg),
            [
                discord.SelectOption(
                    label=words.call(bid, texts),
                    value=str(bid),
                    description=words.promise(bid, texts),
                )
                for bid in jumps
            ],
            placeholder=texts(
                "Jump bids, {first} to {last}",
                first=words.call(first, texts),
                last=words.call(last, texts),
            ),
        )
    )


def _confirm(bid: Call, view: View, info: TableInfo, texts: Texts) -> list[Block]:
    shown = words.call(bid, texts)
    return [
        texts("You chose **{bid}**: {promise}.", bid=shown, promise=words.promise(bid, texts)),
        row(
            button(
                own_control(view, info, "call", str(bid)),
                texts("Confirm {bid}", bid=shown),
                discord.ButtonStyle.success,
            ),
            hand_button(info, texts("Start again")),
        ),
    ]


def bid_blocks(
    view: View, decision: Decision, info: TableInfo, texts: Texts, draft: Sequence[str]
) -> list[Block]:
    """Call Bridge: a select of 2 to 12, bonus bids marked, read back before Confirm."""
    bids = [choice for choice in decision.choices if isinstance(choice, TrickBid)]
    chosen = next((bid for bid in bids if tuple(draft) == (str(bid),)), None)
    blocks: list[Block] = [
        text_block(
            texts("### Your turn to bid: how many tricks will you win?"),
            texts(
                "Bids of 2 to 7: as many tricks or more score the bid, fewer lose it. Bids of 8 to "
                "12 are bonus bids: exactly as many or one more score 13, anything else loses "
                "the bid."
            ),
            _deadline(view, info, texts),
        ),
        row(
            select(
                own_control(view, info, "bid", "" if chosen is None else str(chosen)),
                [
                    discord.SelectOption(
                        label=texts.plural("{count} trick", "{count} tricks", bid.tricks),
                        value=str(bid),
                        description=_bid_promise(bid.tricks, texts),
                    )
                    for bid in bids
                ],
                placeholder=texts("Choose your bid, 2 to 12"),
            )
        ),
    ]
    if chosen is None:
        blocks.append(refresh_row(info, texts))
        return blocks
    blocks.append(
        texts(
            "You chose **{bid}**: {promise}.",
            bid=texts.number(chosen.tricks),
            promise=_bid_promise(chosen.tricks, texts),
        )
    )
    blocks.append(
        row(
            button(
                own_control(view, info, "bidyes", str(chosen)),
                texts("Confirm {bid}", bid=chosen.tricks),
                discord.ButtonStyle.success,
            ),
            hand_button(info, texts("Start again")),
        )
    )
    return blocks


def _bid_promise(tricks: int, texts: Texts) -> str:
    if tricks >= LOWEST_BONUS_BID:
        return texts(
            "bonus bid: {number} or {more} tricks score +13, else {loss}",
            number=tricks,
            more=tricks + 1,
            loss=texts.signed(-tricks),
        )
    return texts(
        "{number} or more tricks score {points}, fewer {loss}",
        number=tricks,
        points=texts.signed(tricks),
        loss=texts.signed(-tricks),
    )
