"""An unexpected error for the log: where it happened, without what it says.

The text of an exception may quote what it was about: a card, a parameter of a query, a token.
Types and places are enough to find a mistake, so the log gets no more.
"""

from __future__ import annotations

import traceback


def trace(error: BaseException) -> str:
    """The types of the error and its causes with their tracebacks, without their texts."""
    parts: list[str] = []
    seen: set[int] = set()
    current: BaseException | None = error
    while current is not None and id(current) not in seen:
        seen.add(id(current))
        kind = type(current)
        places = "".join(traceback.format_tb(current.__traceback__))
        parts.append(f"{kind.__module__}.{kind.__qualname__} at\n{places}".rstrip())
        current = current.__cause__ or (
            None if current.__suppress_context__ else current.__context__
        )
    return "\nafter ".join(parts)
