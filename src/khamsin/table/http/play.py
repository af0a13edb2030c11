"""At the table: look, choose, ask why not, take back, offer, talk."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator

import sqlalchemy as sa

from khamsin.kernel.play.match import AnyMatch
from khamsin.table.errors import ApiError, bad, forbidden, stale
from khamsin.table.match import acts, viewers
from khamsin.table.match.chat_lines import shown as heard
from khamsin.table.match.refusals import NotOffered, OffScript
from khamsin.table.match.table_match import TableMatch
from khamsin.table.show import lessons, presenter, views
from khamsin.table.show.playback import steps
from khamsin.table.storage import schema
from khamsin.table.storage.store import Store

from . import messages, reading
from .call import Call


async def table(call: Call) -> dict[str, object]:
    """`GET .../table`."""
    match, asked = call.path("match"), call.query(messages.SeenSince)
    async with call.table.rooms.enter(match) as table_match:
        viewer = _viewer(table_match, call, asked)
        shown = views.table(table_match, viewer, asked.since, call.now, call.table.hub.online())
        blocked = await call.table.blocks.of(call.who)
        said = heard(await call.table.rooms.chat(match), blocked)
        shown["chat"] = {"from": 0, "lines": said}
    if call.who is not None:
        shown["notes"] = await read_notes(call.table.store, match, call.who)
    return shown


async def position(call: Call) -> dict[str, object]:
    """`GET .../positions/{entries}/table`."""
    entries = call.number("entries")
    async with _past(call) as table_match:
        return await asyncio.to_thread(_position, table_match, call, entries)


def _position(table_match: TableMatch, call: Call, entries: int) -> dict[str, object]:
    return views.position(table_match, _looking_back(table_match, call, entries), entries)


@contextlib.asynccontextmanager
async def _past(call: Call) -> AsyncIterator[TableMatch]:
    """Hold a match to replay some of it: few do at a time, in a thread, and not too often."""
    rate = call.table.config.limits.positions
    call.table.limiter.take("position", call.whose, rate, 6 * rate)
    async with call.table.heavy, call.table.rooms.enter(call.path("match")) as table_match:
        yield table_match


async def position_overlays(call: Call) -> list[dict[str, object]]:
    """`GET .../positions/{entries}/overlays`."""
    entries = call.number("entries")
    async with _past(call) as table_match:
        return await asyncio.to_thread(_position_overlays, table_match, call, entries)


def _position_overlays(
    table_match: TableMatch, call: Call, entries: int
) -> list[dict[str, object]]:
    viewer = _looking_back(table_match, call, entries)
    return _overlays(table_match, views.past(table_match, viewer, entries), viewer, call)


def _looking_back(table_match: TableMatch, call: Call, entries: int) -> viewers.Viewer:
    """Who looks at an earlier point: from a seat he names, or from the one he had then."""
    viewer = viewers.viewer(table_match, call.who, None, call.language)
    seat = call.query(messages.Seen).seat
    if seat:
        if seat not in table_match.game.sides:
            raise bad(f"there is no side {seat!r}")
        return viewer._replace(side=seat)
    if viewer.side is None:
        return viewer
    return viewer._replace(side=views.side_then(table_match, viewer, entries))


async def playback(call: Call) -> dict[str, object]:
    """`GET .../playback?since=`."""
    async with _past(call) as table_match:
        return await asyncio.to_thread(_playback, table_match, call)


def _playback(table_match: TableMatch, call: Call) -> dict[str, object]:
    asked = call.query(messages.SeenSince)
    return steps(table_match, _looking_back(table_match, call, asked.since), asked.since)


async def choose(call: Call) -> dict[str, object]:
    """`POST .../choices`."""
    body = await call.body(messages.Choice)
    return {"entries": await make_choice(call, call.path("match"), body)}


async def make_choice(call: Call, match: str, choice: messages.Choice) -> int:
    """Choose, by HTTP or WebSocket; a refusal is told in the reader's language."""
    person = call.person.id
    rate = call.table.config.limits.choices
    call.table.limiter.take("choice", str(person), rate, 3 * rate)
    try:
        return await call.table.play.choose(
            match,
            person,
            choice.seat,
            choice.words,
            choice.number,
            program=call.session is not None and call.session.is_program,
        )
    except OffScript as error:
        if error.step is not None:
            error.text = lessons.otherwise(error.lesson, error.step, call.language)
        raise
    except NotOffered as error:
        error.text = await _reason(call, match, error, choice.words)
        raise


async def _reason(call: Call, match: str, error: NotOffered, words: tuple[str, ...]) -> str:
    if error.refused is None:
        return ""
    async with call.table.rooms.enter(match, fresh=False) as table_match:
        say = presenter.narrator(table_match.record.edition, call.language)
        return presenter.refused(table_match.game, say, error.refused, words)


async def usual(call: Call) -> dict[str, object]:
    """`POST .../usual`."""
    person, match = call.person, call.path("match")
    body = await call.body(messages.Asking)
    async with call.table.rooms.enter(match) as table_match:
        if body.seat not in table_match.sides_of(person.id):
            raise forbidden("not_your_seat")
        if body.number != table_match.opened or not table_match.is_preparing(body.seat):
            raise stale()
    async with call.table.heavy:
        await call.table.bots.usual(match, person.id, body.seat, body.number)
    return {}


async def undo(call: Call) -> dict[str, object]:
    """`POST .../undo`."""
    _ = call.person
    seat = (await call.body(messages.Seat)).seat
    return {"entries": await call.table.play.undo(call.path("match"), call.person.id, seat)}


async def restart(call: Call) -> dict[str, object]:
    """`POST .../restart`: begin a lesson again."""
    person = call.person.id
    seat = (await call.body(messages.Seat)).seat
    await call.table.play.restart(call.path("match"), person, seat)
    return {}


async def resign(call: Call) -> dict[str, object]:
    """`POST .../resign`."""
    _ = call.person
    seat = (await call.body(messages.Seat)).seat
    await call.table.play.resign(call.path("match"), call.person.id, seat)
    return {}


async def stop(call: Call) -> dict[str, object]:
    """`POST .../stop`: end a match that only bots sit at, or nobody else."""
    person = call.person
    await call.body(messages.Nothing)
    await call.table.play.stop(call.path("match"), person.id)
    return {}


async def draw(call: Call) -> dict[str, object]:
    """`POST .../draw`: offer it."""
    _ = call.person
    seat = (await call.body(messages.Seat)).seat
    await call.table.play.offer(call.path("match"), call.person.id, seat, acts.DRAW, 0)
    return {}


async def offer(call: Call) -> dict[str, object]:
    """`POST .../offers`."""
    person = call.person
    body = await call.body(messages.Offer)
    match, seat = call.path("match"), body.seat
    if not seat:
        async with call.table.rooms.enter(match) as table_match:
            viewers.may_watch(table_match, person.id)
            mine = table_match.sides_of(person.id)
        if not mine:
            raise forbidden("not_your_seat")
        seat = mine[0]
    await call.table.play.offer(match, person.id, seat, body.kind, body.to)
    return {}


async def reply(call: Call) -> dict[str, object]:
    """`POST .../offers/{kind}`."""
    person, kind = call.person, call.path("kind")
    body = await call.body(messages.Reply)
    if kind not in acts.OFFERS:
        raise ApiError(409, "no_offer")
    await call.table.play.reply(call.path("match"), person.id, kind, accept=body.accept)
    return {}


async def why(call: Call) -> dict[str, object]:
    """`GET .../why?seat=&words=`."""
    asked = call.query(messages.Asked)
    words = reading.words(asked.words)
    async with call.table.rooms.enter(call.path("match")) as table_match:
        viewer = _asker(table_match, call, asked)
        side = viewer.side or ""
        refused = table_match.match.why_not(side, words)
        if refused is None:
            return {"refused": None}
        say = presenter.narrator(table_match.record.edition, call.language)
        text = presenter.refused(table_match.game, say, refused, words)
        return {"refused": {"rule": refused.rule, "text": text}}


async def odds(call: Call) -> list[dict[str, object]]:
    """`GET .../odds?seat=&words=`."""
    asked = call.query(messages.Asked)
    words = reading.words(asked.words)
    async with call.table.rooms.enter(call.path("match")) as table_match:
        viewer = _asker(table_match, call, asked)
        say = presenter.narrator(table_match.record.edition, call.language)
        return presenter.odds(table_match.game, table_match.match, viewer.side or "", words, say)


async def overlays(call: Call) -> list[dict[str, object]]:
    """`GET .../overlays?seat=`."""
    async with call.table.rooms.enter(call.path("match")) as table_match:
        viewer = _viewer(table_match, call, call.query(messages.Seen))
        return _overlays(table_match, table_match.match, viewer, call)


def _overlays(
    table_match: TableMatch, match: AnyMatch, viewer: viewers.Viewer, call: Call
) -> list[dict[str, object]]:
    say = presenter.narrator(table_match.record.edition, call.language)
    piece = call.query(messages.Counted).piece
    return presenter.overlays(match, viewer.side, say, piece)


def _viewer(table_match: TableMatch, call: Call, asked: messages.Seen) -> viewers.Viewer:
    return viewers.viewer(table_match, call.who, asked.seat or None, call.language)


def _asker(table_match: TableMatch, call: Call, asked: messages.Seen) -> viewers.Viewer:
    """Reasons and odds may rest on what only a side knows, so only that side may ask."""
    viewer = _viewer(table_match, call, asked)
    if viewer.side is None:
        raise forbidden("not_your_seat")
    return viewer


# -- talk ------------------------------------------------------------------------------------


async def chat(call: Call) -> dict[str, object]:
    """`POST .../chat`: say something to everybody at the table."""
    person, match, limits = call.person, call.path("match"), call.table.config.limits
    text = (await call.body(messages.Line)).text.strip()
    if not text:
        raise bad("'text' must say something")
    call.table.limiter.take("chat", str(person.id), limits.chat, 10 * limits.chat)
    return {"n": await call.table.talk.say(match, person, text, call.now)}


async def notes(call: Call) -> dict[str, object]:
    """`POST .../notes`: what nobody else will ever see."""
    person, match = call.person, call.path("match")
    text = (await call.body(messages.Notes)).text
    async with call.table.rooms.enter(match) as table_match:
        viewers.may_watch(table_match, person.id)
    table = schema.notes
    mine = sa.and_(table.c.match == match, table.c.person == person.id)

    def put(connection: sa.Connection) -> None:
        connection.execute(table.delete().where(mine))
        connection.execute(table.insert().values(match=match, person=person.id, text=text))

    await call.table.store.write(put)
    return {}


async def read_notes(store: Store, match: str, person: int) -> str:
    """What somebody wrote for himself."""
    table = schema.notes.c
    query = sa.select(table.text).where(table.match == match, table.person == person)
    found = await store.read(lambda c: c.execute(query).scalar_one_or_none())
    return found or ""
