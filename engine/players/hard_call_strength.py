"""Call Bridge, the tricks that a hand of 13 promises, from tables: made for thousands of hands."""

from __future__ import annotations

from functools import cache
from typing import Final

_RUFFS: Final = (1.0, 0.7, 0.25)  # by the length of a short suit


def promise(clubs: int, diamonds: int, hearts: int, spades: int) -> float:
    """The tricks to expect of four suits, each a mask of 13 ranks, against three others."""
    sure, small = _trumps(spades)
    total = sure + _side(clubs) + _side(diamonds) + _side(hearts)
    if not small:
        return total
    ruffs = _ruffs(clubs) + _ruffs(diamonds) + _ruffs(hearts)
    return total + min(ruffs, small)


def _ruffs(cards: int) -> float:
    size = cards.bit_count()
    return _RUFFS[size] if size <= 2 else 0.0


@cache
def _trumps(spades: int) -> tuple[float, float]:
    """The tricks of the spades themselves, and how many of the rest may come to ruff."""
    total = 0.0
    for place, missing in enumerate(_missing(spades)):
        top = 0.95 * 0.55**missing if missing <= 2 else 0.0
        total += max(top, 0.8 if place >= 4 else 0.0)
    return total, max(0.0, spades.bit_count() - total) * 0.6


@cache
def _side(cards: int) -> float:
    size = cards.bit_count()
    # The longer the suit, the sooner somebody ruffs.
    fade = 1.0 if size <= 4 else 0.85 if size == 5 else 0.6
    total = 0.0
    for place, missing in enumerate(_missing(cards)[:3]):
        if missing <= 2 and size > missing + place:
            total += (0.9, 0.6, 0.3)[missing] * fade * (1.0, 0.8, 0.45)[place]
    return total


def _missing(cards: int) -> list[int]:
    """For each card, highest first, how many higher ones others hold."""
    ranks = [rank for rank in range(12, -1, -1) if cards >> rank & 1]
    return [12 - rank - place for place, rank in enumerate(ranks)]
