"""The application: every address of the table, and the files of the client."""

from __future__ import annotations

import contextlib
import mimetypes
from collections.abc import AsyncIterator
from pathlib import Path

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import FileResponse, Response
from starlette.routing import BaseRoute, Route, WebSocketRoute

from khamsin.bots.memory import calm_collector
from khamsin.table.config import Config
from khamsin.table.errors import ApiError
from khamsin.table.match import editions
from khamsin.table.metrics import Metrics
from khamsin.table.service import Table

from . import admin, games, health, matches, openapi, people, play
from .call import Call, Handler, endpoint
from .guard import Guard, error_response
from .websocket import live

M = "/api/matches/{match}"

ADDRESSES: list[tuple[str, str, Handler]] = [
    ("GET", "/api/openapi.json", openapi.description),
    ("POST", "/api/session", people.sign_in),
    ("DELETE", "/api/session", people.sign_out),
    ("POST", "/api/people", people.register),
    ("GET", "/api/me", people.me),
    ("POST", "/api/me", people.change_me),
    ("POST", "/api/me/confirm", people.ask_to_confirm),
    ("POST", "/api/confirm", people.confirm),
    ("POST", "/api/me/password", people.change_password),
    ("DELETE", "/api/me/sessions", people.end_sessions),
    ("POST", "/api/me/delete", people.delete),
    ("GET", "/api/people/{name}", people.profile),
    ("GET", "/api/blocks", people.blocks),
    ("POST", "/api/blocks", people.block),
    ("POST", "/api/forgotten", people.forgotten),
    ("POST", "/api/reset", people.reset),
    ("GET", "/api/notices", people.notices),
    ("POST", "/api/notices", people.read_notices),
    ("GET", "/api/games", games.games),
    ("GET", "/api/games/{slug}/scene", games.scene),
    ("GET", "/api/games/{slug}/record", games.record),
    ("GET", "/api/games/{slug}/rules", games.rules),
    ("GET", "/api/games/{slug}/rules/{rule}", games.rule),
    ("GET", "/api/matches", matches.listed),
    ("POST", "/api/matches", matches.create),
    ("POST", "/api/matches/import", matches.import_journal),
    ("POST", "/api/join", matches.join),
    ("GET", f"{M}/invites", matches.invites),
    ("POST", f"{M}/invites", matches.invite),
    ("DELETE", f"{M}/invites/{{side}}", matches.withdraw_invite),
    ("POST", f"{M}/seats", matches.seats),
    ("POST", f"{M}/fork", matches.fork),
    ("GET", f"{M}/journal", matches.journal),
    ("GET", f"{M}/table", play.table),
    ("GET", f"{M}/positions/{{entries}}/table", play.position),
    ("GET", f"{M}/positions/{{entries}}/overlays", play.position_overlays),
    ("POST", f"{M}/choices", play.choose),
    ("POST", f"{M}/undo", play.undo),
    ("POST", f"{M}/resign", play.resign),
    ("POST", f"{M}/draw", play.draw),
    ("POST", f"{M}/offers", play.offer),
    ("POST", f"{M}/offers/{{kind}}", play.reply),
    ("GET", f"{M}/why", play.why),
    ("GET", f"{M}/odds", play.odds),
    ("GET", f"{M}/overlays", play.overlays),
    ("POST", f"{M}/chat", play.chat),
    ("POST", f"{M}/notes", play.notes),
    ("POST", f"{M}/stop", play.stop),
    ("GET", "/api/admin/people", admin.people),
    ("POST", "/api/admin/people/{person}", admin.change_person),
    ("DELETE", "/api/admin/people/{person}/sessions", admin.end_sessions),
    ("GET", "/api/admin/matches/{match}", admin.match),
    ("POST", "/api/admin/matches/{match}/kick", admin.kick),
    ("DELETE", "/api/admin/matches/{match}/chat/{line}", admin.remove_chat),
]
"""Every address, and what answers there."""


def make_app(config: Config) -> Starlette:
    """A table, ready to be served."""

    @contextlib.asynccontextmanager
    async def life(app: Starlette) -> AsyncIterator[None]:
        editions.use(config.packs)
        table = Table(config)
        app.state.table = table
        calm_collector()
        await table.start()
        try:
            yield
        finally:
            await table.stop()

    routes: list[BaseRoute] = [
        Route(path, endpoint(handler), methods=[method]) for method, path, handler in ADDRESSES
    ]
    routes.append(WebSocketRoute(f"{M}/live", live))
    metrics = Metrics()
    routes.append(Route("/healthz", health.health, methods=["GET"]))
    routes.append(Route("/metrics", health.metrics_of(metrics), methods=["GET"]))
    routes.append(Route("/{path:path}", _files(config.web.resolve()), methods=["GET", "HEAD"]))
    return Starlette(
        routes=routes,
        lifespan=life,
        middleware=[Middleware(Guard, config=config, metrics=metrics)],
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


def _files(root: Path) -> Handler | type:
    """The client: its files, and its page for every other address."""

    async def answer(request: Request) -> Response:
        path = request.path_params["path"]
        if path.startswith("api/"):
            raise HTTPException(404)
        # Decided by the resolved path, so that no way of writing `..` leads out.
        try:
            wanted = (root / path).resolve()
            found = path != "" and wanted.is_relative_to(root) and wanted.is_file()
        except (OSError, ValueError):
            found = False
        file = wanted if found else root / "index.html"
        if not file.is_file():
            raise HTTPException(404)
        kind = mimetypes.guess_type(file.name)[0]
        return FileResponse(file, media_type=kind, headers={"Cache-Control": "no-cache"})

    return answer  # type: ignore[return-value]


__all__ = ["ADDRESSES", "Call", "make_app"]
