"""The storage: reads in a few threads, all writes through one writer (`writing.py`).

SQLite belongs to one process, which is held to it by a lock on a file beside it; PostgreSQL may be
shared by several.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import secrets
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from importlib.util import find_spec
from pathlib import Path
from typing import Any, TypeVar

import sqlalchemy as sa
from filelock import FileLock, Timeout
from sqlalchemy.exc import DatabaseError, IntegrityError, SQLAlchemyError
from sqlalchemy.pool import QueuePool

from khamsin.kernel.errors import KhamsinError
from khamsin.table.errors import ApiError

from . import migrating, schema
from .writing import Append, Job, ThreadWriter, Work, WriterMaker

T = TypeVar("T")


class Conflict(Exception):
    """Somebody else has written the row that this was to be."""


class Store:
    """One database."""

    def __init__(self, url: str, writes: WriterMaker = ThreadWriter, journal: str = "WAL") -> None:
        """`journal` is how SQLite guards a commit that is cut short."""
        self.url = address(url)
        self.is_shared = self.url.get_backend_name() == "postgresql"
        self._lock = None if self.is_shared else _lock_file(self.url)
        if not self.is_shared:
            _make_file(self.url)
        self._writer = _engine(self.url, 1, journal, writes=True)
        self._reader = _engine(self.url, 4, journal, writes=False)
        self._threads = ThreadPoolExecutor(4, thread_name_prefix="khamsin-read")
        self._jobs = writes(self._commit)
        self.name = secrets.token_hex(4)
        """What other processes on the same storage know this one by."""
        try:
            with self._writer.begin() as connection:
                migrating.upgrade(connection)
        except BaseException:
            self._let_go()
            raise
        self._jobs.start()

    def close(self) -> None:
        """Write what is left, then let go."""
        self._jobs.stop()
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
        try:
            return await self._jobs.put(Job(work, append))
        except IntegrityError as error:
            raise Conflict from error
        except SQLAlchemyError as error:
            raise _unavailable(error) from error

    def announce(self, connection: sa.Connection, **news: object) -> None:
        """Inside a write: tell the other processes, if there may be any, once it is done."""
        if self.is_shared:
            announce(connection, self.name, **news)

    # -- the writer ---------------------------------------------------------------------------

    def _commit(self, batch: list[Job]) -> list[Any]:
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


def announce(connection: sa.Connection, name: str, **news: object) -> None:
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


@contextlib.contextmanager
def one_line() -> Iterator[None]:
    """Why a storage cannot be opened, for a host who has just set it up."""
    try:
        yield
    except (DatabaseError, OSError) as error:
        why = " ".join(str(getattr(error, "orig", error)).split())
        raise KhamsinError(f"the storage cannot be opened: {why}") from None


def try_to_open(text: str) -> None:
    """Open a storage as a table does, bring it up to date, and let go of it."""
    with one_line():
        Store(text).close()


def plain(url: sa.URL) -> str:
    """The address of a PostgreSQL, as its driver takes it."""
    return url.set(drivername="postgresql").render_as_string(hide_password=False)


def _engine(url: sa.URL, size: int, journal: str, *, writes: bool) -> sa.Engine:
    if url.get_backend_name() == "postgresql":
        # A server that was restarted must not be found dead by the first request after.
        return sa.create_engine(url, pool_size=size, max_overflow=0, pool_pre_ping=True)
    engine = sa.create_engine(url, poolclass=QueuePool, pool_size=size, max_overflow=0)

    @sa.event.listens_for(engine, "connect")
    def prepare(connection: Any, _record: Any) -> None:
        connection.isolation_level = None  # the driver's guesses about BEGIN are off
        for pragma in (f"journal_mode={journal}", "synchronous=FULL", "foreign_keys=ON"):
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
    engine = _engine(url, 1, "WAL", writes=True)
    try:
        with one_line(), engine.begin() as connection:
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
