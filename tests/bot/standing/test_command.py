"""``ratings rebuild``, ``export`` and ``import`` as a person types them."""

from __future__ import annotations

import asyncio
import io
import random
from collections.abc import Callable, Coroutine
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest

from bot.__main__ import main
from bot.progress import Bar
from data.database import Database
from tests.data.makers import ADA, BEN, GUILD, NOW, new_game
from tests.data.standing import playing

Run = Callable[..., tuple[int, str, str]]


@pytest.fixture
def file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)  # no file .env is read
    monkeypatch.setenv("DATABASE_URL", "games.db")
    monkeypatch.setenv("LC_ALL", "C")
    return tmp_path / "games.db"


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str]) -> Run:
    def typed(*words: object) -> tuple[int, str, str]:
        code = main([str(word) for word in words])
        said = capsys.readouterr()
        return code, said.out, said.err

    return typed


def played(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    rng = random.Random(1)

    def made(**changes: Any) -> Any:
        seed = rng.randbytes(32)
        return new_game(**changes, seed=seed, commitment=sha256(seed).hexdigest())

    monkeypatch.setattr(playing, "new_game", made)
    within(file, lambda db: playing.at_random(db, rng, 10))
    within(file, lambda db: playing.at_random(db, rng, 5, GUILD + 1))


def within(file: Path, work: Callable[[Database], Coroutine[Any, Any, Any]]) -> Any:
    async def done() -> Any:
        async with await Database.open(str(file)) as database:
            return await work(database)

    return asyncio.run(done())


def test_out_of_one_database_and_into_another(
    file: Path, tmp_path: Path, run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    played(file, monkeypatch)
    every, one = tmp_path / "every.jsonl", tmp_path / "one.jsonl"
    code, said, _ = run("export", every)
    assert (code, said) == (0, f"15 games are written to {every}.\n")
    code, said, _ = run("export", "--guild", GUILD + 1, one)
    assert (code, said) == (0, f"5 games are written to {one}.\n")
    assert len(one.read_text(encoding="utf-8").splitlines()) == 6
    monkeypatch.setenv("DATABASE_URL", "other.db")
    code, said, _ = run("import", one)
    assert (code, said) == (0, "5 games are read into other.db.\n")
    code, said, _ = run("import", every)
    assert (code, said) == (0, "10 games are read into other.db. 5 were there already.\n")
    again = tmp_path / "again.jsonl"
    run("export", again)
    assert again.read_text(encoding="utf-8") == every.read_text(encoding="utf-8")


def test_everything_made_anew(file: Path, run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    played(file, monkeypatch)
    before = playing.stored(file)
    code, said, _ = run("ratings", "rebuild")
    results = len(before["unrated"])
    assert (code, said) == (
        0,
        f"Ratings and boards are made anew from {results} results in games.db.\n",
    )
    assert playing.stored(file) == before


def test_what_goes_wrong_is_said(
    file: Path, tmp_path: Path, run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    played(file, monkeypatch)
    out = tmp_path / "out.jsonl"
    code, _, said = run("export", "--guild", 5, out)
    assert (code, said) == (1, "bridge-table: There is no finished game of a server 5.\n")
    assert not out.exists()
    run("export", out)
    code, _, said = run("export", out)
    assert (code, said) == (1, f"bridge-table: {out} exists already: name another file.\n")
    missing = tmp_path / "missing" / "out.jsonl"
    assert "cannot be written (no such file or directory)" in run("export", missing)[2]
    assert "cannot be read (no such file or directory)" in run("import", missing)[2]
    lines = out.read_text(encoding="utf-8").splitlines()
    spoilt = tmp_path / "spoilt.jsonl"
    spoilt.write_text("\n".join([*lines[:7], lines[7][:-9], *lines[8:]]), encoding="utf-8")
    monkeypatch.setenv("DATABASE_URL", "other.db")
    code, _, said = run("import", spoilt)
    assert (code, said) == (1, f"bridge-table: {spoilt}: Line 8: it is not JSON.\n")
    assert within(tmp_path / "other.db", lambda db: db.transfer.servers()) == {}  # nothing at all
    game = next(n for n, line in enumerate(lines) if '"bridgette"' in line and '"easy"' in line)
    for one, other, wrong in (
        ('"game":"bridgette"', '"game":"skat"', "game: one of the games that are played here"),
        ('"level":"easy"', '"level":"wise"', "level: one of those that computers play at (easy"),
        ('"game":"bridgette"', '"game":"callbridge"', "seats: a list of 4 seats, for callbridge,"),
    ):
        changed = [*lines[:game], lines[game].replace(one, other), *lines[game + 1 :]]
        spoilt.write_text("\n".join(changed), encoding="utf-8")
        code, _, said = run("import", spoilt)
        assert code == 1
        assert f"{spoilt}: Line {game + 1}: {wrong}" in said
        assert within(tmp_path / "other.db", lambda db: db.transfer.servers()) == {}
    spoilt.write_bytes(b"\xff\xfe")
    assert "is not text in UTF-8" in run("import", spoilt)[2]


def test_the_bar() -> None:
    class Terminal(io.StringIO):
        def isatty(self) -> bool:
            return True

    shown = Terminal()
    bar = Bar(shown, "results")
    bar.show(50_000, 100_000)
    assert "[###############...............] 50,000 of 100,000 results, 0:00 left" in (
        shown.getvalue()
    )
    bar.show(0, 0)  # nothing to do is done
    bar.clear()
    assert shown.getvalue().endswith("\r\x1b[K")
    silent = io.StringIO()
    Bar(silent, "results").show(1, 2)
    assert silent.getvalue() == ""


def test_nobody_who_was_taken_out_is_exported(
    file: Path, tmp_path: Path, run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    played(file, monkeypatch)
    within(file, lambda db: db.privacy.take_out(ADA, NOW))
    out = tmp_path / "out.jsonl"
    run("export", out)
    text = out.read_text(encoding="utf-8")
    assert f'"{ADA}"' not in text
    assert f"Player {ADA}" not in text
    assert f'"{BEN}"' in text
