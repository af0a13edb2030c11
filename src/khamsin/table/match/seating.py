"""Seats: who may sit down where, and the acts by which it is written down. No storage is needed."""

from __future__ import annotations

import sqlalchemy as sa

from khamsin.table.errors import ApiError
from khamsin.table.storage import schema

from . import acts
from .acts import Act
from .records import Holder
from .table_match import TableMatch


def people_at(table_match: TableMatch) -> set[int | None]:
    """Who sits at a match."""
    return {holder.person for holder in table_match.holders.values()} - {None}


def seat(
    table_match: TableMatch, chair: str, holder: Holder, now: float, *, kicked: bool = False
) -> Act:
    """Somebody sits down, or gets up; or he must."""
    more = {"kicked": True} if kicked else {}
    return table_match.do(
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


def may_sit(table_match: TableMatch, person: int, chair: str) -> bool:
    """Whether a seat that nobody sits in is for this person too."""
    record = table_match.record
    others = {holder.person for holder in table_match.holders.values()} - {person, None}
    if others and table_match.chairs_of(person):
        return False
    if (chair, person) in table_match.former or person == record.creator:
        return True
    return not record.private and table_match.holders[chair].kind == "open"


def may_change_bot(table_match: TableMatch, person: int, chair: str, bot: str) -> bool:
    """Whether somebody may put another bot where one sits: not where it stands for another."""
    return table_match.holders[chair].bot == bot or not stands_in(table_match, person, chair)


def stands_in(table_match: TableMatch, person: int, chair: str) -> bool:
    """Whether a bot keeps this seat for somebody else, who may come back."""
    is_bot = table_match.holders[chair].kind == "bot"
    return is_bot and any(c == chair and who != person for c, who in table_match.former)


def may_know(table_match: TableMatch, person: int, chair: str) -> bool:
    """Whether somebody may see what is hidden in this seat, whatever else he plays or has played.

    Who has seen one hand of a match must not look into another, be it that of a person or of a
    bot; unless both were his own all the time.
    """
    if not table_match.game.rules.hidden:
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


def has_every_hand(table_match: TableMatch, person: int | None) -> bool:
    """Whether somebody holds, or has held, every seat of a match in which nobody else ever sat."""
    mine = {*table_match.chairs_of(person), *(c for c, who in table_match.former if who == person)}
    return table_match.people == {person} and mine == set(table_match.holders)


def is_free(table_match: TableMatch, person: int, chair: str) -> bool:
    """Whether somebody could sit down there; not if he does already."""
    must_be_open(table_match)
    holder = table_match.holders[chair]
    if holder.is_person and holder.person != person:
        raise ApiError(409, "seat_taken")
    return not holder.is_person


def must_be_open(table_match: TableMatch) -> None:
    """Refuse what cannot be done any more when a match is over."""
    if table_match.over is not None:
        raise ApiError(409, "finished")
