"""Requests and sockets that come from the page and not over a network.

The page's worker is to the table what a server like uvicorn is: it speaks ASGI with it. So the
table answers here as it answers anywhere, with the same checks, limits and secrets.
"""

from __future__ import annotations

import asyncio
import contextlib
import http.cookies
from collections.abc import Callable
from typing import NamedTuple
from urllib.parse import urlsplit

from starlette.types import ASGIApp, Message

Hear = Callable[[str, object], None]
"""What the page does with news of a socket: `open`, `text` with a message, `close` with a code."""


class Answer(NamedTuple):
    """What a request came to."""

    status: int
    headers: dict[str, str]
    body: bytes


class Door:
    """Lets one page in, and keeps its cookies, as a browser would."""

    def __init__(self, app: ASGIApp, origin: str) -> None:
        self._app = app
        self._origin = origin
        self._cookies: dict[str, str] = {}

    async def request(
        self, method: str, target: str, headers: dict[str, str], body: bytes = b""
    ) -> Answer:
        """Ask for something; `target` is a path, perhaps with a query."""
        said = self._headers(headers | {"content-length": str(len(body))})
        scope = self._scope("http", target, said) | {"method": method}
        arriving: list[Message] = [{"type": "http.request", "body": body, "more_body": False}]
        started: Message = {"status": 500, "headers": []}
        pieces: list[bytes] = []

        async def receive() -> Message:
            return arriving.pop() if arriving else {"type": "http.disconnect"}

        async def send(message: Message) -> None:
            nonlocal started
            if message["type"] == "http.response.start":
                started = message
            else:
                pieces.append(message.get("body", b""))

        await self._app(scope, receive, send)
        answered = [(name.decode().lower(), value.decode()) for name, value in started["headers"]]
        for name, value in answered:
            if name == "set-cookie":
                self._keep_cookie(value)
        shown = {name: value for name, value in answered if name != "set-cookie"}
        return Answer(started["status"], shown, b"".join(pieces))

    def socket(self, target: str, hear: Hear) -> Socket:
        """Open a socket."""
        said = self._headers({})
        scope = self._scope("websocket", target, said) | {
            "subprotocols": [],
            "extensions": {"websocket.http.response": {}},
        }
        return Socket(self._app, scope, hear)

    def _headers(self, headers: dict[str, str]) -> list[tuple[bytes, bytes]]:
        """What a browser adds to what the page says."""
        added = {"host": urlsplit(self._origin).netloc, "origin": self._origin}
        if self._cookies:
            added["cookie"] = "; ".join(f"{name}={value}" for name, value in self._cookies.items())
        return [
            (name.lower().encode(), value.encode()) for name, value in (headers | added).items()
        ]

    def _scope(
        self, kind: str, target: str, headers: list[tuple[bytes, bytes]]
    ) -> dict[str, object]:
        parts = urlsplit(target)
        return {
            "type": kind,
            "asgi": {"version": "3.0", "spec_version": "2.4"},
            "http_version": "1.1",
            "scheme": urlsplit(self._origin).scheme,
            "path": parts.path,
            "raw_path": parts.path.encode(),
            "query_string": parts.query.encode(),
            "root_path": "",
            "headers": headers,
            "client": ("127.0.0.1", 0),
            "server": ("127.0.0.1", 0),
            "state": {},
        }

    def _keep_cookie(self, text: str) -> None:
        for name, morsel in http.cookies.SimpleCookie(text).items():
            if morsel["max-age"] == "0" or not morsel.value:
                self._cookies.pop(name, None)
            else:
                self._cookies[name] = morsel.value


class Socket:
    """A socket between the page and the table."""

    def __init__(self, app: ASGIApp, scope: dict[str, object], hear: Hear) -> None:
        self._hear = hear
        self._said: asyncio.Queue[Message] = asyncio.Queue()
        self._said.put_nowait({"type": "websocket.connect"})
        self._is_closed = False
        self._task = asyncio.create_task(self._serve(app, scope))

    def say(self, text: str) -> None:
        """Send a message to the table."""
        self._said.put_nowait({"type": "websocket.receive", "text": text})

    def close(self) -> None:
        """Hang up."""
        self._said.put_nowait({"type": "websocket.disconnect", "code": 1000})

    async def ended(self) -> None:
        """Return when the table has done with it."""
        with contextlib.suppress(asyncio.CancelledError):
            await self._task

    async def _serve(self, app: ASGIApp, scope: dict[str, object]) -> None:
        code = 1006  # no word of farewell

        async def send(message: Message) -> None:
            nonlocal code
            match message["type"]:
                case "websocket.accept":
                    self._hear("open", None)
                case "websocket.send":
                    self._hear("text", message["text"])
                case "websocket.close":
                    code = message.get("code", 1000)

        try:
            await app(scope, self._said.get, send)
        finally:
            self._hear("close", code)
