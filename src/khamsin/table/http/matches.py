"""Setting matches up, finding them, sitting down, copying and carrying them as files."""

from __future__ import annotations

import asyncio
from typing import Any

from starlette.responses import PlainTextResponse, Response

from khamsin.games import GAMES
from khamsin.kernel.errors import KhamsinError
from khamsin.table.errors import ApiError, bad, forbidden, gone
from khamsin.table.match import editions, exports, viewers
from khamsin.table.match.archived import UNPLAYABLE
from khamsin.table.match.clocks import Terms
from khamsin.table.match.lists import Filter, Wanted, check_bot, check_setup
from khamsin.table.match.records import Holder
from khamsin.table.names import check_name

from . import parse
from .call import Call

_DAY = 24 * 3600.0


async def create(call: Call) -> dict[str, Any]:
    """`POST /api/matches`."""
    person = call.person
    fields = await call.body()
    game = fields.text("game")
    if game not in GAMES:
        raise bad(f"there is no game {game!r}; there are: {', '.join(GAMES)}")
    scenario = fields.text("scenario")
    options = fields.words("options", [], least=0)
    pack = fields.text("pack", "")
    check_setup(editions.edition(game, pack), scenario, options)
    clock = fields.part("clock")
    terms = None
    if clock is not None:
        terms = Terms(
            clock.seconds("reserve", 1, 365 * _DAY), clock.seconds("increment", 0, 30 * _DAY)
        )
        clock.done()
    timeout = fields.text("on_timeout", "offer")
    if timeout != "offer":
        kind, _, bot = timeout.partition(" ")
        if kind != "bot":
            raise bad("'on_timeout' must be 'offer' or 'bot NAME'")
        check_bot(bot, game)
    wanted = Wanted(
        game,
        scenario,
        options,
        await _seats(call, game, fields),
        fields.flag("private", False),
        terms,
        timeout,
        pack=pack,
    )
    fields.done()
    match, tokens = await call.table.matches.create(wanted, person)
    call.table.bots.begin(match)
    links = {chair: _link(call, token) for chair, token in tokens.items()}
    return {"id": match, "invites": links}


async def _seats(call: Call, game: str, fields: parse.Fields) -> dict[str, Holder]:
    sides = editions.game(game).sides
    seats = dict.fromkeys(sides, Holder("open"))
    given = fields.part("seats")
    for side, seat in {} if given is None else given.parts().items():
        if side not in seats:
            raise bad(f"there is no side {side!r}; there are: {', '.join(sides)}")
        kind = seat.one_of("kind", ("you", "screen", "invite", "open", "bot"))
        if kind == "bot":
            seats[side] = Holder("bot", bot=check_bot(seat.text("bot"), game))
        elif kind == "you":
            seats[side] = Holder("person", call.person.id, call.person.name)
        elif kind == "screen":
            name = seat.text("name", call.person.name, most=30)
            if name != call.person.name:
                check_name(name)
                await call.table.people.check_free(name)
            seats[side] = Holder("screen", call.person.id, name)
        else:
            seats[side] = Holder(kind)
        seat.done()
    return seats


async def listed(call: Call) -> list[dict[str, Any]]:
    """`GET /api/matches?list=mine|open|finished|archive&game=&who=&page=`."""
    which = call.query("list") or "mine"
    if which not in ("mine", "open", "finished", "archive"):
        raise bad("'list' must be mine, open, finished or archive")
    if which != "open":
        _ = call.person
    wanted = Filter(
        game=(call.query("game") or "")[:30],
        who=(call.query("who") or "").strip()[:30],
        page=parse.whole(call.query("page"), "page", most=100_000),
    )
    return await call.table.matches.listed(which, call.who, wanted)


async def join(call: Call) -> dict[str, Any]:
    """`POST /api/join`: take the seat that an invitation is for."""
    person = call.person
    fields = await call.body()
    token = fields.text("token")
    fields.done()
    match, side = await call.table.play.join(token, person)
    return {"id": match, "match": match, "side": side}


async def invites(call: Call) -> list[dict[str, Any]]:
    """`GET .../invites`: the links that are out, for whoever set the match up."""
    match = call.path("match")
    await _must_host(call, match)
    return await call.table.invitations.of(match)


async def invite(call: Call) -> dict[str, Any]:
    """`POST .../invites`: a new link for a seat; the old one is good no more."""
    match = call.path("match")
    fields = await call.body()
    side = fields.text("side")
    fields.done()
    chair = await _must_host(call, match, side)
    call.table.limiter.take("invite", str(call.person.id), 0.2, 20)
    token = await call.table.invitations.make(match, chair, call.now)
    return {"invite": _link(call, token)}


async def withdraw_invite(call: Call) -> dict[str, Any]:
    """`DELETE .../invites/{side}`: the link of a seat is good no more."""
    match = call.path("match")
    chair = await _must_host(call, match, call.path("side"))
    await call.table.invitations.withdraw(match, chair)
    return {}


async def _must_host(call: Call, match: str, side: str = "") -> str:
    """Only whoever set a match up; gives the chair of the side, in which nobody must sit."""
    person = call.person
    async with call.table.rooms.enter(match) as table_match:
        viewers.may_watch(table_match, person.id)
        if table_match.record.creator != person.id:
            raise forbidden()
        if not side:
            return ""
        if side not in table_match.game.sides:
            raise bad(f"there is no side {side!r}")
        if table_match.over is not None:
            raise ApiError(409, "finished")
        chair = table_match.chair_of(side)
        if table_match.holders[chair].is_person:
            raise ApiError(409, "seat_taken")
        return chair


def _link(call: Call, token: str) -> str:
    return f"{call.table.config.address}/#/join/{token}"


async def seats(call: Call) -> dict[str, Any]:
    """`POST .../seats`: sit down, get up, or let a bot play."""
    person, match = call.person, call.path("match")
    fields = await call.body()
    side = fields.text("side")
    bot = fields.text("bot", "")
    sits, leaves = fields.flag("person", False), fields.flag("leave", False)
    fields.done()
    if bool(bot) + sits + leaves != 1:
        raise bad("one of 'bot', 'person' and 'leave' is needed")
    async with call.table.rooms.enter(match) as table_match:
        viewers.may_watch(table_match, person.id)
        if side not in table_match.game.sides:
            raise bad(f"there is no side {side!r}")
    if bot:
        await call.table.play.put_bot(match, person.id, side, bot)
    elif sits:
        await call.table.play.sit(match, person, side)
    else:
        await call.table.play.leave(match, person.id, side)
    return {}


async def fork(call: Call) -> dict[str, Any]:
    """`POST .../fork`: a private copy of a position, with dice of its own."""
    person, match = call.person, call.path("match")
    fields = await call.body()
    entries, seat = fields.number("entries"), fields.text("seat", "")
    fields.done()
    rate = call.table.config.limits.copies
    call.table.limiter.take("copy", str(person.id), rate, 20 * rate)
    async with call.table.heavy, call.table.rooms.enter(match) as table_match:
        viewer = viewers.viewer(table_match, person.id, seat or None, call.language)
        if not table_match.first <= entries <= len(table_match.match.entries):
            raise gone()
        # Sampling a world may take a while; the room waits, the event loop does not.
        copied = await asyncio.to_thread(exports.fork, table_match, viewer.side, entries)
        record = table_match.record
        holders = {
            side: Holder("screen", person.id, person.name) for side in table_match.game.sides
        }
    wanted = Wanted(
        record.game,
        record.scenario,
        record.options,
        holders,
        True,
        None,
        "offer",
        sandbox=True,
        pack=record.pack_name,
        origin=copied.origin,
    )
    async with call.table.heavy:
        match, _ = await call.table.matches.create(wanted, person, copied.entries, copied.world)
    return {"id": match}


async def journal(call: Call) -> Response:
    """`GET .../journal`: the match as a file, with the seed only when it is over."""
    match = call.path("match")
    try:
        async with call.table.rooms.enter(match) as table_match:
            viewer = viewers.viewer(table_match, call.who, call.query("seat"), call.language)
            is_relic = table_match.is_relic
            game = table_match.record.game
            text = "" if is_relic else exports.journal(table_match, viewer.side)
    except ApiError as error:
        if error.code not in UNPLAYABLE:
            raise
        is_relic = True
    if is_relic:
        # No rules here can replay it; what was written down is given as it is.
        archive = await call.table.rooms.archive(match)
        game = archive.record.game
        text = exports.relic(archive.record, archive.acts, archive.result, call.who)
    headers = {"Content-Disposition": f'attachment; filename="{game}-{match}.journal"'}
    return PlainTextResponse(text, headers=headers)


async def import_journal(call: Call) -> dict[str, Any]:
    """`POST /api/matches/import`: go on from a file, all seats one's own."""
    person = call.person
    data = await call.raw(call.table.config.limits.journal)
    fields = parse.body(data)
    text = fields.text("file", most=call.table.config.limits.journal)
    fields.done()
    rate = call.table.config.limits.copies
    call.table.limiter.take("copy", str(person.id), rate, 20 * rate)
    try:
        async with call.table.heavy:
            read = await asyncio.to_thread(exports.read, text)
    except KhamsinError as error:
        raise ApiError(400, "journal", str(error)) from None
    sides = read.game.sides
    holders = {side: Holder("screen", person.id, person.name) for side in sides}
    wanted = Wanted(
        read.game.slug,
        read.setup.scenario,
        read.setup.options,
        holders,
        True,
        None,
        "offer",
        sandbox=True,
        pack=read.pack,
    )
    async with call.table.heavy:
        match, _ = await call.table.matches.create(wanted, person, read.entries)
    return {"id": match, "warning": read.warning}
