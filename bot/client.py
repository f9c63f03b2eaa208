"""The Discord client: it owns the application's parts, and hands events over to them."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import Awaitable, Callable, Sequence
from typing import Any, Final

import discord
from discord import app_commands
from discord.ext import commands

from bot import health, heartbeats
from bot.app import App
from bot.clock import Clock, SystemClock
from bot.commands import Tree
from bot.config import Settings
from bot.controls import control_of
from bot.faces.faces import Faces
from bot.games import GAMES, Games
from bot.identifying import Identifying
from bot.mentions import Knowing, Mentions
from bot.observation.metrics import Metrics
from bot.presses import dispatch
from bot.replaying.lookbacks import Lookbacks
from bot.replaying.pages import Pages
from bot.residence import Residence
from bot.sending import Desk
from bot.speech import Speech
from bot.tables.hints import Hints
from bot.tables.invitations import Invitations
from bot.tables.opening import Seeds, system_seed
from bot.tables.renderer import Means
from bot.tables.table import Table
from bot.tables.tables import Tables
from bot.tables.thinking import Entropy, Thinking, system_entropy
from bot.telling import Telling
from bot.traces import trace
from bot.underway import Underway
from bot.workers.pool import Pool
from data.database import Database

COGS: Final = (
    "cogs.game",
    "cogs.leaderboard",
    "cogs.profile",
    "cogs.settings",
    "cogs.privacy",
    "cogs.rules",
    "cogs.help",
    "cogs.admin",
)
PRESSES: Final = frozenset(
    {discord.InteractionType.component, discord.InteractionType.modal_submit}
)
_COMMANDS: Final = 5.0  # seconds that tables wait for the commands to be known
_log = logging.getLogger(__name__)


def _shard_ids(settings: Settings) -> dict[str, Any]:
    return {} if settings.shard_ids is None else {"shard_ids": list(settings.shard_ids)}


class BotClient(commands.AutoShardedBot, Knowing):
    """The bot.  ``async with BotClient(settings, database) as client: await client.start(token)``.

    ``games`` are those that it plays.  ``clock``, ``seeds`` and ``entropy`` are where time and
    chance come from; tests give their own.
    It asks Discord for nothing but the servers it is in: no members, no messages.
    """

    def __init__(
        self,
        settings: Settings,
        database: Database,
        *,
        clock: Clock | None = None,
        seeds: Seeds = system_seed,
        entropy: Entropy = system_entropy,
        games: Games = GAMES,
        **options: Any,
    ) -> None:
        metrics = Metrics()
        super().__init__(
            command_prefix=commands.when_mentioned,
            help_command=None,
            tree_cls=Tree,
            intents=discord.Intents(guilds=True),
            allowed_mentions=discord.AllowedMentions.none(),
            member_cache_flags=discord.MemberCacheFlags.none(),
            chunk_guilds_at_startup=False,
            max_messages=None,
            allowed_contexts=app_commands.AppCommandContext(guild=True),
            allowed_installs=app_commands.AppInstallationType(guild=True),
            http_trace=metrics.trace(),
            shard_count=settings.shards,
            **_shard_ids(settings),
            **options,
        )
        clock = clock or SystemClock()
        pool = Pool(settings.workers)
        thinking = Thinking(pool, games.seat_computer, entropy, settings.computer_budget)
        desk = Desk(self, metrics)
        faces = Faces(self, desk, pool, clock, uploads=database.share.leads)
        speech = Speech(self, database, faces)
        means = Means(desk, database, clock, speech, games, metrics)
        tables = Tables(means, thinking, settings.computer_pause)
        self.app: Final = App(
            settings=settings,
            games=games,
            db=database,
            clock=clock,
            seeds=seeds,
            desk=desk,
            speech=speech,
            faces=faces,
            tables=tables,
            invitations=Invitations(means, tables, seeds),
            hints=Hints(tables, thinking),
            underway=Underway(),
            metrics=metrics,
            pool=pool,
            lookbacks=Lookbacks(database, games, pool),
            pages=Pages(),
        )
        self.mentions = Mentions()
        self._telling = Telling(self.tree, self.mentions, leads=database.share.leads)
        self._identifying = Identifying(database, self._identify_buckets)
        self._residence = Residence(database, clock, tables)
        self._rousing: asyncio.Task[None] | None = None
        self.roused: Final = asyncio.Event()
        """Set when what a start has to wake is awake."""
        self._heart: asyncio.Task[None] | None = None
        self._lost: set[int] = set()  # shards that are not connected

    async def setup_hook(self) -> None:
        """Once logged in: load the commands, and see what is to be woken."""
        for name in (*self.app.games.commands, *COGS):
            await self.load_extension(name)
        await self.app.invitations.wake()
        rouse = await self.app.tables.wake()
        self._telling.start(self._at_rest)
        self._rousing = asyncio.create_task(self._rouse(rouse), name="waking tables")
        file = self.app.settings.health_file
        if file is not None:
            self._heart = asyncio.create_task(health.beat(file, self.is_well), name="heart")

    async def _rouse(self, rouse: Callable[[], Awaitable[Sequence[Table]]]) -> None:
        """Wake the tables once the bot is there: whoever waits for it comes first.

        And once the commands are known, if that takes no longer than usual: they are mentioned.
        """
        await self.wait_until_ready()
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(_COMMANDS):
                await self._telling.tried.wait()
        try:
            woken = await rouse()
            self.roused.set()
            await self.app.tables.awake(woken)
        except Exception as error:  # nobody waits for this task
            _log.error("tables were not woken: %s", trace(error))
            self.roused.set()

    async def _at_rest(self) -> None:
        await self.wait_until_ready()
        await self.app.tables.rush.lull()

    async def settled(self) -> None:
        """Return when all is done that a start leaves for later, or was tried."""
        await self.roused.wait()
        await self._telling.tried.wait()

    async def before_identify_hook(self, shard_id: int | None, *, initial: bool = False) -> None:
        """Wait until this shard may identify: in turn with other processes, if there are any."""
        if self.app.db.share.whole:
            await super().before_identify_hook(shard_id, initial=initial)
        else:
            await self._identifying.turn(shard_id or 0)

    async def _identify_buckets(self) -> int:
        return (await self.fetch_session_start_limits()).max_concurrency

    def is_well(self) -> bool:
        """Whether the bot is ready and every shard connected."""
        return self.is_ready() and not any(shard.is_closed() for shard in self.shards.values())

    async def close(self) -> None:
        """Stop; every game stands in the database as it is."""
        await self.app.underway.drained()
        if self._heart is not None:
            self._heart.cancel()
        if self._rousing is not None:
            self._rousing.cancel()
            await asyncio.wait((self._rousing,))
        await self._telling.close()
        await self.app.faces.close()
        await self._residence.close()
        await self.app.invitations.close()
        await self.app.hints.close()
        await self.app.tables.close()
        await self.app.pages.close()
        await self.app.lookbacks.close()
        await self.app.pool.close()
        await super().close()
        await heartbeats.ended()

    async def on_interaction(self, interaction: discord.Interaction) -> None:
        """Every press and every form arrives here; discord.py itself knows none of them."""
        if interaction.type not in PRESSES:
            return
        control = control_of(interaction)
        if control is None:
            await dispatch.on_unknown_press(self.app, interaction)
        else:
            await dispatch.on_press(self.app, interaction, control)

    async def on_ready(self) -> None:
        """Connected, and the servers are known."""
        _log.info("ready as %s in %s servers", self.user, len(self.guilds))
        await self._residence.present(guild.id for guild in self.guilds)
        await self.app.tables.clockwork.reconnected()
        if self.app.settings.faces:
            self.app.faces.start()

    async def on_shard_disconnect(self, shard_id: int) -> None:
        """A connection was lost: whoever plays there cannot act."""
        self._lost.add(shard_id)
        self.app.tables.clockwork.disconnected()

    async def on_shard_ready(self, shard_id: int) -> None:
        """A connection is there, for the first time or anew."""
        await self._found(shard_id)

    async def on_shard_resumed(self, shard_id: int) -> None:
        """A connection that was lost goes on."""
        await self._found(shard_id)

    async def _found(self, shard_id: int) -> None:
        self._lost.discard(shard_id)
        if not self._lost and self.is_ready():
            await self.app.tables.clockwork.reconnected()

    async def on_guild_join(self, guild: discord.Guild) -> None:
        """The bot was added to a server."""
        await self._residence.joined(guild.id)

    async def on_guild_available(self, guild: discord.Guild) -> None:
        """A server is there again after an outage; Discord may also tell of a new one like this."""
        await self._residence.joined(guild.id)

    async def on_guild_remove(self, guild: discord.Guild) -> None:
        """The bot was removed from a server, or the server is gone."""
        await self._residence.left(guild.id)

    async def on_guild_channel_delete(self, channel: discord.abc.GuildChannel) -> None:
        """A channel is gone, and every table in it."""
        await self._residence.closed(channel.guild.id, channel.id)

    async def on_raw_thread_delete(self, thread: discord.RawThreadDeleteEvent) -> None:
        """A thread is gone, by itself or with its channel."""
        await self._residence.closed(thread.guild_id, thread.thread_id)
