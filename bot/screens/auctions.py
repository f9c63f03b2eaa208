"""The auction and the contract, as table and hand show them."""

from __future__ import annotations

from bot.screens import words
from bot.screens.models import TableInfo
from bot.screens.parts import TRICKS, bold, seat_name
from bot.texts import Texts
from engine.auction import Call, Contract
from engine.game import AuctionView, DealResult
from engine.lookback import PlayedDeal

_NAMED_CALLS = 12


def auction_line(view: AuctionView | DealResult | PlayedDeal, info: TableInfo, texts: Texts) -> str:
    """The calls so far; each with its caller's name while there are few."""
    if not view.calls:
        return texts("**Calls:** none yet; {name} begins", name=seat_name(info, view.dealer, texts))
    if len(view.calls) <= _NAMED_CALLS:
        names = [seat_name(info, seat, texts) for seat in range(len(info.players))]
        calls = " · ".join(f"{names[seat]} {words.call(call, texts)}" for seat, call in view.calls)
        return texts("**Calls:** {calls}", calls=calls)
    return texts(
        "**Calls:** ({name} first) {calls}",
        name=seat_name(info, view.calls[0][0], texts),
        calls=" · ".join(words.call(call, texts) for _, call in view.calls),
    )


def last_bid(view: AuctionView) -> tuple[int, Call] | None:
    """Who made the last bid, and the bid; ``None`` before there is one."""
    bids = [(seat, call) for seat, call in view.calls if call.kind == "bid"]
    return bids[-1] if bids else None


def contract_line(
    contract: Contract, tricks_won: tuple[int, ...], info: TableInfo, texts: Texts
) -> str:
    """The contract, the tricks it needs and how it stands."""
    name = seat_name(info, contract.declarer, texts)
    return " ".join(
        (
            texts(
                "**Contract:** {contract} by {name}, who needs {needed} tricks.",
                contract=bold(words.contract(contract, texts)),
                name=name,
                needed=contract.tricks_needed,
            ),
            contract_state(contract, tricks_won, info, texts),
        )
    )


def contract_state(
    contract: Contract, tricks_won: tuple[int, ...], info: TableInfo, texts: Texts
) -> str:
    """How many tricks each has won, and what the declarer still needs."""
    won = tricks_won[contract.declarer]
    others = sum(tricks_won) - won
    opponent = next(seat for seat in range(len(tricks_won)) if seat != contract.declarer)
    tally = texts(
        "Won: {declarer} {won}, {opponent} {others}",
        declarer=seat_name(info, contract.declarer, texts),
        won=won,
        opponent=seat_name(info, opponent, texts),
        others=others,
    )
    missing = contract.tricks_needed - won
    left = TRICKS - sum(tricks_won)
    if missing <= 0:
        state = texts("the contract is made")
    elif missing > left:
        state = texts.plural(
            "the contract is beaten, at least {count} down",
            "the contract is beaten, at least {count} down",
            missing - left,
        )
    else:
        state = texts.plural(
            "{count} more needed, {left} left to play",
            "{count} more needed, {left} left to play",
            missing,
            left=left,
        )
    return texts("{tally}; {state}.", tally=tally, state=state)
