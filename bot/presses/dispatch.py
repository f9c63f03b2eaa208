"""Every press arrives here, is handled, and gets an answer, whatever happens."""

from __future__ import annotations

import logging
from types import MappingProxyType
from typing import Final

import discord

from bot.app import App
from bot.controls import Control
from bot.errors import UNEXPECTED, OldVersion, outcome_of, words_for
from bot.observation.metrics import Outcome
from bot.presses import (
    hinting,
    inviting,
    looking,
    managing,
    pages,
    playing,
    privacy,
    settings,
    standing,
    tables,
)
from bot.presses.press import Press
from bot.reply import Place, Reply
from bot.request import on_private_message
from bot.traces import trace

_log = logging.getLogger(__name__)

#: Verbs of the hand panel: a refusal is told on top of the panel as it stands.
PANEL: Final = frozenset({*playing.HANDLERS, *hinting.HANDLERS})
HANDLERS: Final = MappingProxyType(
    {
        **playing.HANDLERS,
        **hinting.HANDLERS,
        **tables.HANDLERS,
        **inviting.HANDLERS,
        **pages.HANDLERS,
        **looking.HANDLERS,
        **privacy.HANDLERS,
        **settings.HANDLERS,
        **standing.HANDLERS,
        **managing.HANDLERS,
    }
)
#: Verbs whose answer takes the place of the pressed message when that is the presser's own.
IN_PLACE: Final = frozenset(
    {
        *PANEL,
        *pages.HANDLERS,
        *looking.IN_PLACE,
        *privacy.HANDLERS,
        *settings.HANDLERS,
        *standing.HANDLERS,
        *managing.HANDLERS,
        *("resign", "giveup", "back", "move"),
    }
)
PUBLIC: Final = frozenset({"rematch", "share"})


async def on_press(app: App, interaction: discord.Interaction, control: Control) -> None:
    """Carry out a press and answer it.

    Expected errors are told to the presser.  Anything else is logged with the game, the seat and
    the verb, and the presser reads that it was noted.
    """
    if app.underway.closed:
        return
    try:
        with app.underway.answering():
            await _answer(app, interaction, control)
    except Exception as error:  # the last one to catch
        _log.error(
            "game %s: action %s was not answered: %s", control.id, control.verb, trace(error)
        )


async def _answer(app: App, interaction: discord.Interaction, control: Control) -> None:
    async with Reply(interaction, _place(interaction, control)) as reply:
        press = Press(app, interaction, reply, await app.speech.to(interaction), control)
        outcome: Outcome = "done"
        try:
            handler = HANDLERS.get(control.verb)
            if handler is None:
                raise OldVersion  # noqa: TRY301 - answered like every other refusal
            await handler(press)
            if not reply.answered:
                raise RuntimeError("a handler has answered nothing")  # noqa: TRY301
        except Exception as error:
            outcome = outcome_of(error)
            await _on_error(press, error)
        verb = control.verb if control.verb in HANDLERS else "unknown"
        app.metrics.pressed(verb, outcome, reply.took or 0.0)
        _log.debug("game %s, seat %s: action %s: %s", control.id, control.seat, verb, outcome)


async def on_unknown_press(app: App, interaction: discord.Interaction) -> None:
    """Answer a press that no control knows."""
    try:
        async with Reply(interaction, "private") as reply:
            texts = await app.speech.to(interaction)
            await Press(app, interaction, reply, texts, Control("unknown")).tell(
                OldVersion().text(texts)
            )
    except Exception as error:  # the last one to catch
        _log.error("an unknown control was not answered: %s", trace(error))


def _place(interaction: discord.Interaction, control: Control) -> Place:
    if control.verb in inviting.HANDLERS:
        return "here"
    if control.verb in PUBLIC:
        return "public"
    if control.verb in IN_PLACE and on_private_message(interaction):
        return "here"
    return "private"


async def _on_error(press: Press, error: Exception) -> None:
    control = press.control
    words = words_for(error, press.texts)
    if words is None:
        _log.error(
            "game %s, seat %s: action %s failed: %s",
            control.id, control.seat, control.verb, trace(error),
        )  # fmt: skip
        words = press.texts(UNEXPECTED)
    if control.verb in PANEL:
        await playing.refuse(press, words)
    else:
        await press.tell(words)
