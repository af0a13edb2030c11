"""Replays in pages of others: finished matches that are open to all, where their owner allows it.

The page at `/embed/...` is the only one of ours that may stand in a frame. It reads without the
session of whoever looks at it, so nothing can be changed from there.
"""

from __future__ import annotations

from typing import Any

import sqlalchemy as sa
from starlette.requests import Request
from starlette.responses import FileResponse, Response

from khamsin.table.errors import ApiError, bad, forbidden, gone
from khamsin.table.http import messages
from khamsin.table.http.call import Call
from khamsin.table.http.guard import error_response
from khamsin.table.match.table_match import FINISHED
from khamsin.table.service import Table
from khamsin.table.storage import schema

FOLDER = "/embed/"


async def allowed(call: Call) -> dict[str, object]:
    """`GET .../embedding`: whether pages of others may show it."""
    row = await _row(call.table, call.path("match"))
    if row is None or (row.private and row.creator != call.who):
        raise gone()
    return {"allowed": bool(row.embed)}


async def allow(call: Call) -> dict[str, object]:
    """`POST .../embedding`: whoever set a match up allows it, once it is over, or no longer."""
    person, match = call.person, call.path("match")
    body = await call.body(messages.Embedding)
    row = await _row(call.table, match)
    if row is None or (row.private and row.creator != person.id):
        raise gone()
    if row.creator != person.id:
        raise forbidden()
    if row.private or row.sandbox:
        raise bad("only a match that is open to all can be shown elsewhere")
    if row.status != FINISHED:
        raise ApiError(409, "not_finished")
    table = schema.matches
    change = table.update().where(table.c.id == match).values(embed=body.allowed)
    await call.table.store.write(lambda c: c.execute(change))
    return {"allowed": body.allowed}


async def page(request: Request) -> Response:
    """`GET /embed/{match}`: the page that shows it, in a frame of another."""
    table: Table = request.app.state.table
    try:
        row = await _row(table, messages.printable(request.path_params["match"]))
    except ApiError as error:
        return error_response(error, None)
    if row is None or not row.embed or row.private or row.status != FINISHED:
        return error_response(gone(), request.query_params.get("lang"))
    headers = {"Cache-Control": "no-cache"}
    return FileResponse(table.config.web / "embed.html", headers=headers)


async def _row(table: Table, match: str) -> Any:
    matches = schema.matches.c
    columns = (matches.embed, matches.private, matches.sandbox, matches.status, matches.creator)
    query = sa.select(*columns).where(matches.id == match)
    return await table.store.read(lambda c: c.execute(query).one_or_none())
