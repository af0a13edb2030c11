"""9.8 Advance after combat; 12.3 what it does to guns nearby."""

from __future__ import annotations

from khamsin.games.malta.model.pieces import ARTILLERY, CITY, COAST_GUN, FOOT, LEADER, SIDES
from khamsin.games.malta.model.state import ADVANCED, STRIDE, Battle, State
from khamsin.games.malta.rules.control import is_blocked, load_with
from khamsin.games.malta.rules.movement.entry import enter
from khamsin.kernel.play.asking import DONE
from khamsin.kernel.play.decision import Choose, Option, listed

from .ammunition import spend_defensive
from .strength import stands_still


def stops_advance(g: State, h: int) -> bool:
    """9.86, 17.1 A city, or a fort that stands."""
    terrain = g.pack.tables.terrain
    return (g.pack.terrain[h] == CITY and terrain["city"].advance_stops) or (
        bool(g.forts[h]) and terrain["fort"].advance_stops
    )


def advancers(
    g: State, b: Battle, stayed: tuple[int, ...], retreated: tuple[int, ...]
) -> list[int]:
    """9.81, 9.87 Attackers that did not retreat, and whoever was stacked with them all the time."""
    pack = g.pack
    hexes = {g.place[unit] for unit in stayed}
    return [
        unit
        for h in sorted(hexes)
        for unit in g.here[b.attacker][h]
        if pack.kind[unit] not in (ARTILLERY, COAST_GUN)
        and unit not in retreated
        and not (pack.kind[unit] != LEADER and stands_still(g, unit))
    ]


def longest_advance(g: State, unit: int, length: int, *, stops: bool) -> int:
    """9.82, 9.86, 10.23 How far a unit may advance now; it has done so much in the phase already.

    One hex at night, into forts and cities.
    """
    limits = g.pack.limits
    limit = limits.advance_foot if g.pack.move_class[unit] == FOOT else limits.advance_vehicle
    if g.is_night:
        limit = limits.advance_night
    return min(1 if stops else max(1, length), limit - g.did[unit] // STRIDE)


def can_step(g: State, unit: int, h: int, n: int) -> bool:
    """9.87 Into a hex that movement could enter."""
    side = g.pack.side_of[unit]
    if g.here[1 - side][n] and (g.pack.kind[unit] == LEADER or is_blocked(g, side, n)):
        return False
    return any(step[0] == n for step in g.pack.steps[g.pack.move_class[unit]][0][h])


def has_room(g: State, unit: int, h: int) -> bool:
    """7.1, 9.83 Whether a unit may end its advance in a hex."""
    return load_with(g, h, (unit,)) <= g.pack.limits.stacking


def onward(g: State, unit: int, h: int, left: int) -> list[int]:
    """9.83-9.85, R75 Where a unit may go on to from a hex: with room there, or beyond.

    Leaving a hex of enemy zone of control shortens what is left by one more.
    """
    left -= g.zoc[1 - g.pack.side_of[unit]][h] > 0
    if left < 1:
        return []
    return [
        n for n in g.pack.near[h] if can_step(g, unit, h, n) and finds_room(g, unit, n, left - 1)
    ]


def finds_room(g: State, unit: int, h: int, left: int) -> bool:
    """9.83, R75 A hex is entered only if the advance can end there or farther on."""
    return has_room(g, unit, h) or bool(onward(g, unit, h, left))


def first_stride(g: State, b: Battle, unit: int, length: int, *, stops: bool) -> int:
    """9.85 What a unit has left once it is in the attacked hex; -1 if it cannot go there."""
    left = longest_advance(g, unit, length, stops=stops)
    if left < 1 or not can_step(g, unit, g.place[unit], b.place):
        return -1
    if g.zoc[1 - b.attacker][g.place[unit]]:
        left = max(1, left - 1)
    return left - 1 if finds_room(g, unit, b.place, left - 1) else -1


async def advance(
    g: State,
    b: Battle,
    stayed: tuple[int, ...],
    retreated: tuple[int, ...],
    length: int,
    *,
    stops: bool,
) -> None:
    """9.8, 9.84 Unit by unit into the attacked hex, and perhaps beyond."""
    side = SIDES[b.attacker]
    units = advancers(g, b, stayed, retreated)
    pressed = [unit for unit, _ in g.guards if _is_pressed(g, unit)]
    while True:
        ready = [u for u in units if first_stride(g, b, u, length, stops=stops) >= 0]
        if not ready:
            break
        options: list[Option] = [("advance", g.unit_id(unit)) for unit in ready]
        answer = await Choose(
            side, "advance", listed([*options, DONE]), "9.8", place=g.place_id(b.place)
        )
        if answer == DONE:
            break
        unit = g.pack.unit_index[answer[1]]
        units.remove(unit)
        await _advance_unit(g, b, unit, first_stride(g, b, unit, length, stops=stops), pressed)


async def _advance_unit(g: State, b: Battle, unit: int, left: int, pressed: list[int]) -> None:
    """9.83-9.86 Into the attacked hex, and on as far as it may and will."""
    trail = [g.place[unit]]
    h = b.place
    if not b.is_breakthrough:
        g.did[unit] |= ADVANCED  # 10.3: in the combat phase
    while True:
        trail.append(h)
        g.did[unit] += STRIDE
        await enter(g, unit, h)
        await _guns_approached(g, b.place, pressed)
        options: list[Option] = [("to", g.place_id(n)) for n in onward(g, unit, h, left)]
        if not options:
            break
        if has_room(g, unit, h):
            options.append(("stop",))
        answer = await Choose(
            SIDES[b.attacker], "advance_on", listed(options), "9.84",
            unit=g.unit_id(unit), left=left - (g.zoc[1 - b.attacker][h] > 0),
        )  # fmt: skip
        if answer == ("stop",):
            break
        left -= 1 + (g.zoc[1 - b.attacker][h] > 0)
        h = g.pack.board.at(answer[1])
    g.tell("advanced", "9.8", unit=g.unit_id(unit), path=tuple(g.place_id(h) for h in trail))


def _is_pressed(g: State, unit: int) -> bool:
    """12.23 Artillery in an enemy zone of control."""
    is_gun = g.pack.kind[unit] == ARTILLERY
    return is_gun and g.zoc[1 - g.pack.side_of[unit]][g.place[unit]] > 0


async def _guns_approached(g: State, fought: int, pressed: list[int]) -> None:
    """12.3 Pledged guns that an advance has come up to give no support; a die for ammunition.

    Not those of the combat that has just been `fought`, which have given it (12.51); nor those who
    were `pressed` before the advance by a retreat: R73.
    """
    for unit, h in g.guards:
        if h != fought and unit not in pressed and _is_pressed(g, unit):
            g.guards = tuple([guard for guard in g.guards if guard[0] != unit])
            g.tell("guns_approached", "12.3", unit=g.unit_id(unit), place=g.place_id(h))
            await spend_defensive(g, unit)
