"""Whole files: what they begin with, what they end with, and files that end too early."""

from __future__ import annotations

import pytest

from data.errors import BadLine
from data.transfer.lines import SeasonLine
from data.transfer.whole import read_all
from tests.data.makers import GUILD, NOW

OLD = '{"type":"bridge-table","version":1}'
HEAD = '{"type":"bridge-table","version":2}'
NONE = '{"type":"end","games":0}'
SEASON = (
    f'{{"type":"season","guild":"{GUILD}","season":3,"name":"Spring",'
    f'"started_at":"{NOW.isoformat()}","ended_at":null}}'
)


@pytest.mark.parametrize(
    "lines",
    [
        [HEAD, SEASON, NONE],
        [HEAD, SEASON, NONE, "\n", "  \r\n"],
        [OLD, SEASON],  # such files had no last line
        [OLD, SEASON, ""],
    ],
)
def test_a_whole_file(lines: list[str]) -> None:
    assert list(read_all(lines)) == [(2, SeasonLine(
        guild_id=GUILD, key=3, name="Spring", started_at=NOW, ended_at=None
    ))]  # fmt: skip


@pytest.mark.parametrize(
    ("lines", "words"),
    [
        ([], "Line 1: the file is empty"),
        (["\n"], "Line 1: the file is empty"),
        (["hello"], "Line 1: it is not JSON"),
        (["", HEAD, NONE], "Line 1: it is not JSON"),
        (["[1]"], "Line 1: it is not a JSON object"),
        ([SEASON, NONE], "Line 1: this is no export"),
        (['{"type":"bridge-table","version":3}'], "Line 1: .*another version"),
        (['{"type":"bridge-table","version":"2"}'], "Line 1: version: a whole number"),
        ([HEAD, "", SEASON, NONE], "Line 2: it is not JSON"),
        ([HEAD, "[" * 100_000], "Line 2: it is not JSON"),
        ([HEAD], "Line 2: the file is cut off"),
        ([HEAD, SEASON], "Line 3: the file is cut off"),
        ([HEAD, SEASON, ""], "Line 3: the file is cut off"),
        ([HEAD, SEASON, '{"type":"end","games":1}'], "Line 3: games: there are 0 before it, not 1"),
        ([HEAD, SEASON, '{"type":"end"}'], "Line 3: games: a whole number"),
        ([HEAD, NONE, SEASON], "Line 3: the line before it says that the file ends there"),
        ([HEAD, HEAD, NONE], "Line 2: only the first line may be one like this"),
    ],
)
def test_what_is_no_export_or_not_all_of_one(lines: list[str], words: str) -> None:
    with pytest.raises(BadLine, match=words):
        list(read_all(lines))
