"""move, nbmove: Battle Moves and Non-Battle Moves of the Axis."""

from __future__ import annotations

from khamsin.games.commander.model.pieces import ALLIED, AXIS
from khamsin.games.commander.model.state import State
from khamsin.kernel.game import Refused
from khamsin.kernel.map.trace import trace
from khamsin.kernel.play.asking import DONE
from khamsin.kernel.play.decision import Option, choose_one

from .asking import next_order
from .forces import put, reach

HAS_MOVED = Refused("nbmove.2", "has_moved")
NO_ENEMY_THERE = Refused("move.1", "no_enemy_there")
ENEMY_THERE = Refused("nbmove.1", "enemy_there")
TOO_FAR = Refused("maxmove.1", "too_far")
NO_WAY = Refused("move.3", "enemies_in_the_way")
CANNOT_PAY = Refused("move.4", "cannot_pay_move")

FAR = 99


def distances(g: State, area: int, limit: int) -> dict[int, int]:
    """move.3, R34 How far each area is on ways free of enemies; enemy areas end a way."""
    return trace(g.c.neighbours, (area,), bytearray(len(g.c.areas)), limit, last=g.here[ALLIED])


def price(g: State, steps: int) -> int:
    """move.4 The first area is free, each further one costs a Supply."""
    constants = g.pack.constants
    return max(steps - constants.free_moves, 0) * constants.extra_move_cost


def paid_for(g: State) -> int:
    """move.4 How many areas a Force can be paid for with the Supplies there are."""
    constants = g.pack.constants
    return constants.free_moves + g.supplies[AXIS] // constants.extra_move_cost


def affordable(g: State, unit: int) -> int:
    """maxmove.1, move.4 How many areas the Force may go with the Supplies there are."""
    return min(reach(g, unit), paid_for(g))


def entries(g: State, unit: int, target: int) -> list[tuple[int, int]]:
    """after.1, R35 The areas from which a Force can enter a battle, with what each way costs."""
    limit = affordable(g, unit)
    ways = distances(g, g.place[unit], limit - 1)
    enemies = g.here[ALLIED]
    return [
        (near, price(g, ways[near] + 1))
        for near in g.c.neighbours[target]
        if near in ways and not enemies[near]
    ]


def battle_move_offers(g: State) -> list[Option]:
    """move.1-2 Every Force with every enemy area it can end in."""
    return _move_offers(g, into_battle=True)


def other_move_offers(g: State) -> list[Option]:
    """nbmove.1-2 Every Force that has not moved with every area it can reach without enemies."""
    return _move_offers(g, into_battle=False)


def _move_offers(g: State, *, into_battle: bool) -> list[Option]:
    enemies, moved = g.here[ALLIED], g.moved
    unit_ids, place_ids = g.c.unit_ids, g.c.place_ids
    paid = paid_for(g)
    offers: list[Option] = []
    for area, units in enumerate(g.here[AXIS]):
        if not units or (into_battle and enemies[area]):
            continue
        limits = [(unit, min(reach(g, unit), paid)) for unit in units if not moved[unit]]
        if not limits:
            continue
        # one trace an area: those who reach less far stop earlier on the same ways
        ways = distances(g, area, max([limit for _, limit in limits]))
        goals = [
            (place_ids[at], far)
            for at, far in ways.items()
            if far and bool(enemies[at]) == into_battle
        ]
        for unit, limit in limits:
            name = unit_ids[unit]
            for place, far in goals:
                if far > limit:
                    break
                offers.append(("move", name, place))
    return offers


async def battle_moves(g: State) -> None:
    """move.1-4 Forces go to battle one by one, each paid as it goes; from several areas (R36)."""
    while (answer := await next_order(g, "battle_moves", battle_move_offers, "move.1")) != DONE:
        unit, target = g.c.unit_index[answer[1]], g.c.board.at(answer[2])
        ways: list[Option] = [
            ("from", g.place_id(near), str(cost)) for near, cost in entries(g, unit, target)
        ]
        way = await choose_one(
            "axis", "enter_from", ways, "after.1", unit=answer[1], place=answer[2]
        )
        g.came_from[unit] = g.c.board.at(way[1])
        _move(g, unit, target, int(way[2]), "move.1")


async def other_moves(g: State) -> None:
    """nbmove.1-3 Forces that have not moved may go where no enemies are."""
    while (answer := await next_order(g, "moves", other_move_offers, "nbmove.1")) != DONE:
        unit, target = g.c.unit_index[answer[1]], g.c.board.at(answer[2])
        steps = distances(g, g.place[unit], affordable(g, unit))[target]
        _move(g, unit, target, price(g, steps), "nbmove.1")


def _move(g: State, unit: int, area: int, cost: int, rule: str) -> None:
    g.supplies[AXIS] -= cost
    g.moved[unit] = 1
    g.fought = None
    put(g, unit, area)
    g.tell("moved", rule, unit=g.unit_id(unit), place=g.place_id(area), supplies=cost)


def why_not_move(g: State, unit: int, area: int, *, to_battle: bool) -> Refused | None:
    """move.1-4, nbmove.1-3 Why a Force may not go there in this step."""
    if g.moved[unit]:
        return HAS_MOVED
    enemies = g.here[ALLIED][area]
    if to_battle and not enemies:
        return NO_ENEMY_THERE
    if not to_battle and enemies:
        return ENEMY_THERE
    ways = distances(g, g.place[unit], FAR)
    if area not in ways:
        return NO_WAY
    if ways[area] > reach(g, unit):
        straight = g.c.board.distance(g.place[unit], area)
        return NO_WAY if straight <= reach(g, unit) else TOO_FAR
    return CANNOT_PAY if ways[area] > affordable(g, unit) else None
