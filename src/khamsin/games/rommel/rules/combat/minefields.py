"""14 Minefields: laid in secret, taken up two for one (16.55)."""

from __future__ import annotations

from khamsin.games.rommel.model.pieces import BOTH, NOBODY, SIDES
from khamsin.games.rommel.model.state import State
from khamsin.kernel.play.decision import Option
from khamsin.kernel.play.state import changed


def mine_places(g: State, side: int) -> list[int]:
    """14.0, 16.55.a, R48 Hexes of the own network without battle and without a known minefield.

    An enemy minefield nobody has seen must not show itself by a missing choice.
    """
    return [
        place
        for place in g.net[side]
        if g.defender[place] == NOBODY and not knows_mine(g, side, place)
    ]


def knows_mine(g: State, side: int, place: int) -> bool:
    """14.1, R48, R59 Whether somebody knows of a minefield, or must think that it is still there.

    The builder does, and everybody once it has been revealed; NOBODY knows what is open to all.
    """
    if g.lifted[place] not in (NOBODY, side):
        return True
    is_open = g.mine[place] != NOBODY and bool(g.mine_seen[place])
    return is_open or (side != NOBODY and has_laid(g, side, place))


def has_laid(g: State, side: int, place: int) -> bool:
    """Whether the side has noted a minefield there; perhaps both have (R56)."""
    return g.mine[place] in (side, BOTH)


def relays(g: State, side: int) -> list[Option]:
    """16.55.b Any two minefields that it knows in its network may be taken up for one."""
    mines = [place for place in g.net[side] if knows_mine(g, side, place)]
    return [
        ("relay", g.place_id(a), g.place_id(b))
        for number, a in enumerate(mines)
        for b in mines[number + 1 :]
    ]


def lay_mine(g: State, side: int, place: int) -> None:
    """14.1 The hex is noted in secret; what the enemy may have noted there, stays (R56)."""
    name = SIDES[side]
    g.mine = changed(g.mine, place, side if g.mine[place] == NOBODY else BOTH)
    g.tell("mine_laid", "14.1", (name,), side=name, place=g.place_id(place))


def dismantle(g: State, side: int, places: tuple[int, int]) -> bool:
    """16.55.b Take up two in secret; whether both were still there (R59)."""
    name = SIDES[side]
    gone = [place for place in places if g.lifted[place] == 1 - side]
    for place in gone:
        g.lifted = changed(g.lifted, place, NOBODY)
        g.tell("mine_gone", "R59", (name,), place=g.place_id(place))
    if gone:
        return False
    for place in places:
        if g.mine_seen[place]:
            g.mine, g.mine_seen = changed(g.mine, place, NOBODY), changed(g.mine_seen, place, 0)
            g.lifted = changed(g.lifted, place, side)
        else:
            g.mine = changed(g.mine, place, 1 - side if g.mine[place] == BOTH else NOBODY)
        g.tell("mine_lifted", "16.55.b", (name,), place=g.place_id(place))
    return True


def show_minefields(g: State) -> None:
    """14.2.a A minefield is shown when enemies of who laid it are there; then it is one (R56).

    R59 So is that one has gone which both knew of.
    """
    for place, layer in enumerate(g.mine):
        if g.mine_seen[place] or (layer == NOBODY and g.lifted[place] == NOBODY):
            continue
        if any(g.here[1 - side][place] for side in (0, 1) if has_laid(g, side, place)):
            g.mine_seen = changed(g.mine_seen, place, 1)
            g.lifted = changed(g.lifted, place, NOBODY)
            if layer == BOTH:
                g.mine = changed(g.mine, place, 1 - g.active)
            g.tell("minefield", "14.2.a", reveals=True, place=g.place_id(place))
        elif g.lifted[place] != NOBODY and g.here[1 - g.lifted[place]][place]:
            g.lifted = changed(g.lifted, place, NOBODY)
            g.tell("mine_gone", "R59", reveals=True, place=g.place_id(place))
