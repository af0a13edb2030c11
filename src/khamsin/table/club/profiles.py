"""Profiles: what somebody has played here, made of finished matches that everybody may see."""

from __future__ import annotations

import json
from typing import Any

import sqlalchemy as sa

from khamsin.games import GAMES
from khamsin.table.errors import gone
from khamsin.table.match.table_match import FINISHED
from khamsin.table.storage import schema
from khamsin.table.storage.store import Store
from khamsin.table.times import moment

from . import ratings

_MOST = 1000  # matches that are counted, the newest
_SHOWN = 20


class Profiles:
    """Looks people up."""

    def __init__(self, store: Store) -> None:
        self._store = store

    async def of(self, name: str) -> dict[str, object]:
        """What is known of somebody by this name."""
        return await self._store.read(lambda c: _read(c, name))


def _read(connection: sa.Connection, name: str) -> dict[str, object]:
    people, matches, seats = schema.people.c, schema.matches.c, schema.seats.c
    wanted = sa.select(people.id, people.name, people.created).where(
        people.folded == name.casefold(), people.deleted.is_(None), people.banned.is_(None)
    )
    person = connection.execute(wanted).one_or_none()
    if person is None:
        raise gone()
    chairs = (
        sa.select(seats.match, sa.func.min(seats.chair).label("chair"))
        .where(seats.person == person.id)
        .group_by(seats.match)
        .having(sa.func.count() == 1)  # whoever plays both sides does not win
        .subquery()
    )
    rated = schema.rated.c
    whose = sa.and_(rated.match == matches.id, rated.person == person.id)
    query = (
        sa.select(
            matches.id,
            matches.game,
            matches.result,
            matches.changed,
            chairs.c.chair,
            (rated.after - rated.before).label("change"),
        )
        .join(chairs, chairs.c.match == matches.id)
        .join(schema.rated, whose, isouter=True)
        .where(matches.status == FINISHED, matches.private.is_(False), matches.sandbox.is_(False))
        .order_by(matches.changed.desc())
        .limit(_MOST)
    )
    played = [(row, _outcome(row)) for row in connection.execute(query)]
    played = [(row, outcome) for row, outcome in played if outcome != "stopped"]
    games: dict[str, dict[str, int]] = {}
    sides: dict[str, dict[str, dict[str, int]]] = {}
    for row, outcome in played:
        by_side = sides.setdefault(row.game, {}).setdefault(_side(row), dict(_NOTHING))
        for each in (games.setdefault(row.game, dict(_NOTHING)), by_side):
            each["played"] += 1
            if outcome in each:
                each[outcome] += 1
    known = sa.select(schema.ratings).where(schema.ratings.c.person == person.id)
    rated_in = {row.game: ratings.shown(row) for row in connection.execute(known)}
    return {
        "name": person.name,
        "since": moment(person.created),
        "games": [
            {
                "game": slug,
                "title": _title(slug),
                **counts,
                "sides": [{"side": side, **each} for side, each in sides[slug].items()],
                "rating": rated_in.get(slug),
            }
            for slug, counts in games.items()
        ],
        "matches": [
            {
                "id": row.id,
                "title": _title(row.game),
                "changed": moment(row.changed),
                "outcome": outcome,
                "change": None if row.change is None else round(row.change),
            }
            for row, outcome in played[:_SHOWN]
        ],
    }


_NOTHING = {"played": 0, "won": 0, "lost": 0, "drawn": 0}


def _side(row: Any) -> str:
    """The side that a chair played; they differ where sides were bid for, and somebody has won."""
    over = json.loads(row.result)
    game = GAMES.get(row.game)
    if game is None or over["winner"] is None or not over.get("chair"):
        return str(row.chair)
    if over["chair"] == row.chair:
        return str(over["winner"])
    return next((side for side in game.sides if side != over["winner"]), str(row.chair))


def _title(slug: str) -> str:
    game = GAMES.get(slug)  # an older table may have had other games
    return slug if game is None else game.title


def _outcome(row: Any) -> str:
    """How it ended for a chair: won, lost, drawn, stopped; over, where that does not follow."""
    over = json.loads(row.result) if row.result else {"winner": None, "reason": "stopped"}
    if over["reason"] == "stopped":
        return "stopped"
    if over["winner"] is None:
        return "drawn"
    if not over.get("chair"):
        return "over"  # an older table did not write down who had played which side
    return "won" if over["chair"] == row.chair else "lost"
