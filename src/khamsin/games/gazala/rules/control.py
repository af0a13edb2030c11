"""4.4, 5, 2.1 What units do by being where they are: zones of control, stacks, control of hexes.

Every unit is put on the map and taken off it here, so that stacks and zones of control are always
up to date.
"""

from __future__ import annotations

from khamsin.games.gazala.model.pieces import ALLIED, AXIS, INDEPENDENT, NOBODY, OFF
from khamsin.games.gazala.model.state import State
from khamsin.kernel.map.placement import relocate

NO_ZOC, MINE_ZOC, FULL_ZOC = 0, 1, 2


# -- zones of control (4.4) ------------------------------------------------------------------


def zoc_level(g: State, side: int, units: tuple[int, ...]) -> int:
    """4.41.a-b A regiment, a brigade or three battalions exert a ZOC; other Allies over mines."""
    weight = g.pack.zoc_weight
    battalions = sum([weight[unit] for unit in units])
    if battalions >= g.pack.numbers.stacking["zoc_battalions"]:
        return FULL_ZOC
    return MINE_ZOC if battalions and side == ALLIED else NO_ZOC


def _spread(g: State, side: int, here: int, level: int, sign: int) -> None:
    """4.4, 4.41.b-c Count a zone of control in or out of the hexes around."""
    zoc, mines, bit = g.zoc[side], g.mines, g.pack.sets.bit
    changed = 0 if sign < 0 else 1
    for there, edge in g.pack.zoc_sides[here]:
        if level == FULL_ZOC:
            if side == AXIS and mines[edge]:
                continue
        elif not mines[edge] and not _over_fort(g, here, edge):
            continue
        zoc[there] += sign
        if zoc[there] == changed:
            g.zones[side] ^= bit[there]


def _over_fort(g: State, here: int, edge: int) -> bool:
    """R53 The switch: out of the forts of Tobruk too, from the inside."""
    return bool(g.forts[edge]) and g.has("zoc_from_forts") and here in g.pack.fortress


def _rezone(g: State, side: int, here: int) -> None:
    """The stack in a hex has changed, and its zone of control with it."""
    g.cache = {}
    units = g.here[side][here]
    if units:
        g.held[side] |= g.pack.sets.bit[here]
    else:
        g.held[side] &= ~g.pack.sets.bit[here]
    old, new = g.exerts[side][here], zoc_level(g, side, units)
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
    g.passage = g.pack.past_mines(g.mines)
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


def _own(g: State, side: int) -> None:
    """Stacks that copies of the table have too are copied before one of them changes."""
    if not g.own[side]:
        g.here[side] = g.here[side][:]
        g.own[side] = True


def put(g: State, unit: int, place: int) -> None:
    """A unit goes from hex to hex, or enters the map, and takes the hex (R10)."""
    side, start = g.pack.side_of[unit], g.place[unit]
    _own(g, side)
    relocate(g.place, g.here[side], unit, place)
    if start >= 0:
        _rezone(g, side, start)
    _rezone(g, side, place)
    g.control[place] = side


def remove(g: State, unit: int, to: int = OFF) -> None:
    """A unit leaves the map."""
    side, place = g.pack.side_of[unit], g.place[unit]
    _own(g, side)
    relocate(g.place, g.here[side], unit, to)
    if place >= 0:
        _rezone(g, side, place)
    g.due[unit] = NOBODY


def go(g: State, unit: int, there: int) -> None:
    """A unit goes to a neighbouring hex, in whatever way; a fort it crosses will fall (10.7.b)."""
    pass_through(g, unit, g.place[unit], there)
    put(g, unit, there)


def pass_through(g: State, unit: int, here: int, there: int) -> None:
    """R10, 10.7.b A unit on its way takes each hex, and a fort that it crosses will fall."""
    side = g.pack.side_of[unit]
    g.control[there] = side
    if here >= 0 and side == AXIS:
        edge = g.pack.board.edge(here, there)
        if g.forts[edge] and edge not in g.crossed:
            g.crossed = (*g.crossed, edge)


def stacks(g: State, side: int) -> list[tuple[int, ...]]:
    """The stacks of a side on the map, hex by hex."""
    here = g.here[side]
    return [here[place] for place in sorted(g.pack.sets.spaces(g.held[side]))]


# -- stacking (5) ----------------------------------------------------------------------------


def is_overstacked(g: State, units: tuple[int, ...], grown: int = NOBODY) -> bool:
    """5.1 Five units with one brigade or regiment, or two of one formation and a battalion.

    `grown` is a battalion that is to become a brigade.
    """
    if len(units) < 2:
        return False
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


def note_zones(g: State) -> None:
    """R10 Remember at the start of a phase whose zones of control lie where."""
    g.covered = tuple(g.zones)


def settle_control(g: State) -> None:
    """2.1.control, R10 At the end of a phase empty hexes go to the last who extended a ZOC."""
    g.cache = {}
    sets, control = g.pack.sets, g.control
    empty = sets.every & ~(g.held[AXIS] | g.held[ALLIED])
    before = g.covered
    for side in (AXIS, ALLIED):
        enemy = 1 - side
        # Over a hex in zones of both it is the one who has come now.
        late = before[enemy] & ~before[side]
        extended = g.zones[side] & (~g.zones[enemy] | late)
        for place in sets.spaces(empty & extended):
            control[place] = side
