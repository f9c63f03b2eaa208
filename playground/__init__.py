"""A stand-in for Discord, in memory, for playing and for tests.

It speaks the gateway over a websocket and REST under ``/api/v10``, as strictly as Discord
does, so that an unmodified client library connects to it.  It knows nothing of the bot that
does, and imports nothing of it.

In a test::

    async with await Playground.start() as playground:
        ...                                     # a bot connects to playground.api_url
        ada, ben = playground.person("Ada"), playground.person("Ben")
        channel = playground.channel()          # 42 #card-table
        answer = await ada.command(channel, "game start", opponent=ben)
        answer.message.text                     # a Seen, as it was when it was answered
        await ben.press(ben.latest(channel), "accept.7")
        ada.messages(channel)                   # with her ephemeral ones
        playground.advance(15 * 60)             # tokens run out
        playground.faults.add("PATCH", "/channels/{id}/messages/{id}", 10008)

Where things are:

- ``server``: `Playground`, which holds the rest together; ``outside``: servers, channels,
  members and rights come and go
- ``serving``: `serve`, the same with the page on it (``web``, ``line``, ``page/``)
- ``people``: `Person`, what a member sees and does; ``seen``, ``handles``: what comes back;
  ``command_input``, ``modal_input``: what a client checks before it sends
- ``gateway``; ``rest`` and ``rest_*``: the wire
- ``interactions``, ``messages``, ``commands``: the rules; ``components``, ``modals``,
  ``embeds``, ``mentions``, ``forms``: what a body may look like
- ``state``, ``payloads``, ``permissions``, ``clock``, ``snowflakes``: what there is
- ``hub``, ``journal``: who is told, and what was shown; ``faults``, ``ratelimits``: what goes
  wrong
"""

from playground.handles import Answer, ClientRefusal, Handle, InteractionFailed, Modal
from playground.hub import Event, Subscription
from playground.people import Person
from playground.seen import Seen
from playground.server import Playground
from playground.serving import serve

__all__ = [
    "Answer",
    "ClientRefusal",
    "Event",
    "Handle",
    "InteractionFailed",
    "Modal",
    "Person",
    "Playground",
    "Seen",
    "Subscription",
    "serve",
]
