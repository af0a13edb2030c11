"""3: limits that several processes share."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    """A bucket for each limit and each person or address."""
    op.create_table(
        "buckets",
        sa.Column("key", sa.Text, primary_key=True),
        sa.Column("level", sa.Float, nullable=False),
        sa.Column("time", sa.Float, nullable=False),
    )
