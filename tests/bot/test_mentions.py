"""Commands in messages are Discord's mentions of them, as soon as their numbers are known."""

from __future__ import annotations

import asyncio
import re

import discord
import pytest

from bot.limits import TEXT, problems
from bot.mentions import Mentions
from bot.screens.help import PAGES, help_page
from bot.texts import Texts, languages
from tests.harness import house

Known = tuple[Mentions, dict[str, str]]


@pytest.fixture(scope="module")
def known(tmp_path_factory: pytest.TempPathFactory) -> Known:
    """What a bot that runs knows, and the numbers of the commands by their first word."""

    async def learnt() -> Known:
        async with house(tmp_path_factory.mktemp("known")) as home:
            ada = home.person("Ada")
            ids = {each["name"]: each["id"] for each in ada.commands(home.channel)}
            answer = await ada.command(home.channel, "game list")
            assert answer.message is not None
            assert f"</bridgette start:{ids['bridgette']}>" in answer.message.text
            # What another process learns, which did not tell Discord of the commands itself.
            asked = Mentions()
            asked.learn(await home.client.tree.fetch_commands())
            assert asked.all() == home.client.mentions.all()
            return asked, ids

    return asyncio.run(learnt())


def shown(mentions: Mentions, text: str) -> str:
    layout = discord.ui.LayoutView(timeout=None)
    layout.add_item(discord.ui.TextDisplay(text))
    mentions.put(layout)
    (found,) = [
        part.content for part in layout.walk_children() if isinstance(part, discord.ui.TextDisplay)
    ]
    return found


def test_what_becomes_a_mention(known: Known) -> None:
    mentions, ids = known
    game, rules = ids["game"], ids["rules"]
    for text, wanted in {
        "`/game list` lists them.": f"</game list:{game}> lists them.",
        "**`/rules`**, (`/game show 14`)": f"**</rules:{rules}>**, (</game show:{game}> `14`)",
        "`/rules bridgette` and `/rules`": f"</rules:{rules}> `bridgette` and </rules:{rules}>",
        "`/admin`, `/dance` and `/dance now`": "`/admin`, `/dance` and `/dance now`",
        "`/game`, /game list, `game list`": "`/game`, /game list, `game list`",
        r"\`/game list\` is a name, \`/game list` too": (
            r"\`/game list\` is a name, \`/game list` too"
        ),
        "nothing to do with commands": "nothing to do with commands",
    }.items():
        assert shown(mentions, text) == wanted
        assert shown(mentions, wanted) == wanted


def test_what_would_be_too_long_stays(known: Known) -> None:
    mentions, _ = known
    long = "`/game list` " + "x" * (TEXT - 15)
    assert shown(mentions, long) == long
    wide = "`/game list` " + "અ" * 3385
    assert shown(mentions, wide) == wide
    assert "</game list" in shown(mentions, "`/game list` " + "x" * 3000)


def test_nothing_is_a_mention_before_discord_has_told() -> None:
    assert shown(Mentions(), "`/game list`") == "`/game list`"


def test_help_is_within_the_limits_with_all_its_mentions(known: Known) -> None:
    mentions, _ = known
    for language in languages():
        for page in range(len(PAGES)):
            layout = help_page(page, Texts.for_locale(language))
            mentions.put(layout)
            assert problems(layout) == []
            words = "".join(
                part.content
                for part in layout.walk_children()
                if isinstance(part, discord.ui.TextDisplay)
            )
            assert not re.search(r"`/(?!admin`)[a-z]", words), words
