"""Positions of the games for two as seat 0 sees them, made without playing up to them.

Cards that have gone, went in tricks in which suit was followed, so that nothing is known of the
other hand but what a test says.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from engine import new_game
from engine.auction import CALLS, CALLS_BY_TEXT, Auction, Call, Contract, Strain, calls_of
from engine.cards import COLONS, PACK, Card, card
from engine.game import BridgetteView, Decision, DrawBridgeView, Trick
from engine.hands import SUIT_MASKS, cards_of, mask_of
from engine.players.holding import longest_bids
from engine.tricks import follow, follow_or_colon, not_banned
from tests.engine.positions import cards, seed_for

UP = card("2C")


def contract(text: str, declarer: int, factor: int = 1) -> Contract:
    """A contract named by its bid."""
    bid = CALLS_BY_TEXT[text]
    return Contract(declarer, bid.level, bid.strain, factor)


def made(text: str) -> list[tuple[int, Call]]:
    """Calls by turns, ``0:1S 1:pass``: the seat and the call."""
    calls = [part.split(":") for part in text.split()]
    return [(int(seat), CALLS_BY_TEXT[name]) for seat, name in calls]


def went(number: int, gone: Sequence[Card], won: tuple[int, int], past: str) -> tuple[Trick, ...]:
    """So many tricks of pairs of a suit, followed by those told (``0:KH 2C``: who led, and won)."""
    told = [(int(item[0]), cards(item[2:])) for item in past.split(", ") if item]
    pairs: list[tuple[Card, Card]] = []
    for suit in SUIT_MASKS:
        mine = [each for each in gone if each.bit & suit]
        pairs += zip(mine[::2], mine[1::2], strict=False)
    tricks: list[Trick] = []
    for place, pair in enumerate(pairs[: number - len(told)]):
        leader = 0 if place < won[0] else 1
        tricks.append(Trick(leader, pair, leader))
    assert len(tricks) + len(told) == number, "not enough cards have gone"
    return (*tricks, *(Trick(leader, pair, leader) for leader, pair in told))


def bridgette_play(
    own: str,
    bid: str,
    declarer: int,
    won: tuple[int, int],
    *,
    keep: str = "",
    trick: str = "",
    past: str = "",
    factor: int = 1,
    banned: str = "",
    lowest: bool = False,
    totals: tuple[int, int] = (0, 0),
    number: int = 1,
) -> BridgetteView:
    """Seat 0 to play with ``own``; ``keep`` are cards that have not gone.

    The highest of the others have gone, or the ``lowest``.
    """
    base = new_game("bridgette", seed=seed_for("bridgette", 1)).view(0)
    assert isinstance(base, BridgetteView)
    hand = cards_of(mask_of(cards(own)))
    table = cards(trick)
    left = len(hand)
    taboo = {*hand, *table, *cards(keep), UP, card("3C")}
    taboo |= {each for item in past.split(", ") if item for each in cards(item[2:])}
    spare = sorted(
        (each for each in PACK if each not in taboo),
        key=lambda each: (each.rank or 0) if lowest else -(each.rank or 0),
    )
    told = len([item for item in past.split(", ") if item])
    need = 2 * (13 - left - told)
    gone: list[Card] = []
    for suit in SUIT_MASKS:
        of_suit = [each for each in spare if each.bit & suit]
        gone += of_suit[: 2 * ((need + 7) // 8)]
    tricks = went(13 - left, gone, won, past)
    assert sum(won) == len(tricks)
    ban = None if not banned else card("A" + banned).suit
    choices = follow_or_colon(hand, table) if table else not_banned(hand, ban) if ban else hand
    return replace(
        base,
        phase="play",
        to_act=(0,),
        number=number,
        decision=Decision("play", tuple(choices)),
        hand=hand,
        hand_sizes=(left, left - len(table)),
        trick=Trick(1, table) if table else None,
        tricks=tricks,
        tricks_won=won,
        totals=totals,
        contract=contract(bid, declarer, factor),
        calls=((declarer, CALLS_BY_TEXT[bid]), (1 - declarer, CALLS_BY_TEXT["pass"])),
        up_card=UP,
        drawn=(UP, card("3C")),
        discarded=(UP, card("3C")),
        discards=(2, 4),
        has_discarded=(True, True),
        banned=None if ban is None else int(ban),
    )


def bridgette_call(
    own: str,
    calls: str = "",
    *,
    discards: tuple[int, int] = (2, 4),
    totals: tuple[int, int] = (0, 0),
    number: int = 1,
) -> BridgetteView:
    """Seat 0 to call with ``own`` after ``calls`` (see ``made``)."""
    base = new_game("bridgette", seed=seed_for("bridgette", 1)).view(0)
    assert isinstance(base, BridgetteView)
    hand = cards_of(mask_of(cards(own)))
    assert len(hand) == 13
    so_far = made(calls)
    dealer = so_far[0][0] if so_far else 0
    auction = Auction(dealer)
    for _, call in so_far:
        auction.add(call)
    assert auction.turn == 0
    bids = sum(
        CALLS[level * 5 + strain].bit
        for strain, low, high in longest_bids(mask_of(hand), auction.last)
        for level in range(low, high + 1)
    )
    legal = auction.legal(bids)
    spare = [each for each in PACK if each not in hand and (each.rank or 0) < 4]
    return replace(
        base,
        phase="auction",
        dealer=dealer,
        number=number,
        to_act=(0,),
        decision=Decision("call", calls_of(legal)),
        hand=hand,
        hand_sizes=(13, 13),
        totals=totals,
        calls=tuple(so_far),
        up_card=spare[0],
        drawn=tuple(spare[: discards[0]]),
        discarded=tuple(spare[: discards[0]]),
        discards=discards,
        has_discarded=(True, True),
    )


def exchange(own: str, *, other: int = 2) -> BridgetteView:
    """Seat 0 to put away all but 13 cards; the last of ``own`` were drawn."""
    base = new_game("bridgette", seed=seed_for("bridgette", 1)).view(0)
    assert isinstance(base, BridgetteView)
    named = cards(own)
    hand = cards_of(mask_of(named))
    count = len(hand) - 13
    dealer = 1 if count == 2 else 0
    group = {2: 0, 4: 0, 8: 1, 12: 2}[max(count, other)]
    up = next(each for each in (*PACK, *COLONS) if each.group == group and each not in hand)
    if dealer == 1:
        up = named[13]
    return replace(
        base,
        phase="discard",
        dealer=dealer,
        decision=Decision("discard", (), count, hand),
        hand=hand,
        hand_sizes=(len(hand), 13 + other),
        up_card=up,
        drawn=named[13:],
        discards=(count, other),
        has_discarded=(False, False),
    )


def draw_play(
    own: str,
    other: str,
    bid: str,
    declarer: int,
    won: tuple[int, int],
    *,
    trick: str = "",
    factor: int = 1,
) -> DrawBridgeView:
    """Seat 0 to play with ``own`` against ``other``, which is known since all else has gone."""
    hand, table = cards_of(mask_of(cards(own))), cards(trick)
    left = len(hand)
    assert len(cards(other)) + len(table) == left
    assert sum(won) == 13 - left
    gone = [each for each in PACK if each not in {*hand, *table, *cards(other)}]
    return replace(
        _draw_bridge(hand, gone),
        phase="play",
        decision=Decision("play", tuple(follow(hand, table) if table else hand)),
        hand_sizes=(left, left - len(table)),
        trick=Trick(1, table) if table else None,
        tricks=tuple(
            Trick(place >= won[0], (gone[26 + 2 * place], gone[27 + 2 * place]), place >= won[0])
            for place in range(13 - left)
        ),
        tricks_won=won,
        contract=contract(bid, declarer, factor),
    )


def draw_call(own: str, other: str, calls: str = "", **options: int | str) -> DrawBridgeView:
    """Seat 0 to call with ``own``, knowing ``other``, after ``calls`` (see ``made``)."""
    hand, theirs = cards(own), cards(other)
    assert len(set(hand)) == len(set(theirs)) == 13
    assert not {*hand} & {*theirs}
    so_far = made(calls)
    dealer = so_far[0][0] if so_far else 0
    auction = Auction(dealer)
    for _, call in so_far:
        auction.add(call)
    assert auction.turn == 0
    gone = [each for each in PACK if each not in {*hand, *theirs}]
    base = _draw_bridge(cards_of(mask_of(hand)), gone)
    return replace(
        base,
        phase="auction",
        dealer=dealer,
        options={**base.options, **options},
        decision=Decision("call", calls_of(auction.legal(BIDS))),
        hand_sizes=(13, 13),
        calls=tuple(so_far),
    )


BIDS = sum(
    CALLS_BY_TEXT[f"{level}{strain.letters}"].bit for level in range(1, 8) for strain in Strain
)


def _draw_bridge(hand: tuple[Card, ...], gone: Sequence[Card]) -> DrawBridgeView:
    base = new_game("drawbridge", seed=seed_for("drawbridge", 1)).view(0)
    assert isinstance(base, DrawBridgeView)
    return replace(
        base,
        to_act=(0,),
        hand=hand,
        draw_tricks=tuple(Trick(0, (gone[2 * n], gone[2 * n + 1]), 0) for n in range(13)),
        stock_size=0,
        drawn=hand,
    )


def draw_phase(
    own: str, *, gone: str = "", trick: str = "", top: str = "", **options: int | str
) -> DrawBridgeView:
    """Seat 0 to play to a trick of the draw phase; ``gone`` are the cards of those before."""
    base = new_game("drawbridge", seed=seed_for("drawbridge", 1), options=options).view(0)
    assert isinstance(base, DrawBridgeView)
    hand, table, away = cards_of(mask_of(cards(own))), cards(trick), cards(gone)
    assert len(hand) == 13
    must = follow if options.get("draw") == "follow" and table else None
    done = len(away) // 2
    return replace(
        base,
        phase="draw",
        to_act=(0,),
        decision=Decision("play", tuple(must(hand, table) if must else hand)),
        hand=hand,
        hand_sizes=(13, 13 - len(table)),
        trick=Trick(1, table) if table else None,
        draw_tricks=tuple(Trick(0, (away[2 * n], away[2 * n + 1]), 0) for n in range(done)),
        stock_size=26 - 2 * done,
        stock_top=card(top) if top else None,
        stock_shown=(),
        drawn=(),
    )
