"""The arena: fair, repeatable, and its figures mean what they say."""

from __future__ import annotations

import io
import random
from math import inf

import pytest

from bot.__main__ import main
from bot.arena import command, matches
from bot.arena.command import measure
from bot.arena.figures import Estimate, figures, ratio, times
from bot.arena.matches import Pairing, Set, Side, play_set
from bot.arena.report import Progress, table

KINDS = ("bridgette", "drawbridge", "callbridge")


def figures_of(text: str) -> list[list[str]]:
    """The cells of a table without those of times."""
    rows = [line for line in text.splitlines() if line.startswith("|")]
    return [[cell.strip() for cell in row.split("|")[1:5]] for row in rows]


@pytest.mark.parametrize("kind", KINDS)
def test_a_level_is_its_own_equal(kind):
    # All four or both seats are played alike, so over a set neither side can come out ahead.
    played = play_set(Pairing(kind, "easy", "easy"), 3)
    first, second = played.sides
    assert first.points == pytest.approx(second.points)
    assert first.wins == pytest.approx(second.wins) == pytest.approx(1)
    assert played.unfinished == 0


@pytest.mark.parametrize("kind", KINDS)
def test_sets_repeat_themselves_and_differ(kind):
    pairing = Pairing(kind, "easy", "random", seed=7)
    first, again, other = (play_set(pairing, number) for number in (0, 0, 1))
    for played in (first, again, other):
        for side in played.sides:
            side.seconds.clear()
    assert first == again
    assert first != other


def test_each_side_counts_for_one_seat():
    played = play_set(Pairing("callbridge", "easy", "random"), 0)
    assert played.matches == 4
    assert played.sides[0].undertaken == played.deals
    assert played.sides[1].undertaken == 3 * played.deals
    assert played.sides[0].wins + 3 * played.sides[1].wins == pytest.approx(4)


def test_contracts_are_counted_for_the_declarer():
    played = play_set(Pairing("bridgette", "easy", "random"), 0)
    assert played.matches == 2
    assert sum(side.undertaken for side in played.sides) == played.deals
    assert all(0 <= side.made <= side.undertaken for side in played.sides)


def test_matches_without_end_are_stopped(monkeypatch):
    monkeypatch.setattr(matches, "MOST_DEALS", 2)
    played = play_set(Pairing("callbridge", "easy", "easy"), 0)
    assert (played.unfinished, played.deals) == (4, 8)
    assert played.sides[0].wins == 0
    assert "4 matches were stopped" in table(Pairing("callbridge", "a", "b"), figures([played]))


def some_set(points: float, other: float, deals: int = 10, wins: float = 1.0) -> Set:
    return Set(
        2,
        deals,
        (Side(points, wins, 5, 4, [0.1] * 5), Side(other, 2 - wins, 5, 5, [0.2, 0.3])),
    )


def test_figures_of_sets_by_hand():
    found = figures([some_set(100, 0), some_set(60, 20), some_set(80, 10, wins=2)])
    assert (found.sets, found.matches, found.deals) == (3, 6, 30)
    assert found.ahead.mean == pytest.approx(7)
    # The gaps a deal are 10, 4 and 7: standard error 3 / sqrt(3), and Student's t with 2 degrees.
    assert found.ahead.within == pytest.approx(4.30 * 3 / 3**0.5)
    assert not found.ahead.clear_of_zero
    first, second = found.levels
    assert first.points.mean == pytest.approx(8)
    assert first.wins.mean == pytest.approx(4 / 6)
    assert (first.undertaken, first.made, second.made) == (15, 12, 15)
    assert first.times.median == pytest.approx(0.1)
    with pytest.raises(ValueError, match="no set"):
        figures([])


def test_longer_sets_count_for_more():
    assert ratio([10, 0], [1, 9]).mean == 1
    assert ratio([1] * 50, [1] * 50) == Estimate(1, 0)
    assert ratio([5], [1]) == Estimate(5, inf)
    assert ratio([], []) == Estimate(0, inf)


def test_the_interval_covers_the_mean():
    rng = random.Random(3)
    covered = 0
    for _ in range(400):
        sizes = [rng.randint(5, 15) for _ in range(40)]
        found = ratio([sum(rng.gauss(2, 5) for _ in range(size)) for size in sizes], sizes)
        covered += abs(found.mean - 2) <= found.within
    assert 0.91 <= covered / 400 <= 0.985


def test_times_are_those_of_the_order():
    found = times([float(number) for number in range(101)])
    assert (found.median, found.p95, found.longest) == (50, 95, 100)
    assert times([]).longest == 0


def test_the_command_prints_a_table(capsys):
    assert main(["arena", "callbridge", "easy", "random", "--deals", "40", "--seed", "5"]) == 0
    out, err = capsys.readouterr()
    assert "one easy among 3 random" in out
    assert "| easy " in out
    assert "bids made" in out
    assert err == ""  # no bar where there is no terminal
    assert "contracts made" in measure(Pairing("drawbridge", "easy", "random"), 5, 1)


def test_jobs_do_not_change_the_figures():
    pairing = Pairing("callbridge", "easy", "random", seed=2)
    assert figures_of(measure(pairing, 60, 1)) == figures_of(measure(pairing, 60, 2))


def test_an_interrupted_measurement_shows_what_there_is(monkeypatch):
    def interrupted(pairing, number):
        if number == 2:
            raise KeyboardInterrupt
        return play_set(pairing, number)

    monkeypatch.setattr(command, "play_set", interrupted)
    text = measure(Pairing("callbridge", "easy", "random"), 10_000, 1)
    assert "2 sets of duplicated deals" in text
    assert "Interrupted" in text


@pytest.mark.parametrize(
    "words",
    [
        ["whist", "easy", "random"],
        ["callbridge", "easy", "genius"],
        ["callbridge", "easy", "random", "--deals", "0"],
        ["callbridge", "easy", "random", "--jobs", "x"],
        ["callbridge", "easy", "random", "--budget", "-1"],
    ],
)
def test_nonsense_is_refused(words, capsys):
    with pytest.raises(SystemExit) as left:
        main(["arena", *words])
    assert left.value.code == 2
    assert "error" in capsys.readouterr().err


def test_the_bar_on_a_terminal():
    class Terminal(io.StringIO):
        def isatty(self) -> bool:
            return True

    stream = Terminal()
    bar = Progress(stream, 200)
    bar.show(50, Estimate(1.5, 0.25))
    assert "50 of 200 deals, +1.50 ± 0.25" in stream.getvalue()
    bar.show(300, Estimate(1.5, inf))
    assert "." * 3 not in stream.getvalue().rsplit("\r", 1)[1]
    bar.clear()
    assert stream.getvalue().endswith("\r\x1b[K")
