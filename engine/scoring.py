"""How a deal is scored in each of the games (rules, "Score")."""

from __future__ import annotations

from typing import Final

from engine.auction import Contract, Strain
from engine.game import Score, ScorePart

# Bridgette, by level: minors, majors, no trump.
_VALUES: Final = (
    (0, 0, 150),
    (150, 150, 250),
    (250, 250, 250),
    (250, 250, 750),
    (250, 750, 750),
    (750, 750, 1500),
    (1500, 1500, 2200),
    (2200, 2200, 2500),
)
_COLUMN: Final = (0, 0, 1, 1, 2)  # by strain
_SLAM_EXACT: Final = (100, 0)  # at level 6 and 7
_DOWN: Final = {
    1: (100, 200, 300, 400, 700, 1000, 1000),
    2: (200, 500, 800, 1100, 2000, 3000, 3000),
    4: (300, 700, 1100, 1500, 2700, 4000, 4000),
}
_THREE_OVER: Final = 350
_DOUBLED: Final = 400
_REDOUBLED: Final = 1000


def contract_value(contract: Contract) -> int:
    """What a Bridgette contract is worth when made, without bonuses."""
    return _VALUES[contract.level][_COLUMN[contract.strain]]


def bridgette(contract: Contract, won: int) -> Score:
    """The score of a Bridgette contract in which the declarer won ``won`` tricks.

    The seat of the score is the declarer, or the opponent if the contract failed.
    """
    over = won - contract.tricks_needed
    if over < 0:
        down = _DOWN[contract.factor][min(-over, 7) - 1]
        return Score(1 - contract.declarer, (ScorePart("undertricks", down),), 1, down)
    parts = [ScorePart("contract", contract_value(contract))]
    exact = 250 if contract.level < 6 else _SLAM_EXACT[contract.level - 6]
    if over == 0 and exact:
        parts.append(ScorePart("exact", exact))
    if over == 3:
        parts.append(ScorePart("three-over", _THREE_OVER))
    if contract.factor == 2:
        parts.append(ScorePart("doubled", _DOUBLED))
    if contract.factor == 4:
        parts.append(ScorePart("redoubled", _REDOUBLED))
    total = sum([part.points for part in parts]) * contract.factor
    return Score(contract.declarer, tuple(parts), contract.factor, total)


def draw_bridge(contract: Contract, won: int, *, penalty: bool) -> Score:
    """The score of a Draw Bridge contract; ``penalty`` whether failed contracts score."""
    if won < contract.tricks_needed:
        down = 50 * (contract.tricks_needed - won) if penalty else 0
        parts = (ScorePart("undertricks", down),)
        return Score(1 - contract.declarer, parts, contract.factor, down * contract.factor)
    odd = won - 6
    if contract.strain is Strain.NO_TRUMP:
        tricks = 40 + 30 * (odd - 1)
    else:
        tricks = odd * (30 if contract.strain in (Strain.SPADES, Strain.HEARTS) else 20)
    parts = (ScorePart("tricks", tricks),)
    return Score(contract.declarer, parts, contract.factor, tricks * contract.factor)


def call_bridge(seat: int, bid: int, won: int) -> Score:
    """The score of one seat of Call Bridge: bids from 8 are bonus bids, exact or one over."""
    if bid >= 8:
        points = 13 if won in (bid, bid + 1) else -bid
        name = "bonus-bid"
    else:
        points = bid if won >= bid else -bid
        name = "bid"
    return Score(seat, (ScorePart(name, points),), 1, points)
