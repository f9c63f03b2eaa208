"""``allowed_mentions``: whom the text of a message may reach."""

from __future__ import annotations

from dataclasses import dataclass

from playground.forms import Node, snowflakes


@dataclass(frozen=True, slots=True)
class Mentions:
    """Whom a message may mention; None for a kind allows all of it."""

    users: frozenset[int] | None = None
    roles: frozenset[int] | None = None
    everyone: bool = True
    replied_user: bool = True

    def user(self, ident: int) -> bool:
        return self.users is None or ident in self.users

    def role(self, ident: int) -> bool:
        return self.roles is None or ident in self.roles


def read_mentions(body: Node) -> Mentions:
    """The field of a message body; without it everything is allowed.

    A kind both in ``parse`` and listed by id is refused, as Discord does.
    """
    node = body.child("allowed_mentions")
    if node is None:
        return Mentions()
    parse = {str(each.value) for each in node.items("parse", 0, 3)}
    for each in sorted(parse - {"users", "roles", "everyone"}):
        node.wrong("BASE_TYPE_CHOICES", f"{each} is no kind of mention", "parse")
    listed = {kind: frozenset(snowflakes(node.items(kind, 0, 100))) for kind in ("users", "roles")}
    for kind, idents in listed.items():
        if idents and kind in parse:
            node.wrong(
                "MESSAGE_ALLOWED_MENTIONS_PARSE_EXCLUSIVE",
                f'parse:["{kind}"] and {kind}: [ids...] are mutually exclusive.',
            )
    return Mentions(
        None if "users" in parse else listed["users"],
        None if "roles" in parse else listed["roles"],
        "everyone" in parse,
        node.flag("replied_user"),
    )
