"""Reading a JSON body field by field and gathering what is wrong, as Discord's 50035 lists it."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from dataclasses import dataclass, field
from typing import Any, Final, cast

from playground.errors import ApiError
from playground.state import Json

# Half of a surrogate pair is no character and cannot be encoded.
_LONE: Final = re.compile("[\ud800-\udfff]")


def is_snowflake(value: object) -> bool:
    """Whether this is an id: a string of digits, or the integer discord.py sometimes sends."""
    if isinstance(value, bool) or not isinstance(value, int | str):
        return False
    return re.fullmatch("[0-9]{1,20}", str(value)) is not None


def as_object(value: object) -> Json | None:
    """A JSON object, or None for anything else."""
    return cast("Json", value) if isinstance(value, dict) else None


def as_list(value: object) -> list[Any] | None:
    """A JSON array, or None for anything else."""
    return cast("list[Any]", value) if isinstance(value, list) else None


@dataclass(slots=True)
class Form:
    """Gathers the errors of one body."""

    errors: Json = field(default_factory=dict[str, Any])

    def add(self, path: tuple[str | int, ...], code: str, message: str) -> None:
        """Note an error at a field; several may be noted for one."""
        at = self.errors
        for key in path:
            at = at.setdefault(str(key), {})
        at.setdefault("_errors", []).append({"code": code, "message": message})

    def check(self) -> None:
        """Raises ApiError 50035 when anything was noted."""
        if self.errors:
            raise ApiError(50035, errors=self.errors)


@dataclass(frozen=True, slots=True)
class Node:
    """A value in a body, where it stands and the form that gathers its errors."""

    form: Form
    value: Any
    path: tuple[str | int, ...] = ()

    def wrong(self, code: str, message: str, *at: str | int) -> None:
        """Note an error here, or at a field below."""
        self.form.add((*self.path, *at), code, message)

    def object(self) -> Json:
        """This value as an object; an empty one and an error when it is none."""
        if (found := as_object(self.value)) is not None:
            return found
        self.wrong("DICT_TYPE_CONVERT", "Only dictionaries may be used in a DictType")
        return {}

    def has(self, key: str) -> bool:
        """Whether the field is there and not null."""
        return self.object().get(key) is not None

    def child(self, key: str) -> Node | None:
        """A field that is there and not null."""
        value = self.object().get(key)
        return None if value is None else Node(self.form, value, (*self.path, key))

    def _needed(self, key: str, required: bool) -> Node | None:
        found = self.child(key)
        if found is None and required:
            self.wrong("BASE_TYPE_REQUIRED", "This field is required", key)
        return found

    def text(self, key: str, low: int, high: int, *, required: bool = False) -> str | None:
        """A string of ``low`` to ``high`` characters."""
        found = self._needed(key, required)
        if found is None:
            return None
        if not isinstance(found.value, str) or _LONE.search(found.value):
            found.wrong("STRING_TYPE_CONVERT", "Could not interpret as string.")
            return None
        if not low <= len(found.value) <= high:
            if not found.value and required:
                found.wrong("BASE_TYPE_REQUIRED", "This field is required")
            else:
                limits = (
                    f"{high} or fewer in length"
                    if low == 0
                    else f"between {low} and {high} in length"
                )
                found.wrong("BASE_TYPE_BAD_LENGTH", f"Must be {limits}.")
        return found.value

    def integer(self, key: str, low: int, high: int, *, required: bool = False) -> int | None:
        """A whole number from ``low`` to ``high``."""
        found = self._needed(key, required)
        if found is None:
            return None
        if not isinstance(found.value, int) or isinstance(found.value, bool):
            found.wrong("NUMBER_TYPE_COERCE", f'Value "{found.value}" is not int.')
            return None
        if found.value < low:
            found.wrong("NUMBER_TYPE_MIN", f"int value should be greater than or equal to {low}.")
        elif found.value > high:
            found.wrong("NUMBER_TYPE_MAX", f"int value should be less than or equal to {high}.")
        return found.value

    def number(self, key: str) -> int | float | None:
        """A number, whole or not."""
        found = self.child(key)
        if found is None:
            return None
        if not isinstance(found.value, int | float) or isinstance(found.value, bool):
            found.wrong("NUMBER_TYPE_COERCE", f'Value "{found.value}" is not float.')
            return None
        return found.value

    def flag(self, key: str, default: bool = False) -> bool:
        """A boolean."""
        found = self.child(key)
        if found is None:
            return default
        if not isinstance(found.value, bool):
            found.wrong("BOOLEAN_TYPE_CONVERT", "Must be either true or false.")
            return default
        return found.value

    def choice(self, key: str, choices: Collection[int], *, required: bool = False) -> int | None:
        """One of some numbers."""
        found = self._needed(key, required)
        if found is None:
            return None
        value = found.value
        if not isinstance(value, int) or isinstance(value, bool) or value not in choices:
            listed = ", ".join(map(str, sorted(choices)))
            found.wrong("BASE_TYPE_CHOICES", f"Value must be one of {{{listed}}}.")
            return None
        return value

    def snowflake(self, key: str, *, required: bool = False) -> int | None:
        """An id, as a string or as the integer that discord.py sometimes sends."""
        found = self._needed(key, required)
        if found is None:
            return None
        if not is_snowflake(found.value):
            found.wrong("NUMBER_TYPE_COERCE", f'Value "{found.value}" is not snowflake.')
            return None
        return int(found.value)

    def items(self, key: str, low: int, high: int, *, required: bool = False) -> list[Node]:
        """The members of an array of ``low`` to ``high``."""
        found = self._needed(key, required)
        if found is None:
            return []
        values = as_list(found.value)
        if values is None:
            found.wrong("LIST_TYPE_CONVERT", "Only iterables may be used in a ListType")
            return []
        if not low <= len(values) <= high:
            found.wrong(
                "BASE_TYPE_BAD_LENGTH",
                f"Must be between {low} and {high} in length."
                if low
                else f"Must be {high} or fewer in length.",
            )
        return [Node(self.form, each, (*found.path, at)) for at, each in enumerate(values)]


def snowflakes(nodes: list[Node]) -> Iterator[int]:
    """An array of ids."""
    for node in nodes:
        if not is_snowflake(node.value):
            node.wrong("NUMBER_TYPE_COERCE", f'Value "{node.value}" is not snowflake.')
        else:
            yield int(node.value)
