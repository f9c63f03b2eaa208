"""Fixtures for the whole suite."""

from hypothesis import settings

# How long an example takes says how busy the machine is, not whether the code is right.
settings.register_profile("suite", deadline=None)
settings.load_profile("suite")

pytest_plugins = ["tests.browser", "tests.playground.page_stage", "tests.postgres"]
