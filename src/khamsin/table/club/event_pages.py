"""Events as people read them: lists, pairings and standings."""

from __future__ import annotations

from typing import Any

import sqlalchemy as sa

from khamsin.games import GAMES
from khamsin.table.errors import gone
from khamsin.table.match.clocks import Terms
from khamsin.table.storage import schema
from khamsin.table.times import moment

from . import pairing
from .rounds import entered, pairings, plain


def card(row: Any) -> dict[str, object]:
    """What the list tells of one."""
    game = GAMES.get(row.game)
    return {
        "id": row.id,
        "title": row.title,
        "form": row.form,
        "rounds": row.rounds,
        "round": row.round,
        "status": row.status,
        "game": row.game,
        "game_title": row.game if game is None else game.title,
        "scenario": row.scenario,
        "options": row.options.split(),
        "rated": row.rated,
        "created": moment(row.created),
    }


def read(connection: sa.Connection, event: str, person: int) -> dict[str, object]:
    """One event with everything about it, as somebody sees it."""
    events, people = schema.events, schema.people.c
    row = connection.execute(sa.select(events).where(events.c.id == event)).one_or_none()
    if row is None:
        raise gone()
    players, rows = entered(connection, event), pairings(connection, event)
    still = set(entered(connection, event, still=True))
    wanted = sa.select(people.id, people.name).where(people.id.in_([*players, row.organiser]))
    names = {each.id: each.name for each in connection.execute(wanted)}
    table = pairing.standings(row.form, players, plain(rows))
    clock = Terms.read(row.clock)
    return {
        **card(row),
        "last_round": pairing.rounds_of(row.form, row.rounds, len(players)),
        "clock": None if clock is None else clock._asdict(),
        "organiser": names[row.organiser],
        "you": {"organiser": row.organiser == person, "in": person in still},
        "standings": [
            {**each._asdict(), "person": names[each.person], "withdrawn": each.person not in still}
            for each in table
        ],
        "pairings": [
            {
                "round": each.round,
                "board": each.board,
                "first": names[each.first],
                "second": None if each.second is None else names[each.second],
                "match": each.match,
                "score": each.score,
            }
            for each in rows
        ],
    }
