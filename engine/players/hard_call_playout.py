"""Call Bridge, a deal played to its end by rules of thumb."""

from __future__ import annotations

from collections.abc import Sequence

from engine.players.hard_call_policy import follow, lead, throw

RUFFED = 1 << 13  # added to a spade that wins a trick in which another suit was led


def play_out(
    hands: list[int],
    left: list[int],
    won: list[int],
    stop: Sequence[int],
    leader: int,
    suit: int = 0,
    best: int = 0,
    holder: int = 0,
    played: int = 0,
) -> None:
    """Play all cards; ``hands``, ``left`` (see ``hard_call_policy``) and ``won`` are changed.

    ``won`` are the tricks of each seat so far and at the end; a seat wants tricks until it
    has ``stop`` of them.  Of a trick in progress ``leader`` has led ``suit``, ``best`` is the card
    that wins it so far, plus ``RUFFED`` where that is so, ``holder`` whose it is, and ``played`` (0
    to 4) the number of cards in it.  With ``played`` 0 a trick is to be led.
    """
    tricks = left[0].bit_count() + left[1].bit_count() + left[2].bit_count() + left[3].bit_count()
    for _ in range((tricks + played + 3) // 4):
        if played:
            seat = leader + played & 3
            to_come = 4 - played
            played = 0
        else:
            card = lead(hands, left, leader, won[leader] < stop[leader])
            suit = card >> 13
            best = card & 8191
            hands[suit * 4 + leader] ^= best
            left[suit] ^= best
            holder = leader
            seat = leader + 1 & 3
            to_come = 3
        row = suit * 4
        while to_come:
            to_come -= 1
            cards = hands[row + seat]
            if cards:
                if cards & cards - 1:
                    cards = follow(cards, left[suit] ^ cards, best, to_come, won[seat] < stop[seat])
                hands[row + seat] ^= cards
                left[suit] ^= cards
                if cards > best:
                    best = cards
                    holder = seat
            else:
                ruffed = best & 8191 if best > 8191 else 0
                card = throw(hands, left, seat, ruffed, won[seat] < stop[seat])
                other = card >> 13
                bit = card & 8191
                hands[other * 4 + seat] ^= bit
                left[other] ^= bit
                if other == 3 and bit > ruffed:
                    best = bit | 8192
                    holder = seat
            seat = seat + 1 & 3
        won[holder] += 1
        leader = holder
