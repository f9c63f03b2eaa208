"""What can be chosen in ``/settings``: for a person, and for a server.

Another setting is another entry in ``PERSONAL`` or ``SERVER``; its select, its line on the screen
and its press follow from that.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final, Generic, TypeVar, cast

from babel import Locale

from bot.paces import PACES
from bot.screens.clock import pace_words
from bot.screens.settings import UNSET, Shown, Starting
from bot.speech import DECK, FOUR, TWO
from bot.texts import Texts, languages, marked
from data.records import PersonSettings, ServerSettings

S = TypeVar("S", PersonSettings, ServerSettings)
_TWO: Final = "two"
_FOUR: Final = "four"
Options = Sequence[tuple[str, str]]
"""What can be chosen: values, and the words for them."""


@dataclass(frozen=True, slots=True)
class Preference(Generic[S]):
    """One thing to choose.

    ``key`` names it in custom_ids (small letters); ``title``, ``about`` and ``unset`` are English
    texts marked for translation: its name, what it does in a sentence, and what holds while
    nothing is chosen (``None``: one of the options always holds).  ``read`` gives the value that
    was chosen, ``None`` for nothing; ``write`` gives the settings with another one.
    """

    key: str
    title: str
    about: str
    unset: str | None
    options: Callable[[Texts], Options]
    read: Callable[[S], str | None]
    write: Callable[[S, str | None], S]

    def shown(self, settings: S, texts: Texts) -> Shown:
        """This setting as the screen has it, with what is chosen now."""
        options = list(self.options(texts))
        if self.unset is not None:
            options.insert(0, (UNSET, texts(self.unset)))
        chosen = self.read(settings)
        known = {value for value, _ in options}
        return Shown(
            key=self.key,
            title=texts(self.title),
            about=texts(self.about),
            options=tuple(options),
            chosen=chosen if chosen in known else UNSET,
        )

    def chosen(self, settings: S, value: str, texts: Texts) -> S:
        """The settings after ``value`` was chosen; ``ValueError`` for one that is not offered."""
        if value == UNSET and self.unset is not None:
            return self.write(settings, None)
        if value not in {each for each, _ in self.options(texts)}:
            raise ValueError(f"{self.key}: {value!r} cannot be chosen")
        return self.write(settings, value)


def _languages(texts: Texts) -> Options:
    """Every language there are texts in, by its own name."""
    return [(code, _own_name(code)) for code in languages()]


def _own_name(code: str) -> str:
    locale = Locale.parse(code.replace("-", "_"))
    name = locale.get_display_name(locale) or code
    return name[:1].upper() + name[1:]


def _yes_no(texts: Texts) -> Options:
    return [("on", texts("Yes")), ("off", texts("No"))]


def _paces(texts: Texts) -> Options:
    return [(pace, pace_words(pace, texts)) for pace in PACES]


def _decks(texts: Texts) -> Options:
    return [
        (_TWO, texts("Two colours: black and red")),
        (_FOUR, texts("Four colours: black, red, blue and green")),
    ]


PERSONAL: Final[tuple[Preference[PersonSettings], ...]] = (
    Preference(
        key="language",
        title=marked("Language"),
        about=marked("What I say to you alone is in this language."),
        unset=marked("The language of your Discord"),
        options=_languages,
        read=lambda settings: settings.language,
        write=lambda settings, value: replace(settings, language=value),
    ),
    Preference(
        key="pings",
        title=marked("Notifications"),
        about=marked("Whether Discord notifies you when somebody challenges you."),
        unset=None,
        options=_yes_no,
        read=lambda settings: "on" if settings.pings else "off",
        write=lambda settings, value: replace(settings, pings=value != "off"),
    ),
    Preference(
        key="turns",
        title=marked("Turn notifications"),
        about=marked(
            "Whether I call you with a new message when you have not noticed for a minute that it "
            "is your turn, or when your time runs out."
        ),
        unset=None,
        options=_yes_no,
        read=lambda settings: "on" if settings.turn_pings else "off",
        write=lambda settings, value: replace(settings, turn_pings=value != "off"),
    ),
    Preference(
        key="deck",
        title=marked("Deck"),
        about=marked(
            "The colours of the suits on the pictures of cards that I show to you alone. Every "
            "card has its suit as a symbol as well."
        ),
        unset=None,
        options=_decks,
        read=lambda settings: _FOUR if settings.four_colours else _TWO,
        write=lambda settings, value: replace(settings, four_colours=value == _FOUR),
    ),
    Preference(
        key="words",
        title=marked("Cards in words"),
        about=marked(
            "Whether I write cards and bids to you alone in words, such as “ten of spades”, for a "
            "screen reader."
        ),
        unset=None,
        options=_yes_no,
        read=lambda settings: "on" if settings.in_words else "off",
        write=lambda settings, value: replace(settings, in_words=value == "on"),
    ),
)
SERVER: Final[tuple[Preference[ServerSettings], ...]] = (
    Preference(
        key="language",
        title=marked("Language"),
        about=marked("Tables, challenges and everything that all can read are in this language."),
        unset=marked("The language of this server on Discord"),
        options=_languages,
        read=lambda settings: settings.language,
        write=lambda settings, value: replace(settings, language=value),
    ),
    Preference(
        key="pace",
        title=marked("Pace"),
        about=marked(
            "How long a decision may take in games between people, unless whoever starts one "
            "chooses otherwise. Games that are running keep theirs."
        ),
        unset=marked("No clock"),
        options=_paces,
        read=lambda settings: settings.pace,
        write=lambda settings, value: replace(settings, pace=value),
    ),
    Preference(
        key="deck",
        title=marked("Deck"),
        about=marked("The colours of the suits on the pictures of cards that all can see."),
        unset=None,
        options=_decks,
        read=lambda settings: _FOUR if settings.more.get(DECK) == FOUR else _TWO,
        write=lambda settings, value: replace(
            settings, more={**settings.more, DECK: FOUR if value == _FOUR else TWO}
        ),
    ),
)


def preference(among: tuple[Preference[S], ...], key: str) -> Preference[S] | None:
    """The setting of this key, ``None`` if there is none."""
    return next((each for each in among if each.key == key), None)


#: The key of a choice in custom_ids -> its name in ``ServerSettings.more``.
STARTING: Final[Mapping[str, str]] = {"roles": "starters", "channels": "channels"}


def starting_of(settings: ServerSettings) -> Starting:
    """The roles whose members may start games, and the channels for it; empty: all."""
    return Starting(*(_ids(settings.more.get(name)) for name in STARTING.values()))


def _ids(value: object) -> tuple[int, ...]:
    if not isinstance(value, list):
        return ()
    each = cast("list[object]", value)
    return tuple(int(found) for found in each if isinstance(found, str) and found.isdecimal())
