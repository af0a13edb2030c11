"""4: links that are used up, addresses that are confirmed, letters that are tried again."""

from __future__ import annotations

import time

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"

_TWO_WEEKS = 14 * 24 * 3600.0


def upgrade() -> None:
    """A link of before is good for its seat once, unless somebody sits there.

    An address of before must be confirmed like a new one.
    """
    nothing = sa.text("0")
    op.add_column("invites", sa.Column("until", sa.Float, nullable=False, server_default=nothing))
    op.add_column("invites", sa.Column("used", sa.Float, nullable=True))
    op.add_column("invites", sa.Column("person", sa.Integer, nullable=True))
    op.add_column("people", sa.Column("confirmed", sa.Float, nullable=True))
    op.add_column("notices", sa.Column("mailed", sa.Float, nullable=True))
    op.add_column("notices", sa.Column("called", sa.Float, nullable=True))
    op.add_column("notices", sa.Column("tries", sa.Integer, nullable=False, server_default=nothing))
    op.add_column("notices", sa.Column("next", sa.Float, nullable=False, server_default=nothing))
    op.create_table(
        "tokens",
        sa.Column("token", sa.Text, primary_key=True),
        sa.Column("person", sa.Integer, sa.ForeignKey("people.id"), nullable=False, index=True),
        sa.Column("purpose", sa.Text, nullable=False),
        sa.Column("value", sa.Text, nullable=False),
        sa.Column("until", sa.Float, nullable=False),
    )
    _use_up(time.time())


def _use_up(now: float) -> None:
    invites = sa.table("invites", *map(sa.column, ("match", "chair", "until", "used")))
    seats = sa.table("seats", *map(sa.column, ("match", "chair", "person", "bot")))
    op.execute(invites.update().values(until=now + _TWO_WEEKS))
    taken = sa.and_(
        seats.c.match == invites.c.match,
        seats.c.chair == invites.c.chair,
        sa.or_(seats.c.person.is_not(None), seats.c.bot != ""),
    )
    op.execute(invites.update().where(sa.exists().where(taken)).values(used=now))
