"""13 Refit: replacements, rebuilding, recovery in the field, and 19.4 the Allied reserves."""

from __future__ import annotations

from khamsin.games.battleaxe.model.pieces import ALLIED, ARMOUR, AXIS, FULL, REDUCED, SIDES
from khamsin.games.battleaxe.model.state import END, State
from khamsin.kernel.play.asking import DONE
from khamsin.kernel.play.decision import MARK, Choose, Option, listed

from .advantage import holds, pass_on, use
from .control import check_tobruk_bonus, put
from .impulse import forget_half
from .supply import connected, in_supply, remove_oos_markers, surrender

NO: Option = ("no",)


async def refit_phase(g: State) -> None:
    """6.3, 13.0, 13.1 The Allies refit, then the Axis; then units cut off may surrender."""
    await MARK
    forget_half(g)
    g.tell("refit", "6.3", turn=g.turn)
    for side in (ALLIED, AXIS):
        await refit(g, side)
    await surrender(g)
    remove_oos_markers(g)
    pass_on(g)
    g.phase = END


async def refit(g: State, side: int) -> None:
    """13.1 One player's Refit, in the order of R30."""
    g.points = g.pack.numbers.replacement_points
    g.flips = 0
    await _use_advantage(g, side)
    await _spend_points(g, side)
    g.points = g.flips = 0  # 13.4: nothing is saved
    if side == ALLIED and g.has("allied_reserves"):
        for zone in (g.pack.buq_buq, g.pack.tobruk):
            units = [unit for unit in reduced_and_supplied(g, side) if g.place[unit] == zone]
            await _recover_one(g, side, "allied_reserves", units, "19.4")
    if side == AXIS:
        pack = g.pack
        units = [
            unit
            for unit in reduced_and_supplied(g, side)
            if pack.is_german[unit] and pack.unit_type[unit] == ARMOUR
        ]
        await _recover_one(g, side, "field_recovery", units, "13.3.5")


async def _use_advantage(g: State, side: int) -> None:
    """12.1F One more point; 19.1G or an Allied tank unit made good."""
    if not holds(g, side) or not _can_buy(g, side):
        return
    options: list[Option] = [("replacements",)]
    if side == ALLIED and g.has("advantage_extra"):
        options += [
            ("tiger_cubs", g.unit_id(unit))
            for unit in reduced_and_supplied(g, side)
            if g.pack.unit_type[unit] == ARMOUR
        ]
    answer = await Choose(SIDES[side], "refit_advantage", listed([*options, NO]), "12.1F")
    if answer == ("replacements",):
        use(g, side, "replacements", "12.1F")
        g.points += g.pack.numbers.replacement_advantage
    elif answer != NO:
        use(g, side, "tiger_cubs", "19.1G")
        _turn_to_full(g, g.pack.unit_index[answer[1]], "19.1G")


def _can_buy(g: State, side: int) -> bool:
    """R30 Whether there is anything to refit at all."""
    return spending_options(g, side) != [DONE]


def reduced_and_supplied(g: State, side: int) -> list[int]:
    """13.3.1 Reduced units that can trace a line now."""
    supplied = in_supply(g, side)
    return [
        unit
        for space, units in enumerate(g.here[side])
        if supplied[space]
        for unit in units
        if g.steps[unit] == REDUCED
    ]


async def _spend_points(g: State, side: int) -> None:
    """13.3.2 A point turns two reduced units to full, or rebuilds one eliminated unit."""
    while g.points or g.flips:
        if not _can_buy(g, side):
            return
        prompt = "refit" if g.points else "refit_second"
        answer = await Choose(
            SIDES[side], prompt, lambda: spending_options(g, side), "13.3.2", points=g.points
        )
        if answer == DONE:
            return
        unit = g.pack.unit_index[answer[1]]
        if answer[0] == "flip":
            if not g.flips:
                g.points -= 1
                g.flips = g.pack.numbers.replacement_flips_per_point
            g.flips -= 1
            _turn_to_full(g, unit, "13.3.2")
        else:
            g.points -= 1
            _rebuild(g, unit, g.pack.board.at(answer[2]))


def spending_options(g: State, side: int) -> list[Option]:
    """What the points in hand can buy."""
    options: list[Option] = [("flip", g.unit_id(unit)) for unit in reduced_and_supplied(g, side)]
    if g.points:
        lost = [unit for unit in g.lost if g.pack.side_of[unit] == side]
        places = rebuilding_spaces(g, side) if lost else []
        options += [
            ("rebuild", g.unit_id(unit), g.place_id(space))
            for unit in lost
            for space in places
            if side == AXIS or is_home(g, unit, space)
        ]
    options.append(DONE)
    return options


def rebuilding_spaces(g: State, side: int) -> list[int]:
    """13.3.3, 13.3.4 Controlled, uncontested, in supply, and with room (R30)."""
    supplied = connected(g, side, g.pack.sources[side])
    return [
        space
        for space, units in enumerate(g.here[side])
        if supplied[space] and not g.here[1 - side][space] and len(units) < g.pack.stacking[space]
    ]


def is_home(g: State, unit: int, space: int) -> bool:
    """13.3.3 The Tobruk garrison is rebuilt in Tobruk, and nobody else is."""
    return (unit in g.pack.tobruk_garrison) == (space == g.pack.tobruk)


def _rebuild(g: State, unit: int, space: int) -> None:
    g.lost = tuple([other for other in g.lost if other != unit])
    g.steps[unit] = REDUCED
    put(g, unit, space)
    rule = "13.3.4" if g.pack.side_of[unit] == AXIS else "13.3.3"
    g.tell("rebuilt", rule, unit=g.unit_id(unit), place=g.place_id(space))
    if space == g.pack.tobruk:
        check_tobruk_bonus(g)


def _turn_to_full(g: State, unit: int, rule: str) -> None:
    g.steps[unit] = FULL
    g.tell("restored", rule, unit=g.unit_id(unit), place=g.place_id(g.place[unit]))


async def _recover_one(g: State, side: int, prompt: str, units: list[int], rule: str) -> None:
    """One of these units may turn to full for nothing."""
    if not units:
        return
    options: list[Option] = [("recover", g.unit_id(unit)) for unit in units]
    answer = await Choose(SIDES[side], prompt, listed([*options, NO]), rule)
    if answer != NO:
        _turn_to_full(g, g.pack.unit_index[answer[1]], rule)
