"""Discord's error answers: an HTTP status, a JSON code, a sentence, and field errors."""

from __future__ import annotations

from typing import Any, Final

_KNOWN: Final[dict[int, tuple[int, str]]] = {
    10002: (404, "Unknown Application"),
    10003: (404, "Unknown Channel"),
    10004: (404, "Unknown Guild"),
    10007: (404, "Unknown Member"),
    10008: (404, "Unknown Message"),
    10011: (404, "Unknown Role"),
    10013: (404, "Unknown User"),
    10014: (404, "Unknown Emoji"),
    10015: (404, "Unknown Webhook"),
    10062: (404, "Unknown interaction"),
    10063: (404, "Unknown application command"),
    20022: (429, "This announcement cannot be edited due to rate limits."),
    30032: (400, "Maximum number of application commands reached (100)."),
    30046: (
        429,
        "Maximum number of edits to messages older than 1 hour reached. Try again later.",
    ),
    40005: (413, "Request entity too large"),
    40060: (400, "Interaction has already been acknowledged."),
    40333: (403, "internal network error"),
    50001: (403, "Missing Access"),
    50005: (403, "Cannot edit a message authored by another user"),
    50006: (400, "Cannot send an empty message"),
    50007: (403, "Cannot send messages to this user"),
    50008: (400, "Cannot send messages in a non-text channel"),
    50013: (403, "Missing Permissions"),
    50024: (403, "Cannot execute action on this channel type"),
    50027: (401, "Invalid Webhook Token"),
    50034: (400, "You can only bulk delete messages that are under 14 days old."),
    50035: (400, "Invalid Form Body"),
    50083: (400, "Thread is archived"),
    50109: (400, "The request body contains invalid JSON."),
    160004: (400, "A thread has already been created for this message"),
    160005: (400, "Thread is locked"),
}


class ApiError(Exception):
    """Answers the call with ``status`` and Discord's JSON body.

    ``code`` 0 with no message of its own is one of the plain HTTP errors, "404: Not Found".
    """

    def __init__(
        self,
        code: int = 0,
        *,
        status: int | None = None,
        message: str | None = None,
        errors: dict[str, Any] | None = None,
        retry_after: float | None = None,
    ) -> None:
        known = _KNOWN.get(code, (400, "Error"))
        self.code = code
        self.status = known[0] if status is None else status
        self.message = known[1] if message is None else message
        self.errors = errors
        self.retry_after = retry_after
        super().__init__(f"{self.status} ({code}): {self.message}")

    def body(self) -> dict[str, Any]:
        """The JSON body."""
        body: dict[str, Any] = {"message": self.message, "code": self.code}
        if self.errors is not None:
            body["errors"] = self.errors
        if self.retry_after is not None:
            body |= {"retry_after": self.retry_after, "global": False}
        return body


def plain(status: int, reason: str) -> ApiError:
    """A plain HTTP error as Discord words it, with code 0."""
    return ApiError(0, status=status, message=f"{status}: {reason}")
