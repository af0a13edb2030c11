"""19.44-19.46, 19.5 One series comes down: where, with what losses, and its first fight."""

from __future__ import annotations

from khamsin.games.malta.model.pieces import ARTILLERY, AXIS, CITY, HQ, LEADER, TOWN, WOODS
from khamsin.games.malta.model.state import CONTESTED, DROPPED, State, alter
from khamsin.games.malta.model.tables import DROPS, ON_TARGET, ONE_DIE, TWO_DICE
from khamsin.games.malta.rules.combat.losses import eliminate, kill_leader
from khamsin.games.malta.rules.control import in_enemy_zoc, is_blocked, refresh
from khamsin.games.malta.rules.movement.breakdown import break_down
from khamsin.games.malta.rules.movement.entry import enter
from khamsin.kernel.play.decision import Roll

from .contest import contest
from .scatter import NOWHERE, aa_near, drop_row, is_land, scatter_from


async def drop_series(g: State, h: int, units: tuple[int, ...], *, solo: bool) -> None:
    """19.44-19.46, 19.5 One series from its place in the air to the end of its first fight."""
    pack, numbers = g.pack, g.pack.tables.numbers
    if pack.is_battalion[units[0]] and pack.kind[units[0]] != ARTILLERY:
        units = break_down(g, units[0])  # 19.2
    dice = await Roll(2, "drop", "19.44", "axis")
    total = sum(dice) + numbers.drop_aa * aa_near(g, h)
    if all(pack.is_german[unit] for unit in units):
        total += numbers.drop_german
    if solo:
        total += numbers.drop_solitaire
    result = drop_row(g, total)
    g.tell(
        "drop_roll", "19.44", unit=g.unit_id(units[0]), dice=dice, total=total, drop=DROPS[result]
    )
    places = await _come_down(g, h, units, result)
    # R80: a fort is still there when they come down, and gone when the losses are rolled for.
    hard = [u for u, place in zip(units, places, strict=True) if _is_hard(g, place)]
    landed: list[int] = []
    for unit, place in zip(units, places, strict=True):
        if not is_land(g, place):
            _drown(g, unit, place)
            continue
        await _touch_down(g, unit, place)
        landed.append(unit)
    for unit in landed:  # R40, R64: strongpoints are turned up and militia has risen by now
        if is_blocked(g, AXIS, g.place[unit]):
            g.did[unit] |= CONTESTED
    await airborne_losses(g, landed, hard)
    for place in sorted({g.place[unit] for unit in landed if g.place[unit] >= 0}):
        if is_blocked(g, AXIS, place):
            await contest(g, place, tuple([u for u in landed if g.place[u] == place]))


def _is_hard(g: State, h: int) -> bool:
    """19.46 Woods, town, city or fort."""
    return is_land(g, h) and (g.pack.terrain[h] in (WOODS, TOWN, CITY) or bool(g.forts[h]))


async def _come_down(g: State, h: int, units: tuple[int, ...], result: int) -> list[int]:
    """19.44 Where each unit of a series comes down; a leader with his HQ."""
    if result == ON_TARGET:
        return [h] * len(units)
    if result not in (ONE_DIE, TWO_DICE):
        return [await scatter_from(g, h, result)] * len(units)
    places: dict[int, int] = {}
    hqs = [unit for unit in units if g.pack.kind[unit] == HQ]
    for unit in units:
        if g.pack.kind[unit] == LEADER and hqs:
            continue
        places[unit] = await scatter_from(g, h, result)
    return [places[unit] if unit in places else places[hqs[0]] for unit in units]


def _drown(g: State, unit: int, place: int) -> None:
    """19.45 Lost at sea, where it came down."""
    at = "at_sea" if place == NOWHERE else g.place_id(place)
    if g.pack.kind[unit] == LEADER:
        kill_leader(g, unit, at)
    else:
        eliminate(g, unit, "19.45", at)


async def _touch_down(g: State, unit: int, place: int) -> None:
    """19.47, 19.9, R64 On the ground: limbered, supplied, and no rally from an enemy zone."""
    g.did[unit] |= DROPPED
    g.unsupplied = alter(g.unsupplied, unit, 0)
    g.deployed = alter(g.deployed, unit, 0)
    if in_enemy_zoc(g, AXIS, place):
        g.did[unit] |= CONTESTED
    g.tell("came_down", "19.44", unit=g.unit_id(unit), place=g.place_id(place))
    await enter(g, unit, place, dropped=True)


async def airborne_losses(g: State, units: list[int], hard: list[int]) -> None:
    """19.46, 17.83 A die a unit; 7 or more turns a company over, or eliminates."""
    pack, numbers = g.pack, g.pack.tables.numbers
    rolling = [unit for unit in units if pack.kind[unit] not in (HQ, LEADER)]
    if not rolling:
        return
    dice = await Roll(len(rolling), "airborne", "19.46", "axis")
    for unit, die in zip(rolling, dice, strict=True):
        place = g.place[unit]
        total = die
        if is_blocked(g, AXIS, place):
            total += numbers.airborne_enemy
        if aa_near(g, place):
            total += numbers.airborne_aa
        if unit in hard:
            total += numbers.airborne_terrain
        g.tell("airborne_loss", "19.46", unit=g.unit_id(unit), die=die, total=total)
        if total < numbers.airborne_reduced:
            continue
        if pack.units[unit].is_two_sided and not g.level[unit]:
            g.level = alter(g.level, unit, 1)
            refresh(g, AXIS, place)
            g.tell("reduced", "19.46", unit=g.unit_id(unit), place=g.place_id(place))
        else:
            eliminate(g, unit, "19.46")
