"""9: matches that count for a rating, and the ratings."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0008"


def upgrade() -> None:
    """No match of before counts: nobody had agreed to it."""
    column = sa.Column("rated", sa.Text, nullable=False, server_default="")
    op.add_column("matches", column)
    op.create_index("ix_matches_rated", "matches", ["rated"])
    op.create_table(
        "ratings",
        sa.Column("person", sa.Integer, sa.ForeignKey("people.id"), primary_key=True),
        sa.Column("game", sa.Text, primary_key=True),
        sa.Column("rating", sa.Float, nullable=False),
        sa.Column("deviation", sa.Float, nullable=False),
        sa.Column("volatility", sa.Float, nullable=False),
        sa.Column("changed", sa.Float, nullable=False),
        *(
            sa.Column(name, sa.Integer, nullable=False)
            for name in ("played", "won", "lost", "drawn")
        ),
    )
    op.create_table(
        "rated",
        sa.Column("match", sa.Text, sa.ForeignKey("matches.id"), primary_key=True),
        sa.Column("person", sa.Integer, sa.ForeignKey("people.id"), primary_key=True),
        sa.Column("before", sa.Float, nullable=False),
        sa.Column("after", sa.Float, nullable=False),
    )
