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

from bot import arguments, checking, config, health, logs, running
from bot.arena.command import measure
from bot.arena.matches import Pairing
from bot.config import ConfigError, Settings
from bot.keeping import command as keeping
from bot.standing import command as standing
from bot.texts import Texts, of_environment
from data import Database
from data.errors import StorageUnavailable

if _collecting:
    gc.enable()

PLAYGROUND_DATABASE: Final = "sqlite:///playground.db"
_EXPECTED: Final = (
    ConfigError,
    StorageUnavailable,
    running.CannotRun,
    checking.NotVerified,
    standing.NotDone,
    keeping.NotKept,
)


def main(line: Sequence[str] | None = None) -> int:
    """Do what the command line says and give the exit code.

    Help and results are in the language of the environment.  What can be expected to go wrong is
    one line on standard error, in English, and exit code 1.
    """
    _print_anything()
    asked = arguments.parser(_ACTIONS, _texts()).parse_args(line)
    action: arguments.Action = asked.action
    try:
        return action(asked)
    except _EXPECTED as error:
        print(f"bridge-table: {error}", file=sys.stderr)
        return 1


def _texts() -> Texts:
    return of_environment(os.environ)


def _print_anything() -> None:
    """A terminal that lacks a letter shows a question mark; the command is done all the same."""
    reconfigure = getattr(sys.stdout, "reconfigure", None)
    if reconfigure is not None:
        reconfigure(errors="replace")


def _run(_asked: argparse.Namespace) -> int:
    settings = config.load()
    _log(settings)
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
    _log(settings)
    running.until_stopped(running.play(settings, lambda address: print(address, flush=True)))
    return 0


def _verify(asked: argparse.Namespace) -> int:
    print(checking.report(asked.file, _texts()))
    return 0


def _backup(asked: argparse.Namespace) -> int:
    print(keeping.back_up(config.load().database_url, asked.file, _texts()))
    return 0


def _restore(asked: argparse.Namespace) -> int:
    print(keeping.put_back(config.load().database_url, asked.file, _texts()))
    return 0


def _migrate(_asked: argparse.Namespace) -> int:
    settings = config.load()
    texts = _texts()
    _log(settings)

    async def bring_up_to_date() -> None:
        async with await Database.open(settings.database_url) as database:
            print(texts("The database {name} is up to date.", name=database.place))

    running.until_stopped(bring_up_to_date())
    return 0


def _health(_asked: argparse.Namespace) -> int:
    file = config.load().health_file
    if file is None:
        raise ConfigError("HEALTH_FILE is not set: name the file that the running bot touches.")
    well = health.alive(file)
    texts = _texts()
    print(texts("The bot is well.") if well else texts("The bot is not connected, or hangs."))
    return 0 if well else 1


def _arena(asked: argparse.Namespace) -> int:
    pairing = Pairing(asked.game, asked.first, asked.second, asked.seed, asked.budget)
    print(measure(pairing, asked.deals, asked.jobs))
    return 0


def _rebuild(_asked: argparse.Namespace) -> int:
    settings = config.load()
    _log(settings)
    print(standing.rebuild(settings.database_url, _texts()))
    return 0


def _export(asked: argparse.Namespace) -> int:
    settings = config.load()
    _log(settings)
    print(standing.export(settings.database_url, asked.file, asked.guild, _texts()))
    return 0


def _import(asked: argparse.Namespace) -> int:
    settings = config.load()
    _log(settings)
    print(standing.take(settings.database_url, asked.file, _texts()))
    return 0


def _log(settings: Settings) -> None:
    logs.set_up(settings.log_level, settings.log_format, secret=settings.token)


_ACTIONS: Final[Mapping[str, arguments.Action]] = {
    "run": _run,
    "play": _play,
    "verify": _verify,
    "backup": _backup,
    "restore": _restore,
    "migrate": _migrate,
    "ratings": _rebuild,
    "export": _export,
    "import": _import,
    "health": _health,
    "arena": _arena,
}


if __name__ == "__main__":
    sys.exit(main())
