"""Passkeys: made, listed and removed by their owner; signing in with one."""

from __future__ import annotations

from starlette.responses import Response

from khamsin.table.http import messages
from khamsin.table.http.call import Call
from khamsin.table.http.people import signed_in, slowly, with_account
from khamsin.table.people.passkeys import Place


async def passkeys(call: Call) -> list[dict[str, object]]:
    """`GET /api/me/passkeys`."""
    return await call.table.passkeys.of(with_account(call).id)


async def begin_adding(call: Call) -> dict[str, object]:
    """`POST /api/me/passkeys/challenge`: what the browser needs to make one."""
    person = with_account(call)
    body = await call.body(messages.Password)
    await slowly(call)
    return await call.table.passkeys.begin_adding(person, body.password, _place(call))


async def add(call: Call) -> dict[str, object]:
    """`POST /api/me/passkeys`: the browser has made one."""
    person = with_account(call)
    body = await call.body(messages.NewPasskey)
    return await call.table.passkeys.add(person, body.name, body.credential, _place(call))


async def remove(call: Call) -> dict[str, object]:
    """`DELETE /api/me/passkeys/{passkey}`."""
    await call.table.passkeys.remove(with_account(call).id, call.path("passkey"))
    return {}


async def begin_signing_in(call: Call) -> dict[str, object]:
    """`POST /api/session/challenge`: what the browser needs to ask for a passkey."""
    await slowly(call)
    return await call.table.passkeys.begin_signing_in(_place(call))


async def sign_in(call: Call) -> Response:
    """`POST /api/session/passkey`."""
    body = await call.body(messages.Passkey)
    person = await call.table.passkeys.sign_in(body.credential, _place(call))
    return signed_in(call, await call.table.sessions.begin(person))


def _place(call: Call) -> Place:
    """As the browser knows us; the door has checked that this name is ours."""
    return Place(call.request.url.hostname or "", sorted(call.table.config.origins))
