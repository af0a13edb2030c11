"""9 Normal combat: strengths, odds and shifts (9.2, 9.6), and the attacks that are declared."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from khamsin.games.gazala.model.pieces import AXIS, INDEPENDENT, ISOLATED, ROMMEL, SIDES, SUPPLIED
from khamsin.games.gazala.model.state import COMBAT_FIGHT, Reckoning, State
from khamsin.games.gazala.rules.supply import headquarters
from khamsin.kernel.game import Refused
from khamsin.kernel.play.asking import DONE, choose_some
from khamsin.kernel.play.decision import MARK, Choose, Option
from khamsin.kernel.play.odds import level_named, level_of

from .armour import (
    NOT_ADJACENT,
    attacks_left,
    count_attack,
    enemies_beside,
    has_armour,
    is_closed_to_armour,
    target_options,
    why_not_attack_with,
)

NOT_ACTIVATED = Refused("7.2.a", "not_activated")
HQ_CANNOT = Refused("10.11", "hq_cannot_attack")
NO_STRENGTH = Refused("9.33", "no_strength")
HAS_FOUGHT = Refused("9.73", "has_fought")
MECH_OVER_CLIFF = Refused("9.61", "cliff")
ARMOUR_FIRST = Refused("9.0.b", "armour_first")
ODDS_TOO_LOW = Refused("9.24.b", "odds_too_low")

LOWEST = level_named("1:3")
"""9.24.a-b The first column of the table; there is no attack below it, and no end above."""


# -- strengths (9.21, 9.22) ------------------------------------------------------------------


def attack_strength(g: State, unit: int) -> int:
    """9.21, 6.21, 9.74 Strength in attack: flak uses its armour value; less out of supply."""
    pack, step = g.pack, g.step[unit]
    value = pack.armour[unit][step] if pack.is_flak[unit] else pack.combat[unit][step]
    status = g.status(unit)
    if status != SUPPLIED:
        by = "isolated_attack" if status == ISOLATED else "unsupplied_attack"
        value = -(-value // pack.numbers.divide_by[by])
    return value


def defence_strength(g: State, unit: int) -> int:
    """9.22, 6.21, 9.65 Combat strength in defence; an isolated unit has half."""
    value = g.pack.combat[unit][g.step[unit]]
    if g.supply[unit] == ISOLATED:
        value = -(-value // g.pack.numbers.divide_by["isolated_defence"])
    return value


def hexside_divisors(g: State, edge: int) -> tuple[int, int]:
    """9.61, 10.7.a, 10.81.a, R38 What attacks over a hexside are divided by: flak, and others."""
    by = g.pack.numbers.divide_by
    flak = other = 1
    if g.pack.is_cliff[edge]:
        flak, other = flak * by["cliff_attack"], other * by["cliff_attack"]
    if g.forts[edge]:
        flak, other = flak * by["fort_attack"], other * by["fort_attack"]
    if g.mines[edge]:
        flak *= by["mine_attack_flak"]
        other *= by["mine_attack_quarter" if g.has("mines_quarter") else "mine_attack"]  # R22
    return flak, other


def cooperates(g: State, units: list[int]) -> bool:
    """12.1, R57 At least four units in a hex, all of one formation."""
    if not g.has("cooperation") or len(units) < g.pack.numbers.pursuit["cooperation_units"]:
        return False
    formation = g.formation[units[0]]
    return formation != INDEPENDENT and all(g.formation[unit] == formation for unit in units)


def stacks_of(g: State, units: tuple[int, ...]) -> dict[int, list[int]]:
    """The units by the hex in which they stand."""
    found: dict[int, list[int]] = {}
    for unit in units:
        found.setdefault(g.place[unit], []).append(unit)
    return found


def total_attack(g: State, target: int, units: tuple[int, ...]) -> int:
    """9.21, R17 The strengths over each hexside together, divided, rounded up, then added."""
    pack = g.pack
    total = 0
    for here, stack in stacks_of(g, units).items():
        flak_by, by = hexside_divisors(g, pack.board.edge(here, target))
        flak = [attack_strength(g, unit) for unit in stack if pack.is_flak[unit]]
        other = [attack_strength(g, unit) for unit in stack if not pack.is_flak[unit]]
        if g.has("fractions_by_unit"):
            total += sum([-(-value // flak_by) for value in flak])
            total += sum([-(-value // by) for value in other])
            total += cooperates(g, stack)
        elif flak_by == by:
            total += -(-(sum(flak) + sum(other) + cooperates(g, stack)) // by)
        else:
            total += -(-sum(flak) // flak_by) - (-(sum(other) + cooperates(g, stack)) // by)
    return total


def defenders_of(g: State, side: int, target: int) -> list[int]:
    """9.0.a, 9.72, R63 All units in the hex, but those attacked before in this impulse."""
    return [unit for unit in g.here[side][target] if unit not in g.struck]


def total_defence(g: State, side: int, target: int) -> int:
    """9.22 The strength of all units in a hex."""
    return defence_of(g, g.here[side][target])


def defence_of(g: State, units: Sequence[int]) -> int:
    """9.22, 10.11, R55 Units of one hex in defence; HQs alone defend with 1."""
    pack = g.pack
    troops = [unit for unit in units if not pack.is_hq[unit]]
    total = sum([defence_strength(g, unit) for unit in troops]) + cooperates(g, troops)
    if not total and len(troops) < len(units):
        return pack.numbers.limits["lone_hq"]
    return total


# -- odds (9.23, 9.24, 9.6) ------------------------------------------------------------------


def supports(g: State, hq: int, target: int) -> bool:
    """10.12, 9.66 An HQ in range of the target and out of enemy ZOC."""
    pack = g.pack
    place = g.place[hq]
    if place < 0 or g.zoc[1 - pack.side_of[hq]][place]:
        return False
    return pack.board.distance(place, target) <= pack.reach[hq]


def shifts(g: State, target: int, units: tuple[int, ...], air: int) -> list[tuple[str, int]]:
    """9.24.a, 9.6, 10.5 Everything that shifts the odds of an attack, by name and columns."""
    names = [
        *_shifts_by_attackers(g, target, units),
        *_shifts_by_support(g, target),
    ]
    table = g.pack.numbers.shifts
    shifted = [(name, table[name].columns) for name in names]
    return [*shifted, ("air", air)] if air else shifted


def _shifts_by_attackers(g: State, target: int, units: tuple[int, ...]) -> list[str]:
    """9.62-9.64, 10.7.c, 10.85.b By who attacks from where, and the ground they attack."""
    pack = g.pack
    stacks = stacks_of(g, units)
    edges = {here: pack.board.edge(here, target) for here in stacks}
    found: list[str] = []
    if len(stacks) >= pack.numbers.pursuit["encirclement_hexes"]:
        found.append("encirclement")
    if any(_is_armoured(g, stack) and not g.mines[edges[h]] for h, stack in stacks.items()):
        found.append("armour_attack")  # R22: not over mines
        if _stops_armour(g, target):
            found.append("armour_defence")
    if pack.is_hill[target]:
        found.append("hill")
    engineers = [h for h, stack in stacks.items() if any(pack.is_engineer[u] for u in stack)]
    if any(g.forts[edges[here]] for here in engineers):
        found.append("engineer_fort")
    if any(g.mines[edges[here]] for here in engineers):
        found.append("engineer_mine")
    return found


def _shifts_by_support(g: State, target: int) -> list[str]:
    """9.66, 10.12, R33 HQs support whenever they can, because it costs nothing."""
    found: list[str] = []
    if g.chit != ROMMEL and supports(g, g.pack.hq_of[g.chit], target):
        found.append("hq_attack")
    if any(supports(g, hq, target) for hq in headquarters(g, 1 - g.active)):
        found.append("hq_defence")
    return found


def _is_armoured(g: State, stack: list[int]) -> bool:
    """9.63.a Tanks in one hex with infantry of any kind, attacking together."""
    pack = g.pack
    return any(pack.is_tank[u] for u in stack) and any(pack.is_infantry[u] for u in stack)


def _stops_armour(g: State, target: int) -> bool:
    """9.63.b Tanks or flak in the hex, together with infantry of any kind."""
    pack, there = g.pack, defenders_of(g, 1 - g.active, target)
    guns = any(pack.is_tank[unit] or pack.is_flak[unit] for unit in there)
    return guns and any(pack.is_infantry[unit] for unit in there)


def reckon(g: State, target: int, units: tuple[int, ...], air: int = 0) -> Reckoning:
    """9.21, 9.22, 9.23, 9.24.a-c The odds of an attack."""
    attack = total_attack(g, target, units)
    defence = defence_of(g, defenders_of(g, 1 - g.active, target))
    highest = LOWEST + len(g.pack.numbers.crt) - 1
    if not defence:
        return Reckoning(attack, 0, highest, (), highest)  # 9.24.c
    base = level_of(attack, defence)  # 9.23
    found = shifts(g, target, units, air)
    level = base + sum([columns for _, columns in found])
    return Reckoning(attack, defence, base, tuple(found), min(level, highest))


# -- declaring attacks (3.23, 9.0) -----------------------------------------------------------


def why_not_join(g: State, unit: int, target: int) -> Refused | None:
    """9.0.a-b, 9.71, 9.73 Why a unit of the active side cannot attack a hex."""
    if g.pack.is_hq[unit]:
        return HQ_CANNOT
    if g.due[unit] < 0 or g.place[unit] < 0:
        return NOT_ACTIVATED
    if unit in g.fought or any(unit in units for _, units, _ in g.declared):
        return HAS_FOUGHT
    return why_not_strike(g, unit, target)


def why_not_strike(g: State, unit: int, target: int) -> Refused | None:
    """9.0.b, 9.33, 9.61, 10.2.d, R61 Why a unit cannot attack a hex from where it stands now.

    Asked when the attack is declared and again when its turn comes.
    """
    pack, here = g.pack, g.place[unit]
    if here < 0 or not pack.board.adjacent(here, target):
        return NOT_ADJACENT
    if not attack_strength(g, unit):
        return NO_STRENGTH
    if pack.is_mech[unit] and pack.is_cliff[pack.board.edge(here, target)]:
        return MECH_OVER_CLIFF
    if (
        pack.is_vehicle[unit]
        and target not in g.armour_hexes
        and not is_closed_to_armour(g, here, target)
        and has_armour(g, target)
    ):
        return ARMOUR_FIRST  # R46
    return why_not_attack_with(g, unit)


def able_attackers(g: State, target: int) -> list[int]:
    """The units that may attack a hex."""
    return [
        unit
        for near in g.pack.board.neighbours[target]
        for unit in g.here[g.active][near]
        if why_not_join(g, unit, target) is None
    ]


def air_left(g: State) -> int:
    """10.5 Columns of air support that are still to be used this turn."""
    return g.air if g.active == AXIS else 0


def is_enough(g: State, target: int, units: tuple[int, ...]) -> bool:
    """9.24.b, R19 No attack below the lowest column, with all the support there can be."""
    return bool(units) and reckon(g, target, units, air_left(g)).level >= LOWEST


def is_free(g: State, target: int) -> bool:
    """R16 By the switch a normal attack after armour combat on the same hex costs no attack."""
    return g.has("attacks_per_hex") and target in g.armour_hexes


def combat_targets(g: State) -> list[int]:
    """3.23.a, 9.72 The hexes that can be attacked."""
    return [target for target in enemies_beside(g) if is_target(g, target)]


def can_attack(g: State) -> bool:
    """3.23.a Whether there is any."""
    return any(is_target(g, target) for target in enemies_beside(g))


def is_target(g: State, target: int) -> bool:
    """3.23.a, 9.72 Whether a hex with enemies can be attacked."""
    if attacks_left(g) <= 0 and not is_free(g, target):
        return False
    if any(target == named for named, _, _ in g.declared):
        return False
    return is_enough(g, target, tuple(able_attackers(g, target)))


async def name_targets(g: State) -> None:
    """3.23.a-b, 9.0.c All targets, units and air support are named before any die falls."""
    while can_attack(g):
        await MARK
        answer = await Choose(
            SIDES[g.active], "combat", lambda: target_options(g, combat_targets(g)), "3.23.a"
        )
        if answer == DONE:
            break
        target = g.pack.board.at(answer[1])
        units = await choose_some(
            SIDES[g.active], "combat_units", "join", able_attackers(g, target), g.unit_id, "9.21",
            is_enough=partial(is_enough, g, target), place=answer[1],
        )  # fmt: skip
        air = await name_air_support(g, target, units)
        count_attack(g, target)
        g.declared = (*g.declared, (target, units, air))
    g.stage = COMBAT_FIGHT


async def name_air_support(g: State, target: int, units: tuple[int, ...]) -> int:
    """3.23.b, 10.5 The Axis may use its aircraft in one attack of the turn."""
    air = air_left(g)
    if not air:
        return 0
    options: list[Option] = [("yes",)]
    if reckon(g, target, units).level >= LOWEST:
        options.append(("no",))
        answer = await Choose(
            SIDES[g.active], "air", lambda: options, "10.5", place=g.place_id(target), columns=air
        )
        if answer == ("no",):
            return 0
    g.air = 0
    g.tell("air_support", "10.5", place=g.place_id(target), columns=air)
    return air
