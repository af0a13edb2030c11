"""Where bots think: in processes of the table, or in workers that take jobs from a queue."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple, Protocol

from .advising import Counsel, Inquiry
from .job import Job, Reply, Share

Begun = Callable[[], None]
"""Is told when somebody begins to think about a question."""


class Backlog(NamedTuple):
    """What waits for a worker."""

    waiting: int
    age: float
    """Seconds that the first of them has waited."""


class Work(Protocol):
    """What the table asks of either. A question has a key: the match and its open decision."""

    async def start(self) -> None:
        """Prepare."""

    async def stop(self) -> None:
        """End."""

    async def knows(self, key: str) -> bool:
        """Whether this has been asked already, here or by another process of the table."""
        ...

    async def ask(self, match: str, key: str, job: Job | None, share: Share) -> Reply | None:
        """Ask, or wait for what has been asked already. No reply: the bot has failed."""
        ...

    async def advise(self, key: str, asked: Inquiry, share: Share, begun: Begun) -> Counsel | None:
        """Ask for advice under a key of one's own. Nothing: it has failed, or was not wanted any
        more. Whoever is called off need not settle it.
        """
        ...

    async def settle(self, key: str) -> None:
        """The answer has been played, or is not wanted any more."""

    async def sweep(self) -> set[str]:
        """Give to others what dead workers have left; the matches that are being thought about."""
        ...

    def hear(self, key: str) -> None:
        """News from a worker: there is an answer."""

    async def backlog(self) -> Backlog:
        """What waits."""
        ...
