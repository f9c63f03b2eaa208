"""Games brought to a position: dealt as a test wants them, played on at random, looked into."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence
from itertools import chain

from engine import KINDS, Discard, Game, shuffle
from engine.auction import Auction
from engine.card_game import CardGame
from engine.cards import PACK, PACK_WITH_COLONS, Card, card
from engine.game import Action, Decision, OptionValue

Shuffle = Callable[[int], tuple[Card, ...] | None]


def cards(text: str) -> tuple[Card, ...]:
    """The cards named in a text."""
    return tuple(card(name) for name in text.split())


def seed_for(kind: str, dealer: int) -> bytes:
    """A seed with which this seat deals first."""
    for number in range(1000):
        seed = number.to_bytes(32)
        if shuffle.first_dealer(seed, KINDS[kind].seats) == dealer:
            return seed
    raise AssertionError("no such seed")


def rigged(
    kind: str,
    order_of: Shuffle,
    *,
    seed: bytes | None = None,
    dealer: int = 0,
    options: Mapping[str, OptionValue] | None = None,
) -> CardGame:
    """A game with stacked packs: ``order_of(deal)``, or the shuffle's where that is ``None``."""
    base = KINDS[kind]

    class Rigged(base):  # type: ignore[misc, valid-type]
        __slots__ = ()

        def _order(self) -> tuple[Card, ...]:
            return order_of(self._deal) or super()._order()

    return Rigged(seed or seed_for(kind, dealer), options)


def pack_for(
    kind: str, hands: Sequence[Sequence[Card]], dealer: int, stock: Sequence[Card] = ()
) -> tuple[Card, ...]:
    """The order of the pack that deals these hands of 13, with ``stock`` on top of the rest."""
    seats = len(hands)
    starting = [hands[(dealer + 1 + place) % seats] for place in range(seats)]
    dealt = [*chain.from_iterable(zip(*starting, strict=True)), *stock]
    pack = PACK_WITH_COLONS if kind == "bridgette" else PACK
    rest = [other for other in pack if other not in dealt]
    order = (*dealt, *rest)
    assert len(order) == len(set(order)) == len(pack)
    return order


def filled(kind: str, *held: str, keep_out: str = "") -> list[tuple[Card, ...]]:
    """Hands of 13 that hold the cards named, filled up with the lowest cards left over."""
    named = [list(cards(text)) for text in held]
    taken = {*chain.from_iterable(named), *cards(keep_out)}
    spare = sorted(
        (other for other in PACK if other not in taken), key=lambda c: (c.rank or 0, c.index)
    )
    for hand in named:
        while len(hand) < 13:
            hand.append(spare.pop(0))
    return [tuple(hand) for hand in named]


def bridgette(hand_0: Sequence[Card], hand_1: Sequence[Card], dealer: int = 0) -> CardGame:
    """Bridgette at the beginning of an auction with these hands: each has put away what it drew."""
    used = {*hand_0, *hand_1}
    low = [c for c in PACK if c not in used and (c.rank or 0) < 9]
    order = pack_for("bridgette", (hand_0, hand_1), dealer, low[:6])
    game = rigged("bridgette", lambda deal: order if deal == 1 else None, dealer=dealer)
    for seat in (0, 1):
        drawn = [c for c in game.decision(seat).cards if c not in used]
        game.apply(seat, Discard(tuple(drawn)))
    assert game.view(0).phase == "auction"
    return game


def play(game: Game, *texts: str) -> None:
    """Apply texts, each by the first seat to act."""
    for text in texts:
        game.apply(game.to_act[0], text)


def choices(game: Game) -> set[str]:
    """The texts of what the first seat to act may do."""
    return {str(choice) for choice in asked(game).choices}


def asked(game: Game, seat: int | None = None) -> Decision:
    """The decision of a seat, the first to act if none is given."""
    decision = game.decision(game.to_act[0] if seat is None else seat)
    assert decision is not None
    return decision


def at_random(decision: Decision, rng: random.Random) -> Action:
    """A legal action; in Call Bridge a low bid, so that games end."""
    if decision.kind == "discard":
        return Discard(tuple(rng.sample(decision.cards, decision.count)))
    if decision.kind == "bid":
        return rng.choice(decision.choices[:3])
    return rng.choice(decision.choices)


def play_on(game: Game, rng: random.Random, steps: int = 1_000_000) -> None:
    """Play at random, at most so many actions."""
    while game.to_act and steps > 0:
        seat = rng.choice(game.to_act)
        game.apply(seat, at_random(asked(game, seat), rng))
        steps -= 1


def everything(game: Game) -> dict[str, object]:
    """The whole state of a game, private parts included, as values that can be compared."""
    return {
        name: _value(getattr(game, name))
        for cls in type(game).__mro__
        for name in getattr(cls, "__slots__", ())
        if hasattr(game, name)
    }


def _value(part: object) -> object:
    if isinstance(part, Auction):
        return tuple(_value(getattr(part, name)) for name in Auction.__slots__)
    if isinstance(part, list | tuple):
        return tuple(_value(item) for item in part)
    if isinstance(part, dict):
        return tuple(sorted(part.items()))
    return part
