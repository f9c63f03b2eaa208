from __future__ import annotations

from pathlib import Path

import discord
import pytest
import yarl

from bot import config
from bot.config import ConfigError, Settings

ROOT = Path(__file__).parents[2]


def test_nothing_set(tmp_path: Path) -> None:
    assert config.load({}, tmp_path / ".env") == Settings()


def test_everything_set(tmp_path: Path) -> None:
    environ = {
        "DISCORD_TOKEN": " a.b.c ",
        "DISCORD_API": "http://127.0.0.1:9000/api/v10",
        "DISCORD_GATEWAY": "ws://127.0.0.1:9000/",
        "DATABASE_URL": "sqlite:////data/games.db",
        "PORT": "9000",
        "LOG_LEVEL": "debug",
        "LOG_FORMAT": "JSON",
        "COMPUTER_PAUSE": "0.5",
        "COMPUTER_BUDGET": "0.25",
        "WORKERS": "3",
        "HEALTH_FILE": "/tmp/alive",
        "METRICS_PORT": "9100",
        "METRICS_HOST": "0.0.0.0",
        "SHARDS": "2",
        "SHARD_IDS": "0-1",
        "CARD_FACES": "No",
    }
    assert config.load(environ, tmp_path / ".env") == Settings(
        token="a.b.c",
        api="http://127.0.0.1:9000/api/v10",
        gateway="ws://127.0.0.1:9000/",
        database_url="sqlite:////data/games.db",
        port=9000,
        log_level="DEBUG",
        log_format="json",
        computer_pause=0.5,
        computer_budget=0.25,
        workers=3,
        health_file=Path("/tmp/alive"),
        metrics_port=9100,
        metrics_host="0.0.0.0",
        shards=2,
        shard_ids=(0, 1),
        faces=False,
    )


def test_the_environment_outweighs_the_file(tmp_path: Path) -> None:
    file = tmp_path / ".env"
    file.write_text(
        "# a comment\n\nexport DISCORD_TOKEN='from the file'\nPORT=1\nLOG_LEVEL=\nUNKNOWN=1\n"
    )
    settings = config.load({"PORT": "2", "DISCORD_TOKEN": ""}, file)
    # Empty in the environment wins too, and means unset.
    assert (settings.token, settings.port, settings.log_level) == (None, 2, "INFO")
    assert config.load({}, file).token == "from the file"


def test_secrets_do_not_show_when_settings_are_printed() -> None:
    settings = Settings(token="secret-token", database_url="postgresql://bot:pw@host/games")
    assert "secret" not in repr(settings)
    assert "pw" not in repr(settings)


@pytest.mark.parametrize(
    ("name", "value", "said"),
    [
        ("PORT", "http", "PORT must be a port, 0 to 65535, not 'http'."),
        ("PORT", "65536", "PORT must be a port"),
        ("PORT", "-1", "PORT must be a port"),
        ("PORT", "٣", "PORT must be a port"),
        ("METRICS_PORT", "yes", "METRICS_PORT must be a port"),
        ("CARD_FACES", "maybe", "CARD_FACES must be yes or no, not 'maybe'."),
        ("LOG_LEVEL", "loud", "LOG_LEVEL must be one of DEBUG, INFO, WARNING, ERROR"),
        ("LOG_FORMAT", "xml", "LOG_FORMAT must be one of text, json"),
        ("COMPUTER_PAUSE", "soon", "COMPUTER_PAUSE must be a number of seconds, 0 to 60"),
        ("COMPUTER_PAUSE", "nan", "COMPUTER_PAUSE must be"),
        ("COMPUTER_PAUSE", "61", "COMPUTER_PAUSE must be"),
        (
            "COMPUTER_BUDGET",
            "0.24",
            "COMPUTER_BUDGET must be a number of seconds, 0.25 to 5, not '0.24'.",
        ),
        ("COMPUTER_BUDGET", "5.1", "COMPUTER_BUDGET must be"),
        ("WORKERS", "0", "WORKERS must be a number of processes, 1 to 64, not '0'."),
        ("WORKERS", "65", "WORKERS must be"),
        ("WORKERS", "1.5", "WORKERS must be"),
        ("DISCORD_API", "127.0.0.1:9000", "DISCORD_API must be an address such as http"),
        ("DISCORD_API", "ws://127.0.0.1/", "DISCORD_API must be an address such as http"),
        ("DISCORD_GATEWAY", "http://host/", "DISCORD_GATEWAY must be an address such as ws"),
        ("DISCORD_GATEWAY", "ws://host:port/", "DISCORD_GATEWAY must be an address such as ws"),
    ],
)
def test_settings_that_mean_nothing(tmp_path: Path, name: str, value: str, said: str) -> None:
    with pytest.raises(ConfigError) as refused:
        config.load({name: value}, tmp_path / ".env")
    assert str(refused.value).startswith(said)


def test_a_file_that_is_a_folder(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match=r"cannot be read \(is a directory\)"):
        config.load({}, tmp_path)


def test_a_file_in_another_encoding(tmp_path: Path) -> None:
    file = tmp_path / ".env"
    file.write_bytes(b"DISCORD_TOKEN=\xff\xfe")
    with pytest.raises(ConfigError, match="not text in UTF-8"):
        config.load({}, file)


@pytest.mark.parametrize("line", ["DISCORD_TOKEN: abc.def", "abc.def.ghi", "PORT='80", "=1"])
def test_a_line_that_is_no_setting(tmp_path: Path, line: str) -> None:
    file = tmp_path / ".env"
    file.write_text(f"LOG_LEVEL=INFO\n{line}\n")
    with pytest.raises(ConfigError) as refused:
        config.load({}, file)
    assert str(refused.value) == f"Line 2 of {file} is not of the form NAME=value."
    assert "abc" not in str(refused.value)  # it may be the token


def test_discord_is_where_the_settings_say(monkeypatch: pytest.MonkeyPatch) -> None:
    route, socket = discord.http.Route, discord.gateway.DiscordWebSocket
    monkeypatch.setattr(route, "BASE", route.BASE)
    monkeypatch.setattr(socket, "DEFAULT_GATEWAY", socket.DEFAULT_GATEWAY)
    before = route.BASE, socket.DEFAULT_GATEWAY
    config.point_discord(Settings())
    assert before == (route.BASE, socket.DEFAULT_GATEWAY)
    config.point_discord(Settings(api="http://h:1/api/v10/", gateway="ws://h:1/"))
    assert route("GET", "/users/@me").url == "http://h:1/api/v10/users/@me"
    assert yarl.URL("ws://h:1/") == socket.DEFAULT_GATEWAY


def test_every_setting_is_in_the_readme_and_no_other() -> None:
    table = (ROOT / "README.md").read_text(encoding="utf-8").split("## Settings")[1]
    named = {line.split("`")[1] for line in table.split("\n## ")[0].splitlines() if "| `" in line}
    source = (ROOT / "bot" / "config.py").read_text(encoding="utf-8")
    assert named == {part.split('"')[0] for part in source.split('read("')[1:]}


@pytest.mark.parametrize(
    ("ids", "meant"), [("0", (0,)), ("0,1", (0, 1)), (" 4 - 6 , 1", (1, 4, 5, 6)), ("3-3", (3,))]
)
def test_the_shards_of_a_process(tmp_path: Path, ids: str, meant: tuple[int, ...]) -> None:
    environ = {
        "SHARDS": "8",
        "SHARD_IDS": ids,
        "DATABASE_URL": "postgresql+asyncpg://bot@/games",
    }
    settings = config.load(environ, tmp_path / ".env")
    assert settings.shard_ids == meant
    assert (settings.share.shards, settings.share.ids) == (8, meant)


def test_all_shards_in_one_process(tmp_path: Path) -> None:
    assert config.load({"SHARDS": "3"}, tmp_path / ".env").share.whole
    assert config.load({"SHARDS": "3", "SHARD_IDS": "0-2"}, tmp_path / ".env").share.whole


@pytest.mark.parametrize(
    ("environ", "said"),
    [
        ({"SHARDS": "0"}, "SHARDS must be"),
        ({"SHARDS": "two"}, "SHARDS must be"),
        ({"SHARDS": "2", "SHARD_IDS": "1-"}, "SHARD_IDS must be numbers"),
        ({"SHARDS": "2", "SHARD_IDS": "1-0"}, "SHARD_IDS must be numbers"),
        ({"SHARDS": "2", "SHARD_IDS": "0;1"}, "SHARD_IDS must be numbers"),
        ({"SHARD_IDS": "0"}, "needs SHARDS"),
        ({"SHARDS": "2", "SHARD_IDS": "2"}, "the last is 1"),
        ({"SHARDS": "2", "SHARD_IDS": "0"}, "SQLite has no room"),
    ],
)
def test_shards_that_make_no_sense(tmp_path: Path, environ: dict[str, str], said: str) -> None:
    with pytest.raises(ConfigError, match=said):
        config.load(environ, tmp_path / ".env")
