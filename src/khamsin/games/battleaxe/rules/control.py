"""7 Stacking and control: who stands where, who holds what, and every change of it."""

from __future__ import annotations

from khamsin.games.battleaxe.model.pieces import ALLIED, AXIS, GONE, OFF_MAP, SIDES
from khamsin.games.battleaxe.model.state import ASSAULT, State
from khamsin.kernel.map.placement import relocate

from .june15 import note_control, note_entry


def is_contested(g: State, space: int) -> bool:
    """7.3 Units of both sides are there."""
    return bool(g.here[ALLIED][space]) and bool(g.here[AXIS][space])


def was_contested(g: State, space: int) -> bool:
    """10.1.4, 11.1, R41 Contested when the Assault began; until one is declared: contested now."""
    return space in g.contested_at_start if g.doing == ASSAULT else is_contested(g, space)


def is_free(g: State, space: int, side: int) -> bool:
    """7.4, 7.5 Vacant (no enemy of this side is there) and under this side's control."""
    return not g.here[1 - side][space] and g.control[space] == side


def has_room(g: State, space: int, side: int) -> bool:
    """7.1a-b Four units of each side in an Area at every moment (R40); 15.2 a Zone takes all."""
    return len(g.here[side][space]) < g.pack.stacking[space]


def put(g: State, unit: int, space: int) -> None:
    """Take a unit to a space, or off the map."""
    relocate(g.place, g.here[g.pack.side_of[unit]], unit, space)


def move_unit(g: State, unit: int, space: int) -> None:
    """A unit goes to a space; control there and where it came from follows at once (7.2a)."""
    left = g.place[unit]
    put(g, unit, space)
    settle_control(g, left)
    settle_control(g, space)
    note_entry(g, g.pack.side_of[unit], space)
    if g.pack.tobruk in (left, space):
        check_tobruk_bonus(g)


def lose_step(g: State, unit: int, rule: str) -> None:
    """11.4.4 Turn a full unit to its reduced side; a reduced one is eliminated."""
    if g.is_full(unit):
        g.steps[unit] -= 1
        g.tell("reduced", rule, unit=g.unit_id(unit), place=g.place_id(g.place[unit]))
    else:
        eliminate(g, unit, rule)


def both_lose_step(g: State, attacker: int, defender: int, rule: str) -> None:
    """11.4.4b At the same moment, so that neither outlives the other to take the space (R39)."""
    if g.is_full(attacker) or g.is_full(defender):
        lose_step(g, attacker, rule)
        lose_step(g, defender, rule)
        return
    space = _remove(g, attacker, rule)
    _remove(g, defender, rule)
    _after_losses(g, space)


def eliminate(g: State, unit: int, rule: str) -> None:
    """Take a unit off the map; it may be rebuilt in a Refit Phase (13.3.2)."""
    _after_losses(g, _remove(g, unit, rule))


def _remove(g: State, unit: int, rule: str) -> int:
    space = g.place[unit]
    put(g, unit, OFF_MAP)
    g.steps[unit] = GONE
    g.oos[unit] = 0
    g.lost = (*g.lost, unit)
    g.tell("eliminated", rule, unit=g.unit_id(unit), place=g.place_id(space))
    return space


def _after_losses(g: State, space: int) -> None:
    settle_control(g, space)
    if space == g.pack.tobruk:
        check_tobruk_bonus(g)


def settle_control(g: State, space: int) -> None:
    """7.2a, 22.e, R39 A side with units in a Vacant space controls it from that moment."""
    owner = g.control[space]
    if g.here[1 - owner][space] and not g.here[owner][space]:
        change_control(g, space, 1 - owner, "7.2a")


def change_control(g: State, space: int, side: int, rule: str) -> None:
    """Turn the control marker of a space."""
    g.control[space] = side
    g.tell("control", rule, place=g.place_id(space), side=SIDES[side])
    note_control(g, space)


def check_tobruk_bonus(g: State) -> None:
    """19.6 Once a game: a point when the Allies outnumber the Axis in Tobruk."""
    if g.tobruk_bonus or not g.has("tobruk_bonus"):
        return
    tobruk = g.pack.tobruk
    if len(g.here[ALLIED][tobruk]) > len(g.here[AXIS][tobruk]):
        g.tobruk_bonus = True
        g.vp += g.pack.numbers.victory_tobruk_bonus
        g.tell("tobruk_bonus", "19.6", vp=g.vp)
