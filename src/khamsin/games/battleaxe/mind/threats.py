"""What the enemy could do next in Operation Battleaxe: storm a garrison, or step into a gap."""

from __future__ import annotations

from typing import NamedTuple

from khamsin.games.battleaxe.model.pieces import ALLIED, AT, AXIS
from khamsin.games.battleaxe.model.state import State
from khamsin.games.battleaxe.rules.combat.attrition import capacity
from khamsin.games.battleaxe.rules.combat.combat import has_combined_arms, lead_value

from .chances import DIE, GUNS, chances
from .network import Network

FAR = 2  # spaces from which a stack strikes, if its way is free


class Raid(NamedTuple):
    """The worst that one step of the enemy into an empty space does."""

    points: float
    """Victory points that lose their line."""
    strength: float
    """Combat value that loses its line."""


def raid(g: State, side: int, reach: list[int], supply: Network, scored: Network | None) -> Raid:
    """The most that a side would lose to a single unit of the enemy, who can come so far."""
    spaces = g.pack.spaces
    points = strength = 0.0
    cut_now = supply.cut(g, side, supply.line)
    for space, owner in enumerate(g.control):
        if owner != side or reach[space] < 0 or g.here[side][space]:
            continue
        if scored is not None:
            lost = scored.without(space)
            if lost:
                points = max(points, sum([s.vp for n, s in enumerate(spaces) if lost >> n & 1]))
        lost = supply.without(space)
        if lost & (lost - 1):
            strength = max(strength, supply.cut(g, side, supply.line & ~lost) - cut_now)
    return Raid(points, strength)


def has_die(g: State, side: int) -> bool:
    """Whether a side will probably roll a die more in its attack: aircraft, or Rommel."""
    return side == ALLIED or g.rommel or g.advantage == AXIS


def storm(g: State, side: int, space: int, reach: list[int]) -> float:
    """The chance that the best attack of a side in reach takes a space of the enemy."""
    defenders = g.here[1 - side][space]
    attackers = best_attackers(g, side, space, reach)
    if not attackers:
        return 0.0
    if not defenders:
        return 1.0
    margin = 0.0 + len(attackers) + max([lead_value(g, unit, attackers) for unit in attackers])
    margin += has_combined_arms(g, attackers) + DIE * has_die(g, side)
    margin += GUNS * (bool(g.artillery[side]) - bool(g.artillery[1 - side]))
    margin -= max([lead_value(g, unit, defenders) for unit in defenders]) + len(defenders)
    margin -= g.pack.spaces[space].tem
    if side == AXIS and g.fuel_low:
        margin -= g.pack.numbers.combat_fuel_shortage
    odds = chances(round(margin), capacity(g, defenders))
    return odds.overrun + odds.share


def best_attackers(g: State, side: int, space: int, reach: list[int]) -> tuple[int, ...]:
    """The strongest stack of one space that could attack there together."""
    pack = g.pack
    best: tuple[int, ...] = ()
    most = 0
    if reach[space] < 0 and not g.here[side][space]:
        return best
    far = pack.board.distances(space)
    for start, units in enumerate(g.here[side]):
        if not units or far[start] > FAR:
            continue
        able = [u for u in units if start == space or (pack.unit_mf[u] and not _locked(g, u))]
        if not able:
            continue
        able.sort(key=lambda unit: -pack.cv[unit][g.steps[unit]])
        able = able[: pack.numbers.stacking_area]
        value = pack.cv[able[0]][g.steps[able[0]]] + len(able)
        if value > most:
            best, most = tuple(able), value
    return best


def _locked(g: State, unit: int) -> bool:
    division = g.pack.division[unit]
    return division >= 0 and g.locked[division]


def alone(g: State, side: int, reach: list[int]) -> float:
    """Combat value of guns and armoured cars that stand without others where the enemy can come."""
    pack = g.pack
    found = 0
    for space, units in enumerate(g.here[side]):
        if (
            units
            and (reach[space] >= 0 or g.here[1 - side][space])
            and all(pack.unit_type[u] == AT or pack.units[u].is_armoured_car for u in units)
        ):
            found += sum([pack.cv[unit][g.steps[unit]] for unit in units])
    return found
