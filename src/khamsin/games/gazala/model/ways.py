"""4.1 Every step there is on the map: what it costs by the table, hex by hex and for sets of hexes.

One hex is asked for when a unit takes a step, a set when all is wanted that can be reached.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from khamsin.kernel.map.hexes import HexBoard
from khamsin.kernel.map.hexsets import HexSets, Sides, but

from .pieces import Way
from .tables import Numbers

FOOT, MECH = 0, 1

Steps = tuple[tuple[Way, ...], ...]
"""By hex, every step out of it."""


class Going(NamedTuple):
    """Hexsides that are paid for alike: where they are open, and the price by the ground beyond."""

    sides: Sides
    hexes: int
    """The hexes that have such a side."""
    prices: tuple[tuple[int, int], ...]
    """Half points, and the hexes that are entered for them."""


class Passage(NamedTuple):
    """Over which hexsides an army may go."""

    lines: Sides
    """6.13 Its lines of supply."""
    going: tuple[tuple[tuple[Going, ...], tuple[Going, ...]], ...]
    """Its units: by kind, by whether roads and tracks are used."""

    def past(self, barred: Sides) -> Passage:
        """The same without some hexsides."""
        units = self.past_for_units(barred)
        return units._replace(lines=but(self.lines, barred))

    def past_for_units(self, barred: Sides) -> Passage:
        """The same without some hexsides that bar units, but not lines."""
        return self._replace(
            going=tuple(
                (_without(on_foot, barred), _without(linked, barred))
                for on_foot, linked in self.going
            )
        )


def _without(going: tuple[Going, ...], barred: Sides) -> tuple[Going, ...]:
    return tuple(each._replace(sides=but(each.sides, barred)) for each in going)


def lay_out_steps(
    board: HexBoard,
    numbers: Numbers,
    terrain: Sequence[str],
    is_cliff: Sequence[bool],
    kind: int,
    *,
    linked: bool,
) -> Steps:
    """4.1, 4.11, 9.61 What each step from each hex costs one kind of unit, in half points."""
    extra = (numbers.cliff["foot"], numbers.cliff["mech"])[kind]
    hexes: list[tuple[Way, ...]] = []
    for here in range(len(board)):
        row: list[Way] = []
        for there in board.neighbours[here]:
            side = board.edge(here, there)
            if is_cliff[side] and extra < 0:
                continue
            cost = numbers.terrain[terrain[there]][kind] + (extra if is_cliff[side] else 0)
            if linked and board.roads[side]:
                cost = numbers.links[board.roads[side]][kind]
            row.append((there, side, cost))
        hexes.append(tuple(row))
    return tuple(hexes)


def turned_round(steps: Steps) -> Steps:
    """By hex, every step into it: from where, over which side, at what cost."""
    into: list[list[Way]] = [[] for _ in steps]
    for here, ways in enumerate(steps):
        for there, side, cost in ways:
            into[there].append((here, side, cost))
    return tuple(tuple(row) for row in into)


def lay_out_going(sets: HexSets, steps: Steps, usual: Sequence[int]) -> tuple[Going, ...]:
    """The same steps for sets: by what they cost beside the `usual` price of the hex entered.

    First the sides where nothing is unusual, as almost everywhere.
    """
    plain: list[tuple[int, int]] = []
    unusual: dict[int, list[tuple[int, int]]] = {}
    for here, ways in enumerate(steps):
        for there, _, cost in ways:
            (plain if cost == usual[there] else unusual.setdefault(cost, [])).append((here, there))
    by_ground = tuple(
        (cost, sets.at([h for h, c in enumerate(usual) if c == cost])) for cost in {*usual}
    )
    return (
        _going(sets.sides(plain), by_ground),
        *[_going(sets.sides(unusual[cost]), ((cost, sets.every),)) for cost in sorted(unusual)],
    )


def _going(sides: Sides, prices: tuple[tuple[int, int], ...]) -> Going:
    hexes = 0
    for each in sides[3:]:
        hexes |= each
    return Going(sides, hexes, prices)
