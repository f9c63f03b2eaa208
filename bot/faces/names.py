"""The names under which pictures of cards are kept with Discord.

``ace_of_spades_2_1f09ab``: the card, how many colours the deck has, and the beginning of the
picture's fingerprint.  A picture that changes gets another name, and screen readers read the card.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

DECKS: Final = (2, 4)
"""How many colours a deck may have."""
_SIGNS: Final = 6  # of the fingerprint: enough that no change goes unnoticed
_RANKS: Final = {
    "A": "ace",
    "K": "king",
    "Q": "queen",
    "J": "jack",
    "T": "ten",
    "9": "nine",
    "8": "eight",
    "7": "seven",
    "6": "six",
    "5": "five",
    "4": "four",
    "3": "three",
    "2": "two",
}
_SUITS: Final = {"S": "spades", "H": "hearts", "D": "diamonds", "C": "clubs"}
_COLONS: Final = {":G": "grand_colon", ":R": "royal_colon", ":L": "little_colon"}
WORDS: Final[dict[str, str]] = {
    **{rank + suit: f"{_RANKS[rank]}_of_{_SUITS[suit]}" for suit in _SUITS for rank in _RANKS},
    **_COLONS,
}
"""The part of a name that says which card it is, by the engine's text of the card."""
CARDS: Final[tuple[str, ...]] = tuple(WORDS)
"""Every card that has a picture, by the engine's text."""
_BY_WORDS: Final = {words: card for card, words in WORDS.items()}
_PATTERN: Final = re.compile(rf"([a-z_]{{2,20}})_([24])_([0-9a-f]{{{_SIGNS}}})")


@dataclass(frozen=True, slots=True)
class FaceName:
    """What a name says: the deck, the card, and the picture."""

    colours: int
    card: str
    fingerprint: str

    @classmethod
    def of(cls, colours: int, card: str, digest: str) -> FaceName:
        """The name of a picture with this fingerprint, in hex digits."""
        return cls(colours, card, digest[:_SIGNS])

    def __str__(self) -> str:
        """The name, at most 26 of the 32 characters that Discord allows."""
        return f"{WORDS[self.card]}_{self.colours}_{self.fingerprint}"


def parse(name: str) -> FaceName | None:
    """What a name says; ``None`` for one that is not of ours."""
    found = _PATTERN.fullmatch(name)
    card = None if found is None else _BY_WORDS.get(found[1])
    if found is None or card is None:
        return None
    return FaceName(int(found[2]), card, found[3])
