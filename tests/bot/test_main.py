"""The command line, as a person meets it: another process, its output and its exit code."""

from __future__ import annotations

import json
import os
import random
import re
import signal
import socket
import sqlite3
import subprocess
import sys
import threading
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import discord
import pytest

from bot import permissions
from bot.__main__ import main
from bot.client import BotClient
from engine import new_game, record
from engine.players import player
from tests.bot.logging_kept import logging_kept

ROOT = Path(__file__).parents[2]
SETTINGS = (
    "DISCORD_TOKEN",
    "DISCORD_API",
    "DISCORD_GATEWAY",
    "DATABASE_URL",
    "PORT",
    "LOG_LEVEL",
    "LOG_FORMAT",
    "COMPUTER_PAUSE",
    "HEALTH_FILE",
    "LC_ALL",
    "LC_MESSAGES",
    "LANG",
    "LANGUAGE",
)


@dataclass(frozen=True)
class Said:
    """What a command line came to."""

    code: int
    out: str
    err: str

    @property
    def refusal(self) -> str:
        """The one line of a command that could not be done."""
        assert (self.code, self.out) == (1, ""), self.err
        assert self.err.startswith("bridge-table: ")
        assert self.err.count("\n") == 1, self.err
        return self.err


Say = Callable[..., Said]
Start = Callable[..., subprocess.Popen[str]]


@pytest.fixture
def say(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> Iterator[Say]:
    """Runs a command line in an empty directory with no settings but those given."""
    monkeypatch.chdir(tmp_path)
    for name in SETTINGS:
        monkeypatch.delenv(name, raising=False)
    route, gateway = discord.http.Route, discord.gateway.DiscordWebSocket
    monkeypatch.setattr(route, "BASE", route.BASE)
    monkeypatch.setattr(gateway, "DEFAULT_GATEWAY", gateway.DEFAULT_GATEWAY)

    def say(*arguments: str, **settings: str) -> Said:
        with monkeypatch.context() as patched:
            for name, value in settings.items():
                patched.setenv(name, value)
            try:
                code = main(arguments)
            except SystemExit as stopped:
                code = int(stopped.code or 0)
        return Said(code, *capsys.readouterr())

    with logging_kept():
        yield say


@pytest.fixture
def start(tmp_path: Path) -> Iterator[Start]:
    """Starts ``python -m bot ...`` as a process of its own, in the directory of ``say``."""
    running: list[subprocess.Popen[str]] = []
    inherited = {name: value for name, value in os.environ.items() if name not in SETTINGS}

    def start(*arguments: str, **settings: str) -> subprocess.Popen[str]:
        process = subprocess.Popen(
            [sys.executable, "-m", "bot", *arguments],
            cwd=tmp_path,
            env={**inherited, "PYTHONPATH": str(ROOT), **settings},
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        running.append(process)
        return process

    yield start
    for process in running:
        process.kill()
        process.communicate()


def ended(process: subprocess.Popen[str]) -> Said:
    out, err = process.communicate()
    return Said(process.returncode, out, err)


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def test_a_missing_token(say: Say) -> None:
    said = say("run").refusal
    assert "DISCORD_TOKEN is not set" in said
    assert "discord.com/developers/applications" in said
    assert "Reset Token" in said


def test_discord_out_of_reach(say: Say) -> None:
    api = f"http://127.0.0.1:{free_port()}/api/v10"
    said = say("run", DISCORD_TOKEN="to.ken", DISCORD_API=api, LOG_LEVEL="ERROR")
    assert f"Discord cannot be reached at {api}" in said.refusal


JSON, HTML = "application/json", "text/html"


@contextmanager
def answering(status: int, kind: str, body: str) -> Iterator[str]:
    """What stands in the place of Discord and says this to everybody; status 0: it hangs up."""

    class Answer(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            if not status:
                return
            self.send_response(status)
            self.send_header("Content-Type", kind)
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body.encode())

        def log_message(self, *_: Any) -> None:
            """Nowhere."""

    with ThreadingHTTPServer(("127.0.0.1", 0), Answer) as server:
        thread = threading.Thread(target=server.serve_forever, args=(0.01,))
        thread.start()
        try:
            yield f"http://127.0.0.1:{server.server_port}/api/v10"
        finally:
            server.shutdown()
            thread.join()


@pytest.mark.parametrize(
    ("status", "kind", "body", "said"),
    [
        (400, JSON, '{"message": "no", "code": 0}', "with status 400"),
        (401, JSON, '{"message": "no", "code": 0}', "Discord refused the token"),
        (403, JSON, '{"message": "no", "code": 0}', "with status 403"),
        (403, HTML, "<html>blocked</html>", "with status 403"),
        (404, JSON, '{"message": "no", "code": 0}', "with status 404"),
        (429, HTML, "error code: 1015", "Discord has banned this machine's address for a while"),
        (200, HTML, "<html>Sign in to the network</html>", "is not Discord"),
        (200, JSON, "<html>", "is not Discord"),
        (200, JSON, "{}", "is not Discord"),
        (200, JSON, "[]", "is not Discord"),
        (0, JSON, "", "Discord cannot be reached"),
    ],
)
def test_what_is_said_in_answer_to_the_token(
    say: Say, status: int, kind: str, body: str, said: str
) -> None:
    with answering(status, kind, body) as api:
        refusal = say("run", DISCORD_TOKEN="to.ken", DISCORD_API=api, LOG_LEVEL="ERROR").refusal
    assert said in refusal
    assert "to.ken" not in refusal


def test_a_mistake_after_the_login_is_not_put_down_to_discord(
    start: Start, say: Say, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def mistaken(_client: BotClient) -> None:
        raise KeyError("ours")

    port = free_port()
    playing(start, port)
    monkeypatch.setattr(BotClient, "setup_hook", mistaken)
    there = {
        "DISCORD_API": f"http://127.0.0.1:{port}/api/v10",
        "DISCORD_GATEWAY": f"ws://127.0.0.1:{port}/",
        "DATABASE_URL": "sqlite:///second.db",
    }
    with pytest.raises(KeyError, match="ours"):
        say("run", DISCORD_TOKEN="playground.token", LOG_LEVEL="ERROR", **there)


@pytest.mark.parametrize(
    ("settings", "content", "said"),
    [
        ({"PORT": "many"}, "", "PORT must be a port"),
        ({"DATABASE_URL": "mysql://h/d"}, "", "only sqlite and postgresql"),
        ({"DATABASE_URL": "nowhere/games.db"}, "", "there is no folder nowhere"),
        ({"DATABASE_URL": ".env"}, "# " + "no database " * 100, "is not a database"),
        ({}, "DISCORD_TOKEN is abc", "Line 1 of .env is not of the form NAME=value"),
    ],
)
@pytest.mark.parametrize("command", ["run", "play"])
def test_settings_that_cannot_be_used(
    say: Say, tmp_path: Path, command: str, settings: dict[str, str], content: str, said: str
) -> None:
    (tmp_path / ".env").write_text(content + "\n")
    assert said in say(command, **{"DISCORD_TOKEN": "to.ken", **settings}).refusal


def test_a_newer_database(say: Say, tmp_path: Path) -> None:
    assert say("migrate", DATABASE_URL="games.db", LOG_LEVEL="WARNING").code == 0
    connection = sqlite3.connect(tmp_path / "games.db")
    connection.execute("UPDATE alembic_version SET version_num = 'later'")
    connection.commit()
    connection.close()
    said = say("run", DISCORD_TOKEN="to.ken", DATABASE_URL="games.db")
    assert "newer version of the bot" in said.refusal


@pytest.mark.parametrize(
    "arguments", [(), ("dance",), ("verify",), ("play", "--port", "99999")], ids=str
)
def test_a_command_line_that_means_nothing(say: Say, arguments: tuple[str, ...]) -> None:
    said = say(*arguments)
    assert (said.code, said.out) == (2, "")
    assert "usage: python -m bot" in said.err


def playing(start: Start, port: int, **settings: str) -> subprocess.Popen[str]:
    """``play``, once it has said that it is there."""
    process = start("play", PORT=str(port), **settings)
    assert process.stdout is not None
    line = process.stdout.readline()
    assert line == f"http://127.0.0.1:{port}/\n", ended(process)
    return process


def stopped(process: subprocess.Popen[str], number: signal.Signals) -> Said:
    process.send_signal(number)
    return ended(process)


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_play_answers_and_stops_cleanly(
    start: Start, tmp_path: Path, number: signal.Signals
) -> None:
    (tmp_path / ".env").write_text("DISCORD_TOKEN=real\nDATABASE_URL=real.db\n")
    port = free_port()
    process = playing(start, port)
    with urllib.request.urlopen(f"http://127.0.0.1:{port}/") as page:
        assert page.status == 200
        assert page.headers.get_content_type() == "text/html"
    assert stopped(process, number) == Said(0, "", "")
    assert (tmp_path / "playground.db").exists()
    assert not (tmp_path / "real.db").exists()  # the real bot's games are none of its business


def test_play_twice(start: Start, say: Say) -> None:
    port = free_port()
    first = playing(start, port)
    said = say("play", PORT=str(port), DATABASE_URL="other.db").refusal
    assert f"Port {port} is in use" in said
    assert "PORT=" in said
    said = say("play", PORT=str(free_port())).refusal
    assert "Another bot is running on the database playground.db" in said
    assert stopped(first, signal.SIGINT).code == 0
    assert stopped(playing(start, port), signal.SIGINT) == Said(0, "", "")


def test_run_needs_four_settings_wherever_the_server_is(
    start: Start, say: Say, tmp_path: Path
) -> None:
    port = free_port()
    playing(start, port)
    there = {
        "DISCORD_API": f"http://127.0.0.1:{port}/api/v10",
        "DISCORD_GATEWAY": f"ws://127.0.0.1:{port}/",
        "DATABASE_URL": "sqlite:///second.db",
    }
    said = say("run", DISCORD_TOKEN="wrong.token", LOG_LEVEL="ERROR", **there).refusal
    assert "Discord refused the token" in said
    assert "Reset Token" in said
    assert "wrong.token" not in said
    process = ready(
        start(
            "run", DISCORD_TOKEN="playground.token", HEALTH_FILE="alive", LOG_FORMAT="json", **there
        )
    )
    assert stopped(process, signal.SIGTERM).code == 0


def ready(process: subprocess.Popen[str]) -> subprocess.Popen[str]:
    """``run`` with a log in JSON, once it is connected."""
    assert process.stderr is not None
    for line in process.stderr:
        entry: dict[str, Any] = json.loads(line)
        assert "playground.token" not in line
        if entry["logger"] == "bot.client" and entry["message"].startswith("ready"):
            return process
    raise AssertionError(f"ended with {process.wait()}")


def test_health(say: Say, tmp_path: Path) -> None:
    assert "HEALTH_FILE is not set" in say("health").refusal
    assert say("health", HEALTH_FILE="alive").code == 1
    (tmp_path / "alive").touch()
    assert say("health", HEALTH_FILE="alive") == Said(0, "The bot is well.\n", "")


def test_backup(say: Say) -> None:
    assert "There is no database" in say("backup", "copy.db").refusal
    assert say("migrate").out == "The database bridge-table.db is up to date.\n"
    whole = "The database is copied to copy.db; it is whole, and all its games replay (0).\n"
    assert say("backup", "copy.db") == Said(0, whole, "")
    assert "exists already" in say("backup", "copy.db").refusal
    assert say("migrate", DATABASE_URL="copy.db").code == 0
    server = "postgresql://bot:secret@host/games"
    refusal = say("backup", "second.db", DATABASE_URL=server).refusal
    assert "back it up with pg_dump" in refusal
    assert "secret" not in refusal


def test_restore(say: Say, start: Start, tmp_path: Path) -> None:
    assert "There is no file copy.db" in say("restore", "copy.db").refusal
    assert say("migrate").code == say("backup", "copy.db").code == 0
    said = say("restore", "copy.db")
    assert said.code == 0
    assert re.fullmatch(
        r"copy\.db is restored, with 0 games\. The database of before is kept as"
        r" bridge-table\.db\.before-\d{8}-\d{6}\.\n",
        said.out,
    )
    (tmp_path / "notes.txt").write_text("Dear diary, " * 500)
    assert "notes.txt cannot be read" in say("restore", "notes.txt").refusal
    server = "postgresql://bot:secret@host/games"
    assert "pg_restore" in say("restore", "copy.db", DATABASE_URL=server).refusal
    # Not under a bot that runs: it would go on writing to the file of before.
    running = playing(start, free_port(), DATABASE_URL="bridge-table.db")
    assert "Another bot is running on the database" in say("restore", "copy.db").refusal
    assert say("backup", "second.db").code == 0
    assert stopped(running, signal.SIGTERM) == Said(0, "", "")


def test_a_second_bot_on_one_file(start: Start, say: Say, tmp_path: Path) -> None:
    """Two processes with ``run`` and a third that migrates; once the first is gone, all is well."""
    port = free_port()
    playing(start, port)
    there = {
        "DISCORD_TOKEN": "playground.token",
        "DISCORD_API": f"http://127.0.0.1:{port}/api/v10",
        "DISCORD_GATEWAY": f"ws://127.0.0.1:{port}/",
        "DATABASE_URL": "shared.db",
    }
    first = ready(start("run", HEALTH_FILE="alive", LOG_FORMAT="json", **there))
    second = ended(start("run", LOG_LEVEL="ERROR", **there)).refusal
    assert "Another bot is running on the database shared.db: stop it first" in second
    assert "Another bot is running" in say("migrate", DATABASE_URL="shared.db").refusal
    first.kill()  # the lock goes with the process, however that ends
    first.communicate()
    assert stopped(ready(start("run", LOG_FORMAT="json", **there)), signal.SIGTERM).code == 0


@pytest.fixture(scope="module")
def finished() -> str:
    """The record of a whole game between computers."""
    game = new_game("bridgette", seed=bytes(range(32)), options={"deals": 2})
    chooser = player("random", random.Random(1))
    while game.to_act:
        seat = game.to_act[0]
        game.apply(seat, chooser.choose(game.view(seat)))
    return record.write(game, ["Ada", "Ben"])


def test_a_true_record(say: Say, tmp_path: Path, finished: str) -> None:
    (tmp_path / "game.json").write_text(finished)
    said = say("verify", "game.json")
    assert (said.code, said.err) == (0, "")
    told = json.loads(finished)
    assert re.search(r"^Game +Bridgette \(.*deals=2.*\)$", said.out, re.MULTILINE)
    count = len(told["actions"])
    assert re.search(rf"^Actions +{count}, every one legal$", said.out, re.MULTILINE)
    winners = " and ".join(told["players"][seat] for seat in told["outcome"]["winners"])
    assert f"played out, won by {winners}\n" in said.out
    assert said.out.splitlines()[-1].split() == ["Total", *map(str, told["totals"])]


def test_names_in_a_record_stay_names(say: Say, tmp_path: Path, finished: str) -> None:
    """They are proved by nothing, so they must not look like a result, or move the cursor."""
    told = json.loads(finished)
    (tmp_path / "game.json").write_text(finished)
    lines = say("verify", "game.json").out.splitlines()
    names = ["Ada\x1b[2J\x9b2J\r\n\u2028Total  9  0", "\u202e\u200fBen\u2067\ud800"]
    (tmp_path / "game.json").write_text(json.dumps(told | {"players": names}))
    said = say("verify", "game.json")
    assert said.code == 0
    assert all(line.isprintable() for line in said.out.splitlines())
    assert len(said.out.splitlines()) == len(lines)
    shown = ["Ada[2J2J Total 9 0", "Ben"]
    winners = " and ".join(shown[seat] for seat in told["outcome"]["winners"])
    assert f"played out, won by {winners}\n" in said.out
    assert f"\n Deal  {'  '.join(shown)}\n" in said.out
    (tmp_path / "game.json").write_text(json.dumps(told | {"players": ["\x1b\n", "Ben"]}))
    assert " someone  Ben\n" in say("verify", "game.json").out


@pytest.mark.parametrize(
    ("key", "change", "complaint"),
    [
        ("seed", lambda _seed: "0" * 64, "not the one of the commitment"),
        ("totals", lambda totals: [totals[0] + 50, *totals[1:]], "the totals are"),
        ("actions", lambda actions: [[actions[0][0], "7NT"], *actions[1:]], "action 1"),
        ("players", lambda players: players[:1], "players"),
        ("seed", lambda seed: seed[:-1] + ("0" if seed[-1] != "0" else "1"), "the commitment"),
        ("commitment", lambda _: "0" * 64, "not the one of the commitment"),
        (
            "deals",
            lambda deals: [[deals[0][0] + 50, deals[0][1]], *deals[1:]],
            "deal 1: the points",
        ),
        ("options", lambda options: options | {"deals": 4}, "the outcome is open"),
        # The last card but one is not the one that was played there.
        ("actions", lambda all_: [*all_[:-2], [all_[-2][0], all_[0][1][8:10]], all_[-1]], "action"),
    ],
)
def test_a_record_that_was_tampered_with(
    say: Say, tmp_path: Path, finished: str, key: str, change: Callable[[Any], Any], complaint: str
) -> None:
    told = json.loads(finished)
    told[key] = change(told[key])
    (tmp_path / "game.json").write_text(json.dumps(told))
    assert complaint in say("verify", "game.json").refusal


def test_no_record_at_all(say: Say, tmp_path: Path) -> None:
    assert "cannot be read (no such file or directory)" in say("verify", "none.json").refusal
    (tmp_path / "bytes").write_bytes(b"\xff\xfe\x00")
    assert "not text in UTF-8" in say("verify", "bytes").refusal
    (tmp_path / "poem.json").write_text("Roses are red")
    assert "not JSON" in say("verify", "poem.json").refusal


def test_the_invitation_asks_for_what_the_bot_needs() -> None:
    text = (ROOT / "docs" / "hosting.md").read_text(encoding="utf-8")
    (number,) = re.findall(r"&permissions=(\d+)", text)
    needed = {**permissions.NEEDED, **permissions.IN_THREADS}
    assert discord.Permissions(int(number)) == discord.Permissions(**dict.fromkeys(needed, True))
    assert all(f"| {name} |" in text for name in needed.values())
