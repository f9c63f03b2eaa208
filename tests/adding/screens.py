"""Whist on the screens."""

from __future__ import annotations

from collections.abc import Mapping

from bot.screens import words
from bot.screens.book import Page
from bot.screens.game import GameScreens
from bot.screens.models import TableInfo
from bot.screens.parts import points_line
from bot.texts import Texts, marked
from engine.game import OptionValue
from tests.adding.whist import WhistView


class WhistScreens(GameScreens[WhistView]):
    """The words of Whist."""

    kind = "whist"
    name = marked("Whist")
    accent = 0xB5651D
    advised = True
    rulebook = (
        Page(
            marked("The deal"),
            (marked("**Two players**, 13 cards each. The next card is turned up: trumps."),),
        ),
        Page(marked("Score"), (marked("Each trick above six scores **a point**."),)),
    )

    def length(self, options: Mapping[str, OptionValue], texts: Texts) -> str:
        return texts.plural("{count} deal", "{count} deals", int(options["deals"]))

    def deal_title(self, view: WhistView, number: int, texts: Texts) -> str:
        planned = int(view.options["deals"])
        return texts("deal {number} of {planned}", number=number, planned=planned)

    def standing(self, view: WhistView, info: TableInfo, texts: Texts) -> list[str]:
        turned = texts("**Turned up:** {card}", card=words.card(view.turned, texts))
        won = texts("**Tricks:** {won}", won=points_line(view.tricks_won, info, texts))
        return [turned, won, *super().standing(view, info, texts)]
