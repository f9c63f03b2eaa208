"""Which servers a process serves, when several share one database."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

from sqlalchemy import ColumnElement, literal_column, true

_TIME_BITS: Final = 22  # an id's lower bits, below the time: Discord leaves them out of the shard


@dataclass(frozen=True, slots=True)
class Share:
    """The servers of the shards ``ids``, of ``shards`` in all.

    Discord's rule: https://discord.com/developers/docs/events/gateway#sharding.  Raises
    ``ValueError`` for an empty share and ids that there are not.
    """

    shards: int = 1
    ids: tuple[int, ...] = (0,)

    def __post_init__(self) -> None:
        if not self.ids or not all(0 <= each < self.shards for each in self.ids):
            raise ValueError("a share is of one shard at least, with ids from 0")

    @property
    def whole(self) -> bool:
        """Whether it is all servers: there is no other process."""
        return len(set(self.ids)) == self.shards

    @property
    def leads(self) -> bool:
        """Whether this process does what one of them is to do for all: it has shard 0."""
        return 0 in self.ids

    @property
    def name(self) -> str:
        """Tells shares of one database apart; empty for the whole."""
        return "" if self.whole else f"{min(self.ids)}/{self.shards}"

    def holds(self, guild_id: int) -> bool:
        """Whether this server is one of them."""
        return (guild_id >> _TIME_BITS) % self.shards in self.ids

    def of(self, guild_id: ColumnElement[Any]) -> ColumnElement[bool]:
        """``holds`` as a condition for a query."""
        if self.whole:
            return true()
        # As text in the statement: PostgreSQL shifts by an integer, not by the column's bigint.
        shift: ColumnElement[int] = literal_column(str(_TIME_BITS))
        shards: ColumnElement[int] = literal_column(str(self.shards))
        held: list[ColumnElement[int]] = [literal_column(str(number)) for number in self.ids]
        return (guild_id.bitwise_rshift(shift) % shards).in_(held)


EVERYTHING: Final = Share()
