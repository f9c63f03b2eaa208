"""Rights, threads, conversations, and servers that are gone."""

from __future__ import annotations

import pytest

from playground import ClientRefusal, Playground
from playground.permissions import Permission
from tests.playground.conftest import Api


async def test_each_permission_is_missed(api: Api, playground: Playground) -> None:
    channel = playground.channel()
    base = f"/channels/{channel.id}"
    said = await api.send({"content": "x"})
    message = f"{base}/messages/{said.body['id']}"
    cases = [
        ("VIEW_CHANNEL", "GET", base, None, 50001),
        ("VIEW_CHANNEL", "POST", f"{base}/messages", {"content": "x"}, 50001),
        ("VIEW_CHANNEL", "PATCH", message, {"content": "x"}, 50001),
        ("SEND_MESSAGES", "POST", f"{base}/messages", {"content": "x"}, 50013),
        ("SEND_MESSAGES", "POST", f"{base}/typing", None, 50013),
        ("READ_MESSAGE_HISTORY", "GET", message, None, 50001),
        ("CREATE_PUBLIC_THREADS", "POST", f"{base}/threads", {"name": "x"}, 50013),
    ]
    for name, method, path, body, code in cases:
        playground.set_permissions(channel, deny=[name])
        assert (await api(method, path, body)).code == code, (name, method, path)
        playground.set_permissions(channel)
    playground.set_permissions(channel, deny=["SEND_MESSAGES"])
    assert (await api("PATCH", message, {"content": "y"})).status == 200
    playground.set_permissions(channel, deny=["EMBED_LINKS"])
    assert (await api.send({"content": "x", "embeds": [{"title": "t"}]})).body["embeds"] == []
    with pytest.raises(KeyError):
        playground.set_permissions(channel, deny=["FLY"])


async def test_rights_of_the_role(api: Api, playground: Playground) -> None:
    playground.set_bot_role(playground.guild, ["VIEW_CHANNEL"])
    assert (await api.send({"content": "x"})).code == 50013
    playground.set_permissions(playground.channel(), allow=["SEND_MESSAGES"])
    assert (await api.send({"content": "x"})).status == 200
    playground.set_bot_role(playground.guild, ["ADMINISTRATOR"])
    playground.set_permissions(playground.channel(), deny=["VIEW_CHANNEL"])
    assert (await api.send({"content": "x"})).status == 200


async def test_people_have_rights_too(playground: Playground) -> None:
    ada, ben, channel = playground.person("Ada"), playground.person("Ben"), playground.channel()
    said = ada.say(channel, "Hello")
    playground.set_permissions(channel, deny=["VIEW_CHANNEL"], who=ben)
    assert channel not in ben.channels()
    with pytest.raises(ClientRefusal):
        ben.messages(channel)
    with pytest.raises(ClientRefusal):
        ben.message(said)
    playground.set_permissions(channel, deny=["SEND_MESSAGES"], who="everyone")
    with pytest.raises(ClientRefusal):
        ada.say(channel, "Hello?")


async def test_a_thread(api: Api, playground: Playground) -> None:
    channel = playground.channel()
    thread = (await api("POST", f"/channels/{channel.id}/threads", {"name": "Game"})).body
    assert (thread["type"], thread["parent_id"]) == (11, str(channel.id))
    path = f"/channels/{thread['id']}"
    sent = await api("POST", f"{path}/messages", {"content": "x"})
    message = f"{path}/messages/{sent.body['id']}"
    found = playground.guild.channels[int(thread["id"])]
    playground.archive(found)
    assert (await api("PATCH", message, {"content": "y"})).code == 50083
    assert (await api("PATCH", path, {"archived": False})).status == 200
    assert (await api("PATCH", message, {"content": "y"})).status == 200
    playground.archive(found)
    assert (await api("POST", f"{path}/messages", {"content": "z"})).status == 200
    assert not found.archived, "a message reopens it"
    playground.archive(found, locked=True)
    assert (await api("POST", f"{path}/messages", {"content": "z"})).code == 50083
    assert (await api("PATCH", path, {"archived": False})).code == 50013
    playground.archive(found, archived=False)
    playground.set_permissions(channel, deny=["SEND_MESSAGES_IN_THREADS"])
    assert (await api("POST", f"{path}/messages", {"content": "z"})).code == 50013
    playground.delete_channel(channel)
    assert (await api("GET", path)).code == 10003


async def test_a_thread_on_a_message(api: Api, playground: Playground) -> None:
    sent = await api.send({"content": "x"})
    path = f"/channels/{playground.channel().id}/messages/{sent.body['id']}/threads"
    assert (await api("POST", path, {"name": "Game"})).body["id"] == sent.body["id"]
    assert (await api("POST", path, {"name": "Game"})).code == 160004


async def test_somebody_elses_thread(api: Api, playground: Playground) -> None:
    thread = playground.add_thread(playground.channel(), "Ada's", playground.person("Ada"))
    path = f"/channels/{thread.id}"
    assert (await api("PATCH", path, {"archived": True})).code == 50013
    playground.archive(thread)
    assert (await api("PATCH", path, {"archived": False})).status == 200


async def test_a_conversation(api: Api, playground: Playground) -> None:
    ada, ben = playground.person("Ada"), playground.person("Ben")
    opened = (await api("POST", "/users/@me/channels", {"recipient_id": str(ada.id)})).body
    again = (await api("POST", "/users/@me/channels", {"recipient_id": ada.id})).body
    assert opened["id"] == again["id"]
    path = f"/channels/{opened['id']}/messages"
    assert (await api("POST", path, {"content": "Psst"})).status == 200
    assert ada.latest(int(opened["id"])).text == "Psst"
    assert "Psst" not in str(playground.shown_to(ben.id))
    ada.user.accepts_dms = False
    assert (await api("POST", path, {"content": "Psst"})).code == 50007


async def test_gone(api: Api, playground: Playground) -> None:
    ada, guild = playground.person("Ada"), playground.guild
    channel = f"/channels/{playground.channel().id}"
    member = f"/guilds/{guild.id}/members/{ada.id}"
    assert (await api("GET", member)).body["user"]["global_name"] == "Ada"
    playground.leave(ada, guild)
    assert (await api("GET", member)).code == 10007
    playground.delete_channel(playground.channel("lounge"))
    playground.remove_bot(guild)
    for path in (channel, f"/guilds/{guild.id}"):
        assert (await api("GET", path)).code == 50001
    playground.invite_bot(guild)
    assert (await api("GET", channel)).status == 200
    playground.delete_guild(guild)
    assert (await api("GET", channel)).code == 10003
    assert (await api("GET", f"/guilds/{guild.id}")).code == 10004


async def test_what_a_server_tells(api: Api, playground: Playground) -> None:
    base = f"/guilds/{playground.guild.id}"
    assert (await api("GET", base)).body["name"] == "Card Room"
    names = [each["name"] for each in (await api("GET", base + "/channels")).body]
    assert names == ["card-table", "lounge"]
    assert [each["name"] for each in (await api("GET", base + "/roles")).body] == [
        "@everyone",
        "dealer",
    ]
    playground.add_thread(playground.channel(), "Open", playground.person("Ada"))
    active = (await api("GET", base + "/threads/active")).body["threads"]
    assert [each["name"] for each in active] == ["Open"]
    assert [each["id"] for each in (await api("GET", "/users/@me/guilds")).body] == [
        str(playground.guild.id)
    ]
    assert (await api("DELETE", f"/users/@me{base}")).status == 204
    assert (await api("GET", "/users/@me/guilds")).body == []


async def test_a_member_is_appointed(playground: Playground) -> None:
    ada, ben, channel = playground.person("Ada"), playground.person("Ben"), playground.channel()
    manage = Permission.MANAGE_GUILD
    playground.appoint(ada, playground.guild, ["MANAGE_GUILD"])
    assert playground.world.permissions(channel, ada.id) & manage
    assert not playground.world.permissions(channel, ben.id) & manage
    with pytest.raises(KeyError):
        playground.appoint(ben, playground.guild, ["FLY"])
