"""What people do in a match: choose, take back, offer, resign, sit down, leave."""

from __future__ import annotations

import logging
import time
from typing import TYPE_CHECKING

import sqlalchemy as sa

from khamsin.bots import bots_for
from khamsin.kernel.play.decision import Option
from khamsin.table.errors import ApiError, bad, forbidden, stale
from khamsin.table.people.accounts import Person
from khamsin.table.storage import schema
from khamsin.table.storage.store import Store

from . import acts
from .acts import Act
from .invitations import Invitations
from .records import Holder
from .rooms import Rooms
from .table_match import PLAYING, TableMatch
from .viewers import may_watch

if TYPE_CHECKING:
    from khamsin.table.notify.notices import Notices


log = logging.getLogger("khamsin.table")


class Play:
    """Every change of a match by people, each checked, committed, then told."""

    def __init__(self, rooms: Rooms, notices: Notices, invitations: Invitations) -> None:
        self._rooms = rooms
        self._notices = notices
        self._invitations = invitations

    @property
    def _store(self) -> Store:
        return self._rooms.store

    async def commit(
        self,
        table_match: TableMatch,
        made: list[Act],
        by: int | None,
        more: list[sa.Executable] | None = None,
    ) -> None:
        """Write acts together with what follows: who is to be told, who sits where."""
        also: list[sa.Executable] = [*(more or []), *self._notices.due(table_match, made, by)]
        for act in made:
            if act.kind == acts.SEAT:
                also += seat_rows(table_match.record.id, act)
        await self._rooms.commit(table_match, made, also)

    # -- answers -----------------------------------------------------------------------------

    async def choose(self, match: str, person: int, side: str, words: Option, number: int) -> int:
        """Answer a decision; gives the length of the journal when it is safely stored."""
        async with self._rooms.enter(match, fresh=False) as table_match:
            if number != table_match.opened and self._store.is_shared:
                await self._rooms.catch_up(table_match)
            _must_hold(table_match, person, side)
            made = table_match.choose(side, words, number, time.time())
            await self.commit(table_match, made, person)
            return len(table_match.match.entries)

    async def undo(self, match: str, person: int, side: str) -> int:
        """Take back one's last answer, if nothing has come out since."""
        async with self._rooms.enter(match) as table_match:
            _must_hold(table_match, person, side)
            if table_match.over is not None:
                raise ApiError(409, "finished")
            to = len(table_match.match.entries) - 1
            if to < table_match.first or table_match.match.why_not_undo(side) is not None:
                raise ApiError(409, "cannot_undo")
            await self.commit(table_match, take_back(table_match, side, to, agreed=False), person)
            return len(table_match.match.entries)

    async def resign(self, match: str, person: int, side: str) -> None:
        """Give up."""
        async with self._rooms.enter(match) as table_match:
            _must_hold(table_match, person, side)
            _must_be_open(table_match)
            others = [other for other in table_match.game.sides if other != side]
            winner = others[0] if len(others) == 1 else None
            end = table_match.do(time.time(), acts.END, reason="resigned", winner=winner, by=side)
            await self.commit(table_match, [end], person)

    # -- offers ------------------------------------------------------------------------------

    async def offer(self, match: str, person: int, side: str, kind: str, to: int) -> None:
        """Propose an undo or a draw. Bots agree to the first and decline the second."""
        async with self._rooms.enter(match) as table_match:
            _must_hold(table_match, person, side)
            _must_be_open(table_match)
            if kind in table_match.offers:
                raise stale()
            if kind == acts.UNDO and not table_match.first <= to < len(table_match.match.entries):
                raise ApiError(409, "cannot_undo")
            now = time.time()
            made = [table_match.do(now, acts.OFFER, kind=kind, by=side, to=to)]
            if not asked(table_match, side):
                others = [s for s in table_match.game.sides if table_match.holder(s).kind == "bot"]
                if kind == acts.DRAW and others:
                    made.append(
                        table_match.do(now, acts.REPLY, kind=kind, by=others[0], accept=False)
                    )
                else:
                    made += carry_out(table_match, kind, now)
            await self.commit(table_match, made, person)

    async def reply(self, match: str, person: int, kind: str, *, accept: bool) -> None:
        """Answer an offer, or withdraw one's own."""
        async with self._rooms.enter(match) as table_match:
            _must_be_open(table_match)
            offer = table_match.offers.get(kind)
            mine = table_match.sides_of(person)
            if offer is None or not mine:
                raise ApiError(409, "no_offer")
            now = time.time()
            if offer.by in mine:
                if accept or kind == acts.TIME:
                    raise ApiError(409, "no_offer")
                made = [table_match.do(now, acts.REPLY, kind=kind, by=offer.by, accept=False)]
            else:
                made = [table_match.do(now, acts.REPLY, kind=kind, by=mine[0], accept=accept)]
                if accept and not asked(table_match, offer.by, table_match.offers[kind].agreed):
                    made += carry_out(table_match, kind, now)
            await self.commit(table_match, made, person)

    # -- seats -------------------------------------------------------------------------------

    async def sit(self, match: str, person: Person, side: str) -> None:
        """Take a free seat, or one that a bot keeps warm."""
        async with self._rooms.enter(match) as table_match:
            chair = table_match.chair_of(side)
            if _is_free(table_match, person.id, chair):
                if not may_know(table_match, person.id, chair):
                    raise forbidden("two_hands")
                if not may_sit(table_match, person.id, chair):
                    raise forbidden()
                await self._sit(table_match, chair, person)

    async def join(self, token: str, person: Person) -> tuple[str, str]:
        """Follow an invitation, which is used up by it; gives the match and the side."""
        match = (await self._invitations.find(token)).match
        async with self._rooms.enter(match) as table_match:
            invitation = await self._invitations.find(token)  # somebody may have been quicker
            chair = invitation.chair
            if table_match.holders[chair].person != person.id:
                now = time.time()
                invitation.check(now)
                if _is_free(table_match, person.id, chair):
                    if not may_know(table_match, person.id, chair):
                        raise forbidden("two_hands")
                    await self._sit(table_match, chair, person, [invitation.use(person.id, now)])
            return match, table_match.side_of(chair)

    async def _sit(
        self,
        table_match: TableMatch,
        chair: str,
        person: Person,
        also: list[sa.Executable] | None = None,
    ) -> None:
        await self._seat(
            table_match, chair, Holder("person", person.id, person.name), person.id, also
        )

    async def put_bot(self, match: str, person: int, side: str, bot: str) -> None:
        """Let a bot play a seat: one's own, or one that nobody sits in."""
        async with self._rooms.enter(match) as table_match:
            known = bots_for(table_match.record.game)
            if bot not in known:
                raise bad(f"there is no bot {bot!r}; there are: {', '.join(known)}")
            _must_be_open(table_match)
            chair = table_match.chair_of(side)
            holder = table_match.holders[chair]
            at_table = bool(table_match.chairs_of(person)) or table_match.record.creator == person
            out_of_time = (
                acts.TIME in table_match.offers and table_match.offers[acts.TIME].by == side
            )
            if holder.person != person and not (at_table and (not holder.is_person or out_of_time)):
                raise forbidden("not_your_seat")
            await self._seat(table_match, chair, Holder("bot", bot=bot), person)

    async def leave(self, match: str, person: int, side: str) -> None:
        """Get up; somebody else or a bot may sit down."""
        async with self._rooms.enter(match) as table_match:
            _must_hold(table_match, person, side)
            _must_be_open(table_match)
            await self._seat(table_match, table_match.chair_of(side), Holder("open"), person)

    async def _seat(
        self,
        table_match: TableMatch,
        chair: str,
        holder: Holder,
        by: int,
        also: list[sa.Executable] | None = None,
    ) -> None:
        await self.commit(table_match, [seat(table_match, chair, holder, time.time())], by, also)

    # -- clocks ------------------------------------------------------------------------------

    async def sweep(self) -> None:
        """Look for clocks that have run out."""
        now = time.time()
        due = await self._store.read(
            lambda c: list(
                c.execute(
                    sa.select(schema.matches.c.id).where(
                        schema.matches.c.status == PLAYING, schema.matches.c.deadline < now
                    )
                ).scalars()
            )
        )
        for match in due:
            try:
                async with self._rooms.enter(match) as table_match:
                    made = flag(table_match, now)
                    await self.commit(table_match, made, None)
            except ApiError as error:
                # Somebody was quicker, or it cannot be played here: the others' clocks run on.
                log.info("clock of match %s: %s", match, error)


# -- pieces of the above that need no storage ------------------------------------------------


def seat(table_match: TableMatch, chair: str, holder: Holder, now: float) -> Act:
    """Somebody sits down, or gets up."""
    return table_match.do(
        now,
        acts.SEAT,
        chair=chair,
        kind=holder.kind,
        person=holder.person,
        name=holder.name,
        bot=holder.bot,
    )


def seat_rows(match: str, act: Act) -> list[sa.Executable]:
    """Keep the list of who sits where, for the lobby."""
    data, seats = act.data, schema.seats
    same = sa.and_(seats.c.match == match, seats.c.chair == data["chair"])
    row = {"match": match, "chair": data["chair"], "person": data["person"], "bot": data["bot"]}
    return [seats.delete().where(same), seats.insert().values(**row)]


def take_back(table_match: TableMatch, side: str, to: int, *, agreed: bool) -> list[Act]:
    """Go back to where the journal had so many entries; dice that are due then fall again."""
    now = time.time()
    return [table_match.do(now, acts.BACK, to=to, by=side, agreed=agreed), *table_match.roll(now)]


def asked(table_match: TableMatch, by: str, agreed: tuple[str, ...] = ()) -> list[str]:
    """The sides of other people whose consent is still needed."""
    me = table_match.holder(by).person
    said = {table_match.holder(side).person for side in agreed} | {me, None}
    return [side for side in table_match.game.sides if table_match.holder(side).person not in said]


def carry_out(table_match: TableMatch, kind: str, now: float) -> list[Act]:
    """Everybody has agreed."""
    offer = table_match.offers[kind]
    if kind == acts.UNDO:
        return take_back(
            table_match, offer.by, min(offer.to, len(table_match.match.entries)), agreed=True
        )
    if kind == acts.DRAW:
        return [table_match.do(now, acts.END, reason="drawn", winner=None, by=None)]
    others = [side for side in table_match.game.sides if side != offer.by]
    winner = others[0] if len(others) == 1 else None
    return [table_match.do(now, acts.END, reason="time", winner=winner, by=offer.by)]


def may_sit(table_match: TableMatch, person: int, chair: str) -> bool:
    """Whether a seat that nobody sits in is for this person too."""
    record = table_match.record
    others = {holder.person for holder in table_match.holders.values()} - {person, None}
    if others and table_match.chairs_of(person):
        return False
    if (chair, person) in table_match.former or person == record.creator:
        return True
    return not record.private and table_match.holders[chair].kind == "open"


def may_know(table_match: TableMatch, person: int, chair: str) -> bool:
    """Whether somebody may see what is hidden in this seat, whatever else he plays or has played.

    Who has seen one hand of a match must not look into another, be it that of a person or of a
    bot; unless both were his own all the time.
    """
    if not table_match.game.hidden:
        return True
    elsewhere = set(table_match.chairs_of(person)) | {
        c for c, who in table_match.former if who == person
    }
    if not elsewhere - {chair}:
        return True
    if any(c == chair and who != person for c, who in table_match.former):
        return False
    return (
        table_match.holders[chair].kind in ("open", "invite")
        or (chair, person) in table_match.former
    )


def flag(table_match: TableMatch, now: float) -> list[Act]:
    """A clock has run out: a bot sits down if that was agreed, else the loss is offered."""
    made: list[Act] = []
    clocks = table_match.clocks
    for chair in [] if clocks is None or table_match.over is not None else clocks.flagged(now):
        kind, _, bot = table_match.record.on_timeout.partition(" ")
        side = table_match.side_of(chair)
        if acts.TIME in table_match.offers:
            break
        if kind == "bot":
            made.append(table_match.do(now, acts.OFFER, kind=acts.TIME, by=side, to=0))
            made.append(seat(table_match, chair, Holder("bot", bot=bot), now))
        else:
            made.append(table_match.do(now, acts.OFFER, kind=acts.TIME, by=side, to=0))
    return made


def _must_hold(table_match: TableMatch, person: int, side: str) -> None:
    may_watch(table_match, person)
    if side not in table_match.sides_of(person):
        raise forbidden("not_your_seat")


def _is_free(table_match: TableMatch, person: int, chair: str) -> bool:
    """Whether somebody could sit down there; not if he does already."""
    _must_be_open(table_match)
    holder = table_match.holders[chair]
    if holder.is_person and holder.person != person:
        raise ApiError(409, "seat_taken")
    return not holder.is_person


def _must_be_open(table_match: TableMatch) -> None:
    if table_match.over is not None:
        raise ApiError(409, "finished")
