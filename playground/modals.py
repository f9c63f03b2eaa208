"""What Discord accepts as a modal."""

from __future__ import annotations

from typing import Final

from playground.components import ROW, SELECTS, TEXT_DISPLAY, ComponentReader
from playground.forms import Node
from playground.state import Json

TEXT_INPUT: Final = 4
LABEL: Final = 18


def modal(data: Node) -> Json:
    """The data of a modal answer: ``custom_id``, ``title`` and one to five parts.

    Everything that is wrong is noted in the form.
    """
    reader = ComponentReader(in_modal=True)
    found: Json = {
        "custom_id": data.text("custom_id", 1, 100, required=True),
        "title": data.text("title", 1, 45, required=True),
    }
    parts = [_part(reader, each) for each in data.items("components", 1, 5, required=True)]
    data.form.check()
    reader.number(parts)
    return found | {"components": parts}


def _part(reader: ComponentReader, node: Node) -> Json:
    kind = node.choice("type", (ROW, TEXT_DISPLAY, LABEL), required=True)
    if kind == TEXT_DISPLAY:
        return reader.component(node, {TEXT_DISPLAY})
    found: Json = {"type": kind, "id": node.integer("id", 0, 2**31 - 1) or 0}
    if kind == ROW:
        inner = node.items("components", 1, 1, required=True)
        found["components"] = [_input(reader, each, labelled=False) for each in inner]
    elif kind == LABEL:
        found["label"] = node.text("label", 1, 45, required=True)
        if (description := node.text("description", 1, 100)) is not None:
            found["description"] = description
        inner = node.child("component")
        if inner is None:
            node.wrong("BASE_TYPE_REQUIRED", "This field is required", "component")
        elif inner.object().get("type") in SELECTS:
            found["component"] = reader.component(inner, SELECTS)
        else:
            found["component"] = _input(reader, inner, labelled=True)
    return found


def _input(reader: ComponentReader, node: Node, *, labelled: bool) -> Json:
    if node.choice("type", (TEXT_INPUT,), required=True) is None:
        return {"type": 0, "id": 0}
    found: Json = {
        "type": TEXT_INPUT,
        "id": node.integer("id", 0, 2**31 - 1) or 0,
        "custom_id": reader.custom_id(node),
        "style": node.choice("style", (1, 2), required=True),
        "min_length": node.integer("min_length", 0, 4000) or 0,
        "max_length": node.integer("max_length", 1, 4000) or 4000,
        "required": node.flag("required", default=True),
        "value": node.text("value", 0, 4000),
        "placeholder": node.text("placeholder", 0, 100),
    }
    label = node.text("label", 1, 45, required=not labelled)
    if labelled and label is not None:
        node.wrong("COMPONENT_LABEL_IN_LABEL", "A labelled text input has no label", "label")
    elif label is not None:
        found["label"] = label
    if found["min_length"] > found["max_length"]:
        node.wrong("BASE_TYPE_MIN", "min_length is greater than max_length", "min_length")
    return found
