"""What Discord accepts as embeds: ten at most, 6,000 characters in all."""

from __future__ import annotations

from typing import Final

from playground.forms import Node
from playground.state import Json

TOTAL: Final = 6000


def embeds(body: Node) -> list[Json]:
    """The ``embeds`` field of a message body; what is wrong is noted in the form."""
    found: list[Json] = []
    total = 0
    for node in body.items("embeds", 0, 10):
        texts = [node.text("title", 0, 256), node.text("description", 0, 4096)]
        for key, inner, high in (("footer", "text", 2048), ("author", "name", 256)):
            if (part := node.child(key)) is not None:
                texts.append(part.text(inner, 0, high, required=True))
        for each in node.items("fields", 0, 25):
            texts.append(each.text("name", 1, 256, required=True))
            texts.append(each.text("value", 1, 1024, required=True))
        node.integer("color", 0, 0xFFFFFF)
        total += sum(len(text or "") for text in texts)
        found.append(node.object() | {"type": "rich"})
    if total > TOTAL:
        body.wrong(
            "MAX_EMBED_SIZE_EXCEEDED", f"Embed size exceeds maximum size of {TOTAL}", "embeds"
        )
    return found
