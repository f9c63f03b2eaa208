"""Components that are ready to be sent from the start.

discord.py's own make an object of what they show, field by field, and put the payload together when
it is sent, since a view that listens may change.  Ours never change: of a hand of thirteen buttons
that was most of what drawing it cost.
"""

from __future__ import annotations

from typing import Any

import discord


class Ready(discord.ui.Item[Any]):
    """A component of this kind whose payload is known; nobody changes the payload any more."""

    def __init__(self, kind: discord.ComponentType, payload: dict[str, Any]) -> None:
        super().__init__()
        self._kind = kind
        self._payload = payload

    @property
    def type(self) -> discord.ComponentType:
        """What kind of component this is."""
        return self._kind

    def to_component_dict(self) -> dict[str, Any]:
        """What is sent of it."""
        return self._payload
