"""10: series and tournaments."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0010"
down_revision = "0009"


def upgrade() -> None:
    """Matches of before belong to none."""
    column = sa.Column("event", sa.Text, nullable=False, server_default="")
    op.add_column("matches", column)
    op.create_table(
        "events",
        sa.Column("id", sa.Text, primary_key=True),
        sa.Column("title", sa.Text, nullable=False),
        sa.Column("form", sa.Text, nullable=False),
        sa.Column("rounds", sa.Integer, nullable=False),
        sa.Column("game", sa.Text, nullable=False),
        sa.Column("scenario", sa.Text, nullable=False),
        sa.Column("options", sa.Text, nullable=False),
        sa.Column("clock", sa.Text, nullable=False),
        sa.Column("rated", sa.Boolean, nullable=False),
        sa.Column("organiser", sa.Integer, sa.ForeignKey("people.id"), nullable=False, index=True),
        sa.Column("created", sa.Float, nullable=False),
        sa.Column("status", sa.Text, nullable=False, index=True),
        sa.Column("round", sa.Integer, nullable=False),
    )
    op.create_table(
        "entries",
        sa.Column("event", sa.Text, sa.ForeignKey("events.id"), primary_key=True),
        sa.Column("person", sa.Integer, sa.ForeignKey("people.id"), primary_key=True),
        sa.Column("entered", sa.Float, nullable=False),
        sa.Column("withdrawn", sa.Float, nullable=True),
        sa.Column("seed", sa.Integer, nullable=True),
    )
    op.create_table(
        "pairings",
        sa.Column("event", sa.Text, sa.ForeignKey("events.id"), primary_key=True),
        sa.Column("round", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("board", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("first", sa.Integer, sa.ForeignKey("people.id"), nullable=False),
        sa.Column("second", sa.Integer, sa.ForeignKey("people.id"), nullable=True),
        sa.Column("match", sa.Text, sa.ForeignKey("matches.id"), nullable=True),
        sa.Column("score", sa.Float, nullable=True),
    )
