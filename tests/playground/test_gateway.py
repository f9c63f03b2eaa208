"""The gateway: resume, sharding, compression, intents and close codes."""

from __future__ import annotations

import json
import zlib
from collections.abc import AsyncIterator
from typing import Any

import aiohttp
import discord
import pytest

from playground import Playground
from tests.playground.conftest import eventually, point_at, running
from tests.playground.sample import SampleBot


class Raw:
    """A gateway client by hand."""

    def __init__(self, socket: aiohttp.ClientWebSocketResponse, *, inflate: bool) -> None:
        self.socket = socket
        self._inflate = zlib.decompressobj() if inflate else None

    async def receive(self) -> Any:
        if self._inflate is None:
            return json.loads(await self.socket.receive_str())
        data = await self.socket.receive_bytes()
        assert data.endswith(b"\x00\x00\xff\xff")
        return json.loads(self._inflate.decompress(data))

    async def send(self, op: int, data: Any) -> None:
        await self.socket.send_json({"op": op, "d": data})

    async def identify(self, token: str, **fields: Any) -> None:
        await self.send(2, {"token": token, "intents": 1, "properties": {}} | fields)

    async def close_code(self) -> int | None:
        while not (await self.socket.receive()).type.name.startswith("CLOS"):
            pass
        return self.socket.close_code


class Dialler:
    """Opens raw connections and closes them all at the end."""

    def __init__(self, session: aiohttp.ClientSession, url: str) -> None:
        self._session = session
        self._url = url

    async def __call__(self, query: str = "?v=10&encoding=json") -> Raw:
        socket = await self._session.ws_connect(self._url + query)
        raw = Raw(socket, inflate="zlib" in query)
        if "zlib" in query or query == "?v=10&encoding=json":
            hello = await raw.receive()
            assert (hello["op"], hello["d"]["heartbeat_interval"]) == (10, 41250)
        return raw


@pytest.fixture
async def dial(playground: Playground) -> AsyncIterator[Dialler]:
    async with aiohttp.ClientSession() as session:
        yield Dialler(session, playground.gateway_url)


@pytest.mark.parametrize("compress", ["", "&compress=zlib-stream"])
async def test_ready_then_the_servers(dial: Dialler, playground: Playground, compress: str) -> None:
    raw = await dial(f"?v=10&encoding=json{compress}")
    await raw.send(1, None)
    assert (await raw.receive())["op"] == 11
    await raw.identify(playground.token)
    ready = await raw.receive()
    assert (ready["t"], ready["s"]) == ("READY", 1)
    assert ready["d"]["resume_gateway_url"] == playground.gateway_url
    assert ready["d"]["guilds"] == [{"id": str(playground.guild.id), "unavailable": True}]
    create = await raw.receive()
    assert (create["t"], create["s"]) == ("GUILD_CREATE", 2)
    assert [each["user"]["id"] for each in create["d"]["members"]] == [
        str(playground.world.bot.id)
    ], "without the members intent a bot sees itself alone"


@pytest.mark.parametrize(
    ("op", "data", "code"),
    [
        (2, {"token": "nonsense", "intents": 1}, 4004),
        (2, {"intents": 1 << 40}, 4013),
        (2, {"intents": 1 << 1}, 4014),
        (2, {"intents": 1 << 15}, 4014),
        (2, {"intents": 1, "shard": [2, 2]}, 4010),
        (3, {}, 4003),
        (99, {}, 4001),
    ],
)
async def test_close_codes(
    dial: Dialler, playground: Playground, op: int, data: dict[str, Any], code: int
) -> None:
    raw = await dial()
    await raw.send(op, {"token": playground.token} | data)
    assert await raw.close_code() == code


async def test_no_second_identify(dial: Dialler, playground: Playground) -> None:
    raw = await dial()
    await raw.identify(playground.token)
    await raw.identify(playground.token)
    assert await raw.close_code() == 4005


async def test_nonsense_is_refused(dial: Dialler) -> None:
    raw = await dial()
    await raw.socket.send_str("nonsense")
    assert await raw.close_code() == 4002


@pytest.mark.parametrize(
    ("query", "code"), [("?v=9&encoding=json", 4012), ("?v=10&encoding=etf", 4002)]
)
async def test_other_protocols_are_refused(dial: Dialler, query: str, code: int) -> None:
    assert await (await dial(query)).close_code() == code


async def test_a_silent_client_is_cut(dial: Dialler, playground: Playground) -> None:
    playground.gateway.heartbeat = 0.02
    socket = await dial._session.ws_connect(playground.gateway_url)
    assert await Raw(socket, inflate=False).close_code() == 4009


async def test_a_heartbeat_is_answered_but_not_in_the_same_breath(
    dial: Dialler, playground: Playground
) -> None:
    raw = await dial()
    await raw.send(1, None)
    await raw.identify(playground.token)
    assert [(await raw.receive())["op"] for _ in range(3)] == [0, 0, 11]


async def test_resume_replays_what_was_missed(dial: Dialler, playground: Playground) -> None:
    raw = await dial()
    await raw.identify(playground.token)
    session = (await raw.receive())["d"]["session_id"]
    await raw.receive()
    await playground.drop_gateway()
    assert await raw.close_code() == 4000
    assert not playground.bot_online
    playground.add_channel("new", playground.guild)
    again = await dial()
    await again.send(6, {"token": playground.token, "session_id": session, "seq": 1})
    got = [await again.receive() for _ in range(3)]
    assert [(each["t"], each["s"]) for each in got] == [
        ("GUILD_CREATE", 2),
        ("CHANNEL_CREATE", 3),
        ("RESUMED", 4),
    ]
    assert playground.bot_online


async def test_a_session_that_is_gone(dial: Dialler, playground: Playground) -> None:
    raw = await dial()
    await raw.send(6, {"token": playground.token, "session_id": "gone", "seq": 1})
    assert await raw.receive() == {"op": 9, "d": False}
    await raw.identify(playground.token)
    assert (await raw.receive())["t"] == "READY"


async def test_goodbye_ends_the_session(dial: Dialler, playground: Playground) -> None:
    raw = await dial()
    await raw.identify(playground.token)
    session = (await raw.receive())["d"]["session_id"]
    await raw.socket.close(code=1000)
    again = await dial()
    await again.send(6, {"token": playground.token, "session_id": session, "seq": 1})
    assert (await again.receive())["op"] == 9


async def test_messages_come_by_intent(dial: Dialler, playground: Playground) -> None:
    listener, deaf = await dial(), await dial()
    await listener.identify(playground.token, intents=1 | 1 << 9)
    await deaf.identify(playground.token)
    for raw in (listener, deaf):
        for _ in range(2):
            await raw.receive()
    ada, channel = playground.person("Ada"), playground.channel()
    ada.say(channel, "secret plans")
    ada.say(channel, f"hello <@{playground.world.bot.id}>")
    got = [(await listener.receive())["d"] for _ in range(2)]
    assert [each["content"] for each in got] == ["", f"hello <@{playground.world.bot.id}>"]
    assert got[0]["member"]["nick"] is None
    await deaf.send(1, None)
    assert (await deaf.receive())["op"] == 11


async def test_members_on_request(dial: Dialler, playground: Playground) -> None:
    raw = await dial()
    await raw.identify(playground.token)
    for _ in range(2):
        await raw.receive()
    ada = playground.person("Ada")
    guild_id = str(playground.guild.id)
    await raw.send(8, {"guild_id": guild_id, "user_ids": [str(ada.id), "5"], "limit": 0})
    chunk = (await raw.receive())["d"]
    assert [each["user"]["global_name"] for each in chunk["members"]] == ["Ada"]
    assert chunk["not_found"] == ["5"]
    await raw.send(8, {"guild_id": guild_id, "query": "", "limit": 0})
    assert await raw.close_code() == 4014


@pytest.mark.parametrize("ask_first", [False, True])
async def test_the_client_resumes(bot: SampleBot, playground: Playground, ask_first: bool) -> None:
    [session] = playground.gateway.sessions
    await playground.drop_gateway(ask_first=ask_first)
    handle = playground.person("Ada").command(playground.channel(), "game panel")
    await eventually(lambda: bot.resumed)
    assert list(playground.gateway.sessions) == [session]
    answer = await handle.outcome()
    # The press that fell into the gap is replayed; in time or too late, it is not lost.
    assert answer.ok or answer.error == "The application did not respond"
    assert len(bot.seen) == 1


async def test_the_client_begins_anew(bot: SampleBot, playground: Playground) -> None:
    [session] = playground.gateway.sessions
    await playground.drop_gateway(resumable=False, code=None)
    await eventually(lambda: playground.bot_online and session not in playground.gateway.sessions)
    answer = await playground.person("Ada").command(playground.channel(), "game panel")
    assert answer.kind == "message"
    assert not bot.resumed


class Sharded(discord.AutoShardedClient):
    """Answers every interaction with the number of its shard."""

    async def on_interaction(self, interaction: discord.Interaction) -> None:
        await interaction.response.send_message(f"shard {interaction.guild.shard_id}")  # type: ignore[union-attr]


BUTTON = {"type": 2, "style": 1, "label": "Who?", "custom_id": "who"}


async def test_each_shard_has_its_own_servers(
    playground: Playground, api: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    point_at(monkeypatch, playground)
    ada = playground.person("Ada")
    guilds = [playground.guild]
    for shard in (0, 1):
        ident = (7 << 23) + (shard << 22)
        guilds.append(playground.add_guild(f"G{shard}", guild_id=ident, people=[ada]))
    playground.world.commands[None] = {}
    client = Sharded(intents=discord.Intents(guilds=True), shard_count=2, guild_ready_timeout=0.05)
    async with running(client, playground.token):
        assert {guild.id: guild.shard_id for guild in client.guilds} == {
            guild.id: (guild.id >> 22) % 2 for guild in guilds
        }
        for guild in guilds:
            channel = next(iter(guild.channels.values()))
            row = {"type": 1, "components": [BUTTON]}
            await api("POST", f"/channels/{channel.id}/messages", {"components": [row]})
            answer = await ada.press(ada.latest(channel), "who")
            assert answer.message is not None
            assert answer.message.text == f"shard {(guild.id >> 22) % 2}"


async def test_servers_come_and_go(bot: SampleBot, playground: Playground) -> None:
    async def until(count: int) -> None:
        await eventually(lambda: sum(not guild.unavailable for guild in bot.guilds) == count)

    guild = playground.add_guild("Second", people=[playground.person("Ada")])
    await until(2)
    playground.set_available(guild, False)
    await until(1)
    playground.set_available(guild, True)
    await until(2)
    playground.remove_bot(guild)
    await until(1)
    playground.invite_bot(guild)
    await until(2)
    playground.delete_guild(guild)
    await until(1)


async def test_an_outage(bot: SampleBot, playground: Playground) -> None:
    with playground.person("Ada").subscribe() as events:
        playground.gateway.refusing = True
        await playground.drop_gateway()
        assert (await anext(events)).data == {"online": False}
        playground.gateway.refusing = False
        assert (await anext(events)).data == {"online": True}
