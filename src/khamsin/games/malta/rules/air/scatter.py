"""19.41, 19.42, 19.44 Whether anything drops, and how far from its place it comes down."""

from __future__ import annotations

from khamsin.games.malta.model.pieces import AA, RAIN
from khamsin.games.malta.model.state import State
from khamsin.games.malta.model.tables import ADJACENT, HALF, TWO_DICE
from khamsin.games.malta.rules.combat.strength import half
from khamsin.kernel.play.decision import Roll

NOWHERE = -1  # off the map, which is as good as the sea


def is_flying(g: State) -> bool:
    """4.23, 17.2 Morning and afternoon, never in rain."""
    return g.turn in g.pack.airborne_turns and g.weather != RAIN


def aa_near(g: State, h: int) -> int:
    """19.41 The Allied AA units within three hexes."""
    return sum(
        1
        for unit in g.pack.of_kind[AA]
        if g.place[unit] >= 0 and g.pack.distance[g.place[unit]][h] <= g.pack.limits.aa_range
    )


def drop_row(g: State, total: int) -> int:
    """19.41, 19.44 The result of the drop table."""
    return next(result for most, result in g.pack.tables.drop if total <= most)


def scattered(g: State, h: int, die: int, steps: int) -> int:
    """19.41 The hex so many steps away in the direction of a die."""
    there = g.pack.board.toward(h, g.pack.tables.scatter[die], steps)
    return NOWHERE if there is None else there


def is_land(g: State, h: int) -> bool:
    """19.42, 19.45 Coast and beach are land; ocean is not."""
    return 0 <= h < g.pack.land


async def scatter_from(g: State, h: int, result: int) -> int:
    """19.41, 19.44, R12 Distance, then direction."""
    steps = 1
    if result != ADJACENT:
        dice = await Roll(2 if result == TWO_DICE else 1, "scatter_distance", "19.41", "axis")
        steps = sum(dice)
        if result == HALF:
            steps = half(steps)
    (die,) = await Roll(1, "scatter", "19.41", "axis")
    return scattered(g, h, die, steps)
