from __future__ import annotations

from pathlib import Path

import pytest

from data.address import expect, file_of, parse, shown
from data.errors import BadAddress, DatabaseUnreachable


@pytest.mark.parametrize(
    ("address", "url", "file"),
    [
        ("games.db", "sqlite+aiosqlite:///games.db", Path("games.db")),
        ("/data/my games.db", "sqlite+aiosqlite:////data/my games.db", Path("/data/my games.db")),
        ("sqlite:///games.db", "sqlite+aiosqlite:///games.db", Path("games.db")),
        ("sqlite+aiosqlite:////data/g.db", "sqlite+aiosqlite:////data/g.db", Path("/data/g.db")),
        ("postgresql://bot:pw@host/games", "postgresql+asyncpg://bot:***@host/games", None),
        ("postgres://bot:pw@host/games", "postgresql+asyncpg://bot:***@host/games", None),
        (
            "postgres://bot:pw@host/games?sslmode=require",
            "postgresql+asyncpg://bot:***@host/games?ssl=require",
            None,
        ),
    ],
)
def test_addresses_people_write(address: str, url: str, file: Path | None) -> None:
    parsed = parse(f" {address}\n")
    assert parsed.render_as_string(hide_password=True) == url
    assert file_of(parsed) == file
    assert "pw" not in shown(parsed)


@pytest.mark.parametrize(
    ("address", "said"),
    [
        ("", "empty"),
        ("   ", "empty"),
        ("sqlite://", "no file"),
        ("sqlite:///:memory:", "no file"),
        (":memory:", "no file"),
        ("file:games.db", "write its path"),
        ("sqlite:///file:games.db?uri=true", "write its path"),
        ("sqlite:///games.db?uri=true", "write its path"),
        ("mysql://root:secret@host/games", "mysql"),
        ("postgresql://bot:secret@host:port/games", "cannot be read"),
    ],
)
def test_addresses_that_are_refused(address: str, said: str) -> None:
    with pytest.raises(BadAddress, match=said) as refused:
        parse(address)
    assert "secret" not in str(refused.value)


def test_a_file_that_is_expected(tmp_path: Path) -> None:
    file = tmp_path / "games.db"
    with pytest.raises(DatabaseUnreachable, match=r"There is no database .*games\.db\."):
        expect(f"sqlite:///{file}")
    file.touch()
    expect(str(file))
    expect("postgresql://bot:pw@host/games")  # it will say itself that it is not there
    with pytest.raises(BadAddress):
        expect("")


def test_a_file_that_is_reached_by_links_has_one_name(tmp_path: Path) -> None:
    file = tmp_path / "games.db"
    for name, target in (("near", file), ("far", tmp_path / "near"), ("circle", "circle")):
        (tmp_path / name).symlink_to(target)
    file.touch()
    for there in (True, False):  # a new database is where its link says, too
        for name in ("games.db", "near", "far"):
            assert file_of(parse(str(tmp_path / name))) == file
            assert file_of(parse(f"sqlite:///{tmp_path / name}")) == file
        if there:
            file.unlink()
    with pytest.raises(BadAddress, match="a link that leads nowhere"):
        parse(str(tmp_path / "circle"))
