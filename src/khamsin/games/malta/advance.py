"""9.8 Advance after combat; 12.3 what it does to guns nearby."""

from __future__ import annotations

from khamsin.kernel.decision import Choose, Option, listed

from .entry import enter
from .pieces import ARTILLERY, CITY, COAST_GUN, FOOT, GONE, LEADER, SIDES
from .stacks import STACKING_LIMIT, is_blocked, load, weight
from .state import ADVANCED, Battle, State
from .strength import stands_still
from .support import spend_defensive

FOOT_LIMIT, VEHICLE_LIMIT = 2, 3  # 9.86


def longest_advance(g: State, length: int, *, stops: bool) -> int:
    """9.82, 9.86, 10.23 How far anybody may advance: one hex at night, into forts and cities."""
    return 1 if stops or g.is_night else max(1, length)


def stops_advance(g: State, h: int) -> bool:
    """9.86, 17.1 A city, or a fort that stands."""
    terrain = g.pack.tables.terrain
    return (g.pack.terrain[h] == CITY and terrain["city"].advance_stops) or (
        bool(g.forts[h]) and terrain["fort"].advance_stops
    )


def advancers(g: State, b: Battle, stayed: tuple[int, ...]) -> list[int]:
    """9.81, 9.87 Attackers that did not retreat, and whoever is stacked with them."""
    pack = g.pack
    hexes = {g.place[unit] for unit in stayed if g.place[unit] in b.hexes}
    found: list[int] = []
    for h in sorted(hexes):
        for unit in g.here[b.attacker][h]:
            if pack.kind[unit] in (ARTILLERY, COAST_GUN) or g.place[unit] == GONE:
                continue
            if pack.kind[unit] != LEADER and stands_still(g, unit):
                continue
            found.append(unit)
    return found


def can_step(g: State, unit: int, h: int, n: int) -> bool:
    """9.83, 9.87 Into a hex that movement could enter, within stacking."""
    side = g.pack.side[unit]
    if g.here[1 - side][n] and (g.pack.kind[unit] == LEADER or is_blocked(g, side, n)):
        return False
    if all(step[0] != n for step in g.pack.steps[g.pack.move_class[unit]][0][h]):
        return False
    return load(g, side, n) + weight(g, unit) <= STACKING_LIMIT


async def advance(
    g: State, b: Battle, stayed: tuple[int, ...], length: int, *, stops: bool
) -> None:
    """9.8, 9.84 Unit by unit into the attacked hex, and perhaps beyond."""
    side = SIDES[b.attacker]
    units = advancers(g, b, stayed)
    while True:
        units = [unit for unit in units if can_step(g, unit, g.place[unit], b.place)]
        if not units:
            break
        options: list[Option] = [("advance", g.unit_id(unit)) for unit in units]
        answer = await Choose(
            side, "advance", listed([*options, ("done",)]), "9.8", place=g.hex_id(b.place)
        )
        if answer == ("done",):
            break
        unit = g.pack.unit_index[answer[1]]
        units.remove(unit)
        await _advance_unit(g, b, unit, longest_advance(g, length, stops=stops))
    await _guns_approached(g)


async def _advance_unit(g: State, b: Battle, unit: int, length: int) -> None:
    """9.85, 9.86 Each hex of enemy zone of control that is left shortens the way by one."""
    enemy = 1 - b.attacker
    limit = FOOT_LIMIT if g.pack.move_class[unit] == FOOT else VEHICLE_LIMIT
    left = min(length, limit)
    if g.zoc[enemy][g.place[unit]]:
        left = max(1, left - 1)
    trail = [g.place[unit], b.place]
    await enter(g, unit, b.place)
    left -= 1
    g.did[unit] |= ADVANCED
    while g.place[unit] == trail[-1]:
        here = trail[-1]
        if g.zoc[enemy][here]:
            left -= 1
        if left < 1:
            break
        options: list[Option] = [
            ("to", g.hex_id(n)) for n in g.pack.near[here] if can_step(g, unit, here, n)
        ]
        if not options:
            break
        answer = await Choose(
            SIDES[b.attacker], "advance_on", listed([*options, ("stop",)]), "9.84",
            unit=g.unit_id(unit), left=left,
        )  # fmt: skip
        if answer == ("stop",):
            break
        h = g.pack.board.at(answer[1])
        trail.append(h)
        await enter(g, unit, h)
        left -= 1
    g.tell("advanced", "9.8", unit=g.unit_id(unit), path=tuple(g.hex_id(h) for h in trail))


async def _guns_approached(g: State) -> None:
    """12.3 Pledged guns that the enemy has come up to give no support; ammunition is rolled for."""
    for unit, h in g.guards:
        if g.pack.kind[unit] == ARTILLERY and g.zoc[1 - g.pack.side[unit]][g.place[unit]]:
            g.guards = tuple([guard for guard in g.guards if guard[0] != unit])
            g.tell("guns_approached", "12.3", unit=g.unit_id(unit), place=g.hex_id(h))
            await spend_defensive(g, unit)
