"""A game replayed beside the bot's: what each seat holds, may do and may know at each action.

Made from the seed that the test itself chose, so that nothing of the bot's game but its list of
actions comes in.  What a seat may know follows from the rules alone: the cards it has held, the
cards that were played, the up-card and the tops of an open stock.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from engine import new_game, shuffle
from engine.cards import CARDS_BY_TEXT
from engine.game import DrawBridgeView, OptionValue, View
from tests.whole_games.facts import Facts, facts_of

STOCK_TOP = {"bridgette": 26, "drawbridge": 26}  # where the stock begins in the order of the pack


@dataclass(frozen=True, slots=True)
class State:
    """The game after so many actions, as far as something shown can be held against it.

    ``hands``, ``asked`` (the texts of the legal actions; of a discard the cards to choose from) and
    ``known`` are by seat; ``public`` is what a spectator may know.
    """

    number: int
    over: bool
    to_act: tuple[int, ...]
    decisions: tuple[int, ...]
    facts: Facts
    hands: tuple[frozenset[str], ...]
    asked: tuple[frozenset[str], ...]
    known: tuple[frozenset[str], ...]
    public: frozenset[str]

    def may_know(self, seat: int | None) -> frozenset[str]:
        """The cards of this deal that a seat, or a spectator (``None``), may know."""
        return self.public if seat is None else self.known[seat] | self.public


class Replay:
    """Follows a game, action by action."""

    def __init__(
        self, kind: str, seed: bytes, options: Mapping[str, OptionValue], names: Sequence[str]
    ) -> None:
        self.game = new_game(kind, seed=seed, options=options)
        self.names = tuple(names)
        self.finished: dict[int, frozenset[str]] = {}
        self._sealed = False
        self._deal = 0
        self._held: list[set[str]] = []
        self._public: set[str] = set()
        self._note_cards(self.game.view(None))
        self.states = [self._state()]

    @property
    def last(self) -> State:
        """The game as it stands."""
        return self.states[-1]

    def seal(self) -> None:
        """The game is over and checked: keep its last position alone."""
        self.states = self.states[-1:]
        self._sealed = True

    def follow(self, actions: Sequence[tuple[int, str]]) -> None:
        """Carry out what is new among these actions.  ``AssertionError`` if old ones changed."""
        if self._sealed:
            return
        done = len(self.states) - 1
        assert actions[max(0, done - 1) : done] == self.game.actions[max(0, done - 1) :], (
            "the past has changed"
        )
        for seat, text in actions[done:]:
            number = self.game.view(None).number
            asked = self.game.decision(seat)
            if asked is not None and asked.kind == "play" and text in CARDS_BY_TEXT:
                self._public.add(text)
            self.game.apply(seat, text)
            view = self.game.view(None)
            if len(view.deals) >= number and number not in self.finished:
                self.finished[number] = frozenset(self._public)
            self._note_cards(view)
            self.states.append(self._state())

    def _note_cards(self, view: View) -> None:
        hands = [{str(card) for card in self.game.view(seat).hand} for seat in range(view.seats)]
        if view.deal != self._deal:
            self._deal = view.deal
            self._held = hands
            self._public = set()
        else:
            for seat, hand in enumerate(hands):
                self._held[seat] |= hand
        top = self._open_card(view)
        if top is not None:
            self._public.add(top)

    def _open_card(self, view: View) -> str | None:
        """The up-card, or the top of an open stock."""
        if view.kind == "callbridge":
            return None
        place = STOCK_TOP[view.kind]
        if isinstance(view, DrawBridgeView):
            if view.options["stock"] != "open" or view.phase != "draw":
                return None
            place += 2 * len(view.draw_tricks)
        order = shuffle.order(self.game.seed, view.deal, type(self.game).pack)  # type: ignore[attr-defined]
        return str(order[place])

    def _state(self) -> State:
        view = self.game.view(None)
        views = [self.game.view(seat) for seat in range(view.seats)]
        return State(
            number=view.number,
            over=view.outcome is not None,
            to_act=view.to_act,
            decisions=view.decisions,
            facts=facts_of(view, self.names),
            hands=tuple(frozenset(str(card) for card in each.hand) for each in views),
            asked=tuple(_asked(each) for each in views),
            known=tuple(frozenset(held) for held in self._held),
            public=frozenset(self._public),
        )


def _asked(view: View) -> frozenset[str]:
    if view.decision is None:
        return frozenset()
    if view.decision.kind == "discard":
        return frozenset(str(card) for card in view.decision.cards)
    return frozenset(str(choice) for choice in view.decision.choices)
