"""News between the processes that share one PostgreSQL: LISTEN and NOTIFY.

A process that adds acts or chat says so in the same transaction; the others read what is new.
With SQLite there is one process and nothing to be done.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import logging
import secrets

from khamsin.table.match.rooms import Rooms
from khamsin.table.storage.store import Store

from .updates import Hub

log = logging.getLogger("khamsin.table")


class Bus:
    """Tells other processes what happened here, and hears what happened there."""

    def __init__(self, store: Store, rooms: Rooms, hub: Hub) -> None:
        self._store = store
        self._rooms = rooms
        self._hub = hub
        self._name = secrets.token_hex(4)
        self._task: asyncio.Task[None] | None = None
        self._listening = asyncio.Event()
        if store.is_shared:
            store.notify = self.message
            hub.said = self._said

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

    def message(self, grown: list[tuple[str, int]]) -> str:
        """What is sent in the transaction that adds acts."""
        return json.dumps({"from": self._name, "acts": grown}, separators=(",", ":"))

    def _said(self, match: str) -> str:
        return json.dumps({"from": self._name, "chat": match})

    async def _listen(self) -> None:
        """Listen; after a lost connection, look at everything again, for news may be lost."""
        import psycopg  # noqa: PLC0415 - at home nobody has it, nor needs it

        url = self._store.url.set(drivername="postgresql").render_as_string(hide_password=False)
        while True:
            try:
                async with await psycopg.AsyncConnection.connect(url, autocommit=True) as link:
                    await link.execute("LISTEN khamsin")
                    if self._listening.is_set():
                        self._rooms.forget_counts()
                    self._listening.set()
                    async for news in link.notifies():
                        self._hear(news.payload)
            except psycopg.Error as error:
                log.warning("no news from other processes: %s", str(error).strip())
            await asyncio.sleep(0.5)

    def _hear(self, payload: str) -> None:
        news = json.loads(payload)
        if news["from"] == self._name:
            return
        for match, count in news.get("acts", ()):
            self._rooms.grown(match, count)
        if "chat" in news:
            self._hub.chatted(news["chat"])
