"""The running application's parts, as presses and commands reach them."""

from __future__ import annotations

from dataclasses import dataclass

from bot.clock import Clock
from bot.config import Settings
from bot.faces.faces import Faces
from bot.games import Games
from bot.observation.metrics import Metrics
from bot.replaying.lookbacks import Lookbacks
from bot.replaying.pages import Pages
from bot.sending import Desk
from bot.speech import Speech
from bot.tables.hints import Hints
from bot.tables.invitations import Invitations
from bot.tables.opening import Seeds
from bot.tables.tables import Tables
from bot.underway import Underway
from bot.workers.pool import Pool
from data.database import Database


@dataclass(frozen=True, slots=True, kw_only=True)
class App:
    """Everything that lives as long as the process."""

    settings: Settings
    games: Games
    db: Database
    clock: Clock
    seeds: Seeds
    desk: Desk
    speech: Speech
    faces: Faces
    tables: Tables
    invitations: Invitations
    hints: Hints
    underway: Underway
    metrics: Metrics
    pool: Pool
    lookbacks: Lookbacks
    pages: Pages
