"""4.21, 4.31 The status phase: supply, ammunition, leaders, stragglers, delayed landings."""

from __future__ import annotations

from khamsin.games.malta.model.pack import DELAYED_LANDINGS
from khamsin.games.malta.model.pieces import ALLIED, ARTILLERY, AXIS, GONE, RAIN, SIDES
from khamsin.games.malta.model.state import GATHERED, State, alter
from khamsin.games.malta.rules.control import next_to_enemy, refresh
from khamsin.games.malta.rules.movement.leaders import return_from_turn_box
from khamsin.kernel.play.asking import ALL, DONE
from khamsin.kernel.play.decision import MARK, Choose, Option, Roll, listed

from .supply import ammunition_reach, supply_check


async def status(g: State) -> None:
    """4.21.a, 4.31 Supply is judged for the active side."""
    supply_check(g, g.active)


# -- ammunition --------------------------------------------------------------------------------


def thirsty(g: State, side: int) -> list[int]:
    """12.56 Supplied artillery with a route to ammunition and less than two rounds."""
    most = g.pack.tables.numbers.max_rounds
    units = [
        unit
        for unit in g.pack.of_kind[ARTILLERY]
        if g.pack.side_of[unit] == side
        and g.place[unit] >= 0
        and g.ammo[unit] < most
        and not g.unsupplied[unit]
    ]
    if not units:
        return []
    far = ammunition_reach(g, side)
    return [unit for unit in units if far[g.place[unit]] >= 0]


def load_round(g: State, unit: int) -> None:
    """12.12, 12.56 One round more."""
    g.ammo = alter(g.ammo, unit, g.ammo[unit] + 1)
    refresh(g, g.pack.side_of[unit], g.place[unit])


async def ammunition(g: State) -> None:
    """4.21.b, 12.55, 12.56 Hand out rounds: plenty for the Allies, the Axis stockpile."""
    most = g.pack.tables.numbers.max_rounds
    units = thirsty(g, g.active)
    if g.active == ALLIED and units:
        _fill_up(g, units)
    while g.active == AXIS and g.stockpile and units:
        options: list[Option] = [("load", g.unit_id(unit)) for unit in units]
        need = sum(most - g.ammo[unit] for unit in units)
        if 1 < need <= g.stockpile:
            options.append(ALL)
        answer = await Choose(
            "axis", "ammunition", listed([*options, DONE]), "12.56",
            stockpile=g.stockpile,
        )  # fmt: skip
        if answer == DONE:
            return
        if answer == ALL:
            g.stockpile -= need
            _fill_up(g, units)
            return
        unit = g.pack.unit_index[answer[1]]
        g.stockpile -= 1
        load_round(g, unit)
        g.tell("ammunition", "12.56", units=(answer[1],), stockpile=g.stockpile)
        units = [unit for unit in units if g.ammo[unit] < most]


def _fill_up(g: State, units: list[int]) -> None:
    """12.55, 12.56 Two rounds for each of them; the stockpile is the Axis's."""
    for unit in units:
        while g.ammo[unit] < g.pack.tables.numbers.max_rounds:
            load_round(g, unit)
    if g.active == ALLIED:
        g.tell("ammunition_plenty", "12.55", units=g.names(units))
    else:
        g.tell("ammunition", "12.56", units=g.names(units), stockpile=g.stockpile)


async def leaders(g: State) -> None:
    """4.21.c, 4.31 Leaders in the box of this turn come back."""
    await return_from_turn_box(g)


# -- stragglers --------------------------------------------------------------------------------


def straggling(g: State) -> list[int]:
    """17.8, 17.81 Reduced parachute companies with no enemy next to them that have not tried."""
    pack = g.pack
    return [
        unit
        for unit, definition in enumerate(pack.units)
        if definition.is_two_sided
        and g.place[unit] >= 0
        and g.level[unit]
        and not g.did[unit] & GATHERED
        and not next_to_enemy(g, AXIS, g.place[unit])
    ]


async def stragglers(g: State) -> None:
    """4.21.d, 17.8-17.82 A six brings a company back to full; who tries does not move this turn."""
    while g.active == AXIS:
        units = straggling(g)
        if not units:
            return
        options: list[Option] = [("try", g.unit_id(unit)) for unit in units]
        answer = await Choose("axis", "straggler", listed([*options, DONE]), "17.82")
        if answer == DONE:
            return
        unit = g.pack.unit_index[answer[1]]
        g.did[unit] |= GATHERED
        (die,) = await Roll(1, "stragglers", "17.8", SIDES[AXIS])
        is_full = die in g.pack.tables.straggler_recovers
        if is_full:
            g.level = alter(g.level, unit, 0)
            refresh(g, AXIS, g.place[unit])
        g.tell("stragglers", "17.8", unit=answer[1], die=die, full=int(is_full))
        await MARK


# -- delayed landings --------------------------------------------------------------------------


def delay(g: State) -> int:
    """22.39.b What is added to the die of delayed landings."""
    pack, numbers = g.pack, g.pack.tables.numbers
    total = 0
    if not any(g.control[h] == AXIS for h in pack.airfields):
        total += numbers.delay_airfield
    if g.para_lost >= pack.limits.parachute_steps:
        total += numbers.delay_steps
    for number in pack.marker_formation:
        if g.place[pack.formations[number].hq] == GONE:
            total += numbers.delay_hq
    if g.weather == RAIN:
        total += numbers.delay_rain
    return total


async def delayed_landings(g: State) -> None:
    """4.21.e, 22.39.b, R63 Each Axis status phase: 7 or more cancels the landing phase."""
    g.cancelled = False
    if g.active != AXIS or not g.has(DELAYED_LANDINGS):
        return
    (die,) = await Roll(1, "delay", "22.39.b", SIDES[AXIS])
    total = die + delay(g)
    g.cancelled = total >= g.pack.tables.numbers.delay_cancelled
    g.tell("delay", "22.39.b", die=die, total=total, cancelled=int(g.cancelled))
