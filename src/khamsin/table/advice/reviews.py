"""Reviews of matches that are over: made by the workers of the bots, step by step, and kept.

Each step is a small task in the turn of whoever asked, so that bots go on in between. How far a
review is stands in the storage, where all processes see it; a process that ends leaves a row that
nobody touches any more, and then anybody may begin again.
"""

from __future__ import annotations

import asyncio
import contextvars
import json
import logging
import secrets
import time
from collections.abc import Sequence
from typing import Any, NamedTuple

import sqlalchemy as sa

from khamsin.bots.search.budget import Budget
from khamsin.kernel.game import Setup
from khamsin.kernel.play.match import Entry
from khamsin.review import tasks
from khamsin.review.data import Asked, Review, Seen
from khamsin.review.rations import UNSEEN, Thoughts, thoughts
from khamsin.review.reviewing import WALK, finished
from khamsin.table.bots.advising import REVIEW, Inquiry
from khamsin.table.bots.job import Share
from khamsin.table.bots.work import Work
from khamsin.table.config import Config
from khamsin.table.errors import ApiError
from khamsin.table.limits import Limiter
from khamsin.table.match.table_match import TableMatch
from khamsin.table.storage import schema
from khamsin.table.storage.store import Store

log = logging.getLogger("khamsin.table")

NONE, WORKING, DONE, FAILED = "none", "working", "done", "failed"
_SKETCH = 3.0  # seconds that a sketch may cost
_BURST = 3  # reviews that somebody may ask for at once
_RATE = 1 / 60  # and then a second
_STALE = 300.0  # seconds after which nobody works at it any more
_FAILED = -1.0  # in place of the share that is done


class Standing(NamedTuple):
    """How far a review is."""

    state: str
    share: float = 0.0


class _Work(NamedTuple):
    match: str
    edition: str
    setup: Setup
    entries: tuple[Entry, ...]
    person: int
    seed: str


class Reviews:
    """All reviews that are kept, and those that this process has made."""

    def __init__(self, config: Config, store: Store, limiter: Limiter, work: Work) -> None:
        self._budget = Budget(config.review)
        self._store = store
        self._limiter = limiter
        self._work = work
        self._tasks: dict[str, asyncio.Task[None]] = {}

    async def standing(self, match: str) -> Standing:
        """How far the review of a match is."""
        row = await self._row(match)
        if row is None:
            return Standing(NONE)
        if row.data:
            return Standing(DONE, 1.0)
        if row.share < 0:
            return Standing(FAILED)
        alone = not self._store.is_shared and match not in self._tasks
        if alone or row.changed < time.time() - _STALE:
            return Standing(NONE)
        return Standing(WORKING, row.share)

    async def kept(self, match: str) -> Review | None:
        """A review that is ready."""
        row = await self._row(match)
        review: Review | None = json.loads(row.data) if row is not None and row.data else None
        return review

    async def begin(self, table_match: TableMatch, person: int) -> None:
        """See to it that there will be one; the match is over."""
        record = table_match.record
        if (await self.standing(record.id)).state in (WORKING, DONE):
            return
        self._limiter.take("review", str(person), _RATE, _BURST)
        if not await self._claim(record.id):
            return
        entries = tuple(table_match.match.entries)
        edition, setup = record.edition, table_match.match.setup
        work = _Work(record.id, edition, setup, entries, person, secrets.token_hex(8))
        task = self._tasks[record.id] = asyncio.create_task(
            self._make(work),
            context=contextvars.Context(),  # it outlives the request that began it
        )
        task.add_done_callback(lambda _: self._tasks.pop(record.id, None))

    async def stop(self) -> None:
        """Leave what is not ready."""
        tasks = list(self._tasks.values())
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    # -- making one ------------------------------------------------------------------------------

    async def _make(self, work: _Work) -> None:
        try:
            text = await self._ask(work, tasks.sketch_of(work.setup, work.entries), _SKETCH)
            if text is None:
                await self._keep(work.match, share=_FAILED)
                return
            sketch = tasks.sketched(text)
            found = await self._thought(work, sketch["asked"])
            made = json.dumps(finished(sketch, found), separators=(",", ":"))
            await self._keep(work.match, share=1.0, data=made)
        except Exception:
            log.exception("the review of match %s failed", work.match)
            await self._keep(work.match, share=_FAILED)

    async def _thought(self, work: _Work, asked: Sequence[Asked]) -> Thoughts:
        """Think about one stretch after the other; what fails is passed over."""
        plan = thoughts(asked, self._budget)
        seen: Seen | None = None
        while True:
            try:
                # The first step of a generator takes no answer.
                thought = next(plan) if seen is None else plan.send(seen)
            except StopIteration as end:
                found: Thoughts = end.value
                return found
            await self._keep(work.match, share=WALK + (1 - WALK) * thought.share)
            seed = f"{work.seed}.{thought.stage}"
            question = tasks.thought_of(
                work.setup, work.entries, thought.asked, thought.budget, seed
            )
            text = await self._ask(work, question, thought.budget.seconds)
            seen = UNSEEN if text is None else tasks.seen(text)

    async def _ask(self, work: _Work, question: bytes, cost: float) -> str | None:
        """Have a worker run a task; it may take a place that another question waits for."""
        share = Share(work.person, urgent=True, quick=False, cost=cost)
        key = f"review {work.match} {secrets.token_hex(8)}"
        asked = Inquiry(work.edition, "", 0.0, 0, question, REVIEW)
        found = await self._work.advise(key, asked, share, lambda: None)
        return None if found is None else found.review

    # -- the storage -----------------------------------------------------------------------------

    async def _row(self, match: str) -> Any:
        query = sa.select(schema.reviews).where(schema.reviews.c.match == match)
        return await self._store.read(lambda c: c.execute(query).one_or_none())

    async def _claim(self, match: str) -> bool:
        """Whether it is ours to make: of several processes one gets it."""
        rows, now = schema.reviews, time.time()
        mine = rows.c.match == match
        is_shared = self._store.is_shared

        def write(connection: sa.Connection) -> bool:
            row = connection.execute(sa.select(rows).where(mine)).one_or_none()
            if row is None:
                values = {"match": match, "changed": now, "share": 0.0, "data": ""}
                connection.execute(rows.insert().values(values))
                return True
            free = row.share < 0 or not is_shared or row.changed < now - _STALE
            if row.data or not free:
                return False
            connection.execute(rows.update().where(mine).values(changed=now, share=0.0))
            return True

        return await self._store.write(write)

    async def _keep(self, match: str, **values: object) -> None:
        rows = schema.reviews
        change = rows.update().where(rows.c.match == match).values(changed=time.time(), **values)

        def write(connection: sa.Connection) -> None:
            connection.execute(change)

        try:
            await self._store.write(write)
        except ApiError as error:
            if "data" in values:
                raise
            log.warning("how far the review of match %s is: %s", match, error)
