"""Phase of game by Discord error by call: the game goes on, or pauses with words.

Nobody is left without an answer who can be answered, and nothing is logged as an error but what
Discord refuses for good.  ``make test`` runs a sample; ``make matrix`` every cell.
"""

from __future__ import annotations

import random
from itertools import product
from pathlib import Path
from typing import Final

import pytest

from playground import Person
from tests.matrix.calls import CALLS, Call, moved
from tests.matrix.patience import patience
from tests.matrix.positions import PHASES, Phase
from tests.matrix.stage import Cell, Stage, eventually, stage
from tests.matrix.troubles import NO_ANSWER, NO_CALL, TROUBLES, Trouble

SAMPLE: Final = 40

Each = tuple[Phase, Call, Trouble]
PARTS: Final = 8
#: What no call about a message by the bot's own token should get: it is an error, and logged.
REFUSED: Final = frozenset({10015, 50027, 50035})


def met_with(call: Call, trouble: Trouble) -> bool:
    """Whether this call can fail like this."""
    if call.method == "DELETE" and trouble.answer == 50035:
        return False  # it has no body
    if call.private:  # what goes on for a while is one thing to it, as long as it is tried
        return trouble.answer not in NO_ANSWER and (not trouble.lasting or trouble.answer == 500)
    return trouble.answer not in NO_CALL


CELLS: Final[list[Each]] = [
    (phase, call, trouble)
    for phase, call, trouble in product(PHASES, CALLS, TROUBLES)
    if call.made_in(phase) and met_with(call, trouble)
]


async def run(on: Stage, phase: Phase, call: Call, trouble: Trouble) -> None:
    """One cell: the trouble comes and passes."""
    playground = on.home.playground
    thread = playground.add_thread(on.home.channel, "cards", on.home.person("Ada"))
    where = thread.id if call.thread else None
    cell = await on.put(phase, where, clock=call.clock)
    waiting = {person.id: cell.seen_by(person) for person in (*cell.people, cell.stranger)}
    fault = trouble.begin(playground.faults, call.method, call.path)
    async with patience(fault):
        asked = await call.provoke(cell, fault)
        await eventually(lambda: fault.hits > 0, "the call is made")
        if asked is not None:
            await eventually(lambda: asked[1].done or cell.idle, "the press is dealt with")
            await eventually(lambda: cell.idle, "the press is dealt with")
        elif trouble.lasting:
            await eventually(lambda: fault.hits > 2 or cell.at_rest, "it is tried again")
        elif trouble.answer == "hang":
            await eventually(lambda: cell.at_rest or fault.hits > 1, "it is given up")
    playground.faults.remove(fault)
    if asked is not None and answerable(call, trouble):
        await told(cell, asked[0], waiting[asked[0].id])
    if call.provoke is moved:
        assert (await cell.actor.command(cell.channel, "game table", game=cell.table.id)).ok
    playground.advance(31)  # what is due is tried again
    if not call.private and trouble.answer in REFUSED:
        await eventually(lambda: cell.at_rest, "it is given up")
        cell.redraw()  # as whatever happens next does
    await cell.goes_on()
    check_errors(on, call, trouble)
    await cell.over_and_done()


async def told(cell: Cell, person: Person, before: dict[int, int]) -> None:
    """The person reads something new."""
    await eventually(lambda: cell.seen_by(person) != before, f"{person.display_name} is answered")
    assert not [seen for seen in person.messages() if seen.deferred], "nothing is left thinking"


def answerable(call: Call, trouble: Trouble) -> bool:
    """Whether the person can still be reached when this call fails like this."""
    if not call.private:
        return True
    if trouble.lasting or trouble.answer == "hang":
        return False
    if trouble.passing or trouble.after:
        return True
    if trouble.answer == 50035:
        return True
    return trouble.answer == 10008 and call.edits


def check_errors(on: Stage, call: Call, trouble: Trouble) -> None:
    """Only what Discord refuses for good is an error of ours."""
    if trouble.answer == 50035 or (not call.private and trouble.answer in REFUSED):
        for record in list(on.home.errors.records):
            text = record.getMessage()
            if "was not delivered" in text or "Discord refuses" in text:
                on.home.errors.records.remove(record)
    assert not on.home.errors.records, on.home.errors.texts()


async def run_all(tmp_path: Path, cells: list[Each]) -> None:
    async with stage(tmp_path) as on:
        failed: list[str] = []
        for phase, call, trouble in cells:
            try:
                await run(on, phase, call, trouble)
            except (AssertionError, TimeoutError, LookupError) as error:
                failed.append(f"{phase} / {call} / {trouble}: {error!r}"[:600])
                on.home.playground.faults.clear()
                on.home.errors.records.clear()
            on.clear()
        assert not failed, f"{len(failed)} of {len(cells)}\n" + "\n".join(failed[:60])


async def test_a_sample_of_the_matrix(tmp_path: Path) -> None:
    await run_all(tmp_path, random.Random("matrix").sample(CELLS, SAMPLE))


@pytest.mark.long
@pytest.mark.parametrize("part", range(PARTS))
async def test_the_whole_matrix(tmp_path: Path, part: int) -> None:
    await run_all(tmp_path, CELLS[part::PARTS])
