"""Tasks that nobody waits for."""

from __future__ import annotations

import asyncio

_running: set[asyncio.Task[None]] = set()


def keep(task: asyncio.Task[None]) -> None:
    """Let a task run to its end: the event loop keeps only weak references to tasks."""
    _running.add(task)
    task.add_done_callback(_running.discard)
