"""Who I am: signing in and out, accounts, notices."""

from __future__ import annotations

import hmac

import msgspec
from msgspec import UNSET
from starlette.responses import Response

from khamsin.table.errors import ApiError, forbidden
from khamsin.table.limits import fill_shared, take_shared
from khamsin.table.people.accounts import Person, check_email
from khamsin.table.people.passkeys import are_possible
from khamsin.table.people.sessions import LIFE, Session

from . import messages
from .call import Call, address_of
from .guard import Json


async def sign_in(call: Call) -> Response:
    """`POST /api/session`: the key of the local table, or name and password."""
    table = call.table
    await slowly(call)
    if table.config.is_local:
        key = (await call.body(messages.Key)).key
        if not hmac.compare_digest(key.encode(), table.config.local_key.encode()):
            raise ApiError(401, "wrong_key")
        person = await table.people.local(call.now)
    else:
        body = await call.body(messages.SignIn)
        whose = f"guess {body.name.casefold()[:30]}"
        await _limit(call, whose, table.config.limits.guesses / 3600, table.config.limits.login)
        person = await table.people.login(body.name, body.password)
        if table.store.is_shared:
            await fill_shared(table.store, whose)
        else:
            table.limiter.fill("door", whose)
    return signed_in(call, await table.sessions.begin(person))


async def register(call: Call) -> Response:
    """`POST /api/people`: a new account, signed in at once."""
    table = call.table
    if not await table.registration.is_open():
        raise ApiError(403, "registration_closed")
    body = await call.body(messages.Register)
    await slowly(call)
    person = await table.people.register(body.name, body.password, body.email, call.now)
    await _ask_to_confirm(call, person)
    return signed_in(call, await table.sessions.begin(person))


async def sign_out(call: Call) -> Response:
    """`DELETE /api/session`."""
    if call.session is not None:
        await call.table.sessions.end(call.session.token)
    return _without_cookie(call)


def _without_cookie(call: Call) -> Response:
    response = Json({})
    response.delete_cookie(call.table.cookie, path="/", samesite="strict", httponly=True)
    return response


async def me(call: Call) -> dict[str, object]:
    """`GET /api/me`: who I am, and the token that every change must carry."""
    config = call.table.config
    place = {
        "local": config.is_local,
        "registration": await call.table.registration.is_open(),
        "passkeys": are_possible() and not config.is_local,
        "letters": {
            "mail": config.mail is not None,
            "webhooks": config.webhooks,
            "push": call.table.push.public_key,
        },
    }
    if call.session is None:
        return {"person": None, "csrf": None, **place}
    if call.session.is_program:  # it needs no address of its owner, and no page's token
        person = call.session.person
        return {"person": {"id": person.id, "name": person.name}, "csrf": None, **place}
    return {"person": _shown(call.session.person), "csrf": call.session.csrf, **place}


async def change_me(call: Call) -> dict[str, object]:
    """`POST /api/me`: where letters go, and in which language."""
    person = call.person
    body = await call.body(messages.Settings)
    changed = person._replace(
        email=person.email if body.email is UNSET else body.email,
        webhook=person.webhook if body.webhook is UNSET else body.webhook,
        language=person.language if body.language is UNSET else body.language,
    )
    if changed.email != person.email:
        if person.confirmed:
            # It is the way to a new password: who found an open page must not turn it to himself.
            await slowly(call)
            await call.table.people.prove(person.id, body.password)
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


async def ask_to_confirm(call: Call) -> dict[str, object]:
    """`POST /api/me/confirm`: the letter that confirms my address, once more."""
    await call.table.confirming.ask(call.person, call.now)
    return {}


async def confirm(call: Call) -> dict[str, object]:
    """`POST /api/confirm`: the link of such a letter was opened, signed in or not."""
    body = await call.body(messages.Token)
    await slowly(call)
    await call.table.confirming.confirm(body.token, call.now)
    if call.session is not None:
        call.table.sessions.forget(call.session.token)
    return {}


async def change_password(call: Call) -> dict[str, object]:
    """`POST /api/me/password`: another one; all other sessions end."""
    person = with_account(call)
    body = await call.body(messages.NewPassword)
    await slowly(call)
    assert call.session is not None
    await call.table.accounts.change_password(person, body.old, body.new, call.session.token)
    return {}


async def end_sessions(call: Call) -> dict[str, object]:
    """`DELETE /api/me/sessions`: sign out everywhere but here."""
    person = call.person
    assert call.session is not None
    await call.table.sessions.end_all(person.id, but=call.session.token)
    return {}


async def forgotten(call: Call) -> dict[str, object]:
    """`POST /api/forgotten`: a link for a new password, to a confirmed address. Always the same."""
    body = await call.body(messages.Email)
    check_email(body.email)
    await slowly(call)
    await call.table.accounts.forgotten(body.email, call.now)
    return {}


async def reset(call: Call) -> dict[str, object]:
    """`POST /api/reset`: the link of such a letter was opened; a new password."""
    body = await call.body(messages.Reset)
    await slowly(call)
    await call.table.accounts.reset(body.token, body.password, call.now)
    return {}


async def delete(call: Call) -> Response:
    """`POST /api/me/delete`: the end of my account; my name is replaced wherever it stands."""
    person = with_account(call)
    body = await call.body(messages.Password)
    await slowly(call)
    await call.table.farewell.take_leave(person, body.password, call.now)
    return _without_cookie(call)


async def own_data(call: Call) -> Response:
    """`GET /api/me/data`: what the table keeps about me, as a file."""
    person = call.person
    rate = call.table.config.limits.copies
    call.table.limiter.take("copy", str(person.id), rate, 20 * rate)
    data = msgspec.json.encode(await call.table.own_data.of(person))
    headers = {"Content-Disposition": 'attachment; filename="khamsin-account.json"'}
    readable = msgspec.json.format(data, indent=2)
    return Response(readable, media_type="application/json", headers=headers)


async def profile(call: Call) -> dict[str, object]:
    """`GET /api/people/{name}`: what somebody has played, for whoever has an account here."""
    _ = call.person
    return await call.table.profiles.of(call.path("name")[:30])


async def blocks(call: Call) -> list[str]:
    """`GET /api/blocks`: whom I do not want to meet."""
    return await call.table.blocks.names(call.person.id)


async def block(call: Call) -> dict[str, object]:
    """`POST /api/blocks`: block somebody, or do so no more."""
    person = call.person
    body = await call.body(messages.Block)
    call.table.limiter.take("block", str(person.id), 1, 30)
    await call.table.blocks.change(person.id, body.name, call.now, blocked=body.blocked)
    call.table.hub.reblocked(person.id)
    return {}


def with_account(call: Call) -> Person:
    """At home there is nothing of an account that could be changed or deleted."""
    if call.table.config.is_local:
        raise forbidden()
    return call.person


async def notices(call: Call) -> list[dict[str, object]]:
    """`GET /api/notices`: what I have not read."""
    return await call.table.notices.of(call.person.id)


async def read_notices(call: Call) -> dict[str, object]:
    """`POST /api/notices`: I have read everything up to this one, of one match or of all."""
    body = await call.body(messages.Read)
    await call.table.notices.read(call.person.id, body.upto, body.match)
    return {}


async def slowly(call: Call) -> None:
    """Nobody tries many passwords, or makes many accounts, at however many processes."""
    rate = call.table.config.limits.login
    address = address_of(call.request, proxy=call.table.config.proxy)
    await _limit(call, f"login {address}", rate / 60, rate)


async def _limit(call: Call, what: str, rate: float, burst: float) -> None:
    if call.table.store.is_shared:
        await take_shared(call.table.store, what, rate, burst)
    else:
        call.table.limiter.take("door", what, rate, burst)


def signed_in(call: Call, session: Session) -> Response:
    """Tell who it is, and give the cookie."""
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


def _shown(person: Person) -> dict[str, object]:
    return person._asdict()
