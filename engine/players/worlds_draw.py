"""Worlds in the draw phase of Draw Bridge: the opponent's hand, by all that a view shows.

After the draw phase there is nothing to guess.  During it, a world is a hand that contradicts
nothing seen: cards played, tops of an open stock that the opponent drew, and, where suit must be
followed, suits that the opponent was out of until drawing more.
"""

from __future__ import annotations

import random
from collections.abc import Callable

from engine.cards import Card
from engine.game import DrawBridgeView
from engine.hands import mask_of
from engine.players.counting import unseen

_START = -1  # when the cards dealt were had; a card drawn after trick t is had from t


class DrawWorlds:
    """Hands that the opponent of a view may hold in the draw phase.

    ``keep`` says how much a player likes to keep a card: an opponent is taken to have thrown
    what was liked least.
    """

    __slots__ = ("_free", "_keep", "_least", "_rng", "known", "pool")

    def __init__(
        self, view: DrawBridgeView, rng: random.Random, keep: Callable[[int], float]
    ) -> None:
        if view.seat is None:
            raise ValueError("a spectator has no opponent")
        other = 1 - view.seat
        self._rng = rng
        self._keep = keep
        known: dict[int, Card] = {}  # by the trick after which it was drawn
        for number, (trick, card) in enumerate(
            zip(view.draw_tricks, view.stock_shown, strict=False)
        ):
            if trick.winner == other:
                known[number] = card
        played = [
            (number, trick.cards[trick.leader ^ other])
            for number, trick in enumerate(view.draw_tricks)
        ]
        if view.trick is not None and view.trick.leader == other:
            played.append((len(view.draw_tricks), view.trick.cards[0]))
        gone = mask_of(card for _, card in played)
        self.known = mask_of(known.values()) & ~gone
        self.pool = unseen(view) & ~self.known
        if view.stock_top is not None:
            self.pool &= ~view.stock_top.bit
        voids = _voids(view, other)
        self._least = [max(times, default=_START) for times in voids]
        slots = [_START] * 13 + [
            number for number in range(len(view.draw_tricks)) if number not in known
        ]
        shown = mask_of(known.values())
        unknown = [(number, card) for number, card in played if not card.bit & shown]
        self._free = _left_over(slots, unknown, voids)

    def sample(self) -> int:
        """A hand of the opponent."""
        hand = self.known
        pool = _bits(self.pool)
        for slot, thrown in self._free:
            fits = [bit for bit in pool if self._least[(bit.bit_length() - 1) // 13] <= slot]
            bit = self._pick(fits or pool, thrown)
            pool.remove(bit)
            hand |= bit
        return hand

    def _pick(self, bits: list[int], thrown: list[Card]) -> int:
        """A card for a place in the hand; rather none that would have been thrown earlier."""
        rng = self._rng
        bit = rng.choice(bits)
        if thrown:
            liked = max(self._keep(card.index) for card in thrown)
            for _ in range(3):
                if self._keep(bit.bit_length() - 1) >= liked:
                    break
                bit = rng.choice(bits)
        return bit


def _voids(view: DrawBridgeView, seat: int) -> list[list[int]]:
    """For each suit the tricks of the draw phase to which a seat could not follow."""
    voids: list[list[int]] = [[], [], [], []]
    if view.options["draw"] == "follow":
        for number, trick in enumerate(view.draw_tricks):
            led, reply = trick.cards
            if trick.leader != seat and led.suit is not None and reply.suit is not led.suit:
                voids[led.suit].append(number)
    return voids


def _left_over(
    slots: list[int], played: list[tuple[int, Card]], voids: list[list[int]]
) -> list[tuple[int, list[Card]]]:
    """The places of a hand that are not taken by cards played, each with the cards thrown after it.

    A card played must have been had before, and after its suit was last missing.  Taking the
    places in order, each for the card that was played first, finds a way if there is one.
    """
    waiting: list[tuple[int, int, Card]] = []
    for number, card in played:
        times = voids[card.suit] if card.suit is not None else []
        waiting.append(
            (number, max((time for time in times if time < number), default=_START), card)
        )
    free: list[tuple[int, list[Card]]] = []
    for slot in slots:
        fitting = [item for item in waiting if item[1] <= slot < item[0]]
        if fitting:
            waiting.remove(min(fitting))
        else:
            free.append((slot, [card for number, card in played if number > slot]))
    return free


def _bits(mask: int) -> list[int]:
    return [1 << index for index in range(mask.bit_length()) if mask >> index & 1]
