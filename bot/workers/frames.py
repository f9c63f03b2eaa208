"""How the bot and a worker write to each other: the length in 8 bytes, then the content."""

from __future__ import annotations

import struct
from typing import Final

LENGTH: Final = struct.Struct(">Q")


def frame(content: bytes) -> bytes:
    """The content with its length before it."""
    return LENGTH.pack(len(content)) + content
