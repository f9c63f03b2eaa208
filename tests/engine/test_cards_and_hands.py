import copy
import pickle

import pytest

from engine.cards import COLONS, IN_ORDER, PACK, PACK_WITH_COLONS, card, card_at, in_pack_order
from engine.hands import COLON_MASK, SUIT_MASKS, cards_of, mask_of


def test_texts_name_each_card_once():
    assert len({c.text for c in PACK_WITH_COLONS}) == 55
    for face in PACK_WITH_COLONS:
        assert card(str(face)) is face
        assert card_at(face.index) is face


@pytest.mark.parametrize("text", ["", "as", "10S", "1S", "A", "SA", ":X", "AS ", "ＡＳ"])
def test_what_is_no_card(text: str):
    with pytest.raises(ValueError, match="not a card"):
        card(text)


def test_one_object_per_card_survives_copies():
    for face in PACK_WITH_COLONS:
        assert copy.deepcopy(face) is face
        assert pickle.loads(pickle.dumps(face)) is face


def test_groups():
    assert [c.text for c in PACK if c.group is card(":G").group] == ["AC", "AD", "AH", "AS"]
    assert {c.text[0] for c in PACK if c.group is card(":R").group} == set("KQJ")
    assert {c.text[0] for c in PACK if c.group is card(":L").group} == set("23456789T")
    assert all(c.suit_mask == 0 and c.suit is None for c in COLONS)


def test_masks_and_order():
    assert sum(SUIT_MASKS) | COLON_MASK == mask_of(PACK_WITH_COLONS)
    assert cards_of(mask_of(PACK_WITH_COLONS)) == IN_ORDER
    assert " ".join(
        map(str, cards_of(mask_of(map(card, [":L", "2C", "AS", ":G", "KS", "TD"]))))
    ) == ("AS KS TD 2C :G :L")
    assert sorted(PACK_WITH_COLONS, key=in_pack_order) == list(IN_ORDER)
