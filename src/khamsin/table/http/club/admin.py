"""The addresses of administrators. Nobody else learns more than that he may not."""

from __future__ import annotations

from khamsin.table.errors import ApiError, forbidden
from khamsin.table.http import messages
from khamsin.table.http.call import Call
from khamsin.table.people.accounts import Person


def _admin(call: Call) -> Person:
    person = call.person
    if not person.admin:
        raise forbidden()
    return person


async def people(call: Call) -> list[dict[str, object]]:
    """`GET /api/admin/people?search=&page=`."""
    _admin(call)
    wanted = call.query(messages.Search)
    return await call.table.moderation.people(wanted.search[:30], wanted.page)


async def change_person(call: Call) -> dict[str, object]:
    """`POST /api/admin/people/{person}`: ban somebody, or no longer."""
    admin = _admin(call)
    person = call.number("person")
    body = await call.body(messages.Ban)
    await call.table.moderation.ban(admin, person, banned=body.banned)
    return {}


async def end_sessions(call: Call) -> dict[str, object]:
    """`DELETE /api/admin/people/{person}/sessions`: sign somebody out everywhere."""
    admin = _admin(call)
    await call.table.moderation.end_sessions(admin, call.number("person"))
    return {}


async def delete_account(call: Call) -> dict[str, object]:
    """`POST /api/admin/people/{person}/delete`: the end of an account, as by its owner."""
    admin = _admin(call)
    person = call.number("person")
    await call.body(messages.Nothing)
    await call.table.moderation.delete_account(admin, person, call.now)
    return {}


async def registration(call: Call) -> dict[str, object]:
    """`POST /api/admin/registration`: close it, or open it again as far as the host allows."""
    admin = _admin(call)
    body = await call.body(messages.Registration)
    if body.open and not call.table.config.registration:
        raise ApiError(403, "registration_closed")  # by the host, for good
    await call.table.registration.set(is_open=body.open)
    call.table.moderation.note(f"{admin.name} {'opens' if body.open else 'closes'} registration")
    return {"open": await call.table.registration.is_open()}


async def match(call: Call) -> dict[str, object]:
    """`GET /api/admin/matches/{match}`: who sits there, and what was said."""
    _admin(call)
    return await call.table.moderation.look(call.path("match"))


async def kick(call: Call) -> dict[str, object]:
    """`POST /api/admin/matches/{match}/kick`: somebody must leave his seat."""
    admin = _admin(call)
    body = await call.body(messages.Side)
    await call.table.moderation.kick(admin, call.path("match"), body.side)
    return {}


async def remove_chat(call: Call) -> dict[str, object]:
    """`DELETE /api/admin/matches/{match}/chat/{line}`: take away what was said."""
    admin = _admin(call)
    await call.table.moderation.remove_chat(admin, call.path("match"), call.number("line"))
    return {}
