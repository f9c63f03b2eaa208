"""What a hand of a two-player game is worth: how many tricks it should win with some trumps.

An estimate by rules of thumb.  A card wins unless the opponent holds a higher one; each unseen
card is with the opponent with the same probability, which is 1 in Draw Bridge for a player who
has kept count.
A suit in which the opponent runs out gives long tricks as well.
"""

from __future__ import annotations

from collections.abc import Sequence

from engine.auction import Strain
from engine.cards import Card
from engine.hands import SUIT_MASKS, mask_of
from engine.players.counting import higher

_LONG = 0.8  # how often a card of which the opponent's suit has run out comes to win
_RUFFED = 0.55  # the same for a side suit, while the opponent may have a trump left
_NO_STOPPER = 0.6  # what no trump loses to a suit that the opponent runs
_TRUMPS_HELP = 0.5  # what control of a trump suit adds
_SECOND_ROUND = 0.7  # how often the second highest of a side suit is not ruffed
_GUARDED = 0.5  # how often a guarded king wins a trick
_COLONS = {52: 0.1, 53: 0.25, 54: 0.5}  # a colon that is led, by its index


def tricks(hand: Sequence[Card], unseen: int, held: int, strain: Strain) -> float:
    """The tricks to expect of a hand as the declarer in a strain.

    ``unseen`` are the cards not seen, of which the opponent holds ``held``.
    """
    chance = min(1.0, held / max(1, unseen.bit_count()))
    mask = mask_of(hand)
    trump = None if strain is Strain.NO_TRUMP else int(strain)
    total = 0.0
    spare = 0.0
    if trump is not None:
        theirs = (unseen & SUIT_MASKS[trump]).bit_count() * chance
        own = (mask & SUIT_MASKS[trump]).bit_count()
        total += suit_tricks(mask, unseen, trump, chance, 1.0)
        spare = own - theirs
    for suit in range(4):
        if suit == trump:
            continue
        safety = 1.0 if trump is None else _side_safety(mask, unseen, suit, chance, spare)
        total += suit_tricks(mask, unseen, suit, chance, safety)
    total += sum(_COLONS.get(card.index, 0.0) for card in hand)
    if trump is not None:
        return total + _TRUMPS_HELP
    total -= _NO_STOPPER
    # The opponent leads: whoever knows the other hand knows what it can run at once.
    return min(total, 13 - running(unseen, mask)) if chance == 1.0 else total


def running(leader: int, follower: int) -> int:
    """How many tricks a hand can take at no trump before the other gets in, both hands known."""
    total = 0
    for suit in SUIT_MASKS:
        lead, reply = leader & suit, follower & suit
        while lead > reply:
            lead ^= 1 << lead.bit_length() - 1
            reply &= reply - 1  # the lowest falls under it
            total += 1
    return total


def quick_tricks(hand: Sequence[Card], unseen: int, strain: Strain) -> float:
    """The tricks that a defender takes whatever the declarer holds, more or less.

    The highest cards of each suit; of a side suit no more than two, the second of which may be
    ruffed; half a trick for a king that only the ace beats and a lower card guards.
    """
    mask = mask_of(hand)
    total = 0.0
    for suit, cards in enumerate(SUIT_MASKS):
        own, theirs = mask & cards, unseen & cards
        tops = (own & higher(1 << theirs.bit_length() - 1, cards) if theirs else own).bit_count()
        if strain is not Strain.NO_TRUMP and suit != int(strain):
            total += (0.0, 1.0, 1.0 + _SECOND_ROUND)[min(tops, 2)]
        else:
            total += tops
        if not tops and own.bit_count() > 1 and higher(1 << own.bit_length() - 1, cards):
            above = higher(1 << own.bit_length() - 1, cards) & theirs
            total += _GUARDED if above.bit_count() == 1 else 0.0
    return total


def suit_tricks(mask: int, unseen: int, suit: int, chance: float, safety: float) -> float:
    """The tricks of one suit; ``safety`` is how likely a winner is not ruffed."""
    cards = mask & SUIT_MASKS[suit]
    theirs = (unseen & SUIT_MASKS[suit]).bit_count() * chance
    total = 0.0
    place = 0
    while cards:
        bit = 1 << cards.bit_length() - 1
        cards ^= bit
        above = (higher(bit, SUIT_MASKS[suit]) & unseen).bit_count()
        top = (1.0 - chance) ** max(0, above - _drawn_by_then(place, above))
        long = _LONG if place >= theirs else _LONG * max(0.0, 1 - (theirs - place))
        # The opponent can ruff once out of the suit.
        reach = safety if place < theirs else safety * safety
        total += max(top * reach, long * reach)
        place += 1
    return total


def _drawn_by_then(place: int, above: int) -> float:
    """How many of the higher cards lower ones of the same suit have forced out by then."""
    return min(place, above) * 0.35


def _side_safety(mask: int, unseen: int, suit: int, chance: float, spare: float) -> float:
    """How likely a winner of a side suit is not ruffed; ``spare`` trumps draw the others."""
    if spare >= 1:
        return 1.0
    theirs = (unseen & SUIT_MASKS[suit]).bit_count() * chance
    return 0.9 if theirs >= 2 else _RUFFED
