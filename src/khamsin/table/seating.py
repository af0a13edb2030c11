"""Seats: who may sit down where, and the acts by which it is written down. No storage is needed."""

from __future__ import annotations

import sqlalchemy as sa

from . import acts, schema
from .acts import Act
from .errors import ApiError
from .ledger import Ledger
from .records import Holder


def people_at(ledger: Ledger) -> set[int | None]:
    """Who sits at a match."""
    return {holder.person for holder in ledger.holders.values()} - {None}


def seat(ledger: Ledger, chair: str, holder: Holder, now: float, *, kicked: bool = False) -> Act:
    """Somebody sits down, or gets up; or he must."""
    more = {"kicked": True} if kicked else {}
    return ledger.do(
        now,
        acts.SEAT,
        chair=chair,
        kind=holder.kind,
        person=holder.person,
        name=holder.name,
        bot=holder.bot,
        **more,
    )


def seat_rows(match: str, act: Act) -> list[sa.Executable]:
    """Keep the list of who sits where, for the lobby."""
    data, seats = act.data, schema.seats
    same = sa.and_(seats.c.match == match, seats.c.chair == data["chair"])
    row = {"match": match, "chair": data["chair"], "person": data["person"], "bot": data["bot"]}
    return [seats.delete().where(same), seats.insert().values(**row)]


def may_sit(ledger: Ledger, person: int, chair: str) -> bool:
    """Whether a seat that nobody sits in is for this person too."""
    record = ledger.record
    others = {holder.person for holder in ledger.holders.values()} - {person, None}
    if others and ledger.chairs_of(person):
        return False
    if (chair, person) in ledger.former or person == record.creator:
        return True
    return not record.private and ledger.holders[chair].kind == "open"


def may_change_bot(ledger: Ledger, person: int, chair: str, bot: str) -> bool:
    """Whether somebody may put another bot where one sits: not where it stands for another."""
    holder = ledger.holders[chair]
    if holder.kind != "bot" or holder.bot == bot or (chair, person) in ledger.former:
        return True
    return not any(c == chair for c, _ in ledger.former)


def may_know(ledger: Ledger, person: int, chair: str) -> bool:
    """Whether somebody may see what is hidden in this seat, whatever else he plays or has played.

    Who has seen one hand of a match must not look into another, be it that of a person or of a
    bot; unless both were his own all the time.
    """
    if not ledger.game.hidden:
        return True
    elsewhere = set(ledger.chairs_of(person)) | {c for c, who in ledger.former if who == person}
    if not elsewhere - {chair}:
        return True
    if any(c == chair and who != person for c, who in ledger.former):
        return False
    return ledger.holders[chair].kind in ("open", "invite") or (chair, person) in ledger.former


def is_free(ledger: Ledger, person: int, chair: str) -> bool:
    """Whether somebody could sit down there; not if he does already."""
    must_be_open(ledger)
    holder = ledger.holders[chair]
    if holder.is_person and holder.person != person:
        raise ApiError(409, "seat_taken")
    return not holder.is_person


def must_be_open(ledger: Ledger) -> None:
    """Refuse what cannot be done any more when a match is over."""
    if ledger.over is not None:
        raise ApiError(409, "finished")
