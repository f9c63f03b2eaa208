"""What the solver says of the play, in words: which card gave up a trick, and what became of the
contract.

Only what is true with every card known and best play by both is said, and it is said that way.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from bot.screens import words
from bot.screens.models import TableInfo
from bot.screens.parts import bold, fitting, plain_seat_name, small, text_block
from bot.screens.replay_stages import Remarks, Stage
from bot.texts import Texts
from engine.analysis import Analysis, Lapse
from engine.auction import Contract
from engine.cards import Card
from engine.lookback import PlayedDeal

_NAMED: Final = 3  # better cards that are named; the others are counted
_LIST: Final = 1500  # characters for the cards of a whole deal


def remarks_block(
    deal: PlayedDeal, stage: Stage, remarks: Remarks, info: TableInfo, texts: Texts
) -> str:
    """What there is to say at this stage; empty where nothing is."""
    if deal.contract is None or stage.name not in {"auction", "trick", "score", "end"}:
        return ""
    if isinstance(remarks, Analysis):
        return _said(deal, deal.contract, stage, remarks, info, texts)
    if remarks == "pending":
        return small(texts("Looking at the play…"))
    if remarks == "unavailable":
        return small(
            texts("The play could not be looked at just now; step on and back to try again.")
        )
    return ""


def _said(
    deal: PlayedDeal,
    contract: Contract,
    stage: Stage,
    analysis: Analysis,
    info: TableInfo,
    texts: Texts,
) -> str:
    if stage.name == "trick":
        return _of_a_trick(stage.number, analysis, info, texts)
    if stage.name == "auction":
        return _prospect(contract, analysis, info, texts)
    return _of_the_deal(deal, contract, analysis, info, texts)


def _of_a_trick(number: int, analysis: Analysis, info: TableInfo, texts: Texts) -> str:
    lapses = [lapse for lapse in analysis.lapses if lapse.trick == number]
    if number < analysis.seen_from and not lapses:
        return small(
            texts(
                "Too many ways to go on: the play is looked at from trick {number} on.",
                number=analysis.seen_from + 1,
            )
        )
    return text_block(
        *(
            texts("**Not best:** {remark}", remark=lapse_in_words(each, analysis, texts))
            for each in lapses
        ),
        small(_from_this_lead(number, analysis, info, texts)),
        None if lapses else small(texts("Nothing was given up in this trick.")),
    )


def _from_this_lead(number: int, analysis: Analysis, info: TableInfo, texts: Texts) -> str:
    """What best play would have brought from the lead to this trick on."""
    value = analysis.before_trick(number)
    if value is None:
        return ""
    name = plain_seat_name(info, analysis.declarer, texts)
    return texts.plural(
        "With best play from this lead {name} takes {count} trick in all.",
        "With best play from this lead {name} takes {count} tricks in all.",
        value,
        name=name,
    )


def lapse_in_words(lapse: Lapse, analysis: Analysis, texts: Texts) -> str:
    """``the 9♦ lost the contract: A♦ would have kept it.``"""
    card = bold(words.card(lapse.card, texts))
    better = better_cards(lapse.better, texts)
    if lapse.before >= analysis.needed > lapse.after:
        return texts(
            "{card} lost the contract; {better} would have kept it.", card=card, better=better
        )
    if lapse.before < analysis.needed <= lapse.after:
        return texts(
            "{card} let the contract make; {better} would have beaten it.", card=card, better=better
        )
    return texts.plural(
        "{card} gave up a trick; {better} would have kept it.",
        "{card} gave up {count} tricks; {better} would have kept them.",
        lapse.tricks,
        card=card,
        better=better,
    )


def better_cards(cards: Sequence[Card], texts: Texts) -> str:
    """``A♦, K♦ or 3♠``; beyond a few, how many others."""
    named = [words.card(card, texts) for card in cards[:_NAMED]]
    others = len(cards) - len(named)
    if others:
        named.append(texts.plural("{count} other card", "{count} other cards", others))
    return texts.listing(named, style="or")


def _prospect(contract: Contract, analysis: Analysis, info: TableInfo, texts: Texts) -> str:
    """What the contract comes to with best play from the first lead."""
    value = analysis.values[0]
    if value is None:
        return ""
    name = plain_seat_name(info, contract.declarer, texts)
    result = _against(value - contract.tricks_needed, texts)
    return texts.plural(
        "**Best play:** with every card known, {name} takes {count} trick: {result}.",
        "**Best play:** with every card known, {name} takes {count} tricks: {result}.",
        value,
        name=name,
        result=result,
    )


def _against(over: int, texts: Texts) -> str:
    if over == 0:
        return texts("just enough")
    if over > 0:
        return texts.plural(
            "{count} more than the contract needs", "{count} more than the contract needs", over
        )
    return texts.plural("{count} too few", "{count} too few", -over)


def _of_the_deal(
    deal: PlayedDeal, contract: Contract, analysis: Analysis, info: TableInfo, texts: Texts
) -> str:
    if not deal.tricks:
        return _prospect(contract, analysis, info, texts)
    lines = [
        texts(
            "- Trick {number}, {name}: {remark}",
            number=lapse.trick + 1,
            name=plain_seat_name(info, lapse.seat, texts),
            remark=lapse_in_words(lapse, analysis, texts),
        )
        for lapse in analysis.lapses
    ]
    return text_block(
        _prospect(contract, analysis, info, texts),
        bold(fate(analysis, texts)),
        *(fitting(lines, texts, _LIST) or [_flawless(analysis, texts)]),
        small(info.game.caution(texts)),
    )


def _flawless(analysis: Analysis, texts: Texts) -> str:
    if analysis.seen_from:
        return texts(
            "From trick {number} on neither gave up a trick.", number=analysis.seen_from + 1
        )
    return texts("Neither gave up a trick.")


def fate(analysis: Analysis, texts: Texts) -> str:
    """Since when it was certain, with best play, whether the contract is made."""
    made = (analysis.values[-1] or 0) >= analysis.needed
    turns = [
        lapse
        for lapse in analysis.lapses
        if (lapse.before >= analysis.needed) != (lapse.after >= analysis.needed)
    ]
    if turns:
        number = turns[-1].trick + 1
        if made:
            return texts(
                "After trick {number} the contract could no longer be beaten.", number=number
            )
        return texts("After trick {number} the contract could no longer be made.", number=number)
    if analysis.seen_from:
        number = analysis.seen_from + 1
        if made:
            return texts("From trick {number} on the contract was always safe.", number=number)
        return texts("From trick {number} on the contract was always lost.", number=number)
    if made:
        return texts("The contract could be made from the first card to the last.")
    return texts("Against best defence the contract could not be made at any time.")
