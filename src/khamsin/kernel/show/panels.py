"""What stands beside the map: battle boards, hands, procedures, the sequence of play, records.

Parts of a `scene.Picture`, made by a game as plain dictionaries. Every text is in the reader's
language already. A game gives what it has; the client leaves out the rest. Pieces are named by
their ids, or by the handles of those that the reader does not know.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NotRequired, TypedDict

# -- battles -------------------------------------------------------------------------------------


class BattleRow(TypedDict):
    """What one thing adds to attack and defence; empty where it adds nothing."""

    label: str
    attack: str
    defence: str
    rule: str


class BattleLine(TypedDict):
    """A line, row or box of the battle board with the pieces in it."""

    label: str
    side: NotRequired[str]
    pieces: list[str]
    note: NotRequired[str]


class BattleTarget(TypedDict):
    """Who fires at whom."""

    by: str
    at: str
    text: NotRequired[str]  # what came of it: "2 hits"


class BattlePlan(TypedDict):
    """A plan, card or event in use, with what it does."""

    title: str
    text: str
    rule: str
    side: NotRequired[str]
    spent: NotRequired[bool]


class BattleThrow(TypedDict):
    """Dice thrown in this battle."""

    label: str
    dice: list[int]
    hits: NotRequired[list[int]]  # which of the dice count, by their place in the list from 0
    result: NotRequired[str]
    rule: NotRequired[str]
    side: NotRequired[str]


class Modifier(TypedDict):
    """One line of a calculation, or one shift on a ladder of odds."""

    label: str
    value: str  # "+1", "2L", "halved"
    rule: str


class Calculation(TypedDict):
    """How a number comes about, line by line."""

    title: str
    rows: list[Modifier]
    total: NotRequired[str]
    side: NotRequired[str]


class Ladder(TypedDict):
    """The columns of a combat table, and the way from the plain odds to the column used."""

    columns: list[str]
    start: int
    end: int
    shifts: list[Modifier]


class ResultTable(TypedDict):
    """A table of results; the cell, row or column that holds now is lit."""

    title: str
    columns: list[str]
    rows: list[ResultRow]
    column: NotRequired[int]
    row: NotRequired[int]
    rule: NotRequired[str]


class ResultRow(TypedDict):
    """A row of it."""

    label: str
    cells: list[str]


class BattleNow(TypedDict):
    """The battle being fought."""

    title: str
    place: str
    attackers: list[str]
    defenders: list[str]
    rows: list[BattleRow]
    lines: NotRequired[list[BattleLine]]  # instead of attackers and defenders side by side
    targets: NotRequired[list[BattleTarget]]
    plans: NotRequired[list[BattlePlan]]
    ladder: NotRequired[Ladder]
    sums: NotRequired[list[Calculation]]
    throws: NotRequired[list[BattleThrow]]  # without them the last dice of the log are shown
    table: NotRequired[ResultTable]
    outcome: NotRequired[str]


# -- cards and chits -----------------------------------------------------------------------------


class Card(TypedDict):
    """A card or chit whose face the reader may see; options point at it by its id."""

    id: str
    title: str
    value: NotRequired[str]  # large, in the middle: a number, a formation's sign
    text: NotRequired[str]
    rule: NotRequired[str]
    side: NotRequired[str]
    spent: NotRequired[bool]


class HandNow(TypedDict):
    """Cards in a hand, a deck or a cup: how many, and those that the reader may see."""

    id: str
    name: str
    kind: str  # "hand", "deck", "discard" or "cup"
    count: int
    cards: list[Card]
    side: NotRequired[str]
    note: NotRequired[str]


# -- what happens step by step -------------------------------------------------------------------


class Step(TypedDict):
    """A step of a procedure."""

    title: str
    rule: str
    state: str  # "done", "now", "next", or "skipped"
    dice: NotRequired[list[int]]
    result: NotRequired[str]
    note: NotRequired[str]  # how a tie was broken, why it was skipped


class ProcedureNow(TypedDict):
    """A procedure that the rules carry out, so that a player can follow and check it."""

    title: str
    rule: str
    steps: list[Step]


class Phase(TypedDict):
    """A phase of the turn, in the order of play."""

    label: str
    rule: str
    state: str  # "done", "now" or "next"


def marked_phases(steps: Iterable[tuple[str, str]], now: int) -> list[Phase]:
    """These labels with their rules as phases: done before number `now`, to come after it."""
    return [
        {
            "label": label,
            "rule": rule,
            "state": "done" if at < now else "now" if at == now else "next",
        }
        for at, (label, rule) in enumerate(steps)
    ]


# -- records -------------------------------------------------------------------------------------


class RecordRow(TypedDict):
    """One finished match in a record; `match` is where it can be looked at."""

    cells: list[str]
    match: NotRequired[str]


class Record(TypedDict):
    """What a player has done in all his finished matches of a game."""

    title: str
    columns: list[str]
    rows: list[RecordRow]
    summary: list[str]
