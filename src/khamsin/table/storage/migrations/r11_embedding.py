"""11: replays that may be shown in pages of others."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0011"
down_revision = "0010"


def upgrade() -> None:
    """Nobody has allowed it yet."""
    column = sa.Column("embed", sa.Boolean, nullable=False, server_default=sa.false())
    op.add_column("matches", column)
