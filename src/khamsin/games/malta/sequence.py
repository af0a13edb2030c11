"""4 Sequence of play: before the game, the initial segment of a day, the turns of a day."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from khamsin.kernel.decision import MARK

from .pieces import ALLIED, AXIS, NIGHT, TURNS
from .setup import allied_setup, artillery_sides, attach_first, choose_zones
from .state import State

Phase = Callable[[State], Awaitable[None]]

BEFORE = ("plans", "attach", "zones", "allied_setup", "sides")
"""3.0 In this order."""
DAY = (
    "arrive", "attachments", "weather", "raids", "day_plans", "shift", "leaders_return",
    "replacements", "absorb", "munitions", "dismantle", "navy",
)  # fmt: skip
"""4.1 The initial segment, steps a to k."""
LANDING = ("fill", "warships", "duel", "guns", "wave1", "beach1", "wave2", "beach2", "landed")
"""4.22"""
DROPPING = ("cancel", "markers", "series", "rally")
"""4.23"""
MOVING = ("break_down", "strategic", "tactical", "ships", "infiltration", "airland", "reform")
"""4.24, 4.32"""
FIGHTING = ("support", "defend", "bombard", "attack", "recovery", "breakthrough")
"""4.25, 4.26, 4.33, 4.34"""
STATUS = ("status", "ammunition", "leaders", "stragglers")
"""4.21, 4.31"""
AXIS_TURN = (*STATUS, *LANDING, *DROPPING, *MOVING, *FIGHTING)
ALLIED_TURN = (*STATUS, *MOVING, *FIGHTING)
END = ("surrender",)
"""4.41"""


async def nothing(g: State) -> None:
    """A phase in which nothing is done."""
    del g


RULES: dict[str, Phase] = {
    "attach": attach_first,
    "zones": choose_zones,
    "allied_setup": allied_setup,
    "sides": artillery_sides,
}


async def play(g: State) -> None:
    """4.0 From wherever the table stands to the end of the game."""
    while g.result is None:
        await MARK
        await RULES.get(g.phase, nothing)(g)
        if g.result is None:
            go_on(g)


def go_on(g: State) -> None:
    """4.0, 4.42 To the next phase, the next player turn, the next turn, the next day."""
    phases = _phases(g)
    number = phases.index(g.phase) + 1
    if number < len(phases):
        g.phase = phases[number]
    elif phases is BEFORE:
        begin_day(g)
    elif phases is DAY:
        begin_turn(g)
    elif phases is AXIS_TURN:
        g.active = ALLIED
        g.phase = ALLIED_TURN[0]
    elif phases is ALLIED_TURN:
        g.phase = END[0]
    elif g.turn == NIGHT:
        g.day += 1
        g.turn = 0
        begin_day(g)
    else:
        g.turn += 1
        begin_turn(g)


def _phases(g: State) -> tuple[str, ...]:
    for phases in (BEFORE, DAY, END):
        if g.phase in phases:
            return phases
    return AXIS_TURN if g.active == AXIS else ALLIED_TURN


def begin_day(g: State) -> None:
    """4.1 A new day begins with its initial segment."""
    g.active = AXIS
    g.phase = DAY[0]
    g.tell("day", "4.0", day=g.pack.days[g.day])


def begin_turn(g: State) -> None:
    """4.2, 4.42 The Axis player is first; what was turned is straightened."""
    g.active = AXIS
    g.did = [0] * len(g.did)
    g.phase = AXIS_TURN[0]
    g.tell("turn", "4.0", day=g.pack.days[g.day], turn=TURNS[g.turn])
