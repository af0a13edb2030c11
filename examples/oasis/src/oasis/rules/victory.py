"""8 Victory."""

from __future__ import annotations

from khamsin.kernel.play.state import Ending, Result
from oasis.model.pieces import EMIR, NOWHERE, RAIDERS, SIDES
from oasis.model.state import State

ENDINGS = (
    Ending("raiders", "8.1", "wells"),
    Ending("emir", "8.1", "held"),
    Ending("raiders", "8.2", "alone"),
    Ending("emir", "8.2", "alone"),
)


def points(g: State, side: int) -> int:
    """8.1 What the wells of a side count."""
    return sum([g.pack.areas[well].well for well in g.pack.wells if g.control[well] == side])


def is_beaten(g: State, side: int) -> bool:
    """8.2 No unit is left."""
    places = zip(g.pack.units, g.place, strict=True)
    return all(place == NOWHERE for unit, place in places if unit.side == side)


def judge(g: State) -> None:
    """8.1, 8.2, R2 See at the end of a half whether the game is over."""
    if is_beaten(g, g.half):
        _end(g, 1 - g.half, "8.2", "alone")
    elif is_beaten(g, 1 - g.half):
        _end(g, g.half, "8.2", "alone")
    elif g.half == EMIR and g.turn == g.scenario.turns:
        if points(g, RAIDERS) > points(g, EMIR):
            _end(g, RAIDERS, "8.1", "wells")
        else:
            _end(g, EMIR, "8.1", "held")


def _end(g: State, winner: int, rule: str, reason: str) -> None:
    scores = {name: points(g, side) for side, name in enumerate(SIDES)}
    g.result = Result(SIDES[winner], rule, reason, {**scores, "turn": g.turn})
    g.tell("victory", rule, side=SIDES[winner])
