"""Headless Chromium for tests.

``CHROMIUM`` names the program when it is not on the path.  The fixture ``visit`` opens pages and
fails the test when one of them wrote an error to its console.  One browser serves all tests of a
run, so that these share an event loop: their modules have ``pytestmark = IN_A_BROWSER``, and
fixtures that they use are made with ``loop_scope="session"``.
"""

from __future__ import annotations

import os
import shutil
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from typing import Literal

import pytest
import pytest_asyncio
from playwright.async_api import Browser, BrowserContext, ConsoleMessage, Page, async_playwright

ARGUMENTS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)
WIDE = (1280, 860)
PHONE = (390, 800)

IN_A_BROWSER = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]

Visit = Callable[..., Awaitable[Page]]


def program() -> str:
    """The path of Chromium.  Raises LookupError when there is none."""
    named = os.environ.get("CHROMIUM")
    found = named or shutil.which("chromium") or shutil.which("chromium-browser")
    if not found:
        raise LookupError("no Chromium found: install it, or set CHROMIUM to its path")
    return found


@asynccontextmanager
async def chromium() -> AsyncIterator[Browser]:
    """A running browser, closed at the end."""
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(executable_path=program(), args=list(ARGUMENTS))
        try:
            yield browser
        finally:
            await browser.close()


@pytest_asyncio.fixture(scope="session", loop_scope="session")
async def browser() -> AsyncIterator[Browser]:
    """The browser of this run: to start one takes longer than most tests of the page do."""
    async with chromium() as running:
        yield running


@pytest_asyncio.fixture(loop_scope="session")
async def visit(browser: Browser) -> AsyncIterator[Visit]:
    """``await visit(url, scheme=..., size=...)`` gives a page in a context of its own.

    What a page writes to its console as a warning or an error, and every exception in it, fails
    the test at its end; ``expected`` are parts of texts that are to be let through.
    """
    problems: list[str] = []
    contexts: list[BrowserContext] = []

    async def open_page(
        url: str,
        *,
        scheme: Literal["light", "dark"] = "light",
        size: tuple[int, int] = WIDE,
        expected: tuple[str, ...] = (),
    ) -> Page:
        context = await browser.new_context(
            color_scheme=scheme, viewport={"width": size[0], "height": size[1]}
        )
        contexts.append(context)
        page = await context.new_page()

        def heard(text: str) -> None:
            if not any(part in text for part in expected):
                problems.append(text)

        def wrote(message: ConsoleMessage) -> None:
            if message.type in {"error", "warning"}:
                heard(f"{message.type}: {message.text}")

        page.on("console", wrote)
        page.on("pageerror", lambda error: heard(f"exception: {error}"))
        await page.goto(url)
        return page

    yield open_page
    found = list(problems)  # not what comes of closing, or of a playground that went before
    for context in contexts:
        await context.close()
    assert found == []
