"""The house that a page is opened on."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from tests.harness import House

AtHome = Callable[..., Awaitable[House]]
"""``await at_home(**options)``: a house with the page, see ``tests.harness.house``.

A test asks for it before ``visit``: what is asked for last is closed first, and a page that is
still open when its house goes writes to its console that nobody answers.
"""
