"""Who looks at a table, from which seat, and whether he may."""

from __future__ import annotations

from typing import NamedTuple

from .errors import forbidden, gone
from .ledger import Ledger


class Viewer(NamedTuple):
    """Who looks, from which seat (None: an observer), in which language."""

    person: int | None
    side: str | None
    language: str


def viewer(ledger: Ledger, person: int | None, seat: str | None, language: str) -> Viewer:
    """Check that this person may look from this seat."""
    may_watch(ledger, person)
    mine = ledger.sides_of(person)
    if seat:
        if seat not in ledger.game.sides:
            raise gone()
        # When a match is over its secrets are, and anybody may look from any side.
        if seat not in mine and ledger.over is None:
            raise forbidden("not_your_seat")
        return Viewer(person, seat, language)
    deciding = [side for side in ledger.to_answer if side in mine]
    return Viewer(person, next(iter((*deciding, *mine)), None), language)


def may_watch(ledger: Ledger, person: int | None) -> None:
    """A private match is for those who sit or sat there, and for whoever set it up."""
    record = ledger.record
    if not record.private or ledger.chairs_of(person) or person == record.creator:
        return
    if person in ledger.kicked or not any(who == person for _, who in ledger.former):
        raise gone()
