"""Interactions by hand: what comes, what may be answered, and who may touch which message."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from typing import Any

import aiohttp
import pytest

from playground import ClientRefusal, Handle, Playground
from tests.playground.bodies import EPHEMERAL, V2, button, codes, layout, row, select, text
from tests.playground.conftest import Answered, Api

COMMANDS: list[dict[str, Any]] = [
    {
        "name": "play",
        "description": "Play",
        "options": [
            {"type": 6, "name": "who", "description": "Who"},
            {"type": 3, "name": "word", "description": "Word", "autocomplete": True},
        ],
    }
]


class Wire:
    """A bot that reads its interactions off the gateway and answers by hand."""

    def __init__(self, api: Api, playground: Playground) -> None:
        self.api = api
        self.playground = playground
        self.queue: asyncio.Queue[Any] = asyncio.Queue()

    async def listen(self, socket: aiohttp.ClientWebSocketResponse) -> None:
        async for frame in socket:
            payload = frame.json()
            if payload.get("t") == "INTERACTION_CREATE":
                self.queue.put_nowait(payload["d"])

    async def next(self) -> Any:
        return await self.queue.get()

    async def answer(
        self, interaction: Any, kind: int, data: Any = None, query: str = ""
    ) -> Answered:
        path = f"/interactions/{interaction['id']}/{interaction['token']}/callback{query}"
        return await self.api("POST", path, {"type": kind, "data": data}, headers={})

    async def hook(self, method: str, interaction: Any, rest: str, body: Any = None) -> Answered:
        path = f"/webhooks/{interaction['application_id']}/{interaction['token']}{rest}"
        return await self.api(method, path, body, headers={})

    def play(self, name: str = "Ada", **options: Any) -> Handle:
        return self.playground.person(name).command(self.playground.channel(), "play", **options)


@pytest.fixture
async def wire(api: Api, playground: Playground) -> AsyncIterator[Wire]:
    found = Wire(api, playground)
    await api("PUT", f"/applications/{playground.world.bot.id}/commands", COMMANDS)
    async with aiohttp.ClientSession() as session:
        socket = await session.ws_connect(playground.gateway_url)
        identify = {"token": playground.token, "intents": 1, "properties": {}}
        await socket.send_json({"op": 2, "d": identify})
        listening = asyncio.create_task(found.listen(socket))
        with playground.person("Dev").subscribe() as events:
            if not playground.bot_online:
                await anext(events)
        yield found
        await socket.close()
        await listening


async def test_a_command_comes_complete(wire: Wire) -> None:
    playground = wire.playground
    ada, ben = playground.person("Ada"), playground.person("Ben")
    ada.user.locale = "de"
    wire.play(who=ben)
    got = await wire.next()
    guild = str(playground.guild.id)
    assert got["type"] == 2
    assert got["guild_id"] == got["guild"]["id"] == guild
    assert (got["locale"], got["guild_locale"], got["context"]) == ("de", "en-US", 0)
    assert got["authorizing_integration_owners"] == {"0": guild}
    assert got["attachment_size_limit"] == 10 * 1024 * 1024
    assert got["entitlements"] == []
    assert got["member"]["user"]["id"] == str(ada.id)
    assert int(got["member"]["permissions"]) & 1 << 11
    assert int(got["app_permissions"]) & 1 << 11
    assert got["channel"]["id"] == got["channel_id"] == str(playground.channel().id)
    data = got["data"]
    assert data["options"] == [{"name": "who", "type": 6, "value": str(ben.id)}]
    assert data["resolved"]["users"][str(ben.id)]["global_name"] == "Ben"
    assert "permissions" in data["resolved"]["members"][str(ben.id)]
    assert "message" not in got


async def test_what_the_bot_may_do_is_told(wire: Wire) -> None:
    wire.playground.set_permissions(wire.playground.channel(), deny=["SEND_MESSAGES"])
    wire.play()
    assert not int((await wire.next())["app_permissions"]) & 1 << 11


async def test_a_press_comes_with_its_message(wire: Wire) -> None:
    ada = wire.playground.person("Ada")
    handle = wire.play()
    command = await wire.next()
    await wire.answer(command, 4, layout(row(button("go")), row(select())))
    answer = await handle
    assert answer.message is not None
    ada.press(answer.message, "go")
    got = await wire.next()
    assert (got["type"], got["data"]["custom_id"], got["data"]["component_type"]) == (3, "go", 2)
    message = got["message"]
    assert message["id"] == str(answer.message.id)
    assert message["interaction_metadata"]["id"] == command["id"]
    assert message["webhook_id"] == message["application_id"] == command["application_id"]
    ada.select(answer.message, "s", ["v1"])
    got = await wire.next()
    assert (got["data"]["component_type"], got["data"]["values"]) == (3, ["v1"])


@pytest.mark.parametrize("kind", [1, 6, 7, 8, 10, 12, 99, "4", None])
async def test_answers_that_a_command_cannot_get(wire: Wire, kind: Any) -> None:
    handle = wire.play()
    interaction = await wire.next()
    answer = await wire.answer(interaction, kind, {"content": "x", "choices": []})
    assert answer.code == 50035
    assert list(codes(answer.body["errors"])) == ["type"]
    assert (await wire.answer(interaction, 4, {"content": "x"})).status == 204
    assert (await handle).ok


async def test_a_refused_body_leaves_the_answer_open(wire: Wire) -> None:
    handle = wire.play()
    interaction = await wire.next()
    answer = await wire.answer(interaction, 4, layout(text("")))
    assert list(codes(answer.body["errors"])) == ["data.components.0.content"]
    assert (await wire.answer(interaction, 4, layout())).code == 50006
    assert (await wire.answer(interaction, 4, layout(text()), "?with_response=true")).status == 200
    assert (await wire.answer(interaction, 4, layout(text()))).code == 40060
    assert (await handle).kind == "message"


async def test_the_response_names_the_message(wire: Wire) -> None:
    wire.play()
    interaction = await wire.next()
    data = {"content": "x", "flags": EPHEMERAL}
    response = (await wire.answer(interaction, 4, data, "?with_response=1")).body
    message = response["resource"]["message"]
    assert response["resource"]["type"] == 4
    assert response["interaction"]["response_message_id"] == message["id"]
    assert response["interaction"]["response_message_ephemeral"] is True
    assert message["flags"] & EPHEMERAL


async def test_somebody_elses_token(wire: Wire) -> None:
    wire.play()
    interaction = await wire.next()
    forged = interaction | {"token": "x" * 86}
    assert (await wire.answer(forged, 4, {"content": "x"})).code == 10062
    assert (await wire.hook("POST", forged, "", {"content": "x"})).code == 50027
    assert (await wire.hook("POST", interaction, "", {"content": "x"})).code == 10015
    await wire.answer(interaction, 4, {"content": "x"})
    other = interaction | {"application_id": "1"}
    assert (await wire.hook("GET", other, "/messages/@original")).code == 10015


async def test_a_private_message_is_reached_by_its_token_alone(wire: Wire, api: Api) -> None:
    playground = wire.playground
    ada, ben, channel = playground.person("Ada"), playground.person("Ben"), playground.channel()
    handle = wire.play()
    interaction = await wire.next()
    await wire.answer(interaction, 4, {"flags": EPHEMERAL | V2, "components": [row(button("go"))]})
    seen = (await handle).message
    assert seen is not None
    path = f"/channels/{channel.id}/messages/{seen.id}"
    for method, body in (("GET", None), ("PATCH", {"content": "x"}), ("DELETE", None)):
        assert (await api(method, path, body)).code == 10008
    assert (await api("GET", f"/channels/{channel.id}/messages")).body == []
    assert ben.messages(channel) == []
    with pytest.raises(ClientRefusal, match="not to be seen"):
        ben.press(seen, "go")
    with pytest.raises(ClientRefusal, match="not to be seen"):
        ben.press(seen, "go", forge=True)
    with pytest.raises(ClientRefusal):
        ben.dismiss(seen)
    assert (await wire.hook("GET", interaction, f"/messages/{seen.id}")).status == 200
    wire.play("Ben")
    other = await wire.next()
    await wire.answer(other, 4, {"content": "x"})
    assert (await wire.hook("PATCH", other, f"/messages/{seen.id}", {})).code == 10008
    ada.dismiss(seen)
    edit = await wire.hook("PATCH", interaction, "/messages/@original", layout(text("still there")))
    assert edit.status == 200
    assert [each.text for each in ada.messages(channel)] == ["x"]
    assert (await wire.hook("DELETE", interaction, "/messages/@original")).status == 204
    assert (await wire.hook("GET", interaction, "/messages/@original")).code == 10008


async def test_a_press_that_is_taken_in_silently(wire: Wire) -> None:
    ada = wire.playground.person("Ada")
    message = await wire.api.send(layout(text("before"), row(button("go"))))
    handle = ada.press(int(message.body["id"]), "go")
    interaction = await wire.next()
    response = await wire.answer(interaction, 6, None, "?with_response=true")
    assert "resource" not in response.body
    assert (await handle).kind == "nothing"
    await wire.hook("PATCH", interaction, "/messages/@original", {"components": [text("after")]})
    assert ada.latest().text == "after"
    other = await wire.hook("POST", interaction, "", {"content": "more", "flags": EPHEMERAL})
    reference = other.body["message_reference"]["message_id"]
    assert (reference, other.body["flags"]) == (message.body["id"], EPHEMERAL)


async def test_a_press_on_a_message_that_goes(wire: Wire) -> None:
    ada = wire.playground.person("Ada")
    message = await wire.api.send(layout(row(button("go"))))
    handle = ada.press(int(message.body["id"]), "go")
    interaction = await wire.next()
    wire.playground.delete_message(int(message.body["id"]))
    assert (await wire.answer(interaction, 7, layout(text()))).code == 10008
    assert (await wire.answer(interaction, 4, {"content": "gone"})).status == 204
    assert (await handle).kind == "message"
    with pytest.raises(ClientRefusal, match="gone"):
        ada.press(int(message.body["id"]), "go")
    with pytest.raises(LookupError):
        wire.playground.delete_message(int(message.body["id"]))


async def test_disabled_and_double_choices(wire: Wire) -> None:
    ada = wire.playground.person("Ada")
    chosen = [{"label": v, "value": v, "default": v == "a"} for v in "ab"]
    body = layout(row(button("off", disabled=True)), row(select(options=chosen)))
    sent = await wire.api.send(body)
    message = int(sent.body["id"])
    for wrong in (lambda: ada.press(message, "off"), lambda: ada.press(message, "s")):
        with pytest.raises(ClientRefusal):
            wrong()
    for values in (["a"], [], ["a", "b"], ["c"]):
        with pytest.raises(ClientRefusal):
            ada.select(message, "s", values)
    ada.select(message, "s", ["b"])
    with pytest.raises(ClientRefusal, match="chosen already"):
        ada.select(message, "s", ["b"])
    path = f"/channels/{sent.body['channel_id']}/messages/{message}"
    await wire.api("PATCH", path, {"components": body["components"]})
    ada.select(message, "s", ["b"])
    ada.press(message, "off", forge=True)
    got = [await wire.next() for _ in range(3)]
    assert [each["data"]["custom_id"] for each in got] == ["s", "s", "off"]


async def test_suggestions_and_their_limits(wire: Wire) -> None:
    ada = wire.playground.person("Ada")
    handle = ada.autocomplete(wire.playground.channel(), "play", "word", word="ca")
    got = await wire.next()
    option = {"name": "word", "type": 3, "value": "ca", "focused": True}
    assert (got["type"], got["data"]["options"]) == (4, [option])
    assert (await wire.answer(got, 4, {"content": "x"})).code == 50035
    many = [{"name": str(n), "value": str(n)} for n in range(26)]
    assert (await wire.answer(got, 8, {"choices": many})).code == 50035
    assert (
        await wire.answer(got, 8, {"choices": [{"name": "x" * 101, "value": "x"}]})
    ).code == 50035
    assert (await wire.answer(got, 8, {"choices": many[:25]})).status == 204
    assert len((await handle).choices) == 25
    assert ada.messages() == []


def field(**fields: Any) -> dict[str, Any]:
    return {"type": 4, "custom_id": "f", "style": 1} | fields


def form(*parts: Any, **fields: Any) -> dict[str, Any]:
    return {"custom_id": "form", "title": "Form", "components": list(parts)} | fields


def label(component: Any, **fields: Any) -> dict[str, Any]:
    return {"type": 18, "label": "Label", "component": component} | fields


@pytest.mark.parametrize(
    ("data", "path"),
    [
        (form(label(field()), title="x" * 46), "title"),
        (form(label(field()), custom_id="x" * 101), "custom_id"),
        (form(), "components"),
        (form(*(label(field(custom_id=str(n))) for n in range(6))), "components"),
        (form(label(field(), label="x" * 46)), "components.0.label"),
        (form(label(field(), description="x" * 101)), "components.0.description"),
        (form(label(field(placeholder="x" * 101))), "components.0.component.placeholder"),
        (form(label(field(max_length=4001))), "components.0.component.max_length"),
        (form(label(field(min_length=3, max_length=2))), "components.0.component.min_length"),
        (form(label(field(label="x"))), "components.0.component.label"),
        (form(row(field())), "components.0.components.0.label"),
        (form(row(button())), "components.0.components.0.type"),
        (form(label(field()), label(field())), "components.1.component.custom_id"),
        (form(label(select(disabled=True))), "components.0.component.disabled"),
        (form({"type": 17, "components": [text()]}), "components.0.type"),
    ],
)
async def test_forms_have_limits(wire: Wire, data: Any, path: str) -> None:
    wire.play()
    interaction = await wire.next()
    answer = await wire.answer(interaction, 9, data)
    assert list(codes(answer.body["errors"])) == [f"data.{path}"]


async def test_a_form_goes_and_comes_back(wire: Wire) -> None:
    ada = wire.playground.person("Ada")
    message = await wire.api.send(layout(row(button("go"))))
    handle = ada.press(int(message.body["id"]), "go")
    pressed = await wire.next()
    body = form(text("Well?"), label(field(value="old", max_length=9)), label(select(3)))
    assert (await wire.answer(pressed, 9, body)).status == 204
    modal = (await handle).modal
    assert modal is not None
    for wrong in ({"s": []}, {"s": ["v9"]}, {"s": ["v0", "v1"]}, {"s": ["v0"], "x": "y"}):
        with pytest.raises(ClientRefusal):
            ada.submit_modal(modal, wrong)
    sent = ada.submit_modal("form", {"s": ["v2"]})
    got = await wire.next()
    assert (got["type"], got["message"]["id"]) == (5, message.body["id"])
    [shown, first, second] = got["data"]["components"]
    assert shown["type"] == 10
    assert (first["component"]["value"], second["component"]["values"]) == ("old", ["v2"])
    assert (await wire.answer(got, 9, form(label(field())))).code == 50035, "no form after a form"
    await wire.answer(got, 7, layout(text("done")))
    assert (await sent).kind == "update"
    assert ada.latest().text == "done"
    ada.close_modal("form")
    with pytest.raises(ClientRefusal, match="not open"):
        ada.submit_modal("form", {})


async def test_thinking_privately(wire: Wire) -> None:
    ada, ben = wire.playground.person("Ada"), wire.playground.person("Ben")
    wire.play()
    interaction = await wire.next()
    await wire.answer(interaction, 5, {"flags": EPHEMERAL})
    assert ada.latest().deferred
    assert not ben.messages()
    first = await wire.hook("POST", interaction, "", {"content": "done"})
    assert first.body["flags"] == EPHEMERAL, "the first follow-up takes its place"
    assert not ada.latest().deferred
    second = await wire.hook("POST", interaction, "", {"content": "more"})
    assert second.body["flags"] == 0
    assert [each.text for each in ben.messages()] == ["more"]


async def test_somebody_who_left_cannot_press(wire: Wire) -> None:
    ada = wire.playground.person("Ada")
    message = await wire.api.send(layout(row(button("go"))))
    wire.playground.leave(ada, wire.playground.guild)
    with pytest.raises(ClientRefusal):
        ada.press(int(message.body["id"]), "go")
    with pytest.raises(ClientRefusal):
        wire.play()
    wire.playground.join(ada, wire.playground.guild)
    ada.press(int(message.body["id"]), "go")
    assert (await wire.next())["member"]["user"]["id"] == str(ada.id)


async def test_three_seconds_of_real_time() -> None:
    async with (
        await Playground.start(answer_within=0.05, rate_limits=0) as playground,
        aiohttp.ClientSession() as session,
    ):
        api = Api(session, playground)
        sent = await api.send(layout(row(button("go"))))
        handle = playground.person("Ada").press(int(sent.body["id"]), "go")
        outcome = await handle.outcome()
        assert (outcome.ok, outcome.error) == (False, "This interaction failed")
        answer = await api(
            "POST", f"/interactions/{handle.id}/{handle.token}/callback", {"type": 6}
        )
        assert answer.code == 10062


async def test_a_hundred_presses_at_once(wire: Wire) -> None:
    people = [wire.playground.add_person(f"P{n}") for n in range(100)]
    message = int((await wire.api.send(layout(row(button("join"))))).body["id"])
    handles = [each.press(message, "join") for each in people]
    got = [await wire.next() for _ in handles]
    assert len({each["member"]["user"]["id"] for each in got}) == 100
    await asyncio.gather(*(wire.answer(each, 6) for each in got))
    assert all([(await each).ok for each in handles])
