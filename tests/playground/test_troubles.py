"""Faults on demand, rate limits, and the log of it all."""

from __future__ import annotations

import asyncio

import aiohttp
import pytest

from playground import Playground
from playground.faults import CODES
from tests.playground.conftest import Api

MESSAGES = "/channels/{channel.id}/messages"


@pytest.mark.parametrize("code", sorted(CODES))
async def test_every_code_can_be_had(api: Api, playground: Playground, code: int) -> None:
    fault = playground.faults.add("POST", MESSAGES, code)
    answer = await api.send({"content": "x"})
    assert (answer.code, fault.hits) == (code, 1)
    assert (await api.send({"content": "x"})).status == 200


async def test_a_number_of_times_and_any_call(api: Api, playground: Playground) -> None:
    playground.faults.add("*", "*", 502, times=2)
    statuses = [(await api("GET", "/users/@me")).status for _ in range(3)]
    assert statuses == [502, 502, 200]
    playground.faults.add("GET", "/users/@me", 500, times=None)
    assert [(await api("GET", "/users/@me")).status for _ in range(3)] == [500] * 3
    assert (await api("GET", "/gateway")).status == 200
    playground.faults.clear()
    assert (await api("GET", "/users/@me")).status == 200


async def test_an_answer_can_be_lost(api: Api, playground: Playground) -> None:
    playground.faults.add("POST", MESSAGES, 500, after=True)
    assert (await api.send({"content": "x"})).status == 500
    assert playground.person("Ada").latest().text == "x"


async def test_a_call_can_hang(api: Api, playground: Playground) -> None:
    fault = playground.faults.add("POST", MESSAGES, "hang")
    call = asyncio.create_task(api.send({"content": "x"}))
    assert (await api("GET", "/users/@me")).status == 200
    assert not call.done()
    playground.faults.remove(fault)
    assert (await call).status == 503


@pytest.mark.parametrize("after", [False, True])
async def test_a_connection_can_be_dropped(api: Api, playground: Playground, after: bool) -> None:
    playground.faults.add("POST", MESSAGES, "drop", after=after)
    with pytest.raises(aiohttp.ClientConnectionError):
        await api.send({"content": "x"})
    there = [seen.text for seen in playground.person("Ada").messages()]
    assert there == ["x"] * after


async def test_a_rate_limit_can_be_of_the_whole_bot(api: Api, playground: Playground) -> None:
    for everywhere in (False, True):
        playground.faults.add("POST", MESSAGES, 429, everywhere=everywhere, retry_after=0.5)
        answer = await api.send({"content": "x"})
        assert answer.status == 429
        assert answer.body["global"] is everywhere


async def test_unknown_faults_are_refused(playground: Playground) -> None:
    with pytest.raises(ValueError, match="no error"):
        playground.faults.add("GET", "*", 418)


async def test_five_messages_in_five_seconds(api: Api, playground: Playground) -> None:
    playground.limits.scale = 1
    playground.clock.stand_still()
    answers = [await api.send({"content": str(n)}) for n in range(6)]
    assert [each.status for each in answers] == [200] * 5 + [429]
    left = [each.headers["X-RateLimit-Remaining"] for each in answers]
    assert left == ["4", "3", "2", "1", "0", "0"]
    last = answers[-1]
    assert last.body["global"] is False
    assert 0 < last.body["retry_after"] <= 5
    assert last.headers["Via"]
    assert last.headers["X-RateLimit-Scope"] == "user"
    other = f"/channels/{playground.channel('lounge').id}/messages"
    assert (await api("POST", other, {"content": "x"})).status == 200
    edit = f"/channels/{playground.channel().id}/messages/{answers[0].body['id']}"
    edits = [(await api("PATCH", edit, {"content": str(n)})).status for n in range(6)]
    assert edits == [200] * 5 + [429]
    playground.advance(5)
    assert (await api.send({"content": "x"})).status == 200


async def test_fifty_calls_a_second(api: Api, playground: Playground) -> None:
    playground.limits.scale = 1
    playground.clock.stand_still()
    answers = [await api("GET", "/users/@me") for _ in range(51)]
    assert answers[49].status == 200
    assert (answers[50].status, answers[50].body["global"]) == (429, True)
    free = await api("POST", "/interactions/1/x/callback", {"type": 4})
    assert free.code == 10062, "answers to interactions do not count"


async def test_the_log_has_no_token(api: Api, playground: Playground) -> None:
    await api("POST", "/interactions/1/secret/callback", {"type": 4})
    await api("PATCH", "/webhooks/1/secret/messages/@original", {"content": "x"})
    calls = list(playground.journal.calls)
    assert [each.path for each in calls] == [
        "/interactions/1/***/callback",
        "/webhooks/1/***/messages/@original",
    ]
    assert [each.status for each in calls] == [404, 404]
    assert playground.token not in str(calls)


async def test_a_short_log_says_what_it_dropped(monkeypatch: pytest.MonkeyPatch) -> None:
    async with await Playground.start(journal_limit=2) as playground:
        ada = playground.person("Ada")
        for n in range(5):
            ada.say(playground.channel(), str(n))
        assert [each["content"] for each in playground.shown_to(ada.id)] == ["3", "4"]
        assert playground.journal.dropped == 3
        playground.journal.clear()
        assert not playground.shown_to(ada.id)


async def test_ids_stay_the_same_and_messages_never_repeat() -> None:
    seen: list[tuple[int, ...]] = []
    messages: set[int] = set()
    for _ in range(2):
        async with await Playground.start() as playground:
            ids = [playground.guild.id, playground.channel().id, playground.world.bot.id]
            seen.append((*ids, *playground.people))
            messages |= {playground.person("Ada").say(playground.channel(), "x").id for _ in "ab"}
    assert seen[0] == seen[1]
    assert len(messages) == 4


async def test_a_port_in_use() -> None:
    async with await Playground.start() as playground:
        with pytest.raises(OSError, match="in use"):
            await Playground.start(port=playground.port)
        async with aiohttp.ClientSession() as session:
            async with session.get(playground.url + "/healthz") as response:
                assert await response.json() == {"bot": False}
            async with session.get(playground.url) as response:
                assert "stand-in" in await response.text()
    await playground.stop()
