"""The files of the client: kept by the browser under addresses that change when any of them does.

The page names its scripts and styles below a folder `client-<digest>`, from where they find one
another. What lies there need never be asked for again; the page itself is asked for each time. It
names all modules, so that a browser fetches them at once and not one after the other.
"""

from __future__ import annotations

import functools
import hashlib
import posixpath
import re
from pathlib import Path, PurePosixPath

from starlette.exceptions import HTTPException
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import Request
from starlette.responses import Response
from starlette.staticfiles import NotModifiedResponse, StaticFiles
from starlette.types import ASGIApp, Receive, Scope, Send

PAGE = "index.html"
ASK = "no-cache"  # ask each time; 304 if nothing changed
KEPT = "public, max-age=31536000, immutable"
_FOLDER = re.compile(r"client-([0-9a-f]+)/")
_OURS = re.compile(r'(?<==")(?=main\.js|styles/)')
_IMPORT = re.compile(r'^(?:import|export)\b[^;]*?"(\.\.?/[^"]+\.js)"', re.MULTILINE)


class Client(StaticFiles):
    """The files of the client, and its page for every other address."""

    def __init__(self, folder: Path) -> None:
        super().__init__(directory=folder)
        self._folder = folder

    @functools.cached_property
    def _version(self) -> str:
        return version(self._folder)

    @functools.cached_property
    def _page(self) -> bytes:
        return page(self._folder, self._version).encode()

    async def get_response(self, path: str, scope: Scope) -> Response:
        """A file, or not modified since the browser last asked."""
        if scope["path"].startswith("/api/"):
            raise HTTPException(404)
        if path in (".", PAGE):
            return self._front(scope)
        named = _FOLDER.match(path)
        try:
            response = await super().get_response(path[named.end() :] if named else path, scope)
        except HTTPException as error:
            if error.status_code != 404 or named:
                raise
            return self._front(scope)
        # A page of before goes on with the files of now: better than none.
        is_kept = named is not None and named[1] == self._version
        response.headers["Cache-Control"] = KEPT if is_kept else ASK
        return response

    def _front(self, scope: Scope) -> Response:
        tag = f'"{self._version}"'
        headers = {"ETag": tag, "Cache-Control": ASK}
        response = Response(self._page, media_type="text/html", headers=headers)
        if Request(scope).headers.get("if-none-match") == tag:
            return NotModifiedResponse(response.headers)
        return response


def version(folder: Path) -> str:
    """What all files are together."""
    digest = hashlib.sha256()
    for path in sorted(each for each in folder.rglob("*") if each.is_file()):
        digest.update(f"{path.relative_to(folder).as_posix()}\n".encode())
        digest.update(path.read_bytes())
    return digest.hexdigest()[:16]


def page(folder: Path, version: str) -> str:
    """The page whose scripts and styles are those of this version, each named at once."""
    text = _OURS.sub(f"client-{version}/", (folder / PAGE).read_text(encoding="utf-8"))
    links = (
        f'<link rel="modulepreload" href="client-{version}/{path}">\n' for path in modules(folder)
    )
    return text.replace("</head>", f"{''.join(links)}</head>")


def modules(folder: Path) -> list[str]:
    """Every module that the first one imports, directly or not."""
    found = ["main.js"]
    for name in found:
        text = (folder / name).read_text(encoding="utf-8")
        beside = PurePosixPath(name).parent
        for path in _IMPORT.findall(text):
            there = posixpath.normpath(beside / path)
            if there not in found:
                found.append(there)
    return found


class Compressed:
    """What is the same for everybody is sent compressed: the client, scenes, rulebooks.

    What depends on who asks is not: how long it is then could tell something about a secret.
    """

    def __init__(self, app: ASGIApp) -> None:
        self._app = app
        self._compressed = GZipMiddleware(app, minimum_size=1000, compresslevel=6)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass it on, the one way or the other."""
        is_http = scope["type"] == "http"
        path = scope["path"] if is_http else "/api/"
        is_public = not path.startswith("/api/") or path.startswith("/api/games")
        await (self._compressed if is_public else self._app)(scope, receive, send)
