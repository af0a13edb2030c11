"""Notifications in this browser while it is closed."""

from __future__ import annotations

from khamsin.table.http import messages
from khamsin.table.http.call import Call
from khamsin.table.http.people import with_account
from khamsin.table.notify.push import Browser


async def count(call: Call) -> dict[str, object]:
    """`GET /api/me/browsers`: in how many browsers I am told."""
    return {"count": await call.table.push.count(with_account(call).id)}


async def add(call: Call) -> dict[str, object]:
    """`POST /api/me/browsers`: tell me in this one too."""
    person = with_account(call)
    body = await call.body(messages.Browser)
    call.table.limiter.take("push", str(person.id), 0.2, 20)
    await call.table.push.add(person.id, Browser(body.endpoint, body.key, body.secret))
    return {}


async def remove(call: Call) -> dict[str, object]:
    """`POST /api/me/browsers/remove`: not in this one any more."""
    person = with_account(call)
    body = await call.body(messages.Endpoint)
    await call.table.push.remove(person.id, body.endpoint)
    return {}
