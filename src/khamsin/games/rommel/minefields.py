"""14 Minefields: laid in secret, taken up two for one (16.55)."""

from __future__ import annotations

from khamsin.kernel.decision import Option

from .pieces import NOBODY, SIDES
from .state import State


def mine_places(g: State, side: int) -> list[int]:
    """14.0, 16.55.a, R48 Hexes of the own network without battle and without a known minefield.

    An enemy minefield nobody has seen must not show itself by a missing choice.
    """
    return [
        place
        for place in g.net[side]
        if not g.here[1 - side][place]
        and (g.mine[place] == NOBODY or not knows_mine(g, side, place))
    ]


def knows_mine(g: State, side: int, place: int) -> bool:
    """14.1, R48 The builder knows a minefield, and everybody once it has been revealed."""
    return g.mine[place] == side or (g.mine[place] != NOBODY and bool(g.mine_seen[place]))


def own_mines(g: State, side: int) -> list[int]:
    """16.55.b Minefields of the side in its own network."""
    return [place for place in g.net[side] if g.mine[place] == side]


def relays(g: State, side: int) -> list[Option]:
    """16.55.b Any two own minefields may be taken up for one."""
    mines = own_mines(g, side)
    return [
        ("relay", g.place_id(a), g.place_id(b))
        for number, a in enumerate(mines)
        for b in mines[number + 1 :]
    ]


def lay_mine(g: State, side: int, place: int) -> None:
    """14.1 The hex is noted in secret; where the enemy has one already, nothing is gained (R56)."""
    name = SIDES[side]
    if g.mine[place] == NOBODY:
        g.mine[place] = side
        g.mine_seen[place] = 0
    g.tell("mine_laid", "14.1", (name,), side=name, place=g.place_id(place))


def dismantle(g: State, side: int, a: int, b: int) -> None:
    """16.55.b Two are taken up; one that was known to both is seen to go."""
    for place in (a, b):
        if g.mine_seen[place]:
            g.tell("mine_gone", "16.55.b", reveals=True, side=SIDES[side], place=g.place_id(place))
        g.mine[place] = NOBODY
        g.mine_seen[place] = 0
