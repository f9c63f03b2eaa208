"""The command line: ``python -m bot run``, ``play``, ``verify FILE``, ``backup FILE``, ..."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Final

from bot import checking, config, health, logs, running
from bot.arena.command import measure
from bot.arena.matches import Pairing
from bot.config import ConfigError, Settings
from bot.keeping import command as keeping
from bot.standing import command as standing
from data import Database
from data.errors import StorageUnavailable
from engine import KINDS
from engine.players import LEVELS

PLAYGROUND_DATABASE: Final = "sqlite:///playground.db"
_EXPECTED: Final = (
    ConfigError,
    StorageUnavailable,
    running.CannotRun,
    checking.NotVerified,
    standing.NotDone,
    keeping.NotKept,
)


def main(arguments: Sequence[str] | None = None) -> int:
    """Do what the command line says and give the exit code.

    What can be expected to go wrong is one line on standard error and exit code 1.
    """
    asked = _parser().parse_args(arguments)
    action: Callable[[argparse.Namespace], int] = asked.action
    try:
        return action(asked)
    except _EXPECTED as error:
        print(f"bridge-table: {error}", file=sys.stderr)
        return 1


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
    print(checking.report(asked.file))
    return 0


def _backup(asked: argparse.Namespace) -> int:
    print(keeping.back_up(config.load().database_url, asked.file))
    return 0


def _restore(asked: argparse.Namespace) -> int:
    print(keeping.put_back(config.load().database_url, asked.file))
    return 0


def _migrate(_asked: argparse.Namespace) -> int:
    settings = config.load()
    _log(settings)

    async def bring_up_to_date() -> None:
        async with await Database.open(settings.database_url) as database:
            print(f"The database {database.place} is up to date.")

    running.until_stopped(bring_up_to_date())
    return 0


def _health(_asked: argparse.Namespace) -> int:
    file = config.load().health_file
    if file is None:
        raise ConfigError("HEALTH_FILE is not set: name the file that the running bot touches.")
    well = health.alive(file)
    print("The bot is well." if well else "The bot is not connected, or hangs.")
    return 0 if well else 1


def _arena(asked: argparse.Namespace) -> int:
    pairing = Pairing(asked.game, asked.first, asked.second, asked.seed, asked.budget)
    print(measure(pairing, asked.deals, asked.jobs))
    return 0


def _rebuild(_asked: argparse.Namespace) -> int:
    settings = config.load()
    _log(settings)
    print(standing.rebuild(settings.database_url))
    return 0


def _export(asked: argparse.Namespace) -> int:
    settings = config.load()
    _log(settings)
    print(standing.export(settings.database_url, asked.file, asked.guild))
    return 0


def _import(asked: argparse.Namespace) -> int:
    settings = config.load()
    _log(settings)
    print(standing.take(settings.database_url, asked.file))
    return 0


def _log(settings: Settings) -> None:
    logs.set_up(settings.log_level, settings.log_format, secret=settings.token)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m bot",
        description="A Discord bot for Bridgette, Draw Bridge and Call Bridge.",
    )
    commands = parser.add_subparsers(title="commands", required=True, metavar="COMMAND")

    def command(
        name: str, action: Callable[[argparse.Namespace], int], text: str
    ) -> argparse.ArgumentParser:
        made = commands.add_parser(name, help=text, description=text)
        made.set_defaults(action=action)
        return made

    command("run", _run, "Run the bot on Discord; needs DISCORD_TOKEN.")
    playing = command("play", _play, "Play in a browser, without Discord.")
    playing.add_argument("--port", type=_port, help="where the page answers (PORT, or 8080)")
    verifying = command("verify", _verify, "Check the record of a finished game.")
    verifying.add_argument("file", type=Path, metavar="FILE", help="the record, as JSON")
    copying = command("backup", _backup, "Copy the database, also while the bot runs.")
    copying.add_argument("file", type=Path, metavar="FILE", help="the copy; must not exist yet")
    restoring = command("restore", _restore, "Put a backup in the place of the database.")
    restoring.add_argument("file", type=Path, metavar="FILE", help="what backup wrote")
    command("migrate", _migrate, "Make the database, or bring it up to date, and stop.")
    rating = command("ratings", _rebuild, "Make ratings and boards anew from the results.")
    rating.add_argument("what", choices=("rebuild",), help="everything, of every server")
    leaving = command("export", _export, "Write finished games with results and records to a file.")
    leaving.add_argument("--guild", type=_positive, metavar="ID", help="of this server only")
    leaving.add_argument("file", type=Path, metavar="FILE", help="JSON lines; must not exist yet")
    arriving = command("import", _import, "Read the games of an export into the database.")
    arriving.add_argument("file", type=Path, metavar="FILE", help="what export wrote")
    command("health", _health, "Tell whether the running bot is well (exit code 0 or 1).")
    meeting = command("arena", _arena, "Measure two levels of computer players by matches.")
    meeting.add_argument("game", choices=KINDS, metavar="GAME", help=", ".join(KINDS))
    meeting.add_argument("first", choices=LEVELS, metavar="LEVEL", help=", ".join(LEVELS))
    meeting.add_argument(
        "second", choices=LEVELS, metavar="LEVEL", help="three of them in Call Bridge"
    )
    meeting.add_argument(
        "--deals", type=_positive, default=400, help="how many at least (%(default)s)"
    )
    meeting.add_argument("--seed", type=int, default=1, help="which shuffles (%(default)s)")
    meeting.add_argument("--jobs", type=_positive, default=1, help="processes (%(default)s)")
    meeting.add_argument("--budget", type=_budget, help="seconds for a decision (the level's own)")
    return parser


def _positive(text: str) -> int:
    if not (text.isascii() and text.isdigit() and int(text) > 0):
        raise argparse.ArgumentTypeError("must be a number from 1")
    return int(text)


def _budget(text: str) -> float:
    try:
        seconds = float(text)
    except ValueError:
        seconds = 0.0
    if not 0.001 <= seconds <= 60:
        raise argparse.ArgumentTypeError("must be a number of seconds, 0.001 to 60")
    return seconds


def _port(text: str) -> int:
    try:
        return config.port(text)
    except ValueError as error:
        raise argparse.ArgumentTypeError(f"must be {error}") from None


if __name__ == "__main__":
    sys.exit(main())
