"""What a command comes to that cannot be done, for the person at the command line."""

from __future__ import annotations


class NotPossible(Exception):  # noqa: N818 - an answer to the person at the command line
    """What was asked for cannot be done, or does not hold; one line says why."""
