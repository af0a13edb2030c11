"""The queue of bots' work in PostgreSQL: procrastinate's tables and two of ours, in a schema apart.

Nothing in it is worth keeping: what is lost is asked again. So a program of another version makes
it anew instead of changing it, and it does not wait for the disk.

Workers need no right to anything else. If there is a role `khamsin_botworker`, it is given just
what they need.
"""

from __future__ import annotations

from importlib.metadata import version

import psycopg
from procrastinate.schema import SchemaManager

from khamsin import __version__
from khamsin.kernel.errors import KhamsinError

ROLE = "khamsin_botworker"
_MARK = f"khamsin {__version__}, procrastinate {version('procrastinate')}, queue 2"
_FOUND = "SELECT obj_description(to_regnamespace('khamsin_bots')::oid, 'pg_namespace')"

_TABLES = """
CREATE TABLE work (
    key text PRIMARY KEY,            -- the match and its open decision
    match text NOT NULL,
    lane text NOT NULL,
    owner integer NOT NULL,
    stamp double precision NOT NULL, -- when it is its turn; see fair.py
    cost double precision NOT NULL,
    question jsonb NOT NULL,         -- a job without its world
    world bytea NOT NULL,
    answer jsonb,
    took double precision,           -- seconds
    made timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX work_lane ON work (lane, stamp) WHERE answer IS NULL;
CREATE TABLE shares (
    lane text,
    owner integer,
    due double precision NOT NULL,   -- where the owner's questions end
    used timestamptz NOT NULL,
    PRIMARY KEY (lane, owner)
);
"""

_RIGHTS = f"""
GRANT USAGE ON SCHEMA khamsin_bots TO {ROLE};
GRANT SELECT, INSERT, UPDATE, DELETE ON procrastinate_jobs, procrastinate_workers,
    procrastinate_events, procrastinate_periodic_defers TO {ROLE};
GRANT USAGE ON ALL SEQUENCES IN SCHEMA khamsin_bots TO {ROLE};
GRANT SELECT (key, question, world, answer), UPDATE (answer, took) ON work TO {ROLE};
"""


async def prepare(connection: psycopg.AsyncConnection) -> None:
    """Sessions of the queue see its schema first, and a commit in it costs no wait."""
    await connection.execute("SET search_path = khamsin_bots")
    await connection.execute("SET synchronous_commit = off")
    await connection.commit()


async def make(url: str) -> None:
    """Make the queue, or make it anew; several processes may try at once."""
    async with await psycopg.AsyncConnection.connect(url) as connection:
        await connection.execute("SELECT pg_advisory_xact_lock(19410616)")
        if await _mark(connection) != _MARK:
            await _make(connection)
        await connection.execute("SET LOCAL search_path = khamsin_bots")
        found = await connection.execute("SELECT 1 FROM pg_roles WHERE rolname = %s", [ROLE])
        if await found.fetchone():
            await connection.execute(_RIGHTS)


async def _make(connection: psycopg.AsyncConnection) -> None:
    try:
        await connection.execute("DROP SCHEMA IF EXISTS khamsin_bots CASCADE")
        await connection.execute("CREATE SCHEMA khamsin_bots")
    except psycopg.errors.InsufficientPrivilege as error:
        raise KhamsinError(
            f"the queue of the bots cannot be made ({str(error).strip()}); "
            "the table's role must own its database, or GRANT CREATE ON DATABASE ... to it"
        ) from None
    await connection.execute("SET LOCAL search_path = khamsin_bots")
    await connection.execute(SchemaManager.get_schema())
    await connection.execute(_TABLES)
    await connection.execute(f"COMMENT ON SCHEMA khamsin_bots IS '{_MARK}'")


async def check(url: str) -> None:
    """Refuse a queue that is not there, or that a program of another version has made."""
    async with await psycopg.AsyncConnection.connect(url) as connection:
        found = await _mark(connection)
    if found != _MARK:
        raise KhamsinError(
            f"the queue of the bots is of {found or 'no program'}, this is {_MARK}: start the "
            "table first, and install the same version for it and for the workers"
        )


async def _mark(connection: psycopg.AsyncConnection) -> str | None:
    row = await (await connection.execute(_FOUND)).fetchone()
    return None if row is None else row[0]
