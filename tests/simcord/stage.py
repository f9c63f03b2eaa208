"""The bot on simcord, an independent simulator of Discord, as a second opinion beside our own.

::

    async with stage(tmp_path) as club:
        ada, ben = club.join("ada"), club.join("ben")
        challenge = await ada.command("bridgette start", opponent=ben)
        await ben.press(challenge, "accept")

People here know only what is drawn: they press controls that a message really carries, and
simcord refuses what Discord's clients would not let them do.  Leaving the stage fails if simcord
refused any call of the bot, or if anything was logged as an error.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Iterator
from contextlib import AbstractContextManager, asynccontextmanager, nullcontext
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any
from unittest import mock

import discord
import simcord
from simcord import interactions
from simcord.components import walk_components
from simcord.http import router

from bot.client import BotClient
from bot.config import Settings
from bot.controls import Control, parse
from bot.tables import outages
from bot.tables.rush import Rush
from data.database import Database
from tests import storage

Message = discord.Message | simcord.ResponseMessage


class StageClock:
    """simcord's time, for the bot."""

    def __init__(self) -> None:
        self.env: simcord.Env | None = None

    def now(self) -> datetime:
        assert self.env is not None
        return self.env.now()

    async def sleep_until(self, when: datetime) -> None:
        while (left := (when - self.now()).total_seconds()) > 0:  # noqa: ASYNC110 - simcord's time
            await asyncio.sleep(left)


class ParkedEvent(asyncio.Event):
    """An event that simcord is told to be waited for on purpose; else it takes it for a hang."""

    def __init__(self, env: simcord.Env) -> None:
        super().__init__()
        self._env = env

    async def wait(self) -> Any:
        return await self._env.external_wait(super().wait(), reason="timers wait for a change")


class Errors(logging.Handler):
    """Collects what was logged as an error."""

    def __init__(self) -> None:
        super().__init__(logging.ERROR)
        self.texts: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.texts.append(logging.Formatter().format(record))


@dataclass
class Stage:
    """A server with one text channel in which the bot is at home."""

    env: simcord.Env
    database: Database
    clock: StageClock
    refused: list[str]
    guild: simcord.GuildHandle = field(init=False)
    channel: simcord.ChannelHandle = field(init=False)

    def __post_init__(self) -> None:
        self.guild = self.env.create_guild("Card club")
        self.channel = self.guild.create_text_channel("tables")

    def join(self, name: str) -> Person:
        """A new member."""
        return Person(self, self.guild.add_member(self.env.create_user(name)))

    async def restart(self) -> None:
        """A new process on the same database."""
        client = _client(self.database, self.clock)
        _park(client, self.env)
        await self.env.restart_bot(client)

    def take_refusal(self, part: str) -> None:
        """An expected refusal, which then does not fail the test."""
        found = [each for each in self.refused if part in each]
        assert found, f"no refusal with {part!r} among {self.refused}"
        self.refused.remove(found[0])

    def messages(self) -> list[discord.Message]:
        """What everybody in the channel sees, oldest first."""
        seen = self.channel.history()
        return [message for message in seen if not message.flags.ephemeral]

    def table(self, verb: str = "hand") -> discord.Message:
        """The newest public message that carries a control of this verb."""
        found = [each for each in self.messages() if find(each, verb)]
        assert found, "\n---\n".join(text_of(each) for each in self.messages())
        return found[-1]


@dataclass
class Person:
    """A member who knows only what is drawn."""

    stage: Stage
    actor: simcord.MemberActor

    async def command(self, name: str, **options: Any) -> simcord.ResponseMessage:
        """Use a slash command; the message that answers it."""
        given = {
            key: value.actor if isinstance(value, Person) else value
            for key, value in options.items()
        }
        return _answer(await self.actor.slash(self.stage.channel, name, **given))

    async def press(
        self, message: Message, verb: str, arg: str | None = None
    ) -> simcord.ResponseMessage:
        """Press the button of this verb (and argument); the message that answers."""
        controls = find(message, verb, arg)
        assert controls, f"no control {verb!r} {arg or ''} in:\n{text_of(message)}"
        return await self.press_id(message, str(controls[0]))

    async def press_id(self, message: Message, custom_id: str) -> simcord.ResponseMessage:
        """Press the button with this custom_id; the message that answers."""
        return _answer(await self.actor.click(message, custom_id=custom_id))

    async def choose(
        self, message: Message, custom_id: str, values: list[str]
    ) -> simcord.ResponseMessage:
        """Choose in a select; the message that answers."""
        return _answer(await self.actor.select(message, values, custom_id=custom_id))


def _answer(result: simcord.InteractionResult) -> simcord.ResponseMessage:
    assert result.acknowledged, result
    found = result.response or next(iter(result.followups), None)
    assert found is not None, result
    return found


def components(message: Message) -> Iterator[dict[str, Any]]:
    """Every component of a message, in order."""
    if isinstance(message, simcord.ResponseMessage):
        return walk_components(message.components)
    return walk_components([each.to_dict() for each in message.components])


def controls(message: Message) -> Iterator[tuple[Control, dict[str, Any]]]:
    """The controls of a message that can be used, with their components."""
    for each in components(message):
        if each.get("custom_id") and not each.get("disabled"):
            control = parse(each["custom_id"])
            assert control is not None, each["custom_id"]
            yield control, each


def find(message: Message, verb: str, arg: str | None = None) -> list[Control]:
    """The usable controls of a message with this verb (and argument)."""
    return [
        control
        for control, _ in controls(message)
        if control.verb == verb and arg in (None, control.arg)
    ]


def text_of(message: Message) -> str:
    """All text of a message in reading order."""
    return "\n".join(str(each["content"]) for each in components(message) if each["type"] == 10)


def _client(database: Database, clock: StageClock) -> BotClient:
    return BotClient(Settings(computer_pause=0.0, shards=1, faces=False), database, clock=clock)


def _at_once(_: Rush) -> AbstractContextManager[None]:
    """Drawings need not wait for answers: simcord's time stands still while they would."""
    return nullcontext()


def _park(client: BotClient, env: simcord.Env) -> None:
    for timers in (client.app.invitations.timers, client.app.tables.clockwork._timers):
        timers._changed = ParkedEvent(env)


@asynccontextmanager
async def stage(tmp_path: Path, locale: str = "en-US") -> AsyncIterator[Stage]:
    """A bot on simcord, with a database in ``tmp_path``; people's clients speak ``locale``."""
    refused: list[str] = []
    errors = Errors()
    loggers = [logging.getLogger(name) for name in ("discord", "bot", "data", "asyncio")]
    for logger in loggers:
        logger.addHandler(errors)
    dispatch, payload = router.dispatch, interactions.base_payload

    def noting(backend: Any, method: str, path: str, **more: Any) -> Any:
        try:
            return dispatch(backend, method, path, **more)
        except simcord.BackendError as error:
            refused.append(f"{method} {path}: {error}")
            raise

    def speaking(backend: Any, **more: Any) -> Any:
        record, sent = payload(backend, **more)
        return record, {**sent, "locale": locale}

    clock = StageClock()
    try:
        async with await Database.open(storage.address(tmp_path / "stage.db")) as database:
            client = _client(database, clock)
            # Less than what the bot gives to a call, which simcord's time would let run out.
            env = clock.env = simcord.Env(client, settle_timeout=30.0)
            _park(client, env)
            with (
                mock.patch.object(router, "dispatch", noting),
                mock.patch.object(interactions, "base_payload", speaking),
                mock.patch.object(Rush, "press", _at_once),
                # Of the machine's time nothing is to be noticed.
                mock.patch.object(outages, "PULSE", outages.BEAT),
                mock.patch.object(outages, "STALL", timedelta.max),
            ):
                await env.start()
                try:
                    with env.time_context():
                        yield Stage(env, database, clock, refused)
                        await env.settle()
                        await env.bot.close()
                finally:
                    await env.shutdown()
                env.raise_errors()
    finally:
        for logger in loggers:
            logger.removeHandler(errors)
    assert not refused, "\n".join(refused)
    assert not errors.texts, "\n".join(errors.texts)
