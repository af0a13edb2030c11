"""Making the tables of a new storage, and bringing an older one up to date.

The steps are Alembic revisions (`migrations`), run inside the one transaction in which the storage
is opened: if one fails, the storage is as before. Alembic is loaded only if there is a step to
take. A storage of before Alembic keeps the number of its version in a table of its own.
"""

from __future__ import annotations

from pathlib import Path

import sqlalchemy as sa

from khamsin.kernel.errors import KhamsinError

from . import schema

HEAD = "0013"
"""The version that this program knows."""

_STEPS = Path(__file__).parent / "migrations"
_KEEPS_OUT = 6
"""In the table `version`: programs of before Alembic know five."""

mark = sa.Table(
    "alembic_version",
    sa.MetaData(),
    sa.Column("version_num", sa.String(32), primary_key=True),
)
"""Where Alembic keeps the version."""


def upgrade(connection: sa.Connection) -> None:
    """Make the tables, or bring older ones up to date; several processes may try at once."""
    if connection.dialect.name == "postgresql":
        connection.execute(sa.text("SELECT pg_advisory_xact_lock(19410615)"))
    found = version_of(connection)
    if found is None:
        schema.metadata.create_all(connection)
        mark.create(connection)
        connection.execute(schema.version.insert().values(number=_KEEPS_OUT))
        connection.execute(mark.insert().values(version_num=HEAD))
    elif found != HEAD:
        climb(connection, found)


def check(connection: sa.Connection) -> None:
    """Refuse a storage of another version; a table brings it up to date when it starts."""
    found = version_of(connection)
    if found != HEAD:
        raise KhamsinError(f"{_unlike(found)}: start the table once")


def version_of(connection: sa.Connection) -> str | None:
    """The version of a storage; nothing if it is new."""
    tables = sa.inspect(connection)
    if tables.has_table(mark.name):
        return str(connection.execute(sa.select(mark.c.version_num)).scalar_one())
    if tables.has_table(schema.version.name):
        number: int = connection.execute(sa.select(schema.version.c.number)).scalar_one()
        return f"{number:04}"
    return None


def climb(connection: sa.Connection, found: str | None, to: str = HEAD) -> None:
    """Take all steps from one version to another, and note the last."""
    # They cost a third of a second, once a version.
    from alembic.operations import Operations
    from alembic.runtime.migration import MigrationContext
    from alembic.script import ScriptDirectory
    from alembic.util import CommandError

    known = ScriptDirectory(str(_STEPS), version_locations=[str(_STEPS)])
    context = MigrationContext.configure(connection)
    try:
        known.get_revision(found or "base")
    except CommandError:
        raise KhamsinError(_unlike(found)) from None
    with Operations.context(context):
        for step in reversed(list(known.iterate_revisions(to, found or "base"))):
            step.module.upgrade()
    context.stamp(known, to)


def _unlike(found: str | None) -> str:
    return f"the storage has version {found or 'none'}, this program knows {HEAD}"
