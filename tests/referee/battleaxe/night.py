"""The Refit Phase, Surrender, the End Phase and victory (13.0, 14.2.3, 17.0, 20.0)."""

from __future__ import annotations

from khamsin.kernel.play.decision import Option

from .book import (
    ALLIED,
    AXIS,
    POINTS,
    SPACES,
    UNITS,
    Play,
    ask,
    is_german,
    kind,
    roll,
    side_of,
)
from .table import Table


def flips(table: Table, side: str) -> list[Option]:
    """13.3.1, 13.3.2: reduced units that can trace."""
    return [
        ("flip", unit)
        for unit in table.units(side)
        if table.steps[unit] == 1 and table.supplied(unit)
    ]


def rebuilds(table: Table, side: str) -> list[Option]:
    """13.3.3, 13.3.4, R30."""
    found: list[Option] = []
    for unit in table.lost:
        if side_of(unit) != side:
            continue
        for space in SPACES:
            if not table.free(side, space) or table.room(side, space) < 1:
                continue
            if side == ALLIED and (unit in table.garrison) != (space == "H"):
                continue
            if table.traces(side, space):
                found.append(("rebuild", unit, space))
    return found


def refit(table: Table) -> Play:
    """6.3, R30: Allied, Axis, then Surrender; the Advantage passes last."""
    table.phase = "refit"
    for side in (ALLIED, AXIS):
        yield from refit_of(table, side)
    for side in (ALLIED, AXIS):
        cut = [unit for unit in table.units(side) if not table.supplied(unit)]
        # The book gives no order: the one in which the rules rolled is taken from what they told.
        told = [unit for unit in table.told if unit in cut]
        for unit in [*told, *[unit for unit in cut if unit not in told]]:
            (die,) = yield from roll("surrender", 1)
            if die + (table.advantage == side) <= 3:
                table.met["step lost by Surrender"] += 1
                table.lose_step(unit)
                table.settle()
    table.pass_advantage()
    table.markers_off()


def refit_of(table: Table, side: str) -> Play:
    """One side's Refit."""
    points = 1
    if table.advantage == side:
        options: list[Option] = []
        if flips(table, side) or rebuilds(table, side):
            options.append(("replacements",))
        if side == ALLIED and "advantage_extra" in table.options:
            options += [
                ("tiger_cubs", unit) for _, unit in flips(table, side) if kind(unit) == "armour"
            ]
        if options:
            answer = yield from ask(side, "refit_advantage", "12.1F", [*options, ("no",)])
            if answer != ("no",):
                table.spend_advantage(side, answer[0])
                if answer == ("replacements",):
                    points += 1
                else:
                    table.met["Tiger Cubs"] += 1
                    table.steps[answer[1]] = 2
    yield from spend(table, side, points)
    if side == ALLIED and "allied_reserves" in table.options:
        for zone in ("A", "H"):
            able = [unit for _, unit in flips(table, side) if table.place[unit] == zone]
            yield from recover(table, side, "allied_reserves", "19.4", able)
    if side == AXIS:
        able = [
            unit for _, unit in flips(table, side) if is_german(unit) and kind(unit) == "armour"
        ]
        yield from recover(table, side, "field_recovery", "13.3.5", able)


def recover(table: Table, side: str, prompt: str, rule: str, able: list[str]) -> Play:
    """One of these recovers free, or none."""
    if not able:
        return
    options: list[Option] = [("recover", unit) for unit in able]
    answer = yield from ask(side, prompt, rule, [*options, ("no",)])
    if answer != ("no",):
        table.steps[answer[1]] = 2


def spend(table: Table, side: str, points: int) -> Play:
    """13.3.2: each point turns two units or rebuilds one; a half may be left open for a while."""
    half = False
    while points or half:
        options = flips(table, side)
        if points:
            options += rebuilds(table, side)
        if not options:
            return
        prompt = "refit" if points else "refit_second"
        answer = yield from ask(side, prompt, "13.3.2", [*options, ("done",)], points=points)
        if answer == ("done",):
            return
        if answer[0] == "rebuild":
            points -= 1
            bring_back(table, answer)
        else:
            table.steps[answer[1]] = 2
            points -= not half
            half = not half


def bring_back(table: Table, answer: Option) -> None:
    """Rebuild a unit at reduced strength."""
    _, unit, space = answer
    table.lost.discard(unit)
    table.steps[unit] = 1
    table.place[unit] = space
    table.settle()


def end_phase(table: Table) -> bool:
    """6.4, 17.0, 20.1: whether the game is over; else the next day is prepared."""
    table.phase = "end"
    relieved = (
        table.control["H"] == ALLIED
        and not table.units(AXIS, "H")
        and table.traces(ALLIED, "H", {"A"})
    )
    if relieved:
        table.outcome = (ALLIED, "17.1", "automatic")
        return True
    for space in SPACES:
        points = POINTS.get(space, 0)
        if (
            points
            and table.control[space] == ALLIED
            and table.traces(ALLIED, space, {"A", "B", "C", "D"})
        ):
            table.vp += points
            table.log.append(("area_vp", space, points, table.vp))
    if table.turn == 3:
        german = [unit for unit in UNITS if is_german(unit)]
        gone = sum(unit in table.lost for unit in german)
        weak = sum(table.steps[unit] == 1 and kind(unit) == "armour" for unit in german)
        table.vp += gone + weak
        table.log.append(("german_losses", gone, weak, table.vp))
        if not table.extended:
            won = table.vp >= table.needed
            table.outcome = (ALLIED, "17.2d", "operational") if won else (AXIS, "17.2d", "held")
            return True
        if table.vp >= table.needed + 1:
            table.outcome = (ALLIED, "20.1", "operational")
            return True
        if table.vp <= table.needed - 2:
            table.outcome = (AXIS, "20.1", "held")
            return True
    if table.turn == 4:
        table.outcome = (AXIS, "20.1", "time")
        return True
    if table.locked:
        table.log.append(("released", len(table.locked)))
    table.locked = set()
    table.turn += 1
    table.artillery = {ALLIED: 3, AXIS: 2}
    return False
