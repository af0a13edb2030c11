"""Notices: your turn, an offer, the match is over. In the page, and by letter to those away.

A notice is stored in the same transaction as what it is about. After a while, if the person has
not been connected anywhere since and the matter still stands, a letter or a webhook call goes out:
one for everything that waits for the same person, and only so many an hour. What cannot be
delivered is tried again, later and later; nobody waits for the slow server of somebody else.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Awaitable, Iterator
from functools import partial
from typing import TYPE_CHECKING, NamedTuple

import sqlalchemy as sa

from khamsin.games import GAMES
from khamsin.table.config import Config
from khamsin.table.errors import ApiError
from khamsin.table.limits import take_shared
from khamsin.table.match import acts
from khamsin.table.match.acts import Act
from khamsin.table.match.table_match import FINISHED, TableMatch
from khamsin.table.show import presenter
from khamsin.table.storage import schema
from khamsin.table.storage.store import Store
from khamsin.table.times import moment

from . import mailer
from .push import Push

if TYPE_CHECKING:
    from khamsin.table.live.updates import Hub

log = logging.getLogger("khamsin.table")

TURN, OFFER, OVER = "turn", "offer", "over"


_HOUR = 3600.0
AT_ONCE = 16
"""Deliveries of one kind under way."""
TRIES = 10
"""Then it is given up: with a wait of two minutes that doubles, after about a day and a half."""


class Due(NamedTuple):
    """A notice that may have to be sent, and what is needed for it."""

    id: int
    person: int
    match: str
    kind: str
    made: float
    mailed: float | None
    called: float | None
    pushed: float | None
    tries: int
    game: str
    scenario: str
    status: str
    turn: str
    chair: str | None
    email: str
    confirmed: float | None
    webhook: str
    language: str
    browsers: int


class Notices:
    """Keeps and sends them."""

    def __init__(self, config: Config, store: Store, hub: Hub, push: Push) -> None:
        self._config = config
        self._push = push
        self._store = store
        self._hub = hub
        self._mails = asyncio.Semaphore(AT_ONCE)
        self._calls = asyncio.Semaphore(AT_ONCE)
        self._flying: dict[int, asyncio.Task[None]] = {}
        """What is being sent, by the person it is for."""

    def due(
        self, table_match: TableMatch, made: list[Act], by: int | None
    ) -> Iterator[sa.Executable]:
        """What to store with these acts: a notice for everybody they concern who is not here."""
        kinds = {act.kind for act in made}
        now = time.time()
        for person, kind in self._concerned(table_match, kinds):
            if person != by and not self._hub.is_online(person):
                row = {"person": person, "match": table_match.record.id, "acts": table_match.acts}
                yield schema.notices.insert().values(**row, kind=kind, made=now)

    def _concerned(self, table_match: TableMatch, kinds: set[str]) -> Iterator[tuple[int, str]]:
        people = {holder.person for holder in table_match.holders.values()} - {None}
        if table_match.over is not None:
            yield from ((person, OVER) for person in people if person is not None)
            return
        if acts.OFFER in kinds and table_match.offers:
            by = {table_match.holder(offer.by).person for offer in table_match.offers.values()}
            yield from ((person, OFFER) for person in people - by if person is not None)
        if table_match.status == "playing" and kinds & {acts.ANSWER, acts.BACK, acts.SEAT}:
            for side in table_match.to_answer:
                person = table_match.holder(side).person
                if person is not None:
                    yield person, TURN

    async def of(self, person: int) -> list[dict[str, object]]:
        """What somebody has not read yet, the newest first."""
        table = schema.notices.c
        matches = schema.matches.c
        query = (
            sa.select(table.id, table.match, table.kind, table.made, matches.game)
            .join(schema.matches, matches.id == table.match)
            .where(table.person == person, table.read.is_(None))
            .order_by(table.id.desc())
            .limit(100)
        )
        rows = await self._store.read(lambda c: c.execute(query).all())
        return [
            {"id": r.id, "match": r.match, "kind": r.kind, "made": moment(r.made), "game": r.game}
            for r in rows
        ]

    async def read(self, person: int, upto: int, match: str = "") -> None:
        """Somebody has read everything up to this notice, of one match or of all."""
        table = schema.notices.c
        change = (
            schema.notices.update()
            .where(table.person == person, table.id <= upto, table.read.is_(None))
            .values(read=time.time())
        )
        if match:
            change = change.where(table.match == match)
        await self._store.write(lambda c: c.execute(change))

    # -- letters -----------------------------------------------------------------------------

    async def sweep(self) -> None:
        """Send what has been waiting long enough to those who are still away."""
        now = time.time()
        before = now - self._config.away_after
        waiting: dict[int, list[Due]] = {}
        for due in await self._store.read(lambda c: _read_due(c, before, now)):
            if not self._hub.is_online(due.person):  # else he has just come
                waiting.setdefault(due.person, []).append(due)
        for person, dues in waiting.items():
            if person not in self._flying:
                task = asyncio.create_task(self._deliver(dues, now))
                self._flying[person] = task
                task.add_done_callback(partial(self._landed, person))

    def _landed(self, person: int, task: asyncio.Task[None]) -> None:
        """It has been sent, or has failed."""
        del task
        self._flying.pop(person, None)

    @property
    def flying(self) -> int:
        """To how many people something is being sent."""
        return len(self._flying)

    async def stop(self) -> None:
        """Leave what is under way to the next process."""
        for task in list(self._flying.values()):
            task.cancel()
        await asyncio.gather(*self._flying.values(), return_exceptions=True)

    async def _deliver(self, dues: list[Due], now: float) -> None:
        """One letter and one call for everything that waits for a person."""
        try:
            mine = await self._claim(dues, now)
            if mine:
                await self._try(mine, now)
        except Exception:
            log.exception("notices of person %s", dues[0].person)

    async def _claim(self, dues: list[Due], now: float) -> list[Due]:
        """What this process is to send now; what no longer stands is done with."""
        over = await self._store.read(lambda c: _withdrawn(c, dues))
        idle = [
            due.id
            for due in dues
            if due.id in over or not _still_stands(due) or not self._channels(due)
        ]
        await self._store.write(lambda c: _mark(c, idle, sent=now))
        dues = [due for due in dues if due.id not in idle]
        if not dues:
            return []
        rate = self._config.limits.letters
        try:
            whose = f"letters person {dues[0].person}"
            await take_shared(self._store, whose, rate / _HOUR, rate)
        except ApiError as error:
            later = now + (error.retry or _HOUR)
            await self._store.write(lambda c: _mark(c, [due.id for due in dues], next=later))
            return []
        wait = self._config.retry
        return await self._store.write(lambda c: [due for due in dues if _claim(c, due, now, wait)])

    def _channels(self, due: Due) -> set[str]:
        """The ways on which it has still to go out, by the column that notes it."""
        found = set()
        if self._config.mail and due.email and due.confirmed and due.mailed is None:
            found.add("mailed")
        if self._config.webhooks and due.webhook and due.called is None:
            found.add("called")
        if self._push.public_key and due.browsers and due.pushed is None:
            found.add("pushed")
        return found

    async def _try(self, dues: list[Due], now: float) -> None:
        left = {due.id: self._channels(due) for due in dues}
        letters = [due for due in dues if "mailed" in left[due.id]]
        mail = self._config.mail
        if letters and mail is not None:
            message = mailer.letter(mail, letters[0].email, *self._written(letters))
            if await _attempt(self._mails, mailer.send(mail, message)):
                await self._went(letters, "mailed", left, now)
        for due in dues:
            if "called" in left[due.id]:
                call = mailer.call(
                    due.webhook, self._told(due), anywhere=self._config.webhooks_anywhere
                )
                if await _attempt(self._calls, call):
                    await self._went([due], "called", left, now)
        news = [due for due in dues if "pushed" in left[due.id]]
        if news:
            told = self._push.tell(news[0].person, self._shown(news))
            if await _attempt(self._calls, told):
                await self._went(news, "pushed", left, now)
        given_up = [due.id for due in dues if left[due.id] and due.tries + 1 >= TRIES]
        await self._store.write(lambda c: _mark(c, given_up, sent=now))

    async def _went(self, dues: list[Due], way: str, left: dict[int, set[str]], now: float) -> None:
        """Note what has gone out, and what is done with by it."""
        for due in dues:
            left[due.id].discard(way)
        done = [due.id for due in dues if not left[due.id]]

        def write(connection: sa.Connection) -> None:
            _mark(connection, [due.id for due in dues], **{way: now})
            _mark(connection, done, sent=now)

        await self._store.write(write)

    def _written(self, dues: list[Due]) -> tuple[str, str]:
        """The subject and the text of a letter about all of these."""
        say = presenter.words(presenter.language(dues[0].language))
        lines = []
        for due in dues:
            text = say.say(f"table.notice.text_{due.kind}", **_facts(due))
            lines.append(f"{text}\n{self._link(due)}\n")
        if len(dues) == 1:
            subject = say.say(f"table.notice.subject_{dues[0].kind}", **_facts(dues[0]))
        else:
            subject = say.say("table.notice.subject_several", count=len(dues))
        return subject, "\n".join(lines)

    def _shown(self, dues: list[Due]) -> dict[str, object]:
        """What a browser shows of all these at once."""
        subject, _ = self._written(dues)
        where = self._link(dues[0]) if len(dues) == 1 else f"{self._config.address}/#/"
        return {"title": "Khamsin", "text": subject, "url": where}

    def _told(self, due: Due) -> dict[str, object]:
        say = presenter.words(presenter.language(due.language))
        subject = say.say(f"table.notice.subject_{due.kind}", **_facts(due))
        return {"kind": due.kind, "match": due.match, "text": subject, "url": self._link(due)}

    def _link(self, due: Due) -> str:
        return f"{self._config.address}/#/m/{due.match}"


def _facts(due: Due) -> dict[str, str]:
    game = GAMES.get(due.game)
    return {"title": due.game if game is None else game.title, "scenario": due.scenario}


async def _attempt(places: asyncio.Semaphore, work: Awaitable[None]) -> bool:
    """Whether it went well; if not, it is tried again later."""
    async with places:
        try:
            await work
        except Exception as error:  # noqa: BLE001 whatever another server does is no fault of ours
            log.warning("a notice could not be sent: %r", error)
            return False
        return True


def _still_stands(due: Due) -> bool:
    if due.kind == TURN:
        return due.chair is not None and due.chair in due.turn.split()
    return due.status != FINISHED or due.kind == OVER


def _withdrawn(connection: sa.Connection, dues: list[Due]) -> set[int]:
    """Offers that have been answered, or taken back, since the notice was made."""
    found: set[int] = set()
    acts_ = schema.acts.c
    for due in dues:
        if due.kind == OFFER:
            query = (
                sa.select(acts_.kind)
                .where(acts_.match == due.match, acts_.time >= due.made)
                .where(acts_.kind.in_((acts.OFFER, acts.REPLY, acts.BACK)))
                .order_by(acts_.number.desc())
                .limit(1)
            )
            if connection.execute(query).scalar_one_or_none() in (acts.REPLY, acts.BACK):
                found.add(due.id)
    return found


def _read_due(connection: sa.Connection, before: float, now: float) -> list[Due]:
    notices, matches, seats, people = (
        schema.notices.c,
        schema.matches.c,
        schema.seats.c,
        schema.people.c,
    )
    browsers = (
        sa.select(sa.func.count()).where(schema.pushes.c.person == notices.person).scalar_subquery()
    )
    query = (
        sa.select(
            notices.id,
            notices.person,
            notices.match,
            notices.kind,
            notices.made,
            notices.mailed,
            notices.called,
            notices.pushed,
            notices.tries,
            matches.game,
            matches.scenario,
            matches.status,
            matches.turn,
            seats.chair,
            people.email,
            people.confirmed,
            people.webhook,
            people.language,
            browsers.label("browsers"),
        )
        .join(schema.matches, matches.id == notices.match)
        .join(schema.people, people.id == notices.person)
        .join(
            schema.seats,
            sa.and_(seats.match == notices.match, seats.person == notices.person),
            isouter=True,
        )
        .where(notices.sent.is_(None), notices.read.is_(None), notices.made < before)
        .where(notices.next <= now, people.banned.is_(None))
        .where(people.seen <= before)  # he was not here a moment ago, at whatever process
        .order_by(notices.id)
        .limit(200)
    )
    return [Due._make(row) for row in connection.execute(query)]


def _claim(connection: sa.Connection, due: Due, now: float, wait: float) -> bool:
    """Of several processes one tries; if it dies over it, it is tried again after a while."""
    table = schema.notices
    done = connection.execute(
        table.update()
        .where(table.c.id == due.id, table.c.sent.is_(None), table.c.tries == due.tries)
        .values(tries=due.tries + 1, next=now + wait * 2**due.tries)
    )
    return done.rowcount == 1


def _mark(connection: sa.Connection, ids: list[int], **values: float) -> None:
    if ids and values:
        table = schema.notices
        connection.execute(table.update().where(table.c.id.in_(ids)).values(**values))
