"""How a page keeps its matches: in memory, and after each commit in the browser's storage.

A page has no threads and no disk. A job is committed at once; then the browser is asked to keep
the file, and nobody is told "done" before it has.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

from khamsin.table.errors import ApiError
from khamsin.table.storage.writing import Commit, Job

Keep = Callable[[], Awaitable[None]]
"""Has the browser store what has changed in the file; ends when it is safe."""


class PageWriter:
    """Commits job after job in the page's own thread."""

    def __init__(self, commit: Commit, keep: Keep) -> None:
        self._commit = commit
        self._keep = keep
        self._turn = asyncio.Lock()

    def start(self) -> None:
        """Nothing to be started."""

    def stop(self) -> None:
        """Nothing is waiting: every job was committed when it came."""

    async def put(self, job: Job) -> Any:
        """What came of a job, once the browser has stored it."""
        async with self._turn:
            (result,) = self._commit([job])
            try:
                await self._keep()
            except Exception as error:  # whatever the browser says: it may be stored, or not
                raise ApiError(503, "storage", retry=1.0) from error
        if isinstance(result, Exception):
            raise result
        return result
