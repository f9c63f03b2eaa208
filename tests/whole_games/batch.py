"""Some games in a house and a process of their own."""

from __future__ import annotations

import asyncio
import logging
import tempfile
from collections.abc import Sequence
from pathlib import Path

from tests.whole_games.plan import Plan
from tests.whole_games.room import Report, play_all


def play_batch(batch: Sequence[Plan], at_once: int) -> Report:
    """Play these games in a house of their own; runs in a process of its own."""
    logging.disable(logging.INFO)
    with tempfile.TemporaryDirectory(prefix="whole-games-") as folder:
        return asyncio.run(play_all(Path(folder), batch, at_once=at_once))
