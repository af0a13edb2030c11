"""12.4.a The legs of Supply Chains: every way from a hex that Supply Range allows, found once.

Also 12.4.s1.

The map never changes, so that only a look at who stands where is left for the moment of a check.
"""

from __future__ import annotations

from typing import NamedTuple

from khamsin.games.rommel.model.pieces import HIGHWAY, OPEN, TRACK, TRAIL

Steps = tuple[tuple[tuple[int, int, int], ...], ...]


class Leg(NamedTuple):
    """One way from a hex to another: the hexes entered, the last of them its end."""

    end: int
    between: tuple[int, ...]
    edges: tuple[int, ...]
    road: int
    passed: int
    """The hexes between, as bits."""
    sides: int
    """The hexsides, as bits."""


def legs_from(steps: Steps, start: int, ranges: tuple[int, ...]) -> tuple[Leg, ...]:
    """12.4.b Every simple way within range; the poorest road decides how long it may be.

    Also R2, R9, R10.

    Highway alone has no limit; one hex of it is a leg here, the rest is `supply`'s business.
    """
    found: list[Leg] = []
    longest = {OPEN: ranges[0], TRAIL: ranges[1], TRACK: ranges[2], HIGHWAY: 1}

    def go(way: tuple[int, ...], edges: tuple[int, ...], road: int) -> None:
        for there, edge, kind in steps[way[-1]]:
            poorest = min(road, kind)
            # Longer ways may still become legs on worse roads, which are never longer.
            if there in way or len(edges) >= max(ranges):
                continue
            length = len(edges) + 1
            ahead, sides = (*way, there), (*edges, edge)
            if length <= longest[poorest]:
                passed = sum(1 << each for each in ahead[1:-1])
                crossed = sum(1 << each for each in sides)
                found.append(Leg(there, ahead[1:-1], sides, poorest, passed, crossed))
            if poorest != OPEN:
                go(ahead, sides, poorest)

    go((start,), (), HIGHWAY)
    found.sort(key=lambda leg: (len(leg.edges), leg.end, leg.between))
    return tuple(found)
