"""Passkeys: signing in with a device or a key instead of a password (WebAuthn).

The library `webauthn` checks what browsers send; here it is kept which keys belong to whom, and
that every challenge is answered once and soon.
"""

from __future__ import annotations

import contextlib
import json
import logging
import time
from collections.abc import Iterator
from importlib.util import find_spec
from typing import Any, NamedTuple

import sqlalchemy as sa

from khamsin.table.errors import ApiError, gone
from khamsin.table.names import check_label
from khamsin.table.storage import schema
from khamsin.table.storage.store import Conflict, Store
from khamsin.table.times import moment

from . import accounts
from .accounts import People, Person

log = logging.getLogger("khamsin.table")

MOST = 20
_LIFE = 300.0  # seconds that a challenge may be answered in


class Place(NamedTuple):
    """The table, as the browser knows it: a passkey is good for one name of a host only."""

    host: str
    origins: list[str]


def are_possible() -> bool:
    """Whether the library is here: a table at home does without."""
    return find_spec("webauthn") is not None


class Passkeys:
    """Everybody's passkeys."""

    def __init__(self, store: Store, people: People) -> None:
        self._store = store
        self._people = people

    async def of(self, person: int) -> list[dict[str, object]]:
        """Somebody's passkeys."""
        return [_shown(row) for row in await self._store.read(lambda c: _of(c, person))]

    async def begin_adding(self, person: Person, password: str, place: Place) -> dict[str, object]:
        """What the browser needs to make one; whoever found an open page does not get it."""
        web = _library()
        await self._people.prove(person.id, password)
        have = await self._store.read(lambda c: _of(c, person.id))
        if len(have) >= MOST:
            raise ApiError(409, "too_many_passkeys")
        options = web.generate_registration_options(
            rp_id=place.host,
            rp_name="Khamsin",
            user_id=f"khamsin {person.id}".encode(),
            user_name=person.name,
            exclude_credentials=[
                web.structs.PublicKeyCredentialDescriptor(id=web.base64url_to_bytes(row["id"]))
                for row in have
            ],
            authenticator_selection=web.structs.AuthenticatorSelectionCriteria(
                resident_key=web.structs.ResidentKeyRequirement.REQUIRED,
                user_verification=web.structs.UserVerificationRequirement.REQUIRED,
            ),
        )
        await self._remember(options.challenge, person.id)
        return dict(json.loads(web.options_to_json(options)))

    async def add(
        self, person: Person, name: str, credential: dict[str, Any], place: Place
    ) -> dict[str, object]:
        """The browser has made one."""
        web = _library()
        check_label(name)
        challenge = await self._answered(credential, person.id)
        with _refusing():
            made = web.verify_registration_response(
                credential=credential,
                expected_challenge=challenge,
                expected_rp_id=place.host,
                expected_origin=place.origins,
                require_user_verification=True,
            )
        row = {
            "id": web.bytes_to_base64url(made.credential_id),
            "person": person.id,
            "name": name,
            "key": web.bytes_to_base64url(made.credential_public_key),
            "signed": made.sign_count,
            "created": time.time(),
            "used": None,
        }
        try:
            await self._store.write(lambda c: c.execute(schema.passkeys.insert().values(**row)))
        except Conflict:
            raise ApiError(401, "bad_passkey") from None
        return _shown(row)

    async def remove(self, person: int, number: str) -> None:
        """It is good no more."""
        table = schema.passkeys
        mine = sa.and_(table.c.id == number, table.c.person == person)
        if await self._store.write(lambda c: c.execute(table.delete().where(mine)).rowcount) != 1:
            raise gone()

    async def begin_signing_in(self, place: Place) -> dict[str, object]:
        """What the browser needs to ask for a passkey; it knows itself which there are."""
        web = _library()
        options = web.generate_authentication_options(
            rp_id=place.host, user_verification=web.structs.UserVerificationRequirement.REQUIRED
        )
        await self._remember(options.challenge, None)
        return dict(json.loads(web.options_to_json(options)))

    async def sign_in(self, credential: dict[str, Any], place: Place) -> Person:
        """Whose passkey has answered."""
        web = _library()
        challenge = await self._answered(credential, None)
        number = credential.get("id")
        table = schema.passkeys
        query = sa.select(table).where(table.c.id == str(number)[:1000])
        row = await self._store.read(lambda c: c.execute(query).one_or_none())
        if row is None:
            raise ApiError(401, "bad_passkey")
        with _refusing():
            proved = web.verify_authentication_response(
                credential=credential,
                expected_challenge=challenge,
                expected_rp_id=place.host,
                expected_origin=place.origins,
                credential_public_key=web.base64url_to_bytes(row.key),
                credential_current_sign_count=row.signed,
                require_user_verification=True,
            )

        def note(connection: sa.Connection) -> Person | None:
            used = {"signed": proved.new_sign_count, "used": time.time()}
            connection.execute(table.update().where(table.c.id == row.id).values(**used))
            return accounts.by_id(connection, row.person)

        person = await self._store.write(note)
        if person is None:
            raise ApiError(403, "banned")
        return person

    async def _remember(self, challenge: bytes, person: int | None) -> None:
        table, now = schema.challenges, time.time()
        row = {"challenge": _library().bytes_to_base64url(challenge), "person": person}

        def insert(connection: sa.Connection) -> None:
            connection.execute(table.delete().where(table.c.until < now))
            connection.execute(table.insert().values(**row, until=now + _LIFE))

        await self._store.write(insert)

    async def _answered(self, credential: dict[str, Any], person: int | None) -> bytes:
        """The challenge that a browser says it answers: one of ours, and for the last time."""
        web = _library()
        with _refusing():
            said = json.loads(web.base64url_to_bytes(credential["response"]["clientDataJSON"]))
            challenge = str(said["challenge"])
            found = web.base64url_to_bytes(challenge)
        table, now = schema.challenges, time.time()
        whose = table.c.person.is_(None) if person is None else table.c.person == person
        mine = sa.and_(table.c.challenge == challenge, table.c.until >= now, whose)
        if await self._store.write(lambda c: c.execute(table.delete().where(mine)).rowcount) != 1:
            raise ApiError(401, "bad_passkey")
        return bytes(found)


class _Web:
    """What is used of the library."""

    def __init__(self) -> None:
        # A tenth of a second, and not needed at home.
        import webauthn  # noqa: PLC0415
        from webauthn.helpers import bytes_to_base64url, structs  # noqa: PLC0415

        self.structs = structs
        self.bytes_to_base64url = bytes_to_base64url
        self.base64url_to_bytes = webauthn.base64url_to_bytes
        self.generate_registration_options = webauthn.generate_registration_options
        self.generate_authentication_options = webauthn.generate_authentication_options
        self.options_to_json = webauthn.options_to_json
        self.verify_registration_response = webauthn.verify_registration_response
        self.verify_authentication_response = webauthn.verify_authentication_response


def _library() -> _Web:
    if not are_possible():
        raise ApiError(404, "no_passkeys")
    return _Web()


@contextlib.contextmanager
def _refusing() -> Iterator[None]:
    """Whatever the library makes of what strangers send is a refusal."""
    try:
        yield
    except Exception as error:  # noqa: BLE001 strangers send anything
        log.info("a passkey is refused: %s: %s", type(error).__name__, error)
        raise ApiError(401, "bad_passkey") from None


def _of(connection: sa.Connection, person: int) -> list[dict[str, Any]]:
    table = schema.passkeys
    query = sa.select(table).where(table.c.person == person).order_by(table.c.created)
    return [dict(row) for row in connection.execute(query).mappings()]


def _shown(row: dict[str, Any]) -> dict[str, object]:
    used = row["used"]
    return {
        "id": row["id"],
        "name": row["name"],
        "created": moment(row["created"]),
        "used": None if used is None else moment(used),
    }
