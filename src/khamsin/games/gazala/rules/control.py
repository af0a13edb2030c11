"""4.4, 5, 2.1 What units do by being where they are: zones of control, stacks, control of hexes.

Every unit is put on the map and taken off it here, so that stacks and zones of control are always
up to date.
"""

from __future__ import annotations

from itertools import compress

from khamsin.games.gazala.model.pieces import ALLIED, AXIS, INDEPENDENT, NOBODY, OFF
from khamsin.games.gazala.model.state import State
from khamsin.kernel.map.placement import relocate

NO_ZOC, MINE_ZOC, FULL_ZOC = 0, 1, 2


# -- zones of control (4.4) ------------------------------------------------------------------


def zoc_level(g: State, side: int, units: tuple[int, ...]) -> int:
    """4.41.a-b A regiment, a brigade or three battalions exert a ZOC; other Allies over mines."""
    pack = g.pack
    battalions = 0
    for unit in units:
        if pack.is_large[unit]:
            return FULL_ZOC
        if not pack.is_hq[unit]:
            battalions += 1
    if battalions >= pack.numbers.stacking["zoc_battalions"]:
        return FULL_ZOC
    return MINE_ZOC if battalions and side == ALLIED else NO_ZOC


def _spread(g: State, side: int, here: int, level: int, sign: int) -> None:
    """4.4, 4.41.b-c Count a zone of control in or out of the hexes around."""
    pack, zoc, mines = g.pack, g.zoc[side], g.mines
    for there, edge in pack.hexsides_of[here]:
        if pack.is_cliff[edge]:
            continue
        if level == FULL_ZOC:
            if side == AXIS and mines[edge]:
                continue
        elif not mines[edge] and not _over_fort(g, here, edge):
            continue
        zoc[there] += sign


def _over_fort(g: State, here: int, edge: int) -> bool:
    """R53 The switch: out of the forts of Tobruk too, from the inside."""
    return bool(g.forts[edge]) and g.has("zoc_from_forts") and here in g.pack.fortress


def _rezone(g: State, side: int, here: int) -> None:
    """The stack in a hex has changed, and its zone of control with it."""
    g.cache = {}
    old, new = g.exerts[side][here], zoc_level(g, side, g.here[side][here])
    if old != new:
        if old:
            _spread(g, side, here, old, -1)
        if new:
            _spread(g, side, here, new, 1)
        g.exerts[side][here] = new


def breach(g: State, edge: int) -> None:
    """10.86 A hexside is no minefield any more, for anybody."""
    _spread_beside(g, edge, -1)
    g.mines = _without(g.mines, edge)
    g.open_lines = g.pack.lines_past(g.mines)
    _spread_beside(g, edge, 1)


def raze(g: State, edge: int) -> None:
    """10.7.b A hexside is no fort any more."""
    _spread_beside(g, edge, -1)
    g.forts = _without(g.forts, edge)
    _spread_beside(g, edge, 1)


def _without(sides: tuple[bool, ...], edge: int) -> tuple[bool, ...]:
    return (*sides[:edge], False, *sides[edge + 1 :])


def _spread_beside(g: State, edge: int, sign: int) -> None:
    """The zones of control that lie over a hexside are counted out before it changes, then in."""
    for end in g.pack.board.ends[edge]:
        for side in (AXIS, ALLIED):
            if g.exerts[side][end]:
                _spread(g, side, end, g.exerts[side][end], sign)
    g.cache = {}


# -- units on the map ------------------------------------------------------------------------


def put(g: State, unit: int, place: int) -> None:
    """A unit goes from hex to hex, or enters the map, and takes the hex (R10)."""
    side, start = g.pack.side_of[unit], g.place[unit]
    relocate(g.place, g.here[side], unit, place)
    if start >= 0:
        _rezone(g, side, start)
    _rezone(g, side, place)
    g.control[place] = side


def remove(g: State, unit: int, to: int = OFF) -> None:
    """A unit leaves the map."""
    side, place = g.pack.side_of[unit], g.place[unit]
    relocate(g.place, g.here[side], unit, to)
    if place >= 0:
        _rezone(g, side, place)
    g.due[unit] = NOBODY


def go(g: State, unit: int, there: int) -> None:
    """A unit goes to a neighbouring hex, in whatever way; a fort it crosses will fall (10.7.b)."""
    here = g.place[unit]
    if here >= 0 and g.pack.side_of[unit] == AXIS:
        edge = g.pack.board.edge(here, there)
        if g.forts[edge] and edge not in g.crossed:
            g.crossed = (*g.crossed, edge)
    put(g, unit, there)


# -- stacking (5) ----------------------------------------------------------------------------


def is_overstacked(g: State, units: tuple[int, ...], grown: int = NOBODY) -> bool:
    """5.1 Five units with one brigade or regiment, or two of one formation and a battalion.

    `grown` is a battalion that is to become a brigade.
    """
    pack, limits = g.pack, g.pack.numbers.stacking
    hqs = large = small = 0
    formation = ""
    for unit in units:
        if pack.is_hq[unit]:
            hqs += 1  # R30: Rommel is one of them
        elif pack.is_large[unit] or unit == grown:
            if large and (g.formation[unit] != formation or formation == INDEPENDENT):
                return True  # R48: independents are no formation
            large += 1
            formation = g.formation[unit]
        else:
            small += 1
    small += max(0, hqs - limits["free_hq"])
    if large <= limits["large"]:
        return large + small > limits["units"]
    return large > limits["pair_large"] or small > limits["pair_small"]


def has_room(g: State, place: int, units: tuple[int, ...]) -> bool:
    """5.1 Whether these units fit into a hex beside their friends there."""
    side = g.pack.side_of[units[0]]
    there = g.here[side][place]
    joined = (*there, *[unit for unit in units if unit not in there])
    return not is_overstacked(g, joined)


# -- control (2.1) ---------------------------------------------------------------------------


_FLAGS = tuple(bytes([0, *[1 << side] * 255]) for side in (AXIS, ALLIED))
"""Translates counts of zones into a bit for each side."""


def covering(g: State) -> bytes:
    """Whose zones of control lie over each hex: 1 Axis, 2 Allied, 3 both."""
    axis, allied = (g.zoc[side].translate(_FLAGS[side]) for side in (AXIS, ALLIED))
    both = int.from_bytes(axis, "big") | int.from_bytes(allied, "big")
    return both.to_bytes(len(axis), "big")


def note_zones(g: State) -> None:
    """R10 Remember at the start of a phase whose zones of control lie where."""
    g.covered = covering(g)


def settle_control(g: State) -> None:
    """2.1.control, R10 At the end of a phase empty hexes go to the last who extended a ZOC."""
    g.cache = {}
    axis_here, allied_here = g.here
    now, before, control = covering(g), g.covered, g.control
    for place in compress(range(len(now)), now):
        if axis_here[place] or allied_here[place]:
            continue
        newcomers = 3 - before[place] if now[place] == 3 else now[place]
        if newcomers in (1, 2):
            control[place] = newcomers - 1
