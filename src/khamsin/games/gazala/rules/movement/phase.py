"""3.21 The movement phase: units and stacks move one after another; 5.2 then stacks are checked."""

from __future__ import annotations

from khamsin.games.gazala.model.pieces import ALLIED, NOBODY, SIDES, WAITING
from khamsin.games.gazala.model.state import ARMOUR, State
from khamsin.games.gazala.rules.brigades import split, why_not_split
from khamsin.games.gazala.rules.combat.losses import eliminate
from khamsin.games.gazala.rules.control import is_overstacked, note_zones, settle_control
from khamsin.games.gazala.rules.heckler import can_land, land
from khamsin.kernel.play.decision import MARK, Choose, Option, listed

from .engineers import breach_options, try_breach
from .march import LOCKED, leave_map, march, may_leave_map, why_not_move
from .reach import entry_hexes, reach

DONE: Option = ("done",)


async def movement_phase(g: State) -> None:
    """3.21.a-b, 4.1 The active player moves, breaches, brings in reinforcements."""
    while True:
        answer = await Choose(SIDES[g.active], "move", lambda: move_options(g), "3.21.a")
        if answer == DONE:
            break
        await _act(g, answer)
        if answer[0] not in ("unit", "stack"):
            await MARK
    g.moving = ()
    await check_stacks(g, (g.active,))
    settle_control(g)
    note_zones(g)
    g.stage = ARMOUR


async def _act(g: State, answer: Option) -> None:
    index, board = g.pack.unit_index, g.pack.board
    verb = answer[0]
    g.under_way = g.under_way or verb not in ("unit", "stack", "split")
    if verb == "unit":
        g.moving = (index[answer[1]],)
    elif verb == "stack":
        g.moving = movable_stack(g, board.at(answer[1]))
    elif verb == "to":
        await march(g, g.moving, board.at(answer[1]))
    elif verb == "leave":
        leave_map(g, g.moving)
        g.moving = ()
    elif verb == "split":
        split(g, index[answer[1]])
        g.moving = ()
    elif verb == "land":
        await land(g)
    else:
        engineer = index[answer[2]] if verb == "assisted" else NOBODY
        await try_breach(g, g.moving[0], board.at(answer[1]), engineer)


# -- what can be done ------------------------------------------------------------------------


def movable(g: State) -> list[int]:
    """The units that may (still) move, breach or enter the map."""
    is_open = bool(entry_hexes(g, g.active))
    return [u for u in g.pack.units_of[g.active] if g.due[u] >= 0 and _is_able(g, u, is_open)]


def _is_able(g: State, unit: int, is_open: bool) -> bool:
    if g.place[unit] == WAITING:
        return is_open
    reason = why_not_move(g, unit)
    return reason is None or (reason is LOCKED and bool(breach_options(g, unit)))


def movable_stack(g: State, place: int) -> tuple[int, ...]:
    """4.1, R58 Units that can leave a hex together: fresh, of one kind, mechanised first."""
    pack = g.pack
    fresh = [
        unit
        for unit in g.here[g.active][place]
        if why_not_move(g, unit) is None and not g.spent[unit] and g.cross[unit] == NOBODY
    ]
    mech = [unit for unit in fresh if pack.is_mech[unit]]
    return tuple(mech if len(mech) > 1 else [unit for unit in fresh if not pack.is_mech[unit]])


def move_options(g: State) -> list[Option]:
    """Hexes for the unit or stack in hand, then other units and stacks, then *done*."""
    hex_ids, unit_ids = g.pack.hex_ids, g.pack.unit_ids
    options: list[Option] = []
    moving = g.moving
    if moving and all(why_not_move(g, unit) is None for unit in moving):
        options += [("to", hex_ids[there]) for there in sorted(reach(g, moving).spent)]
        if g.place[moving[0]] >= 0 and may_leave_map(g, moving):
            options.append(("leave",))
    if len(moving) == 1 and g.place[moving[0]] >= 0:
        options += breach_options(g, moving[0])
    able = movable(g)
    options += [("unit", unit_ids[unit]) for unit in able if moving != (unit,)]
    places: dict[int, int] = {}
    for unit in able:
        if g.place[unit] >= 0 and not g.spent[unit]:
            places[g.place[unit]] = places.get(g.place[unit], 0) + 1
    for place, number in places.items():
        if number > 1:
            units = movable_stack(g, place)
            if len(units) > 1 and units != moving:
                options.append(("stack", hex_ids[place]))
    if g.active == ALLIED:
        units_of = g.pack.units_of[ALLIED]
        options += [("split", unit_ids[u]) for u in units_of if why_not_split(g, u) is None]
    if can_land(g):
        options.append(("land",))
    options.append(DONE)
    return options


# -- stacking (5.2) --------------------------------------------------------------------------


async def check_stacks(g: State, sides: tuple[int, ...]) -> None:
    """5.0, 5.2 Units beyond the limit are eliminated; the opponent chooses."""
    for side in sides:
        held = [g.place[unit] for unit in g.pack.units_of[side] if g.place[unit] >= 0]
        for place in sorted(set(held)):
            while is_overstacked(g, g.here[side][place]):
                await _remove_one(g, side, place)


async def _remove_one(g: State, side: int, place: int) -> None:
    units = g.here[side][place]
    cures = [unit for unit in units if not is_overstacked(g, _without(units, unit))]
    options: list[Option] = [("remove", g.unit_id(unit)) for unit in cures or units]
    answer = options[0]
    if len(options) > 1:
        answer = await Choose(
            SIDES[1 - side], "overstacked", listed(options), "5.2", place=g.hex_id(place)
        )
    eliminate(g, g.pack.unit_index[answer[1]], "5.2")


def _without(units: tuple[int, ...], unit: int) -> tuple[int, ...]:
    return tuple([other for other in units if other != unit])
