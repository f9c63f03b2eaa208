"""The watch sees what is wrong: a leak, a lie, a step back; and nothing where all is well."""

from __future__ import annotations

import copy
import random
from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any

import discord
import pytest

from bot.screens.end import end
from bot.screens.games import SCREENS
from bot.screens.hand import hand
from bot.screens.models import Player, TableInfo
from bot.screens.table import finished_deal, table
from bot.texts import Texts
from engine import shuffle
from engine.cards import PACK
from engine.game import Game
from playground.journal import Shown
from playground.seen import walk
from tests.whole_games.people import choose
from tests.whole_games.replay import Replay
from tests.whole_games.watch import Followed, Watch

ENGLISH = Texts.for_locale("en")
SEED = bytes(range(32))
NAMES = ("Ada", "Ben", "Cleo", "Dev")
Payload = dict[str, Any]


class Stage:
    """A game, its watch, and what the bot's own screens make of it."""

    def __init__(self, kind: str, actions: int, **options: int | str) -> None:
        seats = 4 if kind == "callbridge" else 2
        self.info = TableInfo(
            7,
            kind,
            SCREENS,
            tuple(Player(n, i + 100) for i, n in enumerate(NAMES[:seats])),
            1,
            2,
            3,  # type: ignore[arg-type]
        )
        self.replay = Replay(kind, SEED, options, NAMES[:seats])
        self.actions: list[tuple[int, str]] = []
        people = {100 + seat: seat for seat in range(seats)}
        self.followed = Followed(7, self.replay, people, lambda: self.actions)
        self.watch = Watch()
        self.watch.follow(self.followed)
        self.chance = random.Random(1)
        self.go_on(actions)

    @property
    def game(self) -> Game:
        self.followed.sync()
        return self.replay.game

    def go_on(self, count: int) -> None:
        for _ in range(count):
            game = self.game
            seat = game.to_act[0]
            self.actions = [*self.actions, (seat, choose(game.view(seat), self.chance))]
            self.actions = [*self.actions[:-1], self._as_written()]

    def _as_written(self) -> tuple[int, str]:
        self.followed.sync()
        return self.replay.game.actions[-1]

    def table(self) -> Payload:
        return payload(table(self.game.view(None), self.info, ENGLISH))

    def hand(self, seat: int) -> Payload:
        return payload(hand(self.game.view(seat), self.info, ENGLISH))

    def show(self, shown: Payload, seat: int | None = None) -> list[str]:
        """Put it before everybody or one seat; what the watch says to it."""
        viewers = frozenset(range(100, 104)) if seat is None else frozenset({100 + seat})
        self.watch.see(Shown(0.0, "message", seat is None, viewers, 2, shown))
        troubles, self.watch.troubles = self.watch.troubles, []
        return troubles


def payload(layout: discord.ui.LayoutView) -> Payload:
    return copy.deepcopy(
        {"content": "", "embeds": [], "attachments": [], "components": layout.to_components()}
    )


def texts(shown: Payload) -> list[Payload]:
    return [each for each in walk(shown["components"]) if each["type"] == 10]


def replaced(shown: Payload, old: str, new: str) -> Payload:
    """The same with another text in one place."""
    shown = copy.deepcopy(shown)
    (place,) = [each for each in texts(shown) if old in each["content"]]
    place["content"] = place["content"].replace(old, new, 1)
    return shown


def with_control(shown: Payload, **control: Any) -> Payload:
    """The same with one more button."""
    shown = copy.deepcopy(shown)
    shown["components"].append({"type": 1, "components": [{"type": 2, **control}]})
    return shown


KINDS = ("bridgette", "drawbridge", "callbridge")
STOPS = (0, 1, 2, 3, 7, 20, 28, 33, 40)


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("actions", STOPS)
def test_the_truth_passes(kind: str, actions: int) -> None:
    stage = Stage(kind, actions)
    assert not stage.show(stage.table())
    for seat in range(len(stage.info.players)):
        assert not stage.show(stage.hand(seat), seat)


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("actions", STOPS)
def test_a_card_of_another_hand_is_a_leak(kind: str, actions: int) -> None:
    stage = Stage(kind, actions)
    other = min(stage.replay.last.hands[1] - stage.replay.last.may_know(0))
    for told in (f"Ben holds {other}", f"-# {other}"):
        for shown, seat in ((stage.table(), None), (stage.hand(0), 0)):
            leak = copy.deepcopy(shown)
            texts(leak)[-1]["content"] += f"\n{told}"
            assert "cannot be known" in "".join(stage.show(leak, seat))
            leak = with_control(shown, label="x", custom_id=f"1.scores.7...{other}")
            assert "cannot be known" in "".join(stage.show(leak, seat))
            leak = copy.deepcopy(shown) | {"attachments": [{"description": other}]}
            assert "cannot be known" in "".join(stage.show(leak, seat))


@pytest.mark.parametrize("kind", KINDS)
def test_a_hand_shown_to_the_wrong_one_is_a_leak(kind: str) -> None:
    stage = Stage(kind, 3)
    assert stage.show(stage.hand(1), 0)
    assert stage.show(stage.hand(1))


def test_a_discard_stays_secret() -> None:
    stage = Stage("bridgette", 2)
    mine = stage.game.view(0).discarded  # type: ignore[attr-defined]
    told = f"You discarded {mine[0]}."
    shown, other = stage.hand(0), stage.hand(1)
    texts(shown)[-1]["content"] += told
    assert not stage.show(shown, 0)
    texts(other)[-1]["content"] += told
    assert "cannot be known" in "".join(stage.show(other, 1))


def test_a_card_drawn_from_the_closed_stock_is_the_drawers_alone() -> None:
    stage = Stage("drawbridge", 2)
    drawn = [stage.game.view(seat).drawn[-1] for seat in (0, 1)]  # type: ignore[attr-defined]
    for seat in (0, 1):
        shown = stage.hand(seat)
        texts(shown)[-1]["content"] += f"\nThe other drew {drawn[1 - seat]}"
        assert "cannot be known" in "".join(stage.show(shown, seat))


def test_the_open_stock_is_known_as_far_as_it_was_seen() -> None:
    stage = Stage("drawbridge", 4, stock="open")
    order = [str(card) for card in shuffle.order(SEED, 1, PACK)[26:]]
    for place, leaks in ((0, False), (2, False), (4, False), (6, True)):
        shown = stage.table()
        texts(shown)[-1]["content"] += f"\nTop: {order[place]}"
        assert bool(stage.show(shown)) is leaks


def test_a_card_may_be_named_once_it_is_played_and_not_before() -> None:
    stage = Stage("callbridge", 4)
    early = stage.hand(stage.game.to_act[0])
    leader = stage.game.to_act[0]
    stage.go_on(1)
    card = stage.actions[-1][1]
    shown = stage.table()
    assert not stage.show(shown)
    assert not stage.show(early, leader)  # a panel may lag behind
    earlier = Stage("callbridge", 4).table()
    texts(earlier)[-1]["content"] += f"\n{card}"
    assert Stage("callbridge", 4).show(earlier)


LIES: list[tuple[str, int, Callable[[Stage], tuple[str, str]]]] = [
    ("bridgette", 30, lambda _: ("Ada **0**", "Ada **50**")),
    ("bridgette", 30, lambda _: ("trick ", "trick 1")),
    ("bridgette", 10, lambda _: ("needs ", "needs 1")),
    ("drawbridge", 3, lambda s: (f"**{NAMES[s.game.to_act[0]]}** ", "**Nobody** ")),
    ("drawbridge", 3, lambda _: ("**On the table:** ", "**On the table:** nothing, ")),
    ("callbridge", 9, lambda _: ("bid 2", "bid 3")),
    ("callbridge", 9, lambda _: ("won by ", "won by Computer, not ")),
    ("callbridge", 9, lambda _: ("deal 1", "deal 2")),
]


@pytest.mark.parametrize(("kind", "actions", "lie"), LIES)
def test_a_lie_on_the_table_is_seen(
    kind: str, actions: int, lie: Callable[[Stage], tuple[str, str]]
) -> None:
    stage = Stage(kind, actions)
    shown = stage.table()
    old, new = lie(stage)
    assert "true of no moment" in "".join(stage.show(replaced(shown, old, new)))
    assert not stage.show(shown)


def test_a_table_that_falls_back_is_seen() -> None:
    stage = Stage("callbridge", 9)
    before = stage.table()
    stage.go_on(1)
    assert not stage.show(stage.table())
    assert "true of no moment" in "".join(stage.show(before))


def test_a_table_ahead_of_the_database_is_seen() -> None:
    ahead, stage = Stage("callbridge", 10), Stage("callbridge", 9)
    assert "true of no moment" in "".join(stage.show(ahead.table()))


def test_controls_are_the_legal_choices() -> None:
    stage = Stage("callbridge", 5)
    seat = stage.game.to_act[0]
    good = stage.hand(seat)
    assert not stage.show(good, seat)
    cards = [
        each for each in walk(good["components"]) if each.get("custom_id", "").startswith("1.play.")
    ]
    assert cards
    for card in cards:
        card["disabled"] = not card.get("disabled")
        assert "true of no moment" in "".join(stage.show(good, seat))
        card["disabled"] = not card.get("disabled")
    cards[0]["custom_id"] = cards[0]["custom_id"].replace(f".{seat}.1.", f".{seat}.2.")
    assert "true of no moment" in "".join(stage.show(good, seat))


def test_a_hand_that_lacks_a_card_is_seen() -> None:
    stage = Stage("callbridge", 5)
    seat = (stage.game.to_act[0] + 1) % 4
    shown = stage.hand(seat)
    line = next(t for t in texts(shown) if "**spades**" in t["content"])["content"].splitlines()[0]
    short = line.rsplit("  ", 1)[0] + "  "
    assert "true of no moment" in "".join(stage.show(replaced(shown, line, short.strip()), seat))


def test_the_seed_comes_last() -> None:
    stage = Stage("bridgette", 5)
    shown = stage.table()
    texts(shown)[-1]["content"] += f" {SEED.hex()}"
    assert "seed of a running game" in "".join(stage.show(shown))


def test_deals_and_ends_are_told_when_they_are_over() -> None:
    stage = Stage("callbridge", 55, target=5)
    stage.show(stage.table())
    done = Stage("callbridge", 56, target=5)
    kept = payload(finished_deal(done.game.view(None), 1, done.info, ENGLISH))
    assert "shown as finished" in "".join(stage.show(kept))
    assert not done.show(kept)
    hidden = sorted(
        card
        for hand_ in done.replay.last.hands
        for card in hand_
        if card not in done.replay.finished[1]
    )
    assert not hidden  # in a finished deal every card has been played
    while not done.game.outcome:
        done.go_on(1)
    over = payload(end(done.game.view(None), done.info, ENGLISH))
    assert "seed of a running game" in "".join(stage.show(over))
    assert "shown as over" in "".join(stage.show(replaced(over, SEED.hex(), "")))
    assert not done.show(over)


def test_a_record_is_for_nobody_before_the_end() -> None:
    stage = Stage("callbridge", 20, target=5)
    stage.watch.files = lambda _: [("callbridge-7.json", str(stage.actions))]
    shown = {"content": "", "components": [], "attachments": [{"filename": "callbridge-7.json"}]}
    assert "not known to be over" in "".join(stage.show(shown, 0))
    stage.watch.files = lambda _: [("notes.txt", "A♠")]
    assert "not known to be over" in "".join(stage.show(shown, 0))
    while not stage.game.outcome:
        stage.go_on(1)
    stage.watch.files = lambda _: [("callbridge-7.json", str(stage.actions))]
    assert not stage.show(shown, 0)


def test_cards_where_there_is_no_game() -> None:
    stage = Stage("callbridge", 5)
    shown = {"content": "", "components": [{"type": 10, "content": "Look: A♠"}]}
    assert "no card has any business" in "".join(stage.show(shown, 0))


def test_the_clock_is_not_needed() -> None:
    """Moments in a text are no cards."""
    stage = Stage("callbridge", 5)
    moment = int(datetime(2026, 1, 1, tzinfo=UTC).timestamp())
    shown = {"content": "", "components": [{"type": 10, "content": f"<t:{moment}:R>"}]}
    assert not stage.show(shown, 0)
