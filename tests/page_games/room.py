"""The real bot, the playground's page on it, and games played there to their end."""

from __future__ import annotations

import asyncio
import random
import re
from collections.abc import Awaitable, Callable, Sequence

from playwright.async_api import expect

from data.records import StoredGame
from engine.game import Game
from engine.record import verify, write
from tests.harness import WAIT, House
from tests.page_games.player import ASKED, Player, by


async def play(
    players: Sequence[Player],
    chance: random.Random,
    until: Callable[[], Awaitable[bool]] | None = None,
) -> int:
    """Whoever is asked acts, until the table shows Rematch or ``until`` holds; how many acted.

    A player without an open hand presses My hand first.
    """
    acted = 0
    for player in players:
        await player.open_hand()
    rematch = players[0].column.locator(by("rematch"))
    something = rematch
    for player in players:
        something = something.or_(player.panel.locator(ASKED))
    async with asyncio.timeout(WAIT) as patience:
        while True:
            if until is not None and await until():
                return acted
            for player in players:
                if await player.asked():
                    await player.act(chance)
                    acted += 1
                    patience.reschedule(asyncio.get_running_loop().time() + WAIT)
                    break
            else:
                if await rematch.count():
                    return acted
                await something.first.wait_for()


async def shown_totals(player: Player) -> dict[str, int]:
    """Each player's total, as the end of the game shows it in this column.

    Behind a name may stand that a computer plays, and how well.
    """
    text = (
        await player.column.locator("[data-message-id]")
        .filter(has=player.the("rematch"))
        .last.inner_text()
    )
    (line,) = re.findall(r"^Totals: (.*)$", text, re.MULTILINE)
    return {
        re.sub(r" \(.*\)$", "", name): int(points.replace(",", ""))
        for name, points in re.findall(r"([^·]+?) (-?[\d,]+)(?: · |$)", line)
    }


async def recorded(home: House, game_id: int) -> tuple[StoredGame, Game]:
    """A finished game as it is stored, and replayed from its own record, which must verify."""
    stored = await home.database.games.load(game_id)
    assert stored is not None
    assert stored.state == "over"
    own = await home.table(game_id)
    verify(write(own.game, [seat.name or "Computer" for seat in own.seats]))
    assert list(stored.actions) == own.game.actions
    return stored, own.game


async def check_the_end(home: House, player: Player, game_id: int = 1) -> StoredGame:
    """What the page shows at the end is what the record says."""
    stored, game = await recorded(home, game_id)
    names = [seat.name or "Computer" for seat in stored.seats]
    shown = await shown_totals(player)
    if len(set(names)) == len(names):
        assert shown == dict(zip(names, game.totals, strict=True))
    assert list(shown.values()) == list(game.totals)
    end = player.column.locator("[data-message-id]").filter(has=player.the("rematch")).last
    await expect(end).to_contain_text(game.seed.hex())
    return stored
