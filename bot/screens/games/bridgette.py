"""Bridgette on the screens: the exchange, the up-card, and what colons mean."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Final

from bot.screens import words
from bot.screens.colons import ban_told, colon_hints, colon_lines
from bot.screens.game import ContractScreens
from bot.screens.models import TableInfo
from bot.screens.parts import bold, seat_name, small
from bot.screens.rulebooks import bridgette
from bot.texts import Texts, marked
from engine.game import BridgetteView, OptionValue
from engine.lookback import PlayedDeal

_DEALS: Final = 6


class BridgetteScreens(ContractScreens[BridgetteView]):
    """The words of Bridgette."""

    kind = "bridgette"
    name = marked("Bridgette")
    accent = 0x8E44AD
    rulebook = bridgette.PAGES
    advised = True

    def length(self, options: Mapping[str, OptionValue], texts: Texts) -> str:
        return texts("{number} deals", number=words.number_word(_planned(options), texts))

    def house_rules(self, options: Mapping[str, OptionValue], texts: Texts) -> list[str]:
        if options.get("upcard") != "aside":
            return []
        return [texts("the up-card is put aside and the non-dealer draws the next two cards")]

    def deal_title(self, view: BridgetteView, number: int, texts: Texts) -> str:
        planned = _planned(view.options)
        if number > planned:
            return texts("deal {number}, to break the tie", number=number)
        return texts("deal {number} of {planned}", number=number, planned=planned)

    def phase_line(self, view: BridgetteView, texts: Texts) -> str:
        if view.phase == "discard":
            return texts("**Exchange:** Both keep 13 cards and put the others away, face down.")
        return super().phase_line(view, texts)

    def task(self, view: BridgetteView, info: TableInfo, texts: Texts) -> str:
        if view.phase != "discard":
            return super().task(view, info, texts)
        tasks = [
            texts.plural(
                "{name} is to discard {count} card.",
                "{name} is to discard {count} cards.",
                count,
                name=name,
            )
            for name, count in (
                (bold(seat_name(info, seat, texts)), view.discards[seat]) for seat in view.to_act
            )
        ]
        done = [
            texts("{name} has discarded.", name=seat_name(info, seat, texts))
            for seat, finished in enumerate(view.has_discarded)
            if finished
        ]
        return " ".join((*tasks, *done))

    def course(self, view: BridgetteView, info: TableInfo, texts: Texts) -> list[str]:
        return [_up_card_line(view, info, texts), *super().course(view, info, texts)]

    def tricks(self, view: BridgetteView, info: TableInfo, texts: Texts) -> list[str]:
        return [*super().tricks(view, info, texts), *colon_lines(view, info, texts)]

    def caution(self, texts: Texts) -> str:
        exact = texts(
            "A contract made exactly pays more, so giving up an overtrick may well be wise."
        )
        return f"{super().caution(texts)} {exact}"

    def settled(
        self, deal: PlayedDeal, number: int | None, info: TableInfo, texts: Texts
    ) -> list[str]:
        return [] if number is None else ban_told(deal, number, info, texts)

    def fresh(self, view: BridgetteView) -> bool:
        return view.phase == "discard"

    def drawn(self, view: BridgetteView, texts: Texts) -> list[str]:
        if view.phase == "discard" and not view.discarded:
            return [texts("You drew {cards}.", cards=words.cards(view.drawn, texts, words.face))]
        if view.phase in {"discard", "auction"}:
            discarded = words.cards(view.discarded, texts)
            return [small(texts("You discarded {cards}.", cards=discarded))]
        return []

    def hints(
        self, view: BridgetteView, playable: Collection[str], info: TableInfo, texts: Texts
    ) -> list[str]:
        return colon_hints(view, playable, info, texts)


def _planned(options: Mapping[str, OptionValue]) -> int:
    """How many deals are played unless a tie adds some."""
    return int(options.get("deals", _DEALS))


def _up_card_line(view: BridgetteView, info: TableInfo, texts: Texts) -> str:
    """The up-card and where it went; in the exchange also how many cards the dealer draws."""
    drawn = view.discards[view.dealer]
    up_card = words.face(view.up_card, texts)
    dealer = seat_name(info, view.dealer, texts)
    if view.phase != "discard":
        if view.options.get("upcard") == "aside":
            return texts("**Up-card:** {card}, put aside", card=up_card)
        name = seat_name(info, 1 - view.dealer, texts)
        return texts("**Up-card:** {card}, drawn by {name}", card=up_card, name=name)
    if view.options.get("upcard") == "aside":
        return texts(
            "**Up-card:** {card}, put aside; {dealer} (dealer) draws {count}.",
            card=up_card,
            dealer=dealer,
            count=drawn,
        )
    return texts(
        "**Up-card:** {card}, drawn by {name}; {dealer} (dealer) draws {count}.",
        card=up_card,
        name=seat_name(info, 1 - view.dealer, texts),
        dealer=dealer,
        count=drawn,
    )
