"""Ratings: one for each game, made of matches that were agreed to count.

Such a match is open to all, has a clock, and is played by two people from its first answer to its
end: no bots, no programs, nobody at both sides, nobody who takes over. When it has ended somebody
looks whether all that was so, and changes both ratings in one transaction, once.
"""

from __future__ import annotations

import json
import logging
import time
from typing import Any, NamedTuple

import sqlalchemy as sa

from khamsin.kernel.play.decision import DICE
from khamsin.table.errors import ApiError
from khamsin.table.match import acts
from khamsin.table.match.acts import Act
from khamsin.table.match.rooms import Rooms
from khamsin.table.match.table_match import FINISHED
from khamsin.table.storage import schema
from khamsin.table.storage.store import Store

from .glicko import Rating, idle, rate

log = logging.getLogger("khamsin.table")

AGREED, DONE, VOID = "agreed", "done", "void"
PAGE = 50
UNSURE = 150.0
"""A deviation above it is told as such: the rating may be far off."""
_PERIOD = 30 * 24 * 3600.0
_AT_ONCE = 50


class Ratings:
    """Keeps them, and tells them."""

    def __init__(self, store: Store, rooms: Rooms) -> None:
        self._store = store
        self._rooms = rooms

    async def sweep(self) -> None:
        """Rate the matches that have ended, the first first."""
        matches = schema.matches.c
        query = (
            sa.select(matches.id, matches.game, matches.result, matches.changed)
            .where(matches.rated == AGREED, matches.status == FINISHED)
            .order_by(matches.changed)
            .limit(_AT_ONCE)
        )
        for row in await self._store.read(lambda c: c.execute(query).all()):
            try:
                archive = await self._rooms.archive(row.id)
            except ApiError as error:
                log.info("match %s cannot be rated: %s", row.id, error)
                continue
            await self._settle(row, counted(archive.acts, row.result))

    async def _settle(self, row: Any, outcome: Outcome | None) -> None:
        table = schema.matches
        due = sa.and_(table.c.id == row.id, table.c.rated == AGREED)

        def write(connection: sa.Connection) -> None:
            if connection.dialect.name == "postgresql":  # one process at a time
                connection.execute(sa.text("SELECT pg_advisory_xact_lock(19410616)"))
            word = VOID if outcome is None else DONE
            done = connection.execute(table.update().where(due).values(rated=word))
            if done.rowcount == 1 and outcome is not None:
                _change(connection, row.id, row.game, outcome, row.changed)

        await self._store.write(write)

    async def board(self, game: str, page: int) -> list[dict[str, object]]:
        """Who is rated in a game, the strongest first; then those of whom little is known yet."""
        people, ratings = schema.people.c, schema.ratings.c
        query = (
            sa.select(schema.ratings, people.name)
            .join(schema.people, people.id == ratings.person)
            .where(ratings.game == game, people.banned.is_(None), people.deleted.is_(None))
            .order_by(ratings.deviation > UNSURE, ratings.rating.desc(), ratings.person)
            .limit(PAGE)
            .offset(page * PAGE)
        )
        rows = await self._store.read(lambda c: c.execute(query).all())
        return [
            {"place": page * PAGE + n, "name": row.name, **shown(row)}
            for n, row in enumerate(rows, 1)
        ]


class Outcome(NamedTuple):
    """Two people, and what the first has won: 1, 0.5 or 0."""

    first: int
    second: int
    score: float


def counted(stored: list[Act], result: str) -> Outcome | None:
    """How a match between two people ended, if both of them played it all."""
    over = json.loads(result)
    sitting: dict[str, int | None] = {}
    answered: set[str] = set()
    for act in stored:
        if act.kind == acts.SEAT:
            chair, person = act.data["chair"], act.data["person"]
            if answered and sitting.get(chair) != person:
                return None
            sitting[chair] = person if act.data["kind"] == "person" else None
        elif act.kind == acts.ANSWER and act.entry[0] != DICE:
            answered.add(act.entry[0])
    people = [person for person in sitting.values() if person is not None]
    if len(answered) < 2 or len(sitting) != 2 or len(set(people)) != 2:
        return None
    if over["reason"] == "stopped" or (over["winner"] is not None and not over.get("chair")):
        return None
    first, second = sorted(sitting)
    score = 0.5 if over["winner"] is None else float(over["chair"] == first)
    one, two = sitting[first], sitting[second]
    assert one is not None
    assert two is not None
    return Outcome(one, two, score)


def _change(connection: sa.Connection, match: str, game: str, outcome: Outcome, now: float) -> None:
    """Both ratings, each from what the other was before."""
    table = schema.ratings
    before = {person: _read(connection, person, game, now) for person in outcome[:2]}
    scores = {outcome.first: outcome.score, outcome.second: 1 - outcome.score}
    for person, other in (outcome[:2], outcome[1::-1]):
        row, known = before[person]
        score = scores[person]
        new = rate(known, [(before[other][1], score)])
        counts = {name: getattr(row, name, 0) for name in ("played", "won", "lost", "drawn")}
        counts["played"] += 1
        counts["won" if score == 1 else "lost" if score == 0 else "drawn"] += 1
        values = {**new._asdict(), **counts, "changed": now}
        if row is None:
            connection.execute(table.insert().values(person=person, game=game, **values))
        else:
            mine = sa.and_(table.c.person == person, table.c.game == game)
            connection.execute(table.update().where(mine).values(**values))
        change = {"before": known.rating, "after": new.rating}
        connection.execute(schema.rated.insert().values(match=match, person=person, **change))


def _read(connection: sa.Connection, person: int, game: str, now: float) -> tuple[Any, Rating]:
    table = schema.ratings.c
    query = sa.select(schema.ratings).where(table.person == person, table.game == game)
    row = connection.execute(query).one_or_none()
    return row, Rating() if row is None else current(row, now)


def current(row: Any, now: float) -> Rating:
    """What is known of somebody now."""
    known = Rating(row.rating, row.deviation, row.volatility)
    return idle(known, max(0.0, now - row.changed) / _PERIOD)


def shown(row: Any) -> dict[str, object]:
    """A rating as people read it."""
    deviation = current(row, time.time()).deviation
    return {
        "rating": round(row.rating),
        "deviation": round(deviation),
        "sure": deviation <= UNSURE,
        **{name: getattr(row, name) for name in ("played", "won", "lost", "drawn")},
    }
