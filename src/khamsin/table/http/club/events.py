"""Tournaments and series."""

from __future__ import annotations

from khamsin.games import GAMES
from khamsin.table.club.events import New
from khamsin.table.errors import bad
from khamsin.table.http import messages
from khamsin.table.http.call import Call
from khamsin.table.http.people import with_account
from khamsin.table.lobby.matches import check_setup
from khamsin.table.match import editions
from khamsin.table.match.clocks import Terms


async def listed(call: Call) -> list[dict[str, object]]:
    """`GET /api/events`: a page of them, for members."""
    _ = call.person
    return await call.table.events.listed(call.query(messages.Paged).page)


async def event(call: Call) -> dict[str, object]:
    """`GET /api/events/{event}`: pairings, results and standings."""
    return await call.table.events.of(call.path("event"), call.person.id)


async def create(call: Call) -> dict[str, object]:
    """`POST /api/events`: announce one."""
    person = with_account(call)
    body = await call.body(messages.NewEvent)
    call.table.limiter.take("event", str(person.id), 0.05, 10)
    if body.game not in GAMES:
        raise bad(f"there is no game {body.game!r}; there are: {', '.join(GAMES)}")
    check_setup(editions.edition(body.game, ""), body.scenario, body.options)
    clock = Terms(body.clock.reserve, body.clock.increment)
    new = New(
        body.title,
        body.form,
        body.rounds,
        body.game,
        body.scenario,
        body.options,
        clock,
        body.rated,
    )
    return {"id": await call.table.events.create(person, new)}


async def enter(call: Call) -> dict[str, object]:
    """`POST /api/events/{event}/entries`: I want to play."""
    person = with_account(call)
    await call.body(messages.Nothing)
    await call.table.events.enter(call.path("event"), person)
    return {}


async def leave(call: Call) -> dict[str, object]:
    """`POST /api/events/{event}/withdrawals`: I play no more; the organiser may name another."""
    person = with_account(call)
    body = await call.body(messages.Withdrawal)
    await call.table.events.leave(call.path("event"), person, body.name)
    return {}


async def start(call: Call) -> dict[str, object]:
    """`POST /api/events/{event}/start`: nobody enters any more, the first round begins."""
    person = with_account(call)
    await call.body(messages.Nothing)
    await call.table.events.start(call.path("event"), person)
    return {}


async def cancel(call: Call) -> dict[str, object]:
    """`POST /api/events/{event}/cancel`: it is over without an end."""
    person = with_account(call)
    await call.body(messages.Nothing)
    await call.table.events.cancel(call.path("event"), person)
    return {}


async def decide(call: Call) -> dict[str, object]:
    """`POST /api/events/{event}/results`: the organiser says how a match counts."""
    person = with_account(call)
    body = await call.body(messages.Decided)
    await call.table.events.decide(call.path("event"), person, body.round, body.board, body.score)
    return {}
