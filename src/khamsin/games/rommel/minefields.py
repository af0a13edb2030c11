"""14 Minefields: laid in secret, taken up two for one (16.55)."""

from __future__ import annotations

from khamsin.kernel.decision import Option

from .pieces import BOTH, NOBODY, SIDES
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
    return has_laid(g, side, place) or (g.mine[place] != NOBODY and bool(g.mine_seen[place]))


def has_laid(g: State, side: int, place: int) -> bool:
    """Whether the side has noted a minefield there; perhaps both have (R56)."""
    return g.mine[place] in (side, BOTH)


def own_mines(g: State, side: int) -> list[int]:
    """16.55.b Minefields of the side in its own network."""
    return [place for place in g.net[side] if has_laid(g, side, place)]


def relays(g: State, side: int) -> list[Option]:
    """16.55.b Any two own minefields may be taken up for one."""
    mines = own_mines(g, side)
    return [
        ("relay", g.place_id(a), g.place_id(b))
        for number, a in enumerate(mines)
        for b in mines[number + 1 :]
    ]


def lay_mine(g: State, side: int, place: int) -> None:
    """14.1 The hex is noted in secret; what the enemy may have noted there, stays (R56)."""
    name = SIDES[side]
    g.mine[place] = side if g.mine[place] == NOBODY else BOTH
    g.tell("mine_laid", "14.1", (name,), side=name, place=g.place_id(place))


def dismantle(g: State, side: int, a: int, b: int) -> None:
    """16.55.b Two are taken up; one that was known to both is seen to go."""
    for place in (a, b):
        if g.mine_seen[place]:
            g.tell("mine_gone", "16.55.b", reveals=True, side=SIDES[side], place=g.place_id(place))
        g.mine[place] = 1 - side if g.mine[place] == BOTH else NOBODY
        g.mine_seen[place] = 0


def show_minefields(g: State) -> None:
    """14.2.a A minefield is shown when enemies of who laid it are there; then it is one (R56)."""
    for place, layer in enumerate(g.mine):
        if layer == NOBODY or g.mine_seen[place]:
            continue
        if any(g.here[1 - side][place] for side in (0, 1) if has_laid(g, side, place)):
            g.mine_seen[place] = 1
            if layer == BOTH:
                g.mine[place] = 1 - g.active
            g.tell("minefield", "14.2.a", reveals=True, place=g.place_id(place))
