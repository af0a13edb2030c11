"""11.2 Replacements: steps for units in play, and tanks and armoured cars that come back."""

from __future__ import annotations

from khamsin.games.gazala.model.pieces import (
    ALLIED,
    AXIS,
    INDEPENDENT,
    ISOLATED,
    NOBODY,
    OFF,
    POOLS,
    SIDES,
    SUPPLIED,
    UNUSED,
)
from khamsin.games.gazala.model.state import REASSIGNMENT, State
from khamsin.games.gazala.rules.combat.losses import succeed
from khamsin.kernel.game import Refused
from khamsin.kernel.play.asking import DONE
from khamsin.kernel.play.decision import MARK, Choose, Option, listed

from .control import has_room, is_overstacked, put, remove, stacks
from .supply import statuses

GONE = (OFF, UNUSED)

NO_POINTS = Refused("11.21", "no_replacement_points")
AT_FULL = Refused("11.24", "at_full_strength")
NEXT_TO_ENEMY = Refused("11.2.a", "next_to_enemy")
IS_ISOLATED = Refused("11.2.a", "is_isolated")
NO_ROOM = Refused("5.1", "no_room")
NEVER_REPLACED = Refused("11.2.b", "never_replaced")


def is_beside_enemy(g: State, side: int, place: int) -> bool:
    """11.2.a Adjacent to an enemy unit."""
    return any(g.here[1 - side][near] for near in g.pack.board.neighbours[place])


def brigade_for(g: State, unit: int) -> int:
    """R49 The brigade that a battalion becomes with a point: its own, if that is off the map."""
    brigade = g.part_of[unit]
    return brigade if brigade != NOBODY and g.place[brigade] == OFF else NOBODY


def why_not_rebuild(g: State, unit: int, status: dict[int, int]) -> Refused | None:
    """11.2, 11.21-11.24 Why a unit on the map does not regain a step."""
    pool, side = pool_of(g, unit), g.pack.side_of[unit]
    if pool == NOBODY:
        return NEVER_REPLACED
    if not g.points[pool]:
        return NO_POINTS
    if not g.step[unit] and brigade_for(g, unit) == NOBODY:
        return AT_FULL
    if g.step[unit] and _has_detached(g, unit):
        return AT_FULL
    if status[unit] == ISOLATED:
        return IS_ISOLATED
    if is_beside_enemy(g, side, g.place[unit]):
        return NEXT_TO_ENEMY
    return None if g.step[unit] or _brigade_fits(g, unit) else NO_ROOM


def _brigade_fits(g: State, battalion: int) -> bool:
    """5.1 A battalion may not become a brigade where there is no room for one."""
    stack = g.here[g.pack.side_of[battalion]][g.place[battalion]]
    return not is_overstacked(g, stack, grown=battalion)


def _has_detached(g: State, brigade: int) -> bool:
    """10.6.a, 11.24 The third step of a brigade is away: as a battalion of its own."""
    battalion = g.pack.battalion[brigade]
    if battalion == NOBODY:
        return False
    family = g.pack.families[g.pack.units[battalion].family]
    return any(g.part_of[part] == brigade and g.place[part] not in GONE for part in family)


def pool_of(g: State, unit: int) -> int:
    """11.21 The points that rebuild a unit; a battalion counter has the nation of its brigade."""
    brigade = g.part_of[unit]
    return g.pack.pool[unit if brigade == NOBODY else brigade]


def comeback_hexes(g: State, unit: int, status: dict[int, int]) -> list[int]:
    """11.23, R49 With a supplied unit of its formation, where there is room and no enemy near."""
    side, formation = g.pack.side_of[unit], g.formation[unit]
    return [
        place
        for place in sorted(g.pack.sets.spaces(g.held[side]))
        if any(
            status[other] == SUPPLIED
            and (formation == INDEPENDENT or g.formation[other] == formation)
            for other in g.here[side][place]
        )
        and not is_beside_enemy(g, side, place)
        and has_room(g, place, (unit,))
    ]


def replacement_options(g: State, side: int) -> list[Option]:
    """11.2 Every step that can be bought."""
    pack = g.pack
    if not any(g.points[pack.pool[u]] for u in _rebuilt(g, side)):
        return []
    status = statuses(g, side)
    options: list[Option] = [
        ("rebuild", g.unit_id(unit))
        for units in stacks(g, side)
        for unit in units
        if why_not_rebuild(g, unit, status) is None
    ]
    for unit in _rebuilt(g, side):
        if g.place[unit] == OFF and pack.is_vehicle[unit] and g.points[pack.pool[unit]]:
            options += [
                ("comeback", g.unit_id(unit), g.place_id(place))
                for place in comeback_hexes(g, unit, status)
            ]
    return options


def _rebuilt(g: State, side: int) -> list[int]:
    pack = g.pack
    return [u for u, pool in enumerate(pack.pool) if pool != NOBODY and pack.side_of[u] == side]


async def replacements(g: State) -> None:
    """11.2 The Axis, then the Allies, spend what points they like (11.25)."""
    for side in (AXIS, ALLIED):
        while not g.ready[side]:
            await MARK
            options = replacement_options(g, side)
            answer = DONE
            if options:
                answer = await Choose(
                    SIDES[side], "replacements", listed([*options, DONE]), "11.2.a"
                )
            if answer == DONE:
                g.ready[side] = True
            else:
                _spend(g, answer)
    g.ready = [False, False]
    g.stage = REASSIGNMENT


def _spend(g: State, answer: Option) -> None:
    """11.23, 11.24 One point, one step."""
    unit = g.pack.unit_index[answer[1]]
    pool = pool_of(g, unit)
    g.points[pool] -= 1
    if answer[0] == "comeback":
        g.step[unit] = g.pack.last_step[unit]
        put(g, unit, g.pack.board.at(answer[2]))
        g.tell("came_back", "11.23", unit=answer[1], place=answer[2], pool=POOLS[pool])
    elif g.step[unit]:
        g.step[unit] -= 1
        g.tell("rebuilt", "11.2.a", unit=answer[1], pool=POOLS[pool])
    else:
        brigade, place = brigade_for(g, unit), g.place[unit]
        g.step[brigade] = g.pack.last_step[brigade]
        succeed(g, unit, brigade)
        remove(g, unit)
        put(g, brigade, place)
        g.tell("rebuilt", "11.2.a", unit=g.unit_id(brigade), pool=POOLS[pool])
