"""One request: who makes it, what it says, and how its answer goes out."""

from __future__ import annotations

import time
from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, Any

from starlette.requests import HTTPConnection, Request
from starlette.responses import Response

from khamsin.table.errors import ApiError
from khamsin.table.limits import neighbourhood
from khamsin.table.people.sessions import Session
from khamsin.table.show import presenter

from . import parse
from .guard import SAFE, Json, check_csrf

if TYPE_CHECKING:
    from khamsin.table.people.accounts import Person
    from khamsin.table.service import Table

Handler = Callable[["Call"], Awaitable[Any]]


class Call:
    """A request that has passed the door."""

    def __init__(self, request: Request, table: Table, session: Session | None) -> None:
        self.request = request
        self.table = table
        self.session = session
        self.now = time.time()

    @property
    def who(self) -> int | None:
        """The number of the person who asks, if he has signed in."""
        return None if self.session is None else self.session.person.id

    @property
    def whose(self) -> str:
        """Whose limits count: the person's, or those of the address."""
        address = address_of(self.request, proxy=self.table.config.proxy)
        return address if self.session is None else f"person {self.session.person.id}"

    @property
    def person(self) -> Person:
        """The person who asks; nobody else gets in."""
        if self.session is None:
            raise ApiError(401, "unauthenticated")
        return self.session.person

    @property
    def language(self) -> str:
        """The language of the answer."""
        return language_of(self.request, self.session)

    def query(self, name: str) -> str | None:
        """A value in the address."""
        return self.request.query_params.get(name)

    def path(self, name: str) -> str:
        """A part of the path."""
        return str(self.request.path_params[name])

    async def raw(self, most: int) -> bytes:
        """The body, as long as it is not too long."""
        data = b""
        async for piece in self.request.stream():
            data += piece
            if len(data) > most:
                raise ApiError(413, "too_large")
        return data

    async def body(self) -> parse.Fields:
        """The body as JSON. Forms of other pages cannot send this type unasked."""
        kind = self.request.headers.get("content-type", "").partition(";")[0].strip().lower()
        data = await self.raw(self.table.config.limits.body)
        if data and kind != "application/json":
            raise ApiError(400, "bad_request", "the body must be application/json")
        return parse.body(data)


def language_of(connection: HTTPConnection, session: Session | None) -> str:
    """What the address asks for, else what the person likes."""
    wanted = connection.query_params.get("lang")
    if wanted is None and session is not None:
        wanted = session.person.language
    return presenter.language(wanted)


def address_of(connection: HTTPConnection, *, proxy: bool) -> str:
    """Where a request comes from, as limits count it. A proxy of ours adds what it saw last."""
    forwarded = connection.headers.get("x-forwarded-for", "")
    if proxy and forwarded:
        return neighbourhood(forwarded.rpartition(",")[2].strip()[:60])
    return neighbourhood(connection.client.host) if connection.client is not None else "?"


def endpoint(handler: Handler) -> Callable[[Request], Awaitable[Response]]:
    """Make an endpoint of a handler: session, limits, forged requests, then the work."""

    async def answer(request: Request) -> Response:
        table: Table = request.app.state.table
        limits = table.config.limits
        session = await table.sessions.find(request.cookies.get(table.cookie))
        address = address_of(request, proxy=table.config.proxy)
        who = address if session is None else f"person {session.person.id}"
        table.limiter.take("request", who, limits.requests, 2 * limits.requests)
        if request.method not in SAFE and session is not None:
            check_csrf(request.headers, session)
        result = await handler(Call(request, table, session))
        return result if isinstance(result, Response) else Json(result)

    return answer
