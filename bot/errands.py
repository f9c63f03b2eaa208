"""The commands that are done and over, each as a function of what the command line says.

They need what the bot does not, for which its start is not to wait: ``bot.__main__`` loads this
module when one of them is asked for.  Each gives the exit code.
"""

from __future__ import annotations

import argparse
import os
from collections.abc import Mapping
from typing import Final

from bot import arguments, checking, config, health, logs, running
from bot.arena.command import measure
from bot.arena.matches import Pairing
from bot.config import ConfigError
from bot.keeping import command as keeping
from bot.standing import command as standing
from bot.texts import Texts, of_environment
from data import Database


def _texts() -> Texts:
    return of_environment(os.environ)


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
    logs.of(settings)

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
    logs.of(settings)
    print(standing.rebuild(settings.database_url, _texts()))
    return 0


def _export(asked: argparse.Namespace) -> int:
    settings = config.load()
    logs.of(settings)
    print(standing.export(settings.database_url, asked.file, asked.guild, _texts()))
    return 0


def _import(asked: argparse.Namespace) -> int:
    settings = config.load()
    logs.of(settings)
    print(standing.take(settings.database_url, asked.file, _texts()))
    return 0


ACTIONS: Final[Mapping[str, arguments.Action]] = {
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
