"""The application: every address of the table, and the files of the client."""

from __future__ import annotations

import contextlib
import logging
from collections.abc import AsyncIterator

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route, WebSocketRoute

from khamsin.bots.collector import calm_collector
from khamsin.table.config import Config
from khamsin.table.errors import ApiError
from khamsin.table.machine import Machine
from khamsin.table.match import editions
from khamsin.table.metrics import Metrics
from khamsin.table.service import Table

from . import health
from .addresses import ADDRESSES
from .call import endpoint
from .client import Client, Compressed
from .club import embedding
from .guard import Guard, error_response
from .websocket import live

log = logging.getLogger("khamsin.table")


def make_app(config: Config, machine: Machine | None = None) -> Starlette:
    """A table, ready to be served."""
    metrics = Metrics()

    @contextlib.asynccontextmanager
    async def life(app: Starlette) -> AsyncIterator[None]:
        editions.use(config.packs)
        table = Table(config, machine or Machine())
        app.state.table = table
        app.state.metrics = metrics
        calm_collector()
        await table.start()
        log.info("open at %s:%s for %s", config.host, config.port, config.address)
        try:
            yield
        finally:
            await table.stop()

    routes: list[BaseRoute] = [
        Route(each.path, endpoint(each), methods=[each.method]) for each in ADDRESSES
    ]
    routes.append(WebSocketRoute("/api/matches/{match}/live", live))
    routes.append(Route("/healthz", health.health, methods=["GET"]))
    routes.append(Route("/readyz", health.ready, methods=["GET"]))
    routes.append(Route("/metrics", health.metrics_of(metrics), methods=["GET"]))
    routes.append(Route(f"{embedding.FOLDER}{{match:path}}", embedding.page, methods=["GET"]))
    routes.append(Route("/{path:path}", Client(config.web), methods=["GET", "HEAD"]))
    return Starlette(
        routes=routes,
        lifespan=life,
        middleware=[Middleware(Guard, config=config, metrics=metrics), Middleware(Compressed)],
        exception_handlers={HTTPException: _no_such_thing},
    )


async def _no_such_thing(request: Request, error: Exception) -> Response:
    """No such address, or not in this way."""
    status = error.status_code if isinstance(error, HTTPException) else 500
    code = {404: "not_found", 405: "not_allowed"}.get(status, "bad_request")
    response = error_response(ApiError(status, code), request.query_params.get("lang"))
    allow = getattr(error, "headers", None) or {}
    response.headers.update(allow)
    return response
