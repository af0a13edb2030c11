"""What people do in a match: choose, take back, offer, resign, sit down, leave."""

from __future__ import annotations

import logging
import time
from collections.abc import Sequence
from typing import TYPE_CHECKING

import sqlalchemy as sa

from khamsin.bots import bots_for
from khamsin.kernel.play.decision import DICE, Option
from khamsin.table.errors import ApiError, again, bad, forbidden, stale
from khamsin.table.people.accounts import Person
from khamsin.table.people.blocks import Blocks
from khamsin.table.storage import schema
from khamsin.table.storage.store import Store

from . import acts
from .acts import Act
from .invitations import Invitations
from .quotas import Quotas
from .records import Holder
from .rooms import Rooms
from .seating import (
    is_free,
    may_change_bot,
    may_know,
    may_sit,
    must_be_open,
    people_at,
    seat,
    seat_rows,
    stands_in,
)
from .table_match import FINISHED, PLAYING, TableMatch
from .viewers import may_watch

if TYPE_CHECKING:
    from khamsin.table.notify.notices import Notices


log = logging.getLogger("khamsin.table")


class Play:
    """Every change of a match by people, each checked, committed, then told."""

    def __init__(
        self,
        rooms: Rooms,
        notices: Notices,
        invitations: Invitations,
        blocks: Blocks,
        quotas: Quotas,
    ) -> None:
        self._rooms = rooms
        self._quotas = quotas
        self._blocks = blocks
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

    async def choose(
        self,
        match: str,
        person: int,
        side: str,
        words: Option,
        number: int,
        *,
        program: bool = False,
    ) -> int:
        """Answer a decision; gives the length of the journal when it is safely stored."""
        async with self._rooms.enter(match, fresh=False) as table_match:
            if program and table_match.record.is_bound:
                raise forbidden("no_programs")
            if number != table_match.opened and self._store.is_shared:
                await self._rooms.catch_up(table_match)
            _must_hold(table_match, person, side)
            made = table_match.choose(side, words, number, time.time())
            await self.commit(table_match, made, person)
            return len(table_match.match.entries)

    async def take(
        self,
        match: str,
        person: int,
        side: str,
        number: int,
        answers: Sequence[tuple[str, Option]],
    ) -> tuple[int, bool]:
        """Answer several questions, as long as they are the ones that these answers are for.

        Gives the number of the question that is open then, and whether nothing can follow.
        """
        async with self._rooms.enter(match, fresh=False) as table_match:
            _must_hold(table_match, person, side)
            if number != table_match.opened:
                raise stale()
            made: list[Act] = []
            for prompt, words in answers:
                ask = table_match.match.decision
                if ask is None or ask.prompt != prompt or side not in table_match.to_answer:
                    break
                if words not in table_match.match.legal(side):
                    break
                made += table_match.choose(side, words, table_match.opened, time.time())
            if made:
                await self.commit(table_match, made, person)
            is_done = not made or made[-1].entry[0] != DICE
            return table_match.opened, is_done

    async def undo(self, match: str, person: int, side: str) -> int:
        """Take back one's last answer, if nothing has come out since."""
        async with self._rooms.enter(match) as table_match:
            _must_hold(table_match, person, side)
            if table_match.over is not None:
                raise ApiError(409, "finished")
            to = len(table_match.match.entries) - 1
            is_free = table_match.lesson is not None  # nobody is wronged there
            if to < table_match.first or (
                not is_free and table_match.match.why_not_undo(side) is not None
            ):
                raise ApiError(409, "cannot_undo")
            await self.commit(table_match, take_back(table_match, side, to, agreed=False), person)
            return len(table_match.match.entries)

    async def restart(self, match: str, person: int, side: str) -> None:
        """Begin a lesson again."""
        async with self._rooms.enter(match) as table_match:
            _must_hold(table_match, person, side)
            must_be_open(table_match)
            if table_match.lesson is None:
                raise ApiError(409, "cannot_undo")
            if len(table_match.match.entries) > table_match.first:
                made = take_back(table_match, side, table_match.first, agreed=False)
                await self.commit(table_match, made, person)

    @again
    async def resign(self, match: str, person: int, side: str) -> None:
        """Give up."""
        async with self._rooms.enter(match) as table_match:
            _must_hold(table_match, person, side)
            must_be_open(table_match)
            others = [other for other in table_match.game.sides if other != side]
            winner = others[0] if len(others) == 1 else None
            end = table_match.do(time.time(), acts.END, reason="resigned", winner=winner, by=side)
            await self.commit(table_match, [end], person)

    # -- offers ------------------------------------------------------------------------------

    async def offer(self, match: str, person: int, side: str, kind: str, to: int) -> None:
        """Propose an undo or a draw.

        Bots decline a draw. They agree to an undo, but not in the seat of somebody who may come
        back: his opponent would try out what is hidden there, and take it back.
        """
        async with self._rooms.enter(match) as table_match:
            _must_hold(table_match, person, side)
            must_be_open(table_match)
            if kind in table_match.offers:
                raise stale()
            if kind == acts.UNDO and not table_match.first <= to < len(table_match.match.entries):
                raise ApiError(409, "cannot_undo")
            now = time.time()
            made = [table_match.do(now, acts.OFFER, kind=kind, by=side, to=to)]
            if not asked(table_match, side):
                against = [
                    s for s in table_match.game.sides if _declines(table_match, s, kind, person)
                ]
                if against:
                    made.append(
                        table_match.do(now, acts.REPLY, kind=kind, by=against[0], accept=False)
                    )
                else:
                    made += carry_out(table_match, kind, now)
            await self.commit(table_match, made, person)

    async def reply(self, match: str, person: int, kind: str, *, accept: bool) -> None:
        """Answer an offer, or withdraw one's own."""
        async with self._rooms.enter(match) as table_match:
            must_be_open(table_match)
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

    @again
    async def sit(self, match: str, person: Person, side: str) -> None:
        """Take a free seat, or one that a bot keeps warm."""
        async with self._rooms.enter(match) as table_match:
            chair = table_match.chair_of(side)
            if is_free(table_match, person.id, chair):
                if not may_know(table_match, person.id, chair):
                    raise forbidden("two_hands")
                if not may_sit(table_match, person.id, chair):
                    raise forbidden()
                await self._must_be_welcome(table_match, person.id)
                await self._sit(table_match, chair, person)

    @again
    async def join(self, token: str, person: Person) -> tuple[str, str]:
        """Follow an invitation, which is used up by it; gives the match and the side."""
        match = (await self._invitations.find(token)).match
        async with self._rooms.enter(match) as table_match:
            invitation = await self._invitations.find(token)  # somebody may have been quicker
            chair = invitation.chair
            if table_match.holders[chair].person != person.id:
                now = time.time()
                invitation.check(now)
                if is_free(table_match, person.id, chair):
                    if not may_know(table_match, person.id, chair):
                        raise forbidden("two_hands")
                    await self._must_be_welcome(table_match, person.id)
                    await self._sit(table_match, chair, person, [invitation.use(person.id, now)])
            return match, table_match.side_of(chair)

    async def _must_be_welcome(self, table_match: TableMatch, person: int) -> None:
        """Whoever had to leave does not come back; who blocks another does not sit with him."""
        if person in table_match.kicked:
            raise forbidden("kicked")
        if table_match.record.is_bound and table_match.chairs_of(person):
            raise forbidden("rated")  # nobody plays against himself
        sitting = [holder.person for holder in table_match.holders.values()]
        if await self._blocks.between(person, [*sitting, table_match.record.creator]):
            raise forbidden("not_together")

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

    @again
    async def put_bot(self, match: str, person: int, side: str, bot: str) -> None:
        """Let a bot play a seat: one's own, or one that nobody sits in."""
        async with self._rooms.enter(match) as table_match:
            known = bots_for(table_match.record.game)
            if bot not in known:
                raise bad(f"there is no bot {bot!r}; there are: {', '.join(known)}")
            must_be_open(table_match)
            if table_match.record.is_bound:
                raise forbidden("rated")
            chair = table_match.chair_of(side)
            holder = table_match.holders[chair]
            at_table = bool(table_match.chairs_of(person)) or table_match.record.creator == person
            out_of_time = (
                acts.TIME in table_match.offers and table_match.offers[acts.TIME].by == side
            )
            if holder.person != person and not (at_table and (not holder.is_person or out_of_time)):
                raise forbidden("not_your_seat")
            if not may_change_bot(table_match, person, chair, bot):
                raise forbidden("agreed_bot")
            if not people_at(table_match) - {holder.person}:
                creator = table_match.record.creator
                await self._quotas.check(creator, is_open=False, bots_only=True)
            await self._seat(table_match, chair, Holder("bot", bot=bot), person)

    @again
    async def leave(self, match: str, person: int, side: str) -> None:
        """Get up; somebody else or a bot may sit down."""
        async with self._rooms.enter(match) as table_match:
            _must_hold(table_match, person, side)
            must_be_open(table_match)
            if table_match.record.is_bound and table_match.status == PLAYING:
                raise ApiError(409, "rated")  # whoever has had enough resigns
            await self._seat(table_match, table_match.chair_of(side), Holder("open"), person)

    @again
    async def kick(self, match: str, side: str) -> None:
        """An administrator makes somebody leave."""
        async with self._rooms.enter(match) as table_match:
            if side not in table_match.game.sides:
                raise bad(f"there is no side {side!r}")
            must_be_open(table_match)
            chair = table_match.chair_of(side)
            if not table_match.holders[chair].is_person:
                raise ApiError(409, "nobody_there")
            await self.commit(
                table_match,
                [seat(table_match, chair, Holder("open"), time.time(), kicked=True)],
                None,
            )

    @again
    async def stop(self, match: str, person: int) -> None:
        """End a match that nobody but oneself sits at; whoever set it up may."""
        async with self._rooms.enter(match) as table_match:
            may_watch(table_match, person)
            must_be_open(table_match)
            if table_match.record.creator != person or people_at(table_match) - {person}:
                raise forbidden()
            await self.commit(table_match, [_stopped(table_match)], person)

    async def vacate(self, person: int) -> None:
        """Somebody goes for good: his seats become free, and what he alone sat at is stopped."""
        seats, matches = schema.seats.c, schema.matches.c
        sits = sa.select(seats.match).where(seats.person == person)
        mine = sa.or_(matches.id.in_(sits), matches.creator == person)
        query = sa.select(matches.id).where(mine, matches.status != FINISHED)
        for match in await self._store.read(lambda c: list(c.execute(query).scalars())):
            try:
                async with self._rooms.enter(match) as table_match:
                    made = []
                    if people_at(table_match) - {person}:
                        now, free = time.time(), Holder("open")
                        chairs = table_match.chairs_of(person)
                        made = [seat(table_match, chair, free, now) for chair in chairs]
                    elif table_match.over is None:
                        made = [_stopped(table_match)]
                    await self.commit(table_match, made, person)
            except ApiError as error:
                if error.status == 503:  # the storage: nothing was deleted yet
                    raise
                log.info("match %s cannot be left: %s", match, error)

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


def _stopped(table_match: TableMatch) -> Act:
    return table_match.do(time.time(), acts.END, reason="stopped", winner=None, by=None)


def take_back(table_match: TableMatch, side: str, to: int, *, agreed: bool) -> list[Act]:
    """Go back to where the journal had so many entries. Dice that fell since fall otherwise."""
    now = time.time()
    if table_match.lesson is not None:  # what followed an answer by script goes with it
        lesson = table_match.lesson
        to = lesson.places[lesson.reached(to)]
        back = table_match.do(now, acts.BACK, to=to, by=side, agreed=agreed, fresh=False)
        return [back, *table_match.roll(now)]
    fresh = any(entry[0] == DICE for entry in table_match.match.entries[to:])
    back = table_match.do(now, acts.BACK, to=to, by=side, agreed=agreed, fresh=fresh)
    return [back, *table_match.roll(now)]


def asked(table_match: TableMatch, by: str, agreed: tuple[str, ...] = ()) -> list[str]:
    """The sides of other people whose consent is still needed."""
    me = table_match.holder(by).person
    said = {table_match.holder(side).person for side in agreed} | {me, None}
    return [side for side in table_match.game.sides if table_match.holder(side).person not in said]


def _declines(table_match: TableMatch, side: str, kind: str, person: int) -> bool:
    """Whether a bot sits there and says no."""
    if kind == acts.UNDO:
        return stands_in(table_match, person, table_match.chair_of(side))
    return kind == acts.DRAW and table_match.holder(side).kind == "bot"


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
