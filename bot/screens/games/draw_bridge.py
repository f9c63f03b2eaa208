"""Draw Bridge on the screens: the draw phase and the stock."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from bot.screens import words
from bot.screens.game import ContractScreens
from bot.screens.models import TableInfo
from bot.screens.parts import TRICKS, finished_trick, seat_name
from bot.screens.rulebooks import draw_bridge
from bot.screens.tricks import last_trick_line, on_the_table, trick_number
from bot.texts import Texts, marked
from engine.game import DrawBridgeView, OptionValue, Trick

_TARGET: Final = 300


class DrawBridgeScreens(ContractScreens[DrawBridgeView]):
    """The words of Draw Bridge."""

    kind = "drawbridge"
    name = marked("Draw Bridge")
    accent = 0x1F8B4C
    rulebook = draw_bridge.PAGES
    advised = True

    def length(self, options: Mapping[str, OptionValue], texts: Texts) -> str:
        return texts("to {points} points", points=int(options.get("target", _TARGET)))

    def house_rules(self, options: Mapping[str, OptionValue], texts: Texts) -> list[str]:
        lines: list[str] = []
        if options.get("draw") == "follow":
            lines.append(
                texts(
                    "in the draw phase suit must be followed and the highest card of the suit wins"
                )
            )
        if options.get("stock") == "open":
            lines.append(texts("both see the top card of the stock before each trick of the draw"))
        if options.get("penalty") == "off":
            lines.append(texts("failed contracts score nothing"))
        return lines

    def phase_line(self, view: DrawBridgeView, texts: Texts) -> str:
        if view.phase != "draw":
            return super().phase_line(view, texts)
        trick = texts(
            "**Draw phase:** trick {number} of {tricks}.",
            number=trick_number(view.draw_tricks),
            tricks=TRICKS,
        )
        if view.options.get("draw") == "follow":
            rule = texts("Follow suit; the highest card of the suit led wins.")
        else:
            rule = texts("Any card may be played; the higher rank wins, whatever the suits.")
        prize = texts("The winner draws the top card of the stock, the loser the next.")
        return f"{trick} {rule} {prize}"

    def tricks(self, view: DrawBridgeView, info: TableInfo, texts: Texts) -> list[str]:
        last = [_last_draw(trick, view, info, texts) for trick in view.draw_tricks[-1:]]
        if view.phase == "draw":
            return [on_the_table(view, info, texts), *_stock_top(view, texts), *last]
        if view.phase == "auction" and not view.calls:
            return last  # nobody saw the table between that trick and the auction
        return super().tricks(view, info, texts)

    def fresh(self, view: DrawBridgeView) -> bool:
        return view.phase == "draw" and view.trick is None and not view.draw_tricks

    def drawn(self, view: DrawBridgeView, texts: Texts) -> list[str]:
        if not view.drawn or view.phase not in {"draw", "auction"}:
            return []
        return [
            texts(
                "After the last trick you drew **{card}**.",
                card=words.face(view.drawn[-1], texts),
            )
        ]


def _stock_top(view: DrawBridgeView, texts: Texts) -> list[str]:
    if view.stock_top is None:
        return []
    return [
        texts(
            "**Top of the stock:** {card}: whoever wins this trick draws it.",
            card=words.face(view.stock_top, texts),
        )
    ]


def _last_draw(last: Trick, view: DrawBridgeView, info: TableInfo, texts: Texts) -> str:
    """The last trick of the draw phase, and who drew what, as far as both may know."""
    if last.winner is None:
        return last_trick_line(last, info, texts)
    shown = finished_trick(last, info, texts, words.face)
    loser = seat_name(info, 1 - last.winner, texts)
    if len(view.stock_shown) >= len(view.draw_tricks):
        return texts(
            "**Last trick:** {trick}, who drew {card}; {loser} drew the next card.",
            trick=shown,
            card=words.face(view.stock_shown[len(view.draw_tricks) - 1], texts),
            loser=loser,
        )
    return texts(
        "**Last trick:** {trick}, who drew first; {loser} drew next.", trick=shown, loser=loser
    )
