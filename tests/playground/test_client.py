"""An unmodified discord.py bot lives here as it lives at Discord."""

from __future__ import annotations

import logging
from typing import Any

import discord
import pytest

from playground import ClientRefusal, InteractionFailed, Playground
from tests.playground.conftest import eventually, point_at, running
from tests.playground.page_stage import ANSWER_WITHIN
from tests.playground.sample import SampleBot, panel


async def test_it_logs_in_and_knows_its_server(bot: SampleBot, playground: Playground) -> None:
    assert bot.user is not None
    assert bot.user.id == playground.world.bot.id
    [guild] = bot.guilds
    assert guild.name == "Card Room"
    assert [channel.name for channel in guild.text_channels] == ["card-table", "lounge"]
    assert guild.me.guild_permissions.send_messages
    assert [each["name"] for each in playground.person("Ada").commands()] == ["game"]


async def test_the_panel_counts_and_stays_one_message(
    bot: SampleBot, playground: Playground
) -> None:
    ada, ben, channel = playground.person("Ada"), playground.person("Ben"), playground.channel()
    answer = await ada.command(channel, "game panel")
    assert answer.kind == "message"
    assert answer.message is not None
    assert answer.message.text == "Bumped 0 times"
    await ben.press(answer.message, "bump:0")
    pressed = await ada.press_label(answer.message, "Bump 1")
    assert pressed.kind == "update"
    assert [each.text for each in ben.messages(channel)] == ["Bumped 2 times"]
    texts = [
        each.payload["components"][0]["components"][0]["content"]
        for each in playground.shown_in_public()
    ]
    assert texts == ["Bumped 0 times", "Bumped 1 times", "Bumped 2 times"]


async def test_a_select_answers_its_user_alone(bot: SampleBot, playground: Playground) -> None:
    ada, ben, channel = playground.person("Ada"), playground.person("Ben"), playground.channel()
    await ada.command(channel, "game panel")
    answer = await ada.select(ada.latest(channel), "choose", ["two"])
    assert answer.message is not None
    assert answer.message.ephemeral
    assert ada.latest(channel).text == "You chose two"
    assert ben.latest(channel).text == "Bumped 0 times"
    assert "You chose two" not in str(playground.shown_to(ben.id))
    with pytest.raises(ClientRefusal, match="chosen already"):
        ada.select(ada.messages(channel)[0], "choose", ["two"])
    ada.dismiss(answer.message)
    assert len(ada.messages(channel)) == 1


async def test_options_reach_the_command(bot: SampleBot, playground: Playground) -> None:
    ada, ben, channel = playground.person("Ada"), playground.person("Ben"), playground.channel()
    answer = await ada.command(channel, "game with", opponent=ben, deals=2)
    assert answer.message is not None
    assert answer.message.text == f"Ben 2 easy <@{ben.id}>"
    assert not ben.pings(), "an ephemeral message pings nobody"


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({}, "required"),
        ({"opponent": 1}, "nobody"),
        ({"deals": 7}, "out of range"),
        ({"deals": 1.5}, "whole"),
        ({"level": "hard"}, "no choice"),
        ({"colour": "red"}, "no option"),
    ],
)
async def test_the_client_checks_options(
    bot: SampleBot, playground: Playground, options: dict[str, Any], words: str
) -> None:
    ada = playground.person("Ada")
    if options and "opponent" not in options:
        options = {"opponent": playground.person("Ben"), **options}
    with pytest.raises(ClientRefusal, match=words):
        ada.command(playground.channel(), "game with", **options)


@pytest.mark.parametrize("private", [True, False])
async def test_thinking_then_the_answer_then_another(
    bot: SampleBot, playground: Playground, private: bool
) -> None:
    ada, ben, channel = playground.person("Ada"), playground.person("Ben"), playground.channel()
    answer = await ada.command(channel, "game think", private=private)
    assert answer.kind == "thinking"
    await ada.wait_for(lambda seen: seen.text == "and one more")
    first, second = ada.messages(channel)
    assert (first.text, first.deferred, first.ephemeral) == ("Bumped 7 times", False, private)
    assert second.ephemeral
    assert [each.text for each in ben.messages(channel)] == ([] if private else [first.text])
    await ada.press(first, "bump:7")
    assert ada.message(first).text == "Bumped 8 times"


async def test_a_form(bot: SampleBot, playground: Playground) -> None:
    ada, channel = playground.person("Ada"), playground.channel()
    answer = await ada.command(channel, "game form")
    assert answer.modal is not None
    with pytest.raises(ClientRefusal, match="required"):
        ada.submit_modal(answer.modal, {})
    with pytest.raises(ClientRefusal, match="too long"):
        ada.submit_modal(answer.modal, {"name": "x" * 21})
    done = await ada.submit_modal(answer.modal, {"name": "Ada"})
    assert done.message is not None
    assert done.message.text == "Hello Ada"
    with pytest.raises(ClientRefusal, match="not open"):
        ada.submit_modal(answer.modal, {"name": "Ada"})


async def test_a_file_can_be_fetched(bot: SampleBot, playground: Playground, api: Any) -> None:
    answer = await playground.person("Ada").command(playground.channel(), "game file")
    assert answer.message is not None
    [attachment] = answer.message.json["attachments"]
    assert attachment["description"] == "A record"
    assert attachment["ephemeral"]
    file = answer.message.components[1]
    assert (file["file"]["url"], file["name"], file["size"]) == (
        attachment["url"],
        "record.json",
        8,
    )
    async with api._session.get(attachment["url"]) as response:
        assert await response.read() == b'{"a": 1}'


async def test_suggestions(bot: SampleBot, playground: Playground) -> None:
    ada = playground.person("Ada")
    answer = await ada.autocomplete(playground.channel(), "game guess", "word", word="x")
    assert [each["value"] for each in answer.choices] == ["xa", "xb"]
    done = await ada.command(playground.channel(), "game guess", word="xa")
    assert done.message is not None
    assert done.message.text == "xa"


async def test_silence_fails_after_three_seconds(bot: SampleBot, playground: Playground) -> None:
    ada = playground.person("Ada")
    handle = ada.command(playground.channel(), "game silent")
    await eventually(lambda: bot.seen)
    assert not handle.done
    playground.advance(ANSWER_WITHIN)
    with pytest.raises(InteractionFailed, match="did not respond"):
        await handle
    [interaction] = bot.seen
    with pytest.raises(discord.NotFound) as caught:
        await interaction.response.send_message("late")
    assert caught.value.code == 10062


async def test_a_second_answer_is_refused(bot: SampleBot, playground: Playground) -> None:
    await playground.person("Ada").command(playground.channel(), "game panel")
    [interaction] = bot.seen
    interaction.response._response_type = None
    with pytest.raises(discord.HTTPException) as caught:
        await interaction.response.send_message("again")
    assert caught.value.code == 40060


async def test_a_token_dies_after_fifteen_minutes(bot: SampleBot, playground: Playground) -> None:
    ada, channel = playground.person("Ada"), playground.channel()
    await ada.command(channel, "game panel")
    [interaction] = bot.seen
    playground.advance(14 * 60)
    await interaction.edit_original_response(view=panel(3))
    playground.advance(61)
    for call in (
        interaction.edit_original_response(view=panel(4)),
        interaction.followup.send("late"),
        interaction.delete_original_response(),
    ):
        with pytest.raises(discord.HTTPException) as caught:
            await call
        assert (caught.value.status, caught.value.code) == (401, 50027)
    assert ada.latest(channel).text == "Bumped 3 times"
    await ada.press(ada.latest(channel), "bump:3")
    assert ada.latest(channel).text == "Bumped 4 times"


async def test_the_bot_edits_by_channel_and_id(bot: SampleBot, playground: Playground) -> None:
    ada, channel = playground.person("Ada"), playground.channel()
    place = bot.get_partial_messageable(channel.id)
    message = await place.send(view=panel(1))
    await place.get_partial_message(message.id).edit(view=panel(2))
    assert ada.latest(channel).text == "Bumped 2 times"
    assert ada.latest(channel).json["edited_timestamp"]
    await place.get_partial_message(message.id).delete()
    assert not ada.messages(channel)
    with pytest.raises(discord.NotFound) as caught:
        await place.get_partial_message(message.id).edit(view=panel(2))
    assert caught.value.code == 10008


async def test_a_ping_reaches_whom_it_may(bot: SampleBot, playground: Playground) -> None:
    ada, ben, channel = playground.person("Ada"), playground.person("Ben"), playground.channel()
    place = bot.get_partial_messageable(channel.id)
    text = f"<@{ada.id}> <@{ben.id}> @everyone"
    await place.send(text, allowed_mentions=discord.AllowedMentions.none())
    assert not ada.pings()
    only_ben = discord.AllowedMentions(users=[discord.Object(ben.id)], everyone=False)
    message = await place.send(text, allowed_mentions=only_ben)
    assert [each.id for each in ben.pings()] == [message.id]
    assert not ada.pings()
    await message.edit(content=text, allowed_mentions=discord.AllowedMentions.all())
    assert not ada.pings(), "an edit never notifies anybody"


async def test_two_presses_at_once_both_arrive(bot: SampleBot, playground: Playground) -> None:
    ada, ben, channel = playground.person("Ada"), playground.person("Ben"), playground.channel()
    seen = (await ada.command(channel, "game panel")).message
    assert seen is not None
    first, second = ada.press(seen, "bump:0"), ben.press(seen, "bump:0")
    assert [(await each).kind for each in (first, second)] == ["update", "update"]
    assert len(bot.seen) == 3


async def test_a_forged_press_arrives(bot: SampleBot, playground: Playground) -> None:
    ada, channel = playground.person("Ada"), playground.channel()
    await ada.command(channel, "game panel")
    with pytest.raises(ClientRefusal, match="no control"):
        ada.press(ada.latest(channel), "bump:41")
    handle = ada.press(ada.latest(channel), "bump:41", forge=True)
    await eventually(lambda: len(bot.seen) == 2)
    playground.advance(ANSWER_WITHIN)
    assert (await handle.outcome()).error == "This interaction failed"
    # discord.py itself drops what is not on the message; the event came through.
    assert [each.data["custom_id"] for each in bot.seen[1:]] == ["bump:41"]


async def test_an_emoji_can_be_uploaded_and_used(bot: SampleBot, playground: Playground) -> None:
    png = b"\x89PNG\r\n\x1a\n" + bytes(16)
    emoji = await bot.create_application_emoji(name="ace", image=png)
    assert [each.name for each in await bot.fetch_application_emojis()] == ["ace"]
    view = discord.ui.LayoutView(timeout=None)
    row: discord.ui.ActionRow[Any] = discord.ui.ActionRow()
    row.add_item(discord.ui.Button(emoji=emoji, custom_id="x"))
    view.add_item(row)
    place = bot.get_partial_messageable(playground.channel().id)
    await place.send(view=view)
    await emoji.delete()
    with pytest.raises(discord.HTTPException, match="Invalid emoji"):
        await place.send(view=view)


async def test_a_wrong_token_is_refused(
    playground: Playground, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    point_at(monkeypatch, playground)
    with pytest.raises(discord.LoginFailure):
        async with running(SampleBot(), "nonsense"):
            pytest.fail("logged in")
    assert playground.token not in caplog.text


async def test_a_429_is_tried_again(
    bot: SampleBot, playground: Playground, caplog: pytest.LogCaptureFixture
) -> None:
    place = bot.get_partial_messageable(playground.channel().id)
    message = await place.send("0")
    playground.faults.add("PATCH", "/channels/{id}/messages/{id}", 429, retry_after=0.05)
    for number in range(1, 5):
        await message.edit(content=str(number))
    assert playground.person("Ada").latest().text == "4"
    warnings = [r for r in caplog.records if r.levelno == logging.WARNING]
    assert any("rate limited" in record.getMessage() for record in warnings)
    statuses = [each.status for each in playground.journal.calls if each.method == "PATCH"]
    assert statuses == [429, 200, 200, 200, 200]
