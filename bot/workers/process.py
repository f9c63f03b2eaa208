"""One worker process as the bot sees it."""

from __future__ import annotations

import asyncio
import contextlib
import os
import pickle
import signal
import sys
from asyncio.subprocess import DEVNULL, PIPE, Process
from typing import Any, Final, cast

from bot.workers.errors import TooSlow, WorkerDied, WorkFailed
from bot.workers.frames import LENGTH, frame

STARTING: Final = 60.0  # seconds within which a worker must be ready
#: What the bot knows from its environment and a worker need not.
_SECRET: Final = frozenset({"DISCORD_TOKEN", "DATABASE_URL"})


class WorkerProcess:
    """A process that does one piece of work at a time.  It is started by the first ``do``."""

    def __init__(self) -> None:
        self._process: Process | None = None

    @property
    def alive(self) -> bool:
        """Whether it runs and can be given work."""
        return self._process is not None and self._process.returncode is None

    @property
    def pid(self) -> int | None:
        """The number of the process, ``None`` if there is none."""
        return self._process.pid if self._process is not None and self.alive else None

    async def do(self, work: bytes, limit: float) -> object:
        """The result of a pickled ``(function, arguments)``.

        Raises ``WorkFailed``; ``TooSlow`` or ``WorkerDied``, after which there is no process,
        and the next ``do`` starts another.
        """
        if not self.alive:
            await self._start()
        try:
            async with asyncio.timeout(limit):
                answer = await self._ask(frame(work))
        except TimeoutError:
            await self.end()
            raise TooSlow(f"no result in {limit:.1f} seconds") from None
        except (EOFError, OSError):
            code = await self.end()
            raise WorkerDied(f"a worker ended with exit code {code}") from None
        except BaseException:  # cancelled: what it still works at is wanted no more
            await self.end()
            raise
        # It comes from a process of the bot's own.
        good, value = cast("tuple[bool, object]", pickle.loads(answer))  # noqa: S301
        if not good:
            raise WorkFailed(str(value))
        return value

    async def end(self) -> int | None:
        """Kill the process, if there is one, and give the exit code it came to."""
        process, self._process = self._process, None
        if process is None:
            return None
        if process.returncode is None:
            _kill(process)
        if process.stdin is not None:
            process.stdin.close()
        await process.communicate()
        return process.returncode

    async def _start(self) -> None:
        await self.end()  # one that ended by itself is tidied away
        group: dict[str, Any] = {} if sys.platform == "win32" else {"process_group": 0}
        try:
            # In the session of the bot, or its low priority would not count against the bot's.
            self._process = await asyncio.create_subprocess_exec(
                sys.executable,
                "-m",
                "bot.workers.worker",
                stdin=PIPE,
                stdout=PIPE,
                stderr=None if sys.stderr is not None else DEVNULL,
                env=_environment(),
                **group,
            )
            async with asyncio.timeout(STARTING):
                await self._read()
        except (OSError, EOFError, TimeoutError) as error:
            code = await self.end()
            reason = type(error).__name__
            raise WorkerDied(f"a worker did not start: {reason}, exit code {code}") from None
        except BaseException:
            await self.end()
            raise

    async def _ask(self, content: bytes) -> bytes:
        assert self._process is not None
        assert self._process.stdin is not None
        self._process.stdin.write(content)
        await self._process.stdin.drain()
        return await self._read()

    async def _read(self) -> bytes:
        assert self._process is not None
        assert self._process.stdout is not None
        stream = self._process.stdout
        (length,) = LENGTH.unpack(await stream.readexactly(LENGTH.size))
        return await stream.readexactly(length)


def _kill(process: Process) -> None:
    with contextlib.suppress(ProcessLookupError):
        if sys.platform == "win32":
            process.kill()
        else:
            # Its own method would look for the exit code first, and take it from the event loop.
            os.kill(process.pid, signal.SIGKILL)


def _environment() -> dict[str, str]:
    """The bot's own environment without its secrets; modules are found where the bot finds them."""
    kept = {name: value for name, value in os.environ.items() if name not in _SECRET}
    path = os.pathsep.join(part or os.getcwd() for part in sys.path)  # noqa: PTH109 - as text
    return {**kept, "PYTHONPATH": path, "PYTHONSAFEPATH": "1"}
