"""What may stand on the command line, and its help in the reader's language.

Complaints about a command line, like all errors of the commands, are in English, as logs are: that
is what one searches for and reports.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Any, Final

from bot import config
from bot.texts import Texts, marked
from engine import KINDS
from engine.players import LEVELS

Action = Callable[[argparse.Namespace], int]

#: Each command and what it does.
COMMANDS: Final[Mapping[str, str]] = {
    "run": marked("Run the bot on Discord; needs DISCORD_TOKEN."),
    "play": marked("Play in a browser, without Discord."),
    "verify": marked("Check the record of a finished game."),
    "backup": marked("Copy the database, also while the bot runs."),
    "restore": marked("Put a backup in the place of the database."),
    "migrate": marked("Make the database, or bring it up to date, and stop."),
    "ratings": marked("Make ratings and boards anew from the results."),
    "export": marked("Write finished games with results and records to a file."),
    "import": marked("Read the games of an export into the database."),
    "health": marked("Tell whether the running bot is well (exit code 0 or 1)."),
    "arena": marked("Measure two levels of computer players by matches."),
}


def parser(
    actions: Mapping[str, Action], texts: Texts, line: Sequence[str]
) -> argparse.ArgumentParser:
    """The parser of ``python -m bot`` for this command line.

    What it read has the name of the command, and its entry of ``actions``.  Commands that the line
    does not name are not told their arguments, as the bot would have to wait for their help.
    """
    form = partial(_Form, usage=texts("usage:"))
    top = argparse.ArgumentParser(
        prog="python -m bot",
        description=_plain(texts("A Discord bot for Bridgette, Draw Bridge and Call Bridge.")),
        formatter_class=form,
        add_help=False,
    )
    _add_help(top.add_argument_group(texts("options")), texts)
    commands = top.add_subparsers(title=texts("commands"), required=True, metavar=texts("COMMAND"))
    for name, about in COMMANDS.items():
        text = _plain(texts(about))
        made = commands.add_parser(
            name, help=text, description=text, formatter_class=form, add_help=False
        )
        made.set_defaults(action=actions[name], command=name)
        if name in line:
            _Groups(made, texts).fill(name)
    return top


class _Form(argparse.HelpFormatter):
    """argparse's own form, its one word in the reader's language."""

    def __init__(self, prog: str, usage: str) -> None:
        super().__init__(prog)
        self._word = usage

    def add_usage(
        self,
        usage: str | None,
        actions: Iterable[argparse.Action],
        groups: Iterable[Any],
        prefix: str | None = None,
    ) -> None:
        super().add_usage(usage, actions, groups, f"{self._word} " if prefix is None else prefix)


class _Groups:
    """The arguments of one command."""

    def __init__(self, made: argparse.ArgumentParser, texts: Texts) -> None:
        self._texts = texts
        self._arguments = made.add_argument_group(texts("arguments"))
        self._options = made.add_argument_group(texts("options"))
        _add_help(self._options, texts)

    def fill(self, command: str) -> None:
        texts = self._texts
        match command:
            case "play":
                self._option("--port", _port, texts("where the page answers (PORT, or 8080)"))
            case "verify":
                self._file(texts("the record, as JSON"))
            case "backup":
                self._file(texts("the copy; must not exist yet"))
            case "restore":
                self._file(texts("what backup wrote"))
            case "ratings":
                self._argument("what", texts("everything, of every server"), choices=("rebuild",))
            case "export":
                self._option("--guild", _positive, texts("of this server only"), metavar="ID")
                self._file(texts("JSON lines; must not exist yet"))
            case "import":
                self._file(texts("what export wrote"))
            case "arena":
                self._arena()
            case _:
                pass

    def _arena(self) -> None:
        texts = self._texts
        self._argument("game", ", ".join(KINDS), choices=KINDS, metavar=texts("GAME"))
        levels = {"choices": LEVELS, "metavar": texts("LEVEL")}
        self._argument("first", ", ".join(LEVELS), **levels)
        self._argument("second", texts("three of them in Call Bridge"), **levels)
        many = texts("how many at least ({usual})", usual=400)
        self._option("--deals", _positive, many, default=400)
        self._option("--seed", int, texts("which shuffles ({usual})", usual=1), default=1)
        self._option("--jobs", _positive, texts("processes ({usual})", usual=1), default=1)
        self._option("--budget", _budget, texts("seconds for a decision (the level's own)"))

    def _file(self, about: str) -> None:
        texts = self._texts
        self._argument("file", about, type=Path, metavar=texts("FILE"))

    def _argument(self, name: str, about: str, **more: Any) -> None:
        self._arguments.add_argument(name, help=_plain(about), **more)

    def _option(self, name: str, read: Callable[[str], object], about: str, **more: Any) -> None:
        self._options.add_argument(name, type=read, help=_plain(about), **more)


def _add_help(group: Any, texts: Texts) -> None:
    group.add_argument("-h", "--help", action="help", help=_plain(texts("show this help and stop")))


def _plain(text: str) -> str:
    """A text in which argparse finds nothing to fill in."""
    return text.replace("%", "%%")


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
