"""The compiled searches against those in Python: the same answers, memory and counted work.

Compiled for the test where there is a C compiler, and as it stands in the tree if it is there.
"""

from __future__ import annotations

import os
import random
import shutil
import subprocess
import sys
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path

import pytest

from engine.cards import Suit
from engine.players import solver_build
from engine.players.solver import Solver
from engine.players.solver_build import PURE, Searches
from engine.players.solver_colons import TooFar
from tests.engine.players.solver_reference import deal

ROOT = Path(__file__).parents[3]


IN_THE_TREE = [] if solver_build.COMPILED is None else ["in the tree"]


@pytest.fixture(scope="module", params=["made here", *IN_THE_TREE])
def compiled(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Searches:
    if request.param == "in the tree":
        assert solver_build.COMPILED is not None
        return solver_build.COMPILED
    if shutil.which(os.environ.get("CC", "cc")) is None:
        pytest.skip("there is no C compiler here: nothing is compiled for the test")
    to = tmp_path_factory.mktemp("compiled")
    subprocess.run(
        ["sh", ".ci/compiled", str(to)],
        cwd=ROOT,
        env={**os.environ, "PYTHON": sys.executable},
        check=True,
        capture_output=True,
    )
    [file] = to.iterdir()
    spec = spec_from_file_location("engine.players._solver_compiled", file)
    assert spec is not None
    assert spec.loader is not None
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    return module.PlainSearch, module.ColonSearch


def outcome(
    solver: Solver, question: tuple[object, ...], allowed: int | None
) -> tuple[object, ...]:
    hands, leader, trump, banned, led = question
    solver.allow(allowed)
    answer: object
    try:
        answer = solver.best_plays(hands, leader, trump, banned=banned, led=led)
    except TooFar:
        answer = "too far"
    return answer, solver.work, solver.remembered


def question(rng: random.Random) -> tuple[object, ...]:
    """A position before or in a trick, whole deals among them."""
    size = rng.choice([2, 4, 5, 6, 7, 8, 13])
    colons = rng.choice([0, 0, 0, 1]) if size == 13 else rng.choice([0, 1, 2, 3])
    suits = rng.choice([1, 2, 3, 4]) if size <= 6 else 4
    hands = deal(rng, size, suits, colons)
    leader = rng.randint(0, 1)
    led = None
    if rng.random() < 0.5:
        led = rng.choice([card for card in range(55) if hands[leader] >> card & 1])
        left = hands[leader] & ~(1 << led)
        hands = (left, hands[1]) if leader == 0 else (hands[0], left)
    return hands, leader, rng.choice([None, *Suit]), rng.choice([None, None, *Suit]), led


@pytest.mark.parametrize("seed", range(3))
def test_the_same_answers_for_the_same_work(compiled: Searches, seed: int) -> None:
    """One after another with a small memory, so that filling and emptying it is compared, too."""
    rng = random.Random(seed)
    solvers = [Solver(limit=3000, searches=searches) for searches in (PURE, compiled)]
    for _ in range(150):
        asked = question(rng)
        allowed = rng.choice([None, None, 40, 400, 4000])
        pure, fast = [outcome(solver, asked, allowed) for solver in solvers]
        assert pure == fast, (asked, allowed)


def test_whole_deals_with_colons(compiled: Searches) -> None:
    rng = random.Random(9)
    for trump in (None, Suit.SPADES):
        for colons in (1, 2, 3):
            hands = deal(rng, 13, 4, colons)
            solvers = [Solver(searches=searches) for searches in (PURE, compiled)]
            answers = [solver.solve(hands, 0, trump) for solver in solvers]
            assert answers[0] == answers[1]
            assert solvers[0].work == solvers[1].work
            assert solvers[0].remembered == solvers[1].remembered


def test_a_search_cut_short_keeps_what_it_found(compiled: Searches) -> None:
    hands = deal(random.Random(3), 13, 4, 3)
    solver = Solver(searches=compiled)
    solver.allow(400)
    with pytest.raises(TooFar):
        solver.solve(hands, 0, None)
    assert solver.remembered
    solver.allow(None)
    assert solver.solve(hands, 0, None) == Solver(searches=compiled).solve(hands, 0, None)
    solver.clear()
    assert solver.remembered == 0
