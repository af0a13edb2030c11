"""The door: what every request must pass, and the headers that every answer carries."""

from __future__ import annotations

import hmac
import logging
import math
import secrets
import time

import msgspec
from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import HTTPConnection
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from khamsin.table.config import Config
from khamsin.table.errors import ApiError
from khamsin.table.logs import FIELDS, REQUEST
from khamsin.table.metrics import SOCKET, Metrics, kind_of
from khamsin.table.people.sessions import Session
from khamsin.table.show import presenter

log = logging.getLogger("khamsin.table")

access = logging.getLogger("khamsin.access")

WATCHED = ("/healthz", "/readyz", "/metrics")
SAFE = ("GET", "HEAD", "OPTIONS")

_POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; "
    "img-src 'self' data: blob:; font-src 'self'; connect-src 'self' {sockets}; "
    "manifest-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)


class Json(Response):
    """Data as JSON."""

    media_type = "application/json"

    def render(self, content: object) -> bytes:
        """Encode it."""
        return msgspec.json.encode(content)


def error_response(error: ApiError, language: str | None) -> Json:
    """A refusal, in the reader's language."""
    headers = {}
    if error.retry is not None:
        headers["Retry-After"] = str(math.ceil(error.retry))
    body = error.data(presenter.error_text(error, language))
    return Json(body, status_code=error.status, headers=headers)


class Guard:
    """Checks host, origin and size of whatever comes, adds headers, lets no trace out."""

    def __init__(self, app: ASGIApp, config: Config, metrics: Metrics) -> None:
        self._app = app
        self.metrics = metrics
        self._has_warned = False
        self._config = config
        # A policy cannot name an address of IPv6; browsers complain about it.
        named = [origin for origin in config.origins if "[" not in origin]
        sockets = " ".join(sorted(origin.replace("http", "ws", 1) for origin in named))
        self._headers = {
            "Content-Security-Policy": _POLICY.format(sockets=sockets),
            "X-Content-Type-Options": "nosniff",
            "X-Frame-Options": "DENY",
            "Referrer-Policy": "no-referrer",
            "Cross-Origin-Opener-Policy": "same-origin",
            "Cross-Origin-Resource-Policy": "same-origin",
            "Permissions-Policy": "camera=(), microphone=(), geolocation=()",
        }
        if config.is_secure:
            self._headers["Strict-Transport-Security"] = "max-age=31536000"

        self._framed = self._headers | {
            "Content-Security-Policy": self._headers["Content-Security-Policy"].replace(
                "frame-ancestors 'none'", "frame-ancestors *"
            ),
            "Cross-Origin-Resource-Policy": "cross-origin",
        }
        del self._framed["X-Frame-Options"]

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let it in, or not."""
        if scope["type"] not in ("http", "websocket"):
            await self._app(scope, receive, send)
            return
        request = secrets.token_hex(6)  # finds in the log what somebody complains of
        REQUEST.set(request)
        self._warn_of_proxies(scope)
        if scope["type"] == "websocket":
            await self._listen(scope, receive, send)
        else:
            await self._answer(scope, receive, send, request)

    async def _listen(self, scope: Scope, receive: Receive, send: Send) -> None:
        """A socket is written down when it is closed; what is said on it counts by itself."""
        began, status = time.monotonic(), 500

        async def send_noted(message: Message) -> None:
            nonlocal status
            if message["type"] == "websocket.accept":
                status = 101
            elif message["type"] == "websocket.http.response.start":
                status = message["status"]
            await send(message)

        try:
            await self._app(scope, receive, send_noted)
        finally:
            self._write(scope, SOCKET, status, time.monotonic() - began)

    async def _answer(self, scope: Scope, receive: Receive, send: Send, request: str) -> None:
        started = False
        began, status = time.monotonic(), 500

        async def send_guarded(message: Message) -> None:
            nonlocal started, status
            if message["type"] == "http.response.start":
                started, status = True, message["status"]
                headers = MutableHeaders(scope=message)
                headers["X-Request-Id"] = request
                framed = status == 200 and scope["path"].startswith("/embed/")
                for name, value in (self._framed if framed else self._headers).items():
                    headers[name] = value
                if scope["path"].startswith("/api/"):
                    headers.setdefault("Cache-Control", "no-store")
            await send(message)

        try:
            check_door(scope, self._config)
            await self._app(scope, receive, send_guarded)
        except ApiError as error:
            response = error_response(error, HTTPConnection(scope).query_params.get("lang"))
            await response(scope, receive, send_guarded)
        except Exception:
            # Nobody outside learns more than that it happened.
            log.exception("%s %s failed", scope["method"], scope["path"])
            if started:
                raise
            response = error_response(ApiError(500, "internal"), None)
            await response(scope, receive, send_guarded)
        finally:
            seconds = time.monotonic() - began
            self.metrics.count(scope["method"], kind_of(scope), status, seconds)
            self._write(scope, scope["method"], status, seconds)

    def _write(self, scope: Scope, method: str, status: int, seconds: float) -> None:
        """Write a request down if that is wanted: nothing that is secret is in it."""
        if self._config.access_log:
            client = (scope.get("client") or "?")[0]
            line = (method, scope["path"], status, round(1000 * seconds, 1), client)
            access.info("%s %r %d %sms %s", *line, extra=dict(zip(FIELDS, line, strict=True)))

    def _warn_of_proxies(self, scope: Scope) -> None:
        """Behind a proxy that nobody told us of, all clients look like one."""
        if self._config.proxy or self._config.is_local or self._has_warned:
            return
        if any(name in (b"x-forwarded-for", b"forwarded") for name, _ in scope["headers"]):
            self._has_warned = True
            log.warning(
                "requests come through a proxy, but KHAMSIN_PROXY is not yes: "
                "all clients share the limits of one"
            )


def check_door(scope: Scope, config: Config) -> None:
    """Host and origin must be ours; a body must not be larger than anything we take."""
    headers = Headers(scope=scope)
    if scope["path"] in WATCHED:
        return  # whoever watches over us may know us by another name
    if headers.get("host", "") not in config.hosts:
        raise ApiError(400, "origin")
    if scope["method"] in SAFE:
        return
    origin = headers.get("origin")
    if origin is not None and origin not in config.origins:
        raise ApiError(403, "origin")
    if headers.get("sec-fetch-site", "same-origin") not in ("same-origin", "none"):
        raise ApiError(403, "origin")
    length = headers.get("content-length", "0")
    if not length.isdecimal() or int(length) > config.limits.journal:
        raise ApiError(413, "too_large")


def check_csrf(headers: Headers, session: Session) -> None:
    """A change must come from a page that was given the session's token."""
    given = headers.get("x-khamsin-csrf", "")
    if not hmac.compare_digest(given.encode(), session.csrf.encode()):
        raise ApiError(403, "csrf")
