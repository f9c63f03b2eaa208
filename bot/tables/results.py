"""What a game came to, seat by seat, as it is stored when the game ends."""

from __future__ import annotations

from collections.abc import Sequence

from data.records import End, Seat, SeatResult
from engine.game import Outcome


def end_of(outcome: Outcome, totals: Sequence[int], seats: Sequence[Seat]) -> End:
    """The end of a game.

    Winners come first whatever their points (a resignation wins for the one who is behind), then
    the points decide; a place is shared on a tie.  A seat that the computer plays for a
    person counts as given up: not won, whatever the computer makes of it.
    """
    merits = [(seat.number in outcome.winners, totals[seat.number]) for seat in seats]
    return End(
        reason=outcome.reason,
        results=tuple(
            SeatResult(
                seat=seat.number,
                user_id=seat.user_id,
                points=totals[seat.number],
                won=seat.number in outcome.winners and not seat.taken_over,
                place=1 + sum(other > merits[index] for other in merits),
                given_up=seat.taken_over
                or (outcome.reason == "resigned" and seat.number not in outcome.winners),
            )
            for index, seat in enumerate(seats)
        ),
    )
