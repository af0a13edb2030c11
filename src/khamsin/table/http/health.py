"""For those who watch over a table: whether it works, and what it counts."""

from __future__ import annotations

import asyncio
import hmac
from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING

import sqlalchemy as sa
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response

from khamsin.table.errors import ApiError
from khamsin.table.metrics import Metrics

from .guard import Json

if TYPE_CHECKING:
    from khamsin.table.service import Table

_PATIENCE = 3.0
"""Seconds that the storage has to answer."""


async def health(request: Request) -> Response:
    """`GET /healthz`: 200 if the storage answers, else 503."""
    return await _ask_storage(request.app.state.table)


async def ready(request: Request) -> Response:
    """`GET /readyz`: 200 if requests may be sent here, else 503: while it starts or stops, too."""
    table: Table | None = getattr(request.app.state, "table", None)
    if table is None or not table.is_open:
        return Json({"open": False}, status_code=503)
    return await _ask_storage(table)


async def _ask_storage(table: Table) -> Response:
    try:
        ask = table.store.read(lambda c: c.execute(sa.text("SELECT 1")).scalar_one())
        await asyncio.wait_for(ask, _PATIENCE)
    except (ApiError, TimeoutError):
        return Json({"storage": False}, status_code=503)
    return Json({"storage": True})


def metrics_of(metrics: Metrics) -> Callable[[Request], Awaitable[Response]]:
    """`GET /metrics`, for whoever knows the secret."""

    async def answer(request: Request) -> Response:
        table: Table = request.app.state.table
        wanted = f"Bearer {table.config.metrics}"
        given = request.headers.get("authorization", "")
        if not table.config.metrics or not hmac.compare_digest(given.encode(), wanted.encode()):
            raise HTTPException(404)
        return PlainTextResponse(await metrics.text(table), headers={"Cache-Control": "no-store"})

    return answer
