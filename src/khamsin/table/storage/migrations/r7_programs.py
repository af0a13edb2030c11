"""7: sessions of programs: a token with a name, and what it is good for."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"


def upgrade() -> None:
    """Sessions of before are those of browsers, which may do everything."""
    for column in ("name", "scopes"):
        op.add_column("sessions", sa.Column(column, sa.Text, nullable=False, server_default=""))
