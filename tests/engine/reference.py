"""The rules once more, written slowly on texts: what the engine is compared with."""

from __future__ import annotations

from collections.abc import Sequence

RANKS = "23456789TJQKA"
STRAINS = ("C", "D", "H", "S", "NT")


def group(card: str) -> str:
    """The colon of a card's group; a colon is of its own."""
    if card.startswith(":"):
        return card
    return ":G" if card[0] == "A" else ":R" if card[0] in "KQJ" else ":L"


def may_follow_bridgette(hand: Sequence[str], led: str) -> set[str]:
    if led.startswith(":"):
        return set(hand)
    suited = {card for card in hand if card[1] == led[1] and card[0] != ":"}
    matching = {card for card in hand if card == group(led)}
    if suited:
        return suited | matching
    allowed = {card for card in hand if card[0] != ":"} | matching
    return allowed or set(hand)


def may_lead_bridgette(hand: Sequence[str], last_trick: Sequence[str]) -> set[str]:
    if last_trick and last_trick[1] == group(last_trick[0]) and last_trick[0][0] != ":":
        allowed = {card for card in hand if card[0] == ":" or card[1] != last_trick[0][1]}
        return allowed or set(hand)
    return set(hand)


def may_follow(hand: Sequence[str], led: str) -> set[str]:
    return {card for card in hand if card[1] == led[1]} or set(hand)


def may_follow_call(hand: Sequence[str], trick: Sequence[str]) -> set[str]:
    suited = {card for card in hand if card[1] == trick[0][1]}
    if suited:
        return suited
    best = max((RANKS.index(card[0]) for card in trick if card[1] == "S"), default=-1)
    return {c for c in hand if c[1] == "S" and RANKS.index(c[0]) > best} or set(hand)


def winning_place(trick: Sequence[str], trumps: str) -> int:
    """Of a trick without colons; ``trumps`` is a suit or ``NT``."""
    suit = trumps if any(card[1] == trumps for card in trick) else trick[0][1]
    best = max((card for card in trick if card[1] == suit), key=lambda card: RANKS.index(card[0]))
    return list(trick).index(best)


def winning_place_bridgette(lead: str, reply: str, trumps: str) -> int:
    if reply[0] == ":":
        return 0
    if lead[0] == ":":
        return int(reply[1] == trumps or group(reply) == lead)
    return winning_place((lead, reply), trumps)


def bids_bridgette(hand: Sequence[str], last: str | None) -> set[str]:
    """The bids over the last one that a hand allows."""
    ladder = ["0NT", *(f"{level}{strain}" for level in range(1, 8) for strain in STRAINS)]
    open_bids = ladder if last is None else ladder[ladder.index(last) + 1 :]
    allowed: set[str] = set()
    for bid in open_bids:
        strain = bid[1:]
        lengths = {
            suit: sum(card[1] == suit and card[0] != ":" for card in hand) for suit in "CDHS"
        }
        if strain == "NT":
            if all(lengths.values()):
                allowed.add(bid)
            continue
        jump = any(lower[1:] == strain for lower in open_bids[: open_bids.index(bid)])
        if lengths[strain] >= (4 if jump else 2):
            allowed.add(bid)
    return allowed
