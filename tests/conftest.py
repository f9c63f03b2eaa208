"""Fixtures for the whole suite."""

pytest_plugins = ["tests.browser", "tests.playground.page_stage"]
