"""The playground as a whole: starts everything, stops it, and is what tests hold in hand."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterable, Sequence
from typing import Final

from aiohttp import web

from playground.clock import Clock
from playground.faults import Faults
from playground.gateway import Gateway
from playground.handles import Handle
from playground.hub import Hub
from playground.interactions import InteractionDesk
from playground.journal import Journal, Shown
from playground.messages import MessageDesk
from playground.outside import Outside
from playground.people import Person
from playground.ratelimits import RateLimits
from playground.rest import Rest
from playground.rest_application import ApplicationCalls
from playground.rest_channels import ChannelCalls
from playground.rest_interactions import InteractionCalls
from playground.snowflakes import snowflake
from playground.state import Channel, Guild, Json, User, World

Endpoint = Callable[[web.Request], Awaitable[web.StreamResponse]]

# The ids of what is there from the start never change, so that a bot finds its games again.
_FOUNDED: Final = 1_704_067_200
BOT_ID: Final = snowflake(_FOUNDED, 1)
GUILD_ID: Final = snowflake(_FOUNDED + 1)
CHANNELS: Final = {"card-table": snowflake(_FOUNDED + 2), "lounge": snowflake(_FOUNDED + 3)}
MEMBERS: Final = ("Ada", "Ben", "Cleo", "Dev")
TOKEN: Final = "playground.token"  # noqa: S105 - not a secret: it opens nothing but this


class Playground(Outside):
    """A running stand-in.  Make one with ``await Playground.start()``, end it with ``stop()``.

    It is an async context manager too.  ``faults`` makes calls fail, ``limits.scale`` sets
    the rate limits, ``journal`` has what went over the wire and before whose eyes.
    """

    def __init__(
        self,
        token: str,
        *,
        members: Sequence[str],
        rate_limits: float,
        answer_within: float,
        journal_limit: int | None,
        shards: int,
    ) -> None:
        self.clock = Clock()
        self.token = token
        self.journal = Journal(journal_limit)
        self.faults = Faults()
        self.limits = RateLimits(self.clock, rate_limits)
        world = World(self.clock, User(BOT_ID, "dealer", None, bot=True))
        hub = Hub(world, self.journal)
        gateway = Gateway(world, hub, token)
        messages = MessageDesk(world, hub, gateway.dispatch)
        desk = InteractionDesk(world, hub, messages, gateway.dispatch, answer_within)
        super().__init__(world, hub, gateway, messages, desk)
        self._index: Endpoint | None = None
        self._runner: web.AppRunner | None = None
        self._calls = ApplicationCalls(world, gateway, hub, shards)
        self.guild = world.add_guild(GUILD_ID, "Card Room", BOT_ID - 1)
        for name, ident in CHANNELS.items():
            self._new_channel(self.guild, name, ident)
        for at, name in enumerate(members):
            self.add_person(name, user_id=snowflake(_FOUNDED + 10 + at))

    @classmethod
    async def start(
        cls,
        *,
        host: str = "127.0.0.1",
        port: int = 0,
        token: str = TOKEN,
        members: Sequence[str] = MEMBERS,
        rate_limits: float = 1.0,
        answer_within: float = 3.0,
        journal_limit: int | None = None,
        shards: int = 1,
        extend: Callable[[web.Application, Playground], None] | None = None,
    ) -> Playground:
        """Listen; port 0 takes any that is free.

        ``rate_limits`` multiplies Discord's (0: none), ``answer_within`` is the time a bot has
        for its first answer, ``shards`` what ``/gateway/bot`` recommends.  ``extend`` mounts
        further routes on the application; see also ``mount_index``.  Raises OSError when
        the port is taken.
        """
        playground = cls(
            token,
            members=members,
            rate_limits=rate_limits,
            answer_within=answer_within,
            journal_limit=journal_limit,
            shards=shards,
        )
        await playground._listen(host, port, extend)
        return playground

    async def _listen(
        self,
        host: str,
        port: int,
        extend: Callable[[web.Application, Playground], None] | None,
    ) -> None:
        app = web.Application(client_max_size=32 * 1024 * 1024)
        rest = Rest(self.clock, self.token, self.faults, self.limits, self.journal)
        rest.mount(
            app,
            [
                *self._calls.routes(),
                *ChannelCalls(self.world, self.messages, self.gateway.dispatch).routes(),
                *InteractionCalls(self.world, self.interactions, self.messages).routes(),
            ],
        )
        app.router.add_get("/", self._root)
        app.router.add_get("/healthz", self._health)
        app.router.add_get("/attachments/{channel_id}/{id}/{name}", self._attachment)
        if extend is not None:
            extend(app, self)
        # Addresses hold interaction tokens, so there is no access log.
        self._runner = web.AppRunner(
            app, access_log=None, handle_signals=False, shutdown_timeout=1.0
        )
        await self._runner.setup()
        site = web.TCPSite(self._runner, host, port)
        try:
            await site.start()
        except OSError:
            await self._runner.cleanup()
            raise
        shown = f"[{host}]" if ":" in host else host
        self.port = int(self._runner.addresses[0][1])
        self.world.base_url = f"http://{shown}:{self.port}"
        self.gateway.url = f"ws://{shown}:{self.port}/"

    async def stop(self) -> None:
        """Close every connection and forget everything.  Safe to call twice."""
        self.faults.clear()
        await self.interactions.close()
        self.hub.close()
        await self.gateway.close()
        if self._runner is not None:
            await self._runner.cleanup()
            self._runner = None

    async def __aenter__(self) -> Playground:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.stop()

    # Addresses

    @property
    def url(self) -> str:
        """Where the page is, without a slash at its end."""
        return self.world.base_url

    @property
    def api_url(self) -> str:
        """What to set ``DISCORD_API`` to."""
        return f"{self.url}/api/v10"

    @property
    def gateway_url(self) -> str:
        """What to set ``DISCORD_GATEWAY`` to."""
        return self.gateway.url

    def mount_index(self, endpoint: Endpoint) -> None:
        """What answers ``GET /`` when it is no websocket."""
        self._index = endpoint

    # What tests want

    def person(self, name: str) -> Person:
        """Somebody by name.  Raises LookupError."""
        for each in self.people.values():
            if name in {each.display_name, each.name}:
                return each
        raise LookupError(f"nobody is called {name!r}")

    def channel(self, name: str = "card-table", guild: Guild | None = None) -> Channel:
        """A channel by name, in the first server by default.  Raises LookupError."""
        for each in (guild or self.guild).channels.values():
            if each.name == name:
                return each
        raise LookupError(f"there is no channel #{name}")

    @property
    def bot_online(self) -> bool:
        """Whether the bot's gateway connection is up."""
        return self.gateway.online

    @property
    def commands_known(self) -> bool:
        """Whether the bot has told of its commands, in this or in an earlier life."""
        return any(self.world.commands.values())

    def advance(self, seconds: float) -> None:
        """Skip time: interactions and rate limits run out, messages age."""
        self.clock.advance(seconds)

    def shown_to(self, user_id: int) -> list[Json]:
        """All that this person could see so far: each version of each message, modals, choices."""
        return [each.payload for each in self.journal.to(user_id)]

    def shown_in_public(self) -> list[Shown]:
        """Each version of each message that was not ephemeral."""
        return list(self.journal.public())

    async def drop_gateway(
        self, *, resumable: bool = True, code: int | None = 4000, ask_first: bool = False
    ) -> None:
        """Cut the bot's connection; see ``Gateway.drop``."""
        await self.gateway.drop(resumable=resumable, code=code, ask_first=ask_first)

    async def settle(self, handles: Iterable[Handle]) -> None:
        """Wait until each of these is answered or has failed."""
        for handle in handles:
            await handle.outcome()

    # Endpoints beside the API

    async def _root(self, request: web.Request) -> web.StreamResponse:
        if request.headers.get("Upgrade", "").lower() == "websocket":
            return await self.gateway.serve(request)
        if self._index is not None:
            return await self._index(request)
        return web.Response(text="A stand-in for Discord. The API is under /api/v10.\n")

    async def _health(self, _: web.Request) -> web.StreamResponse:
        return web.json_response({"bot": self.bot_online})

    async def _attachment(self, request: web.Request) -> web.StreamResponse:
        ident = request.match_info["id"]
        for channel in self.world.channels():
            if str(channel.id) != request.match_info["channel_id"]:
                continue
            for message in channel.messages.values():
                for each in message.attachments:
                    if str(each.id) == ident:
                        headers = {
                            "Content-Type": each.content_type,
                            "X-Content-Type-Options": "nosniff",
                        }
                        return web.Response(body=each.data, headers=headers)
        raise web.HTTPNotFound
