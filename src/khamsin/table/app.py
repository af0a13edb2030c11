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

from . import api_admin, api_games, api_matches, api_people, api_play, editions, openapi, watching
from .call import Call, Handler, endpoint
from .config import Config
from .errors import ApiError
from .guard import Guard, error_response
from .metrics import Metrics
from .service import Table
from .wire import live

M = "/api/matches/{match}"

ADDRESSES: list[tuple[str, str, Handler]] = [
    ("GET", "/api/openapi.json", openapi.description),
    ("POST", "/api/session", api_people.sign_in),
    ("DELETE", "/api/session", api_people.sign_out),
    ("POST", "/api/people", api_people.register),
    ("GET", "/api/me", api_people.me),
    ("POST", "/api/me", api_people.change_me),
    ("POST", "/api/me/confirm", api_people.ask_to_confirm),
    ("POST", "/api/confirm", api_people.confirm),
    ("POST", "/api/me/password", api_people.change_password),
    ("DELETE", "/api/me/sessions", api_people.end_sessions),
    ("POST", "/api/me/delete", api_people.delete),
    ("GET", "/api/people/{name}", api_people.profile),
    ("GET", "/api/blocks", api_people.blocks),
    ("POST", "/api/blocks", api_people.block),
    ("POST", "/api/forgotten", api_people.forgotten),
    ("POST", "/api/reset", api_people.reset),
    ("GET", "/api/notices", api_people.notices),
    ("POST", "/api/notices", api_people.read_notices),
    ("GET", "/api/games", api_games.games),
    ("GET", "/api/games/{slug}/scene", api_games.scene),
    ("GET", "/api/games/{slug}/record", api_games.record),
    ("GET", "/api/games/{slug}/rules", api_games.rules),
    ("GET", "/api/games/{slug}/rules/{rule}", api_games.rule),
    ("GET", "/api/matches", api_matches.listed),
    ("POST", "/api/matches", api_matches.create),
    ("POST", "/api/matches/import", api_matches.import_journal),
    ("POST", "/api/join", api_matches.join),
    ("GET", f"{M}/invites", api_matches.invites),
    ("POST", f"{M}/invites", api_matches.invite),
    ("DELETE", f"{M}/invites/{{side}}", api_matches.withdraw_invite),
    ("POST", f"{M}/seats", api_matches.seats),
    ("POST", f"{M}/fork", api_matches.fork),
    ("GET", f"{M}/journal", api_matches.journal),
    ("GET", f"{M}/table", api_play.table),
    ("GET", f"{M}/positions/{{entries}}/table", api_play.position),
    ("GET", f"{M}/positions/{{entries}}/overlays", api_play.position_overlays),
    ("POST", f"{M}/choices", api_play.choose),
    ("POST", f"{M}/undo", api_play.undo),
    ("POST", f"{M}/resign", api_play.resign),
    ("POST", f"{M}/draw", api_play.draw),
    ("POST", f"{M}/offers", api_play.offer),
    ("POST", f"{M}/offers/{{kind}}", api_play.reply),
    ("GET", f"{M}/why", api_play.why),
    ("GET", f"{M}/odds", api_play.odds),
    ("GET", f"{M}/overlays", api_play.overlays),
    ("POST", f"{M}/chat", api_play.chat),
    ("POST", f"{M}/notes", api_play.notes),
    ("POST", f"{M}/stop", api_play.stop),
    ("GET", "/api/admin/people", api_admin.people),
    ("POST", "/api/admin/people/{person}", api_admin.change_person),
    ("DELETE", "/api/admin/people/{person}/sessions", api_admin.end_sessions),
    ("GET", "/api/admin/matches/{match}", api_admin.match),
    ("POST", "/api/admin/matches/{match}/kick", api_admin.kick),
    ("DELETE", "/api/admin/matches/{match}/chat/{line}", api_admin.remove_chat),
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
    routes.append(Route("/healthz", watching.health, methods=["GET"]))
    routes.append(Route("/metrics", watching.metrics_of(metrics), methods=["GET"]))
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
