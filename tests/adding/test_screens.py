"""The shared screens show a game of which they know nothing but its ``GameScreens``."""

from __future__ import annotations

import random

from bot import limits
from bot.screens.end import end
from bot.screens.hand import hand
from bot.screens.lists import more, scores
from bot.screens.models import Player, TableInfo
from bot.screens.notice import confirm_resign
from bot.screens.table import finished_deal, table
from engine import new_game
from tests.adding.games import WITH_WHIST
from tests.bot.screens.helpers import ENGLISH, buttons, positions, read

INFO = TableInfo(12, "whist", WITH_WHIST.screens, (Player("Ada", 1), Player("Ben", 2)), 1, 2, 3)


async def test_every_position_fits_on_every_screen() -> None:
    game = new_game("whist", seed=bytes(32), options={"deals": 2}, kinds=WITH_WHIST.rules)
    for _ in positions(game, random.Random(1)):
        public = game.view(None)
        layouts = [
            table(public, INFO, ENGLISH),
            *(hand(game.view(seat), INFO, ENGLISH) for seat in (0, 1)),
            scores(public, INFO, ENGLISH),
            more(public, INFO, 0, ENGLISH),
            *(finished_deal(public, deal.number, INFO, ENGLISH) for deal in public.deals),
        ]
        assert [problem for layout in layouts for problem in limits.problems(layout)] == []
    last = end(game.view(None), INFO, ENGLISH)
    assert limits.problems(last) == []
    assert "**1.** Ada" in read(last)


async def test_a_hand_tells_what_it_must_and_may_do() -> None:
    game = new_game("whist", seed=bytes(32), options={"deals": 2}, kinds=WITH_WHIST.rules)
    leader = game.to_act[0]
    text = read(hand(game.view(leader), INFO, ENGLISH))
    assert "Whist #12 · deal 1 of 2" in text
    assert "Your turn: lead a card" in text
    game.apply(leader, game.view(leader).hand[0])
    view = game.view(1 - leader)
    panel = hand(view, INFO, ENGLISH)
    enabled = [part for key, part in buttons(panel).items()
               if ".play." in key and not part.get("disabled")]  # fmt: skip
    assert view.decision is not None
    assert len(enabled) == len(view.decision.choices)
    assert view.barred
    assert "follow suit with any" in read(panel)


async def test_the_last_deal_is_told_at_the_beginning_of_the_next() -> None:
    game = new_game("whist", seed=bytes(32), options={"deals": 2}, kinds=WITH_WHIST.rules)
    for _ in positions(game, random.Random(1)):
        view = game.view(0)
        fresh = view.deal == 2 and not view.tricks and view.trick is None
        told = "**Last deal:** Ada" in read(hand(view, INFO, ENGLISH))
        assert told == (fresh and view.outcome is None)


async def test_what_a_resignation_means() -> None:
    assert "Resign Whist #12? Your opponent wins" in read(confirm_resign(INFO, 0, ENGLISH))
