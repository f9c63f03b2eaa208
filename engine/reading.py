"""Text -> action, strictly as the rules write it, and the refusals.

What a text means depends on what is asked: ``2C`` is a bid in the auction and a card in the play.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from engine.auction import CALLS_BY_TEXT, Call
from engine.cards import CARDS_BY_TEXT, Card
from engine.game import Action, DecisionKind, Discard, IllegalAction, Leave, Rule, TrickBid

_SENTENCES: Final[Mapping[Rule, str]] = MappingProxyType(
    {
        Rule.OVER: "The game is over.",
        Rule.NOT_YOUR_TURN: "It is not this seat's turn.",
        Rule.UNREADABLE: "{action} is no action of this game.",
        Rule.WRONG_KIND: "{action} is not the kind of action asked for now.",
        Rule.NOT_HELD: "{action}: only cards in the hand may be used.",
        Rule.DISCARD_COUNT: "{action}: exactly {count} cards must be discarded.",
        Rule.DISCARD_TWICE: "{action}: a card may be named only once.",
        Rule.BID_TOO_LOW: "{action} is not higher than the last bid.",
        Rule.BID_UNKNOWN: "There is no bid of {action} in this game.",
        Rule.BID_SUIT: "{action} needs at least 2 cards of the suit.",
        Rule.BID_JUMP: "{action} is a jump, which needs at least 4 cards of the suit.",
        Rule.BID_NO_TRUMP: "{action} needs at least 1 card of every suit.",
        Rule.DOUBLE: "Only the opponent's last bid may be doubled, and only once.",
        Rule.REDOUBLE: "Only one's own bid may be redoubled, once the opponent has doubled it.",
        Rule.BID_RANGE: "{action} is not a bid: bids are from 2 to 12 tricks.",
        Rule.FOLLOW_SUIT: "{action} does not follow suit, and a card of the suit led is held.",
        Rule.COLON_MISMATCH: "{action} may not be played: the card led is not of its group.",
        Rule.SUIT_BANNED: "{action} may not be led: a colon has just banned its suit.",
        Rule.MUST_TRUMP: "{action} may not be played: a spade that beats the trick is held.",
        Rule.RESIGN: "There is no resignation in this game.",
    }
)

_BID: Final = re.compile(r"[0-9](?:C|D|H|S|NT)")
_TRICKS: Final = re.compile(r"0|[1-9][0-9]?")
_LONGEST: Final = 200  # characters; a discard of a whole pack has fewer
_LEAVES: Final[Mapping[str, Leave]] = MappingProxyType(
    {"resign": Leave("resign"), "time": Leave("time")}
)


def refusal(rule: Rule, action: object = "", count: int = 0) -> IllegalAction:
    """The error for an action that breaks a rule, with a sentence that names it."""
    return IllegalAction(rule, _SENTENCES[rule].format(action=_shown(action), count=count))


def leave(action: object) -> Leave | None:
    """The action as a resignation or a loss on time, if it is one."""
    if isinstance(action, Leave):
        return _LEAVES.get(action.reason)
    return _LEAVES.get(action) if isinstance(action, str) else None


def read_action(text: str, asked: DecisionKind) -> Action:
    """The action of the kind asked for that this text names.

    ``IllegalAction``: ``BID_UNKNOWN`` for a bid that does not exist (``8C``), ``WRONG_KIND`` for
    a text that would be an action at another time, ``UNREADABLE`` for anything else.
    """
    action: Action | None = None
    if asked == "play":
        action = CARDS_BY_TEXT.get(text)
    elif asked == "call":
        action = CALLS_BY_TEXT.get(text)
        if action is None and _BID.fullmatch(text):
            raise refusal(Rule.BID_UNKNOWN, text)
    elif asked == "bid":
        action = TrickBid(int(text)) if _TRICKS.fullmatch(text) else None
    else:
        action = _discard(text)
    if action is not None:
        return action
    raise refusal(Rule.WRONG_KIND if _is_action(text) else Rule.UNREADABLE, text)


def not_asked(action: object) -> IllegalAction:
    """The error for an object that is not of the kind asked for."""
    if isinstance(action, Card | Call | Discard | TrickBid | Leave):
        return refusal(Rule.WRONG_KIND, action)
    return refusal(Rule.UNREADABLE, action)


def _is_action(text: str) -> bool:
    return (
        text in CARDS_BY_TEXT
        or text in CALLS_BY_TEXT
        or bool(_BID.fullmatch(text) or _TRICKS.fullmatch(text))
        or _discard(text) is not None
    )


def _discard(text: str) -> Discard | None:
    if len(text) > _LONGEST:
        return None
    word, *names = text.split(" ")
    if word != "discard" or not names or not all(name in CARDS_BY_TEXT for name in names):
        return None
    return Discard(tuple([CARDS_BY_TEXT[name] for name in names]))


def _shown(action: object) -> str:
    """The action as it stands in a message: short, on one line."""
    if isinstance(action, str):
        action = action if action.isprintable() else ascii(action)[1:-1]
    elif not isinstance(action, Card | Call | Discard | TrickBid | Leave):
        action = type(action).__name__
    text = str(action)
    return f'"{text}"' if len(text) <= 60 else f'"{text[:59]}…"'
