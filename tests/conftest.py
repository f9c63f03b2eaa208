"""Fixtures for the whole suite."""

import threading
from collections.abc import Iterator
from typing import Final

import pytest
from discord.gateway import KeepAliveHandler
from hypothesis import settings

_SLOW: Final = frozenset({"kills", "matrix", "page_games", "simcord", "storm", "whole_games"})

# How long an example takes says how busy the machine is, not whether the code is right.
settings.register_profile("suite", deadline=None)
settings.load_profile("suite")

pytest_plugins = ["tests.browser", "tests.playground.page_stage", "tests.postgres"]


@pytest.fixture(autouse=True)
def no_heart_beats_on() -> Iterator[None]:
    """Ends the heartbeats of connections that broke while they were made.

    discord.py forgets their threads, whose next beat, forty seconds later and for an event loop
    that is closed by then, would fail whichever test is running.
    """
    yield
    for thread in threading.enumerate():
        if isinstance(thread, KeepAliveHandler):
            thread.stop()


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Whole games first: at the end, one process would play them while the other has nothing."""
    items.sort(key=lambda item: item.path.parent.name not in _SLOW)
