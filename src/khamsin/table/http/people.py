"""Who I am: signing in and out, accounts, notices."""

from __future__ import annotations

import hmac
from typing import Any

from starlette.responses import Response

from khamsin.kernel.text.words import LANGUAGES
from khamsin.table.errors import ApiError
from khamsin.table.limits import take_shared
from khamsin.table.people.accounts import Person
from khamsin.table.people.sessions import LIFE, Session

from .call import Call, address_of
from .guard import Json


async def sign_in(call: Call) -> Response:
    """`POST /api/session`: the key of the local table, or name and password."""
    table = call.table
    fields = await call.body()
    await _slowly(call)
    if table.config.is_local:
        key = fields.text("key")
        fields.done()
        if not hmac.compare_digest(key.encode(), table.config.local_key.encode()):
            raise ApiError(401, "wrong_key")
        person = await table.people.local(call.now)
    else:
        name, password = fields.text("name"), fields.text("password")
        fields.done()
        person = await table.people.login(name, password)
    return _signed_in(call, await table.sessions.begin(person))


async def register(call: Call) -> Response:
    """`POST /api/people`: a new account, signed in at once."""
    table = call.table
    if table.config.is_local or not table.config.registration:
        raise ApiError(403, "registration_closed")
    fields = await call.body()
    await _slowly(call)
    name, password = fields.text("name"), fields.text("password")
    email = fields.text("email", "")
    fields.done()
    person = await table.people.register(name, password, email, call.now)
    await _ask_to_confirm(call, person)
    return _signed_in(call, await table.sessions.begin(person))


async def sign_out(call: Call) -> Response:
    """`DELETE /api/session`."""
    if call.session is not None:
        await call.table.sessions.end(call.session.token)
        call.table.hub.hang_up(call.session.token)
    response = Json({})
    response.delete_cookie(call.table.cookie, path="/", samesite="strict", httponly=True)
    return response


async def me(call: Call) -> dict[str, Any]:
    """`GET /api/me`: who I am, and the token that every change must carry."""
    config = call.table.config
    place = {
        "local": config.is_local,
        "registration": config.registration and not config.is_local,
        "letters": {"mail": config.mail is not None, "webhooks": config.webhooks},
    }
    if call.session is None:
        return {"person": None, "csrf": None, **place}
    return {"person": _shown(call.session.person), "csrf": call.session.csrf, **place}


async def change_me(call: Call) -> dict[str, Any]:
    """`POST /api/me`: where letters go, and in which language."""
    person = call.person
    fields = await call.body()
    changed = person._replace(
        email=fields.text("email", person.email),
        webhook=fields.text("webhook", person.webhook, most=500),
        language=fields.one_of("language", LANGUAGES, person.language),
    )
    fields.done()
    if changed.email != person.email:
        changed = changed._replace(confirmed=False)
    await call.table.people.change(changed)
    if call.session is not None:
        call.table.sessions.forget(call.session.token)
    asked = changed.email != person.email and await _ask_to_confirm(call, changed)
    return {"person": _shown(changed), "asked_to_confirm": asked}


async def _ask_to_confirm(call: Call, person: Person) -> bool:
    """Write to a new address; whether a letter went out. The account is changed in any case."""
    try:
        await call.table.confirming.ask(person, call.now)
    except ApiError:
        return False  # too many letters, or no mail server: it can be asked for again
    return call.table.config.mail is not None and bool(person.email)


async def ask_to_confirm(call: Call) -> dict[str, Any]:
    """`POST /api/me/confirm`: the letter that confirms my address, once more."""
    await call.table.confirming.ask(call.person, call.now)
    return {}


async def confirm(call: Call) -> dict[str, Any]:
    """`POST /api/confirm`: the link of such a letter was opened, signed in or not."""
    fields = await call.body()
    token = fields.text("token")
    fields.done()
    await _slowly(call)
    await call.table.confirming.confirm(token, call.now)
    if call.session is not None:
        call.table.sessions.forget(call.session.token)
    return {}


async def notices(call: Call) -> list[dict[str, Any]]:
    """`GET /api/notices`: what I have not read."""
    return await call.table.notices.of(call.person.id)


async def read_notices(call: Call) -> dict[str, Any]:
    """`POST /api/notices`: I have read everything up to this one, of one match or of all."""
    fields = await call.body()
    upto, match = fields.number("upto"), fields.text("match", "")
    fields.done()
    await call.table.notices.read(call.person.id, upto, match)
    return {}


async def _slowly(call: Call) -> None:
    """Nobody tries many passwords, or makes many accounts, at however many processes."""
    rate = call.table.config.limits.login
    address = address_of(call.request, proxy=call.table.config.proxy)
    if call.table.store.is_shared:
        await take_shared(call.table.store, f"login {address}", rate / 60, rate)
    else:
        call.table.limiter.take("login", address, rate / 60, rate)


def _signed_in(call: Call, session: Session) -> Response:
    response = Json({"person": _shown(session.person), "csrf": session.csrf})
    response.set_cookie(
        call.table.cookie,
        session.token,
        max_age=int(LIFE),
        path="/",
        secure=call.table.config.is_secure,
        httponly=True,
        samesite="strict",
    )
    return response


def _shown(person: Person) -> dict[str, Any]:
    return person._asdict()
