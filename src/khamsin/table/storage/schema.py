"""The tables of the storage. `migrating` makes them, and brings older ones up to date.

A match is its set-up (`matches`) and what was done since (`acts`), a row each, never changed and
never deleted; `(match, number)` is unique, so that of two acts for the same moment one wins. The
columns of `matches` after `created`, and all of `seats`, follow from the acts: they are there to
be searched.
"""

from __future__ import annotations

import sqlalchemy as sa

metadata = sa.MetaData()

version = sa.Table("version", metadata, sa.Column("number", sa.Integer, nullable=False))
"""Read by programs of before Alembic, which a number above 5 keeps out."""

people = sa.Table(
    "people",
    metadata,
    sa.Column("id", sa.Integer, primary_key=True),
    sa.Column("name", sa.Text, nullable=False),
    sa.Column("folded", sa.Text, nullable=False, unique=True),
    sa.Column("password", sa.Text, nullable=False),
    sa.Column("email", sa.Text, nullable=False, default=""),
    sa.Column("confirmed", sa.Float, nullable=True),  # when the address was found to be his
    sa.Column("webhook", sa.Text, nullable=False, default=""),
    sa.Column("language", sa.Text, nullable=False, default="en"),
    sa.Column("created", sa.Float, nullable=False),
    sa.Column("seen", sa.Float, nullable=False, default=0.0),
    sa.Column("skeleton", sa.Text, nullable=False),  # what the name looks like
    sa.Column("admin", sa.Boolean, nullable=False, default=False),
    sa.Column("banned", sa.Float, nullable=True),
    sa.Column("deleted", sa.Float, nullable=True),  # the row stays, with a pseudonym
    sa.Index("people_skeleton", "skeleton", unique=True),
)

blocks = sa.Table(
    "blocks",
    metadata,
    sa.Column("person", sa.Integer, sa.ForeignKey("people.id"), primary_key=True),
    sa.Column("other", sa.Integer, sa.ForeignKey("people.id"), primary_key=True, index=True),
    sa.Column("made", sa.Float, nullable=False),
)

sessions = sa.Table(
    "sessions",
    metadata,
    sa.Column("token", sa.Text, primary_key=True),  # the hash of what the cookie holds
    sa.Column("person", sa.Integer, sa.ForeignKey("people.id"), nullable=False, index=True),
    sa.Column("created", sa.Float, nullable=False),
    sa.Column("until", sa.Float, nullable=False),
    sa.Column("name", sa.Text, nullable=False, default=""),  # what its owner calls a program
    sa.Column("scopes", sa.Text, nullable=False, default=""),  # words; of a browser: nothing
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
    sa.Column("rated", sa.Text, nullable=False, default="", index=True),  # agreed, done, void
    sa.Column("event", sa.Text, nullable=False, default=""),  # the tournament it belongs to
    sa.Column("embed", sa.Boolean, nullable=False, default=False),  # pages of others may show it
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
    sa.Column("until", sa.Float, nullable=False),
    sa.Column("used", sa.Float, nullable=True),
    sa.Column("person", sa.Integer, nullable=True),  # who used it
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
    sa.Column("removed", sa.Float, nullable=True),  # by an administrator; the text is gone then
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
    sa.Column("mailed", sa.Float, nullable=True),
    sa.Column("called", sa.Float, nullable=True),
    sa.Column("pushed", sa.Float, nullable=True),
    sa.Column("tries", sa.Integer, nullable=False, default=0),
    sa.Column("next", sa.Float, nullable=False, default=0.0),  # when it may be tried again
    sa.Column("sent", sa.Float, nullable=True, index=True),  # letter and webhook, or not needed
    sa.Column("read", sa.Float, nullable=True),
)

tokens = sa.Table(
    "tokens",
    metadata,
    sa.Column("token", sa.Text, primary_key=True),  # the hash of what the link in a letter holds
    sa.Column("person", sa.Integer, sa.ForeignKey("people.id"), nullable=False, index=True),
    sa.Column("purpose", sa.Text, nullable=False),  # "email" or "password"
    sa.Column("value", sa.Text, nullable=False),
    sa.Column("until", sa.Float, nullable=False),
)

passkeys = sa.Table(
    "passkeys",
    metadata,
    sa.Column("id", sa.Text, primary_key=True),  # of the credential
    sa.Column("person", sa.Integer, sa.ForeignKey("people.id"), nullable=False, index=True),
    sa.Column("name", sa.Text, nullable=False),
    sa.Column("key", sa.Text, nullable=False),  # the public one
    sa.Column("signed", sa.Integer, nullable=False),  # of signatures, if the device counts them
    sa.Column("created", sa.Float, nullable=False),
    sa.Column("used", sa.Float, nullable=True),
)

challenges = sa.Table(
    "challenges",
    metadata,
    sa.Column("challenge", sa.Text, primary_key=True),
    sa.Column("person", sa.Integer, nullable=True),  # who adds a passkey; nobody: to sign in
    sa.Column("until", sa.Float, nullable=False),
)

ratings = sa.Table(
    "ratings",
    metadata,
    sa.Column("person", sa.Integer, sa.ForeignKey("people.id"), primary_key=True),
    sa.Column("game", sa.Text, primary_key=True),
    sa.Column("rating", sa.Float, nullable=False),
    sa.Column("deviation", sa.Float, nullable=False),  # when it was changed last; it grows since
    sa.Column("volatility", sa.Float, nullable=False),
    sa.Column("changed", sa.Float, nullable=False),
    *(sa.Column(name, sa.Integer, nullable=False) for name in ("played", "won", "lost", "drawn")),
)

rated = sa.Table(
    "rated",
    metadata,
    sa.Column("match", sa.Text, sa.ForeignKey("matches.id"), primary_key=True),
    sa.Column("person", sa.Integer, sa.ForeignKey("people.id"), primary_key=True),
    sa.Column("before", sa.Float, nullable=False),
    sa.Column("after", sa.Float, nullable=False),
)

events = sa.Table(
    "events",
    metadata,
    sa.Column("id", sa.Text, primary_key=True),
    sa.Column("title", sa.Text, nullable=False),
    sa.Column("form", sa.Text, nullable=False),  # swiss, round_robin, series
    sa.Column("rounds", sa.Integer, nullable=False),  # of a round robin: how often all meet
    sa.Column("game", sa.Text, nullable=False),
    sa.Column("scenario", sa.Text, nullable=False),
    sa.Column("options", sa.Text, nullable=False),  # words
    sa.Column("clock", sa.Text, nullable=False),
    sa.Column("rated", sa.Boolean, nullable=False),
    sa.Column("organiser", sa.Integer, sa.ForeignKey("people.id"), nullable=False, index=True),
    sa.Column("created", sa.Float, nullable=False),
    sa.Column("status", sa.Text, nullable=False, index=True),  # open, running, over, cancelled
    sa.Column("round", sa.Integer, nullable=False),  # the one that is played, from 1
)

entries = sa.Table(
    "entries",
    metadata,
    sa.Column("event", sa.Text, sa.ForeignKey("events.id"), primary_key=True),
    sa.Column("person", sa.Integer, sa.ForeignKey("people.id"), primary_key=True),
    sa.Column("entered", sa.Float, nullable=False),
    sa.Column("withdrawn", sa.Float, nullable=True),
    sa.Column("seed", sa.Integer, nullable=True),
)

pairings = sa.Table(
    "pairings",
    metadata,
    sa.Column("event", sa.Text, sa.ForeignKey("events.id"), primary_key=True),
    sa.Column("round", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("board", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("first", sa.Integer, sa.ForeignKey("people.id"), nullable=False),
    sa.Column("second", sa.Integer, sa.ForeignKey("people.id"), nullable=True),  # nobody: a bye
    sa.Column("match", sa.Text, sa.ForeignKey("matches.id"), nullable=True),
    sa.Column("score", sa.Float, nullable=True),  # of the first, once it is over
)

pushes = sa.Table(
    "pushes",
    metadata,
    sa.Column("endpoint", sa.Text, primary_key=True),  # where the maker of the browser listens
    sa.Column("person", sa.Integer, sa.ForeignKey("people.id"), nullable=False, index=True),
    sa.Column("key", sa.Text, nullable=False),  # what is sent is encrypted for this browser
    sa.Column("secret", sa.Text, nullable=False),
    sa.Column("made", sa.Float, nullable=False),
)

reviews = sa.Table(
    "reviews",
    metadata,
    sa.Column("match", sa.Text, sa.ForeignKey("matches.id"), primary_key=True),
    sa.Column("changed", sa.Float, nullable=False),
    sa.Column("share", sa.Float, nullable=False),  # of the work that is done; below 0: it failed
    sa.Column("data", sa.Text, nullable=False),  # JSON, or nothing until it is ready
)

keys = sa.Table(
    "keys",
    metadata,
    sa.Column("name", sa.Text, primary_key=True),
    sa.Column("value", sa.Text, nullable=False),
)

buckets = sa.Table(
    "buckets",
    metadata,
    sa.Column("key", sa.Text, primary_key=True),  # what is limited, and whose it is
    sa.Column("level", sa.Float, nullable=False),
    sa.Column("time", sa.Float, nullable=False),
)
