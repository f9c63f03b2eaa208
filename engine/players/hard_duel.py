"""The levels ``medium`` and ``hard`` in Bridgette and Draw Bridge: search over worlds.

In Draw Bridge a player who keeps count knows both hands once the draw phase is over; auction
and play are then solved.
"""

from __future__ import annotations

import random

from engine.auction import Call, Contract, Strain
from engine.cards import Suit
from engine.game import Action, AuctionView, BridgetteView, DrawBridgeView
from engine.hands import mask_of
from engine.players import search_calls, search_exchange, search_play
from engine.players.advice import Advice
from engine.players.counting import asked, unseen
from engine.players.duel_effort import DuelEffort
from engine.players.estimate import Estimator
from engine.players.promise import Promises
from engine.players.search_draw import DrawSearch
from engine.players.solved_auction import SolvedAuction
from engine.players.solver import Solver
from engine.players.stakes import Stakes


class SearchingDuelist:
    """A player of the games for two who looks into worlds; see ``engine.players.Player``."""

    def __init__(
        self, rng: random.Random, effort: DuelEffort, solver: Solver | None = None
    ) -> None:
        self._rng = rng
        self._effort = effort
        self._promises = Promises()
        self._estimator = Estimator()
        self._solver = solver or Solver()

    def choose(self, view: AuctionView) -> Action:
        """The choice that is worth most on average.

        ``ValueError`` if the view asks nothing of its seat.
        """
        decision = asked(view)
        seat = view.seat
        if seat is None:
            raise ValueError("a spectator has nothing to decide")
        if decision.kind != "discard" and len(decision.choices) == 1:
            return decision.choices[0]
        # What was searched before must not decide how far this search gets.
        self._solver.clear()
        match view:
            case BridgetteView():
                return self._bridgette(view, seat)
            case DrawBridgeView():
                return self._draw_bridge(view, seat)
            case _:
                raise ValueError(f"no search for {view.kind}")

    def advise(self, view: AuctionView) -> Advice:
        """What ``choose`` would give, with what the search found; see ``Advice``."""
        decision = asked(view)
        seat = view.seat
        if seat is None:
            raise ValueError("a spectator has nothing to decide")
        if decision.kind != "discard" and len(decision.choices) == 1:
            return Advice(decision.choices[0])
        self._solver.clear()
        effort, solver = self._effort, self._solver
        stakes = Stakes(view, seat)
        match view, decision.kind:
            case BridgetteView(), "discard":
                return self._exchange_advice(view, seat)
            case BridgetteView(), "call":
                return search_calls.advise(view, self._rng, self._promises, self._estimator, effort)
            case BridgetteView(), _:
                hands = self._hands_to_play(view, stakes)
                return search_play.advise(view, stakes, hands, solver, effort, known=False)
            case DrawBridgeView(), _ if view.phase == "draw":
                return Advice(self._draw_bridge(view, seat), worlds=effort.draw)
            case DrawBridgeView(), "call":
                return self._solved_advice(view, seat, stakes)
            case DrawBridgeView(), _:
                hand = [unseen(view)]
                return search_play.advise(view, stakes, hand, solver, effort, known=True)
            case _:
                raise ValueError(f"no search for {view.kind}")

    def _exchange_advice(self, view: BridgetteView, seat: int) -> Advice:
        away = search_exchange.discard(
            view, self._rng, self._promises, self._estimator, self._effort.exchange
        )
        kept = mask_of(view.hand) & ~mask_of(away.cards)
        own, other = view.discards[seat], view.discards[1 - seat]
        tricks, strain = max(
            (self._promises.tricks(kept, strain, own, other, declares=True), strain)
            for strain in Strain
        )
        contract = Contract(seat, 0, strain, 1)
        return Advice(away, worlds=self._effort.exchange, tricks=tricks, contract=contract)

    def _solved_advice(self, view: DrawBridgeView, seat: int, stakes: Stakes) -> Advice:
        won = self._solved(view, seat)
        made = self._best_call(view, seat, stakes, won)
        contract = search_calls.contract_after(view, made)
        tricks = None if contract is None else float(won[contract.declarer, contract.strain])
        return Advice(made, worlds=1, known=True, tricks=tricks, contract=contract)

    def _bridgette(self, view: BridgetteView, seat: int) -> Action:
        kind = asked(view).kind
        if kind == "discard":
            return search_exchange.discard(
                view, self._rng, self._promises, self._estimator, self._effort.exchange
            )
        if kind == "call":
            return search_calls.call(view, self._rng, self._promises, self._estimator, self._effort)
        stakes = Stakes(view, seat)
        hands = self._hands_to_play(view, stakes)
        return search_play.card(view, stakes, hands, self._solver, self._effort)

    def _hands_to_play(self, view: BridgetteView, stakes: Stakes) -> list[int]:
        return search_calls.likely_hands(
            view,
            self._rng,
            self._promises,
            stakes,
            self._effort.worlds_to_play(len(view.hand)),
            self._effort,
        )

    def _draw_bridge(self, view: DrawBridgeView, seat: int) -> Action:
        if view.phase == "draw":
            return DrawSearch(view, self._rng, self._estimator).card(self._effort.draw)
        stakes = Stakes(view, seat)
        if asked(view).kind == "call":
            return self._best_call(view, seat, stakes, self._solved(view, seat))
        return search_play.card(view, stakes, [unseen(view)], self._solver, self._effort)

    def _solved(self, view: DrawBridgeView, seat: int) -> dict[tuple[int, Strain], int]:
        """The tricks that each declarer wins in each strain."""
        hands = (mask_of(view.hand), unseen(view))
        return {
            (declarer, strain): 13
            - self._solver.solve(
                hands,
                0 if declarer != seat else 1,
                None if strain is Strain.NO_TRUMP else Suit(strain),
            )
            for declarer in (0, 1)
            for strain in Strain
        }

    def _best_call(
        self, view: DrawBridgeView, seat: int, stakes: Stakes, won: dict[tuple[int, Strain], int]
    ) -> Call:
        def worth(declarer: int, level: int, strain: int, factor: int) -> float:
            tricks = won[declarer, Strain(strain)]
            return stakes.row(declarer, level, strain, factor)[tricks]

        choices = [choice for choice in asked(view).choices if isinstance(choice, Call)]
        at = search_calls.course(view)[-1]
        return SolvedAuction(seat, worth).best(at, choices)
