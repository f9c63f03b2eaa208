"""Which cards something that was shown names, wherever in it: the finder behind the leak checks.

Everything that is text counts: texts, labels, option values and descriptions, placeholders,
custom_ids, alt texts, file names, file contents.  A card is recognised as ``10♠``, ``♠10``,
``TS``, ``ten of spades``, ``🂪``, ``:G``, ``Grand colon``, whatever Markdown or invisible signs
stand between.

Low cards are written like bids (``2♣``).  A name from two to seven is taken for a bid where a bid
belongs: in the lines of calls and contracts, which the watch compares word for word with the game,
and in the controls of calls.  Everywhere else it is a card.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

RANKS: Final = "23456789TJQKA"
SUITS: Final = {"♠": "S", "♤": "S", "♥": "H", "♡": "H", "♦": "D", "♢": "D", "♣": "C", "♧": "C"}
_LOW: Final = frozenset("234567")
_WORDS: Final = {
    **{str(number): str(number) for number in range(2, 10)},
    "10": "T",
    "two": "2",
    "three": "3",
    "four": "4",
    "five": "5",
    "six": "6",
    "seven": "7",
    "eight": "8",
    "nine": "9",
    "ten": "T",
    "jack": "J",
    "queen": "Q",
    "king": "K",
    "ace": "A",
}
_PLURALS: Final = {**{f"{word}s": rank for word, rank in _WORDS.items()}, "sixes": "6"}
_RANK_OF: Final = {**_WORDS, **_PLURALS, **{rank.lower(): rank for rank in RANKS}}
_SUIT_OF: Final = {"spade": "S", "heart": "H", "diamond": "D", "club": "C"}
_GLYPHS: Final = "A23456789TJ.QK"  # U+1F0A1 and on: the ace first, a knight between jack and queen

_SYMBOL: Final = "".join(SUITS)
_CARD: Final = re.compile(
    rf"(?<!\w)(?P<rank>10|[2-9TJQKA]) ?(?P<symbol>[{_SYMBOL}])"
    rf"|(?<![2-9TJQKA0])(?P<symbol2>[{_SYMBOL}])(?P<rank2>10|[2-9TJQKA])(?!\w)"
    r"|(?<![A-Za-z0-9])(?P<rank3>10|[2-9TJQKA])(?P<letter>[SHDC])(?![A-Za-z0-9])"
    r"|(?<![\w:]):(?P<colon>[GRL])(?!\w)"
    r"|\b(?P<name>Grand|Royal|Little)(?= colon\b| ?:)"
    r"|(?P<glyph>[\U0001F0A1-\U0001F0DE])"
)
_IN_WORDS: Final = re.compile(
    r"\b(?P<rank>" + "|".join(sorted(_RANK_OF, key=len, reverse=True)) + r") of "
    r"(?P<suit>spade|heart|diamond|club)s?\b",
    re.IGNORECASE,
)
_MARKDOWN: Final = {ord(sign): None for sign in "*_~|`\\\ufe0e\ufe0f\u200b\u200c\u200d\u2060\u00ad"}
_MOMENT: Final = re.compile(r"<t:-?\d+(?::\w)?>")
_EMOJI: Final = re.compile(r"<a?:(\w+):\d+>")
_STRAIN: Final = rf"(?:[{_SYMBOL}]|NT)"
_BID_LINES: Final = ("Calls:", "Contract:", "Lowest bids:", "You chose")
_BID_WITHIN: Final = re.compile(
    rf"\d{_STRAIN}(?=(?: doubled| redoubled)? by )"
    rf"|\d{_STRAIN}(?= needs at least| needs a card| is a jump| is not allowed)"
)
_BID_VERBS: Final = frozenset({"call", "jump"})


def plain(text: str) -> str:
    """The text without Markdown, invisible signs and moments, as the patterns expect it."""
    text = _MOMENT.sub(" ", unicodedata.normalize("NFKC", text))
    return _EMOJI.sub(r" \1 ", text).translate(_MARKDOWN).replace("\u00a0", " ")


def in_text(text: str, *, bids: bool = False) -> set[str]:
    """The cards named in a text, in the rules' notation.  ``bids``: low ones are bids here."""
    found: set[str] = set()
    for whole in plain(text).splitlines():
        line = whole.lstrip("-# ")
        if bids or line.startswith(_BID_LINES):
            found |= {card for card in _cards(line) if card[0] not in _LOW}
        else:
            found |= set(_cards(_BID_WITHIN.sub(" ", line)))
    return found


def _cards(line: str) -> Iterator[str]:
    for match in _CARD.finditer(line):
        if glyph := match["glyph"]:
            yield from _glyph(ord(glyph))
        elif colon := match["colon"] or (match["name"] or "")[:1]:
            yield f":{colon}"
        else:
            rank = match["rank"] or match["rank2"] or match["rank3"]
            suit = match["letter"] or SUITS[match["symbol"] or match["symbol2"]]
            yield ("T" if rank == "10" else rank) + suit
    if " of " in line:
        for match in _IN_WORDS.finditer(line):
            yield _RANK_OF[match["rank"].lower()] + _SUIT_OF[match["suit"].lower()]


def _glyph(code: int) -> Iterator[str]:
    place = (code & 0xF) - 1
    if 0 <= place < len(_GLYPHS) and _GLYPHS[place] != ".":
        yield _GLYPHS[place] + "SHDC"[(code - 0x1F0A0) >> 4]


def in_payload(payload: Mapping[str, Any]) -> set[str]:
    """The cards named anywhere in a message, a modal or choices, as Discord's object has them."""
    texts: list[str] = []
    calls: list[str] = []
    _gather({key: payload.get(key) for key in _READ}, texts, calls)
    return in_text("\n".join(texts)) | in_text("\n".join(calls), bids=True)


#: Where a payload holds what people see or what comes back from them.
_READ: Final = ("content", "embeds", "components", "attachments", "choices", "title", "custom_id")
_SKIPPED: Final = frozenset({"url", "proxy_url", "id", "emoji_id"})


def _gather(value: Any, texts: list[str], calls: list[str]) -> None:
    if isinstance(value, str):
        texts.append(value)
    elif isinstance(value, Mapping):
        into = texts
        custom_id = value.get("custom_id")
        if isinstance(custom_id, str) and _verb(custom_id) in _BID_VERBS:
            into = calls
        for key, inner in value.items():
            if key == "custom_id" and isinstance(inner, str):
                into.append(inner.replace(".", " ").replace("-", " "))
            elif key not in _SKIPPED:
                _gather(inner, into, calls)
    elif isinstance(value, Sequence) and not isinstance(value, bytes):
        for inner in value:
            _gather(inner, texts, calls)


def _verb(custom_id: str) -> str:
    parts = custom_id.split(".")
    return parts[1] if len(parts) > 1 else ""
