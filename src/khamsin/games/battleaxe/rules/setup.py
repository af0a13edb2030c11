"""5 Set-up and 18 the choice of sides."""

from __future__ import annotations

from khamsin.games.battleaxe.model.pack import Pack
from khamsin.games.battleaxe.model.pieces import ALLIED, FULL, SIDES
from khamsin.games.battleaxe.model.state import MANEUVERS, State
from khamsin.kernel.game import Setup
from khamsin.kernel.play.decision import MARK, Choose, Option, Roll, Secret, listed

from .control import put
from .victory import most_points

_ROUNDS = 3  # R31: equal bids are made again; a third tie is settled by a die
_EVEN_CHANCE = 3


def new_game(pack: Pack, setup: Setup) -> State:
    """5.1, 5.2 Markers and units in their printed places, everything at full strength."""
    scenario = pack.scenarios[setup.scenario]
    g = State(pack, scenario, setup.options)
    for space in pack.allied_at_start:
        g.control[space] = ALLIED  # 5.1f
    for place in pack.places:
        if (place.option and not g.has(place.option)) or (place.without and g.has(place.without)):
            continue
        g.steps[place.unit] = FULL
        if len(place.spaces) == 1:
            put(g, place.unit, place.spaces[0])
        elif g.has("historical_setup") and place.historical in place.spaces and not place.option:
            put(g, place.unit, place.historical)  # 5.2.1f
        else:
            g.unplaced = (*g.unplaced, place.unit)
    return g


async def set_up(g: State) -> None:
    """5.2.1e, 18.0, 18.1 Bids if agreed on; then the Allied player places his free units."""
    await MARK
    if g.has("bids"):
        await bid_for_sides(g)
    while g.unplaced:
        unit = g.unplaced[0]
        answer = await Choose(
            "allied", "place", lambda: placements(g), "5.2.1e", unit=g.unit_id(unit)
        )
        put(g, unit, g.pack.board.at(answer[2]))
        g.unplaced = g.unplaced[1:]
        g.tell("placed", "5.2.1e", unit=answer[1], place=answer[2])
    g.phase = MANEUVERS
    g.tell("turn", "5.1a", turn=g.turn)


def placements(g: State) -> list[Option]:
    """5.2.1e, 19.3 Where the next free unit may begin."""
    unit = g.unplaced[0]
    for place in g.pack.places:
        if place.unit == unit:
            return [("place", g.unit_id(unit), g.place_id(space)) for space in place.spaces]
    raise AssertionError(g.unit_id(unit))


async def bid_for_sides(g: State) -> None:
    """18.1 The higher secret bid plays the Allies and needs that many points (R31)."""
    bids: list[Option] = [("bid", str(points)) for points in range(most_points(g) + 1)]
    allied = axis = 0
    for _ in range(_ROUNDS):
        answers = await Secret("bid", {"allied": listed(bids), "axis": listed(bids)}, "18.1")
        allied, axis = int(answers["allied"][1]), int(answers["axis"][1])
        g.tell("bids", "18.1", reveals=True, allied=allied, axis=axis)
        if allied != axis:
            break
    g.vp_needed = max(allied, axis)
    g.sides_swapped = axis > allied
    if allied == axis:
        (die,) = await Roll(1, "bids", "18.1")
        g.tell("bid_die", "18.1", die=die)
        g.sides_swapped = die > _EVEN_CHANCE
    g.tell("bid_won", "18.1", chair="axis" if g.sides_swapped else "allied", vp=g.vp_needed)


def chairs(g: State) -> dict[str, str]:
    """18.1 Who bid more plays the Allies, wherever he sat."""
    allied, axis = SIDES
    if g.sides_swapped:
        return {allied: axis, axis: allied}
    return {allied: allied, axis: axis}
