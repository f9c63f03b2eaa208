"""What the solver says of the play of a finished deal: the games for two, card by card.

Everything is counted in tricks of the declarer, with both hands known and best play by both
from there on.  What the tricks are worth is another matter: Bridgette pays for a contract that is
made exactly, so that giving up an overtrick may be wise.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, NamedTuple

from engine.auction import Strain
from engine.cards import Card, Suit, card_at, in_pack_order
from engine.game import Kind
from engine.hands import mask_of
from engine.lookback import PlayedDeal
from engine.tricks import ban

SOLVED: Final[frozenset[Kind]] = frozenset({"bridgette", "drawbridge"})
"""The games whose play the solver knows."""

ENOUGH: Final = 200_000
"""How much the solver works on a deal (``Solver.work``): seconds at most, and only with colons."""


class Lapse(NamedTuple):
    """A card that gave up tricks: ``trick`` counts from 0, and so does ``place`` in it.

    ``before`` and ``after`` are the declarer's tricks with best play before and after the card;
    ``better`` are the cards that would have kept ``before``, in pack order.
    """

    trick: int
    place: int
    seat: int
    card: Card
    before: int
    after: int
    better: tuple[Card, ...]

    @property
    def tricks(self) -> int:
        """How many tricks the card gave up, at least 1."""
        return abs(self.before - self.after)


@dataclass(frozen=True, slots=True)
class Analysis:
    """What best play would have made of a deal.

    ``values`` are the declarer's tricks in all with best play by both: before each card of the
    play, in order, and after the last.  ``None`` stands for positions too hard to see through;
    they come first.  ``lapses`` are the cards that changed a value, in order.
    """

    declarer: int
    needed: int
    values: tuple[int | None, ...]
    lapses: tuple[Lapse, ...]

    def before_trick(self, number: int) -> int | None:
        """The declarer's tricks with best play from the lead to trick ``number`` (from 0)."""
        return self.values[2 * number] if 2 * number < len(self.values) else None

    @property
    def seen_from(self) -> int:
        """The first trick (from 0) that was seen through to the end; 0 for the whole play."""
        unseen = sum(value is None for value in self.values)
        return -(-unseen // 2)


class _Point(NamedTuple):
    """A card about to be played: the position as the solver wants it, and the tricks so far."""

    hands: tuple[int, int]
    leader: int
    banned: Suit | None
    led: int | None
    actor: int
    won: int  # by the declarer
    left: int  # tricks, the one in progress included


def analyse(deal: PlayedDeal, work: int | None = ENOUGH) -> Analysis:
    """What best play would have made of this deal, as far as so much ``work`` reaches.

    The same deal and work give the same analysis.  Raises ``ValueError`` for a deal without a
    contract of two players: there is nothing to be solved then.
    """
    # The bot leaves this to its workers: its own start need not wait for the solver.
    from engine.players.solver import Solver  # noqa: PLC0415
    from engine.players.solver_colons import TooFar  # noqa: PLC0415

    contract = deal.contract
    if contract is None or deal.hands is None or len(deal.dealt) != 2:
        raise ValueError("only a contract between two players can be solved")
    trump = None if contract.strain is Strain.NO_TRUMP else Suit(contract.strain)
    points, cards = _course(deal, contract.declarer)
    solver = Solver()
    solver.allow(work)
    values: list[int | None] = [None] * len(points)
    found: list[dict[int, int]] = [{} for _ in points]
    # From the end: late positions are quickly solved, and help with the earlier ones.
    for at in range(len(points) - 1, -1, -1):
        point = points[at]
        if not point.left:
            values[at] = point.won
            continue
        try:
            plays = solver.best_plays(
                point.hands, point.leader, trump, banned=point.banned, led=point.led
            )
        except TooFar:
            break
        found[at] = {
            card: _declarers(tricks, point, contract.declarer) for card, tricks in plays.items()
        }
        values[at] = _declarers(max(plays.values()), point, contract.declarer)
    return Analysis(
        declarer=contract.declarer,
        needed=contract.tricks_needed,
        values=tuple(values),
        lapses=tuple(_lapses(points, cards, values, found)),
    )


def _declarers(tricks: int, point: _Point, declarer: int) -> int:
    """The declarer's tricks in all when the side to act takes so many of those left."""
    return point.won + (tricks if point.actor == declarer else point.left - tricks)


def _course(deal: PlayedDeal, declarer: int) -> tuple[list[_Point], list[Card]]:
    """Every card of the play with the position before it, and the position after the last."""
    held = [mask_of(hand) for hand in deal.hands or ()]
    points: list[_Point] = []
    cards: list[Card] = []
    leader, banned, won = 1 - declarer, None, 0
    for trick in deal.tricks:
        left = 13 - len(cards) // 2
        leader = trick.leader
        for place, card in enumerate(trick.cards):
            actor = leader ^ place
            led = trick.cards[0].index if place else None
            points.append(
                _Point((held[0], held[1]), leader, None if place else banned, led, actor, won, left)
            )
            cards.append(card)
            held[actor] &= ~card.bit
        if trick.winner is not None:
            won += trick.winner == declarer
            banned = ban(*trick.cards) if trick.cards[1].is_colon else None
            leader = trick.winner
    left = 13 - len(cards) // 2
    if len(cards) % 2:
        led = cards[-1].index
        points.append(_Point((held[0], held[1]), leader, None, led, 1 - leader, won, left))
    else:
        points.append(_Point((held[0], held[1]), leader, banned, None, leader, won, left))
    return points, cards


def _lapses(
    points: list[_Point],
    cards: list[Card],
    values: list[int | None],
    found: list[dict[int, int]],
) -> list[Lapse]:
    lapses: list[Lapse] = []
    for at, card in enumerate(cards):
        before, plays = values[at], found[at]
        if before is None or plays[card.index] == before:
            continue
        better = [card_at(index) for index, value in plays.items() if value == before]
        lapses.append(
            Lapse(
                trick=at // 2,
                place=at % 2,
                seat=points[at].actor,
                card=card,
                before=before,
                after=plays[card.index],
                better=tuple(sorted(better, key=in_pack_order)),
            )
        )
    return lapses
