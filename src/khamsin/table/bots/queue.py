"""Bots' work on PostgreSQL: questions go into a queue, workers anywhere take them out.

procrastinate hands each question to one worker, and gives it to another if that one dies. Who
comes next is ours to say (`fair`). An answer is played by the process that asked, or, if that one
has died, by whichever looks after the match next; the number of the act decides if two try.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
from typing import Any

import msgspec
import psycopg
import psycopg_pool
from procrastinate import App, PsycopgConnector, RetryStrategy, exceptions
from procrastinate.jobs import Job as Task
from procrastinate.jobs import Status
from psycopg.rows import dict_row
from psycopg.types.json import Jsonb

from khamsin.table.errors import ApiError, stale
from khamsin.table.tasks import keep

from . import queue_schema
from .advising import Counsel, Inquiry
from .fair import stamp
from .job import Job, Reply, Share
from .work import Backlog, Begun

log = logging.getLogger("khamsin.table")

LANES = {True: "quick", False: "deep"}
"""procrastinate's queues: for bots that answer at once, and for all others."""

HEARTBEAT = 1.0  # seconds between a worker's signs of life,
_DEAD = 10.0  # and without one until others get its work
_TRIES = 3  # workers that may die of a question until anything allowed is played
_UNITS = 10  # of a stamp in a second, for procrastinate's priorities are whole numbers
_LEAST = 10**9  # what waits until nobody else does has a priority below this
_SIZE = 4  # connections
_WARN_AFTER = 60.0  # seconds that a question waits

_BEGUN = "begun "  # before the key of a question that somebody thinks about

TASK = "khamsin.bots.answer"


class Queue:
    """The table's end of it, and what its workers need."""

    def __init__(self, url: str, each: int = 1) -> None:
        self.url = url
        self._each = each
        """How many bots may think at once for one account."""
        self._pool = psycopg_pool.AsyncConnectionPool(
            url,
            min_size=1,
            max_size=_SIZE,
            open=False,
            configure=queue_schema.prepare,
            check=psycopg_pool.AsyncConnectionPool.check_connection,
            timeout=10,
        )
        connector = PsycopgConnector(configure=queue_schema.prepare, conninfo=url)
        self.app = App(connector=connector)
        self._asked: dict[str, asyncio.Future[Reply | None]] = {}
        self._begun: dict[str, Begun] = {}
        self._has_warned = False

    async def start(self) -> None:
        """Make the queue if need be, and open it."""
        await queue_schema.make(self.url)
        await self.open()

    async def open(self) -> None:
        """Open a queue that is there."""
        await self._pool.open()
        await self.app.connector.open_async(self._pool)

    async def stop(self) -> None:
        """What was asked stays in the queue, and its answers too."""
        for future in self._asked.values():
            future.cancel()
        await self._pool.close()

    # -- the table's end -----------------------------------------------------------------------

    async def knows(self, key: str) -> bool:
        """Whether this has been asked already, here or by another process."""
        return bool(await self._rows("SELECT 1 FROM work WHERE key = %s", key))

    async def ask(self, match: str, key: str, job: Job | None, share: Share) -> Reply | None:
        """Put it into the queue if it is new, and wait for the answer."""
        if job is not None:
            with _unavailable():
                await self._put(match, key, job, share)
        return await self._answered(key)

    async def _answered(self, key: str) -> Reply | None:
        future: asyncio.Future[Reply | None] = asyncio.get_running_loop().create_future()
        self._asked[key] = future  # not before it is in the queue: what is not there is over
        try:
            await self.look([key])  # it may have been answered long ago
            return await future
        finally:
            del self._asked[key]

    async def advise(self, key: str, asked: Inquiry, share: Share, begun: Begun) -> Counsel | None:
        """Put it into the queue, and wait for what comes of it."""
        self._begun[key] = begun
        try:
            with _unavailable():
                await self._put("", key, asked, share)
            await self._answered(key)
            rows = await self._rows(
                "SELECT answer->'counsel' AS found FROM work WHERE key = %s", key
            )
            found = rows[0]["found"] if rows else None
            return None if found is None else msgspec.convert(found, Counsel)
        finally:
            del self._begun[key]
            keep(asyncio.create_task(self._forget(key)))

    async def _forget(self, key: str) -> None:
        with contextlib.suppress(ApiError):  # it will be tidied up
            await self.settle(key)

    async def _put(self, match: str, key: str, job: Job | Inquiry, share: Share) -> None:
        queue = LANES[share.quick]
        lane = queue if share.urgent else f"{queue} alone"
        question = Jsonb(job._replace(world=b"")._asdict() | {"world": None})
        async with self._pool.connection() as connection:
            start = await self._stamp(connection, lane, share)
            made = await connection.execute(
                "INSERT INTO work (key, match, lane, owner, stamp, cost, question, world)"
                " VALUES (%s, %s, %s, %s, %s, %s, %s, %s) ON CONFLICT DO NOTHING",
                [key, match, lane, share.owner, start, share.cost, question, job.world],
            )
            if made.rowcount:
                after = min(int(start * _UNITS), _LEAST - 1)
                task = Task(
                    id=None,
                    status=Status.TODO.value,
                    queue=queue,
                    priority=-after if share.urgent else -_LEAST - after,
                    lock=None if share.quick else await self._place(connection, share.owner),
                    queueing_lock=key,
                    task_name=TASK,
                    task_kwargs={"key": key},
                )
                await self.app.job_manager.defer_job_async(task, connection)

    async def _stamp(self, connection: psycopg.AsyncConnection, lane: str, share: Share) -> float:
        """The stamp, kept by all processes together."""
        # Whoever asks at two processes at once waits here.
        await connection.execute(
            "INSERT INTO shares VALUES (%s, %s, 0, now())"
            " ON CONFLICT (lane, owner) DO UPDATE SET used = now()",
            [lane, share.owner],
        )
        found = await connection.execute(
            "SELECT (SELECT min(stamp) FROM work WHERE lane = %(lane)s AND answer IS NULL),"
            " (SELECT due FROM shares WHERE lane = %(lane)s AND owner = %(owner)s)",
            {"lane": lane, "owner": share.owner},
        )
        lowest, due = await found.fetchone() or (None, None)
        start, due = stamp(lowest, due, share.cost)
        await connection.execute(
            "UPDATE shares SET due = %s WHERE lane = %s AND owner = %s", [due, lane, share.owner]
        )
        return start

    async def _place(self, connection: psycopg.AsyncConnection, owner: int) -> str:
        """The least wanted of an owner's locks: of questions with the same one, one is answered at
        a time.
        """
        found = await connection.execute(
            "SELECT place FROM generate_series(1, %(each)s) place LEFT JOIN procrastinate_jobs"
            " ON lock = %(owner)s || ' ' || place AND status IN ('todo', 'doing')"
            " GROUP BY place ORDER BY count(id), place LIMIT 1",
            {"each": self._each, "owner": str(owner)},
        )
        (place,) = await found.fetchone() or (1,)
        return f"{owner} {place}"

    def hear(self, key: str) -> None:
        """There is an answer, or somebody thinks about it."""
        begun = self._begun.get(key.removeprefix(_BEGUN))
        if key.startswith(_BEGUN):
            if begun is not None:
                begun()
        elif key in self._asked:
            keep(asyncio.create_task(self._look_at_one(key)))

    async def _look_at_one(self, key: str) -> None:
        with contextlib.suppress(ApiError):  # the sweep looks again
            await self.look([key])

    async def look(self, keys: list[str] | None = None) -> None:
        """Fetch the answers to what was asked here."""
        wanted = list(self._asked) if keys is None else keys
        if not wanted:
            return
        rows = await self._rows("SELECT key, answer FROM work WHERE key = ANY(%s)", wanted)
        found = {row["key"]: row["answer"] for row in rows}
        for key in wanted:
            future = self._asked.get(key)
            if future is None or future.done():
                continue
            if key not in found:
                future.set_exception(stale())  # another process has played it already
                future.exception()
            elif found[key] is not None:
                future.set_result(_reply(found[key]))

    async def settle(self, key: str) -> None:
        """The answer has been played, or is not wanted: away with it. What it cost is known now."""
        await self._rows(
            "WITH done AS (DELETE FROM work WHERE key = %s RETURNING *)"
            " UPDATE shares SET due = due + done.took - done.cost FROM done"
            " WHERE shares.lane = done.lane AND shares.owner = done.owner"
            " AND done.took IS NOT NULL RETURNING 1",
            key,
        )

    async def sweep(self) -> set[str]:
        """Give to others what dead workers have left; the matches that are being thought about."""
        with _unavailable():
            for task in await self.app.job_manager.get_stalled_jobs(seconds_since_heartbeat=_DEAD):
                await self._give_back(task)
        await self.look()
        await self._tidy()
        await self._warn()
        waiting = "SELECT match FROM work WHERE answer IS NULL"
        return {row["match"] for row in await self._rows(waiting)}

    async def _give_back(self, task: Task) -> None:
        """Another worker gets it, unless it seems to be deadly."""
        key = str(task.task_kwargs["key"])
        with contextlib.suppress(exceptions.ProcrastinateException):  # another was quicker
            if task.attempts + 1 < _TRIES:
                await self.app.job_manager.retry_job(task)
                log.warning("a bot's worker is gone; another gets %s", key)
            else:
                log.error("workers died of %s; anything is played", key)
                await self.answer(key, None, 0.0)
                await self.app.job_manager.finish_job(task, Status.FAILED, delete_job=True)

    async def _tidy(self) -> None:
        """What nobody has come for; what has lost its place in the queue; shares long unused."""
        await self._rows(
            "WITH old AS (DELETE FROM shares WHERE used < now() - interval '1 hour')"
            " DELETE FROM work WHERE CASE WHEN answer IS NOT NULL"
            " THEN made < now() - interval '1 hour'"
            " ELSE key NOT IN (SELECT queueing_lock FROM procrastinate_jobs"
            " WHERE status IN ('todo', 'doing') AND queueing_lock IS NOT NULL) END RETURNING 1"
        )

    async def _warn(self) -> None:
        backlog = await self.backlog()
        if backlog.age > _WARN_AFTER and not self._has_warned:
            log.warning("a bot has waited %.0f s: are there workers enough?", backlog.age)
        self._has_warned = backlog.age > _WARN_AFTER

    async def backlog(self) -> Backlog:
        """What waits for a worker, of all processes together."""
        (row,) = await self._rows(
            "SELECT count(*) AS waiting,"
            " coalesce(extract(epoch FROM now() - min(made)), 0)::float AS age"
            " FROM work JOIN procrastinate_jobs ON queueing_lock = key AND status = 'todo'"
        )
        return Backlog(row["waiting"], row["age"])

    # -- the workers' end ------------------------------------------------------------------------

    def takes(self, answer: Any) -> None:
        """What a worker does with a key."""
        self.app.task(name=TASK, retry=RetryStrategy(wait=0))(answer)

    async def question(self, key: str) -> Job | Inquiry | None:
        """What is asked; nothing if it is not wanted any more."""
        rows = await self._rows(
            "SELECT question, world FROM work WHERE key = %s AND answer IS NULL", key
        )
        if not rows:
            return None
        asked = rows[0]["question"]
        kind = Job if "bot" in asked else Inquiry
        return kind(**asked | {"world": bytes(rows[0]["world"])})

    async def begin(self, key: str) -> None:
        """Tell that somebody thinks about it now."""
        await self._rows("SELECT pg_notify('khamsin_bots', %s)", _BEGUN + key)

    async def answer(self, key: str, reply: Reply | None, took: float) -> None:
        """Keep an answer, if there is none yet, and tell those who wait."""
        await self._tell(key, {} if reply is None else reply._asdict(), took)

    async def advised(self, key: str, counsel: Counsel | None, took: float) -> None:
        """The same with advice."""
        await self._tell(key, {"counsel": msgspec.to_builtins(counsel)}, took)

    async def _tell(self, key: str, answer: dict[str, Any], took: float) -> None:
        await self._rows(
            "WITH kept AS (UPDATE work SET answer = %s, took = %s"
            " WHERE key = %s AND answer IS NULL RETURNING key)"
            " SELECT pg_notify('khamsin_bots', key) FROM kept",
            *(Jsonb(answer), took, key),
        )

    async def _rows(self, query: Any, *values: Any) -> list[dict[str, Any]]:
        with _unavailable():
            async with self._pool.connection() as connection:
                cursor = connection.cursor(row_factory=dict_row)
                await cursor.execute(query, values)
                return await cursor.fetchall()


def _reply(row: dict[str, Any]) -> Reply | None:
    """An answer as it was kept; one of a bot that failed is empty, and advice has no option."""
    return Reply(tuple(row["option"]), str(row["memory"])) if "option" in row else None


@contextlib.contextmanager
def _unavailable() -> Any:
    """The database does not answer: come again."""
    try:
        yield
    except (psycopg.Error, psycopg_pool.PoolTimeout, exceptions.ProcrastinateException) as error:
        raise ApiError(503, "storage", retry=1.0) from error
