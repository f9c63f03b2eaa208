"""How a deal came out and what it scores, in words.

As the rules' own example: ``4♠ doubled, made exactly: (750 + 250 + 400) × 2 = 2,800``.
"""

from __future__ import annotations

from bot.screens import words
from bot.screens.models import TableInfo
from bot.screens.parts import plain_seat_name, seat_name
from bot.texts import Texts
from engine.game import DealResult, Score

LOWEST_BONUS_BID = 8
"""Bids of Call Bridge from here up are bonus bids (rules, Call Bridge, Score)."""


def contract_in_words(result: DealResult, info: TableInfo, texts: Texts) -> str:
    """One line on a contract that was played: how it came out, and the sum."""
    assert result.contract is not None, "this game has contracts"
    declarer = result.contract.declarer
    return texts(
        "{contract} by {name}, {result}: {score}",
        contract=words.contract(result.contract, texts),
        name=seat_name(info, declarer, texts),
        result=_result(result, texts),
        score=_scores(result, info, texts),
    )


def bids_in_words(result: DealResult, info: TableInfo, texts: Texts) -> list[str]:
    """A round of Call Bridge, a line for each player: ``Ada bid 4, won 6: +4``."""
    return [
        texts(
            "**{name}** bid {bid}, won {won}: **{points}**",
            name=plain_seat_name(info, seat, texts),
            bid=bid,
            won=result.tricks_won[seat],
            points=texts.signed(result.points[seat]),
        )
        for seat, bid in enumerate(result.bids)
    ]


def round_in_words(result: DealResult, info: TableInfo, texts: Texts) -> str:
    """A round of Call Bridge in short: ``Ada +4 (6 of 4) · Ben -10 (12 of 10)``."""
    return " · ".join(
        texts(
            "{name} **{points}** ({won} of {bid})",
            name=plain_seat_name(info, seat, texts),
            bid=bid,
            won=result.tricks_won[seat],
            points=texts.signed(result.points[seat]),
        )
        for seat, bid in enumerate(result.bids)
    )


def _result(result: DealResult, texts: Texts) -> str:
    assert result.contract is not None
    over = result.tricks_won[result.contract.declarer] - result.contract.tricks_needed
    if over == 0:
        return texts("made exactly")
    word = words.number_word(abs(over), texts)
    if over > 0:
        return texts.plural(
            "made with {word} overtrick", "made with {word} overtricks", over, word=word
        )
    return texts.plural("{word} down", "{word} down", -over, word=word)


def _scores(result: DealResult, info: TableInfo, texts: Texts) -> str:
    scored = [score for score in result.scores if score.points]
    if not scored:
        return texts("nobody scores")
    declarer = result.contract.declarer if result.contract else None
    return texts.listing(
        calculation(score, texts)
        if score.seat == declarer
        else texts(
            "{name} scores {sum}",
            name=seat_name(info, score.seat, texts),
            sum=calculation(score, texts),
        )
        for score in scored
    )


def calculation(score: Score, texts: Texts) -> str:
    """The sum behind a score: ``(750 + 250 + 400) × 2 = 2,800``, or just the points."""
    terms = [part.points for part in score.parts if part.points]
    total = texts.number(score.points)
    if len(terms) <= 1 and score.factor == 1:
        return total
    added = " + ".join(texts.number(term) for term in terms)
    if score.factor == 1:
        return f"{added} = {total}"
    if len(terms) > 1:
        added = f"({added})"
    return f"{added} × {texts.number(score.factor)} = {total}"
