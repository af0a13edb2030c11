"""Confirming an address: a letter with a link goes there, and nothing else until it was opened."""

from __future__ import annotations

import sqlalchemy as sa

from khamsin.table.config import Config
from khamsin.table.errors import ApiError, gone
from khamsin.table.limits import take_shared
from khamsin.table.notify import mailer
from khamsin.table.show import presenter
from khamsin.table.storage import schema
from khamsin.table.storage.store import Store

from . import links
from .accounts import Person

LIFE = 24 * 3600.0
"""Seconds that a link is good for."""
_AN_HOUR = 3600.0
_MOST = 3.0
"""Such letters an hour, for each person and for each address: nobody is flooded through us."""


class Confirming:
    """Sends the links, and takes note of those that come back."""

    def __init__(self, config: Config, store: Store) -> None:
        self._config = config
        self._store = store

    async def ask(self, person: Person, now: float) -> None:
        """Write to the address of a person that is not confirmed yet."""
        mail = self._config.mail
        if mail is None or not person.email or person.confirmed:
            return
        for whose in (f"person {person.id}", person.email.casefold()):
            await take_shared(self._store, f"confirm {whose}", _MOST / _AN_HOUR, _MOST)
        token = await self._store.write(
            lambda c: links.make(c, person.id, links.EMAIL, person.email, now + LIFE, now)
        )
        say = presenter.words(presenter.language(person.language))
        link = f"{self._config.address}/#/confirm/{token}"
        text = f"{say.say('table.notice.text_confirm', name=person.name)}\n\n{link}\n"
        message = mailer.letter(mail, person.email, say.say("table.notice.subject_confirm"), text)
        try:
            await mailer.send(mail, message)
        except OSError as error:
            raise ApiError(503, "mail") from error

    async def confirm(self, token: str, now: float) -> None:
        """A link was opened: letters may go to that address."""

        def write(connection: sa.Connection) -> bool:
            people = schema.people
            found = links.use(connection, token, links.EMAIL, now)
            if found is None:
                return False
            changed = connection.execute(
                people.update()
                .where(people.c.id == found.person, people.c.email == found.value)
                .values(confirmed=now)
            )
            return changed.rowcount == 1

        if not await self._store.write(write):
            raise gone()
