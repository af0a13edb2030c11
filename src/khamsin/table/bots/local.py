"""Bots' work inside one process: what a table on SQLite does, at home as well."""

from __future__ import annotations

from khamsin.table.config import Config

from .advising import Counsel, Inquiry
from .fair import Turns
from .job import Job, Reply, Share
from .thinkers import Thinking
from .work import Backlog, Begun


class LocalWork:
    """Asks worker processes of its own, by turns that are fair."""

    def __init__(self, config: Config, thinkers: Thinking) -> None:
        places, each = config.bot_workers, config.limits.thinking
        self._thinkers = thinkers
        self._turns = {True: Turns(1, each=1), False: Turns(places, each=each)}

    async def start(self) -> None:
        """Nothing is to be prepared: workers are started when first needed."""

    async def stop(self) -> None:
        """Let the workers go."""
        self._thinkers.stop()

    async def knows(self, _key: str) -> bool:
        """Nobody else asks."""
        return False

    async def ask(self, _match: str, _key: str, job: Job | None, share: Share) -> Reply | None:
        """Wait for a turn, and let the bot think."""
        assert job is not None, "nobody else asks"
        async with self._turns[share.quick].place(share):
            return await self._thinkers.think(job)

    async def advise(self, _key: str, asked: Inquiry, share: Share, begun: Begun) -> Counsel | None:
        """Wait for a turn, and let somebody think about it."""
        async with self._turns[share.quick].place(share):
            begun()
            return await self._thinkers.advise(asked)

    async def settle(self, key: str) -> None:
        """Nothing was kept."""

    async def sweep(self) -> set[str]:
        """No match is left to others."""
        return set()

    def hear(self, key: str) -> None:
        """Nobody else answers."""

    async def backlog(self) -> Backlog:
        """What waits."""
        turns = self._turns.values()
        return Backlog(sum(one.waiting for one in turns), max(one.age for one in turns))
