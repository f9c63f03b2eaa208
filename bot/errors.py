"""What can go wrong as expected, and the words for the person it happens to.

A ``Refusal`` carries its own text and is never logged as an error.  ``words_for`` also knows the
errors of storage.  Everything else is a mistake of ours: it is logged with its trace by whoever
catches it last, and the person reads ``UNEXPECTED``.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar, Final

from bot.observation.metrics import Outcome
from bot.screens.models import TableInfo
from bot.screens.refusals import refusal
from bot.texts import Texts, Value, marked
from data.errors import Conflict, StorageError
from engine.game import Rule, View

UNEXPECTED: Final = marked(
    "Something went wrong on my side; it has been noted. Nothing was changed. Please try again."
)
NOT_SAVED: Final = marked("Your move was not saved; press again in a moment.")
OVERTAKEN: Final = marked("Somebody was faster. Here is how it stands now.")


class Refusal(Exception):  # noqa: N818 - it names what the person gets, not a fault
    """Something that will not be done.  ``text`` says what was wrong and what to do instead."""

    message: ClassVar[str] = UNEXPECTED

    def __init__(self, **values: Value) -> None:
        super().__init__(type(self).__name__)
        self.values = values

    def text(self, texts: Texts) -> str:
        """The reason, in the person's language.  The value ``name`` is a raw name."""
        values = {
            key: texts.name(value) if key == "name" and isinstance(value, str) else value
            for key, value in self.values.items()
        }
        return texts(self.message, **values)


class NoSuchGame(Refusal):
    message = marked("I know no game with this number. `/game list` shows your running games.")


class NoSuchInvitation(Refusal):
    message = marked("I know no such challenge any more. Start a new one with a start command.")


class NotSeated(Refusal):
    message = marked(
        "You are not seated at this table, so there is no hand to show you. You can follow the "
        "game on the table message; Scores and Rules are open to everybody."
    )


class NotYourSeat(Refusal):
    message = marked("This control belongs to another player's seat. Press My hand for your own.")


class NotYourTurn(Refusal):
    message = marked("Nothing is asked of you at the moment. Here is how it stands.")


class NoHints(Refusal):
    message = marked(
        "Hints are for games in which one person plays against computers alone, and which their "
        "level hard knows."
    )


class GameOver(Refusal):
    message = marked(
        "This game is over. Rematch below the result, or a start command, begins another."
    )


class CalledOff(GameOver):
    message = marked(
        "This game was called off by somebody who manages this server. Nobody wins it. A start "
        "command begins another."
    )


class NobodySits(Refusal):
    message = marked(
        "Nobody plays in that seat: the computer has it, or the game is over. `/admin games` shows "
        "how it stands."
    )


class GameRunning(Refusal):
    message = marked("This game is still being played; that is possible only once it is over.")


class NothingToLookAt(Refusal):
    message = marked("This game was called off before it came to an end, so it cannot be opened.")


class MayNotWrite(Refusal):
    message = marked(
        "You may not write in this channel, so nothing was shown here in your name. What you see "
        "is yours alone."
    )


class Stale(Refusal):
    message = marked("That was decided already. Here is how it stands now.")


class Unreadable(Refusal):
    message = marked("I can make nothing of this press. Press My hand for the controls of now.")


class OldVersion(Refusal):
    message = marked(
        "This button is from an older version. Use `/game table` to post your table again, or "
        "`/help` to see how to begin."
    )


class Paused(Refusal):
    message = marked(
        "This game is paused, because I cannot reach its channel. Any player can go on with it: "
        "use `/game table` in a channel where I may view and send messages."
    )


class TakenOver(Refusal):
    message = marked(
        "The computer plays your seat since you left. Press More and then the button to come back."
    )


class NothingToTakeBack(Refusal):
    message = marked("You are playing your seat yourself already. Press My hand to see your cards.")


class OtherServer(Refusal):
    message = marked("This game belongs to another server; it can only go on there.")


class NoGameHere(Refusal):
    message = marked(
        "You have no running game in this server. Begin one with `/bridgette start`, "
        "`/drawbridge start` or `/callbridge start`."
    )


class WhichGame(Refusal):
    message = marked(
        "You have several running games; say which one with the option `game`. Yours are: {games}."
    )


class NotForYou(Refusal):
    message = marked(
        "This challenge is for {name}. You can start a game of your own with `{command}`."
    )


class OwnChallenge(Refusal):
    message = marked("This is your own challenge: it waits for somebody else. You can withdraw it.")


class HostOnly(Refusal):
    message = marked("Only {name}, who opened this, can do that.")


class InvitationClosed(Refusal):
    """``state`` is what became of the invitation."""

    message = marked("This is no longer open.")
    endings: ClassVar[Mapping[str, str]] = {
        "started": marked("This is no longer open: the game has begun."),
        "declined": marked("This is no longer open: it was declined."),
        "withdrawn": marked("This is no longer open: it was withdrawn."),
        "expired": marked("This is no longer open: it has expired. A start command asks anew."),
    }

    def __init__(self, state: str) -> None:
        super().__init__()
        self.state = state

    def text(self, texts: Texts) -> str:
        """What became of it, in words."""
        return texts(self.endings.get(self.state, self.message))


class SeatedAlready(Refusal):
    message = marked("You already have a seat here.")


class NoSeatHere(Refusal):
    message = marked("You have no seat here that you could leave.")


class LobbyFull(Refusal):
    message = marked(
        "All {count} seats are taken. You can open a table of your own with `{command}`."
    )


class SeatsMissing(Refusal):
    message = marked(
        "Four players are needed, and {count} are in. Add computers, or wait for others."
    )


class NoComputerHere(Refusal):
    message = marked("There is no computer in this lobby to take out.")


class AgainstOneself(Refusal):
    message = marked("You cannot play against yourself. Choose somebody else, or the computer.")


class AgainstBot(Refusal):
    message = marked(
        "{name} is a bot account and cannot play. To play against my computer player, use the "
        "option `computer`."
    )


class OpponentElsewhere(Refusal):
    message = marked("{name} is not a member of this server, so I cannot invite them here.")


class OpponentBlind(Refusal):
    message = marked(
        "{name} cannot see this channel. Challenge them in one that both of you can see."
    )


class TwoOpponents(Refusal):
    message = marked("Choose either an opponent or the computer, not both.")


class GuildOnly(Refusal):
    message = marked("Games are played in a server's channels. Use this command there.")


class BadOptions(Refusal):
    message = marked("These house rules do not work: {reason}")


class RematchThere(Refusal):
    message = marked("There is a rematch of this game already: {link}")


class FormerPlayers(Refusal):
    message = marked(
        "Somebody who played this game has been taken out of it since and cannot be asked for a "
        "rematch. Begin a new game instead."
    )


class PermissionsMissing(Refusal):
    """Names, in Discord's own English words, every permission that is missing."""

    message = marked(
        "I cannot hold a table in this channel; nothing was started. I still need here: {missing}. "
        "Somebody who manages this server can grant that in the channel's settings, or you "
        "choose another channel. `/check` lists what I need."
    )


class NotInThisChannel(Refusal):
    message = marked("Games are not started in this channel; those who manage it chose {channels}.")


class NotStarter(Refusal):
    message = marked(
        "Those who manage this server chose who may start games: members with the role {roles}. "
        "You can take part in the games of others."
    )


class BotProfile(Refusal):
    message = marked(
        "{name} is a bot account; only people have profiles. Games against my computer players "
        "are in your own profile, and on the leaderboard with the option `against`."
    )


class NotManager(Refusal):
    message = marked(
        "This is for those who manage this server: it takes the permission Manage Server. Your own "
        "settings are at `/settings me`."
    )


class BadSeasonName(Refusal):
    message = marked("The name of a season has 1 to {count} characters that can be read.")


class SeasonRuns(Refusal):
    message = marked("The season {name} is still running. End it first; one runs at a time.")


class NoSeasonRuns(Refusal):
    message = marked("This season is not running any more. `/settings server` shows how it stands.")


class NotThatName(Refusal):
    message = marked(
        "That is not the name of this server, so nothing was removed. Type it as it stands in "
        "grey in the form."
    )


class StillPlays(Refusal):
    message = marked(
        "You cannot be taken out yet; nothing has changed. Still open: {games}, {challenges}. "
        "Finish or resign your games (`/game list` on each server shows them), and withdraw your "
        "challenges or let them expire."
    )


class RuleBroken(Refusal):
    """The action is against the rules of the game; ``view`` is the actor's."""

    def __init__(self, rule: Rule, view: View, action: str, info: TableInfo) -> None:
        super().__init__()
        self.rule = rule
        self.view = view
        self.action = action
        self.info = info

    def text(self, texts: Texts) -> str:
        """The rule in words."""
        return refusal(self.rule, self.view, texts, self.action, self.info)


def outcome_of(error: BaseException) -> Outcome:
    """What came of a press or command that raised this, for whoever counts."""
    if isinstance(error, Refusal | Conflict):
        return "refused"
    return "unsaved" if isinstance(error, StorageError) else "failed"


def words_for(error: BaseException, texts: Texts) -> str | None:
    """The words for an expected error; ``None`` if it is a mistake of ours."""
    if isinstance(error, Refusal):
        return error.text(texts)
    if isinstance(error, Conflict):
        return texts(OVERTAKEN)
    if isinstance(error, StorageError):
        return texts(NOT_SAVED)
    return None
