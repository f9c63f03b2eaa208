"""Settings: from the environment and a ``.env`` file, read once, named in the README's table."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final, Literal, TypeVar, cast

import yarl
from discord.gateway import DiscordWebSocket
from discord.http import Route
from dotenv.parser import parse_stream

from bot.workers.pool import usual_size
from data.address import parse
from data.errors import BadAddress, reason_of
from data.shares import EVERYTHING, Share

LogFormat = Literal["text", "json"]
LEVELS: Final = ("DEBUG", "INFO", "WARNING", "ERROR")
FORMATS: Final = ("text", "json")
MOST_WORKERS: Final = 64
MOST_SHARDS: Final = 100_000
Value = TypeVar("Value")
Standard = TypeVar("Standard")


class ConfigError(Exception):
    """A setting, or the file of settings, cannot be used; the text says which and why."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings:
    """What whoever hosts the bot may choose.

    ``computer_pause`` is how many seconds a computer seat waits before it acts, so that people
    can follow; ``computer_budget`` how many seconds of one core it may think.  ``workers`` is the
    number of processes in which computers think.  ``api`` and ``gateway`` replace Discord's own
    addresses.  ``health_file`` is touched while the bot is well.  ``log_format`` ``None`` is
    ``text`` on a terminal, else ``json``.  ``metrics_port`` is where figures are served
    (``None``: nowhere), 0 any free port.  ``shards`` is how many the bot has in all (``None``:
    as Discord recommends), ``shard_ids`` those of this process (``None``: all).  ``faces`` says
    whether cards are shown as pictures of the bot's own.
    """

    token: str | None = field(default=None, repr=False)
    api: str | None = None
    gateway: str | None = None
    database_url: str = field(default="sqlite:///bridge-table.db", repr=False)
    port: int = 8080
    log_level: str = "INFO"
    log_format: LogFormat | None = None
    computer_pause: float = 1.2
    computer_budget: float = 1.0
    workers: int = field(default_factory=usual_size)
    health_file: Path | None = None
    metrics_port: int | None = None
    metrics_host: str = "127.0.0.1"
    shards: int | None = None
    shard_ids: tuple[int, ...] | None = None
    faces: bool = True

    @property
    def share(self) -> Share:
        """The servers that this process serves."""
        if self.shards is None or self.shard_ids is None:
            return EVERYTHING
        return Share(self.shards, self.shard_ids)


def load(environ: Mapping[str, str] | None = None, env_file: Path = Path(".env")) -> Settings:
    """The settings of this process; the environment outweighs the file, and empty means unset.

    Raises ``ConfigError`` for an unreadable file or a value that means nothing.
    """
    values = {**_file(env_file), **(os.environ if environ is None else environ)}
    read = _Reader({name: value.strip() for name, value in values.items() if value.strip()})
    standard = Settings()
    settings = Settings(
        token=read("DISCORD_TOKEN", str, standard.token),
        api=read("DISCORD_API", _address("http", "https"), standard.api),
        gateway=read("DISCORD_GATEWAY", _address("ws", "wss"), standard.gateway),
        database_url=read("DATABASE_URL", str, standard.database_url),
        port=read("PORT", port, standard.port),
        log_level=read("LOG_LEVEL", _level, standard.log_level),
        log_format=cast("LogFormat | None", read("LOG_FORMAT", _format, standard.log_format)),
        computer_pause=read("COMPUTER_PAUSE", _seconds(0, 60), standard.computer_pause),
        computer_budget=read("COMPUTER_BUDGET", _seconds(0.25, 5), standard.computer_budget),
        workers=read("WORKERS", _workers, standard.workers),
        health_file=read("HEALTH_FILE", Path, standard.health_file),
        metrics_port=read("METRICS_PORT", port, standard.metrics_port),
        metrics_host=read("METRICS_HOST", str, standard.metrics_host),
        shards=read("SHARDS", _shards, standard.shards),
        shard_ids=read("SHARD_IDS", _shard_ids, standard.shard_ids),
        faces=read("CARD_FACES", _yes_no, standard.faces),
    )
    _check_shards(settings)
    return settings


def point_discord(settings: Settings) -> None:
    """Send discord.py to the addresses of these settings, if they name any.

    These two attributes are the only places in which discord.py keeps Discord's addresses.
    """
    if settings.api is not None:
        Route.BASE = settings.api.rstrip("/")
    if settings.gateway is not None:
        DiscordWebSocket.DEFAULT_GATEWAY = yarl.URL(settings.gateway)


@dataclass(frozen=True, slots=True)
class _Reader:
    values: Mapping[str, str]

    def __call__(
        self, name: str, convert: Callable[[str], Value], standard: Standard
    ) -> Value | Standard:
        text = self.values.get(name)
        if text is None:
            return standard
        try:
            return convert(text)
        except ValueError as error:
            shown = "" if name in ("DISCORD_TOKEN", "DATABASE_URL") else f", not {text!r}"
            raise ConfigError(f"{name} must be {error}{shown}.") from None


def _file(path: Path) -> dict[str, str]:
    try:
        with path.open(encoding="utf-8") as stream:
            bindings = list(parse_stream(stream))
    except FileNotFoundError:
        return {}
    except UnicodeDecodeError:
        raise ConfigError(f"The file {path} is not text in UTF-8: save it as such.") from None
    except OSError as error:
        raise ConfigError(f"The file {path} cannot be read ({reason_of(error)}).") from None
    for binding in bindings:
        if binding.error or (binding.key is not None and binding.value is None):
            # Never the line itself: it may hold the token.
            raise ConfigError(
                f"Line {binding.original.line} of {path} is not of the form NAME=value."
            )
    return {
        binding.key: binding.value
        for binding in bindings
        if binding.key is not None and binding.value is not None
    }


def _address(*schemes: str) -> Callable[[str], str]:
    def convert(text: str) -> str:
        meant = " or ".join(f"{scheme}://..." for scheme in schemes)
        try:
            url = yarl.URL(text)
        except ValueError:
            raise ValueError(f"an address such as {meant}") from None
        if url.scheme not in schemes or not url.host:
            raise ValueError(f"an address such as {meant}")
        return text

    return convert


def _whole(least: int, most: int, meaning: str) -> Callable[[str], int]:
    def convert(text: str) -> int:
        if not (text.isascii() and text.isdigit() and least <= int(text) <= most):
            raise ValueError(meaning)
        return int(text)

    return convert


port: Final = _whole(0, 65535, "a port, 0 to 65535")
"""Reads the number of a port; ``ValueError`` says what it may be."""


def _seconds(least: float, most: float) -> Callable[[str], float]:
    def convert(text: str) -> float:
        try:
            seconds = float(text)
        except ValueError:
            seconds = -1.0
        if not least <= seconds <= most:
            raise ValueError(f"a number of seconds, {least} to {most}")
        return seconds

    return convert


_workers: Final = _whole(1, MOST_WORKERS, f"a number of processes, 1 to {MOST_WORKERS}")
_shards: Final = _whole(
    1, MOST_SHARDS, f"how many shards the bot has in all, from 1 to {MOST_SHARDS}"
)


def _shard_ids(text: str) -> tuple[int, ...]:
    ids: set[int] = set()
    for part in text.split(","):
        first, dash, last = (each.strip() for each in part.partition("-"))
        ends = (first, last) if dash else (first,)
        if not all(each.isascii() and each.isdigit() and len(each) <= 6 for each in ends):
            raise ValueError('numbers of shards such as "0,1" or "0-3"')
        ids.update(range(int(first), int(ends[-1]) + 1))
    if not ids:
        raise ValueError('numbers of shards such as "0,1" or "0-3"')
    return tuple(sorted(ids))


def _check_shards(settings: Settings) -> None:
    ids, shards = settings.shard_ids, settings.shards
    if ids is None:
        return
    if shards is None:
        raise ConfigError("SHARD_IDS needs SHARDS: how many the bot has in all its processes.")
    if ids[-1] >= shards:
        raise ConfigError(
            f"SHARD_IDS names shard {ids[-1]}: with SHARDS={shards} the last is {shards - 1}."
        )
    try:
        file = parse(settings.database_url).get_backend_name() == "sqlite"
    except BadAddress:
        return  # told better when it is opened
    if file and not settings.share.whole:
        raise ConfigError(
            "SHARD_IDS leaves shards to other processes, which SQLite has no room for: set"
            " DATABASE_URL=postgresql+asyncpg://..., or leave SHARD_IDS out."
        )


def _yes_no(text: str) -> bool:
    if text.lower() not in ("yes", "no"):
        raise ValueError("yes or no")
    return text.lower() == "yes"


def _level(text: str) -> str:
    if text.upper() not in LEVELS:
        raise ValueError("one of " + ", ".join(LEVELS))
    return text.upper()


def _format(text: str) -> str:
    if text.lower() not in FORMATS:
        raise ValueError("one of " + ", ".join(FORMATS))
    return text.lower()
