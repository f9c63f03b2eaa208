"""The weights of ``engine.players.estimate``, as ``bench/fit_estimates.py`` fits them."""

from __future__ import annotations

from typing import Final, NamedTuple

Weights = tuple[float, ...]


class EstimateWeights(NamedTuple):
    """Weights of the items of ``estimate.features``, in their order.

    ``colons`` and ``their_colons`` are indexed by the mask of the colons in a hand.
    """

    base: float
    colons: Weights
    their_colons: Weights
    side: Weights
    trumps: Weights
    joint: Weights


def _by_mask(little: float, royal: float, grand: float) -> Weights:
    return tuple(
        (mask & 1) * little + (mask >> 1 & 1) * royal + (mask >> 2) * grand for mask in range(8)
    )


SUITS: Final = EstimateWeights(
    base=0.086,
    colons=_by_mask(-0.059, 0.333, 0.533),
    their_colons=_by_mask(0.561, 0.04, -0.033),
    side=(
        0.076,
        0.326,
        0.153,
        -0.095,
        0.458,
        -0.283,
        -0.194,
        0.055,
        -0.19,
        -0.137,
        -0.18,
        0.002,
        -0.07,
        0.011,
    ),
    trumps=(
        0.235,
        0.225,
        0.032,
        -0.028,
        0.366,
        -0.249,
        0.098,
        0.087,
        0.267,
        -0.14,
        -0.086,
        0.077,
        0.16,
        -0.153,
        -0.002,
        0.098,
        -0.49,
        0.463,
    ),
    joint=(
        -0.017,
        0.037,
        0.018,
        -0.048,
        0.083,
        0.05,
        0.005,
        0.022,
        0.051,
        0.007,
        -0.011,
        0.005,
        0.008,
        -0.05,
    ),
)
NO_TRUMP: Final = EstimateWeights(
    base=0.114,
    colons=_by_mask(-0.13, 0.653, 0.803),
    their_colons=_by_mask(0.718, 0.251, 0.028),
    side=(
        0.16,
        0.49,
        -0.126,
        -0.861,
        0.231,
        -0.281,
        -0.102,
        0.228,
        -0.305,
        0.236,
        -0.16,
        0.26,
        0.131,
        0.251,
        -0.352,
        -0.079,
        -0.047,
        -0.315,
    ),
    trumps=(),
    joint=(0.186, 0.287, 0.392, 0.168, -0.171),
)
