"""News between the processes that share one PostgreSQL: LISTEN and NOTIFY.

A process that adds acts or chat says so in the same transaction; the others read what is new.
With SQLite there is one process and nothing to be done.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import logging
from collections.abc import Callable

from khamsin.table.match.rooms import Rooms
from khamsin.table.people.sessions import Ended, Sessions
from khamsin.table.storage.store import Store

from .updates import Hub

log = logging.getLogger("khamsin.table")


class Bus:
    """Tells other processes what happened here, and hears what happened there."""

    def __init__(
        self,
        store: Store,
        rooms: Rooms,
        hub: Hub,
        sessions: Sessions,
        answered: Callable[[str], None],
    ) -> None:
        self._store = store
        self._rooms = rooms
        self._hub = hub
        self._sessions = sessions
        self._answered = answered
        """Told the key of a question that a bot has answered."""
        self._task: asyncio.Task[None] | None = None
        self._listening = asyncio.Event()

    async def start(self) -> None:
        """Begin to listen, and return when we do."""
        if self._store.is_shared:
            self._task = asyncio.create_task(self._listen())
            await asyncio.wait_for(self._listening.wait(), 30)

    async def stop(self) -> None:
        """Stop listening."""
        if self._task is not None:
            self._task.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self._task

    async def _listen(self) -> None:
        """Listen; after a lost connection, look at everything again, for news may be lost."""
        import psycopg  # noqa: PLC0415 - at home nobody has it, nor needs it

        while True:
            try:
                async with await psycopg.AsyncConnection.connect(
                    self._store.plain_url, autocommit=True
                ) as link:
                    await link.execute("LISTEN khamsin")
                    await link.execute("LISTEN khamsin_bots")
                    if self._listening.is_set():
                        self._rooms.forget_counts()
                        self._sessions.forget_all()
                    self._listening.set()
                    async for news in link.notifies():
                        if news.channel == "khamsin_bots":
                            self._answered(news.payload)
                        else:
                            self._hear(news.payload)
            except psycopg.Error as error:
                log.warning("no news from other processes: %s", str(error).strip())
            await asyncio.sleep(0.5)

    def _hear(self, payload: str) -> None:
        news = json.loads(payload)
        if news["from"] == self._store.name:
            return
        for match, count in news.get("acts", ()):
            self._rooms.grown(match, count)
        if "chat" in news:
            self._hub.chatted(news["chat"])
        if "retold" in news:
            self._hub.retold(news["retold"])
        if "blocks" in news:
            self._hub.reblocked(news["blocks"])
        if "renamed" in news:
            self._rooms.renamed(news["renamed"])
        if "ended" in news:
            self._sessions.hear(Ended(*news["ended"]))
