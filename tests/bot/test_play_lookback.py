"""Finished games stepped through over the gateway, by whoever likes to."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from bot.screens.models import TableInfo
from bot.screens.replay import replay, shared, stage_title
from bot.screens.replay_stages import (
    FinishedGame,
    Remarks,
    Spot,
    after,
    deal_numbered,
    end_of,
    stages_of,
)
from bot.screens.words import cards
from bot.tables.table import player_of
from bot.texts import Texts
from bot.workers.errors import WorkFailed
from bot.workers.pool import Priority
from engine.analysis import analyse
from engine.lookback import PlayedDeal, look_back
from playground import Person, Seen
from tests.bot.screens.helpers import read
from tests.harness import WAIT, House, TableOf, control_of, find_control, house, made_up, with_names

ENGLISH = Texts.for_locale("en-US")


async def finished(home: House, table: TableOf) -> FinishedGame:
    """What the bot should show of this game, from its own table."""
    own = await home.table(table.game_id)
    info: TableInfo = own.info()
    return FinishedGame(tuple(look_back(own.game)), own.game.view(None), info)


async def given_up(home: House, kind: str = "bridgette", **options: Any) -> TableOf:
    """A game of Ada and Ben in which something was played before Ben resigned."""
    table = await home.two(kind, **options)
    await table.play_on(random.Random(1), lambda own: len(own.game.actions) >= 12)
    ask = await home.person("Ben").command(home.channel, "game resign", game=table.game_id)
    assert ask.message is not None
    await home.person("Ben").press(ask.message, control_of(ask.message, "giveup"))
    await table.settled()
    return table


async def opened(person: Person, seen: Seen, verb: str = "lookback") -> Seen:
    """Press a control that opens a page of one's own."""
    answer = await person.press(seen, control_of(seen, verb))
    assert answer.message is not None
    assert answer.message.ephemeral
    return answer.message


async def complete(person: Person, page: Seen) -> Seen:
    """The message once its remarks have come."""
    async with asyncio.timeout(WAIT):
        while "Looking at the play" in person.message(page.id).text:  # noqa: ASYNC110
            await asyncio.sleep(0.01)
    return person.message(page.id)


async def step(person: Person, page: Seen, label: str) -> Seen:
    """Press one of the steps; the page is turned in place."""
    answer = await person.press_label(page.id, label)
    assert answer.kind == "update"
    return await complete(person, page)


async def choose(person: Person, page: Seen, value: str) -> Seen:
    """Choose a deal or a stage; the page is turned in place."""
    for select in page.selects():
        if any(option["value"] == value for option in select["options"]):
            answer = await person.select(page, str(select["custom_id"]), [value])
            assert answer.kind == "update"
            return await complete(person, page)
    raise AssertionError(f"nothing to choose {value} from in\n{page.text}")


def page_of(game: FinishedGame, spot: Spot) -> str:
    """The page as it should be, remarks and all."""
    return read(replay(game, spot, remarks_on(game.view.kind, game.deals[spot.deal]), ENGLISH))


@cache
def remarks_on(kind: str, deal: PlayedDeal) -> Remarks:
    return "none" if kind == "callbridge" or deal.contract is None else analyse(deal)


@pytest.mark.parametrize(
    ("kind", "options"),
    [("bridgette", {"deals": 2}), ("drawbridge", {"target": 50})],
)
async def test_a_stranger_steps_through_a_whole_game(
    tmp_path: Path, kind: str, options: dict[str, int]
) -> None:
    async with house(tmp_path, seed=f"lookback {kind}") as home:
        table = await home.two(kind, **options)
        await table.play_on(random.Random(2))
        await table.settled()
        game = await finished(home, table)
        cleo = home.person("Cleo")
        page = await opened(cleo, await table.public())
        spot: Spot | None = Spot()
        while spot is not None:
            page = await complete(cleo, page)
            assert with_names(page.text) == page_of(game, spot)
            spot = after(game.deals, spot)
            if spot is not None:
                await cleo.press_label(page.id, "Next")
        assert find_control(page, "record")
        page = await step(cleo, page, "First")
        assert with_names(page.text) == page_of(game, Spot())
        page = await step(cleo, page, "Last")
        assert with_names(page.text) == page_of(game, end_of(game.deals))
        page = await step(cleo, page, "Back")
        place = len(stages_of(game.deals[-1])) - 2
        assert with_names(page.text) == page_of(game, Spot(len(game.deals) - 1, place))
        page = await choose(cleo, page, "0-0")
        page = await choose(cleo, page, "0-2")
        assert with_names(page.text) == page_of(game, Spot(0, 2))
        answer = await cleo.command(home.channel, "game show", game=table.game_id, deal=2)
        assert answer.message is not None
        second = await complete(cleo, answer.message)
        assert with_names(second.text) == page_of(game, deal_numbered(game.deals, 2))


async def test_call_bridge_with_computers(tmp_path: Path) -> None:
    async with house(tmp_path, seed="lookback four") as home:
        table = await home.four(target=5)
        await table.play_on(random.Random(2))
        await table.settled()
        game = await finished(home, table)
        ada = home.person("Ada")
        page = await opened(ada, await table.public())
        for place in range(1, len(stages_of(game.deals[0]))):
            page = await choose(ada, page, f"0-{place}")
            assert with_names(page.text) == page_of(game, Spot(0, place))
        assert "Best play" not in page.text


async def test_only_finished_games_of_this_server(tmp_path: Path) -> None:
    async with house(tmp_path) as home:
        table = await home.two("bridgette")
        ada, cleo = home.person("Ada"), home.person("Cleo")
        own = await table.bots_own()
        for person in (ada, cleo):
            answer = await person.command(home.channel, "game show", game=table.game_id)
            assert answer.message is not None
            assert "still being played" in answer.message.text
            for verb, arg in (("lookback", ""), ("look", "n~0-1"), ("share", "s~0-1")):
                public = await table.public()
                told = await person.press(public, made_up(verb, table.game_id, arg=arg), forge=True)
                assert told.message is not None
                assert told.message.ephemeral
                assert "still being played" in told.message.text
                for seat in (0, 1):
                    assert cards(own.game.view(seat).hand, ENGLISH) not in told.message.text
        unknown = await ada.command(home.channel, "game show", game=999)
        assert unknown.message is not None
        assert "no game with this number" in unknown.message.text
        await ada.press((ask := await resign(home, ada, table)), control_of(ask, "giveup"))
        await table.settled()
        other = home.playground.add_guild("Elsewhere", people=[ada, cleo])
        elsewhere = home.playground.channel("general", other)
        await cleo.wait_for(lambda seen: True, home.channel)
        for person, words in ((cleo, "no game with this number"), (ada, "another server")):
            answer = await person.command(elsewhere, "game show", game=table.game_id)
            assert answer.message is not None
            assert words in answer.message.text


async def resign(home: House, person: Person, table: TableOf) -> Seen:
    answer = await person.command(home.channel, "game resign", game=table.game_id)
    assert answer.message is not None
    return answer.message


async def test_pages_outlive_a_restart(tmp_path: Path) -> None:
    async with house(tmp_path, seed="restart") as home:
        table = await given_up(home)
        game = await finished(home, table)
        ada, ben = home.person("Ada"), home.person("Ben")
        page = await opened(ada, await table.public())
        listed = await ben.command(home.channel, "game history")
        assert listed.message is not None
        shown = await ada.press_label(page.id, "Show to all")
        assert shown.message is not None
        await home.restart()
        page = await step(ada, page, "Next")
        assert with_names(page.text) == page_of(game, Spot(0, 1))
        public = ben.message(shown.message.id)
        assert with_names((await opened(ben, public)).text) == page_of(game, Spot(0, 0))
        mine = await ben.press_label(listed.message.id, "My games")
        assert mine.kind == "update"
        assert "played by Ben" in ben.message(listed.message.id).text


async def test_a_place_is_shown_to_all(tmp_path: Path) -> None:
    async with house(tmp_path, seed="share") as home:
        table = await given_up(home, "drawbridge")
        game = await finished(home, table)
        ada, ben = home.person("Ada"), home.person("Ben")
        page = await opened(ada, await table.public())
        page = await step(ada, page, "Next")
        await ada.press_label(page.id, "Show to all")
        public = ben.messages()[-1]
        assert not public.ephemeral
        assert public.text == read(shared(game, Spot(0, 1), "none", "Ada", ENGLISH))
        assert ada.message(page.id).text == page.text
        own = await opened(ben, public)
        assert with_names(own.text) == page_of(game, Spot(0, 1))
        turned = await step(ben, own, "Next")
        assert with_names(turned.text) == page_of(game, Spot(0, 2))
        assert ben.message(public.id).text == public.text


async def test_who_may_not_write_shows_nothing(tmp_path: Path) -> None:
    async with house(tmp_path, seed="share") as home:
        table = await given_up(home)
        cleo = home.person("Cleo")
        page = await opened(cleo, await table.public())
        home.playground.set_permissions(home.channel, deny=("SEND_MESSAGES",), who=cleo)
        before = len([seen for seen in home.person("Ada").messages() if not seen.ephemeral])
        answer = await cleo.press_label(page.id, "Show to all")
        assert answer.message is not None
        assert answer.message.ephemeral
        assert "may not write" in answer.message.text
        after_it = [seen for seen in home.person("Ada").messages() if not seen.ephemeral]
        assert len(after_it) == before


class Gate:
    """In place of the workers: work waits until it is let through."""

    def __init__(self, error: Exception | None = None) -> None:
        self.open = asyncio.Event()
        self.asked = 0
        self._error = error

    async def run(
        self,
        function: Callable[..., Any],
        *arguments: Any,
        limit: float,
        patience: float,
        priority: Priority,
    ) -> Any:
        assert priority is Priority.REMARK  # whoever plays comes first
        self.asked += 1
        await self.open.wait()
        if self._error is not None:
            raise self._error
        return function(*arguments)


async def played(home: House) -> tuple[FinishedGame, Seen]:
    """A whole game, and its end screen."""
    table = await home.two("drawbridge", target=50)
    await table.play_on(random.Random(5))
    await table.settled()
    return await finished(home, table), await table.public()


def first_trick(game: FinishedGame) -> int:
    stages = stages_of(game.deals[-1])
    return next(place for place, stage in enumerate(stages) if stage.name == "trick")


async def test_remarks_come_after_the_page_and_never_to_another(tmp_path: Path) -> None:
    async with house(tmp_path, seed="late") as home:
        game, end = await played(home)
        gate = Gate()
        home.client.app.lookbacks._pool = gate  # type: ignore[assignment]
        ada = home.person("Ada")
        deal, trick = len(game.deals) - 1, first_trick(game)
        page = await opened(ada, end)
        await ada.press_label(page.id, "Last")
        for select in ada.message(page.id).selects():
            if any(option["value"] == f"{deal}-{trick}" for option in select["options"]):
                await ada.select(page.id, str(select["custom_id"]), [f"{deal}-{trick}"])
        await ada.press_label(page.id, "Next")
        waiting = ada.message(page.id).text
        assert "Looking at the play…" in waiting
        assert f"### {stage_title(stages_of(game.deals[deal])[trick + 1], ENGLISH)}" in waiting
        assert gate.asked >= 1
        asked = gate.asked
        gate.open.set()
        assert with_names((await complete(ada, page)).text) == page_of(game, Spot(deal, trick + 1))
        # What was found is kept: the next page has its remarks at once.
        await ada.press_label(page.id, "Back")
        assert with_names(ada.message(page.id).text) == page_of(game, Spot(deal, trick))
        assert gate.asked == asked


async def test_remarks_that_cannot_be_had_are_said_to_be_missing(tmp_path: Path) -> None:
    async with house(tmp_path, seed="late") as home:
        _, end = await played(home)
        gate = Gate(WorkFailed("engine.analysis: ValueError"))
        gate.open.set()
        home.client.app.lookbacks._pool = gate  # type: ignore[assignment]
        ada = home.person("Ada")
        page = await opened(ada, end)
        await ada.press_label(page.id, "Last")
        assert "could not be looked at" in (await complete(ada, page)).text


@pytest.mark.parametrize("arg", ["", "n~", "n~1", "n~a-b", "n~-1-0", "n~1-1-1"])
async def test_places_that_make_no_sense(tmp_path: Path, arg: str) -> None:
    async with house(tmp_path, seed="odd") as home:
        table = await given_up(home)
        ada = home.person("Ada")
        page = await opened(ada, await table.public())
        answer = await ada.press(page, made_up("look", table.game_id, arg=arg), forge=True)
        assert answer.message is not None
        assert "can make nothing of this press" in answer.message.text
        far = await ada.press(page, made_up("look", table.game_id, arg="n~99-99"), forge=True)
        assert far.kind == "update"


async def test_a_former_player_has_no_name(tmp_path: Path) -> None:
    async with house(tmp_path, seed="former") as home:
        table = await given_up(home)
        game = await finished(home, table)
        assert [player_of(seat).name for seat in (await table.bots_own()).seats]
        ada = home.person("Ada")
        page = await opened(ada, await table.public())
        assert "Ben" in page.text
        await home.database.privacy.take_out(home.person("Ben").id, home.client.app.clock.now())
        page = await step(ada, page, "Next")
        assert "Ben" not in page.text
        assert "a former player" in page.text
        listed = await ada.command(home.channel, "game history")
        assert listed.message is not None
        assert "Ben" not in listed.message.text
        assert "a former player" in listed.message.text
        assert game.deals
