"""Call Bridge, what a search notes down when it is to give reasons."""

from __future__ import annotations

from collections.abc import Callable

from engine.cards import Card
from engine.game import TrickBid
from engine.players.advice import Advice, Compared
from engine.players.hard_call_trial import BONUS_FROM, Trial
from engine.players.worlds_call import World


class Notes:
    """The tricks that came of each choice.  ``bids``: those of the hand, world by world."""

    def __init__(self, seat: int) -> None:
        self._seat = seat
        self._bid = 0
        self.bids: list[int] = []
        self._won: dict[Card, list[int]] = {}
        self._worth: dict[Card, float] = {}

    def taken(self, trial: Trial, bid: int) -> Callable[[World, Card], float]:
        """``trial.worth``, noting down the tricks; ``bid`` is the own one."""
        self._bid = bid

        def worth(world: World, card: Card) -> float:
            won = trial.tricks(world, card)
            value = trial.value(won)
            self._won.setdefault(card, []).append(won[self._seat])
            self._worth[card] = self._worth.get(card, 0.0) + value
            return value

        return worth

    def on_bid(self, bid: TrickBid) -> Advice:
        """The advice to make this bid."""
        if not self.bids:
            return Advice(bid)
        return Advice(
            bid,
            worlds=len(self.bids),
            tricks=sum(self.bids) / len(self.bids),
            chance=_share(self.bids, bid.tricks),
        )

    def on_card(self, card: Card) -> Advice:
        """The advice to play this card."""
        won = self._won.get(card)
        if not won:
            return Advice(card)
        # Cards were tried in more worlds or fewer: averages can be compared, sums cannot.
        mean = {each: self._worth[each] / len(tricks) for each, tricks in self._won.items()}
        others = [each for each in mean if round(mean[each], 9) < round(mean[card], 9)]
        other = max(others, key=lambda each: mean[each]) if others else None
        return Advice(
            card,
            worlds=len(won),
            tricks=sum(won) / len(won),
            chance=_share(won, self._bid),
            next_best=None
            if other is None
            else Compared(
                other,
                sum(self._won[other]) / len(self._won[other]),
                _share(self._won[other], self._bid),
            ),
        )


def _share(won: list[int], bid: int) -> float:
    """How often a bid scores."""
    if bid >= BONUS_FROM:
        return sum(tricks in (bid, bid + 1) for tricks in won) / len(won)
    return sum(tricks >= bid for tricks in won) / len(won)
