"""A few worker processes, started when there is work for them and replaced when they fail.

Unlike the executors of the standard library, the pool kills a worker that takes too long, goes on
after one has died, holds no thread of the bot's, and never leaves a process behind: workers end
with the bot, even if it is killed.
"""

from __future__ import annotations

import asyncio
import heapq
import logging
import os
import pickle
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from enum import IntEnum
from itertools import count
from typing import TypeVar, cast

from bot.workers.errors import Crowded, NoResult, PoolClosed, WorkFailed
from bot.workers.process import WorkerProcess

_log = logging.getLogger(__name__)
T = TypeVar("T")


def usual_size() -> int:
    """How many workers suit this machine: one less than the cores it may use, at least one."""
    try:
        cores = len(os.sched_getaffinity(0))
    except AttributeError:  # not on every system
        cores = os.cpu_count() or 1
    return max(1, cores - 1)


class Priority(IntEnum):
    """What comes first when several pieces of work wait for a worker: the lower."""

    MOVE = 0
    """A player waits for it at the table: a computer's move, a hint."""
    ANSWER = 1
    """Somebody waits for an answer that it is a part of."""
    REMARK = 2
    """It is put in later, where what it belongs to is shown already."""


@dataclass(slots=True, order=True)
class _Job:
    priority: Priority
    number: int
    work: bytes = field(compare=False)
    limit: float = field(compare=False)
    result: asyncio.Future[object] = field(compare=False)


class Pool:
    """Runs functions in at most ``size`` processes, by priority, and then in the order of asking.

    What a worker has begun is not interrupted by what is more urgent.

    ``ValueError`` if the size is not positive.  Nothing is started before it is needed.
    """

    def __init__(self, size: int | None = None) -> None:
        self.size = usual_size() if size is None else size
        if self.size < 1:
            raise ValueError(f"a pool has at least one worker, not {size!r}")
        self._waiting: list[_Job] = []  # a heap
        self._numbers = count()
        self._idle: list[WorkerProcess] = []  # the last one used is used next: it is warm
        self._busy: dict[WorkerProcess, tuple[_Job, asyncio.Task[None]]] = {}
        self._closed = False
        self.finished = 0
        """How many pieces of work have had a result."""
        self.failures: Counter[str] = Counter()
        """How many have come to nothing, by the name of the ``NoResult``."""

    @property
    def busy(self) -> int:
        """How many workers are at work."""
        return len(self._busy)

    @property
    def waiting(self) -> int:
        """How many pieces of work wait for a worker."""
        return len(self._waiting)

    @property
    def processes(self) -> tuple[int, ...]:
        """The numbers of the processes that run now."""
        workers = (*self._busy, *self._idle)
        return tuple(sorted(worker.pid for worker in workers if worker.pid is not None))

    async def run(
        self,
        function: Callable[..., T],
        *arguments: object,
        limit: float,
        patience: float | None = None,
        priority: Priority = Priority.ANSWER,
    ) -> T:
        """What ``function(*arguments)`` gives in a worker.

        The function must be one that can be imported, and arguments and result such as can be
        pickled.  ``limit`` is how many seconds it may take once a worker has begun; ``patience``
        how many it may wait for one (``None``: for ever).  Raises a ``NoResult``:
        ``WorkFailed`` (with the trace, never with what the error says), ``TooSlow``,
        ``WorkerDied``, ``Crowded``, ``PoolClosed``.  A caller that is cancelled gives the
        work up.
        """
        if self._closed:
            raise PoolClosed("the pool is closed")
        loop = asyncio.get_running_loop()
        work = pickle.dumps((function, arguments), pickle.HIGHEST_PROTOCOL)
        job = _Job(priority, next(self._numbers), work, limit, loop.create_future())
        heapq.heappush(self._waiting, job)
        self._dispatch()
        impatience = (
            None if patience is None else loop.call_later(patience, self._give_up, job, patience)
        )
        try:
            result = cast("T", await job.result)
            self.finished += 1
            return result
        except NoResult as error:
            self.failures[type(error).__name__] += 1
            raise
        finally:
            if impatience is not None:
                impatience.cancel()

    async def close(self) -> None:
        """Take no more work, give up what is under way, and end the processes."""
        self._closed = True
        while self._waiting:
            self._fail(self._waiting.pop(), PoolClosed("the pool was closed"))
        for job, _ in self._busy.values():
            self._fail(job, PoolClosed("the pool was closed"))  # which ends its worker
        if self._busy:
            await asyncio.wait([task for _, task in self._busy.values()])
        while self._idle:
            await self._idle.pop().end()

    def _dispatch(self) -> None:
        while self._waiting and not self._closed:
            if not self._idle and len(self._busy) >= self.size:
                return
            job = heapq.heappop(self._waiting)
            if job.result.done():
                continue
            worker = self._idle.pop() if self._idle else WorkerProcess()
            task = asyncio.create_task(self._serve(worker, job), name="worker")
            self._busy[worker] = (job, task)

    async def _serve(self, worker: WorkerProcess, job: _Job) -> None:
        doing = asyncio.create_task(worker.do(job.work, job.limit), name="piece of work")
        # Nobody else gets the worker while it searches for what is wanted no more.
        job.result.add_done_callback(lambda _: doing.cancel())
        try:
            value = await doing
        except NoResult as error:
            if not isinstance(error, WorkFailed):
                _log.warning("%s", error)
            self._fail(job, error)
        except asyncio.CancelledError:  # nobody wants the result any more
            self._fail(job, PoolClosed("the pool was closed"))
        except Exception as error:  # whoever asked is to hear of it
            self._fail(job, error)
        else:
            if not job.result.done():
                job.result.set_result(value)
        finally:
            del self._busy[worker]
            self._idle.append(worker)
            self._dispatch()

    def _give_up(self, job: _Job, patience: float) -> None:
        if job in self._waiting:
            self._waiting.remove(job)
            heapq.heapify(self._waiting)
            self._fail(job, Crowded(f"no worker was free in {patience:.1f} seconds"))

    def _fail(self, job: _Job, error: Exception) -> None:
        if not job.result.done():
            job.result.set_exception(error)
