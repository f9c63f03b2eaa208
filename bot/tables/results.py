"""What a game came to, seat by seat, as it is stored when the game ends."""

from __future__ import annotations

from collections.abc import Sequence

from data.records import End, Seat, SeatResult
from data.standing.declared import Declared
from data.standing.ledger import level_of
from engine.game import DealResult, View


def end_of(view: View, seats: Sequence[Seat]) -> End:
    """The end of a game, from the spectator's view; ``ValueError`` while it runs.

    Winners come first whatever their points (a resignation wins for the one who is behind), then
    the points decide; a place is shared on a tie.  A seat that the computer plays for a
    person counts as given up: not won and after all others, whatever the computer makes of it.
    """
    outcome = view.outcome
    if outcome is None:
        raise ValueError("the game is not over")
    merits = [
        (1, seat.number in outcome.winners, view.totals[seat.number])
        if not seat.taken_over
        else (0, False, 0)
        for seat in seats
    ]
    return End(
        reason=outcome.reason,
        results=tuple(
            SeatResult(
                seat=seat.number,
                user_id=seat.user_id,
                points=view.totals[seat.number],
                won=seat.number in outcome.winners and not seat.taken_over,
                place=1 + sum(other > merits[index] for other in merits),
                given_up=seat.taken_over
                or (outcome.reason == "resigned" and seat.number not in outcome.winners),
                deals=len(view.deals),
                declared=() if seat.taken_over else declared_by(seat.number, view.deals),
            )
            for index, seat in enumerate(seats)
        ),
        level=level_of(seat.level for seat in seats if seat.user_id is None),
    )


def declared_by(seat: int, deals: Sequence[DealResult]) -> tuple[Declared, ...]:
    """The contracts that a seat declared in these deals; in Call Bridge its bids."""
    found: list[Declared] = []
    for deal in deals:
        contract = deal.contract
        if contract is not None and contract.declarer == seat:
            made = deal.tricks_won[seat] >= contract.tricks_needed
            found.append(Declared(contract.level, contract.strain.letters, contract.factor, made))
        elif deal.bids:
            found.append(Declared(deal.bids[seat], "", 1, deal.points[seat] > 0))
    return tuple(found)
