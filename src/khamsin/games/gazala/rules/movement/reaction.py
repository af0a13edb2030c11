"""10.3 Armoured cars slip away while the enemy moves."""

from __future__ import annotations

from khamsin.games.gazala.model.pieces import AXIS, NOBODY, OFF, SIDES
from khamsin.games.gazala.model.state import State
from khamsin.games.gazala.model.ways import MECH
from khamsin.games.gazala.rules.control import go, has_room
from khamsin.kernel.play.decision import Choose, Option, listed

from .cost import is_barred_west


def reacting_units(g: State, side: int) -> list[int]:
    """10.3, 13.11.d, R65 Units with the movement of armoured cars, and counters a scenario adds.

    4.43: not those that have given shelter this turn, who must not move; 10.13, R64: nor those
    whose HQ is lost.
    """
    pack = g.pack
    units = (*pack.cars[side], *[u for u in g.scenario.reacting if pack.side_of[u] == side])
    return [
        unit
        for unit in units
        if g.place[unit] >= 0 and not g.locked[unit] and not is_leaderless(g, unit)
    ]


def is_leaderless(g: State, unit: int) -> bool:
    """10.13, R64 The HQ of its formation is eliminated."""
    hq = g.pack.hq_of.get(g.formation[unit], NOBODY)
    return hq != NOBODY and g.place[hq] == OFF


def reaction_hexes(g: State, unit: int) -> list[int]:
    """10.3, R35 One hex, without enemies and out of their ZOC, where there is room."""
    pack = g.pack
    side, here = pack.side_of[unit], g.place[unit]
    enemies, zoc = g.here[1 - side], g.zoc[1 - side]
    not_west = is_barred_west(g, side)
    return [
        there
        for there, edge, _ in pack.ways[MECH][False][here]
        if not enemies[there]
        and not zoc[there]
        and not (side == AXIS and g.mines[edge])
        and not (not_west and pack.west_of[here] == there)
        and has_room(g, there, (unit,))
    ]


async def reactions(g: State, movers: tuple[int, ...], place: int) -> bool:
    """10.3, R35 Enemy armoured cars beside a hex just entered may go one hex away, at once."""
    side = 1 - g.pack.side_of[movers[0]]
    if not g.held[side] & g.pack.sets.near[place]:
        return False
    near = g.pack.board.neighbours[place]
    waiting = [unit for unit in reacting_units(g, side) if g.place[unit] in near]
    reacted = False
    while waiting:
        options = reaction_options(g, waiting)
        if len(options) == 1:
            break
        answer = await Choose(
            SIDES[side],
            "react",
            listed(options),
            "10.3",
            place=g.place_id(place),
        )
        if answer == ("stay",):
            break
        unit = g.pack.unit_index[answer[1]]
        start = g.place_id(g.place[unit])
        go(g, unit, g.pack.board.at(answer[2]))
        g.moved[unit] = 1  # 4.43: it shelters nobody who goes from ZOC to ZOC
        g.tell("reacted", "10.3", unit=answer[1], start=start, place=answer[2])
        waiting = [other for other in waiting if other != unit]
        reacted = True
    return reacted


def reaction_options(g: State, units: list[int]) -> list[Option]:
    """10.3 Each car's hexes, or none of them."""
    options: list[Option] = [
        ("react", g.unit_id(unit), g.place_id(there))
        for unit in units
        for there in reaction_hexes(g, unit)
    ]
    options.append(("stay",))
    return options
