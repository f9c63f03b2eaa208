"""The pieces that several screens share: the frame, the title, names, totals, tricks."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any, Final

import discord

from bot import limits
from bot.controls import Control, ControlItem, button
from bot.ready import Ready
from bot.screens import words
from bot.screens.models import Player, TableInfo
from bot.texts import Texts
from engine.game import Trick, View

if TYPE_CHECKING:
    from bot.screens.game import AnyGame

Row = discord.ui.ActionRow[Any]
Block = str | Row | Ready | discord.ui.MediaGallery[Any] | None

_ACCENT: Final = 0x607D8B
"""The colour of a message that belongs to no game."""

TRICKS: Final = 13
_TEXT_RESERVE: Final = 200
# A character is two units of UTF-16 at most, and four bytes.
_SURELY_FITS: Final = min(limits.TEXT // 2, (limits.TEXT_BYTES - _TEXT_RESERVE) // 4)


def screen(*blocks: Block, game: AnyGame | None = None) -> discord.ui.LayoutView:
    """A layout of one container: texts, rows, rules; ``None`` and empty texts are left out.

    It has the colour of ``game``.

    A safeguard keeps the whole within Discord's limit of text: a block that would break
    it is cut.  No screen needs that in a usual game; very long names and games may.
    """
    texts = [block for block in blocks if isinstance(block, str)]
    # Most screens are so short that they fit however their characters are counted.
    short = sum(map(len, texts)) <= _SURELY_FITS
    layout = discord.ui.LayoutView(timeout=None)
    items: list[discord.ui.Item[Any]] = []
    characters, octets = limits.TEXT, limits.TEXT_BYTES - _TEXT_RESERVE
    for block in blocks:
        if isinstance(block, str):
            text = block.strip() if short else _cut(block, characters, octets)
            if text:
                if not short:
                    characters -= limits.length(text)
                    octets -= len(text.encode())
                items.append(discord.ui.TextDisplay(text))
        elif block is not None:
            items.append(block)
    accent = _ACCENT if game is None else game.accent
    layout.add_item(discord.ui.Container(*items, accent_colour=accent))
    return layout


def _cut(text: str, characters: int, octets: int) -> str:
    text = text.strip()
    if limits.length(text) <= characters and len(text.encode()) <= octets:
        return text
    while text and (limits.length(text) >= characters or len(text.encode()) + 3 > octets):
        text = text[: -max(1, len(text) // 50)]
    return text.rstrip() + "…" if text else ""


def rows(controls: Sequence[ControlItem]) -> list[Row]:
    """Buttons in rows of five."""
    size = limits.ROW_BUTTONS
    return [row(*controls[start : start + size]) for start in range(0, len(controls), size)]


def row(*controls: ControlItem) -> Row:
    """One row: up to five buttons, or one select."""
    made: Row = discord.ui.ActionRow(*controls)  # not ``Row``: what an alias makes takes longer
    return made


def picture(file_name: str, description: str) -> discord.ui.MediaGallery[Any]:
    """A picture that comes along as a file of this name; ``description`` says what it shows."""
    item = discord.MediaGalleryItem(f"attachment://{file_name}", description=description)
    return discord.ui.MediaGallery(item)


def rule() -> Ready:
    """A line between two parts."""
    kind = discord.ComponentType.separator
    return Ready(kind, {"type": kind.value, "divider": True, "spacing": 1})


def text_block(*lines: str | None) -> str:
    """Lines below each other; ``None`` and empty ones are left out."""
    return "\n".join(line for line in lines if line)


def small(text: str) -> str:
    """Each line as Discord's small print."""
    return "\n".join(f"-# {line}" for line in text.splitlines())


def code(text: str) -> str:
    """A text to be copied as it stands, such as a command."""
    return f"`{text}`"


def bold(text: str) -> str:
    """A text that stands out; ``text`` is already safe."""
    return f"**{text}**"


def fitting(lines: Sequence[str], texts: Texts, characters: int = 2600) -> list[str]:
    """The last of the lines that fit into so many characters, and a word on those left out.

    Bytes count as well: a third of the limit of bytes is kept for the rest of the message.
    """
    kept: list[str] = []
    octets = limits.TEXT_BYTES * 2 // 3
    for line in reversed(lines):
        characters -= limits.length(line) + 1
        octets -= len(line.encode()) + 1
        if characters < 0 or octets < 0:
            left = len(lines) - len(kept)
            kept.append(
                texts.plural(
                    "… and {count} earlier one, too long to show",
                    "… and {count} earlier ones, too long to show",
                    left,
                )
            )
            break
        kept.append(line)
    return kept[::-1]


def title_of(game: AnyGame, game_id: int, texts: Texts) -> str:
    """``Bridgette #12``."""
    return f"{texts(game.name)} #{game_id}"


def heading(view: View, info: TableInfo, texts: Texts, number: int | None = None) -> str:
    """``Bridgette #12 · deal 3 of 6``, without the signs of a heading."""
    deal = info.game.deal_title(view, view.number if number is None else number, texts)
    return f"{title_of(info.game, info.game_id, texts)} · {deal}"


def seat_name(info: TableInfo, seat: int, texts: Texts) -> str:
    """The name of who sits there, safe within text; it says when the computer plays for them."""
    name = texts.name(seat_label(info.players, seat, texts))
    return texts("{name} (computer plays)", name=name) if away(info, seat) else name


def plain_seat_name(info: TableInfo, seat: int, texts: Texts) -> str:
    """The name of who sits there, safe within text, whoever plays for them now."""
    return texts.name(seat_label(info.players, seat, texts))


def away(info: TableInfo, seat: int) -> bool:
    """Whether the computer plays in a person's seat."""
    player = info.players[seat]
    return player.user_id is not None and player.level is not None


def seat_label(players: Sequence[Player], seat: int, texts: Texts) -> str:
    """The plain name of a seat; computers without a name are numbered where there are several."""
    player = players[seat]
    if player.user_id is not None and player.user_id < 0:  # taken out of everything that is kept
        return texts("a former player")
    if player.name:
        return player.name
    if player.level is None or player.user_id is not None:
        # Somebody who was taken out plays on: nothing names that person but a call to the table.
        return texts("Player {number}", number=seat + 1)
    nameless = [at for at, other in enumerate(players) if other.level and not other.name]
    if len(nameless) == 1:
        return texts("Computer")
    return texts("Computer {number}", number=nameless.index(seat) + 1)


def player_name(players: Sequence[Player], seat: int, texts: Texts) -> str:
    """The name of a seat's player, with the strength of a computer that the name does not tell."""
    label = seat_label(players, seat, texts)
    level = None if players[seat].user_id is not None else players[seat].level
    name = texts.name(label)
    if level is None or words.level_name(level, texts).casefold() in label.casefold():
        return name
    return texts("{name} ({level})", name=name, level=words.level_name(level, texts))


def seat_names(info: TableInfo, seats: Iterable[int], texts: Texts) -> str:
    """The names of several seats as a list in a sentence."""
    return texts.listing(seat_name(info, seat, texts) for seat in seats)


def _full_name(info: TableInfo, seat: int, texts: Texts) -> str:
    if info.players[seat].user_id is None:
        return player_name(info.players, seat, texts)
    return seat_name(info, seat, texts)


def points_line(points: Sequence[int], info: TableInfo, texts: Texts) -> str:
    """``Ada 1,050 · Computer (hard) 400``."""
    return " · ".join(
        f"{_full_name(info, seat, texts)} **{texts.number(value)}**"
        for seat, value in enumerate(points)
    )


def totals_line(view: View, info: TableInfo, texts: Texts) -> str:
    """The totals so far and who deals."""
    dealer = texts("{name} deals", name=seat_name(info, view.dealer, texts))
    return f"{points_line(view.totals, info, texts)} · {dealer}"


def hinted_line(info: TableInfo, texts: Texts) -> str:
    """That a hint was used in this game, or nothing."""
    if not info.hinted:
        return ""
    return small(texts("A hint was used in this game: it is unrated."))


def trick_plays(
    trick: Trick, info: TableInfo, texts: Texts, write: words.Write = words.card
) -> str:
    """``Ada Q♥, Ben 10♥``, in the order in which they were played."""
    seats = len(info.players)
    return ", ".join(
        f"{plain_seat_name(info, (trick.leader + place) % seats, texts)} **{write(card, texts)}**"
        for place, card in enumerate(trick.cards)
    )


def finished_trick(
    trick: Trick, info: TableInfo, texts: Texts, write: words.Write = words.card
) -> str:
    """A complete trick: ``Ada Q♥, Ben 10♥: Ada won it``."""
    plays = trick_plays(trick, info, texts, write)
    if trick.winner is None:
        return plays
    name = plain_seat_name(info, trick.winner, texts)
    return texts("{plays} – won by {name}", plays=plays, name=name)


def jump_url(guild_id: int, channel_id: int, message_id: int | None) -> str:
    """Where a message stands, as a link; the channel's when the message is not known."""
    place = f"https://discord.com/channels/{guild_id}/{channel_id}"
    return place if message_id is None else f"{place}/{message_id}"


def hand_button(
    info: TableInfo, label: str, style: discord.ButtonStyle = discord.ButtonStyle.secondary
) -> ControlItem:
    """The button that shows or refreshes the presser's own hand."""
    return button(Control("hand", info.game_id), label, style)


def scores_button(info: TableInfo, texts: Texts) -> ControlItem:
    """The button that shows the scores of this game."""
    return button(Control("scores", info.game_id), texts("Scores"))


def rules_button(info: TableInfo, texts: Texts) -> ControlItem:
    """The button that opens the rulebook of this game."""
    return button(Control("rules", info.game_id), texts("Rules"))


def back_button(info: TableInfo, texts: Texts) -> ControlItem:
    """The button that takes a person's seat back from the computer."""
    label = texts("Take my seat back")
    return button(Control("back", info.game_id), label, discord.ButtonStyle.success)


def refresh_row(info: TableInfo, texts: Texts) -> Row:
    """The last row of a hand from which nothing waits to be confirmed."""
    return row(hand_button(info, texts("Refresh")), scores_button(info, texts))
