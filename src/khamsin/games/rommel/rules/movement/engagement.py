"""7 Engaging and 8 battles: hexside limits, control of battle hexsides, Raiders."""

from __future__ import annotations

from khamsin.games.rommel.model.pieces import NOBODY, SIDES
from khamsin.games.rommel.model.state import State, all_changed
from khamsin.games.rommel.rules.blocks import holds
from khamsin.games.rommel.rules.supply.lines import ground_of
from khamsin.kernel.play.state import changed


def engage(g: State, block: int, place: int, edge: int) -> None:
    """7.0, 8.1.b, 8.2.a, 8.2.c, 8.3, 11.4.c A block enters a hex with enemies."""
    side = g.pack.side_of[block]
    enemy = 1 - side
    is_old = g.defender[place] != NOBODY
    hostile = is_old and bool(ground_of(g, side).blocked[edge])
    g.used = changed(g.used, edge, g.used[edge] + 1)
    if not is_old:
        g.defender = changed(g.defender, place, enemy)
        if holds(g, enemy)[place] == 2:
            g.unfought.append(place)
            g.tell("attacked", "8.2.a", side=SIDES[side], place=g.place_id(place))
        else:
            g.routs.append((place, enemy))
            g.tell("overrun", "11.4.a", side=SIDES[side], place=g.place_id(place))
    if hostile and g.unsupplied[block]:
        g.raider = changed(g.raider, block, edge + 1)  # 12.5.b, R13: the hexside stays as it is
    else:
        g.crossed = changed(g.crossed, edge, side)
        over = [other for other in g.here[side][place] if g.raider[other] == edge + 1]
        g.raider = all_changed(g.raider, over, 0)
    g.cache = {}


def enter_from_behind(g: State, block: int, place: int) -> None:
    """16.41.s3 Waiting blocks come into their engaged Base: no hexside, no limit."""
    side = g.pack.side_of[block]
    enemy = 1 - side
    if g.defender[place] == NOBODY and g.here[enemy][place]:
        g.defender = changed(g.defender, place, enemy)
        if holds(g, enemy)[place] == 2:
            g.unfought.append(place)
        else:
            g.routs.append((place, enemy))
    g.cache = {}
