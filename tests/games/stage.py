"""What the stagings of all games share: a match from any state, played on by words and dice."""

from __future__ import annotations

from collections.abc import Sequence
from copy import copy
from typing import TypeVar

from khamsin.kernel.dice import Dice
from khamsin.kernel.game import Game, Setup
from khamsin.kernel.match import Match
from khamsin.kernel.state import State

S = TypeVar("S", bound=State)
Step = str | Sequence[int | str]
"""Words are an answer, anything else is a roll of dice or a draw."""


def staged(game: Game[S], state: S, setup: Setup, dice: Dice | None = None) -> Match[S]:
    """A match that begins from a state that a test has prepared."""

    def start(setup: Setup) -> S:
        del setup
        return state.copy()

    prepared = copy(game)
    prepared.start = start  # type: ignore[method-assign]
    return Match(prepared, setup, dice)


def go(m: Match[S], *steps: Step) -> Match[S]:
    """Play on; the match must have been staged without dice."""
    for step in steps:
        if isinstance(step, str):
            m.choose(tuple(step.split()))
        else:
            m.roll(step)
    return m
