"""What people do in a match: choose, take back, offer, resign, sit down, leave."""

from __future__ import annotations

import logging
import time
from typing import TYPE_CHECKING

import sqlalchemy as sa

from khamsin.bots import bots_for
from khamsin.kernel.decision import Option

from . import acts, schema
from .acts import Act
from .blocks import Blocks
from .errors import ApiError, bad, forbidden, stale
from .invitations import Invitations
from .ledger import FINISHED, PLAYING, Ledger
from .people import Person
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
)
from .store import Store
from .viewers import may_watch

if TYPE_CHECKING:
    from .notices import Notices


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
        ledger: Ledger,
        made: list[Act],
        by: int | None,
        more: list[sa.Executable] | None = None,
    ) -> None:
        """Write acts together with what follows: who is to be told, who sits where."""
        also: list[sa.Executable] = [*(more or []), *self._notices.due(ledger, made, by)]
        for act in made:
            if act.kind == acts.SEAT:
                also += seat_rows(ledger.record.id, act)
        await self._rooms.commit(ledger, made, also)

    # -- answers -----------------------------------------------------------------------------

    async def choose(self, match: str, person: int, side: str, words: Option, number: int) -> int:
        """Answer a decision; gives the length of the journal when it is safely stored."""
        async with self._rooms.enter(match, fresh=False) as ledger:
            if number != ledger.opened and self._store.is_shared:
                await self._rooms.catch_up(ledger)
            _must_hold(ledger, person, side)
            made = ledger.choose(side, words, number, time.time())
            await self.commit(ledger, made, person)
            return len(ledger.match.entries)

    async def undo(self, match: str, person: int, side: str) -> int:
        """Take back one's last answer, if nothing has come out since."""
        async with self._rooms.enter(match) as ledger:
            _must_hold(ledger, person, side)
            if ledger.over is not None:
                raise ApiError(409, "finished")
            to = len(ledger.match.entries) - 1
            if to < ledger.first or ledger.match.why_not_undo(side) is not None:
                raise ApiError(409, "cannot_undo")
            await self.commit(ledger, take_back(ledger, side, to, agreed=False), person)
            return len(ledger.match.entries)

    async def resign(self, match: str, person: int, side: str) -> None:
        """Give up."""
        async with self._rooms.enter(match) as ledger:
            _must_hold(ledger, person, side)
            must_be_open(ledger)
            others = [other for other in ledger.game.sides if other != side]
            winner = others[0] if len(others) == 1 else None
            end = ledger.do(time.time(), acts.END, reason="resigned", winner=winner, by=side)
            await self.commit(ledger, [end], person)

    # -- offers ------------------------------------------------------------------------------

    async def offer(self, match: str, person: int, side: str, kind: str, to: int) -> None:
        """Propose an undo or a draw. Bots agree to the first and decline the second."""
        async with self._rooms.enter(match) as ledger:
            _must_hold(ledger, person, side)
            must_be_open(ledger)
            if kind in ledger.offers:
                raise stale()
            if kind == acts.UNDO and not ledger.first <= to < len(ledger.match.entries):
                raise ApiError(409, "cannot_undo")
            now = time.time()
            made = [ledger.do(now, acts.OFFER, kind=kind, by=side, to=to)]
            if not asked(ledger, side):
                others = [s for s in ledger.game.sides if ledger.holder(s).kind == "bot"]
                if kind == acts.DRAW and others:
                    made.append(ledger.do(now, acts.REPLY, kind=kind, by=others[0], accept=False))
                else:
                    made += carry_out(ledger, kind, now)
            await self.commit(ledger, made, person)

    async def reply(self, match: str, person: int, kind: str, *, accept: bool) -> None:
        """Answer an offer, or withdraw one's own."""
        async with self._rooms.enter(match) as ledger:
            must_be_open(ledger)
            offer = ledger.offers.get(kind)
            mine = ledger.sides_of(person)
            if offer is None or not mine:
                raise ApiError(409, "no_offer")
            now = time.time()
            if offer.by in mine:
                if accept or kind == acts.TIME:
                    raise ApiError(409, "no_offer")
                made = [ledger.do(now, acts.REPLY, kind=kind, by=offer.by, accept=False)]
            else:
                made = [ledger.do(now, acts.REPLY, kind=kind, by=mine[0], accept=accept)]
                if accept and not asked(ledger, offer.by, ledger.offers[kind].agreed):
                    made += carry_out(ledger, kind, now)
            await self.commit(ledger, made, person)

    # -- seats -------------------------------------------------------------------------------

    async def sit(self, match: str, person: Person, side: str) -> None:
        """Take a free seat, or one that a bot keeps warm."""
        async with self._rooms.enter(match) as ledger:
            chair = ledger.chair_of(side)
            if is_free(ledger, person.id, chair):
                if not may_know(ledger, person.id, chair):
                    raise forbidden("two_hands")
                if not may_sit(ledger, person.id, chair):
                    raise forbidden()
                await self._must_be_welcome(ledger, person.id)
                await self._sit(ledger, chair, person)

    async def join(self, token: str, person: Person) -> tuple[str, str]:
        """Follow an invitation, which is used up by it; gives the match and the side."""
        match = (await self._invitations.find(token)).match
        async with self._rooms.enter(match) as ledger:
            invitation = await self._invitations.find(token)  # somebody may have been quicker
            chair = invitation.chair
            if ledger.holders[chair].person != person.id:
                now = time.time()
                invitation.check(now)
                if is_free(ledger, person.id, chair):
                    if not may_know(ledger, person.id, chair):
                        raise forbidden("two_hands")
                    await self._must_be_welcome(ledger, person.id)
                    await self._sit(ledger, chair, person, [invitation.use(person.id, now)])
            return match, ledger.side_of(chair)

    async def _must_be_welcome(self, ledger: Ledger, person: int) -> None:
        """Whoever had to leave does not come back; who blocks another does not sit with him."""
        if person in ledger.kicked:
            raise forbidden("kicked")
        sitting = [holder.person for holder in ledger.holders.values()]
        if await self._blocks.between(person, [*sitting, ledger.record.creator]):
            raise forbidden("not_together")

    async def _sit(
        self,
        ledger: Ledger,
        chair: str,
        person: Person,
        also: list[sa.Executable] | None = None,
    ) -> None:
        await self._seat(ledger, chair, Holder("person", person.id, person.name), person.id, also)

    async def put_bot(self, match: str, person: int, side: str, bot: str) -> None:
        """Let a bot play a seat: one's own, or one that nobody sits in."""
        async with self._rooms.enter(match) as ledger:
            known = bots_for(ledger.record.game)
            if bot not in known:
                raise bad(f"there is no bot {bot!r}; there are: {', '.join(known)}")
            must_be_open(ledger)
            chair = ledger.chair_of(side)
            holder = ledger.holders[chair]
            at_table = bool(ledger.chairs_of(person)) or ledger.record.creator == person
            out_of_time = acts.TIME in ledger.offers and ledger.offers[acts.TIME].by == side
            if holder.person != person and not (at_table and (not holder.is_person or out_of_time)):
                raise forbidden("not_your_seat")
            if not may_change_bot(ledger, person, chair, bot):
                raise forbidden("agreed_bot")
            if not people_at(ledger) - {holder.person}:
                creator = ledger.record.creator
                await self._quotas.check(creator, is_open=False, bots_only=True)
            await self._seat(ledger, chair, Holder("bot", bot=bot), person)

    async def leave(self, match: str, person: int, side: str) -> None:
        """Get up; somebody else or a bot may sit down."""
        async with self._rooms.enter(match) as ledger:
            _must_hold(ledger, person, side)
            must_be_open(ledger)
            await self._seat(ledger, ledger.chair_of(side), Holder("open"), person)

    async def kick(self, match: str, side: str) -> None:
        """An administrator makes somebody leave."""
        async with self._rooms.enter(match) as ledger:
            if side not in ledger.game.sides:
                raise bad(f"there is no side {side!r}")
            must_be_open(ledger)
            chair = ledger.chair_of(side)
            if not ledger.holders[chair].is_person:
                raise ApiError(409, "nobody_there")
            await self.commit(
                ledger, [seat(ledger, chair, Holder("open"), time.time(), kicked=True)], None
            )

    async def stop(self, match: str, person: int) -> None:
        """End a match that nobody but oneself sits at; whoever set it up may."""
        async with self._rooms.enter(match) as ledger:
            may_watch(ledger, person)
            must_be_open(ledger)
            if ledger.record.creator != person or people_at(ledger) - {person}:
                raise forbidden()
            await self.commit(ledger, [_stopped(ledger)], person)

    async def vacate(self, person: int) -> None:
        """Somebody goes for good: his seats become free, and what he alone sat at is stopped."""
        seats, matches = schema.seats.c, schema.matches.c
        sits = sa.select(seats.match).where(seats.person == person)
        mine = sa.or_(matches.id.in_(sits), matches.creator == person)
        query = sa.select(matches.id).where(mine, matches.status != FINISHED)
        for match in await self._store.read(lambda c: list(c.execute(query).scalars())):
            try:
                async with self._rooms.enter(match) as ledger:
                    made = []
                    if people_at(ledger) - {person}:
                        now, free = time.time(), Holder("open")
                        chairs = ledger.chairs_of(person)
                        made = [seat(ledger, chair, free, now) for chair in chairs]
                    elif ledger.over is None:
                        made = [_stopped(ledger)]
                    await self.commit(ledger, made, person)
            except ApiError as error:
                if error.status == 503:  # the storage: nothing was deleted yet
                    raise
                log.info("match %s cannot be left: %s", match, error)

    async def _seat(
        self,
        ledger: Ledger,
        chair: str,
        holder: Holder,
        by: int,
        also: list[sa.Executable] | None = None,
    ) -> None:
        await self.commit(ledger, [seat(ledger, chair, holder, time.time())], by, also)

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
                async with self._rooms.enter(match) as ledger:
                    made = flag(ledger, now)
                    await self.commit(ledger, made, None)
            except ApiError as error:
                # Somebody was quicker, or it cannot be played here: the others' clocks run on.
                log.info("clock of match %s: %s", match, error)


# -- pieces of the above that need no storage ------------------------------------------------


def _stopped(ledger: Ledger) -> Act:
    return ledger.do(time.time(), acts.END, reason="stopped", winner=None, by=None)


def take_back(ledger: Ledger, side: str, to: int, *, agreed: bool) -> list[Act]:
    """Go back to where the journal had so many entries; dice that are due then fall again."""
    now = time.time()
    return [ledger.do(now, acts.BACK, to=to, by=side, agreed=agreed), *ledger.roll(now)]


def asked(ledger: Ledger, by: str, agreed: tuple[str, ...] = ()) -> list[str]:
    """The sides of other people whose consent is still needed."""
    me = ledger.holder(by).person
    said = {ledger.holder(side).person for side in agreed} | {me, None}
    return [side for side in ledger.game.sides if ledger.holder(side).person not in said]


def carry_out(ledger: Ledger, kind: str, now: float) -> list[Act]:
    """Everybody has agreed."""
    offer = ledger.offers[kind]
    if kind == acts.UNDO:
        return take_back(ledger, offer.by, min(offer.to, len(ledger.match.entries)), agreed=True)
    if kind == acts.DRAW:
        return [ledger.do(now, acts.END, reason="drawn", winner=None, by=None)]
    others = [side for side in ledger.game.sides if side != offer.by]
    winner = others[0] if len(others) == 1 else None
    return [ledger.do(now, acts.END, reason="time", winner=winner, by=offer.by)]


def flag(ledger: Ledger, now: float) -> list[Act]:
    """A clock has run out: a bot sits down if that was agreed, else the loss is offered."""
    made: list[Act] = []
    clocks = ledger.clocks
    for chair in [] if clocks is None or ledger.over is not None else clocks.flagged(now):
        kind, _, bot = ledger.record.on_timeout.partition(" ")
        side = ledger.side_of(chair)
        if acts.TIME in ledger.offers:
            break
        if kind == "bot":
            made.append(ledger.do(now, acts.OFFER, kind=acts.TIME, by=side, to=0))
            made.append(seat(ledger, chair, Holder("bot", bot=bot), now))
        else:
            made.append(ledger.do(now, acts.OFFER, kind=acts.TIME, by=side, to=0))
    return made


def _must_hold(ledger: Ledger, person: int, side: str) -> None:
    may_watch(ledger, person)
    if side not in ledger.sides_of(person):
        raise forbidden("not_your_seat")
