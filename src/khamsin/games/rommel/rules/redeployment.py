"""16.51 Redeployment by land and sea, and the way home for Refit (A12)."""

from __future__ import annotations

from khamsin.games.rommel.model.pieces import ALLIED, HIGHWAY, NOBODY
from khamsin.games.rommel.model.state import State
from khamsin.games.rommel.rules.movement.reach import FAR, needed
from khamsin.kernel.map.trace import trace

from .victory import is_besieged


def open_to(g: State, side: int) -> bytearray:
    """16.51.c, d The hexes that may be entered: own network, not the enemy's, no battle."""
    key = ("open", side)
    flags: bytearray | None = g.routes.get(key)
    if flags is None:
        flags = bytearray(g.pack.size)
        for place in g.net[side]:
            flags[place] = 1
        for place in g.net[1 - side]:
            flags[place] = 0
        for place, blocks in enumerate(g.here[1 - side][: g.pack.size]):
            if blocks:
                flags[place] = 0
        g.routes[key] = flags
    return flags


def land_routes(g: State, side: int, start: int) -> list[int]:
    """16.51.a, 6.2.s2 One leg: two hexes and the road bonus."""
    key = ("land", side, start)
    found: list[int] | None = g.routes.get(key)
    if found is None:
        found = g.routes[key] = _land_routes(g, side, start)
    return found


def _land_routes(g: State, side: int, start: int) -> list[int]:
    pack = g.pack
    if start >= pack.size:
        return []  # 16.41.s3: who waits behind the Base enters it by a Group Move only
    may = open_to(g, side)
    speed = pack.numbers.redeployment
    most = [speed + bonus for bonus in pack.numbers.bonus]
    best: dict[int, list[int]] = {start: [FAR, FAR, FAR, 0]}
    frontier = [(start, HIGHWAY)]
    taken = 0
    while frontier:
        taken += 1
        ahead: list[tuple[int, int]] = []
        for here, road in frontier:
            for there, _, kind in pack.steps[here]:
                poorest = min(kind, road)
                if not may[there] or taken > most[poorest]:
                    continue
                row = best.setdefault(there, [FAR, FAR, FAR, FAR])
                if any(row[better] <= taken for better in range(poorest, 4)):
                    continue
                row[poorest] = taken
                ahead.append((there, poorest))
        frontier = ahead
    return sorted(
        place for place, row in best.items() if place != start and needed(g, row) <= speed
    )


def routes_to_base(g: State, side: int, start: int) -> bool:
    """16.52.b, R34 Whether a land way leads home inside the own network; R60 who is there is."""
    base = g.pack.base[side]
    if start == base:
        return True
    if start >= g.pack.size or g.here[1 - side][base]:
        return False
    key = ("home", side)
    home: dict[int, int] | None = g.routes.get(key)
    if home is None:
        home = g.routes[key] = _ways_home(g, side, base)
    return start in home


def _ways_home(g: State, side: int, base: int) -> dict[int, int]:
    """Every hex from which the Base can be walked to; the start itself need not be open."""
    shut = [not may for may in iter(open_to(g, side))]
    return trace(g.pack.near, (base,), bytearray(g.pack.size), last=shut)


def controls_port(g: State, side: int, place: int) -> bool:
    """16.53.a The own Base, or a Fortress that the side holds."""
    fortress = g.pack.fortress_at[place]
    return g.holder[fortress] == side if fortress >= 0 else place == g.pack.base[side]


def port_left(g: State, side: int, place: int) -> int:
    """16.53.c What is left of the port's capacity in this Buildup; Bases have no limit."""
    fortress = g.pack.fortress_at[place]
    if fortress == NOBODY:
        return 99
    return g.pack.fortresses[fortress].capacity[side] - g.ports[fortress]


def sea_routes(g: State, side: int, start: int) -> list[tuple[int, int]]:
    """16.53.a, 16.53.b, R54 The ports that can be sailed to from this one, and the price."""
    pack, numbers = g.pack, g.pack.numbers
    if start not in pack.ports or not controls_port(g, side, start):
        return []
    if port_left(g, side, start) < 1 or start not in g.net[side]:
        return []
    besieged = start != pack.base[side] and is_besieged(g, start, side)
    found: list[tuple[int, int]] = []
    for port in sorted(pack.ports):
        if port == start or not controls_port(g, side, port) or port_left(g, side, port) < 1:
            continue
        if port not in g.net[side] or port in g.net[1 - side] or g.here[1 - side][port]:
            continue
        also = port != pack.base[side] and is_besieged(g, port, side)
        if besieged or also:
            if (besieged and also) or side != ALLIED:
                continue
            found.append((port, numbers.naval_besieged_rp))
        else:
            found.append((port, numbers.naval_rp))
    return found


def use_ports(g: State, start: int, to: int) -> None:
    """16.53.c Embarking and landing both count against the capacity."""
    for port in (start, to):
        fortress = g.pack.fortress_at[port]
        if fortress >= 0:
            g.ports[fortress] += 1
