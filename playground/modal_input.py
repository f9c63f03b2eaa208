"""A filled-in form, checked as the client checks it, as the data of a modal submit."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from playground.forms import as_list
from playground.handles import ClientRefusal
from playground.state import Json


def modal_data(modal: Json, fields: Mapping[str, Any]) -> Json:
    """``fields`` by custom_id.  Raises ClientRefusal for what cannot be sent."""
    used: set[str] = set()
    parts = [_part(each, fields, used) for each in modal["components"]]
    if unknown := set(fields) - used:
        raise ClientRefusal(f"the form has no field {min(unknown)!r}")
    return {"custom_id": modal["custom_id"], "components": parts}


def _part(part: Json, fields: Mapping[str, Any], used: set[str]) -> Json:
    found: Json = {"type": part["type"], "id": part["id"]}
    if "component" in part:
        found["component"] = _field(part["component"], fields, used)
    elif "components" in part:
        found["components"] = [_field(each, fields, used) for each in part["components"]]
    return found


def _field(field: Json, fields: Mapping[str, Any], used: set[str]) -> Json:
    custom_id = field["custom_id"]
    used.add(custom_id)
    found: Json = {"type": field["type"], "id": field["id"], "custom_id": custom_id}
    if field["type"] == 4:
        return found | {"value": _text(field, fields.get(custom_id))}
    options: list[Json] = field.get("options") or []
    chosen = as_list(fields.get(custom_id))
    if chosen is None:
        chosen = [each["value"] for each in options if each.get("default")]
    if not chosen and field["required"]:
        raise ClientRefusal(f"{custom_id!r} is required")
    if chosen and not field["min_values"] <= len(chosen) <= field["max_values"]:
        raise ClientRefusal(f"choose {field['min_values']} to {field['max_values']}")
    if options and not set(chosen) <= {each["value"] for each in options}:
        raise ClientRefusal("there is no such option")
    return found | {"values": chosen}


def _text(field: Json, given: Any) -> str:
    text = str(given if given is not None else field.get("value") or "")
    if not text and field["required"]:
        raise ClientRefusal(f"{field['custom_id']!r} is required")
    if text and not field["min_length"] <= len(text) <= field["max_length"]:
        raise ClientRefusal(f"{field['custom_id']!r} is too short or too long")
    return text
