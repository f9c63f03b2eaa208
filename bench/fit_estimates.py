"""Fits the weights with which the searching players estimate tricks.

    python -m bench.fit_estimates [DEALS] [SEED]

Deals so many deals (300) of Bridgette, lets ``easy`` make the exchange, solves all ten contracts of
each, and fits the weights of ``engine.players.estimate`` (both hands known) and
``engine.players.promise`` (one hand known) by least squares.  A tenth of the deals is kept
aside to say how far off the estimates are.  Prints the weights in the order of the features; a
deal takes about a second.  The weights in use come from 6000 deals of Bridgette and 4000 of
Draw Bridge after the draw phase.
"""

from __future__ import annotations

import random
import sys
from collections.abc import Sequence
from typing import NamedTuple

from engine import new_game
from engine.auction import Strain
from engine.cards import Suit
from engine.game import BridgetteView
from engine.hands import SUIT_MASKS, mask_of
from engine.players import estimate, player, promise
from engine.players.solver import Solver

RIDGE = 0.5  # keeps weights of features that depend on each other small
RARE = 0.25  # the weight of a contract in a suit in which few would declare


class Deal(NamedTuple):
    """Hands after the exchange, what each exchanged, and tricks by declarer and strain."""

    hands: tuple[int, int]
    exchanged: tuple[int, ...]
    tricks: tuple[list[int], list[int]]


class Sample(NamedTuple):
    """One line of a fit."""

    features: Sequence[float]
    tricks: int
    weight: float


def deal(seed: bytes, solver: Solver) -> Deal:
    """A deal after the exchange, with all its contracts solved."""
    game = new_game("bridgette", seed=seed)
    easy = player("easy", random.Random(0))
    while game.view(None).phase == "discard":
        seat = game.to_act[0]
        game.apply(seat, easy.choose(game.view(seat)))
    view = game.view(None)
    assert isinstance(view, BridgetteView)
    hands = (mask_of(game.view(0).hand), mask_of(game.view(1).hand))
    solver.clear()
    tricks = (
        [13 - solver.solve(hands, 1, _trump(strain)) for strain in Strain],
        [13 - solver.solve(hands, 0, _trump(strain)) for strain in Strain],
    )
    return Deal(hands, view.discards, tricks)


def _trump(strain: Strain) -> Suit | None:
    return None if strain is Strain.NO_TRUMP else Suit(strain)


def _length(hand: int, strain: Strain) -> int:
    return (hand & SUIT_MASKS[strain]).bit_count()


def estimates(deals: Sequence[Deal], *, no_trump: bool) -> list[Sample]:
    """What ``estimate`` is fitted to."""
    samples: list[Sample] = []
    for each in deals:
        for seat in (0, 1):
            mine, theirs = each.hands[seat], each.hands[1 - seat]
            for strain in Strain:
                if (strain is Strain.NO_TRUMP) == no_trump:
                    usual = no_trump or _length(mine, strain) >= 4
                    items = estimate.features(mine, theirs, strain)
                    weight = 1.0 if usual else RARE
                    samples.append(Sample(items, each.tricks[seat][strain], weight))
    return samples


def promises(deals: Sequence[Deal], *, no_trump: bool, declares: bool) -> list[Sample]:
    """What ``promise`` is fitted to: against the declarer, where the declarer has the length."""
    samples: list[Sample] = []
    for each in deals:
        for seat in (0, 1):
            declarer = seat if declares else 1 - seat
            for strain in Strain:
                if (strain is Strain.NO_TRUMP) != no_trump:
                    continue
                length = 4 if no_trump else _length(each.hands[declarer], strain)
                if length < (2 if declares else 3):
                    continue
                items = promise.features(
                    each.hands[seat], strain, each.exchanged[seat], each.exchanged[1 - seat]
                )
                won = each.tricks[declarer][strain]
                tricks = won if declares else 13 - won
                samples.append(Sample(items, tricks, 1.0 if length >= 4 else RARE))
    return samples


def fit(samples: Sequence[Sample]) -> list[float]:
    """The weights by least squares, from the normal equations."""
    size = len(samples[0].features)
    rows = [[RIDGE * (row == column) for column in range(size)] + [0.0] for row in range(size)]
    for features, tricks, weight in samples:
        present = [(place, item) for place, item in enumerate(features) if item]
        for row, item in present:
            line = rows[row]
            for column, other in present:
                line[column] += weight * item * other
            line[size] += weight * item * tricks
    for pivot in range(size):
        for row in range(pivot + 1, size):
            share = rows[row][pivot] / rows[pivot][pivot]
            if share:
                for column in range(pivot, size + 1):
                    rows[row][column] -= share * rows[pivot][column]
    weights = [0.0] * size
    for row in reversed(range(size)):
        known = sum(rows[row][column] * weights[column] for column in range(row + 1, size))
        weights[row] = (rows[row][size] - known) / rows[row][row]
    return weights


def error(samples: Sequence[Sample], weights: Sequence[float]) -> float:
    """The standard deviation of the error where the weight is full."""
    errors = [
        tricks - sum(w * item for w, item in zip(weights, features, strict=True))
        for features, tricks, weight in samples
        if weight == 1.0
    ]
    return (sum(each * each for each in errors) / len(errors)) ** 0.5


def main() -> None:
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 300
    rng = random.Random(int(sys.argv[2]) if len(sys.argv) > 2 else 1)
    solver = Solver()
    deals = [deal(rng.randbytes(32), solver) for _ in range(count)]
    train, check = deals[count // 10 :], deals[: count // 10]
    for name, chosen in (
        ("estimate, suits", lambda part: estimates(part, no_trump=False)),
        ("estimate, no trump", lambda part: estimates(part, no_trump=True)),
        ("promise, suits", lambda part: promises(part, no_trump=False, declares=True)),
        ("promise, against suits", lambda part: promises(part, no_trump=False, declares=False)),
        ("promise, no trump", lambda part: promises(part, no_trump=True, declares=True)),
        ("promise, against no trump", lambda part: promises(part, no_trump=True, declares=False)),
    ):
        weights = fit(chosen(train))
        print(f"{name}: error {error(chosen(check), weights):.2f} tricks")
        print("  " + ", ".join(f"{weight:.3f}" for weight in weights))


if __name__ == "__main__":
    main()
