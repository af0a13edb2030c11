"""3.21 The movement phase: units and stacks move one after another; 5.2 then stacks are checked."""

from __future__ import annotations

from khamsin.games.gazala.model.pieces import NOBODY, SIDES, WAITING
from khamsin.games.gazala.model.state import ARMOUR, State
from khamsin.games.gazala.rules.brigades import split, splits
from khamsin.games.gazala.rules.combat.losses import eliminate
from khamsin.games.gazala.rules.control import is_overstacked, note_zones, settle_control
from khamsin.games.gazala.rules.heckler import can_land, land
from khamsin.kernel.play.asking import DONE
from khamsin.kernel.play.decision import MARK, Choose, Option, listed

from .cost import entry_hexes
from .engineers import breach_options, try_breach
from .march import LOCKED, leave_map, march, may_leave_map, why_not_move
from .reach import reach


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
    return [unit for unit in g.pack.units_of[g.active] if g.due[unit] >= 0 and _is_able(g, unit)]


def _is_able(g: State, unit: int) -> bool:
    """4.43, 10.84, 11.11 It may move; or it must stay, but may breach a minefield."""
    if g.place[unit] == WAITING:
        return bool(entry_hexes(g, g.active))
    if not (g.spent[unit] or g.locked[unit] or g.stuck[unit]):
        return True  # as most are
    reason = why_not_move(g, unit)
    return reason is None or (reason == LOCKED and bool(breach_options(g, unit)))


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
    """What the unit or stack in hand can do, then other units and stacks, then *done*."""
    pack = g.pack
    able = movable(g)
    options = in_hand_options(g, g.moving) if g.moving else []
    options += [pack.take_unit[unit] for unit in able if g.moving != (unit,)]
    options += [pack.take_stack[place] for place in stacks_to_take(g, able)]
    options += [("split", pack.unit_ids[unit]) for unit in splits(g)]
    if can_land(g):
        options.append(("land",))
    options.append(DONE)
    return options


def in_hand_options(g: State, moving: tuple[int, ...]) -> list[Option]:
    """4.1, 4.34, 10.83 Where these units can go; a single one may try to breach."""
    pack = g.pack
    is_on_map = g.place[moving[0]] >= 0
    options: list[Option] = []
    if all(why_not_move(g, unit) is None for unit in moving):
        options += pack.go_to.of(reach(g, moving).hexes)
        if is_on_map and may_leave_map(g, moving):
            options.append(("leave",))
    if is_on_map and len(moving) == 1:
        options += breach_options(g, moving[0])
    return options


def stacks_to_take(g: State, able: list[int]) -> list[int]:
    """4.1, R58 The hexes from which several units can move together, that in hand left out."""
    fresh: dict[int, int] = {}
    for unit in able:
        place = g.place[unit]
        if place >= 0 and not g.spent[unit]:
            fresh[place] = fresh.get(place, 0) + 1
    found: list[int] = []
    for place, number in fresh.items():
        units = movable_stack(g, place) if number > 1 else ()
        if len(units) > 1 and units != g.moving:
            found.append(place)
    return found


# -- stacking (5.2) --------------------------------------------------------------------------


async def check_stacks(g: State, sides: tuple[int, ...]) -> None:
    """5.0, 5.2 Units beyond the limit are eliminated; the opponent chooses."""
    for side in sides:
        for place in g.pack.sets.spaces(g.held[side]):
            while len(g.here[side][place]) > 1 and is_overstacked(g, g.here[side][place]):
                await _remove_one(g, side, place)


async def _remove_one(g: State, side: int, place: int) -> None:
    units = g.here[side][place]
    cures = [unit for unit in units if not is_overstacked(g, _without(units, unit))]
    options: list[Option] = [("remove", g.unit_id(unit)) for unit in cures or units]
    answer = options[0]
    if len(options) > 1:
        answer = await Choose(
            SIDES[1 - side], "overstacked", listed(options), "5.2", place=g.place_id(place)
        )
    eliminate(g, g.pack.unit_index[answer[1]], "5.2")


def _without(units: tuple[int, ...], unit: int) -> tuple[int, ...]:
    return tuple([other for other in units if other != unit])
