"""What a searching player would do, and the figures of its own search that speak for it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol, runtime_checkable

from engine.auction import Contract
from engine.game import Action, View


@dataclass(frozen=True, slots=True)
class Compared:
    """The best of the other choices, and what it came to: see ``Advice``."""

    action: Action
    tricks: float
    chance: float


@dataclass(frozen=True, slots=True)
class Advice:
    """An action, with averages over the guesses at the hidden cards that were looked at.

    ``worlds`` is how many those were; 0 when nothing had to be weighed, or nothing could be.
    ``known``: there was nothing to guess, since whoever kept count knows both hands.
    ``next_best`` is the choice that was worth most of those worth less, ``None`` if there is none.

    In the play of a contract ``tricks`` are those still to be won after this card, and ``chance``
    (0 to 1) how often the own side comes to its aim: the contract made, or broken.  In a call
    ``tricks`` are those that the declarer of ``contract`` should win.  In an exchange
    ``contract`` has the strain in which the hand that is kept promises most ``tricks``.  In Call
    Bridge ``tricks`` are the own ones of the whole deal, ``chance`` how often the bid scores.
    """

    action: Action
    worlds: int = 0
    known: bool = False
    tricks: float | None = None
    chance: float | None = None
    next_best: Compared | None = None
    contract: Contract | None = None


@runtime_checkable
class Adviser(Protocol):
    """A player that can say why."""

    def advise(self, view: View) -> Advice:
        """What it would choose, and why; ``ValueError`` if nothing is asked of the seat."""
        ...
