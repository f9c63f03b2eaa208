"""The calls to Discord that the bot makes about a game, and what makes it make them."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Final

from bot.tables.clocks import first_clock
from data.records import Seat
from playground import Handle, Person
from playground.faults import Fault
from tests.matrix.positions import Phase, position
from tests.matrix.stage import Cell, eventually

CALLBACK: Final = ("POST", "/interactions/{id}/{token}/callback")
HOOK: Final = ("POST", "/webhooks/{id}/{token}")
ORIGINAL: Final = "/webhooks/{id}/{token}/messages/{message_id}"
MESSAGES: Final = "/channels/{channel_id}/messages"
MESSAGE: Final = "/channels/{channel_id}/messages/{message_id}"
CHANNEL: Final = ("PATCH", "/channels/{channel_id}")

Asked = tuple[Person, Handle] | None
"""Who waits for an answer, if anybody does."""
Provoke = Callable[[Cell, Fault], Awaitable[Asked]]


@dataclass(frozen=True)
class Call:
    """``method`` and ``path`` of the call; ``provoke`` makes the bot make it.

    ``clock``, ``thread``: what game it takes.  ``when``: the phases in which it is made.
    ``edits``: it is an edit of what the person has in front of him.
    """

    name: str
    method: str
    path: str
    provoke: Provoke
    clock: bool = False
    thread: bool = False
    over: bool = True
    edits: bool = False

    def __str__(self) -> str:
        return self.name

    @property
    def private(self) -> bool:
        """Whether it answers a person, by the token of an interaction."""
        return not self.path.startswith("/channels")

    def made_in(self, phase: Phase) -> bool:
        """Whether the bot makes this call in this phase."""
        if self.clock and not called(phase):
            return False  # who acted last knows that it is his turn again
        return self.over or not phase.over


def called(phase: Phase) -> bool:
    """Whether somebody is called in this phase once a minute has passed."""
    seats = [Seat(number, number + 1) for number in range(phase.people)]
    clock = first_clock("days", position(phase).game, seats, datetime.now(UTC))
    return any(seat.remind_at for seat in clock.seats)


async def first_answer(cell: Cell, _: Fault) -> Asked:
    """An action is pressed on the panel, which the answer redraws."""
    return cell.actor, cell.act()


async def new_answer(cell: Cell, _: Fault) -> Asked:
    """My hand is pressed on the table; the answer is a new message."""
    return cell.actor, cell.press(cell.actor, cell.public(), "hand")


async def command(cell: Cell, _: Fault) -> Asked:
    """``/game table``: the table is posted again, which is told."""
    person = cell.actor
    return person, person.command(cell.channel, "game table", game=cell.table.id)


async def deferral(cell: Cell, fault: Fault) -> Asked:
    """The work takes long, so that the answer is deferred."""
    person = cell.actor
    async with cell.slow() as go_on:
        handle = cell.act()
        await eventually(lambda: fault.hits > 0, "the answer was deferred")
        go_on.set()
        await eventually(lambda: cell.idle, "the press is dealt with")
    return person, handle


async def deferred(cell: Cell, verb: str | None, person: Person) -> Asked:
    """An answer that was deferred, and then comes; ``verb`` None: of an action."""
    async with cell.slow() as go_on:
        if verb is None:
            handle = cell.act()
        elif verb == "rematch":
            handle = cell.press(person, cell.public(), verb)
        else:
            handle = cell.press(person, cell.panel(person), verb)
        await handle.answered()
        go_on.set()
        await eventually(lambda: cell.idle, "the press is dealt with")
    return person, handle


async def late_panel(cell: Cell, _: Fault) -> Asked:
    """The answer to an action, in place of the panel, after it was deferred."""
    return await deferred(cell, None, cell.actor)


async def late_refusal(cell: Cell, _: Fault) -> Asked:
    """A refusal beside the message that was pressed, after it was deferred."""
    return await deferred(cell, "back", cell.actor)


async def thinking_in_public(cell: Cell, _: Fault) -> Asked:
    """A refusal where a public answer was announced: that is taken back."""
    return await deferred(cell, "rematch", cell.stranger)


async def others_panel(cell: Cell, _: Fault) -> Asked:
    """Somebody acts, and the open panel of another player is redrawn."""
    await something_happens(cell)
    return None


async def table_edit(cell: Cell, _: Fault) -> Asked:
    """Somebody acts, and the table is redrawn."""
    await something_happens(cell)
    return None


async def something_happens(cell: Cell) -> None:
    """Somebody acts; when the game is over, its table is redrawn all the same."""
    if cell.table.over:
        cell.redraw()
    else:
        assert (await cell.act()).ok


async def table_post(cell: Cell, _: Fault) -> Asked:
    """The table message is deleted, and posted anew; after the last card it is a new one anyway."""
    if "last card" not in cell.phase.name:
        cell.home.playground.delete_message(cell.public())
    await something_happens(cell)
    return None


async def table_removed(cell: Cell, _: Fault) -> Asked:
    """The table message is almost an hour old, so that a new one takes its place."""
    cell.table.message_at = datetime.min.replace(tzinfo=UTC)
    await something_happens(cell)
    return None


async def moved(cell: Cell, _: Fault) -> Asked:
    """``/game table``, of which the posting fails."""
    return await command(cell, _)


async def ping(cell: Cell, _: Fault) -> Asked:
    """Nobody has noticed for a minute that it is his turn."""
    cell.home.playground.advance(61)
    return None


async def ping_removed(cell: Cell, fault: Fault) -> Asked:
    """Those who were called act, and the ping is deleted."""
    cell.home.playground.advance(61)
    await eventually(lambda: cell.table.clock.ping is not None, "somebody is called")
    while cell.table.clock.ping is not None and cell.table.clock.ping.seats:
        await cell.hand(cell.actor)
        cell.panels[cell.actor.id] = cell.actor.messages()[-1].id
        assert (await cell.act()).ok
    return None


async def thread_reopened(cell: Cell, _: Fault) -> Asked:
    """The table stands in a thread that was archived."""
    cell.home.playground.archive(cell.channel)
    cell.redraw()
    return None


CALLS: Final = (
    Call("answer in place", *CALLBACK, first_answer, edits=True),
    Call("new answer", *CALLBACK, new_answer),
    Call("answer to a command", *CALLBACK, command),
    Call("deferral", *CALLBACK, deferral, edits=True),
    Call("edit of the original", "PATCH", ORIGINAL, late_panel, edits=True),
    Call("follow-up", *HOOK, late_refusal),
    Call("original deleted", "DELETE", ORIGINAL, thinking_in_public),
    Call("panel of another", "PATCH", ORIGINAL, others_panel, over=False),
    Call("edit of the table", "PATCH", MESSAGE, table_edit),
    Call("post of the table", "POST", MESSAGES, table_post),
    Call("old table deleted", "DELETE", MESSAGE, table_removed),
    Call("table moved", "POST", MESSAGES, moved),
    Call("ping", "POST", MESSAGES, ping, clock=True, over=False),
    Call("ping deleted", "DELETE", MESSAGE, ping_removed, clock=True, over=False),
    Call("thread reopened", *CHANNEL, thread_reopened, thread=True),
)
