"""3.1 The initial segment: HQs return, aircraft, withdrawal, command limits, reassignment (R27)."""

from __future__ import annotations

from khamsin.games.gazala.model.pieces import (
    ALLIED,
    AXIS,
    INDEPENDENT,
    NOBODY,
    OFF,
    SIDES,
    SUPPLIED,
    Modifier,
)
from khamsin.games.gazala.model.state import (
    AIR,
    COMMAND,
    HECKLER,
    REPLACEMENTS,
    SUPPLY,
    WITHDRAWAL,
    State,
)
from khamsin.kernel.play.decision import MARK, Choose, Option, Roll, choose_one, listed
from khamsin.kernel.play.state import changed

from .control import has_room, put, stacks
from .supply import check_supply, headquarters

YES_NO: tuple[Option, ...] = (("no",), ("yes",))


def begin_turn(g: State) -> None:
    """2.4 A new day: nobody has acted, all chits are back with their owners."""
    units = len(g.place)
    g.acted, g.moved = bytearray(units), bytearray(units)
    g.locked, g.arrived = bytearray(units), bytearray(units)
    g.clear_impulse()
    g.impulse = 0
    g.cup, g.dropped = (), ""
    g.chosen, g.eligible = [(), ()], [(), ()]
    g.track, g.discarded = [(), ()], ()
    g.ready = [False, False]
    g.halted = [False, False]
    g.air = 0
    g.withdrawing = False
    g.allied_attacks = 0
    g.reassigned = [False, False]
    g.rommel_in = False
    g.limits = [0, 0]
    g.tell("turn", "2.4", turn=g.turn, date=g.date)
    receive_points(g, g.date)


def receive_points(g: State, date: str) -> None:
    """11.2.a, 11.25 Replacement points of the day; they may be kept."""
    for arrival in g.scenario.arrivals:
        if arrival.date == date:
            for pool, number in arrival.points:
                g.points[pool] += number


# -- HQs (10.13) -----------------------------------------------------------------------------


def return_hexes(g: State, hq: int) -> list[int]:
    """10.11, 10.13, R34 With a unit of the formation, or on the own edge of the map."""
    pack = g.pack
    side, chit = pack.side_of[hq], pack.units[hq].formation
    with_units = [
        place
        for place, units in enumerate(g.here[side])
        if any(
            not pack.is_hq[unit] and (hq == pack.rommel or g.formation[unit] == chit)
            for unit in units
        )
    ]
    if not with_units:
        return []
    edge = [place for place in pack.exits[side] if not g.here[1 - side][place]]
    return [p for p in sorted({*with_units, *edge}) if has_room(g, p, (hq,))]


async def return_headquarters(g: State) -> None:
    """10.13, R34 HQs lost two turns ago come back, if any of their units is left."""
    for hq in (*_all_headquarters(g),):
        if g.hq_back[hq] != g.turn or g.place[hq] != OFF:
            continue
        g.hq_back[hq] = 0
        hexes = return_hexes(g, hq)
        if not hexes:
            g.tell("hq_gone", "10.13", unit=g.unit_id(hq))
            continue
        side = SIDES[g.pack.side_of[hq]]
        options: list[Option] = [("return", g.place_id(place)) for place in hexes]
        answer = await choose_one(side, "hq_returns", options, "10.13", unit=g.unit_id(hq))
        put(g, hq, g.pack.board.at(answer[1]))
        g.morning[hq] = g.supply[hq] = SUPPLIED
        g.tell("hq_back", "10.13", unit=g.unit_id(hq), place=answer[1])
    g.stage = AIR


def _all_headquarters(g: State) -> list[int]:
    return [g.pack.hq_of[chit] for side in (AXIS, ALLIED) for chit in g.pack.chits[side]]


# -- aircraft and withdrawal (10.5, 7.6) -----------------------------------------------------


async def roll_air_support(g: State) -> None:
    """10.5, 13.31.e Whether the Axis has aircraft for one attack of this turn."""
    if g.scenario.has_air:
        (die,) = await Roll(1, "air", "10.5", SIDES[AXIS])
        g.air = g.pack.numbers.air[die - 1]
        g.tell("air_roll", "10.5", die=die, columns=g.air)
    g.stage = WITHDRAWAL


async def declare_withdrawal(g: State) -> None:
    """7.6, R7 In two turns of the game the Allies may withdraw, for a better command die.

    They are not asked where there is no die to make better.
    """
    counts = g.turn > 1 and any(m.id == "withdrawal" for m in g.scenario.modifiers)
    if counts and g.withdrawals < g.pack.numbers.limits["withdrawals"]:
        answer = await Choose(SIDES[ALLIED], "withdraw", listed(YES_NO), "7.6")
        if answer == ("yes",):
            g.withdrawing = True
            g.withdrawals += 1
            g.cache = {}  # R31: who may go where is another matter now
            g.tell("withdrawing", "7.6")
    g.stage = COMMAND


# -- command limits (7.1) --------------------------------------------------------------------


def applies(g: State, modifier: Modifier) -> bool:
    """7.1, 13.11.c, 13.31.c-d Whether a modifier of the command die holds today."""
    if modifier.dates:
        return g.date in modifier.dates
    if modifier.hex != NOBODY:
        return g.control[modifier.hex] == AXIS
    if modifier.id == "withdrawal":
        return g.withdrawing
    pack = g.pack
    if modifier.id == "allied_hq_lost":
        return any(g.place[pack.hq_of[chit]] == OFF for chit in pack.corps[ALLIED])
    hq = pack.hq_of["afrika"]
    return g.place[hq] < 0 or g.supply[hq] != SUPPLIED


def command_modifier(g: State, side: int) -> int:
    """7.1 What is added to the die of a side."""
    return sum([m.die for m in g.scenario.modifiers if m.side == side and applies(g, m)])


def command_limit(g: State, side: int, die: int) -> int:
    """7.1 The table, by the modified die."""
    row = g.pack.numbers.command[side]
    return row[min(max(die + command_modifier(g, side), 1), len(row)) - 1]


async def roll_command_limits(g: State) -> None:
    """7.1, 10.2.a, R60 How many chits each side may put into the cup; not rolled on turn 1."""
    if g.turn > 1:  # 13.11.b, 13.31.b
        for side in (AXIS, ALLIED):
            (die,) = await Roll(1, "command", "7.1", SIDES[side])
            g.limits[side] = command_limit(g, side, die)
            g.tell(
                "command", "7.1", side=SIDES[side], die=die,
                modifier=command_modifier(g, side), chits=g.limits[side],
            )  # fmt: skip
            if side == AXIS:
                g.rommel_in = die >= g.pack.numbers.rommel_from and g.place[g.pack.rommel] >= 0
    g.stage = REPLACEMENTS


# -- reassignment (7.32) ---------------------------------------------------------------------


def reassignable(g: State, side: int) -> list[int]:
    """7.32, R47 Units on the map, HQs excepted."""
    return [u for units in stacks(g, side) for u in units if not g.pack.is_hq[u]]


async def reassign(g: State) -> None:
    """7.32 Each side may move one unit from one formation to another."""
    pack = g.pack
    for side in (AXIS, ALLIED):
        if g.reassigned[side]:
            continue
        await MARK
        options: list[Option] = [("no",)]
        options += [("reassign", g.unit_id(unit)) for unit in reassignable(g, side)]
        answer = await Choose(SIDES[side], "reassign", listed(options), "7.32.a")
        if answer[0] == "reassign":
            unit = pack.unit_index[answer[1]]
            to: list[Option] = [
                ("formation", f) for f in pack.corps[side] if f != g.formation[unit]
            ]
            new = await Choose(SIDES[side], "new_formation", listed(to), "7.32.a", unit=answer[1])
            old = g.formation[unit]
            g.formation = changed(g.formation, unit, new[1])
            g.tell("reassigned", "7.32.a", unit=answer[1], old=old, formation=new[1])
        g.reassigned[side] = True
    g.stage = SUPPLY


async def supply_stage(g: State) -> None:
    """6.11 Supply of all units."""
    check_supply(g)
    g.stage = HECKLER


def chits_on_map(g: State, side: int) -> tuple[str, ...]:
    """R42 The chits that can be chosen: those of HQs on the map."""
    formation = [g.pack.units[hq].formation for hq in headquarters(g, side)]
    return tuple([name for name in formation if name != INDEPENDENT])
