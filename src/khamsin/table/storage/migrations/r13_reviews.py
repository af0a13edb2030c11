"""13: reviews of matches that are over, kept so that none is made twice."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0013"
down_revision = "0012"


def upgrade() -> None:
    """Nobody has asked for one yet."""
    op.create_table(
        "reviews",
        sa.Column("match", sa.Text, sa.ForeignKey("matches.id"), primary_key=True),
        sa.Column("changed", sa.Float, nullable=False),
        sa.Column("share", sa.Float, nullable=False),
        sa.Column("data", sa.Text, nullable=False),
    )
