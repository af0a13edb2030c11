"""Everything a running table consists of, put together."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import Awaitable, Callable

from khamsin.table.advice.hints import Hints
from khamsin.table.advice.reviews import Reviews
from khamsin.table.bots.answering import Bots
from khamsin.table.bots.local import LocalWork
from khamsin.table.bots.work import Work
from khamsin.table.club.events import Events
from khamsin.table.club.farewell import Farewell
from khamsin.table.club.moderation import Moderation
from khamsin.table.club.orders import Orders
from khamsin.table.club.own_data import OwnData
from khamsin.table.club.profiles import Profiles
from khamsin.table.club.ratings import Ratings
from khamsin.table.live.bus import Bus
from khamsin.table.live.chat import Talk
from khamsin.table.live.updates import Hub
from khamsin.table.lobby.matches import Matches
from khamsin.table.match.actions import Play
from khamsin.table.match.invitations import Invitations
from khamsin.table.match.quotas import Quotas
from khamsin.table.match.rooms import Rooms
from khamsin.table.notify.notices import Notices
from khamsin.table.notify.push import Push
from khamsin.table.people.accounts import People
from khamsin.table.people.blocks import Blocks
from khamsin.table.people.confirming import Confirming
from khamsin.table.people.passkeys import Passkeys
from khamsin.table.people.programs import Programs
from khamsin.table.people.recovery import Accounts
from khamsin.table.people.registration import Registration
from khamsin.table.people.sessions import Sessions
from khamsin.table.storage.store import Store

from .config import Config
from .errors import ApiError
from .limits import Limiter
from .machine import Machine

log = logging.getLogger("khamsin.table")


class Table:
    """The server without its doors."""

    def __init__(self, config: Config, machine: Machine) -> None:
        self.config = config
        self.store = machine.store(config.database)
        self.people = People(self.store)
        self.registration = Registration(config, self.store)
        self.confirming = Confirming(config, self.store)
        self.sessions = Sessions(self.store)
        self.passkeys = Passkeys(self.store, self.people)
        self.programs = Programs(self.store, self.people, self.sessions)
        self.limiter = Limiter()
        self.rooms = Rooms(self.store)
        self.quotas = Quotas(self.store, config.limits)
        self.heavy = asyncio.Semaphore(2)
        """What replays a match, besides play itself: so many at a time."""
        self.matches = Matches(self.store, self.quotas)
        self.events = Events(self.store, self.matches)
        self.blocks = Blocks(self.store)
        self.hub = Hub(self.rooms, self.people, self.sessions, self.blocks, config.sweep)
        self.talk = Talk(self.store, self.rooms, self.hub)
        self.push = Push(config, self.store)
        self.notices = Notices(config, self.store, self.hub, self.push)
        self.invitations = Invitations(self.store)
        self.profiles = Profiles(self.store)
        self.ratings = Ratings(self.store, self.rooms)
        self.own_data = OwnData(self.store)
        self.play = Play(self.rooms, self.notices, self.invitations, self.blocks, self.quotas)
        self.accounts = Accounts(config, self.store, self.people, self.sessions)
        self.farewell = Farewell(self.store, self.people, self.sessions, self.rooms, self.play)
        self.moderation = Moderation(
            self.store, self.rooms, self.sessions, self.play, self.talk, self.farewell
        )
        self.orders = Orders(self.store, self.moderation)
        work = _work(config, self.store, machine)
        self.bots = Bots(config, self.rooms, self.play, work)
        self.bots.listeners.append(self.hub.thinks)
        self.hints = Hints(config, self.rooms, self.limiter, work)
        self.reviews = Reviews(config, self.store, self.limiter, work)
        self.bus = Bus(self.store, self.rooms, self.hub, self.sessions, work.hear)
        self.cookie = f"khamsin-{config.port}" if config.is_local else "khamsin"
        self._tasks: list[asyncio.Task[None]] = []
        self.is_open = False
        """Whether everything has started, and nothing has been stopped."""

    async def start(self) -> None:
        """Begin to listen to other processes and to look after what is due."""
        await self.bus.start()
        await self.push.start()
        await self.bots.start()
        works = (
            *(self.bots.sweep, self.play.sweep, self.notices.sweep, self.hub.sweep),
            *(self.ratings.sweep, self.events.sweep, self.orders.sweep),
        )
        for work in works:
            self._tasks.append(asyncio.create_task(self._forever(work)))
        self.is_open = True

    async def stop(self) -> None:
        """End everything in order."""
        self.is_open = False
        for task in self._tasks:
            task.cancel()
        for task in self._tasks:
            with contextlib.suppress(asyncio.CancelledError):
                await task
        await self.notices.stop()
        await self.accounts.stop()
        await self.hints.stop()
        await self.reviews.stop()
        await self.bots.stop()
        await self.bus.stop()
        self.store.close()

    async def _forever(self, work: Callable[[], Awaitable[None]]) -> None:
        while True:
            try:
                await work()
            except ApiError as error:  # the storage does not answer
                log.warning("%s failed: %s; it will be tried again", work.__qualname__, error)
            except Exception:
                log.exception("%s failed; it will be tried again", work.__qualname__)
            await asyncio.sleep(self.config.sweep)


def _work(config: Config, store: Store, machine: Machine) -> Work:
    """Where bots are asked."""
    if not store.is_shared:
        return LocalWork(config, machine.thinkers(config))
    # At home nobody has PostgreSQL, nor needs what stands on it.
    from khamsin.table.bots.botworker import SharedWork  # noqa: PLC0415

    return SharedWork(config, store.plain_url)
