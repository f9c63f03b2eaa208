"""What the page's bridge serves and refuses, without a browser."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator

import aiohttp
import pytest

from playground import Playground
from playground.state import Emoji
from playground.web import mount

DISAGREE = "The page and the playground disagree. Reload the page."


@pytest.fixture
async def playground() -> AsyncIterator[Playground]:
    async with await Playground.start(rate_limits=0, extend=mount) as found:
        yield found


@pytest.fixture
async def http(playground: Playground) -> AsyncIterator[aiohttp.ClientSession]:
    async with aiohttp.ClientSession(playground.url) as session:
        yield session


@pytest.mark.parametrize("path", ["/", "/static/main.js", "/static/theme.css", "/room.json"])
async def test_pages_come_with_a_content_policy(http: aiohttp.ClientSession, path: str) -> None:
    async with http.get(path) as answer:
        assert answer.status == 200
        assert answer.headers["Content-Security-Policy"].startswith("default-src 'self';")
        assert answer.headers["Cache-Control"] == "no-cache"
        assert await answer.text()


@pytest.mark.parametrize(
    "path", ["/static/nothing.js", "/static/..%2fweb.py", "/static/", "/ws?member=1"]
)
async def test_what_is_not_there(http: aiohttp.ClientSession, path: str) -> None:
    async with http.get(path) as answer:
        assert answer.status == 404


async def test_a_custom_emoji_is_shown_as_its_picture(
    playground: Playground, http: aiohttp.ClientSession
) -> None:
    picture = b"\x89PNG\r\n\x1a\n and more"
    playground.world.emojis[77] = Emoji(77, "ace", False, picture)
    async with http.get("/emojis/77.png") as answer:
        assert (answer.status, await answer.read()) == (200, picture)
        assert answer.headers["Content-Type"] == "image/png"
    for missing in ("/emojis/78.png", "/emojis/77", "/emojis/x.png", f"/emojis/{'9' * 30}.png"):
        async with http.get(missing) as answer:
            assert answer.status == 404


async def test_other_hosts_and_other_sites_are_refused(
    playground: Playground, http: aiohttp.ClientSession
) -> None:
    ada = playground.person("Ada").id
    for headers in (
        {"Host": "evil.example"},
        {"Host": f"127.0.0.1.evil.example:{playground.port}"},
        {"Origin": "https://evil.example"},
        {"Origin": f"http://127.0.0.1:{playground.port + 1}"},
        {"Origin": "null"},
    ):
        for path in ("/", "/room.json", f"/ws?member={ada}"):
            async with http.get(path, headers=headers) as answer:
                assert answer.status == 403, (headers, path)
        with pytest.raises(aiohttp.WSServerHandshakeError):
            await http.ws_connect(f"/ws?member={ada}", headers=headers)


async def test_a_column_is_greeted_and_hears_what_it_may(
    playground: Playground, http: aiohttp.ClientSession
) -> None:
    ada, ben = playground.person("Ada"), playground.person("Ben")
    lounge = playground.channel("lounge")
    ada.say(lounge, "first")
    playground.set_permissions(playground.channel(), deny=["VIEW_CHANNEL"], who=ben)
    async with http.ws_connect(f"/ws?member={ben.id}", origin=playground.url) as line:
        hello = await line.receive_json()
        assert hello["me"]["display_name"] == "Ben"
        assert [each["name"] for each in hello["channels"]] == ["lounge"]
        assert [each["content"] for each in hello["messages"]] == ["first"]
        assert [each["bot"] for each in hello["members"]] == [False] * 4 + [True]
        ada.say(playground.channel(), "not for Ben")
        await line.send_json(
            {"type": "say", "nonce": 1, "channel_id": str(lounge.id), "content": "hi"}
        )
        heard = [await line.receive_json() for _ in range(2)]
        assert {each["type"] for each in heard} == {"message", "result"}
        assert [each["message"]["content"] for each in heard if "message" in each] == ["hi"]
        playground.set_permissions(playground.channel(), who=ben)
        ada.say(playground.channel(), "for Ben too")
        channels = await line.receive_json()
        assert [each["name"] for each in channels["channels"]] == ["card-table", "lounge"]
        assert (await line.receive_json())["message"]["content"] == "for Ben too"


@pytest.mark.parametrize(
    ("sent", "error"),
    [
        ("no json", DISAGREE),
        ("[1]", DISAGREE),
        ({"type": "fly"}, DISAGREE),
        ({"type": "press", "message_id": "x"}, DISAGREE),
        ({"type": "press", "message_id": "5", "custom_id": "a"}, "That message is gone."),
        ({"type": "submit", "custom_id": "a", "fields": {}}, "That form is not open."),
        ({"type": "say", "channel_id": "5", "content": "a"}, "There is no such channel."),
        ({"type": "advance", "seconds": -1}, DISAGREE),
    ],
)  # fmt: skip
async def test_what_cannot_be_done_is_answered_in_words(
    playground: Playground, http: aiohttp.ClientSession, sent: object, error: str
) -> None:
    ada = playground.person("Ada")
    async with http.ws_connect(f"/ws?member={ada.id}") as line:
        await line.receive_json()
        text = sent if isinstance(sent, str) else json.dumps({"nonce": "n", **dict(sent)})  # type: ignore[call-overload]
        await line.send_str(text)
        result = await line.receive_json()
        assert result["type"] == "result"
        assert not result["ok"]
        assert result["error"] == error
        if isinstance(sent, dict):
            assert result["nonce"] == "n"


async def test_the_clock_moves(playground: Playground, http: aiohttp.ClientSession) -> None:
    async with http.ws_connect(f"/ws?member={playground.person('Ada').id}") as line:
        before = (await line.receive_json())["now"]
        await line.send_json({"type": "advance", "seconds": 90})
        after = await line.receive_json()
        assert after["type"] == "clock"
        assert after["now"] - before >= 90_000


async def test_stopping_hangs_up(playground: Playground, http: aiohttp.ClientSession) -> None:
    async with http.ws_connect(f"/ws?member={playground.person('Ada').id}") as line:
        await line.receive_json()
        await playground.stop()
        assert (await line.receive()).type in {
            aiohttp.WSMsgType.CLOSE,
            aiohttp.WSMsgType.CLOSING,
            aiohttp.WSMsgType.CLOSED,
        }
