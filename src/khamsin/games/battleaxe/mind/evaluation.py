"""Who will win Operation Battleaxe: victory points, ground that will soon count, and strength."""

from __future__ import annotations

from functools import lru_cache
from itertools import product
from pathlib import Path
from typing import NamedTuple

from khamsin.games.battleaxe.model.pack import Pack
from khamsin.games.battleaxe.model.pieces import ALLIED, ARMOUR, AXIS, REDUCED, SIDES
from khamsin.games.battleaxe.model.state import State
from khamsin.games.battleaxe.rules.supply import connected
from khamsin.games.battleaxe.rules.victory import LAST_DAY, is_tobruk_relieved, points_to_win
from khamsin.kernel.mind.learned import Counting, Learned

_ROLLS = [a + b for a, b in product(range(1, 7), repeat=2)]
_NIGHT = [sum(roll < impulse for roll in _ROLLS) / 36 for impulse in range(14)]
"""How likely night falls at the end of each impulse (6.2.1)."""


class Features(NamedTuple):
    """What speaks for the Allies, by the day."""

    margin: float  # victory points more than needed
    held: float  # points of ground the Allies hold with a line to their zones
    held_at_night: float  # the same, times the chance that this impulse is the day's last
    night: float
    allied: float  # points of combat value
    axis: float
    allied_near: float  # points of combat value beside a point of ground, less far off
    axis_near: float
    dead: float  # German units
    hurt: float  # German armour reduced
    advantage: float  # whoever has it
    axis_half: float
    always: float


RELIEVED, BESIEGED = 0.8, 0.03
"""A guess: on June 18 nothing wins for the Allies but a line to Tobruk (20.1)."""


@lru_cache(maxsize=8)
def _nearness(pack: Pack) -> list[float]:
    """How near each space is to ground that counts."""
    rows = [(space.vp, pack.board.distances(at)) for at, space in enumerate(pack.spaces)]
    return [
        sum(vp / (1 + row[space]) ** 2 for vp, row in rows if vp)
        for space in range(len(pack.spaces))
    ]


def settled(g: State) -> float | None:
    """The chance of the Allies when the last day is over."""
    if g.turn <= LAST_DAY:
        return None
    return RELIEVED if is_tobruk_relieved(g) else BESIEGED


def features(g: State) -> Features:
    """Look at the table."""
    pack = g.pack
    line = connected(g, ALLIED, pack.jump_off)
    held = sum(
        [
            space.vp
            for number, space in enumerate(pack.spaces)
            if space.vp and line[number] and g.control[number] == ALLIED
        ]
    )
    nearness = _nearness(pack)
    strength, near = [0, 0], [0.0, 0.0]
    hurt = 0
    for side in (ALLIED, AXIS):
        for space, units in enumerate(g.here[side]):
            for unit in units:
                steps = g.steps[unit]
                strength[side] += pack.cv[unit][steps]
                near[side] += pack.cv[unit][steps] * nearness[space]
                if steps == REDUCED and pack.is_german[unit]:
                    hurt += pack.unit_type[unit] == ARMOUR
    night = _NIGHT[min(g.impulse, len(_NIGHT) - 1)]
    return Features(
        margin=g.vp - points_to_win(g),
        held=held,
        held_at_night=held * night,
        night=night,
        allied=strength[ALLIED],
        axis=strength[AXIS],
        allied_near=near[ALLIED],
        axis_near=near[AXIS],
        dead=sum([pack.is_german[unit] for unit in g.lost]),
        hurt=hurt,
        advantage=(g.advantage == ALLIED) - (g.advantage == AXIS),
        axis_half=g.half == AXIS,
        always=1.0,
    )


evaluate = Learned.read(
    Counting(
        sides=SIDES,
        features=Features._fields,
        count=features,
        favoured=lambda _: SIDES[ALLIED],
        stage=lambda g: str(g.turn),
        settled=settled,
    ),
    Path(__file__).parent,
)
"""How likely each side is to win from a state."""
