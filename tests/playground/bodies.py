"""Message bodies to send."""

from __future__ import annotations

from typing import Any

V2 = 1 << 15
EPHEMERAL = 1 << 6


def text(content: str = "Hello", **fields: Any) -> dict[str, Any]:
    return {"type": 10, "content": content} | fields


def button(custom_id: str = "b", **fields: Any) -> dict[str, Any]:
    return {"type": 2, "style": 1, "label": "Press", "custom_id": custom_id} | fields


def select(count: int = 2, **fields: Any) -> dict[str, Any]:
    options = [{"label": f"o{n}", "value": f"v{n}"} for n in range(count)]
    return {"type": 3, "custom_id": "s", "options": options} | fields


def row(*components: Any) -> dict[str, Any]:
    return {"type": 1, "components": list(components)}


def container(*components: Any, **fields: Any) -> dict[str, Any]:
    return {"type": 17, "components": list(components)} | fields


def section(accessory: Any, *texts: Any) -> dict[str, Any]:
    return {"type": 9, "components": list(texts or (text(),)), "accessory": accessory}


def layout(*components: Any, **fields: Any) -> dict[str, Any]:
    return {"flags": V2, "components": list(components)} | fields


def codes(errors: Any, path: str = "") -> dict[str, list[str]]:
    """``{"components.0.label": ["BASE_TYPE_BAD_LENGTH"]}`` of the errors of a 50035."""
    found: dict[str, list[str]] = {}
    for key, value in errors.items():
        if key == "_errors":
            found[path] = [each["code"] for each in value]
        else:
            found |= codes(value, f"{path}.{key}" if path else key)
    return found
