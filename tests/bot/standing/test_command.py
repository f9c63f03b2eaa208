"""``ratings rebuild``, ``export`` and ``import`` as a person types them."""

from __future__ import annotations

import asyncio
import errno
import hashlib
import io
import json
import os
import random
import secrets
from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import Any

import pytest

from bot.__main__ import main
from bot.progress import Bar
from data.database import Database
from tests.bot.standing.true_games import play, some
from tests.data.makers import ADA, BEN, GUILD, NOW
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


def played(file: Path) -> None:
    rng = random.Random(1)
    within(file, lambda db: some(db, rng, 8))
    within(file, lambda db: some(db, rng, 3, GUILD + 1))


def within(file: Path, work: Callable[[Database], Coroutine[Any, Any, Any]]) -> Any:
    async def done() -> Any:
        async with await Database.open(str(file)) as database:
            return await work(database)

    return asyncio.run(done())


def test_out_of_one_database_and_into_another(
    file: Path, tmp_path: Path, run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    played(file)
    every, one = tmp_path / "every.jsonl", tmp_path / "one.jsonl"
    code, said, _ = run("export", every)
    assert (code, said) == (0, f"11 games are written to {every}.\n")
    code, said, _ = run("export", "--guild", GUILD + 1, one)
    assert (code, said) == (0, f"3 games are written to {one}.\n")
    assert len(one.read_text(encoding="utf-8").splitlines()) == 5
    monkeypatch.setenv("DATABASE_URL", "other.db")
    code, said, _ = run("import", one)
    assert (code, said) == (0, "3 games are read into other.db.\n")
    code, said, _ = run("import", every)
    assert (code, said) == (0, "8 games are read into other.db. 3 were there already.\n")
    again = tmp_path / "again.jsonl"
    run("export", again)
    assert again.read_text(encoding="utf-8") == every.read_text(encoding="utf-8")


def test_everything_made_anew(file: Path, run: Run) -> None:
    within(file, lambda db: playing.at_random(db, random.Random(1), 10))
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
    played(file)
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
        ('"rules":1', '"rules":2', "rules: version 1 is needed"),
        ('"reason":"time"', '"reason":"foo"', "reason: the game came to 'time', not 'foo'"),
    ):
        changed = [*lines[:game], lines[game].replace(one, other), *lines[game + 1 :]]
        spoilt.write_text("\n".join(changed), encoding="utf-8")
        code, _, said = run("import", spoilt)
        assert code == 1
        assert f"{spoilt}: Line {game + 1}: {wrong}" in said
        assert within(tmp_path / "other.db", lambda db: db.transfer.servers()) == {}
    spoilt.write_bytes(b"\xff\xfe")
    assert "is not text in UTF-8" in run("import", spoilt)[2]


def copies(line: str, count: int) -> list[str]:
    """Games as this one, in which nobody has done anything but resign, with seeds of their own."""
    made: list[str] = []
    for _ in range(count):
        seed = secrets.token_bytes(32)
        game = json.loads(line)
        game |= {"seed": seed.hex(), "commitment": hashlib.sha256(seed).hexdigest()}
        made.append(json.dumps(game))
    return made


def resigned(db: Database) -> Coroutine[Any, Any, int]:
    class Soon(random.Random):
        def randrange(self, *_: Any) -> int:  # type: ignore[override]
            return 0

    return play(db, "bridgette", Soon(1), leave="resign")


def test_a_bad_line_far_behind_keeps_all_out(
    file: Path, tmp_path: Path, run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Games are stored by the hundred: those of the first hundreds stay out as well."""
    within(file, resigned)
    out = tmp_path / "out.jsonl"
    run("export", out)
    head, line, _ = out.read_text(encoding="utf-8").splitlines()
    games = copies(line, 150)
    end = '{"type":"end","games":150}'
    monkeypatch.setenv("DATABASE_URL", "other.db")
    spoilt = tmp_path / "spoilt.jsonl"
    for field, value, words in (
        ("actions", [[0, "\ud800", "2026-01-01T00:00:00+00:00"]], "action 1: a seat, a text and"),
        ("reason", "\ud800", "reason: a text of at most 16 characters"),
        ("options", {"deals": "\ud800"}, "options: an object of numbers and words"),
        ("finished_at", "9999-12-31T23:59:59.999999+00:00", "finished_at: a time between 2015"),
        ("options", {"foo": 1}, "options: unknown option 'foo'"),
    ):
        bad = json.dumps({**json.loads(games[140]), field: value})
        lines = [head, *games[:140], bad, *games[141:], end]
        spoilt.write_text("\n".join(lines), encoding="utf-8")
        code, _, said = run("import", spoilt)
        assert code == 1
        assert f"{spoilt}: Line 142: {words}" in said
        assert len(said.splitlines()) == 1
        assert within(tmp_path / "other.db", lambda db: db.transfer.servers()) == {}
    spoilt.write_text("\n".join([head, *games, end]), encoding="utf-8")
    assert run("import", spoilt)[:2] == (0, "150 games are read into other.db.\n")


def test_a_file_that_was_cut_off(
    file: Path, tmp_path: Path, run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    within(file, resigned)
    out = tmp_path / "out.jsonl"
    run("export", out)
    monkeypatch.setenv("DATABASE_URL", "other.db")
    head, line, end = out.read_text(encoding="utf-8").splitlines()
    for lines, words in (
        ([head, line], "Line 3: the file is cut off"),
        ([head, end], "Line 2: games: there are 0 before it, not 1"),
    ):
        out.write_text("\n".join([*lines, ""]), encoding="utf-8")
        code, _, said = run("import", out)
        assert code == 1
        assert f"{out}: {words}" in said
    # A byte-order mark, the ends of lines of Windows and blank lines are nobody's fault; and
    # files of the first version had no last line.
    out.write_bytes(f"\ufeff{head}\r\n{line}\r\n{end}\r\n\r\n".encode())
    assert run("import", out)[:2] == (0, "1 game is read into other.db.\n")
    first = head.replace('"version":2', '"version":1')
    out.write_text("\n".join([first, line, ""]), encoding="utf-8")
    assert run("import", out)[1] == "0 games are read into other.db. 1 was there already.\n"


def test_a_pipe_is_refused(file: Path, tmp_path: Path, run: Run) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    told = (1, "", f"bridge-table: {pipe} is read twice: it must be a file, not a pipe.\n")
    assert run("import", pipe) == told
    reading, writing = os.pipe()
    os.close(writing)
    code, _, said = run("import", f"/dev/fd/{reading}")
    os.close(reading)
    assert code == 1
    assert "it must be a file, not a pipe" in said
    assert "cannot be read (is a directory)" in run("import", tmp_path)[2]


@pytest.mark.parametrize("fails", ["write", "fsync"])
def test_an_export_that_cannot_be_finished_leaves_nothing(
    file: Path, tmp_path: Path, run: Run, monkeypatch: pytest.MonkeyPatch, fails: str
) -> None:
    within(file, resigned)

    def full(*_: Any) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    usual = Path.open

    def opened(path: Path, *how: Any, **more: Any) -> Any:
        part = path.suffix == ".part"
        return _Full(usual(path, "xb")) if part else usual(path, *how, **more)

    out = tmp_path / "out.jsonl"
    with monkeypatch.context() as patched:
        if fails == "fsync":
            patched.setattr(os, "fsync", full)
        else:
            patched.setattr(Path, "open", opened)
        code, _, said = run("export", out)
    assert (code, said) == (
        1, f"bridge-table: {out} cannot be written (no space left on device).\n"
    )  # fmt: skip
    assert [each.name for each in tmp_path.glob("out*")] == []
    # One that was killed leaves its part, which is no export to anybody and in nobody's way.
    out.with_name("out.jsonl.part").write_text("half", encoding="utf-8")
    assert run("export", out)[0] == 0
    assert [each.name for each in tmp_path.glob("out*")] == ["out.jsonl"]


class _Full(io.TextIOWrapper):
    """A file on a disk that is full when what was kept back is written at last."""

    def flush(self) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    def close(self) -> None:
        self.buffer.close()
        self.flush()


def test_a_mistyped_database_is_not_made(file: Path, tmp_path: Path, run: Run) -> None:
    told = "bridge-table: There is no database games.db.\n"
    assert run("export", tmp_path / "out.jsonl") == (1, "", told)
    assert run("ratings", "rebuild") == (1, "", told)
    assert list(tmp_path.iterdir()) == []


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


def test_nobody_who_was_taken_out_is_exported(file: Path, tmp_path: Path, run: Run) -> None:
    played(file)
    within(file, lambda db: db.privacy.take_out(ADA, NOW))
    out = tmp_path / "out.jsonl"
    run("export", out)
    text = out.read_text(encoding="utf-8")
    assert f'"{ADA}"' not in text
    assert f"Player {ADA}" not in text
    assert f'"{BEN}"' in text
