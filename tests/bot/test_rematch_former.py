"""A rematch with somebody who was taken out."""

from __future__ import annotations

from pathlib import Path

from tests.bot.test_play_privacy import take_out
from tests.bot.test_play_standing import resigned
from tests.harness import control_of, house


async def test_a_former_player_is_not_asked_for_a_rematch(tmp_path: Path) -> None:
    async with house(tmp_path) as home:
        ada = home.person("Ada")
        await resigned(home, "bridgette", "Ada", "Ben")
        await take_out(home, home.person("Ben"))
        end = next(seen for seen in ada.messages(home.channel) if "rematch" in str(seen.controls()))
        answer = await ada.press(end, control_of(end, "rematch"))
        assert answer.message is not None
        assert "cannot be asked for a rematch" in answer.message.text
        assert not await home.database.invitations.open_ones()
