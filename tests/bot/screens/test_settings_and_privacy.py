"""Settings, seasons and privacy: each state in words, within the limits."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime

import pytest

from bot import limits
from bot.preferences import PERSONAL, SERVER, preference
from bot.screens.games import SCREENS
from bot.screens.podium import podium
from bot.screens.privacy import Kept, confirm_taking_out, kept, taken_out
from bot.screens.settings import (
    MOST_CHOSEN,
    UNSET,
    Starting,
    confirm_season_end,
    confirm_wipe,
    personal,
    season_form,
    server,
    wipe_form,
)
from bot.screens.standing import BoardLine, Season
from data.records import PersonSettings, ServerSettings
from tests.bot.screens.helpers import ENGLISH, WORST_NAME, buttons, read, selects

WHEN = datetime(2026, 1, 1, tzinfo=UTC)
CUP = Season(3, "Winter Cup", WHEN)
FULL = Starting(tuple(range(1, MOST_CHOSEN + 1)), tuple(range(1, MOST_CHOSEN + 1)))
NOTHING = Kept(0, 0, 0, 0, 0, 0, 0, 0, None, settings=False, taken_out=False)


async def test_settings_show_what_is_chosen() -> None:
    usual = PersonSettings()
    layout = personal([each.shown(usual, ENGLISH) for each in PERSONAL], ENGLISH)
    assert limits.problems(layout) == []
    text = read(layout)
    assert "**Language:** The language of your Discord" in text
    assert "**Notifications:** Yes" in text
    for select in selects(layout):
        assert sum(bool(option.get("default")) for option in select["options"]) == 1
    language = preference(PERSONAL, "language")
    assert language is not None
    english = language.chosen(usual, "en", ENGLISH)
    assert english.language == "en"
    assert "**Language:** English" in read(personal([language.shown(english, ENGLISH)], ENGLISH))
    assert language.chosen(english, UNSET, ENGLISH) == usual
    gone = replace(usual, language="tlh")  # its catalogue was taken away
    assert language.shown(gone, ENGLISH).chosen == UNSET


@pytest.mark.parametrize("key", ["language", "pings"])
async def test_what_is_not_offered_is_refused(key: str) -> None:
    found = preference(PERSONAL, key)
    assert found is not None
    with pytest.raises(ValueError, match="cannot be chosen"):
        found.chosen(PersonSettings(), "xx", ENGLISH)
    assert preference(PERSONAL, "luck") is None


async def test_settings_of_a_server_with_and_without_a_season() -> None:
    shown = [each.shown(ServerSettings(), ENGLISH) for each in SERVER]
    without = server("Card Room", shown, Starting(), None, ENGLISH)
    assert "No season is running." in read(without)
    assert "1.season...." in buttons(without)
    running = server(WORST_NAME, shown, FULL, CUP, ENGLISH)
    assert "**Winter Cup** has been running since <t:" in read(running)
    assert "1.seasonend...." in buttons(running)
    assert not any("seasontell" in each for each in {**buttons(without), **buttons(running)})
    over = server(WORST_NAME, shown, FULL, replace(CUP, ended=WHEN), ENGLISH)
    assert "No season is running." in read(over)
    assert {"1.season....", "1.seasontell.3..."} <= set(buttons(over))
    for layout in (without, running, over):
        assert limits.problems(layout) == []
    assert limits.problems(confirm_season_end(CUP, ENGLISH)) == []
    asked = confirm_wipe(WORST_NAME, ["12 finished games"], ENGLISH)
    assert limits.problems(asked) == []
    assert "- 12 finished games" in read(asked)


async def test_forms_keep_to_discords_limits_and_to_nobodys_memory() -> None:
    for form in (season_form(ENGLISH), wipe_form("x" * 100, ENGLISH), wipe_form("", ENGLISH)):
        assert form.is_finished()
        assert 1 <= len(form.title) <= 45
        (label,) = form.to_dict()["components"]
        assert 1 <= len(label["label"]) <= 45
        assert len(label["component"].get("placeholder") or "") <= 100


def line(rank: int, name: str, wins: int = 3) -> BoardLine:
    return BoardLine(rank, rank, name, 5, wins, 0)


async def test_a_podium_with_ties_and_without_anybody() -> None:
    over = replace(CUP, ended=WHEN)
    first = [line(1, "Ada"), line(1, "Ben"), line(3, "Cleo", 1)]
    layout = podium(over, first, {"bridgette": first, "callbridge": []}, SCREENS, ENGLISH)
    text = read(layout)
    assert "## The season Winter Cup has ended" in text
    assert "🥇 **1.** Ada: 3 wins in 5 games\n🥇 **1.** Ben" in text
    assert "🥉 **3.** Cleo: 1 win in 5 games" in text
    assert "**Bridgette**" not in text  # one game only: the same once more
    assert limits.problems(layout) == []
    empty = read(podium(over, [], {}, SCREENS, ENGLISH))
    assert "Nobody won a game between people in it." in empty
    crowd = [line(1, WORST_NAME)] * 10
    full = podium(over, crowd, dict.fromkeys(SCREENS, crowd), SCREENS, ENGLISH)
    assert limits.problems(full) == []
    assert "… and 5 more" in read(full)
    assert "<@1" not in read(full)


async def test_what_is_kept() -> None:
    assert "- nothing" in read(kept(NOTHING, ENGLISH))
    full = Kept(2, 30, 900, 30, 3, 40, 25, 1, WORST_NAME, settings=True, taken_out=False)
    layout = kept(full, ENGLISH)
    text = read(layout)
    for words in (
        "30 games on 2 servers, with 900 moves of yours",
        "- 30 results\n- 3 ratings\n- 40 lines of leaderboards\n",
        "- 25 counts of contracts or bids\n- 1 challenge or lobby",
        "your settings",
    ):
        assert words in text
    assert "<@1" not in text
    assert "1.takeout...." in buttons(layout)
    out = kept(replace(NOTHING, taken_out=True), ENGLISH)
    assert "1.comeback...." in buttons(out)
    assert "1.takeout...." not in buttons(out)
    for each in (layout, out, confirm_taking_out(ENGLISH), taken_out(ENGLISH)):
        assert limits.problems(each) == []
