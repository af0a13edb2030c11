"""Bids, placement, halves of impulses, night and the course of a day (5.2, 6.0, 8.0, 12.0)."""

from __future__ import annotations

from khamsin.kernel.play.decision import Option

from .book import (
    ALLIED,
    AXIS,
    LAST_IMPULSE,
    OTHER,
    POINTS,
    SPACES,
    UNITS,
    Ask,
    Play,
    is_german,
    must_ask,
    roll,
    yes,
)
from .fighting import attack
from .moving import (
    activations,
    attacks,
    consolidations,
    moves,
    must_attack,
    regroups,
    step,
)
from .night import end_phase, refit
from .table import Table


def whole_game(table: Table) -> Play:
    """From the bids to the victory."""
    if "bids" in table.options:
        yield from bidding(table)
    for unit, places in list(table.free_placement):
        options: list[Option] = [("place", unit, space) for space in places]
        answer = yield from must_ask(ALLIED, "place", "5.2.1e", options, unit=unit)
        table.place[unit] = answer[2]
    while True:
        yield from maneuvers(table)
        yield from refit(table)
        if end_phase(table):
            return


def bidding(table: Table) -> Play:
    """18.1, R31."""
    most = 3 * sum(POINTS.values()) + sum(is_german(unit) for unit in UNITS)
    most += "tobruk_bonus" in table.options
    options: list[Option] = [("bid", str(points)) for points in range(most + 1)]
    for _ in range(3):
        answers = yield Ask((ALLIED, AXIS), "bid", "18.1", options)
        bids = {side: int(answers[side][1]) for side in (ALLIED, AXIS)}
        if bids[ALLIED] != bids[AXIS]:
            table.swapped = bids[AXIS] > bids[ALLIED]
            table.needed = max(bids.values())
            return
    (die,) = yield from roll("bids", 1)
    table.met["bids settled by a die"] += 1
    table.swapped = die > 3
    table.needed = bids[ALLIED]


def maneuvers(table: Table) -> Play:
    """6.2: halves until night falls."""
    table.phase = "maneuvers"
    table.impulse = 1
    while True:
        yield from half(table, ALLIED)
        if (yield from half(table, AXIS)):
            break
        table.impulse += 1
    table.fuel_low = table.rommel = False
    # 14.2: the check, then 14.2.4 (R24, R25).
    table.oos = {
        unit for side in (ALLIED, AXIS) for unit in table.units(side) if not table.supplied(unit)
    }
    lost = [
        space
        for space in SPACES
        if not table.units(table.control[space], space)
        and not table.traces(table.control[space], space)
    ]
    table.met["control by lack of supply"] += len(lost)
    for space in lost:
        table.take(OTHER[table.control[space]], space)
    table.settle()


def half(table: Table, side: str) -> Play:
    """One player's half; of the Axis half, whether the phase ends with it."""
    table.half = side
    table.air_used = table.rommel_used = False
    table.night = None
    table.action = ""
    table.new_action()
    spends = False
    if side == AXIS and table.advantage == ALLIED and not table.fuel_low:
        spends = yield from yes(ALLIED, "fuel_shortage", "12.1D")
    if spends:
        declare_fuel(table)
    done = yield from impulse(table, side)
    table.action = ""
    if (
        side == AXIS
        and "advantage_extra" in table.options
        and table.advantage == AXIS
        and done in ("assault", "regroup")
    ):
        table.new_action()
        second = activations(table, AXIS) if done == "regroup" else regroups(table, AXIS, set())
        if second and (yield from yes(AXIS, "wireless_intercept", "19.1H")):
            table.spend_advantage(AXIS, "wireless_intercept")
            table.new_action()
            table.again = True
            table.met[f"second action after {done}"] += 1
            if done == "assault":
                yield from regroup(table, side)
            else:
                yield from second_assault(table)
    table.action = ""
    table.again = False
    ends = False
    if side == AXIS:
        ends = yield from night(table)
    table.pass_advantage()
    table.markers_off()
    return ends


def declare_fuel(table: Table) -> None:
    """12.1D."""
    table.spend_advantage(ALLIED, "fuel_shortage")
    table.fuel_low = True


def declarations(table: Table, side: str) -> list[Option]:
    """12.1D and 12.1E between actions (R21)."""
    if table.advantage != side:
        return []
    if side == ALLIED and not table.fuel_low:
        return [("fuel_shortage",)]
    if side == AXIS and not table.rommel:
        return [("rommel",)]
    return []


def declare(table: Table, answer: Option) -> bool:
    """Whether the answer was a declaration, which is then made."""
    if answer == ("fuel_shortage",):
        declare_fuel(table)
        return True
    if answer == ("rommel",):
        table.spend_advantage(AXIS, "rommel")
        table.rommel = True
        return True
    return False


def assaults(table: Table, side: str) -> list[Option]:
    """8.1.1, 16.3, R35."""
    spaces = activations(table, side)
    if side == ALLIED and table.turn == 1 and table.impulse == 1:
        first = [space for space in "ABCD" if space in spaces]
        others = [space for space in spaces if space not in first]
        return [("assault", *first), *[("assault", space) for space in others]]
    return [("assault", space) for space in spaces]


def impulse(table: Table, side: str) -> Play:
    """8.1: the player names his impulse and carries it out; which it was."""
    while True:
        options = assaults(table, side)
        if regroups(table, side, set()):
            options.append(("regroup",))
        options += [*consolidations(table, side), ("pass",), *declarations(table, side)]
        answer = yield from must_ask(side, "impulse", "8.1", options)
        if not declare(table, answer):
            break
    word = answer[0]
    if word == "assault":
        yield from assault(table, side, list(answer[1:]))
    elif word == "regroup":
        yield from regroup(table, side)
    elif word == "consolidate":
        table.steps[answer[1]] = 2
        table.eliminate(answer[2])
        table.settle()
    return word


def second_assault(table: Table) -> Play:
    """19.1H: the Assault after a Regroup."""
    while True:
        options = [*assaults(table, AXIS), *declarations(table, AXIS)]
        answer = yield from must_ask(AXIS, "impulse", "19.1H", options)
        if not declare(table, answer):
            break
    yield from assault(table, AXIS, list(answer[1:]))


def regroup(table: Table, side: str) -> Play:
    """8.1.2a: units one after the other, a step each."""
    table.action = "regroup"
    moved: set[str] = set()
    while True:
        # 12.1D and E are declared before: nothing is learned while units regroup.
        options = [*regroups(table, side, moved), ("done",)]
        answer = yield from must_ask(side, "regroup", "8.1.2a", options)
        if answer == ("done",):
            return
        moved.add(answer[1])
        table.place[answer[1]] = answer[2]
        table.settle()


def activate(table: Table, side: str, spaces: list[str]) -> None:
    """9.1.1: all units there may act."""
    table.active += spaces
    for space in spaces:
        table.activated |= set(table.units(side, space))
    if side == ALLIED and "H" in spaces and "light_5" in table.locked:
        table.locked.discard("light_5")  # 16.2, R28
        table.log.append(("released", 1))


def assault(table: Table, side: str, spaces: list[str]) -> Play:
    """9.0: move, attack, activate a second space, until the player ends it."""
    table.action = "assault"
    moved_in: set[str] = set()
    activate(table, side, spaces)
    while True:
        options: list[Option] = [*moves(table, side), *attacks(table, side)]
        if side == AXIS and len(table.active) < 2 and not table.fuel_low:
            kept = table.activated
            options += [("activate", space) for space in activations(table, side)]
            table.activated = kept
        options += declarations(table, side)
        if not must_attack(table, side):
            options.append(("done",))
        answer = yield from must_ask(side, "assault", "9.1b", options)
        if declare(table, answer):
            continue
        if answer == ("done",):
            return
        if answer[0] == "move":
            step(table, side, answer[1], answer[2])
            moved_in.add(answer[1])
        elif answer[0] == "attack":
            table.fighting = True
            yield from attack(table, side, answer[1])
            table.fighting = False
        else:
            table.active.append(answer[1])
            table.activated |= set(table.units(side, answer[1])) - moved_in


def night(table: Table) -> Play:
    """6.2.1, 12.1C, 14.1.2, R20, R33: whether the phase ends."""
    if table.night is None:
        table.night = sum((yield from roll("night", 2)))
    table.log.append(("night", table.night, table.impulse))
    last = table.impulse >= LAST_IMPULSE
    table.met["end of the impulse track"] += last
    table.met["fuel arrives"] += table.fuel_low and table.night == table.impulse
    if table.night < table.impulse:
        holder = table.advantage
        if last or holder is None:
            return True
        if not (yield from yes(holder, "extended_day", "12.1C")):
            return True
        table.spend_advantage(holder, "extended_day")
        return False
    if table.night == table.impulse:
        table.fuel_low = False
    return last
