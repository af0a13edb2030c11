"""One request: who makes it, what it says, and how its answer goes out."""

from __future__ import annotations

import time
from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

from starlette.requests import HTTPConnection, Request
from starlette.responses import Response

from khamsin.table.errors import ApiError, bad
from khamsin.table.limits import neighbourhood
from khamsin.table.metrics import ADDRESS
from khamsin.table.people.sessions import Session
from khamsin.table.show import presenter

from . import messages, reading
from .guard import SAFE, Json, check_csrf

if TYPE_CHECKING:
    from khamsin.table.people.accounts import Person
    from khamsin.table.service import Table

Handler = Callable[["Call"], Awaitable[Any]]
T = TypeVar("T")


class Address(NamedTuple):
    """One way to ask for something."""

    method: str
    path: str
    handler: Handler
    text: str
    """What it is for, in the description."""
    bodies: tuple[type[messages.Body], ...] = ()
    """What it takes: nothing, or one of these."""
    query: type[messages.Query] = messages.Query
    scope: str = ""
    """What the token of a program must be good for here; empty: this is not for programs."""


class Call:
    """A request that has passed the door, at an address that says what it takes."""

    def __init__(
        self, request: Request, table: Table, session: Session | None, to: Address | None = None
    ) -> None:
        self.request = request
        self._to = to
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

    def query(self, kind: type[T]) -> T:
        """What the address asks."""
        assert self._to is not None
        assert issubclass(self._to.query, kind)
        return reading.query(self.request.query_params, kind)

    def path(self, name: str) -> str:
        """A part of the path; what cannot be printed is in no name, nor can any storage hold it."""
        return messages.printable(self.request.path_params[name])

    def number(self, name: str) -> int:
        """A part of the path that is a number."""
        return reading.number(self.path(name), name)

    async def body(self, kind: type[T], most: int = 0) -> T:
        """The body as JSON. Forms of other pages cannot send this type unasked."""
        assert self._to is not None
        assert kind in self._to.bodies
        said = self.request.headers.get("content-type", "").partition(";")[0].strip().lower()
        data = await self._raw(most or self.table.config.limits.body)
        if data and said != "application/json":
            raise bad("the body must be application/json")
        return reading.body(data, kind)

    async def _raw(self, most: int) -> bytes:
        """The body, as long as it is not too long."""
        data = b""
        async for piece in self.request.stream():
            data += piece
            if len(data) > most:
                raise ApiError(413, "too_large")
        return data


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


def bearer(connection: HTTPConnection) -> str | None:
    """The token that a program shows. No page of a browser can send it unasked."""
    kind, _, token = connection.headers.get("authorization", "").partition(" ")
    return token.strip() if kind.lower() == "bearer" else None


async def session_of(connection: HTTPConnection, table: Table, scope: str) -> Session | None:
    """Who asks: a browser by its cookie, or a program whose token must be good for this."""
    token = bearer(connection)
    if token is None:
        return await table.sessions.find(connection.cookies.get(table.cookie))
    session = await table.sessions.find(token, program=True)
    if session is None:
        raise ApiError(401, "bad_token")
    if scope not in session.scopes:
        raise ApiError(403, "scope")
    return session


def endpoint(address: Address) -> Callable[[Request], Awaitable[Response]]:
    """What answers at an address: session, limits, forged requests, then the work."""

    async def answer(request: Request) -> Response:
        table: Table = request.app.state.table
        request.scope[ADDRESS] = address.path
        limits = table.config.limits
        session = await session_of(request, table, address.scope)
        source = address_of(request, proxy=table.config.proxy)
        who = source if session is None else f"person {session.person.id}"
        table.limiter.take("request", who, limits.requests, 2 * limits.requests)
        if request.method not in SAFE and session is not None and not session.is_program:
            check_csrf(request.headers, session)
        result = await address.handler(Call(request, table, session, address))
        return result if isinstance(result, Response) else Json(result)

    return answer
