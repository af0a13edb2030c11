"""What the computer thinks of a match, told to whoever plays it against nobody else."""

from __future__ import annotations

import contextlib

from starlette.websockets import WebSocketDisconnect

from khamsin.table.advice import telling
from khamsin.table.advice.hints import SECONDS
from khamsin.table.bots.advising import Counsel
from khamsin.table.errors import ApiError, forbidden
from khamsin.table.http import messages
from khamsin.table.http.call import Call
from khamsin.table.live.updates import Connection
from khamsin.table.match import viewers
from khamsin.table.show import presenter


async def ask(connection: Connection, call: Call, said: messages.Hint) -> None:
    """What would you do? The answer comes over the same socket, when it is ready."""
    person, match, language = call.person.id, connection.match, connection.language
    if call.session is not None and call.session.is_program:
        raise ApiError(403, "scope")

    async def tell(state: str, counsel: Counsel | None) -> None:
        news: dict[str, object] = {"type": "hint", "ref": said.ref, "number": said.number}
        news |= {"state": state, "seconds": SECONDS}
        if counsel is not None:
            async with call.table.rooms.enter(match, fresh=False) as table_match:
                news["hint"] = telling.told(table_match, counsel, said.seat, language)
        elif state == "failed":
            news["text"] = presenter.error_text(ApiError(500, "hint_failed"), language)
        with contextlib.suppress(WebSocketDisconnect, RuntimeError, OSError):  # gone
            await connection.send(news)

    await call.table.hints.ask(match, person, said.seat, said.number, connection, tell)


async def chances(call: Call) -> dict[str, object]:
    """`GET .../chances?seat=`."""
    match, asked = call.path("match"), call.query(messages.Seen)
    rate = call.table.config.limits.positions
    call.table.limiter.take("chances", call.whose, rate, 6 * rate)
    async with call.table.heavy, call.table.rooms.enter(match) as table_match:
        viewer = viewers.viewer(table_match, call.who, asked.seat or None, call.language)
        why = viewers.why_no_hint(table_match, call.who)
        if why is not None or viewer.side is None:
            raise forbidden(why or "not_your_seat")
        found = await call.table.hints.chances(table_match, viewer.side)
        return telling.chances(table_match, found)
