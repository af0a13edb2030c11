"""10 Support: aircraft and Rommel for the attack, artillery for both."""

from __future__ import annotations

from khamsin.kernel.decision import Choose, Option, Roll, listed

from .advantage import YES_NO, can_declare_rommel, declare_rommel
from .pieces import ALLIED, AXIS, SIDES
from .state import Battle, State


def has_air(g: State, side: int) -> bool:
    """10.1 The Allies have an air marker; 19.2 the Axis from turn 2, if there is fuel (R36)."""
    if side == ALLIED:
        return True
    late = g.turn >= g.pack.numbers.air_luftwaffe_from_turn
    return g.has("luftwaffe") and late and not g.fuel_low


async def air_support(g: State, b: Battle, *, again: bool) -> None:
    """10.1 The attacker may assign his aircraft; after an Overrun `again` (10.1.3)."""
    side = b.attacker
    if not has_air(g, side) or (g.air_used and not again):
        return
    answer = await Choose(
        SIDES[side], "air_support", listed(YES_NO), "10.1.1", place=g.space_id(b.space)
    )
    if answer == ("no",):
        return
    g.air_used = True  # 10.1.2: until the next half (R6)
    (die,) = await Roll(1, "air", "10.1.4", SIDES[side])
    b.air = air_value(g, b, die)
    g.tell("air", "10.1.4", side=SIDES[side], die=die, value=b.air)


def air_value(g: State, b: Battle, die: int) -> int:
    """10.1.4, 19.2 The die, less one over an old battlefield, within its bounds (R36, R42)."""
    numbers = g.pack.numbers
    if b.attacker == ALLIED and g.has("luftwaffe"):
        die += numbers.air_luftwaffe_allied
    if b.space in g.contested_at_start:
        die += numbers.air_contested
    return min(max(die, numbers.air_lowest), numbers.air_highest)


async def rommel_leads(g: State, b: Battle, *, again: bool) -> None:
    """12.1E Rommel may add a die to one Axis attack in each half, declared now if need be (R21)."""
    if b.attacker != AXIS:
        return
    if not (g.rommel and (again or not g.rommel_used)) and not can_declare_rommel(g):
        return
    answer = await Choose("axis", "rommel", listed(YES_NO), "12.1E", place=g.space_id(b.space))
    if answer == ("no",):
        return
    if not g.rommel:
        declare_rommel(g)
    g.rommel_used = True
    (die,) = await Roll(1, "rommel", "12.1E", "axis")
    b.rommel = die
    g.tell("rommel_leads", "12.1E", die=die)


async def artillery_request(g: State, b: Battle, side: int) -> None:
    """10.2.1a-d One request a side, if a marker is ready (R7); 10.2.2 none after an Overrun."""
    if b.is_overrun or not g.artillery[side]:
        return
    answer = await Choose(
        SIDES[side], "artillery", listed(REQUEST), "10.2.1a", place=g.space_id(b.space)
    )
    if answer == ("no",):
        return
    numbers = g.pack.numbers
    (die,) = await Roll(1, "artillery", "10.2.1a", SIDES[side])
    result = die
    if on_friendly_ground(g, side, b.space):
        result += numbers.artillery_friendly_ground
    if result >= numbers.artillery_available_from:
        g.artillery[side] -= 1  # 10.2.1d: used until the next turn
        b.artillery[side] = numbers.artillery_value
        g.tell("artillery", "10.2.1d", side=SIDES[side], die=die, result=result)
    else:
        g.tell("no_artillery", "10.2.1c", side=SIDES[side], die=die, result=result)


REQUEST: list[Option] = [("request",), ("no",)]


def on_friendly_ground(g: State, side: int, space: int) -> bool:
    """10.2.1b An Axis-controlled Stützpunkt for the Axis, Allied-held Tobruk for the Allies."""
    if g.control[space] != side:
        return False
    if side == AXIS:
        return g.pack.spaces[space].is_stutzpunkt
    return space == g.pack.tobruk
