"""The lines of a chat: as they are stored, and as one sees them who has blocked somebody."""

from __future__ import annotations

from collections.abc import Container

import sqlalchemy as sa

from khamsin.table.storage import schema
from khamsin.table.times import moment


def line(
    number: int, time: float, by: str, text: str, removed: float | None, person: int
) -> dict[str, object]:
    """One line, as rooms keep it."""
    said: dict[str, object] = {"n": number, "at": moment(time), "by": by, "text": text}
    if removed is not None:
        said["removed"] = True
    return said | {"person": person}


def shown(lines: list[dict[str, object]], blocked: Container[int]) -> list[dict[str, object]]:
    """The lines for a reader: nothing of those whom he has blocked."""
    return [
        {"n": each["n"], "at": each["at"], "by": "", "text": "", "hidden": True}
        if each["person"] in blocked
        else {name: value for name, value in each.items() if name != "person"}
        for each in lines
    ]


def read(connection: sa.Connection, match: str, since: int) -> list[dict[str, object]]:
    """What is stored."""
    chat = schema.chat.c
    rows = connection.execute(
        sa.select(chat.number, chat.time, chat.name, chat.text, chat.removed, chat.person)
        .where(chat.match == match, chat.number >= since)
        .order_by(chat.number)
    )
    return [line(*row) for row in rows]
