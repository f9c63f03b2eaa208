"""Why work that was given to a pool of workers has no result."""

from __future__ import annotations


class NoResult(Exception):  # noqa: N818 - it names what there is instead of a result
    """There is no result; the text may be logged: it never quotes arguments."""


class WorkFailed(NoResult):
    """The function raised; the text is the trace, with types and places alone."""


class TooSlow(NoResult):
    """The work was not done within its limit; the worker was killed."""


class WorkerDied(NoResult):
    """The worker ended before the work was done, or could not be started."""


class Crowded(NoResult):
    """No worker was free in time; the work was never begun."""


class PoolClosed(NoResult):
    """The pool takes no more work."""
