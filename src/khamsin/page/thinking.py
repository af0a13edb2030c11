"""Bots inside a page: they think in a second worker, which the browser runs beside the table."""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable, Sequence
from typing import Protocol

from khamsin.bots.collector import calm_collector
from khamsin.table.bots import advising, worker
from khamsin.table.bots.advising import Counsel, Inquiry
from khamsin.table.bots.job import Job, Reply

log = logging.getLogger("khamsin.table")

Think = Callable[[str, str, str, str, bytes, str], Awaitable[Sequence[str] | None]]
"""Has the browser ask the other worker; see `answer`."""


Advise = Callable[[str, str, float, str, bytes, str], Awaitable[str | None]]
"""The same for advice, see `advise`; it comes as JSON."""


class PageThinkers:
    """Asks the page's worker for bots, which answers one question after the other."""

    def __init__(self, think: Think, advise: Advise) -> None:
        self._think = think
        self._advise = advise

    def stop(self) -> None:
        """The browser ends its workers itself."""

    async def think(self, job: Job) -> Reply | None:
        """What the bot would do; nothing if it fails."""
        words = await self._think(*job[:3], str(job.seed), job.world, job.memory)
        if words is None:
            log.error("%s failed at %s; anything allowed is played", job.bot, job.edition)
            return None
        memory, *option = words
        return Reply(tuple(option), memory)

    async def advise(self, asked: Inquiry) -> Counsel | None:
        """What can be said of a position; nothing if it fails. It is thought to its end."""
        said = (asked.edition, asked.side, asked.seconds, str(asked.seed), asked.world, asked.kind)
        text = await self._advise(*said)
        if text is None:
            log.error("no advice about %s", asked.edition)
            return None
        return advising.from_text(text)


def prepare() -> None:
    """In the worker for bots: load everything."""
    calm_collector()


class Bytes(Protocol):
    """An array of JavaScript's."""

    def to_bytes(self) -> bytes:
        """What is in it."""
        ...


def answer(
    edition: str, side: str, bot: str, seed: str, world: Bytes, memory: str
) -> tuple[str, ...]:
    """In the worker for bots: let the bot choose. What it wants to remember comes first."""
    reply = worker.answer(Job(edition, side, bot, int(seed), world.to_bytes(), memory))
    return reply.memory, *reply.option


def advise(edition: str, side: str, seconds: float, seed: str, world: Bytes, kind: str) -> str:
    """In the worker for bots: think about a position."""
    asked = Inquiry(edition, side, seconds, int(seed), world.to_bytes(), kind)
    return advising.as_text(advising.consider(asked))
