"""What a game says of itself on the screens: its name, its house rules, its phases, its scores.

The screens are the same for every game and ask its ``GameScreens`` for whatever is its own.  A game
subclasses ``GameScreens`` (or ``ContractScreens``, when it has an auction), in a file of its own in
``bot.screens.games``, and is entered there.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Collection, Mapping
from typing import Any, ClassVar, Generic, TypeVar

from bot.screens.auctions import auction_line, contract_line
from bot.screens.book import Page
from bot.screens.models import TableInfo
from bot.screens.parts import TRICKS, bold, points_line, seat_names
from bot.screens.scoring import contract_in_words
from bot.screens.tricks import last_trick_line, on_the_table, trick_number
from bot.texts import Texts
from engine.game import AuctionView, DealResult, Kind, OptionValue, View
from engine.lookback import PlayedDeal

V = TypeVar("V", bound=View)
A = TypeVar("A", bound=AuctionView)


class GameScreens(ABC, Generic[V]):
    """The words of one kind of game, whose views are ``V``; it keeps nothing.

    ``kind`` is the engine's word for it, ``name`` an English text marked for translation,
    ``accent`` the colour at the side of its messages (0xRRGGBB), ``rulebook`` its pages;
    ``advised`` says that the computer's level ``hard`` plays it, which hints come from.  What is
    not overridden fits any game that is played in tricks.
    """

    kind: ClassVar[Kind]
    name: ClassVar[str]
    accent: ClassVar[int]
    rulebook: ClassVar[tuple[Page, ...]]
    advised: ClassVar[bool] = False

    @property
    def command(self) -> str:
        """The command that starts this game."""
        return f"/{self.kind} start"

    # What is agreed before a game.

    @abstractmethod
    def length(self, options: Mapping[str, OptionValue], texts: Texts) -> str:
        """How long a game goes on: ``six deals``, ``to 300 points``."""

    def house_rules(self, options: Mapping[str, OptionValue], texts: Texts) -> list[str]:
        """Each house rule that is not the usual one, in words; the length is none."""
        return []

    def terms(self, options: Mapping[str, OptionValue], texts: Texts) -> str:
        """How a game is played, in two lines: its length, and its house rules if there are any."""
        lines = [texts("**Length:** {length}", length=self.length(options, texts))]
        rules = self.house_rules(options, texts)
        if rules:
            lines.append(texts("**House rules:** {rules}", rules="; ".join(rules)))
        return "\n".join(lines)

    # The deal as it stands.

    def deal_title(self, view: V, number: int, texts: Texts) -> str:
        """Which deal this is: ``deal 3 of 6``, or ``deal 3, to 300 points``."""
        return texts(
            "deal {number}, {length}", number=number, length=self.length(view.options, texts)
        )

    def phase_line(self, view: V, texts: Texts) -> str:
        """The phase in one sentence, while the game runs."""
        return texts(
            "**Play:** trick {number} of {tricks}.",
            number=trick_number(view.tricks),
            tricks=TRICKS,
        )

    def task(self, view: V, info: TableInfo, texts: Texts) -> str:
        """Whose turn it is, and what is to be done."""
        names = bold(seat_names(info, view.to_act, texts))
        if view.trick is None or not view.trick.cards:
            return texts("{name} leads to the trick.", name=names)
        return texts("{name} is to play a card.", name=names)

    def standing(self, view: V, info: TableInfo, texts: Texts) -> list[str]:
        """The deal in lines: what it is played for, the cards on the table, how it came there.

        Everybody sees them, on the table and in the hand, so they may say nothing that only a
        seat knows.  In the play what is looked at most comes first.
        """
        return self.tricks(view, info, texts)

    def tricks(self, view: V, info: TableInfo, texts: Texts) -> list[str]:
        """The trick on the table and the last one."""
        if view.phase != "play":
            return []
        lines = [on_the_table(view, info, texts)]
        if view.tricks:
            lines.append(last_trick_line(view.tricks[-1], info, texts))
        return lines

    # The hand.

    def fresh(self, view: V) -> bool:
        """Whether the deal has just been dealt, so that the last one is still to be told."""
        return view.phase == "play" and view.trick is None and not view.tricks

    def drawn(self, view: V, texts: Texts) -> list[str]:
        """What this seat drew or put away, while that is news."""
        return []

    def hints(self, view: V, playable: Collection[str], info: TableInfo, texts: Texts) -> list[str]:
        """What some cards in hand can do now; ``playable`` are those that may be played."""
        return []

    # Deals that are finished.

    def caution(self, texts: Texts) -> str:
        """How the remarks on the play of a whole deal are to be taken."""
        return texts("Counted in tricks, with all cards seen: nobody at the table could know.")

    def settled(
        self, deal: PlayedDeal, number: int | None, info: TableInfo, texts: Texts
    ) -> list[str]:
        """What became certain with trick ``number`` (from 0) of a deal looked back on, in lines.

        ``None``: of the whole deal.  Only plain facts, true whatever cards were held.
        """
        return []

    def deal_in_words(self, result: DealResult, info: TableInfo, texts: Texts) -> str:
        """How a deal came out and what it scores, in a line."""
        return points_line(result.points, info, texts)

    def deal_line(self, result: DealResult, info: TableInfo, texts: Texts) -> str:
        """A deal in a list: its number, how it came out, the totals after it."""
        return texts(
            "**{number}.** {score} → {totals}",
            number=result.number,
            score=self.deal_in_words(result, info, texts),
            totals=points_line(result.totals, info, texts),
        )

    def deals_legend(self, texts: Texts) -> str:
        """How the lines of a list of deals are to be read, where they do not say so themselves."""
        return ""

    def final_score(self, result: DealResult, info: TableInfo, texts: Texts) -> str:
        """The score of a deal on top of the message that keeps it."""
        return f"### {self.deal_in_words(result, info, texts)}"


class ContractScreens(GameScreens[A]):
    """The words of a game with an auction and a contract that is played."""

    def phase_line(self, view: A, texts: Texts) -> str:
        if view.phase == "auction":
            return texts("**Auction:** Bid higher than the last bid, double it, or pass.")
        return super().phase_line(view, texts)

    def task(self, view: A, info: TableInfo, texts: Texts) -> str:
        if view.phase == "auction":
            return texts("{name} is to call.", name=bold(seat_names(info, view.to_act, texts)))
        return super().task(view, info, texts)

    def standing(self, view: A, info: TableInfo, texts: Texts) -> list[str]:
        course, tricks = self.course(view, info, texts), self.tricks(view, info, texts)
        if view.contract is None:
            return [*course, *tricks]
        return [contract_line(view.contract, view.tricks_won, info, texts), *tricks, *course]

    def course(self, view: A, info: TableInfo, texts: Texts) -> list[str]:
        """How the contract came about: the calls."""
        if view.phase == "auction" or view.contract is not None:
            return [auction_line(view, info, texts)]
        return []

    def deal_in_words(self, result: DealResult, info: TableInfo, texts: Texts) -> str:
        return contract_in_words(result, info, texts)


AnyGame = GameScreens[Any]
