"""2.1, 9.91, 11 What a unit is worth now: attack, defence, morale, support, movement."""

from __future__ import annotations

from khamsin.games.malta.model.pieces import (
    ARTILLERY,
    DEMORALISED,
    DISORGANISED,
    FOOT,
    LEADER,
    MILITIA,
    NOBODY,
    STRONGPOINT,
    Commander,
    Gun,
)
from khamsin.games.malta.model.state import State


def half(value: int) -> int:
    """9.91, 10.14, R25 Half, rounded up, as every half is unless its rule says otherwise."""
    return (value + 1) // 2


def printed_attack(g: State, unit: int) -> int:
    """2.1.attack The attack strength printed on the side that lies up."""
    return g.pack.levels[g.back[unit]][g.level[unit]].attack


def printed_defence(g: State, unit: int) -> int:
    """2.1.attack The printed defence strength; deployed artillery has its limbered one (12.11)."""
    return g.pack.levels[g.back[unit]][g.level[unit]].defence


def attack(g: State, unit: int) -> int:
    """8.31, 8.4, 9.91.unsup, 9.91.dis, 9.91.dem, 11.3 The attack strength now; 0 stays 0."""
    value = g.pack.levels[g.back[unit]][g.level[unit]].attack
    if value == 0:
        return 0
    order = g.order[unit]
    if order == DEMORALISED:
        value = half(value)
    elif order == DISORGANISED and value > 1:
        value -= 1
    if g.unsupplied[unit] and value > 1:
        value -= 1  # 8.4: after the halving
    return value


def defence(g: State, unit: int) -> int:
    """9.91.dem The defence strength; only demoralisation lowers it (8.31, R10)."""
    value = g.pack.levels[g.back[unit]][g.level[unit]].defence
    return half(value) if g.order[unit] == DEMORALISED else value


def morale(g: State, unit: int) -> int:
    """2.1.morale, 9.93, 11.0, 11.4, R16 The current morale, less one if demoralised."""
    value = g.pack.levels[g.back[unit]][g.level[unit]].morale
    return value - 1 if g.order[unit] == DEMORALISED else value


def gun_of(g: State, unit: int) -> Gun:
    """The guns printed on artillery, a warship or a coast gun."""
    gun = g.pack.units[g.back[unit]].gun
    assert gun is not None, g.unit_id(unit)
    return gun


def support(g: State, unit: int, value: int) -> int:
    """8.32, 9.91.unsup, 9.91.dis, R10 A support value after supply and order; not for ships."""
    if g.pack.kind[unit] != ARTILLERY:
        return value
    if g.order[unit] == DISORGANISED and value > g.pack.limits.disorganised_support:
        value -= 1
    if g.unsupplied[unit] and value > 1:
        value -= 1
    return value


def allowance(g: State, unit: int) -> int:
    """2.1.ma, 8.33, 11.4, 14.1 The movement allowance in half points, the leader's bonus last."""
    pack = g.pack
    value = pack.levels[g.back[unit]][g.level[unit]].move
    if value == 0:
        return 0
    is_foot = pack.move_class[unit] == FOOT
    if g.unsupplied[unit] and not is_foot:
        value = max(1, value - pack.limits.unsupplied_vehicle)
    if g.order[unit] == DEMORALISED:
        limits = pack.limits
        less = limits.demoralised_foot if is_foot else limits.demoralised_vehicle
        value = max(1, value - less)
    return 2 * (value + g.bonus[unit])


def commander(g: State, leader: int) -> Commander:
    """2.2, 14.43 The side of a leader's counter that lies up."""
    return g.pack.units[leader].commanders[g.adc[leader]]


def is_remnant(g: State, unit: int) -> bool:
    """2.1.remnant, 17.31 The lowest level of a battalion that is no artillery."""
    pack = g.pack
    return (
        pack.is_battalion[unit]
        and pack.kind[unit] != ARTILLERY
        and g.level[unit] == len(pack.levels[unit]) - 1
    )


def led_in(g: State, unit: int) -> int:
    """15.1, 15.3, 17.32, R29 The formation of a unit for combat and leaders; a remnant has none."""
    return NOBODY if is_remnant(g, unit) else g.formation[unit]


def steps_left(g: State, unit: int) -> int:
    """2.1.steps, 17.3 The steps a unit has: a battalion one a level, everything else one."""
    pack = g.pack
    if pack.is_battalion[unit] and pack.kind[unit] != ARTILLERY:
        return len(pack.levels[unit]) - g.level[unit]
    return 0 if pack.kind[unit] == LEADER else 1


def stands_still(g: State, unit: int) -> bool:
    """9.63, 12.24, 16.23, 16.34 Movement allowance 0: never retreats, never advances."""
    pack = g.pack
    return pack.levels[g.back[unit]][g.level[unit]].move == 0 or bool(g.deployed[unit])


def zoc_attack(g: State, unit: int) -> int:
    """5.1, R18 What a unit counts for its hex's zone of control; face-down militia nothing."""
    if g.pack.kind[unit] == MILITIA and not g.seen[unit]:
        return 0
    return attack(g, unit)


def is_zero(g: State, unit: int) -> bool:
    """6.52, 16.23 A unit of defence strength 0, as far as the enemy can know."""
    return g.pack.kind[unit] == STRONGPOINT and bool(g.seen[unit]) and printed_defence(g, unit) == 0
