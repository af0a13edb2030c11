"""10 Support: aircraft and Rommel for the attack, artillery for both."""

from __future__ import annotations

from khamsin.games.battleaxe.model.pieces import ALLIED, AXIS, SIDES
from khamsin.games.battleaxe.model.state import Battle, State
from khamsin.games.battleaxe.rules.advantage import YES_NO, can_declare_rommel, declare_rommel
from khamsin.games.battleaxe.rules.control import was_contested
from khamsin.kernel.play.decision import Choose, Option, Roll, listed

# The steps of 11.4 in which support is decided, in their order
AIR, ROMMEL, ARTILLERY, ENEMY_ARTILLERY = "air", "rommel", "artillery", "enemy_artillery"
KINDS = (AIR, ROMMEL, ARTILLERY, ENEMY_ARTILLERY)


def has_air(g: State, side: int) -> bool:
    """10.1 The Allies have an air marker; 19.2 the Axis from turn 2, if there is fuel (R36)."""
    if side == ALLIED:
        return True
    late = g.turn >= g.pack.numbers.air_luftwaffe_from_turn
    return g.has("luftwaffe") and late and not g.fuel_low


def is_air_ready(g: State, side: int) -> bool:
    """10.1.2, R6 Whether the marker of a side that has one shows that it is not used."""
    return not (g.air_used and g.half == side)


def can_fly(g: State, side: int) -> bool:
    """10.1.1-10.1.3 One combat in a half, and the one that follows it after an Overrun (R6)."""
    again = g.going_on is not None and g.going_on.air > 0
    return has_air(g, side) and (again or not g.air_used)


async def air_support(g: State, b: Battle) -> None:
    """10.1 The attacker may assign his aircraft."""
    side = b.attacker
    if can_fly(g, side) and await _wanted(g, b, "air_support", "10.1.1"):
        (die,) = await Roll(1, "air", "10.1.4", SIDES[side])
        g.air_used = True  # 10.1.2: until the next half (R6)
        b.air = air_value(g, b, die)
        g.tell("air", "10.1.4", side=SIDES[side], die=die, value=b.air)
    b.decided = (*b.decided, AIR)


async def _wanted(g: State, b: Battle, prompt: str, rule: str) -> bool:
    place = g.place_id(b.space)
    return await Choose(SIDES[b.attacker], prompt, listed(YES_NO), rule, place=place) == ("yes",)


def air_value(g: State, b: Battle, die: int) -> int:
    """10.1.4, 19.2 The die, less one over an old battlefield, within its bounds (R36, R42)."""
    numbers = g.pack.numbers
    if b.attacker == ALLIED and g.has("luftwaffe"):
        die += numbers.air_luftwaffe_allied
    if was_contested(g, b.space):
        die += numbers.air_contested
    return min(max(die, numbers.air_lowest), numbers.air_highest)


def can_rommel_lead(g: State, side: int) -> bool:
    """12.1E, R23 Declared, and not used in this half but in the Overrun that this follows."""
    again = g.going_on is not None and g.going_on.rommel > 0
    return side == AXIS and g.rommel and (again or not g.rommel_used)


async def rommel_leads(g: State, b: Battle) -> None:
    """12.1E Rommel may add a die to one Axis attack in each half, declared now if need be (R21)."""
    if can_rommel_lead(g, b.attacker):
        leads = await _wanted(g, b, "rommel", "12.1E")
    else:
        leads = can_declare_rommel(g) and await _wanted(g, b, "rommel_now", "12.1E")
        if leads:
            declare_rommel(g)
    if leads:
        (die,) = await Roll(1, "rommel", "12.1E", "axis")
        g.rommel_used = True
        b.rommel = die
        g.tell("rommel_leads", "12.1E", die=die)
    b.decided = (*b.decided, ROMMEL)


async def artillery_request(g: State, b: Battle, side: int) -> None:
    """10.2.1a-d One request a side, if a marker is ready (R7); 10.2.2 none after an Overrun."""
    if not b.is_overrun and g.artillery[side]:
        await _request(g, b, side)
    b.decided = (*b.decided, ARTILLERY if side == b.attacker else ENEMY_ARTILLERY)


async def _request(g: State, b: Battle, side: int) -> None:
    answer = await Choose(
        SIDES[side], "artillery", listed(REQUEST), "10.2.1a", place=g.place_id(b.space)
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


REQUEST: tuple[Option, ...] = (("request",), ("no",))


def on_friendly_ground(g: State, side: int, space: int) -> bool:
    """10.2.1b An Axis-controlled Stützpunkt for the Axis, Allied-held Tobruk for the Allies."""
    if g.control[space] != side:
        return False
    if side == AXIS:
        return g.pack.spaces[space].is_stutzpunkt
    return space == g.pack.tobruk
