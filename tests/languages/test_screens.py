"""Every screen in every language: within Discord's limits, and nothing of it cut."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import cache
from typing import Any, get_args

import discord
import pytest

from bot import limits
from bot.preferences import PERSONAL, SERVER
from bot.screens.board import board
from bot.screens.challenge import challenge, lobby
from bot.screens.end import end
from bot.screens.games import SCREENS
from bot.screens.hand import hand
from bot.screens.help import PAGES as HELP
from bot.screens.help import check, help_page
from bot.screens.history import history
from bot.screens.lists import more, running, scores
from bot.screens.manage import confirm_end, confirm_unseat, whose_seat
from bot.screens.notice import confirm_resign
from bot.screens.ping import ping
from bot.screens.podium import podium
from bot.screens.privacy import confirm_taking_out, kept, taken_out
from bot.screens.profile import profile
from bot.screens.refusals import refusal
from bot.screens.replay import Remarks, replay, shared
from bot.screens.rules import rules
from bot.screens.settings import (
    Starting,
    confirm_season_end,
    confirm_wipe,
    personal,
    season_form,
    server,
    wipe_form,
)
from bot.screens.standing import ORDERS, GameRatings, Rating, RatingChange, Unrated
from bot.screens.table import finished_deal, table
from bot.texts import Texts
from bot.writing import WORDS
from data.records import PersonSettings, ServerSettings
from engine.game import Rule
from tests.bot.screens import test_board as boards
from tests.bot.screens.helpers import (
    NAMES,
    VARIANTS,
    WORST_NAME,
    components,
    info_of,
    positions,
    read,
    start,
)
from tests.bot.screens.test_around_the_game import DUEL, LOBBY
from tests.bot.screens.test_every_position import drafts
from tests.bot.screens.test_history import PAST
from tests.bot.screens.test_profile import EMPTY, FULL
from tests.bot.screens.test_replay import a_game, places, remarks_on
from tests.bot.screens.test_settings_and_privacy import CUP, NOTHING
from tests.languages.catalogues import LANGUAGES, forms, messages

SHARE = 0.03
#: The longest letters, and long words; the others are in the long form.
SOME = ("gu", "uk")
EACH = [
    pytest.param(language, marks=() if language in SOME else pytest.mark.long)
    for language in LANGUAGES
]
Layouts = Iterator[discord.ui.LayoutView]


@cache
def own_ends(language: str) -> tuple[str, ...]:
    """Texts of the catalogue that end in an ellipsis of their own."""
    return tuple(form for each in messages(language) for form in forms(each) if form.endswith("…"))


def sound(layouts: Layouts, language: str) -> None:
    """Nothing breaks a limit; of usual names and games nothing is cut."""
    for layout in layouts:
        assert limits.problems(layout) == [], read(layout)
        for text in _said(layout):
            assert not text.endswith("…") or text.endswith(own_ends(language)), text


def _said(layout: discord.ui.LayoutView) -> Iterator[str]:
    """What a person reads of each component."""
    for part in components(layout):
        yield from _words(part)
        for option in part.get("options", ()):
            yield from _words(option)


def _words(part: Mapping[str, Any]) -> Iterator[str]:
    for key in ("content", "label", "placeholder", "description"):
        yield str(part.get(key) or "")


@pytest.mark.parametrize("language", EACH)
@pytest.mark.parametrize(("kind", "options"), VARIANTS[1::2])
async def test_the_screens_of_a_game(kind: str, options: Mapping[str, Any], language: str) -> None:
    texts = Texts.for_locale(language)
    rng = random.Random(7)
    game = start(kind, 1, options)
    info = info_of(game)
    spoken = texts.written(WORDS)

    def now() -> Layouts:
        public = game.view(None)
        yield table(public, info, texts)
        for seat in range(game.seats):
            yield hand(game.view(seat), info, texts)
        for seat in game.to_act[:1]:
            chosen = drafts(game, seat, rng)
            yield hand(game.view(seat), info, texts, chosen)
            yield hand(game.view(seat), info, spoken, chosen)

    def after() -> Layouts:
        public = game.view(None)
        yield scores(public, info, texts)
        yield more(public, info, 0, texts)
        yield confirm_resign(info, 0, texts)
        yield from (finished_deal(public, deal.number, info, texts) for deal in public.deals)
        yield end(public, info, texts)
        yield ping(info, {0: "turn", 1: "warning"}, {0}, texts)
        yield confirm_end(info, texts)
        yield whose_seat(info, range(game.seats), texts)
        yield confirm_unseat(info, 0, texts)
        for why in get_args(Unrated):
            yield end(public, info, texts, GameRatings(why))
        changed = RatingChange(0, Rating(1000, True), Rating(1017, True))
        yield end(public, info, texts, GameRatings(None, (changed,)))

    worst = info_of(game, (WORST_NAME,) * 4)
    for _ in positions(game, rng, SHARE):
        sound(now(), language)
        seat = next(iter(game.to_act), 0)
        assert limits.problems(hand(game.view(seat), worst, spoken, drafts(game, seat, rng))) == []
        assert limits.problems(table(game.view(None), worst, texts)) == []
    sound(after(), language)
    for rule in Rule:
        text = refusal(rule, game.view(0), texts)
        assert text
        assert "{" not in text


@cache
def remarks(kind: str) -> Remarks:
    return remarks_on(a_game(kind), 0)


@pytest.mark.parametrize("language", EACH)
@pytest.mark.parametrize("kind", SCREENS)
async def test_games_looked_back_on(kind: str, language: str) -> None:
    texts = Texts.for_locale(language)
    game = a_game(kind)

    def pages() -> Layouts:
        for number, spot in enumerate(places(game)):
            if number % 7 == 0:
                yield replay(game, spot, remarks(kind) if spot.deal == 0 else "pending", texts)
        yield shared(game, places(game)[-1], "none", NAMES[0], texts)

    sound(pages(), language)


@pytest.mark.parametrize("language", LANGUAGES)
async def test_the_books(language: str) -> None:
    """The rulebooks and the help: each page fits."""
    texts = Texts.for_locale(language)

    def pages() -> Layouts:
        for game in SCREENS.values():
            yield from (rules(game, page, texts) for page in range(len(game.rulebook)))
        yield from (help_page(page, texts) for page in range(len(HELP)))

    sound(pages(), language)
    for game in SCREENS.values():
        for number, page in enumerate(game.rulebook):
            shown = read(rules(game, number, texts))
            assert all(texts(paragraph) in shown for paragraph in page.paragraphs)


@pytest.mark.parametrize("language", LANGUAGES)
async def test_what_is_around_the_games(language: str) -> None:
    texts = Texts.for_locale(language)

    def shown() -> Layouts:
        for state in ("open", "started", "declined", "withdrawn", "expired"):
            yield challenge(replace(DUEL, state=state, game_id=77), texts)  # type: ignore[arg-type]
            yield lobby(replace(LOBBY, state=state, game_id=77), texts)  # type: ignore[arg-type]
        yield running([], SCREENS, texts)
        yield check((), texts)
        yield check(("View Channel", "Send Messages"), texts)
        for order in ORDERS:
            query = replace(boards.BRIDGETTE, order=order)
            own = boards.line(31, 99, "Zoe", 3, 2)
            yield board(boards.page(query, boards.line(1, 1), own=own), texts)
            yield board(boards.page(replace(query, kind=None)), texts)
        yield profile(FULL, texts, drawn=True)
        yield profile(FULL, texts, drawn=False)
        yield profile(replace(FULL, kind="callbridge", strain=None), texts, drawn=False)
        yield profile(EMPTY, texts, drawn=False)
        yield history(PAST, texts)
        yield history(replace(PAST, lines=(), pages=0, count=0), texts)
        yield personal([each.shown(PersonSettings(), texts) for each in PERSONAL], texts)
        for season in (None, CUP, replace(CUP, ended=CUP.started)):
            chosen = [each.shown(ServerSettings(), texts) for each in SERVER]
            yield server("Card Room", chosen, Starting((1, 2), (3,)), season, texts)
        yield confirm_season_end(CUP, texts)
        yield confirm_wipe("Card Room", ["12"], texts)
        first = [boards.line(1, 1)] * 3
        yield podium(
            replace(CUP, ended=CUP.started), first, dict.fromkeys(SCREENS, first), SCREENS, texts
        )
        yield kept(NOTHING, texts)
        yield kept(replace(NOTHING, games=30, actions=900, settings=True), texts)
        yield confirm_taking_out(texts)
        yield taken_out(texts)

    sound(shown(), language)


@pytest.mark.parametrize("language", LANGUAGES)
async def test_forms_keep_to_the_limits(language: str) -> None:
    texts = Texts.for_locale(language)
    for form in (season_form(texts), wipe_form("Card Room", texts)):
        (label,) = form.to_dict()["components"]
        assert 1 <= len(form.title) <= 45
        assert 1 <= len(label["label"]) <= 45
        assert len(label.get("description") or "") <= 100
        assert len(label["component"].get("placeholder") or "") <= 100
