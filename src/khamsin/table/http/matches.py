"""Setting matches up, finding them, sitting down, copying and carrying them as files."""

from __future__ import annotations

import asyncio

from starlette.responses import PlainTextResponse, Response

from khamsin.games import GAMES
from khamsin.kernel.errors import KhamsinError
from khamsin.table.errors import ApiError, bad, forbidden, gone
from khamsin.table.lobby import exports
from khamsin.table.lobby.matches import Filter, Wanted, check_bot, check_setup
from khamsin.table.match import editions, viewers
from khamsin.table.match.archived import UNPLAYABLE
from khamsin.table.match.clocks import Terms
from khamsin.table.match.records import Holder, lesson_origin
from khamsin.table.names import check_name
from khamsin.table.show.lessons import holders

from . import messages
from .call import Call


async def create(call: Call) -> dict[str, object]:
    """`POST /api/matches`."""
    person = call.person
    body = await call.body(messages.NewMatch)
    if body.game not in GAMES:
        raise bad(f"there is no game {body.game!r}; there are: {', '.join(GAMES)}")
    check_setup(editions.edition(body.game, body.pack), body.scenario, body.options)
    _check_timeout(body)
    wanted = Wanted(
        body.game,
        body.scenario,
        body.options,
        await _seats(call, body.game, body.seats),
        body.private,
        None if body.clock is None else Terms(body.clock.reserve, body.clock.increment),
        body.on_timeout,
        pack=body.pack,
        rated=body.rated,
    )
    if wanted.rated:
        _check_rated(wanted)
    match, tokens = await call.table.matches.create(wanted, person)
    call.table.bots.begin(match)
    links = {chair: _link(call, token) for chair, token in tokens.items()}
    return {"id": match, "invites": links}


def _check_rated(wanted: Wanted) -> None:
    """A match that counts can be seen by all, ends some day, and is played by two people."""
    kinds = [holder.kind for holder in wanted.seats.values()]
    people = len(kinds) == 2 and set(kinds) <= {"person", "open", "invite"}
    if not people or kinds.count("person") > 1 or wanted.private or wanted.clock is None:
        raise ApiError(400, "rated")
    if wanted.on_timeout != "offer" or wanted.pack:
        raise ApiError(400, "rated")


def _check_timeout(body: messages.NewMatch) -> None:
    """When a clock has run out the win is offered, or a bot plays on."""
    if body.on_timeout == "offer":
        return
    kind, _, bot = body.on_timeout.partition(" ")
    if kind != "bot":
        raise bad("'on_timeout' must be 'offer' or 'bot NAME'")
    check_bot(bot, body.game)


async def _seats(call: Call, game: str, wish: messages.Seats) -> dict[str, Holder]:
    person, sides = call.person, editions.game(game).sides
    seats = dict.fromkeys(sides, Holder("open"))
    for side, wanted in (wish or {}).items():
        if side not in seats:
            raise bad(f"there is no side {side!r}; there are: {', '.join(sides)}")
        match wanted:
            case messages.Bot(bot):
                seats[side] = Holder("bot", bot=check_bot(bot, game))
            case messages.You():
                seats[side] = Holder("person", person.id, person.name)
            case messages.Screen(name):
                if name and name != person.name:
                    check_name(name)
                    await call.table.people.check_free(name)
                seats[side] = Holder("screen", person.id, name or person.name)
            case messages.Invited():
                seats[side] = Holder("invite")
            case messages.Open():
                seats[side] = Holder("open")
    return seats


async def listed(call: Call) -> list[dict[str, object]]:
    """`GET /api/matches?list=mine|open|finished|archive&game=&who=&page=`."""
    asked = call.query(messages.Listed)
    if asked.list not in ("open", "archive"):
        _ = call.person
    wanted = Filter(game=asked.game[:30], who=asked.who.strip()[:30], page=asked.page)
    return await call.table.matches.listed(asked.list, call.who, wanted)


async def join(call: Call) -> dict[str, object]:
    """`POST /api/join`: take the seat that an invitation is for."""
    person = call.person
    body = await call.body(messages.Token)
    match, side = await call.table.play.join(body.token, person)
    return {"id": match, "match": match, "side": side}


async def invites(call: Call) -> list[dict[str, object]]:
    """`GET .../invites`: the links that are out, for whoever set the match up."""
    match = call.path("match")
    await _must_host(call, match)
    return await call.table.invitations.of(match)


async def invite(call: Call) -> dict[str, object]:
    """`POST .../invites`: a new link for a seat; the old one is good no more."""
    match = call.path("match")
    body = await call.body(messages.Side)
    chair = await _must_host(call, match, body.side)
    call.table.limiter.take("invite", str(call.person.id), 0.2, 20)
    token = await call.table.invitations.make(match, chair, call.now)
    return {"invite": _link(call, token)}


async def withdraw_invite(call: Call) -> dict[str, object]:
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


async def seats(call: Call) -> dict[str, object]:
    """`POST .../seats`: sit down, get up, or let a bot play."""
    person, match = call.person, call.path("match")
    body = await call.body(messages.Seating)
    side, bot = body.side, body.bot
    if bool(bot) + body.person + body.leave != 1:
        raise bad("one of 'bot', 'person' and 'leave' is needed")
    async with call.table.rooms.enter(match) as table_match:
        viewers.may_watch(table_match, person.id)
        if side not in table_match.game.sides:
            raise bad(f"there is no side {side!r}")
    if bot:
        await call.table.play.put_bot(match, person.id, side, bot)
    elif body.person:
        await call.table.play.sit(match, person, side)
    else:
        await call.table.play.leave(match, person.id, side)
    return {}


async def fork(call: Call) -> dict[str, object]:
    """`POST .../fork`: a private copy of a position, with dice of its own."""
    person, match = call.person, call.path("match")
    body = await call.body(messages.Copy)
    rate = call.table.config.limits.copies
    call.table.limiter.take("copy", str(person.id), rate, 20 * rate)
    async with call.table.heavy, call.table.rooms.enter(match) as table_match:
        viewer = viewers.viewer(table_match, person.id, body.seat or None, call.language)
        if not table_match.first <= body.entries <= len(table_match.match.entries):
            raise gone()
        # Sampling a world may take a while; the room waits, the event loop does not.
        copied = await asyncio.to_thread(
            exports.fork, table_match, viewer.side, body.entries, person.id
        )
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


async def lesson(call: Call) -> dict[str, object]:
    """`POST /api/games/{slug}/lessons/{name}`: a lesson of one's own, or the one that was begun."""
    person, slug, name = call.person, call.path("slug"), call.path("name")
    await call.body(messages.Nothing)
    if slug not in GAMES or name not in editions.lessons(slug):
        raise gone()
    found, origin = editions.lesson(slug, name), lesson_origin(name)
    begun = await call.table.matches.begun(slug, origin, person.id)
    if begun is not None:
        return {"id": begun}
    wanted = Wanted(
        slug,
        found.setup.scenario,
        found.setup.options,
        holders(found, person.id, person.name),
        True,
        None,
        "offer",
        sandbox=True,
        origin=origin,
    )
    match, _ = await call.table.matches.create(wanted, person, [], found.opened())
    return {"id": match}


async def journal(call: Call) -> Response:
    """`GET .../journal`: the match as a file, with the seed only when it is over."""
    match, asked = call.path("match"), call.query(messages.Filed)
    if asked.whole:
        _ = call.person  # at home, whoever has the key of the table
        if not call.table.config.is_local:
            raise forbidden()
    try:
        async with call.table.rooms.enter(match) as table_match:
            viewer = viewers.viewer(table_match, call.who, asked.seat or None, call.language)
            is_archived = table_match.is_archived
            game = table_match.record.game
            text = ""
            if not is_archived:
                text = exports.journal(table_match, viewer.side, whole=asked.whole)
    except ApiError as error:
        if error.code not in UNPLAYABLE:
            raise
        is_archived = True
    if is_archived:
        # No rules here can replay it; what was written down is given as it is.
        archive = await call.table.rooms.archive(match)
        game = archive.record.game
        text = exports.archived_journal(archive.record, archive.acts, archive.result, call.who)
    headers = {"Content-Disposition": f'attachment; filename="{game}-{match}.journal"'}
    return PlainTextResponse(text, headers=headers)


async def import_journal(call: Call) -> dict[str, object]:
    """`POST /api/matches/import`: go on from a file, alone or with others."""
    person = call.person
    body = await call.body(messages.File, call.table.config.limits.journal)
    rate = call.table.config.limits.copies
    call.table.limiter.take("copy", str(person.id), rate, 20 * rate)
    try:
        async with call.table.heavy:
            read = await asyncio.to_thread(exports.read, body.file)
    except KhamsinError as error:
        raise ApiError(400, "journal", detail=str(error)) from None
    if body.seats is None:
        holders = {chair: Holder("screen", person.id, person.name) for chair in read.game.sides}
    else:
        sitting = await _seats(call, read.game.slug, body.seats)
        holders = {read.chairs[side]: holder for side, holder in sitting.items()}
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
        match, tokens = await call.table.matches.create(wanted, person, read.entries)
    call.table.bots.begin(match)
    links = {chair: _link(call, token) for chair, token in tokens.items()}
    return {"id": match, "warning": read.warning, "invites": links}
