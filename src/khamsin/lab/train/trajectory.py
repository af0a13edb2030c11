"""A game as training data: its positions, counted at the events up to which the search looks ahead.

The journal is replayed, which takes a small part of the time that the game took. So the same games
can be counted again whenever the features change.
"""

from __future__ import annotations

from typing import NamedTuple

from khamsin.kernel.game import AnyGame, Setup
from khamsin.kernel.play.match import AnyMatch, Match
from khamsin.lab.record import Record

from .practice import mind_of


class Position(NamedTuple):
    """One moment of a game."""

    stage: str
    counts: tuple[float, ...]
    """Of each feature; empty where nothing has to be estimated."""
    chance: float
    """Of the favoured side, by the present weights, or by what is settled."""


class Trajectory(NamedTuple):
    """The positions of one game, in order, and its result."""

    number: int
    positions: tuple[Position, ...]
    result: float
    """What the favoured side had in the end: 1, 0 or a half; alone, its share of a very good
    score."""


def trajectory(game: AnyGame, record: Record) -> Trajectory:
    """Count the positions of a game, at each event to which the search looks ahead."""
    mind, learned = mind_of(game)
    counting, event = learned.counting, mind.horizon.event
    match = Match(game, Setup(record.scenario, ()), None)
    positions: list[Position] = []
    seen = 0
    for line in record.journal.splitlines():
        match.feed(tuple(line.split(" ")))
        events, first = match.events, seen
        seen = len(events)
        state = match.state
        if match.result is not None or not any(
            events[at][1].kind == event for at in range(first, seen)
        ):
            continue
        chance = learned(state)[counting.favoured(state)]
        counts = counting.count(state) if learned.settled(state) is None else ()
        positions.append(Position(counting.stage(state), tuple(counts), chance))
    return Trajectory(record.number, tuple(positions), _result(game, match))


def _result(game: AnyGame, match: AnyMatch) -> float:
    _, learned = mind_of(game)
    return learned(match.state)[learned.counting.favoured(match.state)]
