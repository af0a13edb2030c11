"""6: the version is kept by Alembic."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"


def upgrade() -> None:
    """The number that was kept before keeps programs out that know nothing of Alembic."""
    op.execute(sa.table("version", sa.column("number")).update().values(number=6))
