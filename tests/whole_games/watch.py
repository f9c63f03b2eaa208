"""Everybody's eyes: each version of each message, the moment it is shown, against the games.

A table message has to be true of the game at some moment that is no earlier than what it showed
before, and no later than what is in the database.  A hand has to be true of one moment, hold
exactly that seat's cards, and offer exactly the legal choices.  Nothing may name a card that
its reader cannot know at that moment, nor a seed before the game is over.
"""

from __future__ import annotations

import re
import traceback
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from bot.controls import Control, parse
from playground.journal import Shown
from playground.seen import walk
from tests.whole_games.facts import AWAY, Facts, facts_in, points_in
from tests.whole_games.names import in_payload, in_text
from tests.whole_games.replay import Replay, State

_GAME: Final = re.compile(
    r"^## (?:(Your hand|Scores) · )?[A-Z][\w ]+ #(\d+)(?: · (deal \d+))?", re.MULTILINE
)
_SUIT_LINE: Final = re.compile(
    r"^(?:[♠♥♦♣] \*\*(?:spades|hearts|diamonds|clubs)\*\*  |\*\*Colons:\*\* )(.*)$", re.MULTILINE
)
_RECORD: Final = re.compile(r"[a-z]+-(\d+)\.json")
_HEX: Final = re.compile(r"\b[0-9a-f]{64}\b")
_SIGN: Final = {"♠": "S", "♥": "H", "♦": "D", "♣": "C"}
_CHOOSING: Final = frozenset({"play", "call", "bidyes", "pick", "jump", "bid", "discard"})


Files = Callable[[dict[str, Any]], Iterable[tuple[str, str]]]
"""The name and the content of each file of a message, which its JSON only has a link to."""


class Untrue(AssertionError):  # noqa: N818 - what the message is
    """Something was shown that is not so, or not for this reader."""


@dataclass
class Followed:
    """One game as it is watched: its replay, the seats' people, and what its table has shown."""

    game_id: int
    replay: Replay
    seats: dict[int, int]
    committed: Callable[[], Sequence[tuple[int, str]]]
    at: int = 0  # the action after which the table message was true
    shown: int = 0
    finished: dict[int, str] = field(default_factory=dict[int, str])
    end: str = ""
    troubles: list[str] = field(default_factory=list[str])

    def sync(self) -> State:
        """Follow the actions that are in the database, and give the position they lead to."""
        self.replay.follow(self.committed())
        return self.replay.last


def text_of(payload: dict[str, Any]) -> str:
    """All text displays in reading order."""
    return "\n".join(str(c["content"]) for c in walk(payload["components"]) if c["type"] == 10)


def cards_in_hand(text: str) -> frozenset[str]:
    """The cards in the lines of a hand: the first such lines of a panel."""
    found: list[str] = []
    lines = text.splitlines()
    start = next((n for n, line in enumerate(lines) if _SUIT_LINE.match(line)), len(lines))
    for line in lines[start:]:
        match = _SUIT_LINE.match(line)
        if match is None:
            break
        found += [_card(word) for word in re.split(r", |  ", match[1]) if word != "none"]
    assert len(set(found)) == len(found), f"a card twice in:\n{text}"
    return frozenset(found)


def _card(word: str) -> str:
    if ":" in word:
        return word.rsplit(maxsplit=1)[-1]
    return word[:-1].replace("10", "T") + _SIGN[word[-1]]


def offered(payload: dict[str, Any]) -> tuple[frozenset[str], set[tuple[int | None, int | None]]]:
    """What the enabled controls of a hand let one do, and the decisions they were drawn for."""
    texts: set[str] = set()
    stamps: set[tuple[int | None, int | None]] = set()
    for each in walk(payload["components"]):
        control = parse(str(each.get("custom_id", "")))
        if control is None or control.verb not in _CHOOSING:
            continue
        stamps.add((control.seat, control.number))
        if not each.get("disabled"):
            texts.update(_offers(control, each))
    return frozenset(texts), stamps


def _offers(control: Control, component: dict[str, Any]) -> Iterable[str]:
    if component["type"] == 3:
        return {str(option["value"]) for option in component["options"]}
    # A discard that waits for Confirm is made of what its select offers.
    return () if control.verb == "discard" else (control.arg,)


class Watch:
    """Watches all that is shown; ``follow`` tells it of a game."""

    def __init__(self, files: Files = lambda _: ()) -> None:
        self.files = files
        self.games: dict[int, Followed] = {}
        self.secrets: dict[str, Followed] = {}
        self.early: dict[int, list[Shown]] = {}
        self.troubles: list[str] = []
        self.versions = 0

    def follow(self, game: Followed) -> None:
        """Watch this game from now on, and look at what was shown of it already."""
        self.games[game.game_id] = game
        self.secrets[game.replay.game.seed.hex()] = game
        for shown in self.early.pop(game.game_id, []):
            self.see(shown)

    def see(self, shown: Shown) -> None:
        """Look at one thing shown; what is wrong with it goes to ``troubles``."""
        try:
            self._see(shown)
        except AssertionError as error:
            self.troubles.append(f"{error}\nshown to {'all' if shown.public else 'one'}")
        except Exception:  # the stand-in, which is answering a call just now, must go on
            self.troubles.append(traceback.format_exc())

    def _see(self, shown: Shown) -> None:
        if shown.payload.get("deferred"):
            return
        payload = shown.payload
        text = text_of(payload) if shown.kind == "message" else ""
        heading = _GAME.search(text)
        game_id = int(heading[2]) if heading else None
        game = self.games.get(game_id) if game_id is not None else None
        if game_id is not None and game is None:
            self.early.setdefault(game_id, []).append(shown)
            return
        self.versions += 1
        self._seeds(text)
        for name, content in self.files(payload):
            self._file(name, content)
        named = in_payload(payload)
        if game is None or heading is None:
            if named:
                raise Untrue(f"{sorted(named)} named where no card has any business:\n{text}")
            return
        state = game.sync()
        if heading[1] == "Your hand":
            state, seat = self._hand(game, shown, text)
            allowed = state.may_know(seat)
        elif shown.public:
            allowed = self._table(game, text, dealt=heading[3] is not None)
        else:
            allowed = state.may_know(_seat_of(game, shown))
        if named - allowed:
            raise Untrue(f"{sorted(named - allowed)} cannot be known, but was shown:\n{text}")

    def _seeds(self, text: str) -> None:
        for number in _HEX.findall(text):
            game = self.secrets.get(number)
            if game is not None and not game.sync().over:
                raise Untrue(f"the seed of a running game is shown:\n{text}")

    def _file(self, name: str, content: str) -> None:
        """A record has every card of a game, so it is for nobody before the game is over."""
        match = _RECORD.fullmatch(name)
        game = self.games.get(int(match[1])) if match else None
        if in_text(content) and (game is None or not game.sync().over):
            raise Untrue(f"the file {name} names cards, and its game is not known to be over")

    # Hands

    def _hand(self, game: Followed, shown: Shown, text: str) -> tuple[State, int]:
        seat = _seat_of(game, shown)
        if seat is None:
            raise Untrue(f"a hand was shown to {set(shown.viewers)}:\n{text}")
        if game.replay.last.over and ("\n### The game is over" in text or " wins: " in text):
            return self._hand_of_the_end(game, text), seat
        told, cards = facts_in(text), cards_in_hand(text)
        choices, stamps = offered(shown.payload)
        away = "The computer plays for you" in text
        for state in reversed(game.replay.states):
            if state.number != told.number:
                continue
            if state.hands[seat] != cards or _without_draft(told) != _for_hand(state):
                continue
            if choices == (frozenset() if away else state.asked[seat]) and stamps <= {
                (seat, state.decisions[seat])
            }:
                return state, seat
        last = game.replay.last
        raise Untrue(
            f"seat {seat}'s hand is true of no moment: it tells {told} with {sorted(cards)}, "
            f"offers {sorted(choices)} at {stamps}; the game last had {last.facts.in_hand()}, "
            f"{sorted(last.hands[seat])}, {sorted(last.asked[seat])}, {last.decisions}\n{text}"
        )

    @staticmethod
    def _hand_of_the_end(game: Followed, text: str) -> State:
        last = game.replay.last
        if totals_in(text) != last.facts.totals:
            raise Untrue(f"the totals are {last.facts.totals}, but a hand says:\n{text}")
        return last

    # Tables

    def _table(self, game: Followed, text: str, *, dealt: bool) -> frozenset[str]:
        """Hold a public message against the game; what it may name."""
        finished = "**Dealer:** " in text or ("### " in text and "\n**Totals:** " in text)
        if finished and dealt:
            number = facts_in(text).number
            game.finished[number] = text
            if number not in game.replay.finished:
                raise Untrue(f"deal {number} is shown as finished, and is not:\n{text}")
            return game.replay.finished[number]
        if finished:
            if not game.replay.last.over:
                raise Untrue(f"the game is shown as over, and is not:\n{text}")
            game.end = text
            return frozenset()
        told = facts_in(text)
        states = game.replay.states
        for place in range(game.at, len(states)):
            if states[place].facts == told:
                game.at = place
                game.shown += 1
                return states[place].public
        raise Untrue(
            f"the table is true of no moment since action {game.at}: it tells\n{told}\nthe game "
            f"then had\n{states[game.at].facts}\nand last\n{states[-1].facts}\n{text}"
        )


def _seat_of(game: Followed, shown: Shown) -> int | None:
    (viewer,) = shown.viewers
    return game.seats.get(viewer)


def _for_hand(state: State) -> Facts:
    return Facts(state.number) if state.over else state.facts.in_hand()


def _without_draft(told: Facts) -> Facts:
    return told.in_hand()


def totals_in(text: str) -> tuple[tuple[str, int], ...]:
    """The totals on the message of a finished deal or game."""
    line = next(line for line in text.splitlines() if line.startswith("**Totals:** "))
    return points_in(line.removeprefix("**Totals:** ").replace(AWAY, ""))
