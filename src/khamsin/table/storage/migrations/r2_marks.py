"""2: what tells later whether a match still fits, and how it ended."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    """Packs, origins, digests and results."""
    for column in ("pack_name", "origin", "start", "result"):
        op.add_column("matches", sa.Column(column, sa.Text, nullable=False, server_default=""))
    op.add_column("acts", sa.Column("mark", sa.Text, nullable=False, server_default=""))
