"""Challenges, lobby, lists, help, end: each state in words, within the limits."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime

import discord
import pytest

from bot import limits
from bot.screens.challenge import challenge, lobby
from bot.screens.end import end
from bot.screens.games import SCREENS
from bot.screens.help import PAGES, check, help_page
from bot.screens.lists import more, running, scores
from bot.screens.models import GameLine, InvitationInfo, Player, TableInfo
from bot.screens.notice import confirm_resign, notice
from bot.screens.table import finished_deal, table
from engine.game import Outcome
from tests.bot.screens.helpers import ENGLISH, WORST_NAME, buttons, info_of, read, selects, start

WHEN = datetime(2026, 1, 2, tzinfo=UTC)
STAMP = f"<t:{int(WHEN.timestamp())}:R>"
ADA, BEN = Player("Ada", 1), Player("Ben", 2)

DUEL = InvitationInfo(
    invitation_id=40,
    game=SCREENS["drawbridge"],
    options={"target": 500, "draw": "follow", "stock": "open", "penalty": "off"},
    host=ADA,
    opponent=BEN,
    seats=(ADA,),
    size=2,
    expires_at=WHEN,
    state="open",
)
LOBBY = replace(DUEL, game=SCREENS["callbridge"], options={"target": 20}, opponent=None, size=4)


def verbs(layout: discord.ui.LayoutView) -> list[str]:
    """The verbs of the enabled buttons."""
    assert limits.problems(layout) == []
    return [key.split(".")[1] for key, part in buttons(layout).items() if not part.get("disabled")]


async def test_a_challenge() -> None:
    layout = challenge(DUEL, ENGLISH)
    text = read(layout)
    assert "Ada challenges Ben to Draw Bridge" in text
    assert STAMP in text
    for words in (
        "to 500 points",
        "suit must be followed",
        "top card of the stock",
        "failed contracts score nothing",
    ):
        assert words in text
    assert verbs(layout) == ["accept", "decline", "withdraw"]


async def test_an_open_challenge() -> None:
    layout = challenge(replace(DUEL, game=SCREENS["bridgette"], options={}, opponent=None), ENGLISH)
    assert "Ada looks for an opponent at Bridgette" in read(layout)
    assert "six deals" in read(layout)
    assert verbs(layout) == ["accept", "withdraw"]


@pytest.mark.parametrize(
    ("state", "words"),
    [
        ("started", "The game has begun: #77."),
        ("declined", "Ben declined."),
        ("withdrawn", "Ada withdrew it."),
        ("expired", "It expired before it began."),
    ],
)
async def test_a_challenge_that_is_settled_has_no_controls(state: str, words: str) -> None:
    settled = replace(DUEL, state=state, game_id=77)  # type: ignore[arg-type]
    assert words in read(challenge(settled, ENGLISH))
    assert verbs(challenge(settled, ENGLISH)) == []
    assert verbs(lobby(replace(LOBBY, state=state), ENGLISH)) == []  # type: ignore[arg-type]


async def test_a_lobby_that_fills() -> None:
    layout = lobby(LOBBY, ENGLISH)
    assert "1. Ada\n2. free\n3. free\n4. free" in read(layout)
    assert "3 seats are free." in read(layout)
    assert verbs(layout) == ["join", "leave", "withdraw"]
    assert [option["value"] for option in selects(layout)[0]["options"]] == [
        "easy",
        "medium",
        "hard",
    ]

    computer = Player("", None, "easy")
    full = replace(LOBBY, seats=(ADA, computer, BEN, computer), starts_at=WHEN)
    layout = lobby(full, ENGLISH)
    assert "1. Ada\n2. Computer 1 (easy)\n3. Ben\n4. Computer 2 (easy)" in read(layout)
    assert f"starts by itself {STAMP}" in read(layout)
    assert verbs(layout) == ["leave", "dropbot", "begin", "withdraw"]
    assert selects(layout) == []


async def test_running_games() -> None:
    players = (ADA, Player("", None, "easy"))
    line = GameLine(12, SCREENS["bridgette"], players, 1, 2, 3, True, False, WHEN)
    waiting = replace(line, game_id=13, your_turn=False)
    paused = replace(line, game_id=14, paused=True, message_id=None)
    text = read(running([paused, waiting, line], SCREENS, ENGLISH))
    assert text.index("#12") < text.index("#13") < text.index("#14")
    assert "[Bridgette #12](https://discord.com/channels/1/2/3): Ada and Computer (easy)" in text
    assert "https://discord.com/channels/1/2)" in text
    assert "You have no running game here" in read(running([], SCREENS, ENGLISH))
    many = [replace(line, game_id=n, players=(Player(WORST_NAME, 1),) * 4) for n in range(200)]
    assert limits.problems(running(many, SCREENS, ENGLISH)) == []


@pytest.mark.parametrize("page", range(len(PAGES)))
async def test_help(page: int) -> None:
    layout = help_page(page, ENGLISH)
    assert limits.problems(layout) == []
    assert f"Page {page + 1} of {len(PAGES)}" in read(layout)
    assert "…" not in read(layout)


async def test_check_lists_what_is_missing() -> None:
    assert "Everything is in place" in read(check((), ENGLISH))
    text = read(check(("View Channel", "Send Messages"), ENGLISH))
    assert "- **View Channel**\n- **Send Messages**" in text


async def test_resigning_is_asked_in_words() -> None:
    game = start("bridgette", 1)
    layout = confirm_resign(info_of(game), 1, ENGLISH)
    assert "Resign Bridgette #12?" in read(layout)
    assert "1.giveup.c.1.." in buttons(layout)
    four = confirm_resign(info_of(start("callbridge", 1)), 0, ENGLISH)
    assert "The computer plays on in your seat" in read(four)
    assert limits.problems(notice("Short.")) == []


async def test_more() -> None:
    game = start("bridgette", 1)
    assert verbs(more(game.view(None), info_of(game), 0, ENGLISH)) == [
        "hand",
        "move",
        "resign",
        "rules",
    ]
    assert verbs(more(game.view(None), info_of(game), None, ENGLISH)) == []
    four = start("callbridge", 1)
    info = info_of(four)
    away = replace(info, players=(replace(info.players[0], level="easy"), *info.players[1:]))
    assert "back" in verbs(more(four.view(None), away, 0, ENGLISH))
    game.apply(0, "resign")
    assert verbs(more(game.view(None), info_of(game), 0, ENGLISH)) == []


async def test_an_early_end_shows_the_seed() -> None:
    game = start("bridgette", 1)
    info = info_of(game)
    with pytest.raises(ValueError, match="not over"):
        end(game.view(None), info, ENGLISH)
    with pytest.raises(ValueError, match="not finished"):
        finished_deal(game.view(None), 1, info, ENGLISH)
    assert game.commitment in read(table(game.view(None), info, ENGLISH))
    assert game.seed.hex() not in read(scores(game.view(None), info, ENGLISH))
    game.apply(1, "resign")
    layout = end(game.view(None), info, ENGLISH)
    text = read(layout)
    assert "**Ada** wins: Ben resigned." in text
    assert game.seed.hex() in text
    assert game.commitment in text
    assert "No deal was finished." in text
    assert verbs(layout) == ["rematch", "lookback", "record", "rules"]


async def test_the_table_is_never_drawn_from_a_hand() -> None:
    game = start("bridgette", 1)
    with pytest.raises(ValueError, match="spectator"):
        table(game.view(0), info_of(game), ENGLISH)


async def test_my_hand_comes_first() -> None:
    game = start("bridgette", 1)
    assert verbs(table(game.view(None), info_of(game), ENGLISH)) == [
        "hand",
        "scores",
        "rules",
        "more",
    ]


async def test_a_very_long_game_is_cut_from_the_front() -> None:
    game = start("callbridge", 2, {"target": 200})
    while len(game.view(None).deals) < 60 and game.to_act:
        seat = game.to_act[0]
        decision = game.decision(seat)
        assert decision is not None
        game.apply(seat, decision.choices[0])
    info = TableInfo(1, "callbridge", SCREENS, (Player(WORST_NAME, 1),) * 4, 1, 2, 3)
    layout = scores(game.view(None), info, ENGLISH)
    assert limits.problems(layout) == []
    assert "earlier ones, too long to show" in read(layout)
    assert f"**{len(game.view(None).deals)}.**" in read(layout)


async def test_a_seat_that_was_given_up_wins_nothing() -> None:
    game = start("callbridge", 1)
    info = info_of(game)
    left = replace(info.players[2], level="easy")
    info = replace(info, players=(*info.players[:2], left, info.players[3]))
    over = replace(
        game.view(None), outcome=Outcome((2,), "played out"), totals=(7, 7, 21, -3), seed="00" * 32
    )
    said = read(end(over, info, ENGLISH))
    assert "nobody wins it: the seat of **Cleo** came out first, but was given up" in said
    stayed = replace(over, outcome=Outcome((1,), "played out"))
    assert "The game is over: **Ben** wins." in read(end(stayed, info, ENGLISH))
