"""Call Bridge looked back on: in which trick each bid was made or lost for certain.

A bid is settled once nothing that may still happen changes it: whoever wins the tricks left.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from bot.screens.models import TableInfo
from bot.screens.parts import TRICKS, bold, plain_seat_name
from bot.screens.scoring import LOWEST_BONUS_BID
from bot.texts import Texts
from engine.lookback import PlayedDeal


class Settled(NamedTuple):
    """When a bid was settled: with trick ``number`` (from 0), and whether it was made."""

    number: int
    made: bool


def is_made(bid: int, won: int) -> bool:
    """Whether so many tricks make a bid: at least the bid, a bonus bid exactly or one more."""
    if bid >= LOWEST_BONUS_BID:
        return won in (bid, bid + 1)
    return won >= bid


def settle(bid: int, winners: Sequence[bool]) -> Settled | None:
    """With which trick a bid was settled; ``winners`` says of each trick if its bidder won it.

    ``None`` while it is open, which it cannot be after the last trick.
    """
    won = 0
    for number, own in enumerate(winners):
        won += own
        left = TRICKS - number - 1
        open_to = {is_made(bid, won + more) for more in range(left + 1)}
        if len(open_to) == 1:
            return Settled(number, open_to.pop())
    return None


def settled_bids(deal: PlayedDeal, number: int | None, info: TableInfo, texts: Texts) -> list[str]:
    """The bids that were settled with this trick, in lines; ``None``: with any, in order."""
    found: list[tuple[Settled, int, int]] = []
    for seat, bid in enumerate(deal.bids):
        if bid is None:
            continue
        complete = [trick.winner == seat for trick in deal.tricks if trick.winner is not None]
        when = settle(bid, complete)
        if when is not None and number in (None, when.number):
            found.append((when, seat, bid))
    found.sort()
    if number is None:
        return [_in_the_deal(when, seat, bid, info, texts) for when, seat, bid in found]
    return [_now(when, seat, bid, info, texts) for when, seat, bid in found]


def _now(when: Settled, seat: int, bid: int, info: TableInfo, texts: Texts) -> str:
    name = bold(plain_seat_name(info, seat, texts))
    if when.made:
        return texts("{name} has made the bid of {bid}.", name=name, bid=bid)
    return texts("{name} can no longer make the bid of {bid}.", name=name, bid=bid)


def _in_the_deal(when: Settled, seat: int, bid: int, info: TableInfo, texts: Texts) -> str:
    name = plain_seat_name(info, seat, texts)
    number = when.number + 1
    if when.made:
        return texts(
            "- Trick {number}: {name} has made the bid of {bid}", number=number, name=name, bid=bid
        )
    return texts(
        "- Trick {number}: {name} can no longer make the bid of {bid}",
        number=number,
        name=name,
        bid=bid,
    )
