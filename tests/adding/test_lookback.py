"""A finished game of Whist is looked back on by screens that know nothing of it."""

from __future__ import annotations

import random
from pathlib import Path

from bot import limits
from bot.screens.replay import replay
from bot.screens.replay_stages import FinishedGame, Spot, after, stages_of
from engine import new_game
from engine.lookback import look_back
from tests.adding.games import WITH_WHIST
from tests.adding.test_screens import INFO
from tests.bot.screens.helpers import ENGLISH, positions, read
from tests.harness import control_of, house


async def test_every_place_of_a_game() -> None:
    game = new_game("whist", seed=bytes(32), options={"deals": 2}, kinds=WITH_WHIST.rules)
    for _ in positions(game, random.Random(1), 0):
        pass
    deals = tuple(look_back(game, WITH_WHIST.rules))
    shown = FinishedGame(deals, game.view(None), INFO)
    spot: Spot | None = Spot()
    places = 0
    while spot is not None:
        layout = replay(shown, spot, "none", ENGLISH)
        assert limits.problems(layout) == []
        assert "Whist #12 · deal" in read(layout)
        places += 1
        spot = after(deals, spot)
    assert places == sum(len(stages_of(deal)) for deal in deals) == 15 * len(deals)


async def test_by_the_button_at_the_end(tmp_path: Path) -> None:
    async with house(tmp_path, games=WITH_WHIST) as home:
        table = await home.two("whist", deals=1)
        await table.play_on(random.Random(1))
        await table.settled()
        cleo = home.person("Cleo")
        end = await table.public()
        answer = await cleo.press(end, control_of(end, "lookback"))
        assert answer.message is not None
        await cleo.press_label(answer.message.id, "Last")
        assert "The game is over" in cleo.message(answer.message.id).text
