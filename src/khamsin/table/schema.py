"""The tables of the storage, and the steps that bring an older one up to date.

A match is its set-up (`matches`) and what was done since (`acts`), a row each, never changed and
never deleted; `(match, number)` is unique, so that of two acts for the same moment one wins. The
columns of `matches` after `created`, and all of `seats`, follow from the acts: they are there to
be searched.
"""

from __future__ import annotations

from collections.abc import Callable

import sqlalchemy as sa

from khamsin.kernel.errors import KhamsinError

VERSION = 3

metadata = sa.MetaData()

version = sa.Table("version", metadata, sa.Column("number", sa.Integer, nullable=False))

people = sa.Table(
    "people",
    metadata,
    sa.Column("id", sa.Integer, primary_key=True),
    sa.Column("name", sa.Text, nullable=False),
    sa.Column("folded", sa.Text, nullable=False, unique=True),
    sa.Column("password", sa.Text, nullable=False),
    sa.Column("email", sa.Text, nullable=False, default=""),
    sa.Column("webhook", sa.Text, nullable=False, default=""),
    sa.Column("language", sa.Text, nullable=False, default="en"),
    sa.Column("created", sa.Float, nullable=False),
    sa.Column("seen", sa.Float, nullable=False, default=0.0),
)

sessions = sa.Table(
    "sessions",
    metadata,
    sa.Column("token", sa.Text, primary_key=True),  # the hash of what the cookie holds
    sa.Column("person", sa.Integer, sa.ForeignKey("people.id"), nullable=False, index=True),
    sa.Column("created", sa.Float, nullable=False),
    sa.Column("until", sa.Float, nullable=False),
)

matches = sa.Table(
    "matches",
    metadata,
    sa.Column("id", sa.Text, primary_key=True),
    sa.Column("game", sa.Text, nullable=False),
    sa.Column("scenario", sa.Text, nullable=False),
    sa.Column("options", sa.Text, nullable=False),  # words
    sa.Column("rules", sa.Integer, nullable=False),
    sa.Column("pack", sa.Text, nullable=False),
    sa.Column("pack_name", sa.Text, nullable=False),  # of a pack of one's own; else nothing
    sa.Column("seed", sa.Text, nullable=False),
    sa.Column("creator", sa.Integer, sa.ForeignKey("people.id"), nullable=False, index=True),
    sa.Column("private", sa.Boolean, nullable=False),
    sa.Column("sandbox", sa.Boolean, nullable=False),
    sa.Column("clock", sa.Text, nullable=False),  # "reserve increment", or nothing
    sa.Column("on_timeout", sa.Text, nullable=False),  # "bot greedy" or "offer"
    sa.Column("origin", sa.Text, nullable=False),  # of an imagined sandbox, JSON; else nothing
    sa.Column("start", sa.Text, nullable=False),  # digest of the state before the first answer
    sa.Column("created", sa.Float, nullable=False),
    sa.Column("acts", sa.Integer, nullable=False),
    sa.Column("entries", sa.Integer, nullable=False),
    sa.Column("status", sa.Text, nullable=False, index=True),
    sa.Column("turn", sa.Text, nullable=False),  # the chairs that are to answer, words
    sa.Column("changed", sa.Float, nullable=False),
    sa.Column("deadline", sa.Float, nullable=True, index=True),
    sa.Column("result", sa.Text, nullable=False),  # JSON, or nothing while it is played
)

acts = sa.Table(
    "acts",
    metadata,
    sa.Column("match", sa.Text, sa.ForeignKey("matches.id"), primary_key=True),
    sa.Column("number", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("time", sa.Float, nullable=False),
    sa.Column("kind", sa.Text, nullable=False),
    sa.Column("body", sa.Text, nullable=False),
    sa.Column("mark", sa.Text, nullable=False),  # digest of the state, if a mark follows
)

seats = sa.Table(
    "seats",
    metadata,
    sa.Column("match", sa.Text, sa.ForeignKey("matches.id"), primary_key=True),
    sa.Column("chair", sa.Text, primary_key=True),
    sa.Column("person", sa.Integer, nullable=True, index=True),
    sa.Column("bot", sa.Text, nullable=False),
)

invites = sa.Table(
    "invites",
    metadata,
    sa.Column("token", sa.Text, primary_key=True),  # the hash of what the link holds
    sa.Column("match", sa.Text, sa.ForeignKey("matches.id"), nullable=False, index=True),
    sa.Column("chair", sa.Text, nullable=False),
)

chat = sa.Table(
    "chat",
    metadata,
    sa.Column("match", sa.Text, sa.ForeignKey("matches.id"), primary_key=True),
    sa.Column("number", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("time", sa.Float, nullable=False),
    sa.Column("person", sa.Integer, nullable=False),
    sa.Column("name", sa.Text, nullable=False),
    sa.Column("text", sa.Text, nullable=False),
)

notes = sa.Table(
    "notes",
    metadata,
    sa.Column("match", sa.Text, sa.ForeignKey("matches.id"), primary_key=True),
    sa.Column("person", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("text", sa.Text, nullable=False),
)

notices = sa.Table(
    "notices",
    metadata,
    sa.Column("id", sa.Integer, primary_key=True),
    sa.Column("person", sa.Integer, nullable=False, index=True),
    sa.Column("match", sa.Text, sa.ForeignKey("matches.id"), nullable=False),
    sa.Column("acts", sa.Integer, nullable=False),  # how far the match was
    sa.Column("kind", sa.Text, nullable=False),  # turn, offer, over
    sa.Column("made", sa.Float, nullable=False),
    sa.Column("sent", sa.Float, nullable=True, index=True),  # letter and webhook, or not needed
    sa.Column("read", sa.Float, nullable=True),
)

buckets = sa.Table(
    "buckets",
    metadata,
    sa.Column("key", sa.Text, primary_key=True),  # what is limited, and whose it is
    sa.Column("level", sa.Float, nullable=False),
    sa.Column("time", sa.Float, nullable=False),
)

Migration = Callable[[sa.Connection], None]


def _add_what_later_rules_need(connection: sa.Connection) -> None:
    """2: what tells later whether a match still fits, and how it ended."""
    for table, columns in (
        ("matches", ("pack_name", "origin", "start", "result")),
        ("acts", ("mark",)),
    ):
        for column in columns:
            connection.execute(
                sa.text(f"ALTER TABLE {table} ADD COLUMN {column} TEXT NOT NULL DEFAULT ''")
            )


def _add_buckets(connection: sa.Connection) -> None:
    """3: limits that several processes share."""
    buckets.create(connection)


MIGRATIONS: dict[int, Migration] = {2: _add_what_later_rules_need, 3: _add_buckets}
"""What brings a storage from the version before to this one."""


def upgrade(connection: sa.Connection) -> None:
    """Make the tables, or bring older ones up to date; several processes may try at once."""
    if connection.dialect.name == "postgresql":
        connection.execute(sa.text("SELECT pg_advisory_xact_lock(19410615)"))
    if not sa.inspect(connection).has_table("version"):
        metadata.create_all(connection)
        connection.execute(version.insert().values(number=VERSION))
        return
    number = connection.execute(sa.select(version.c.number)).scalar_one()
    if number > VERSION:
        raise KhamsinError(f"the storage has version {number}, this program knows {VERSION}")
    while number < VERSION:
        number += 1
        MIGRATIONS[number](connection)
    connection.execute(version.update().values(number=VERSION))
