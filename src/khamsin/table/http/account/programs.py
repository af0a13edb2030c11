"""Programs of one's own: tokens with scopes."""

from __future__ import annotations

from khamsin.table.http import messages
from khamsin.table.http.call import Call
from khamsin.table.http.people import slowly, with_account


async def tokens(call: Call) -> list[dict[str, object]]:
    """`GET /api/me/tokens`: those of my programs, without what makes them good."""
    return await call.table.programs.of(with_account(call).id)


async def make(call: Call) -> dict[str, object]:
    """`POST /api/me/tokens`: a new one; nobody will see it again."""
    person = with_account(call)
    body = await call.body(messages.NewToken)
    await slowly(call)
    return await call.table.programs.make(person, body.password, body.name, body.scopes, body.days)


async def revoke(call: Call) -> dict[str, object]:
    """`DELETE /api/me/tokens/{token}`: it is good no more."""
    await call.table.programs.revoke(with_account(call).id, call.path("token"))
    return {}
