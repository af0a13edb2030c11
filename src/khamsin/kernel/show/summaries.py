"""What a table shows besides the board, as data that any table can lay out and any language say.

A game describes its tracks, its stacks and the odds of an attack with these; the words come from
its catalogue, the layout from the table. `Fact("vp", {"vp": 3})` of a track is the message
`track.vp`, of a stack `stack.vp`, of a unit or a place that was asked about `about.vp`.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from khamsin.kernel.play.state import Value


class Fact(NamedTuple):
    """One thing to say, by its key in the words, with the values of its sentence."""

    key: str
    values: Mapping[str, Value] = {}


class Piece(NamedTuple):
    """A unit as it stands on the table."""

    unit: str
    side: str
    values: str
    """The numbers on it that count now."""
    marks: tuple[str, ...] = ()
    """What sets it apart from a fresh unit, by keys of `mark` in the words."""


class Stack(NamedTuple):
    """A place with everything in it."""

    place: str
    control: str
    """The side that holds it; empty if nobody does."""
    facts: tuple[Fact, ...]
    pieces: tuple[Piece, ...]


class Display(NamedTuple):
    """The whole table at one moment."""

    moment: str
    """Changes whenever players would look at the whole board anew: each turn, each half."""
    status: tuple[Fact, ...]
    """The tracks that players need before their eyes at every decision."""
    tracks: tuple[Fact, ...]
    """All other tracks and boxes."""
    stacks: tuple[Stack, ...]


class Chances(NamedTuple):
    """How a roll of the dice may end under one condition."""

    row: Fact
    """The condition, by a key of `odds` in the words."""
    outcomes: tuple[tuple[str, float], ...]
    """Each outcome, in a fixed order from bad to good, and its probability."""


class Factor(NamedTuple):
    """One thing that makes an attack what it is: a modifier, a shift, a strength."""

    row: Fact
    """What it is, by a key of `odds` in the words."""
    value: str
    """What it does: "+1", "2L", "halved"."""
    rule: str


class Columns(NamedTuple):
    """The columns of a combat table, and the way from the plain odds to the column used."""

    labels: tuple[str, ...]
    start: int
    end: int
    shifts: tuple[Factor, ...]


class Odds(NamedTuple):
    """The odds of one attack, under several conditions."""

    title: Fact
    """What is rolled for, by a key of `odds` in the words."""
    rows: tuple[Chances, ...]
    factors: tuple[Factor, ...] = ()
    """What it is made of, line by line."""
    columns: Columns | None = None


def halves(count: int) -> str:
    """So many halves as players write them.

    >>> halves(4), halves(3), halves(1), halves(0)
    ('2', '1½', '½', '0')
    """
    whole, half = divmod(count, 2)
    return f"{whole or ''}\N{VULGAR FRACTION ONE HALF}" if half else str(whole)


class Sum(NamedTuple):
    """Odds that can be asked for without a match, by the numbers that players count on the map."""

    name: str
    numbers: dict[str, int | None]
    """Each number with its usual value; None: it must be given."""
    signed: tuple[str, ...] = ()
    """Those that may be negative."""
