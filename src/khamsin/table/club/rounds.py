"""The rounds of an event, inside a transaction: who is in it, results, the next pairings."""

from __future__ import annotations

import json
import time
from typing import Any

import sqlalchemy as sa

from khamsin.games import GAMES
from khamsin.table.errors import forbidden, gone
from khamsin.table.match.table_match import FINISHED, TableMatch
from khamsin.table.people import accounts
from khamsin.table.people.accounts import Person
from khamsin.table.storage import schema

from . import pairing
from .pairing import ROUND_ROBIN, Pairing

OPEN, RUNNING, OVER, CANCELLED = "open", "running", "over", "cancelled"


def locked(connection: sa.Connection, event: str) -> Any:
    """The event; whoever else wants to change it waits."""
    query = sa.select(schema.events).where(schema.events.c.id == event).with_for_update()
    row = connection.execute(query).one_or_none()
    if row is None:
        raise gone()
    return row


def must_organise(row: Any, by: Person) -> None:
    """Refuse everybody else."""
    if row.organiser != by.id:
        raise forbidden()


def assign(connection: sa.Connection, event: str, **values: object) -> None:
    """Change the event."""
    connection.execute(schema.events.update().where(schema.events.c.id == event).values(**values))


def this(event: str, number: int, board: int) -> Any:
    """The condition for one pairing."""
    table = schema.pairings.c
    return sa.and_(table.event == event, table.round == number, table.board == board)


def named(connection: sa.Connection, name: str) -> int:
    """The number of somebody."""
    people = schema.people.c
    query = sa.select(people.id).where(people.folded == name.casefold())
    found = connection.execute(query).scalar_one_or_none()
    if found is None:
        raise gone()
    return int(found)


def entered(connection: sa.Connection, event: str, *, still: bool = False) -> list[int]:
    """Who has entered, in the order of seeds: by rating, then by time, as it was at the start."""
    entries, ratings, events = schema.entries.c, schema.ratings.c, schema.events.c
    query = (
        sa.select(entries.person)
        .join(schema.events, events.id == entries.event)
        .join(
            schema.ratings,
            sa.and_(ratings.person == entries.person, ratings.game == events.game),
            isouter=True,
        )
        .where(entries.event == event)
        .order_by(sa.func.coalesce(ratings.rating, 1500.0).desc(), entries.entered, entries.person)
    )
    if still:
        people = schema.people.c
        query = query.join(schema.people, people.id == entries.person)
        query = query.where(entries.withdrawn.is_(None))
        query = query.where(people.banned.is_(None), people.deleted.is_(None))
    return [int(person) for person in connection.execute(query).scalars()]


def pairings(connection: sa.Connection, event: str) -> list[Any]:
    """All of them, from the first round on."""
    table = schema.pairings.c
    query = sa.select(schema.pairings).where(table.event == event)
    return list(connection.execute(query.order_by(table.round, table.board)))


def plain(rows: list[Any]) -> list[Pairing]:
    """The same without a table."""
    return [Pairing(row.first, row.second, row.score) for row in rows]


def next_round(connection: sa.Connection, row: Any) -> None:
    """Pair the next round; where nothing is left to be played, it is over."""
    number = row.round + 1
    played = plain(pairings(connection, row.id))
    everybody = entered(connection, row.id)
    still = set(entered(connection, row.id, still=True))
    last = pairing.rounds_of(row.form, row.rounds, len(everybody))
    if number > last or len(still) < 2 or pairing.is_decided(row.form, row.rounds, played):
        assign(connection, row.id, status=OVER)
        return
    # Where everybody meets everybody the plan stands, and who is gone loses; a Swiss goes on
    # among those who are left.
    players = [each for each in everybody if each in still or row.form == ROUND_ROBIN]
    made = pairing.pair(row.form, number, players, played)
    assign(connection, row.id, status=RUNNING, round=number)
    for board, each in enumerate(made, 1):
        values = {"event": row.id, "round": number, "board": board}
        connection.execute(
            schema.pairings.insert().values(
                **values, first=each.first, second=each.second, score=_walkover(each, still)
            )
        )


def _walkover(each: Pairing, still: set[int]) -> float | None:
    """What is won without a match: by a bye, or against somebody who is gone."""
    if each.second is None:
        return 1.0 if each.first in still else 0.0
    gone_by = (each.first not in still, each.second not in still)
    return {(False, False): None, (True, False): 0.0, (False, True): 1.0, (True, True): 0.5}[
        gone_by
    ]


def _open_pairings(connection: sa.Connection, event: str) -> list[Any]:
    """Those without a score, each with how its match has ended, if it has."""
    table, matches, seats = schema.pairings.c, schema.matches.c, schema.seats.c
    chair = (
        sa.select(seats.chair)
        .where(seats.match == table.match, seats.person == table.first)
        .scalar_subquery()
    )
    query = (
        sa.select(schema.pairings, matches.result, matches.status, chair.label("chair"))
        .join(schema.matches, matches.id == table.match, isouter=True)
        .where(table.event == event, table.score.is_(None))
        .order_by(table.round, table.board)
    )
    return list(connection.execute(query))


def is_due(connection: sa.Connection, event: str) -> bool:
    """Whether there is a result to be taken in, or nothing is left to wait for."""
    rows = _open_pairings(connection, event)
    left = _gone(connection, event)
    return not rows or any(_score(row, left) is not None for row in rows)


def _gone(connection: sa.Connection, event: str) -> set[int]:
    """Who was in it and has no account any more."""
    entries, people = schema.entries.c, schema.people.c
    query = (
        sa.select(people.id)
        .join(schema.entries, entries.person == people.id)
        .where(entries.event == event, people.deleted.is_not(None))
    )
    return set(connection.execute(query).scalars())


def _score(row: Any, left: set[int]) -> float | None:
    """What the first has won; nothing while it is played, or if somebody must decide."""
    if row.status == FINISHED and row.result:
        over = json.loads(row.result)
        if over["reason"] != "stopped" and over["winner"] is None:
            return 0.5
        if over["reason"] != "stopped" and over.get("chair") and row.chair is not None:
            return float(over["chair"] == row.chair)
    if row.first in left or row.second in left:
        return 0.5 if {row.first, row.second} <= left else float(row.second in left)
    return None


def take_results(connection: sa.Connection, event: str) -> None:
    """Take in what has ended; when nothing is waited for, the next round begins."""
    row = locked(connection, event)
    if row.status != RUNNING:
        return
    left = _gone(connection, event)
    waiting = 0
    for each in _open_pairings(connection, event):
        score = _score(each, left)
        if score is None:
            waiting += 1
            continue
        where = this(event, each.round, each.board)
        connection.execute(schema.pairings.update().where(where).values(score=score))
    if not waiting:
        next_round(connection, row)


def missing(connection: sa.Connection, event: str) -> list[tuple[Any, Any, dict[int, Person]]]:
    """Pairings of a running event that have no match yet, with the people it takes."""
    table = schema.pairings.c
    events = schema.events
    row = connection.execute(sa.select(events).where(events.c.id == event)).one_or_none()
    if row is None or row.status != RUNNING or row.game not in GAMES:
        return []
    query = sa.select(schema.pairings).where(
        table.event == event,
        table.match.is_(None),
        table.score.is_(None),
        table.round == row.round,
    )
    found = []
    for due in connection.execute(query.order_by(table.board)).all():
        people = {
            number: accounts.by_id(connection, number)
            for number in {due.first, due.second, row.organiser}
        }
        people[row.organiser] = people[row.organiser] or people[due.first]
        known = {number: person for number, person in people.items() if person is not None}
        if len(known) == len(people):
            found.append((row, due, known))
    return found


def tell(connection: sa.Connection, table_match: TableMatch) -> None:
    """It is somebody's turn in a match that he did not set up."""
    for chair in table_match.turn:
        person = table_match.holders[chair].person
        row = {"person": person, "match": table_match.record.id, "acts": table_match.acts}
        connection.execute(schema.notices.insert().values(**row, kind="turn", made=time.time()))
