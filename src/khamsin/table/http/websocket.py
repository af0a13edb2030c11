"""The WebSocket of a match: the table whenever it changes, choices and looks the other way."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import time
from typing import TYPE_CHECKING

from starlette.requests import Request
from starlette.websockets import WebSocket, WebSocketDisconnect, WebSocketState

from khamsin.table.errors import ApiError, bad
from khamsin.table.http import messages, reading
from khamsin.table.http.advice import hints
from khamsin.table.http.call import Call, address_of, bearer, language_of, session_of
from khamsin.table.http.guard import error_response
from khamsin.table.http.play import make_choice, read_notes
from khamsin.table.live.updates import Connection
from khamsin.table.match import viewers
from khamsin.table.match.chat_lines import shown
from khamsin.table.metrics import SOCKET
from khamsin.table.people.sessions import hashed
from khamsin.table.show import presenter

if TYPE_CHECKING:
    from khamsin.table.service import Table

log = logging.getLogger("khamsin.table")

# Codes of closing, from the range that is free for use.
REFUSED = 4403
# So many looks and pings a second on one socket, and twice as many at once.
LOOKS = 20


async def live(socket: WebSocket) -> None:
    """`WS /api/matches/{match}/live`."""
    table: Table = socket.app.state.table
    try:
        _check_origin(socket, table)
        session = await session_of(socket, table, "read")
        who = None if session is None else session.person.id
        asked = reading.query(socket.query_params, messages.SeenSince)
        connection = Connection(
            socket, messages.printable(socket.path_params["match"]), who, asked.seat or None
        )
        connection.language = language_of(socket, session)
        connection.token = "" if session is None else session.token
        connection.session = hashed(connection.token)
        connection.since = asked.since
        async with table.rooms.enter(connection.match) as table_match:
            viewers.viewer(table_match, who, connection.seat, connection.language)
            lines, connection.heard = await table.hub.listen(connection)
            said = shown(lines, connection.heard.blocked)
        notes = "" if who is None else await read_notes(table.store, connection.match, who)
        key = address_of(socket, proxy=table.config.proxy) if who is None else f"person {who}"
        table.hub.admit(key, table.config.limits.sockets)
    except ApiError as error:
        await _refuse(socket, error)
        return
    connection.first = {
        "chat": {"from": 0, "lines": said},
        "notes": notes,
    }
    # A socket has no request; the call below stands for the person who sits behind it.
    call = Call(Request({**socket.scope, "type": "http", "method": "GET"}), table, session)
    try:
        await socket.accept()
        await _converse(table, connection, call)
    except (WebSocketDisconnect, RuntimeError):
        pass  # gone, in good order or not
    finally:
        table.hub.leave(key)


async def _converse(table: Table, connection: Connection, call: Call) -> None:
    table.hub.join(connection)
    connection.chat = True  # something may have been said since it was read
    sender = asyncio.create_task(_send(table, connection))
    try:
        await _receive(connection, call)
    finally:
        table.hub.part(connection)
        if connection.person is not None:
            table.hints.drop(connection.person, by=connection)
        sender.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await sender


def _check_origin(socket: WebSocket, table: Table) -> None:
    """Browsers let any page open a socket with our cookie; the origin says which one it was."""
    config = table.config
    if socket.headers.get("host", "") not in config.hosts:
        raise ApiError(400, "origin")
    if bearer(socket) is not None:
        return  # no page can send that with a socket
    if socket.headers.get("origin") not in config.origins:
        raise ApiError(403, "origin")


async def _refuse(socket: WebSocket, error: ApiError) -> None:
    """Before the handshake a refusal is an answer like any other."""
    response = error_response(error, socket.query_params.get("lang"))
    await socket.send_denial_response(response)


async def _send(table: Table, connection: Connection) -> None:
    try:
        await table.hub.serve(connection)
    except (WebSocketDisconnect, RuntimeError, OSError):
        pass  # gone
    except ApiError as error:
        # The storage does not answer, or the match is no longer for this person: come again.
        await _close(connection.socket, 1013 if error.status == 503 else REFUSED)
    except Exception:
        log.exception("sending to match %s failed", connection.match)
        await _close(connection.socket, 1011)


async def _close(socket: WebSocket, code: int) -> None:
    if socket.application_state is WebSocketState.CONNECTED:
        with contextlib.suppress(RuntimeError, OSError):
            await socket.close(code)


async def _receive(connection: Connection, call: Call) -> None:
    limits = call.table.config.limits
    while True:
        message = await connection.socket.receive()
        if message["type"] == "websocket.disconnect":
            return
        ref: messages.Ref = None
        began, kind, status = time.monotonic(), "nonsense", 200
        try:
            text = _text(message.get("text"), limits.message)
            ref = reading.ref(text)
            said = reading.message(text)
            kind = type(said).__name__.lower()
            if isinstance(said, messages.Choose):
                await _choose(connection, call, said)
                connection.done(ref)
                continue
            await _in_turn(connection, call, kind)
            if isinstance(said, messages.Look):
                await _look(connection, call, said)
            elif isinstance(said, messages.Hint):
                await hints.ask(connection, call, said)
            elif isinstance(said, messages.Unhint):
                call.table.hints.drop(call.person.id, by=connection)
            else:
                await connection.send({"type": "pong", "ref": ref})
        except ApiError as error:
            status = error.status
            if error.status in (400, 413, 429) and not _is_patient(connection, call):
                await _close(connection.socket, 1008)
                return
            answer = error.data(presenter.error_text(error, connection.language))
            await connection.send({"type": "error", "ref": ref, "status": error.status, **answer})
        finally:
            seconds = time.monotonic() - began
            path = f"/api/matches/{{match}}/live {kind}"
            connection.socket.app.state.metrics.count(SOCKET, path, status, seconds)


async def _in_turn(connection: Connection, call: Call, kind: str) -> None:
    """Whoever asks too often waits: a look that is refused would leave the page without a table."""
    while True:
        try:
            call.table.limiter.take(kind, str(id(connection)), LOOKS, 2 * LOOKS)
        except ApiError as error:
            await asyncio.sleep(error.retry or 1)
        else:
            return


def _is_patient(connection: Connection, call: Call) -> bool:
    """So much nonsense is answered on a socket; then the table hangs up."""
    try:
        call.table.limiter.take("nonsense", str(id(connection)), 1, 30)
    except ApiError:
        return False
    return True


def _text(text: str | None, most: int) -> str:
    if text is None:
        raise bad("a message must be text")
    if len(text) > most:
        raise ApiError(413, "too_large")
    return text


async def _look(connection: Connection, call: Call, said: messages.Look) -> None:
    """Look from another seat from now on; from the same one: once more, as it is stored now."""
    seat = said.seat or None
    async with call.table.rooms.enter(connection.match) as table_match:
        viewers.viewer(table_match, connection.person, seat, connection.language)
        connection.look(seat)


async def _choose(connection: Connection, call: Call, said: messages.Choose) -> None:
    # Whoever has signed out since, here or elsewhere, does not play on.
    program = call.session is not None and call.session.is_program
    call.session = await call.table.sessions.find(connection.token, program=program)
    if program and (call.session is None or "play" not in call.session.scopes):
        raise ApiError(403, "scope")
    await make_choice(call, connection.match, said)
