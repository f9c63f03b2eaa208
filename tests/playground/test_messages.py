"""Messages by the bot's own token: made, read, changed, deleted."""

from __future__ import annotations

import io
import json
from typing import Any

import aiohttp
import pytest

from playground import Playground
from tests.playground.bodies import EPHEMERAL, V2, button, codes, layout, row, text
from tests.playground.conftest import Answered, Api


def place(playground: Playground, message: Answered | None = None) -> str:
    path = f"/channels/{playground.channel().id}/messages"
    return path if message is None else f"{path}/{message.body['id']}"


async def test_the_content_type_is_exact(api: Api) -> None:
    answer = await api.send({"content": "Hello"})
    assert answer.headers["Content-Type"] == "application/json"
    assert answer.headers["Via"]


async def test_without_the_token_nothing_goes(api: Api, playground: Playground) -> None:
    for headers in ({}, {"Authorization": "Bot nonsense"}, {"Authorization": playground.token}):
        answer = await api("GET", "/users/@me", headers=headers)
        assert (answer.status, answer.code) == (401, 0)
    assert playground.journal.refused == 3


async def test_an_unknown_call_is_told_so(api: Api) -> None:
    answer = await api("GET", "/nonsense")
    assert (answer.status, answer.body["message"]) == (404, "404: Not Found")


@pytest.mark.parametrize(
    ("body", "path", "code"),
    [
        ({"content": "x" * 2001}, "content", "BASE_TYPE_BAD_LENGTH"),
        ({"content": 5}, "content", "STRING_TYPE_CONVERT"),
        ({"embeds": [{"title": "x" * 257}]}, "embeds.0.title", "BASE_TYPE_BAD_LENGTH"),
        ({"embeds": [{"description": "x" * 4000}] * 2}, "embeds", "MAX_EMBED_SIZE_EXCEEDED"),
        ({"embeds": [{"title": "x"}] * 11}, "embeds", "BASE_TYPE_BAD_LENGTH"),
        (
            {"content": "x", "allowed_mentions": {"parse": ["users"], "users": ["1"]}},
            "allowed_mentions",
            "MESSAGE_ALLOWED_MENTIONS_PARSE_EXCLUSIVE",
        ),
        (
            {"content": "x", "allowed_mentions": {"parse": ["cats"]}},
            "allowed_mentions.parse",
            "BASE_TYPE_CHOICES",
        ),
        (
            {"content": "x", "message_reference": {"message_id": "1"}},
            "message_reference",
            "REPLIES_UNKNOWN_MESSAGE",
        ),
        (
            {"content": "x", "attachments": [{"id": "0"}]},
            "attachments.0.id",
            "ATTACHMENT_NOT_FOUND",
        ),
    ],
)
async def test_refused(api: Api, body: Any, path: str, code: str) -> None:
    answer = await api.send(body)
    assert answer.code == 50035
    assert codes(answer.body["errors"]) == {path: [code]}


async def test_nothing_is_no_message(api: Api, playground: Playground) -> None:
    assert (await api.send({})).code == 50006
    message = await api.send({"content": "x"})
    assert (await api("PATCH", place(playground, message), {"content": ""})).code == 50006


async def test_broken_json(api: Api, playground: Playground) -> None:
    headers = {"Authorization": api.token, "Content-Type": "application/json"}
    answer = await api("POST", place(playground), data=b"{", headers=headers)
    assert (answer.status, answer.code) == (400, 50109)


async def test_a_reply_and_its_ping(api: Api, playground: Playground) -> None:
    ada = playground.person("Ada")
    asked = ada.say(playground.channel(), "Who?")
    body = {
        "content": "Me",
        "message_reference": {"message_id": str(asked.id)},
        "allowed_mentions": {"parse": [], "replied_user": True},
    }
    answer = await api.send(body)
    assert (answer.status, answer.body["type"]) == (200, 19)
    assert [each.text for each in ada.pings()] == ["Me"]


async def test_a_nonce_is_sent_once(api: Api) -> None:
    body = {"content": "x", "nonce": "7", "enforce_nonce": True}
    first, second = await api.send(body), await api.send(body)
    assert first.body["id"] == second.body["id"]


async def test_the_layout_flag_stays(api: Api, playground: Playground) -> None:
    message = await api.send(layout(text()))
    path = place(playground, message)
    answer = await api("PATCH", path, {"flags": 0, "components": [row(button())]})
    assert list(codes(answer.body["errors"])) == ["flags"]
    answer = await api("PATCH", path, {"content": "Hello"})
    assert list(codes(answer.body["errors"])) == ["content"]
    answer = await api("PATCH", path, {"components": [text("changed")]})
    assert (answer.status, answer.body["flags"] & V2) == (200, V2)
    assert answer.body["edited_timestamp"]


async def test_an_old_message_becomes_a_layout(api: Api, playground: Playground) -> None:
    message = await api.send({"content": "Hello"})
    path = place(playground, message)
    answer = await api("PATCH", path, layout(text()))
    assert list(codes(answer.body["errors"])) == ["content"]
    assert (await api("PATCH", path, layout(text(), content=None))).status == 200


async def test_only_an_interaction_makes_private_messages(api: Api) -> None:
    answer = await api.send({"content": "x", "flags": EPHEMERAL})
    assert answer.body["flags"] == 0


async def test_reading_back(api: Api, playground: Playground) -> None:
    sent = [await api.send({"content": str(n)}) for n in range(5)]
    ids = [each.body["id"] for each in sent]
    path = place(playground)
    assert (await api("GET", place(playground, sent[0]))).body["content"] == "0"
    for query, expected in (
        ("", "43210"),
        ("?limit=2", "43"),
        (f"?before={ids[3]}&limit=2", "21"),
        (f"?after={ids[1]}&limit=2", "32"),
        (f"?around={ids[2]}&limit=3", "321"),
    ):
        found = (await api("GET", path + query)).body
        assert "".join(each["content"] for each in found) == expected, query
    assert (await api("GET", path + "?limit=101")).code == 50035


async def test_unknown_things(api: Api, playground: Playground) -> None:
    path = place(playground)
    assert (await api("GET", path + "/1")).code == 10008
    assert (await api("PATCH", path + "/1", {"content": "x"})).code == 10008
    assert (await api("GET", "/channels/1")).code == 10003
    assert (await api("GET", "/guilds/1")).code == 10004
    assert (await api("GET", "/users/1")).code == 10013
    assert (await api("GET", f"/guilds/{playground.guild.id}/members/1")).code == 10007
    answer = await api("GET", "/channels/nonsense")
    assert codes(answer.body["errors"]) == {"channel_id": ["NUMBER_TYPE_COERCE"]}


async def test_other_peoples_messages(api: Api, playground: Playground) -> None:
    said = playground.person("Ada").say(playground.channel(), "mine")
    path = f"{place(playground)}/{said.id}"
    assert (await api("PATCH", path, {"content": "yours"})).code == 50005
    assert (await api("DELETE", path)).code == 50013


async def test_old_messages_are_edited_sparingly(api: Api, playground: Playground) -> None:
    message = await api.send({"content": "0"})
    path = place(playground, message)
    for number in range(10):
        assert (await api("PATCH", path, {"content": str(number)})).status == 200
    playground.advance(3601)
    statuses = [(await api("PATCH", path, {"content": f"x{n}"})).status for n in range(4)]
    assert statuses == [200, 200, 200, 429]
    answer = await api("PATCH", path, {"content": "y"})
    assert (answer.code, answer.headers["Via"] != "") == (30046, True)
    assert 590 < answer.body["retry_after"] <= 600
    playground.advance(600)
    assert (await api("PATCH", path, {"content": "z"})).status == 200


def form(body: Any, *files: tuple[str, bytes]) -> aiohttp.FormData:
    data = aiohttp.FormData()
    data.add_field("payload_json", json.dumps(body), content_type="application/json")
    for at, (name, content) in enumerate(files):
        data.add_field(f"files[{at}]", io.BytesIO(content), filename=name)
    return data


async def test_files(api: Api, playground: Playground) -> None:
    described = {"id": "1", "description": "A table"}
    data = form({"attachments": [described]}, ("a.txt", b"a"), ("b.png", b"b"))
    message = await api("POST", place(playground), data=data)
    first, second = message.body["attachments"]
    assert (first["filename"], first["size"], second["description"]) == ("a.txt", 1, "A table")
    path = place(playground, message)
    kept = await api("PATCH", path, {"content": "x"})
    assert len(kept.body["attachments"]) == 2
    kept = await api("PATCH", path, {"attachments": [{"id": second["id"]}]})
    assert [each["filename"] for each in kept.body["attachments"]] == ["b.png"]


async def test_files_have_limits(api: Api, playground: Playground) -> None:
    big = form({}, ("a", bytes(10 * 1024 * 1024 + 1)))
    answer = await api("POST", place(playground), data=big)
    assert (answer.status, answer.code) == (413, 40005)
    many = form({}, *((str(n), b"x") for n in range(11)))
    answer = await api("POST", place(playground), data=many)
    assert answer.code == 50035
