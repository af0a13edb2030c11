"""An evaluation that was learned: what a game counts on its table, and what each thing weighs.

A game says what it counts (`Counting`). The weights lie beside it in `mind/weights.toml`, with the
games they were learned from; `khamsin train` writes them. Each feature adds its part to the log
odds of one side, so the parts are also the reasons that can be told.

What has not been learned yet is no obstacle to playing, and so to learning it: a new feature
without a weight counts nothing, and without any weights all chances are even.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from math import exp
from pathlib import Path
from typing import Any, NamedTuple

from khamsin.kernel.errors import DataError
from khamsin.kernel.pack.data import read_toml

FILE = "weights.toml"
ALL = "all"
"""The stage of games that have only one; its weights hold for every stage without its own."""

Weights = tuple[float, ...]
"""What one unit of each feature adds to the log odds, in the order of the features."""


def _all(_: Any) -> str:
    return ALL


def _open(_: Any) -> float | None:
    return None


@dataclass(frozen=True, slots=True)
class Counting:
    """What a game looks at."""

    sides: tuple[str, ...]
    features: tuple[str, ...]
    count: Callable[[Any], tuple[float, ...]]
    """How much there is of each feature in a state; what is positive need not be good."""
    favoured: Callable[[Any], str]
    """The side whose chance is reckoned; the other has the rest."""
    stage: Callable[[Any], str] = _all
    """Which weights hold, if not always the same: by the day, the scenario, the campaign."""
    settled: Callable[[Any], float | None] = _open
    """The chance of that side where nothing has to be estimated, besides a winner or a draw."""


class Source(NamedTuple):
    """Where weights come from."""

    games: int
    date: str
    note: str
    positions: int | None
    """None: it was not kept, nor was the seed if that is None."""
    seed: int | None


class Learned:
    """What is counted, with what it weighs: called with a state, the chances of each side."""

    def __init__(
        self, counting: Counting, weights: Mapping[str, Weights], source: Source | None = None
    ) -> None:
        self.counting = counting
        self.weights = weights
        self.source = source

    @classmethod
    def read(cls, counting: Counting, folder: Path) -> Learned:
        """With the weights that a game keeps in this folder, or none if there is no such file."""
        if not (folder / FILE).exists():
            return cls(counting, {})
        root = read_toml(folder / FILE)
        row = root.table("learned")
        source = Source(
            row.integer("games"),
            row.text("date"),
            row.text("note"),
            row.integer("positions") if row.has("positions") else None,
            row.integer("seed") if row.has("seed") else None,
        )
        stages = root.table("weights")
        weights: dict[str, Weights] = {}
        for stage in stages:
            table = stages.table(stage)
            weights[stage] = tuple(
                [table.number(name) if table.has(name) else 0.0 for name in counting.features]
            )
        root.done()
        return cls(counting, weights, source)

    def __call__(self, state: Any) -> dict[str, float]:
        """How likely each side is to win; alone, the share of a very good score."""
        sides, favoured = self.counting.sides, self.counting.favoured(state)
        chance = self.settled(state)
        if chance is None:
            chance = 1.0 / (1.0 + exp(-self.log_odds(state)))
        return {side: chance if side == favoured else 1.0 - chance for side in sides}

    def settled(self, state: Any) -> float | None:
        """The chance of the favoured side where nothing has to be estimated."""
        if state.result is not None and len(self.counting.sides) > 1:
            winner = state.result.winner
            return 0.5 if winner is None else float(winner == self.counting.favoured(state))
        return self.counting.settled(state)

    def log_odds(self, state: Any) -> float:
        """Of the favoured side, where nothing is settled."""
        return sum(self.reasons(state).values())

    def reasons(self, state: Any) -> dict[str, float]:
        """What each feature adds to the log odds of the favoured side."""
        counting = self.counting
        weights = self.weights_of(counting.stage(state))
        counted = zip(counting.features, weights, counting.count(state), strict=True)
        return {name: weight * value for name, weight, value in counted}

    def weights_of(self, stage: str) -> Weights:
        """The weights of a stage: its own, else those of all stages together."""
        if not self.weights:
            return (0.0,) * len(self.counting.features)
        weights = self.weights.get(stage, self.weights.get(ALL))
        if weights is None:
            raise DataError(f'{FILE}: there are no weights for "{stage}"')
        return weights
