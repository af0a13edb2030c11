"""5: administrators, bans, blocks, deleted accounts, names that cannot be mistaken."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

from khamsin.table.names import skeleton

revision = "0005"
down_revision = "0004"


def upgrade() -> None:
    """Of names of before that look alike the oldest keeps its looks to itself; the others stay."""
    no = sa.false()
    op.add_column("people", sa.Column("skeleton", sa.Text, nullable=False, server_default=""))
    op.add_column("people", sa.Column("admin", sa.Boolean, nullable=False, server_default=no))
    op.add_column("people", sa.Column("banned", sa.Float, nullable=True))
    op.add_column("people", sa.Column("deleted", sa.Float, nullable=True))
    op.add_column("chat", sa.Column("removed", sa.Float, nullable=True))
    _give_looks()
    op.create_index("people_skeleton", "people", ["skeleton"], unique=True)
    op.create_table(
        "blocks",
        sa.Column("person", sa.Integer, sa.ForeignKey("people.id"), primary_key=True),
        sa.Column("other", sa.Integer, sa.ForeignKey("people.id"), primary_key=True, index=True),
        sa.Column("made", sa.Float, nullable=False),
    )


def _give_looks() -> None:
    people = sa.table("people", *map(sa.column, ("id", "name", "skeleton")))
    connection = op.get_bind()
    taken: set[str] = set()
    rows = connection.execute(sa.select(people.c.id, people.c.name).order_by(people.c.id)).all()
    for number, name in rows:
        looks = skeleton(name)
        if looks in taken:
            looks = f"{looks}#{number}"
        taken.add(looks)
        connection.execute(people.update().where(people.c.id == number).values(skeleton=looks))
