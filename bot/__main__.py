"""The command line: ``python -m bot run``, ``play``, ``verify FILE``, ``backup FILE``, ..."""

from __future__ import annotations

import gc

# Hardly anything that is made while modules load is garbage, and to look for it takes a quarter of
# the time that they take.
_collecting = gc.isenabled()
gc.disable()

import argparse
import os
import sys
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Final

from bot import arguments, config, logs, running
from bot.config import ConfigError
from bot.impossible import NotPossible
from bot.texts import of_environment
from data.errors import StorageUnavailable

gc.freeze()  # nor is it later, and the first search would look through all of it
if _collecting:
    gc.enable()

PLAYGROUND_DATABASE: Final = "sqlite:///playground.db"
_EXPECTED: Final = (ConfigError, StorageUnavailable, NotPossible)


def main(line: Sequence[str] | None = None) -> int:
    """Do what the command line says and give the exit code.

    Help and results are in the language of the environment.  What can be expected to go wrong is
    one line on standard error, in English, and exit code 1.
    """
    _print_anything()
    given = sys.argv[1:] if line is None else line
    asked = arguments.parser(_ACTIONS, of_environment(os.environ), given).parse_args(given)
    action: arguments.Action = asked.action
    try:
        return action(asked)
    except _EXPECTED as error:
        print(f"bridge-table: {error}", file=sys.stderr)
        return 1


def _print_anything() -> None:
    """A terminal that lacks a letter shows a question mark; the command is done all the same."""
    reconfigure = getattr(sys.stdout, "reconfigure", None)
    if reconfigure is not None:
        reconfigure(errors="replace")


def _run(_asked: argparse.Namespace) -> int:
    settings = config.load()
    logs.of(settings)
    running.until_stopped(running.run(settings))
    return 0


def _play(asked: argparse.Namespace) -> int:
    settings = config.load()
    settings = replace(
        settings,
        # The file .env is the real bot's: its games are not to be played with here.
        database_url=os.environ.get("DATABASE_URL", "").strip() or PLAYGROUND_DATABASE,
        log_level=os.environ.get("LOG_LEVEL", "").strip().upper() or "WARNING",
        port=settings.port if asked.port is None else asked.port,
    )
    logs.of(settings)
    running.until_stopped(running.play(settings, lambda address: print(address, flush=True)))
    return 0


def _errand(asked: argparse.Namespace) -> int:
    from bot import errands  # noqa: PLC0415 - the bot itself need not wait for them

    return errands.ACTIONS[asked.command](asked)


_ACTIONS: Final[Mapping[str, arguments.Action]] = {
    **dict.fromkeys(arguments.COMMANDS, _errand),
    "run": _run,
    "play": _play,
}


if __name__ == "__main__":
    sys.exit(main())
