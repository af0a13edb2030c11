"""8 Impulses: what a player may do in his half, and Regroup and Consolidation themselves."""

from __future__ import annotations

from khamsin.games.battleaxe.model.pieces import ALLIED, AXIS, FULL, OFF_MAP, REDUCED, SIDES
from khamsin.games.battleaxe.model.state import (
    ACTIVE,
    ASSAULT,
    IDLE,
    NIGHT,
    NOTHING,
    REGROUP,
    SPENT,
    State,
)
from khamsin.kernel.game import Refused
from khamsin.kernel.play.asking import DONE
from khamsin.kernel.play.decision import Choose, Option

from .advantage import (
    can_declare_fuel_shortage,
    can_declare_rommel,
    declare_fuel_shortage,
    declare_rommel,
    offered,
)
from .combat.assault import activate, activations, active_units, assault
from .control import eliminate, move_unit
from .june15 import is_locked
from .movement import LOCKED, STACK_FULL, why_not_adjacent
from .supply import in_supply

STATIC = Refused("8.1.2a.3", "static")
ENEMY_GROUND = Refused("8.1.2a.2", "enemy_ground")
ENEMY_PRESENT = Refused("8.1.2a.2", "enemy_present")
MINED_ROAD = Refused("8.1.2a.4", "mined_road")
HAS_REGROUPED = Refused("8.1.2a.1", "has_regrouped")


async def declare(g: State) -> None:
    """8.1 The player names his impulse: Assault, Regroup, Consolidation or Pass."""
    begin_half(g)
    side = g.half
    if side == AXIS and can_declare_fuel_shortage(g):  # R21: the last moment to declare it
        await _last_chance_for_fuel_shortage(g)
    while g.doing == NOTHING:
        answer = await Choose(SIDES[side], "impulse", lambda: impulse_options(g), "8.1")
        verb = answer[0]
        if verb == "fuel_shortage":
            declare_fuel_shortage(g)
        elif verb == "rommel":
            declare_rommel(g)
        elif verb == "assault":
            start_assault(g, answer[1:])
        elif verb == "regroup":
            start_regroup(g)
        elif verb == "consolidate":
            consolidate(g, g.pack.unit_index[answer[1]], g.pack.unit_index[answer[2]])
            g.doing = NIGHT
        else:
            g.tell("passed", "8.1.3", side=SIDES[side])
            g.doing = NIGHT


async def _last_chance_for_fuel_shortage(g: State) -> None:
    if await offered(g, ALLIED, "fuel_shortage", "12.1D"):
        g.fuel_low = True


def begin_half(g: State) -> None:
    """8.0a A new half."""
    forget_half(g)
    g.tell("half", "8.0a", side=SIDES[g.half], turn=g.turn, impulse=g.impulse)


def forget_half(g: State) -> None:
    """8.0a Nothing of what was done, used or rolled in the last half goes on."""
    g.action_log = ()
    g.contested_at_start = ()
    g.attacked = ()
    g.air_used = False
    g.rommel_used = False
    g.night_roll = 0
    _nobody_has_acted(g)


def _begin_action(g: State, action: str) -> None:
    """Note what is contested now, which many rules look back to (R41)."""
    enemies = g.here[AXIS]
    g.doing = action
    g.action_log = (*g.action_log, action)
    g.contested_at_start = tuple(
        [space for space, units in enumerate(g.here[ALLIED]) if units and enemies[space]]
    )
    g.attacked = ()
    _nobody_has_acted(g)


def _nobody_has_acted(g: State) -> None:
    units = len(g.place)
    g.active = ()
    g.status = [IDLE] * units
    g.spent = [0] * units
    g.entered_from = [OFF_MAP] * units


def impulse_options(g: State) -> list[Option]:
    """8.1 Everything that may be declared."""
    options = activations(g)
    if can_regroup(g):
        options.append(("regroup",))
    options += consolidations(g, g.half)
    options.append(("pass",))
    if g.half == ALLIED and can_declare_fuel_shortage(g):
        options.append(("fuel_shortage",))
    if can_declare_rommel(g):
        options.append(("rommel",))
    return options


def start_assault(g: State, spaces: tuple[str, ...]) -> None:
    """8.1.1 Name the Active Area."""
    _begin_action(g, ASSAULT)
    activate(g, g.half, tuple(g.pack.board.at(space) for space in spaces))


def start_regroup(g: State) -> None:
    """8.1.2a.1 All units on the map are active."""
    _begin_action(g, REGROUP)
    for units in g.here[g.half]:
        for unit in units:
            g.status[unit] = ACTIVE
    g.tell("regroups", "8.1.2a.1", side=SIDES[g.half])


async def act(g: State) -> None:
    """Carry out the Assault or Regroup that was declared; 19.1H perhaps the other one after it."""
    while g.doing in (ASSAULT, REGROUP):
        await (assault(g) if g.doing == ASSAULT else regroup(g))
        if g.half == AXIS and g.has("advantage_extra") and len(g.action_log) == 1:
            await wireless_intercept(g)


async def wireless_intercept(g: State) -> None:
    """19.1H The Axis may spend the Advantage to add a Regroup to an Assault, or the reverse."""
    if g.action_log == (REGROUP,):
        options = activations(g)
        if options and await offered(g, AXIS, "wireless_intercept", "19.1H"):
            answer = await Choose("axis", "impulse", lambda: activations(g), "19.1H")
            start_assault(g, answer[1:])
    elif can_regroup(g) and await offered(g, AXIS, "wireless_intercept", "19.1H"):
        start_regroup(g)


# -- Regroup ---------------------------------------------------------------------------------


def why_not_regroup(g: State, unit: int) -> Refused | None:
    """8.1.2a.3, 16.0 Why a unit may not regroup at all."""
    if not g.pack.unit_mf[unit]:
        return STATIC
    return LOCKED if is_locked(g, unit) else None


def why_not_regroup_to(g: State, unit: int, space: int) -> Refused | None:
    """8.1.2a.2, 8.1.2a.4 Only to adjacent friendly ground without enemies (R19)."""
    pack = g.pack
    start, side = g.place[unit], pack.side_of[unit]
    if space not in pack.neighbours[start]:
        return why_not_adjacent(g, start, space)
    if g.control[space] != side:
        return ENEMY_GROUND
    if g.here[1 - side][space]:
        return ENEMY_PRESENT
    if len(g.here[side][space]) >= pack.stacking[space]:
        return STACK_FULL
    if start == pack.halfaya and space == pack.musaid and side == ALLIED != g.control[start]:
        return MINED_ROAD
    return None


def regroup_goals(g: State, unit: int) -> list[int]:
    """Where a unit may regroup to: what neither `why_not_regroup` nor ..`_to` refuses."""
    if why_not_regroup(g, unit) is not None:
        return []
    return open_ground(g, g.pack.side_of[unit], g.place[unit])


def open_ground(g: State, side: int, start: int) -> list[int]:
    """8.1.2a.2, 8.1.2a.4 Where whoever of a side stands here and can regroup may go."""
    pack = g.pack
    here, enemies, control = g.here[side], g.here[1 - side], g.control
    stacking = pack.stacking
    goals: list[int] = []
    for space in pack.neighbours[start]:
        if control[space] == side and not enemies[space] and len(here[space]) < stacking[space]:
            goals.append(space)
    if start == pack.halfaya and side == ALLIED != control[start] and pack.musaid in goals:
        goals.remove(pack.musaid)
    return goals


def can_regroup(g: State) -> bool:
    """8.1.2a.1 Whether any unit of the side whose half it is has somewhere to go."""
    for space, units in enumerate(g.here[g.half]):
        for unit in units:
            if why_not_regroup(g, unit) is None:
                if open_ground(g, g.half, space):
                    return True
                break
    return False


async def regroup(g: State) -> None:
    """8.1.2a.1 Any of the player's units move one space each, one after another (R19)."""
    while True:
        answer = await Choose(SIDES[g.half], "regroup", lambda: regroup_options(g), "8.1.2a.1")
        if answer == DONE:
            break
        _, name, place = answer
        unit = g.pack.unit_index[name]
        g.status[unit] = SPENT
        start = g.place_id(g.place[unit])
        g.tell("regrouped", "8.1.2a.1", unit=name, start=start, place=place)
        move_unit(g, unit, g.pack.board.at(place))
    g.doing = NIGHT


def regroup_options(g: State) -> list[Option]:
    """The moves that are left, and *done*."""
    unit_ids, place_ids = g.pack.unit_ids, g.pack.place_ids
    options: list[Option] = []
    opened: dict[int, list[int]] = {}  # where a unit may go depends on where it stands alone
    for unit in active_units(g):
        if why_not_regroup(g, unit) is None:
            start = g.place[unit]
            goals = opened.get(start)
            if goals is None:
                goals = opened[start] = open_ground(g, g.half, start)
            name = unit_ids[unit]
            for space in goals:
                options.append(("move", name, place_ids[space]))
    options.append(DONE)
    return options


# -- Consolidation ---------------------------------------------------------------------------


def consolidations(g: State, side: int) -> list[Option]:
    """8.1.2b Pairs of reduced units of one type in one space, both supplied (R37)."""
    pack = g.pack
    options: list[Option] = []
    supplied: bytearray | None = None
    steps, able = g.steps, pack.consolidates
    for space, units in enumerate(g.here[side]):
        if len(units) < 2:
            continue
        reduced = [unit for unit in units if steps[unit] == REDUCED and able[unit]]
        if len(reduced) < 2:
            continue
        if supplied is None:
            supplied = in_supply(g, side)
        if not supplied[space]:
            continue
        options += [
            ("consolidate", pack.unit_ids[kept], pack.unit_ids[spent])
            for kept in reduced
            for spent in reduced
            if kept != spent and may_consolidate(g, kept, spent)
        ]
    return options


def may_consolidate(g: State, kept: int, spent: int) -> bool:
    """8.1.2b The same type; Germans and Italians do not mix."""
    pack = g.pack
    same_type = pack.unit_type[kept] == pack.unit_type[spent]
    return same_type and pack.is_italian[kept] == pack.is_italian[spent]


def consolidate(g: State, kept: int, spent: int) -> None:
    """8.1.2b One unit turns to full, the other is eliminated."""
    g.steps[kept] = FULL
    g.tell("consolidated", "8.1.2b", unit=g.unit_id(kept), place=g.place_id(g.place[kept]))
    eliminate(g, spent, "8.1.2b")
