"""What one does with one's own account: another password, a forgotten one, an end to it all."""

from __future__ import annotations

import asyncio
import logging
from functools import partial

import sqlalchemy as sa

from khamsin.table.config import Config
from khamsin.table.errors import ApiError, gone
from khamsin.table.limits import take_shared
from khamsin.table.notify import mailer
from khamsin.table.show import presenter
from khamsin.table.storage import schema
from khamsin.table.storage.store import Store

from . import links
from .accounts import People, Person
from .sessions import Ended, Sessions, hashed

log = logging.getLogger("khamsin.table")

LIFE = 3600.0
"""Seconds that a link for a new password is good for."""
_MOST = 3.0
"""Such letters an hour to one address."""
_ACCOUNTS = 10  # of one address that are written about


class Accounts:
    """Passwords, and what follows from another one: all other sessions end."""

    def __init__(self, config: Config, store: Store, people: People, sessions: Sessions) -> None:
        self._config = config
        self._store = store
        self._people = people
        self._sessions = sessions
        self._letters: set[asyncio.Task[None]] = set()

    async def change_password(self, person: Person, old: str, new: str, token: str) -> None:
        """Another password, by whoever knows the old one; he stays signed in here alone."""
        await self._people.prove(person.id, old)
        stored = await self._people.hashed(new, person.name)
        ended = Ended(person.id, but=hashed(token))
        await self._store.write(lambda c: self._set(c, person.id, stored, ended))
        self._sessions.hear(ended)

    async def forgotten(self, email: str, now: float) -> None:
        """Write to an address if it is the confirmed one of somebody. Nobody is told whether."""
        mail = self._config.mail
        if mail is None:
            raise ApiError(409, "no_mail")
        try:
            whose = f"forgotten {email.casefold()}"
            await take_shared(self._store, whose, _MOST / 3600.0, _MOST)
        except ApiError:
            return
        # What is done from here on takes its time after the answer.
        task = asyncio.create_task(self._write_links(email, now))
        self._letters.add(task)
        task.add_done_callback(self._letters.discard)

    async def _write_links(self, email: str, now: float) -> None:
        mail, people = self._config.mail, schema.people.c
        query = sa.select(people.id, people.name, people.language, people.email).where(
            sa.func.lower(people.email) == email.lower(),
            people.confirmed.is_not(None),
            people.deleted.is_(None),
            people.banned.is_(None),
        )
        try:
            found = await self._store.read(lambda c: c.execute(query.limit(_ACCOUNTS)).all())
            for who in found:
                token = await self._store.write(
                    partial(
                        links.make,
                        person=who.id,
                        purpose=links.PASSWORD,
                        value=who.email,
                        until=now + LIFE,
                        now=now,
                    )
                )
                say = presenter.words(presenter.language(who.language))
                link = f"{self._config.address}/#/reset/{token}"
                text = f"{say.say('table.notice.text_reset', name=who.name)}\n\n{link}\n"
                subject = say.say("table.notice.subject_reset")
                assert mail is not None
                await mailer.send(mail, mailer.letter(mail, who.email, subject, text))
        except (OSError, ApiError) as error:
            log.warning("a letter with a link for a new password was not sent: %r", error)

    async def reset(self, token: str, password: str, now: float) -> None:
        """A link was opened: a new password. All sessions end; the link is used up."""

        def read(connection: sa.Connection) -> tuple[int, str] | None:
            found = links.find(connection, token, links.PASSWORD, now)
            if found is None:
                return None
            people = schema.people.c
            same = sa.and_(people.id == found.person, people.email == found.value)
            name = connection.execute(sa.select(people.name).where(same)).scalar_one_or_none()
            return None if name is None else (found.person, name)

        known = await self._store.read(read)
        if known is None:
            raise gone()
        person, name = known
        stored = await self._people.hashed(password, name)
        ended = Ended(person)

        def write(connection: sa.Connection) -> bool:
            if links.use(connection, token, links.PASSWORD, now) is None:
                return False
            self._set(connection, person, stored, ended)
            return True

        if not await self._store.write(write):
            raise gone()
        self._sessions.hear(ended)

    def _set(self, connection: sa.Connection, person: int, stored: str, ended: Ended) -> None:
        people, tokens = schema.people, schema.tokens
        connection.execute(people.update().where(people.c.id == person).values(password=stored))
        out = sa.and_(tokens.c.person == person, tokens.c.purpose == links.PASSWORD)
        connection.execute(tokens.delete().where(out))
        self._sessions.delete(connection, ended)

    async def stop(self) -> None:
        """Let letters go out that are under way."""
        if self._letters:
            await asyncio.wait(self._letters, timeout=5)
