"""Begins a table inside a page. The page's worker calls `begin`, and talks with what it gives."""

from __future__ import annotations

import secrets
from contextlib import AsyncExitStack
from dataclasses import replace
from pathlib import Path
from typing import NamedTuple

import msgspec

from khamsin.table.config import Config, Limits
from khamsin.table.http.app import make_app
from khamsin.table.machine import Machine
from khamsin.table.storage.store import Store
from khamsin.table.storage.writing import Commit

from .door import Door, Hear, Socket
from .keeping import Keep, PageWriter
from .thinking import Advise, PageThinkers, Think


class Asked(NamedTuple):
    """What a request came to, as the page's worker reads it."""

    status: int
    headers: str
    body: bytes


class Inside:
    """A table that is open, for the one person at this page."""

    def __init__(self, config: Config, machine: Machine) -> None:
        self._key = config.local_key
        self.app = make_app(config, machine)
        self._door = Door(self.app, config.address)
        self._life = AsyncExitStack()

    async def open(self) -> None:
        """Open the table and sit down at it: whoever has the page is the one person here."""
        await self._life.enter_async_context(self.app.router.lifespan_context(self.app))
        body = msgspec.json.encode({"key": self._key}).decode()
        await self.ask("POST", "/api/session", '{"content-type": "application/json"}', body)

    async def close(self) -> None:
        """Close it in order."""
        await self._life.aclose()

    async def ask(self, method: str, target: str, headers: str, body: str) -> Asked:
        """Ask the table for something; headers come and go as JSON."""
        said = msgspec.json.decode(headers, type=dict[str, str])
        found = await self._door.request(method, target, said, body.encode())
        return Asked(found.status, msgspec.json.encode(found.headers).decode(), found.body)

    def socket(self, target: str, hear: Hear) -> Socket:
        """Follow a match."""
        return self._door.socket(target, hear)


async def begin(database: str, keep: Keep, think: Think, advise: Advise) -> Inside:
    """Open the table that is kept in a file; `keep` has the browser store what changes in it, and
    `think` and `advise` have a bot think in a worker of its own.
    """
    config = replace(
        Config(),
        database=f"sqlite:///{database}",
        local_key=secrets.token_urlsafe(16),
        web=Path(__file__).parent,  # the page brings its own files: none are asked for here
        bot_pause=0.1,  # what a bot does is played back; it need not be waited for
        limits=Limits(bots_only=200),
    )

    def writer(commit: Commit) -> PageWriter:
        return PageWriter(commit, keep)

    def store(url: str) -> Store:
        # The file is in memory: what makes a commit safe is that the browser stores it.
        return Store(url, writer, journal="MEMORY")

    def thinkers(_config: Config) -> PageThinkers:
        return PageThinkers(think, advise)

    inside = Inside(config, Machine(store, thinkers))
    await inside.open()
    return inside
