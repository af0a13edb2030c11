"""Who will win Operation Battleaxe: victory points, ground that will soon count, and strength."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

from khamsin.games.battleaxe.model.pack import Pack
from khamsin.games.battleaxe.model.pieces import ALLIED, ARMOUR, AXIS, REDUCED, SIDES
from khamsin.games.battleaxe.model.state import State
from khamsin.games.battleaxe.rules.victory import LAST_DAY, is_tobruk_relieved, points_to_win
from khamsin.kernel.mind.learned import Counting, Learned

from .chances import impulses_left, night
from .network import Network, arrivals
from .threats import alone, raid, storm


class Features(NamedTuple):
    """What speaks for the Allies, by the day."""

    margin: float  # victory points more than needed
    held: float  # points of ground the Allies hold with a line to their zones
    held_at_night: float  # the same, times the chance that this impulse is the day's last
    night: float
    left: float  # impulses that the day may have yet
    allied: float  # points of combat value
    axis: float
    allied_near: float  # points of combat value beside a point of ground, less far off
    axis_near: float
    dead: float  # German units
    hurt: float  # German armour reduced
    advantage: float  # whoever has it
    held_stormed: float  # points held, times the chance that the best Axis attack takes them
    axis_stormed: float  # points of Axis ground, times the chance that the best Allied attack does
    raided: float  # points that one Axis unit could cut off by a step into an empty space
    raided_now: float  # the same, if it is the Axis half, times the chance of night after it
    allied_cut: float  # combat value without a line
    allied_cut_at_night: float
    axis_cut: float
    axis_cut_at_night: float
    allied_gap: float  # combat value that one step of the enemy would cut off
    axis_gap: float
    allied_alone: float  # guns and armoured cars with nobody beside them
    axis_alone: float
    allied_guns: float  # artillery markers
    axis_guns: float
    fuel_low: float  # impulses it may last
    rommel: float
    locked: float  # combat value that sleeps, times the impulses
    relief: float  # the chance to break the siege where a line to Tobruk would be joined
    axis_half: float
    always: float


RELIEVED, BESIEGED = 0.8, 0.03
"""Guesses: on June 18 nothing wins for the Allies but a line to Tobruk (20.1)."""
JOINED = 3.0
"""Another: so much more than the best chance of relief is the line itself, until night (17.1)."""


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
    supply = [Network(g, side, pack.sources[side]) for side in (ALLIED, AXIS)]
    scored = Network(g, ALLIED, pack.jump_off)
    reach = [arrivals(g, side) for side in (ALLIED, AXIS)]
    held = held_stormed = axis_stormed = 0.0
    for number, space in enumerate(pack.spaces):
        if not space.vp:
            continue
        if g.control[number] == AXIS:
            axis_stormed += space.vp * storm(g, ALLIED, number, reach[ALLIED])
        elif scored.line >> number & 1:
            held += space.vp
            held_stormed += space.vp * storm(g, AXIS, number, reach[AXIS])
    nearness = _nearness(pack)
    strength, near = [0, 0], [0.0, 0.0]
    hurt = 0
    for side in (ALLIED, AXIS):
        for at, units in enumerate(g.here[side]):
            for unit in units:
                steps = g.steps[unit]
                strength[side] += pack.cv[unit][steps]
                near[side] += pack.cv[unit][steps] * nearness[at]
                if steps == REDUCED and pack.is_german[unit]:
                    hurt += pack.unit_type[unit] == ARMOUR
    falls, left = night(g.impulse), impulses_left(g.impulse)
    cut = [supply[side].cut(g, side, supply[side].line) for side in (ALLIED, AXIS)]
    ours = raid(g, ALLIED, reach[AXIS], supply[ALLIED], scored)
    theirs = raid(g, AXIS, reach[ALLIED], supply[AXIS], None)
    asleep = [u for n, d in enumerate(pack.divisions) if g.locked[n] for u in d.units]
    return Features(
        margin=g.vp - points_to_win(g),
        held=held,
        held_at_night=held * falls,
        night=falls,
        left=left,
        allied=strength[ALLIED],
        axis=strength[AXIS],
        allied_near=near[ALLIED],
        axis_near=near[AXIS],
        dead=sum([pack.is_german[unit] for unit in g.lost]),
        hurt=hurt,
        advantage=(g.advantage == ALLIED) - (g.advantage == AXIS),
        held_stormed=held_stormed,
        axis_stormed=axis_stormed,
        raided=ours.points,
        raided_now=ours.points * falls * (g.half == AXIS),
        allied_cut=cut[ALLIED],
        allied_cut_at_night=cut[ALLIED] * falls,
        axis_cut=cut[AXIS],
        axis_cut_at_night=cut[AXIS] * falls,
        allied_gap=ours.strength,
        axis_gap=theirs.strength,
        allied_alone=alone(g, ALLIED, reach[AXIS]),
        axis_alone=alone(g, AXIS, reach[ALLIED]),
        allied_guns=g.artillery[ALLIED],
        axis_guns=g.artillery[AXIS],
        fuel_low=g.fuel_low * left,
        rommel=g.rommel * left,
        locked=sum([pack.cv[unit][g.steps[unit]] for unit in asleep]) * left,
        relief=_relief(g, scored, reach[ALLIED]),
        axis_half=g.half == AXIS,
        always=1.0,
    )


def _relief(g: State, scored: Network, reach: list[int]) -> float:
    """17.1 Where a line comes up to Tobruk: the chance that an attack clears it."""
    tobruk = g.pack.tobruk
    if is_tobruk_relieved(g):
        return JOINED
    if not any(scored.line >> near & 1 for near in g.pack.neighbours[tobruk]):
        return 0.0
    return storm(g, ALLIED, tobruk, reach)


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
