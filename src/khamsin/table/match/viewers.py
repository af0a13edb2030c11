"""Who looks at a table, from which seat, and whether he may."""

from __future__ import annotations

from typing import NamedTuple

from khamsin.table.errors import forbidden, gone
from khamsin.table.match.table_match import PLAYING, TableMatch


class Viewer(NamedTuple):
    """Who looks, from which seat (None: an observer), in which language."""

    person: int | None
    side: str | None
    language: str


def viewer(table_match: TableMatch, person: int | None, seat: str | None, language: str) -> Viewer:
    """Check that this person may look from this seat."""
    may_watch(table_match, person)
    mine = table_match.sides_of(person)
    if seat:
        if seat not in table_match.game.sides:
            raise gone()
        # When a match is over its secrets are, and anybody may look from any side.
        if seat not in mine and table_match.over is None:
            raise forbidden("not_your_seat")
        return Viewer(person, seat, language)
    deciding = [side for side in table_match.to_answer if side in mine]
    return Viewer(person, next(iter((*deciding, *mine)), None), language)


def may_watch(table_match: TableMatch, person: int | None) -> None:
    """A private match is for those who sit or sat there, and for whoever set it up."""
    record = table_match.record
    if not record.private or table_match.chairs_of(person) or person == record.creator:
        return
    if person in table_match.kicked or not any(who == person for _, who in table_match.former):
        raise gone()


def why_no_hint(table_match: TableMatch, person: int | None) -> str | None:
    """Why the computer gives somebody no advice in a match; None: it does.

    Nobody is helped against another person, whoever sits there now: he may come back.
    """
    if table_match.over is not None:
        return "finished"
    if person is None or not table_match.sides_of(person):
        return "not_your_seat"
    if table_match.lesson is not None:
        return "hint_lesson"
    if table_match.people - {person}:
        return "hint_company"
    if table_match.status != PLAYING:
        return "not_started"
    return "hint_mind" if table_match.game.mind() is None else None


def why_no_review(table_match: TableMatch) -> str | None:
    """The code of the reason why this match cannot be reviewed; None: it can, by who may watch."""
    if table_match.over is None:
        return "not_finished"
    if table_match.record.lesson or table_match.is_archived:
        return "no_review"
    if table_match.record.origin:
        return "imagined"
    return "hint_mind" if table_match.game.mind() is None else None
