import hashlib
import hmac

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine import shuffle
from engine.cards import PACK, PACK_WITH_COLONS

seeds = st.binary(min_size=32, max_size=32)


@given(seeds, st.integers(1, 500), st.sampled_from([PACK, PACK_WITH_COLONS]))
def test_order_is_by_hmac(seed, deal, pack):
    def key(card):
        return hmac.new(seed, f"{deal}/{card}".encode("ascii"), hashlib.sha256).digest()

    assert shuffle.order(seed, deal, pack) == tuple(sorted(pack, key=key))


@given(seeds, st.sampled_from([2, 4]))
def test_first_dealer(seed, seats):
    digest = hmac.new(seed, b"dealer", hashlib.sha256).digest()
    assert shuffle.first_dealer(seed, seats) == int.from_bytes(digest[:8], "big") % seats


def test_commitment():
    assert shuffle.commitment(bytes(32)) == hashlib.sha256(bytes(32)).hexdigest()


@pytest.mark.parametrize("seats", [2, 4])
def test_every_seat_deals_first_about_as_often(seats):
    deals = [shuffle.first_dealer(n.to_bytes(32), seats) for n in range(400)]
    assert all(abs(deals.count(seat) - 400 / seats) < 60 for seat in range(seats))
