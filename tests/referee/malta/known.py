"""Disagreements that are not settled yet: the watch goes on over them.

Each is as narrow as it can be. The aim is that this table is empty.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from tests.referee.malta.board import grazes
from tests.referee.malta.books import Books


class Known(NamedTuple):
    """One disagreement: what it is, the rule, what the book says, and when it is met."""

    name: str
    rule: str
    says: str
    met: Callable[[str, str, Any, Any, Books], bool]


def reform_on_beaches(kind: str, subject: str, mine: Any, theirs: Any, books: Books) -> bool:
    """Only options to re-form differ, in the short moves after a landing or drop."""
    del books
    return (
        kind == "options"
        and subject in ("beach_move", "rally")
        and all(option[0] == "reform" for option in (*mine, *theirs))
    )


def grazing_lines(kind: str, subject: str, mine: Any, theirs: Any, books: Books) -> bool:
    """Only lines of fire differ that touch corners or run along hexsides."""
    if kind != "options" or subject not in ("answer_fire", "fire_box"):
        return False
    for option in (*mine, *theirs):
        goal = option[2][3:] if subject == "fire_box" else books.place[option[2]]
        if not grazes(books.place[option[1]], goal):
            return False
    return True


def limber_for_roads(kind: str, subject: str, mine: Any, theirs: Any, books: Books) -> bool:
    """Deployed artillery may limber for a strategic move."""
    return (
        kind == "options"
        and subject == "strategic"
        and not theirs
        and all(option[1] in books.deployed for option in mine)
    )


def breaking_after_short_move(
    kind: str, subject: str, mine: Any, theirs: Any, books: Books
) -> bool:
    """Only battalions that arrived this turn are missing among those that may break down."""
    return (
        kind == "options"
        and subject == "break_down"
        and not theirs
        and all(option[1] in books.arrived for option in mine)
    )


def attached_after_night(kind: str, subject: str, mine: Any, theirs: Any, books: Books) -> bool:
    """Only units that moved in the night turn before are missing among those to be reassigned."""
    return (
        kind == "options"
        and subject == "reattach"
        and not theirs
        and all(option[1] in books.axis_moved for option in mine)
    )


def idle_guards(kind: str, subject: str, mine: Any, theirs: Any, books: Books) -> bool:
    """Only defensive support is missing for hexes that nobody could attack as they stand."""
    return (
        kind == "options"
        and subject == "defend"
        and not theirs
        and all(option[2] not in books.under_attack for option in mine)
    )


KNOWN: list[Known] = [
    Known(
        "defensive support where nobody attacks",
        "9.2",
        "Markers may be put on any hex with own units; the rules leave out hexes to which no "
        "attack can come in the phase. No harm is done by it.",
        idle_guards,
    ),
    Known(
        "reassigning units that moved in the night",
        "15.21",
        "In any initial segment a unit stacked with one of another formation may be reassigned; to "
        "have moved in the night turn before does not forbid it.",
        attached_after_night,
    ),
    Known(
        "breaking down after a beach move or rally",
        "13.1, 4.24",
        "Battalions break down as the movement phase begins; to have landed, dropped or made the "
        "short move of 18.7 or 19.6 does not forbid it.",
        breaking_after_short_move,
    ),
    Known(
        "limbering for a strategic move",
        "6.2, 6.6",
        "Artillery may limber and then move; strategic movement is not excepted.",
        limber_for_roads,
    ),
    Known(
        "re-forming after a landing",
        "18.7, 18.8, 19.6",
        "Companies that landed may re-form in that step wherever they are; the rules offer it only "
        "while a unit of the wave that moves stands in the hex.",
        reform_on_beaches,
    ),
    Known(
        "lines along hexsides",
        "16.54",
        "A line along a hexside is blocked only if the hexes on both sides block; ocean does not.",
        grazing_lines,
    ),
]


def tolerated(kind: str, subject: str, mine: Any, theirs: Any, books: Books) -> str:
    """The name of the known disagreement that this difference is; nothing if it is none."""
    return next((k.name for k in KNOWN if k.met(kind, subject, mine, theirs, books)), "")


def skipped(prompt: str, options: Any) -> bool:
    """Whether a question need not be asked because of a known disagreement."""
    words = {option[0] for option in options}
    return prompt in ("beach_move", "rally") and words <= {"reform", "done"}


def skipped_strategic(prompt: str, options: Any, books: Books) -> bool:
    """Only deployed artillery could move strategically, only arrivals break down."""
    if prompt == "defend":
        return all(option[2] not in books.under_attack for option in options if len(option) > 1)
    if prompt == "reattach":
        return all(option[1] in books.axis_moved for option in options if len(option) > 1)
    if prompt == "break_down":
        return all(option[1] in books.arrived for option in options if len(option) > 1)
    units = [option[1] for option in options if option[0] == "unit"]
    return prompt == "strategic" and all(unit in books.deployed for unit in units)
