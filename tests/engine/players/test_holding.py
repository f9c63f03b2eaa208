"""What bids demand, as the players see it, is what the game demands."""

from __future__ import annotations

from hypothesis import given, settings

from engine.auction import CALLS_BY_TEXT, Call
from engine.cards import card
from engine.game import AuctionView
from engine.hands import mask_of
from engine.players.holding import longest_bids, lowest, proved
from tests.engine.players.duel_positions import made
from tests.engine.positions import asked, cards
from tests.engine.test_properties import at, games


@settings(max_examples=150, deadline=None)
@given(case=games(60))
def test_bids_allowed(case):
    game, _ = at(case)
    for seat in game.to_act:
        view = game.view(seat)
        if view.kind != "bridgette" or not isinstance(view, AuctionView) or view.phase != "auction":
            continue
        bids = [call.index for _, call in view.calls if call.kind == "bid"]
        allowed = {
            5 * level + strain
            for strain, low, high in longest_bids(mask_of(view.hand), max(bids, default=-1))
            for level in range(low, high + 1)
        }
        choices = asked(game, seat).choices
        assert allowed == {
            call.index for call in choices if isinstance(call, Call) and call.kind == "bid"
        }


def test_the_lowest_level():
    assert lowest(4, -1) == 0
    assert lowest(0, -1) == 1
    assert lowest(4, CALLS_BY_TEXT["1S"].index) == 1
    assert lowest(0, CALLS_BY_TEXT["1S"].index) == 2
    assert lowest(4, CALLS_BY_TEXT["7NT"].index) == 8


def test_what_bids_prove():
    assert proved(tuple(made("0:1C 1:1H 0:2C 1:3H")), 0).counts == (2, 0, 0, 0)
    assert proved(tuple(made("0:1C 1:1H 0:2C 1:3H")), 1).counts == (0, 0, 4, 0)
    assert proved(tuple(made("0:2S 1:pass")), 0).counts == (0, 0, 0, 4)
    assert proved(tuple(made("0:1S 1:2NT 0:double 1:3D")), 1).counts == (1, 2, 1, 1)
    proof = proved(tuple(made("0:2S 1:pass")), 0)
    assert proof.holds(mask_of(cards("2S 3S 4S 5S AH")))
    assert not proof.holds(mask_of(cards("2S 3S 4S AH")))
    assert proof.holds(mask_of(cards("2S 3S 4S 5S")) | card("AH").bit)
