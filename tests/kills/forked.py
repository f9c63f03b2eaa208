"""The bot forked from a process that has loaded it already.

Nine tenths of what a start costs is the loading of modules, during which nothing can be lost: no
file is open and nobody is spoken to.  A fork has that behind it.  All that ``python -m bot run``
does it then does itself, as a process of its own that can be killed like any other.
"""

from __future__ import annotations

import multiprocessing
import os
import sys
from collections.abc import Mapping
from multiprocessing.context import ForkServerProcess
from pathlib import Path
from typing import Final

# What a start loads beside the command line.
import aiosqlite  # noqa: F401  # pyright: ignore[reportUnusedImport]
import sqlalchemy.dialects.sqlite.aiosqlite  # noqa: F401  # pyright: ignore[reportUnusedImport]

from bot.__main__ import main

_FORKS: Final = multiprocessing.get_context("forkserver")
_FORKS.set_forkserver_preload([__name__])


def forked(folder: Path, environment: Mapping[str, str], log: Path) -> ForkServerProcess:
    """``python -m bot run`` in this folder, with nothing in its environment but this.

    It ends with the process that asked for it.  The first one takes as long as the loading.
    """
    process = _FORKS.Process(target=_run, args=(folder, dict(environment), log), daemon=True)
    process.start()
    return process


def _run(folder: Path, environment: dict[str, str], log: Path) -> None:
    os.setpgid(0, 0)  # Ctrl-C is meant for whoever watches, who kills it in time
    os.environ.clear()
    os.environ.update(environment)
    os.chdir(folder)
    written = os.open(log, os.O_WRONLY | os.O_APPEND | os.O_CREAT, 0o644)
    nothing = os.open(os.devnull, os.O_RDONLY)
    for number, target in ((nothing, 0), (written, 1), (written, 2)):
        os.dup2(number, target)
    sys.exit(main(["run"]))
