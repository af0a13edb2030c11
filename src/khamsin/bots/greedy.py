"""The player who takes what looks best now, by a short judgement of each option."""

from __future__ import annotations

from random import Random
from typing import Any, Protocol

from khamsin.kernel.decision import Option
from khamsin.kernel.errors import SetupError
from khamsin.kernel.match import Match
from khamsin.kernel.seat import Seat

from . import battleaxe, commander, gazala, malta, rommel
from .mood import PLAIN, Mood


class Judge(Protocol):
    """Gives each option a score, from an imagined match that fits what the seat has seen."""

    def __call__(
        self, world: Match[Any], side: str, options: list[Option], mood: Mood = PLAIN, /
    ) -> list[float]:
        """The higher the better."""
        ...


JUDGES: dict[str, Judge] = {
    "battleaxe": battleaxe.judge,
    "commander": commander.judge,
    "gazala": gazala.judge,
    "malta": malta.judge,
    "rommel": rommel.judge,
}


class GreedyBot:
    """Takes the option with the highest score; among equals any."""

    def __init__(self, rng: Random) -> None:
        self._rng = rng

    def choose(self, seat: Seat[Any]) -> Option:
        """Pick the option that the game's judge likes best."""
        options = seat.legal()
        if len(options) == 1:
            return options[0]
        world = seat.imagine(self._rng)
        judge = JUDGES.get(world.game.slug)
        if judge is None:
            raise SetupError(f"the greedy bot does not know {world.game.title}")
        scores = judge(world, seat.side, options)
        best = max(scores)
        liked = [option for option, score in zip(options, scores, strict=True) if score == best]
        return liked[self._rng.randrange(len(liked))]
