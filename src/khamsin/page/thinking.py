"""Bots inside a page: they think in a second worker, which the browser runs beside the table."""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable, Sequence
from typing import Protocol

from khamsin.bots.memory import calm_collector
from khamsin.kernel.play.decision import Option
from khamsin.table.bots import worker
from khamsin.table.bots.job import Job

log = logging.getLogger("khamsin.table")

Think = Callable[[str, str, str, str, bytes], Awaitable[Sequence[str] | None]]
"""Has the browser ask the other worker; see `answer`."""


class PageThinkers:
    """Asks the page's worker for bots, which answers one question after the other."""

    def __init__(self, think: Think) -> None:
        self._think = think

    def stop(self) -> None:
        """The browser ends its workers itself."""

    async def think(self, job: Job) -> Option | None:
        """What the bot would do; nothing if it fails."""
        words = await self._think(job.edition, job.side, job.bot, str(job.seed), job.world)
        if words is None:
            log.error("%s failed at %s; anything allowed is played", job.bot, job.edition)
            return None
        return tuple(words)


def prepare() -> None:
    """In the worker for bots: everything is loaded."""
    calm_collector()


class Bytes(Protocol):
    """An array of JavaScript's."""

    def to_bytes(self) -> bytes:
        """What is in it."""
        ...


def answer(edition: str, side: str, bot: str, seed: str, world: Bytes) -> Option:
    """In the worker for bots: let the bot choose."""
    return worker.answer(edition, side, bot, int(seed), world.to_bytes())
