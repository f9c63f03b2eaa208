"""A finished game stepped through: every hand open, stage by stage and deal by deal."""

from __future__ import annotations

from typing import Final

import discord

from bot.controls import Control, ControlItem, button, select
from bot.screens import words
from bot.screens.auctions import auction_line, contract_state
from bot.screens.end import proof
from bot.screens.models import TableInfo
from bot.screens.parts import (
    TRICKS,
    Block,
    Row,
    bold,
    finished_trick,
    hinted_line,
    plain_seat_name,
    points_line,
    row,
    rule,
    screen,
    seat_label,
    seat_name,
    small,
    text_block,
    title_of,
    trick_plays,
)
from bot.screens.phases import outcome_line
from bot.screens.replay_hands import hands_block
from bot.screens.replay_remarks import remarks_block
from bot.screens.replay_stages import (
    FinishedGame,
    Remarks,
    Spot,
    Stage,
    after,
    before,
    end_of,
    nearest,
    stages_of,
)
from bot.texts import Texts
from engine.analysis import Analysis
from engine.game import Trick
from engine.lookback import PlayedDeal

DEALS_LISTED: Final = 23
"""Deals in a select; there is an option more at each end for those before and after."""


def replay(game: FinishedGame, spot: Spot, remarks: Remarks, texts: Texts) -> discord.ui.LayoutView:
    """One place of a game, with the controls that lead on.

    A spot outside the game gives the nearest one; ``remarks`` are those on its deal.
    """
    at = nearest(game.deals, spot)
    return screen(
        *_body(game, at, remarks, texts),
        _steps(game, at, texts),
        *_stage_rows(game, at, remarks, texts),
        *_deal_rows(game, at, texts),
        row(
            button(_control("share", game.info, "s", at), texts("Show to all")),
            button(Control("record", game.info.game_id), texts("Record")),
            button(Control("rules", game.info.game_id), texts("Rules")),
        ),
        game=game.info.game,
    )


def shared(
    game: FinishedGame, spot: Spot, remarks: Remarks, who: str, texts: Texts
) -> discord.ui.LayoutView:
    """The same place as a message for everybody, shown by the person ``who`` (a raw name).

    Its button opens the game there for whoever presses it, so that nobody turns another's page.
    """
    at = nearest(game.deals, spot)
    return screen(
        *_body(game, at, remarks, texts),
        small(texts("Shown by {name}", name=texts.name(who))),
        row(
            button(
                _control("lookback", game.info, "o", at),
                texts("Look back from here"),
                discord.ButtonStyle.primary,
            ),
            button(Control("record", game.info.game_id), texts("Record")),
        ),
        game=game.info.game,
    )


def read_spot(arg: str) -> Spot | None:
    """The spot that the argument of a control names, ``None`` if it is none."""
    numbers = arg.rpartition("~")[2].split("-")
    if len(numbers) != 2 or not all(each.isascii() and each.isdigit() for each in numbers):
        return None
    return Spot(int(numbers[0]), int(numbers[1]))


def _control(verb: str, info: TableInfo, tag: str, spot: Spot) -> Control:
    """A control that leads to a spot; the tag keeps two that lead to the same apart."""
    return Control(verb, info.game_id, arg=f"{tag}~{spot.deal}-{spot.stage}")


# What is shown.


def _body(game: FinishedGame, at: Spot, remarks: Remarks, texts: Texts) -> list[Block]:
    deal = game.deals[at.deal]
    stage = stages_of(deal)[at.stage]
    info = game.info
    return [
        f"## {title_of(info.game, info.game_id, texts)} · {deal_name(game, at.deal, texts)}",
        f"### {stage_title(stage, texts)}",
        text_block(*_frame(deal, stage, info, texts)),
        rule(),
        hands_block(deal, stage, info, texts),
        rule(),
        text_block(*_story(game, at, stage, texts)),
        text_block(
            remarks_block(deal, stage, remarks, info, texts), *_facts(deal, stage, info, texts)
        ),
        small(proof(game.view, info, texts)) if after(game.deals, at) is None else "",
    ]


def deal_name(game: FinishedGame, number: int, texts: Texts) -> str:
    """``deal 3 of 6``; a deal that was thrown in says so."""
    deal = game.deals[number]
    name = game.info.game.deal_title(game.view, deal.number, texts)
    return texts("{deal} (thrown in)", deal=name) if deal.end == "thrown in" else name


def stage_title(stage: Stage, texts: Texts) -> str:
    """``Trick 5 of 13``."""
    match stage.name:
        case "deal":
            return texts("The cards as dealt")
        case "exchange":
            return texts("The exchange")
        case "draw":
            return texts("Draw {number} of {tricks}", number=stage.number + 1, tricks=TRICKS)
        case "auction":
            return texts("The auction")
        case "bids":
            return texts("The bids")
        case "trick":
            return texts("Trick {number} of {tricks}", number=stage.number + 1, tricks=TRICKS)
        case "score":
            return texts("The score")
        case "end":
            return texts("The end of the game")


def _frame(deal: PlayedDeal, stage: Stage, info: TableInfo, texts: Texts) -> list[str]:
    """What is known beforehand: the totals and the dealer, or the contract that is played."""
    if stage.name in {"trick", "score", "end"} and deal.contract is not None:
        return [_contract(deal, info, texts)]
    if stage.name in {"deal", "exchange", "auction", "bids"}:
        dealer = texts("{name} deals", name=plain_seat_name(info, deal.dealer, texts))
        totals = texts("**Totals so far:** {totals}", totals=points_line(deal.totals, info, texts))
        return [f"{totals} · {dealer}"]
    return []


def _contract(deal: PlayedDeal, info: TableInfo, texts: Texts) -> str:
    assert deal.contract is not None
    return texts(
        "**Contract:** {contract} by {name}, who needs {needed} tricks.",
        contract=bold(words.contract(deal.contract, texts)),
        name=seat_name(info, deal.contract.declarer, texts),
        needed=deal.contract.tricks_needed,
    )


def _story(game: FinishedGame, at: Spot, stage: Stage, texts: Texts) -> list[str]:
    """What happened at this stage."""
    deal, info = game.deals[at.deal], game.info
    match stage.name:
        case "deal":
            return [_begins(deal, info, texts)]
        case "exchange":
            return _exchange(deal, info, texts)
        case "draw":
            return _draw(deal, stage.number, info, texts)
        case "auction":
            return _auction(deal, info, texts)
        case "bids":
            return _bids(deal, info, texts)
        case "trick":
            return _trick(deal, stage.number, info, texts)
        case "score":
            return _score(game, at, texts)
        case "end":
            return [
                texts("The deal was not played to its end, and does not score."),
                *_outcome(game, at, texts),
            ]


def _begins(deal: PlayedDeal, info: TableInfo, texts: Texts) -> str:
    if deal.up_card is not None:
        return texts("**Up-card:** {card}", card=words.card(deal.up_card, texts))
    return ""


def _exchange(deal: PlayedDeal, info: TableInfo, texts: Texts) -> list[str]:
    lines: list[str] = []
    for seat in (1 - deal.dealer, deal.dealer):
        name = bold(plain_seat_name(info, seat, texts))
        drawn = words.cards(deal.drawn[seat], texts)
        if deal.discarded[seat]:
            gone = words.cards(deal.discarded[seat], texts)
            lines.append(
                texts(
                    "{name} drew {drawn}, and put away {gone}.", name=name, drawn=drawn, gone=gone
                )
            )
        else:
            lines.append(
                texts("{name} drew {drawn} and had not yet discarded.", name=name, drawn=drawn)
            )
    return [_begins(deal, info, texts), *lines]


def _draw(deal: PlayedDeal, number: int, info: TableInfo, texts: Texts) -> list[str]:
    trick = deal.draw_tricks[number]
    if trick.winner is None:
        return [_unfinished(trick, info, texts)]
    return [
        finished_trick(trick, info, texts),
        texts(
            "{winner} drew **{first}**, the top of the stock; {loser} drew **{second}**.",
            winner=plain_seat_name(info, trick.winner, texts),
            first=words.card(deal.drawn[trick.winner][number], texts),
            loser=plain_seat_name(info, 1 - trick.winner, texts),
            second=words.card(deal.drawn[1 - trick.winner][number], texts),
        ),
    ]


def _auction(deal: PlayedDeal, info: TableInfo, texts: Texts) -> list[str]:
    lines = [auction_line(deal, info, texts)]
    if deal.contract is not None:
        lines.append(_contract(deal, info, texts))
    elif deal.end == "thrown in":
        lines.append(texts("Both passed: the deal was thrown in, and the same dealer dealt again."))
    return lines


def _bids(deal: PlayedDeal, info: TableInfo, texts: Texts) -> list[str]:
    seats = len(deal.bids)
    order = [(deal.dealer + 1 + place) % seats for place in range(seats)]
    bids = [
        texts("{name} **{bid}**", name=plain_seat_name(info, seat, texts), bid=bid)
        for seat in order
        if (bid := deal.bids[seat]) is not None
    ]
    total = sum(bid or 0 for bid in deal.bids)
    lines = [texts("**Bids:** {bids}", bids=" · ".join(bids))]
    if len(bids) == seats:
        lines.append(
            texts("Together {total} of {tricks} tricks were bid.", total=total, tricks=TRICKS)
        )
    return lines


def _trick(deal: PlayedDeal, number: int, info: TableInfo, texts: Texts) -> list[str]:
    trick = deal.tricks[number]
    if trick.winner is None:
        return [_unfinished(trick, info, texts)]
    won = deal.won_before(number + 1)
    if deal.contract is not None:
        standing = contract_state(deal.contract, won, info, texts)
    else:
        tally = " · ".join(
            texts("{name} **{won}**", name=plain_seat_name(info, seat, texts), won=count)
            for seat, count in enumerate(won)
        )
        standing = texts("Tricks won: {tally}", tally=tally)
    return [finished_trick(trick, info, texts), standing]


def _unfinished(trick: Trick, info: TableInfo, texts: Texts) -> str:
    return texts("{plays} – the trick was not finished", plays=trick_plays(trick, info, texts))


def _score(game: FinishedGame, at: Spot, texts: Texts) -> list[str]:
    result = game.deals[at.deal].result
    assert result is not None
    return [
        game.info.game.final_score(result, game.info, texts),
        texts("**Totals:** {totals}", totals=points_line(result.totals, game.info, texts)),
        *_outcome(game, at, texts),
    ]


def _outcome(game: FinishedGame, at: Spot, texts: Texts) -> list[str]:
    if after(game.deals, at) is not None:
        return []
    return [outcome_line(game.view, game.info, texts), hinted_line(game.info, texts)]


def _facts(deal: PlayedDeal, stage: Stage, info: TableInfo, texts: Texts) -> list[str]:
    """What the game itself knows to say of this trick or deal."""
    if stage.name == "trick":
        return info.game.settled(deal, stage.number, info, texts)
    return info.game.settled(deal, None, info, texts) if stage.name in {"score", "end"} else []


# Where it leads.


def _steps(game: FinishedGame, at: Spot, texts: Texts) -> Row:
    back, on = before(game.deals, at), after(game.deals, at)
    primary, secondary = discord.ButtonStyle.primary, discord.ButtonStyle.secondary
    found: list[ControlItem] = []
    for tag, label, target, style in (
        ("f", texts("First"), Spot() if back else None, secondary),
        ("b", texts("Back"), back, secondary),
        ("n", texts("Next"), on, primary),
        ("l", texts("Last"), end_of(game.deals) if on else None, secondary),
    ):
        control = _control("look", game.info, tag, target or at)
        found.append(button(control, label, style, disabled=target is None))
    return row(*found)


def _stage_rows(game: FinishedGame, at: Spot, remarks: Remarks, texts: Texts) -> list[Row]:
    """A select of the stages of this deal; two where there is a draw phase."""
    deal = game.deals[at.deal]
    stages = stages_of(deal)
    draws = [number for number, stage in enumerate(stages) if stage.name == "draw"]
    split = draws[-1] + 1 if draws else 0
    groups = [range(split, len(stages))]
    if draws:
        groups.insert(0, range(split))
    lapses = _lapses(remarks, texts)
    rows: list[Row] = []
    for number, group in enumerate(groups):
        options = [
            discord.SelectOption(
                label=stage_title(stages[place], texts),
                value=f"{at.deal}-{place}",
                description=lapses.get(stages[place]),
                default=place == at.stage,
            )
            for place in group
        ]
        if options:
            control = _control("look", game.info, f"t{number}", at)
            rows.append(row(select(control, options, placeholder=_group(draws, number, texts))))
    return rows


def _group(draws: list[int], number: int, texts: Texts) -> str:
    """What a select of stages holds."""
    if not draws:
        return texts("Choose a place in this deal")
    if number == 0:
        return texts("The deal and the draw phase")
    return texts("The auction, the play, the score")


def _lapses(remarks: Remarks, texts: Texts) -> dict[Stage, str]:
    """For each trick in which a card gave something up: which one."""
    if not isinstance(remarks, Analysis):
        return {}
    found: dict[Stage, list[str]] = {}
    for lapse in remarks.lapses:
        card = words.card(lapse.card, texts)
        found.setdefault(Stage("trick", lapse.trick), []).append(card)
    return {
        stage: texts("not best: {cards}", cards=texts.listing(cards))
        for stage, cards in found.items()
    }


def _deal_rows(game: FinishedGame, at: Spot, texts: Texts) -> list[Row]:
    """A select of the deals, unless there is but one."""
    count = len(game.deals)
    if count == 1:
        return []
    start = at.deal - at.deal % DEALS_LISTED
    end = min(start + DEALS_LISTED, count)
    options = [
        discord.SelectOption(
            label=_deal_label(game, number, texts),
            value=f"{number}-0",
            default=number == at.deal,
        )
        for number in range(start, end)
    ]
    if start:
        options.insert(
            0, discord.SelectOption(label=texts("Earlier deals …"), value=f"{start - 1}-0")
        )
    if end < count:
        options.append(discord.SelectOption(label=texts("Later deals …"), value=f"{end}-0"))
    return [row(select(_control("look", game.info, "d", at), options))]


def _deal_label(game: FinishedGame, number: int, texts: Texts) -> str:
    deal = game.deals[number]
    label = texts("Deal {number}", number=deal.number)
    if deal.end == "thrown in":
        return texts("{deal} (thrown in)", deal=label)
    if deal.contract is None:
        return label
    return texts(
        "{deal}: {contract} by {name}",
        deal=label,
        contract=words.contract(deal.contract, texts),
        name=texts.plain_name(seat_label(game.info.players, deal.contract.declarer, texts)),
    )
