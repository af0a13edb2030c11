"""The storage: reads in a few threads, all writes in one, several of them in one commit.

A commit waits for the disk. The writer takes everything that has been asked for in the meantime
into the next transaction, so that a hundred choices a moment cost one wait, and nobody is told
"done" before it has ended. SQLite belongs to one process, which is held to it by a lock on a file
beside it; PostgreSQL may be shared by several.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import queue
import secrets
import threading
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from importlib.util import find_spec
from pathlib import Path
from typing import Any, TypeVar

import sqlalchemy as sa
from filelock import FileLock, Timeout
from sqlalchemy.exc import IntegrityError, SQLAlchemyError
from sqlalchemy.pool import QueuePool

from khamsin.kernel.errors import KhamsinError
from khamsin.table.errors import ApiError

from . import migrating, schema

T = TypeVar("T")
Work = Callable[[sa.Connection], T]

_BATCH = 256  # jobs in one commit
_GATHER = 0.003  # seconds the writer waits for more, when it was busy a moment ago


class Conflict(Exception):
    """Somebody else has written the row that this was to be."""


@dataclass(slots=True)
class Append:
    """Acts to be added to a match, and what follows from them."""

    match: str
    rows: list[dict[str, Any]]
    columns: dict[str, Any]
    also: list[sa.Executable] = field(default_factory=list)


@dataclass(slots=True)
class _Job:
    """Something to be written, and who waits for it."""

    work: Work[Any] | None
    append: Append | None
    future: asyncio.Future[Any]
    loop: asyncio.AbstractEventLoop


class Store:
    """One database."""

    def __init__(self, url: str) -> None:
        self.url = address(url)
        self.is_shared = self.url.get_backend_name() == "postgresql"
        self._lock = None if self.is_shared else _lock_file(self.url)
        if not self.is_shared:
            _make_file(self.url)
        self._writer = _engine(self.url, 1, writes=True)
        self._reader = _engine(self.url, 4, writes=False)
        self._threads = ThreadPoolExecutor(4, thread_name_prefix="khamsin-read")
        self._jobs: queue.SimpleQueue[_Job | None] = queue.SimpleQueue()
        self._thread = threading.Thread(target=self._write, name="khamsin-write", daemon=True)
        self.name = secrets.token_hex(4)
        """What other processes on the same storage know this one by."""
        try:
            with self._writer.begin() as connection:
                migrating.upgrade(connection)
        except BaseException:
            self._let_go()
            raise
        self._thread.start()

    def close(self) -> None:
        """Write what is left, then let go."""
        self._jobs.put(None)
        self._thread.join()
        self._let_go()

    def _let_go(self) -> None:
        self._threads.shutdown()
        self._writer.dispose()
        self._reader.dispose()
        if self._lock is not None:
            self._lock.release()

    @property
    def plain_url(self) -> str:
        """The address of a PostgreSQL, as its driver takes it."""
        return plain(self.url)

    async def read(self, work: Work[T]) -> T:
        """Run something that only reads."""

        def run() -> T:
            with self._reader.connect() as connection:
                return work(connection)

        try:
            return await asyncio.get_running_loop().run_in_executor(self._threads, run)
        except SQLAlchemyError as error:
            raise _unavailable(error) from error

    async def write(self, work: Work[T]) -> T:
        """Run something that writes, and return when it is safe on the disk."""
        result: T = await self._put(work, None)
        return result

    async def append(self, append: Append) -> None:
        """Add acts to a match; `Conflict` if their numbers are taken."""
        await self._put(None, append)

    async def _put(self, work: Work[Any] | None, append: Append | None) -> Any:
        loop = asyncio.get_running_loop()
        future: asyncio.Future[Any] = loop.create_future()
        self._jobs.put(_Job(work, append, future, loop))
        try:
            return await future  # whoever goes away meanwhile: what is queued will be written
        except IntegrityError as error:
            raise Conflict from error
        except SQLAlchemyError as error:
            raise _unavailable(error) from error

    def announce(self, connection: sa.Connection, **news: Any) -> None:
        """Inside a write: tell the other processes, if there may be any, once it is done."""
        if self.is_shared:
            announce(connection, self.name, **news)

    # -- the writer's thread -----------------------------------------------------------------

    def _write(self) -> None:
        was_busy = False
        while True:
            job = self._jobs.get()
            if job is None:
                return
            batch = [job]
            if was_busy:
                # Under load a commit for few costs as much as one for many.
                time.sleep(_GATHER)
            last = False
            with contextlib.suppress(queue.Empty):
                while len(batch) < _BATCH:
                    more = self._jobs.get_nowait()
                    if more is None:
                        last = True
                        break
                    batch.append(more)
            _tell(batch, self._commit(batch))
            was_busy = len(batch) > 1
            if last:
                return

    def _commit(self, batch: list[_Job]) -> list[Any]:
        """Write everything in one transaction; each result is a value or an exception."""
        try:
            with self._writer.begin() as connection:
                appends = [job.append for job in batch if job.append is not None]
                self._append(connection, appends)
                return [
                    None if job.work is None else _guarded(connection, job.work) for job in batch
                ]
        except IntegrityError as error:
            if len(batch) == 1:
                return [error]
            # Some match in the batch was changed elsewhere: each by itself, to find out which.
            return [self._commit([job])[0] for job in batch]
        except Exception as error:  # noqa: BLE001 it is raised again where the result is awaited
            return [error] * len(batch)

    def _append(self, connection: sa.Connection, appends: list[Append]) -> None:
        if not appends:
            return
        connection.execute(_INSERT_ACTS, [row for append in appends for row in append.rows])
        connection.execute(
            _UPDATE_MATCH, [append.columns | {"of": append.match} for append in appends]
        )
        for append in appends:
            for statement in append.also:
                connection.execute(statement)
        grown = [(append.match, int(append.columns["acts"])) for append in appends]
        for start in range(0, len(grown), 100):  # a message has at most 8000 bytes
            self.announce(connection, acts=grown[start : start + 100])


_INSERT_ACTS = schema.acts.insert()
_UPDATE_MATCH = (
    schema.matches.update()
    .where(schema.matches.c.id == sa.bindparam("of"))
    .values(
        acts=sa.bindparam("acts"),
        entries=sa.bindparam("entries"),
        status=sa.bindparam("status"),
        turn=sa.bindparam("turn"),
        changed=sa.bindparam("changed"),
        deadline=sa.bindparam("deadline"),
        result=sa.bindparam("result"),
    )
)
_NOTIFY = sa.text("SELECT pg_notify('khamsin', :text)")


def announce(connection: sa.Connection, name: str, **news: Any) -> None:
    """Tell all processes that listen on a PostgreSQL, when the transaction is done."""
    text = json.dumps({"from": name, **news}, separators=(",", ":"))
    connection.execute(_NOTIFY, {"text": text})


def _guarded(connection: sa.Connection, work: Work[Any]) -> Any:
    """Run one job so that its failure leaves the others in the transaction alone."""
    inner = connection.begin_nested()
    try:
        result = work(connection)
    except Exception as error:  # noqa: BLE001 it is raised again where the result is awaited
        inner.rollback()
        return error
    inner.commit()
    return result


def _tell(batch: list[_Job], results: list[Any]) -> None:
    """Hand the results back to the event loops that wait, one call for each loop."""
    loops: dict[asyncio.AbstractEventLoop, list[tuple[asyncio.Future[Any], Any]]] = {}
    for job, result in zip(batch, results, strict=True):
        loops.setdefault(job.loop, []).append((job.future, result))
    for loop, ready in loops.items():
        with contextlib.suppress(RuntimeError):  # the loop has been closed: nobody waits
            loop.call_soon_threadsafe(_settle, ready)


def _settle(ready: list[tuple[asyncio.Future[Any], Any]]) -> None:
    for future, result in ready:
        if future.done():
            continue
        if isinstance(result, Exception):
            future.set_exception(result)
            future.exception()  # looked at, even if whoever waited has gone
        else:
            future.set_result(result)


def _unavailable(error: Exception) -> ApiError:
    """The database does not answer. What was asked may or may not have happened: look again."""
    failure = ApiError(503, "storage", retry=1.0)
    failure.__cause__ = error
    return failure


# -- engines ---------------------------------------------------------------------------------


def address(text: str) -> sa.URL:
    """Where matches are kept: a PostgreSQL (`postgresql://...`), or a file, also by its bare name.

    >>> address("games.db").render_as_string()
    'sqlite:///games.db'
    """
    scheme, found, rest = text.partition("://")
    if scheme in ("postgres", "postgresql"):
        text = f"postgresql+psycopg://{rest}"
    try:
        url = sa.make_url(text if found else f"sqlite:///{text}")
    except (sa.exc.ArgumentError, ValueError):
        raise KhamsinError("the storage is a file or a PostgreSQL (postgresql://...)") from None
    if url.get_backend_name() == "postgresql":
        if not (find_spec("psycopg") and find_spec("procrastinate")):
            raise KhamsinError("PostgreSQL needs more: pip install 'khamsin[postgres]'")
        return url
    if url.get_backend_name() != "sqlite" or not url.database:
        raise KhamsinError(f"the storage is a file or a PostgreSQL, not {url.render_as_string()}")
    if not Path(url.database).parent.is_dir():
        raise KhamsinError(f"there is no folder {Path(url.database).parent} to keep matches in")
    return url


def plain(url: sa.URL) -> str:
    """The address of a PostgreSQL, as its driver takes it."""
    return url.set(drivername="postgresql").render_as_string(hide_password=False)


def _engine(url: sa.URL, size: int, *, writes: bool) -> sa.Engine:
    if url.get_backend_name() == "postgresql":
        # A server that was restarted must not be found dead by the first request after.
        return sa.create_engine(url, pool_size=size, max_overflow=0, pool_pre_ping=True)
    engine = sa.create_engine(url, poolclass=QueuePool, pool_size=size, max_overflow=0)

    @sa.event.listens_for(engine, "connect")
    def prepare(connection: Any, _record: Any) -> None:
        connection.isolation_level = None  # the driver's guesses about BEGIN are off
        for pragma in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON"):
            connection.execute(f"PRAGMA {pragma}")

    @sa.event.listens_for(engine, "begin")
    def begin(connection: sa.Connection) -> None:
        connection.exec_driver_sql("BEGIN IMMEDIATE" if writes else "BEGIN")

    return engine


def beside(text: str) -> sa.Engine:
    """A storage that a table may be using, for a change that does not concern its matches."""
    url = address(text)
    if url.get_backend_name() == "sqlite" and not Path(str(url.database)).exists():
        raise KhamsinError(f"there is no storage {url.database}; set KHAMSIN_DATABASE")
    engine = _engine(url, 1, writes=True)
    try:
        with engine.begin() as connection:
            migrating.check(connection)
    except BaseException:
        engine.dispose()
        raise
    return engine


def _make_file(url: sa.URL) -> None:
    """A new storage is for nobody else on this machine; SQLite's files beside it follow."""
    if url.database not in (None, ":memory:"):
        os.close(os.open(str(url.database), os.O_CREAT | os.O_RDWR, 0o600))


def _lock_file(url: sa.URL) -> FileLock:
    """Hold the file for this process, or say who else may."""
    held = FileLock(f"{url.database}.lock")
    try:
        held.acquire(blocking=False)
    except Timeout:
        raise KhamsinError(
            f"another table is using {url.database}; several processes need PostgreSQL"
        ) from None
    return held
