"""6.4 Infiltration: from one enemy zone of control straight into another."""

from __future__ import annotations

from khamsin.games.malta.model.pieces import DEMORALISED, LEADER, MOT, MOTORCYCLE, SIDES, TANK
from khamsin.games.malta.model.state import MOVED, OUTSIDE, State
from khamsin.games.malta.rules.combat.losses import disorganise
from khamsin.games.malta.rules.combat.strength import morale
from khamsin.games.malta.rules.control import has_units
from khamsin.kernel.game import Refused
from khamsin.kernel.play.asking import DONE
from khamsin.kernel.play.decision import MARK, Choose, Option, Roll, listed

from .entry import enter
from .movement import NO_ALLOWANCE, NOWHERE, movers, why_not_move
from .reach import may_enter

NOT_IN_ZOC = Refused("6.4", "not_in_zoc")
DEMORALISED_AT_NIGHT = Refused("6.71", "demoralised_at_night")


def why_not_infiltrate(g: State, unit: int) -> Refused | None:
    """6.4, 6.41, R20 From a hex of enemy zone of control straight into another.

    The unit has to be in it as its movement phase begins: militia may rise later.
    """
    reason = why_not_move(g, unit)
    if reason is not None:
        return reason
    if g.deployed[unit] or g.pack.kind[unit] == LEADER:
        return NO_ALLOWANCE
    if g.did[unit] & OUTSIDE or not g.zoc[1 - g.active][g.place[unit]]:
        return NOT_IN_ZOC
    if g.is_night and g.order[unit] == DEMORALISED:
        return DEMORALISED_AT_NIGHT
    return None if infiltration_hexes(g, unit) else NOWHERE


def infiltration_hexes(g: State, unit: int) -> list[int]:
    """6.41 Adjacent hexes in enemy zones of control that the unit may enter."""
    zoc = g.zoc[1 - g.active]
    return [
        n
        for n, _, _ in g.pack.steps[g.pack.move_class[unit]][0][g.place[unit]]
        if zoc[n] and may_enter(g, unit, n)
    ]


def next_to_enemy_fort(g: State, side: int, h: int) -> bool:
    """6.41 Whether a standing fort held by the enemy is next to a hex."""
    return any(g.forts[n] and has_units(g, 1 - side, n) for n in g.pack.touch[h])


def infiltration_bonus(g: State, unit: int, h: int) -> int:
    """6.41 What is added to the die."""
    numbers, kind = g.pack.tables.numbers, g.pack.kind[unit]
    side = g.pack.side_of[unit]
    total = morale(g, unit)
    if has_units(g, side, h):
        total += numbers.infiltration_friend
    if g.is_night:
        total += numbers.infiltration_night
    if kind == TANK:
        total += numbers.infiltration_tank
    elif kind == MOTORCYCLE or g.pack.move_class[unit] == MOT:
        total += numbers.infiltration_motorised
    if next_to_enemy_fort(g, side, g.place[unit]) and next_to_enemy_fort(g, side, h):
        total += numbers.infiltration_forts
    return total


async def infiltration_phase(g: State) -> None:
    """6.4 After all other movement."""
    while True:
        units = [unit for unit in movers(g) if why_not_infiltrate(g, unit) is None]
        if not units:
            return
        options: list[Option] = [("unit", g.unit_id(unit)) for unit in units]
        answer = await Choose(SIDES[g.active], "infiltrate", listed([*options, DONE]), "6.4")
        if answer == DONE:
            return
        await infiltrate(g, g.pack.unit_index[answer[1]])
        await MARK


async def infiltrate(g: State, unit: int) -> None:
    """6.41, 6.42 Roll for one unit, and for a leader who goes with it."""
    side, name = SIDES[g.active], g.unit_id(unit)
    hexes: list[Option] = [("go", g.place_id(h)) for h in infiltration_hexes(g, unit)]
    answer = await Choose(side, "infiltrate_to", lambda: hexes, "6.41", unit=name)
    h = g.pack.board.at(answer[1])
    taken: list[int] = []
    for leader in g.here[g.active][g.place[unit]]:
        if g.pack.kind[leader] == LEADER and why_not_move(g, leader) is None:
            choices: list[Option] = [("take", g.unit_id(leader)), ("alone",)]
            with_him = await Choose(side, "take_leader", listed(choices), "6.42", unit=name)
            if with_him[0] == "take":
                taken.append(leader)
    bonus = infiltration_bonus(g, unit, h)
    (die,) = await Roll(1, "infiltration", "6.41", side)
    is_through = die + bonus >= g.pack.tables.numbers.infiltration_success
    g.tell(
        "infiltration", "6.41", unit=name, place=answer[1], die=die, total=die + bonus,
        through=int(is_through),
    )  # fmt: skip
    for each in (unit, *taken):
        g.did[each] |= MOVED
    if is_through:
        await enter(g, unit, h)
        for leader in taken:
            await enter(g, leader, h)
    if not is_through or g.is_night:
        disorganise(g, unit, "6.41" if not is_through else "6.71")
