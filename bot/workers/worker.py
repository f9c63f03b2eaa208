"""What runs in a worker process: ``python -m bot.workers.worker``, started by the pool alone.

Work comes in on standard input and results go out on standard output (``bot.workers.frames``).
A piece of work is a pickled ``(function, arguments)``; a result is ``(True, value)`` or ``(False,
trace)``.  An empty frame says that the worker is ready.

The worker ends when its input does, that is with the bot, however the bot came to its end.
"""

from __future__ import annotations

import contextlib
import gc
import os
import pickle
import signal
import struct
import threading
from queue import SimpleQueue
from typing import Any, BinaryIO, Final

from bot.traces import trace
from bot.workers.frames import LENGTH, frame

# The bot's own loop goes first; with less still, a busy machine would give a search no time at all.
NICE: Final = 10


def serve(inbox: SimpleQueue[bytes], out: BinaryIO) -> None:
    """Do what comes in, one piece after the other, for ever.

    Rings of garbage are looked for between two pieces: with all that a search holds it would take
    a tenth of a second, several times in a decision.
    """
    gc.freeze()
    gc.disable()
    out.write(frame(b""))
    out.flush()
    while True:
        out.write(frame(_done(inbox.get())))
        out.flush()
        gc.collect()


def _done(work: bytes) -> bytes:
    try:
        function, arguments = pickle.loads(work)  # noqa: S301 - it comes from the bot itself
        return pickle.dumps((True, function(*arguments)), pickle.HIGHEST_PROTOCOL)
    except Exception as error:  # whatever it is, the bot is told
        return pickle.dumps((False, trace(error)), pickle.HIGHEST_PROTOCOL)


def _receive(source: BinaryIO, inbox: SimpleQueue[bytes]) -> None:
    """Take frames in; at the end of the input the process ends, in the middle of its work too."""
    with contextlib.suppress(OSError, struct.error):
        while True:
            (length,) = LENGTH.unpack(source.read(LENGTH.size))
            inbox.put(source.read(length))
    os._exit(0)


def main() -> None:
    """Work until the bot is gone."""
    # Ctrl-C and the stop of a service reach every process of the group, but it is for the bot
    # to end its workers: until then what they search for may still be stored.
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, signal.SIG_IGN)
    nice: Any = getattr(os, "nice", None)  # not there on Windows
    if nice is not None:
        nice(NICE)
    source, out = os.fdopen(os.dup(0), "rb"), os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # whatever prints must not end up among the results
    inbox: SimpleQueue[bytes] = SimpleQueue()
    threading.Thread(target=_receive, args=(source, inbox), name="receiver", daemon=True).start()
    with contextlib.suppress(BrokenPipeError):
        serve(inbox, out)
    os._exit(0)


if __name__ == "__main__":
    main()
