"""The bot's pictures of cards with Discord: found at the start, uploaded where they are missing.

All of it happens in the background, and whatever goes wrong is tried again later: until a deck is
complete its cards are written in signs.  Of several processes the one with shard 0 uploads; the
others look from time to time what there is.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Coroutine, Iterable, Mapping
from datetime import timedelta
from typing import Any, Final, Protocol, TypeVar

import discord

from bot.clock import Clock
from bot.faces.drawn import Picture, draw
from bot.faces.names import CARDS, DECKS, FaceName, parse
from bot.sending import CALL_ERRORS, CALL_SECONDS, Desk, describe
from bot.traces import trace
from bot.workers.errors import NoResult, PoolClosed
from bot.workers.pool import Pool
from bot.writing import SIGNS, WORDS, Writing

DRAWN_WITHIN: Final = 60.0  # seconds
AT_ONCE: Final = 11  # cards in one piece of work, so that computer players do not wait for long
APART: Final = 0.1
"""Seconds between two uploads: most of the calls that Discord allows are left to the games."""
FIRST_PAUSE: Final = timedelta(minutes=1)
"""Before the second attempt; the pause doubles with each further one."""
LONGEST_PAUSE: Final = timedelta(hours=1)
LOOKED_AFTER: Final = timedelta(days=1)
"""How often a complete set is looked after: somebody may have deleted a picture."""

Result = TypeVar("Result")

_log = logging.getLogger(__name__)


class Emojis(Protocol):
    """The client, as far as pictures need it."""

    async def fetch_application_emojis(self) -> list[discord.Emoji]:
        """Every emoji of the application."""
        ...

    async def create_application_emoji(self, *, name: str, image: bytes) -> discord.Emoji:
        """Upload one; raises ``discord.HTTPException``."""
        ...


class Faces:
    """The decks that can be shown.  ``uploads``: whether this process draws and uploads them."""

    def __init__(
        self, client: Emojis, desk: Desk, pool: Pool, clock: Clock, *, uploads: bool
    ) -> None:
        self._client = client
        self._desk = desk
        self._pool = pool
        self._clock = clock
        self._uploads = uploads
        self._decks: dict[int, Writing] = dict.fromkeys(DECKS, SIGNS)
        self._keeper: asyncio.Task[None] | None = None
        self._rests = asyncio.Event()

    def writing(self, *, four_colours: bool = False, in_words: bool = False) -> Writing:
        """How cards are written for somebody who chose this."""
        return WORDS if in_words else self._decks[4 if four_colours else 2]

    def start(self) -> None:
        """Begin to look after the pictures; again is no harm."""
        if self._keeper is None:
            self._keeper = asyncio.create_task(self._keep(), name="card faces")

    async def settled(self) -> None:
        """Return when the pictures have been looked after, until it is time to do so again."""
        await self._rests.wait()

    async def close(self) -> None:
        """Stop; what is uploaded stays, and the next start goes on from there."""
        if self._keeper is not None:
            self._keeper.cancel()
            await asyncio.gather(self._keeper, return_exceptions=True)

    async def _keep(self) -> None:
        pause = FIRST_PAUSE
        while True:
            if await self._attempt():
                pause, wait = FIRST_PAUSE, LOOKED_AFTER if self._uploads else LONGEST_PAUSE
            else:
                pause, wait = min(2 * pause, LONGEST_PAUSE), pause
            due = self._clock.now() + wait
            self._rests.set()
            await self._clock.sleep_until(due)
            self._rests.clear()

    async def _attempt(self) -> bool:
        """Look after the pictures once; whether all is well now."""
        try:
            await self._look_after()
        except CALL_ERRORS as error:
            _log.warning("pictures of cards are to be tried again later: %s", describe(error))
        except PoolClosed:
            pass  # the bot stops
        except NoResult as error:
            _log.warning("pictures of cards were not drawn: %s", error)
        except Exception as error:  # the games go on in signs
            _log.error("pictures of cards: %s", trace(error))
        else:
            return all(deck.faces for deck in self._decks.values())
        return False

    async def _look_after(self) -> None:
        found = await self._within_limit(self._client.fetch_application_emojis())
        ours = {name: emoji for emoji in found if (name := parse(emoji.name)) is not None}
        self._adopt(ours)
        if not self._uploads:
            return
        wanted = await self._drawn()
        missing = [name for name in wanted if name not in ours]
        for name in missing:
            ours[name] = await self._within_limit(
                self._client.create_application_emoji(name=str(name), image=wanted[name].png)
            )
            await asyncio.sleep(APART)
        self._adopt({name: ours[name] for name in wanted})
        if missing:
            _log.info("%s pictures of cards uploaded", len(missing))
            return  # what was replaced is shown by tables and other processes for a while
        for name in ours.keys() - wanted.keys():
            await self._within_limit(ours[name].delete())
            _log.info("the picture %s deleted, which was replaced", name)

    async def _within_limit(self, call: Coroutine[Any, Any, Result]) -> Result:
        async with asyncio.timeout(CALL_SECONDS):
            return await self._desk.carefully(call)

    async def _drawn(self) -> dict[FaceName, Picture]:
        """Every picture that there should be, by its name."""
        wanted: dict[FaceName, Picture] = {}
        for colours in DECKS:
            for first in range(0, len(CARDS), AT_ONCE):
                cards = CARDS[first : first + AT_ONCE]
                drawn = await self._pool.run(draw, colours, cards, limit=DRAWN_WITHIN)
                for card, picture in zip(cards, drawn, strict=True):
                    wanted[FaceName.of(colours, card, picture.digest)] = picture
        return wanted

    def _adopt(self, ours: Mapping[FaceName, discord.Emoji]) -> None:
        """Show the decks that are complete; of two pictures of a card the one uploaded last."""
        for colours in DECKS:
            faces = _deck(colours, ours.items())
            if faces != self._decks[colours].faces:
                self._decks[colours] = Writing(faces) if faces else SIGNS


def _deck(
    colours: int, ours: Iterable[tuple[FaceName, discord.Emoji]]
) -> dict[str, discord.PartialEmoji]:
    """The faces of a deck by card; empty unless it is complete."""
    faces: dict[str, discord.PartialEmoji] = {}
    for name, emoji in sorted(ours, key=lambda each: each[1].id):
        if name.colours == colours:
            faces[name.card] = discord.PartialEmoji(name=emoji.name, id=emoji.id)
    return faces if len(faces) == len(CARDS) else {}
