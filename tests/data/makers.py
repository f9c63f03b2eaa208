"""Records for tests, complete but for what a test is about."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any, Final

from data.records import (
    End,
    InvitedSeat,
    NewGame,
    NewInvitation,
    Seat,
    SeatResult,
    Step,
)

NOW: Final = datetime(2026, 3, 1, 12, 0, 0, 123456, tzinfo=UTC)
ADA, BEN, CLEO, DEV = 101, 102, 103, 104
GUILD: Final = 1_200_000_000_000_000_001


def later(seconds: float) -> datetime:
    return NOW + timedelta(seconds=seconds)


def new_game(**changes: Any) -> NewGame:
    fields: dict[str, Any] = {
        "kind": "bridgette",
        "options": {"deals": 6, "upcard": "drawn"},
        "seed": bytes(range(32)),
        "commitment": "ab" * 32,
        "rules": 1,
        "guild_id": GUILD,
        "channel_id": 7,
        "seats": (Seat(0, ADA, name="Ada"), Seat(1, BEN, name="Ben")),
        "computer_due": False,
        "to_act": (0, 1),
        "created_at": NOW,
    }
    return NewGame(**{**fields, **changes})


def step(number: int, seat: int = 0, text: str = "pass", **changes: Any) -> Step:
    fields: dict[str, Any] = {"at": later(number + 1), "computer_due": False, "to_act": (1 - seat,)}
    return Step(number=number, seat=seat, text=text, **{**fields, **changes})


def end(*results: tuple[int | None, int, bool], reason: str = "played out") -> End:
    """An end with (user id, points, won) of each seat."""
    return End(
        reason,
        tuple(
            SeatResult(seat, user_id, points, won, place=1 if won else 2)
            for seat, (user_id, points, won) in enumerate(results)
        ),
    )


def new_invitation(**changes: Any) -> NewInvitation:
    fields: dict[str, Any] = {
        "kind": "callbridge",
        "options": {"target": 20},
        "guild_id": GUILD,
        "channel_id": 7,
        "host_id": ADA,
        "host_name": "Ada",
        "seats": (InvitedSeat("Ada", ADA),),
        "size": 4,
        "created_at": NOW,
        "expires_at": later(900),
    }
    return NewInvitation(**{**fields, **changes})
