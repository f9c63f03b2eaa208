"""The weights of ``engine.players.promise``, as ``bench/fit_estimates.py`` fits them."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final, NamedTuple

Weights = tuple[float, ...]


class PromiseWeights(NamedTuple):
    """Weights of the items of ``promise.features``, in their order.

    ``own`` and ``other`` are by the number of cards exchanged, ``colons`` by the mask of the
    colons in the hand.
    """

    own: Mapping[int, float]
    other: Mapping[int, float]
    colons: Weights
    side: Weights
    trumps: Weights
    joint: Weights


def _by_count(two: float, four: float, eight: float, twelve: float) -> Mapping[int, float]:
    return MappingProxyType({2: two, 4: four, 8: eight, 12: twelve})


def _by_mask(little: float, royal: float, grand: float) -> Weights:
    return tuple(
        (mask & 1) * little + (mask >> 1 & 1) * royal + (mask >> 2) * grand for mask in range(8)
    )


# Declaring and defending in a suit, declaring and defending at no trump.
PROMISES: Final = (
    PromiseWeights(
        own=_by_count(
            -0.175,
            0.358,
            -0.01,
            -0.383,
        ),
        other=_by_count(
            -0.035,
            0.078,
            -0.132,
            -0.121,
        ),
        colons=_by_mask(
            -0.118,
            0.431,
            0.572,
        ),
        side=(
            0.937,
            0.707,
            0.488,
            0.386,
            -0.077,
            0.076,
            0.572,
            0.014,
            -0.716,
            -0.338,
            0.32,
            0.025,
            -0.122,
            0.032,
            0.17,
        ),
        trumps=(
            0.947,
            -0.375,
            -0.65,
            0.955,
            0.806,
            0.575,
            0.403,
            0.271,
            -0.199,
        ),
        joint=(
            0.314,
            0.162,
            -0.143,
            -0.09,
        ),
    ),
    PromiseWeights(
        own=_by_count(
            -0.783,
            0.345,
            0.077,
            -0.007,
        ),
        other=_by_count(
            0.415,
            0.645,
            -0.304,
            -1.125,
        ),
        colons=_by_mask(
            -0.027,
            0.195,
            0.407,
        ),
        side=(
            0.966,
            0.699,
            0.448,
            0.298,
            -0.241,
            -0.026,
            0.478,
            0.003,
            -1.721,
            -0.981,
            -0.052,
            0.184,
            0.341,
            0.51,
            0.614,
        ),
        trumps=(
            0.582,
            0.283,
            -0.766,
            1.042,
            0.766,
            0.622,
            0.37,
            0.269,
            0.085,
        ),
        joint=(
            0.308,
            0.187,
            0.024,
            0.009,
        ),
    ),
    PromiseWeights(
        own=_by_count(
            -0.214,
            0.605,
            0.229,
            -0.225,
        ),
        other=_by_count(
            0.609,
            0.631,
            -0.218,
            -0.627,
        ),
        colons=_by_mask(
            -1.057,
            0.156,
            0.476,
        ),
        side=(
            1.594,
            1.146,
            0.706,
            0.358,
            -0.541,
            -0.185,
            0.867,
            -0.003,
            -0.711,
            -0.068,
            0.506,
            0.542,
            0.437,
            0.423,
            0.451,
        ),
        trumps=(),
        joint=(),
    ),
    PromiseWeights(
        own=_by_count(
            0.471,
            0.837,
            0.27,
            -0.584,
        ),
        other=_by_count(
            0.523,
            0.407,
            -0.013,
            0.077,
        ),
        colons=_by_mask(
            -0.847,
            -0.382,
            0.072,
        ),
        side=(
            1.293,
            0.981,
            0.717,
            0.435,
            -0.306,
            -0.058,
            0.748,
            0.179,
            1.284,
            1.14,
            1.138,
            0.638,
            0.175,
            -0.087,
            -0.314,
        ),
        trumps=(),
        joint=(),
    ),
)
