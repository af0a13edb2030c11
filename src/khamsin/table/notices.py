"""Notices: your turn, an offer, the match is over. In the page, and by letter to those away.

A notice is stored in the same transaction as what it is about. After a while, if the person has
not been connected anywhere since and the matter still stands, a letter or a webhook call goes out.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, NamedTuple

import sqlalchemy as sa

from khamsin.games import GAMES

from . import acts, post, schema, voice
from .acts import Act
from .config import Config
from .ledger import FINISHED, Ledger
from .store import Store
from .times import moment

if TYPE_CHECKING:
    from .live import Hub

log = logging.getLogger("khamsin.table")

TURN, OFFER, OVER = "turn", "offer", "over"


class Due(NamedTuple):
    """A notice that may have to be sent, and what is needed for it."""

    id: int
    person: int
    match: str
    kind: str
    made: float
    game: str
    scenario: str
    status: str
    turn: str
    chair: str | None
    email: str
    webhook: str
    language: str


class Notices:
    """Keeps and sends them."""

    def __init__(self, config: Config, store: Store, hub: Hub) -> None:
        self._config = config
        self._store = store
        self._hub = hub

    def due(self, ledger: Ledger, made: list[Act], by: int | None) -> Iterator[sa.Executable]:
        """What to store with these acts: a notice for everybody they concern who is not here."""
        kinds = {act.kind for act in made}
        now = time.time()
        for person, kind in self._concerned(ledger, kinds):
            if person != by and not self._hub.is_online(person):
                row = {"person": person, "match": ledger.record.id, "acts": ledger.acts}
                yield schema.notices.insert().values(**row, kind=kind, made=now)

    def _concerned(self, ledger: Ledger, kinds: set[str]) -> Iterator[tuple[int, str]]:
        people = {holder.person for holder in ledger.holders.values()} - {None}
        if ledger.over is not None:
            yield from ((person, OVER) for person in people if person is not None)
            return
        if acts.OFFER in kinds and ledger.offers:
            by = {ledger.holder(offer.by).person for offer in ledger.offers.values()}
            yield from ((person, OFFER) for person in people - by if person is not None)
        if ledger.status == "playing" and kinds & {acts.ANSWER, acts.BACK, acts.SEAT}:
            for side in ledger.to_answer:
                person = ledger.holder(side).person
                if person is not None:
                    yield person, TURN

    async def of(self, person: int) -> list[dict[str, Any]]:
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
        """Send what has been waiting long enough to somebody who is still away."""
        now = time.time()
        before = now - self._config.away_after
        for due in await self._store.read(lambda c: _read_due(c, before)):
            if self._hub.is_online(due.person):
                continue  # he has just come
            claimed = await self._store.write(lambda c, n=due.id: _claim(c, n, now))  # type: ignore[misc]
            if claimed and _still_stands(due):
                await self._send(due)

    async def _send(self, due: Due) -> None:
        say = voice.words(voice.language(due.language))
        game = GAMES.get(due.game)
        facts = {"title": due.game if game is None else game.title, "scenario": due.scenario}
        subject = say.say(f"table.notice.subject_{due.kind}", **facts)
        link = f"{self._config.address}/#/m/{due.match}"
        text = f"{say.say(f'table.notice.text_{due.kind}', **facts)}\n\n{link}\n"
        if due.email and self._config.mail is not None:
            letter = post.letter(self._config.mail, due.email, subject, text)
            await _attempt(post.send, self._config.mail, letter)
        if due.webhook and self._config.webhooks:
            content = {"kind": due.kind, "match": due.match, "text": subject, "url": link}
            await _attempt(post.call, due.webhook, content, self._config.webhooks_anywhere)


async def _attempt(work: Any, *what: Any) -> None:
    try:
        await asyncio.to_thread(work, *what)
    except Exception as error:  # noqa: BLE001 a letter is lost, not the match
        log.warning("a notice could not be sent: %s", error)


def _still_stands(due: Due) -> bool:
    if due.kind == TURN:
        return due.chair is not None and due.chair in due.turn.split()
    return due.status != FINISHED or due.kind == OVER


def _read_due(connection: sa.Connection, before: float) -> list[Due]:
    notices, matches, seats, people = (
        schema.notices.c,
        schema.matches.c,
        schema.seats.c,
        schema.people.c,
    )
    query = (
        sa.select(
            notices.id,
            notices.person,
            notices.match,
            notices.kind,
            notices.made,
            matches.game,
            matches.scenario,
            matches.status,
            matches.turn,
            seats.chair,
            people.email,
            people.webhook,
            people.language,
        )
        .join(schema.matches, matches.id == notices.match)
        .join(schema.people, people.id == notices.person)
        .join(
            schema.seats,
            sa.and_(seats.match == notices.match, seats.person == notices.person),
            isouter=True,
        )
        .where(notices.sent.is_(None), notices.read.is_(None), notices.made < before)
        .where(people.seen <= before)  # he was not here a moment ago, at whatever process
        .order_by(notices.id)
        .limit(200)
    )
    return [Due._make(row) for row in connection.execute(query)]


def _claim(connection: sa.Connection, number: int, now: float) -> bool:
    """Of several processes one sends a letter."""
    done = connection.execute(
        schema.notices.update()
        .where(schema.notices.c.id == number, schema.notices.c.sent.is_(None))
        .values(sent=now)
    )
    return done.rowcount == 1
