"""Fixtures for the whole suite."""

from typing import Final

import pytest
from hypothesis import settings

_SLOW: Final = frozenset({"kills", "matrix", "page_games", "simcord", "storm", "whole_games"})

# How long an example takes says how busy the machine is, not whether the code is right.
settings.register_profile("suite", deadline=None)
settings.load_profile("suite")

pytest_plugins = ["tests.browser", "tests.playground.page_stage", "tests.postgres"]


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Whole games first: at the end, one process would play them while the other has nothing."""
    items.sort(key=lambda item: item.path.parent.name not in _SLOW)
