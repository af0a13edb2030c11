"""An evaluation that was learned: what a game counts on its table, and what each thing weighs.

A game says what it counts (`Counting`). The weights lie beside it in `mind/weights.toml`, with the
games they were learned from. Each feature adds its part to the log odds of one side, so the parts
are also the reasons that can be told.
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

Weights = tuple[float, ...]
"""What one unit of each feature adds to the log odds, in the order of the features."""


@dataclass(frozen=True, slots=True)
class Counting:
    """What a game looks at."""

    sides: tuple[str, ...]
    features: tuple[str, ...]
    count: Callable[[Any], tuple[float, ...]]
    """How much there is of each feature in a state; what is positive need not be good."""
    favoured: Callable[[Any], str]
    """The side whose chance is reckoned; the other has the rest."""
    stage: Callable[[Any], str]
    """Which weights hold: by the day, the scenario, the campaign."""
    decided: Callable[[Any], float | None]
    """The chance of that side where nothing has to be estimated."""


class Source(NamedTuple):
    """Where weights come from."""

    games: int
    positions: int | None
    """None: it was not kept."""
    seed: int | None
    date: str
    note: str


class Learned:
    """What is counted, with what it weighs."""

    def __init__(
        self, counting: Counting, weights: Mapping[str, Weights], source: Source | None = None
    ) -> None:
        self.counting = counting
        self.weights = dict(weights)
        self.source = source

    @classmethod
    def read(cls, counting: Counting, folder: Path) -> Learned:
        """With the weights that a game keeps in this folder."""
        root = read_toml(folder / FILE)
        row = root.table("learned")
        source = Source(
            row.integer("games"),
            row.integer("positions") if row.has("positions") else None,
            row.integer("seed") if row.has("seed") else None,
            row.text("date"),
            row.text("note"),
        )
        stages = root.table("weights")
        weights: dict[str, Weights] = {}
        for stage in stages:
            table = stages.table(stage)
            weights[stage] = tuple([table.number(name) for name in counting.features])
        root.done()
        return cls(counting, weights, source)

    def log_odds(self, state: Any) -> float:
        """Of the favoured side, where nothing is decided."""
        counting = self.counting
        weights = self._weights(state)
        return sum([w * x for w, x in zip(weights, counting.count(state), strict=True)])

    def chances(self, state: Any) -> dict[str, float]:
        """How likely each side is to win; alone, the share of a very good score."""
        counting = self.counting
        chance = counting.decided(state)
        if chance is None:
            chance = 1.0 / (1.0 + exp(-self.log_odds(state)))
        favoured = counting.favoured(state)
        return {side: chance if side == favoured else 1.0 - chance for side in counting.sides}

    def reasons(self, state: Any) -> dict[str, float]:
        """What each feature adds to the log odds of the favoured side."""
        values = zip(self._weights(state), self.counting.count(state), strict=True)
        parts = [weight * value for weight, value in values]
        return dict(zip(self.counting.features, parts, strict=True))

    def _weights(self, state: Any) -> Weights:
        stage = self.counting.stage(state)
        found = self.weights.get(stage)
        if found is None:
            raise DataError(f'{FILE}: there are no weights for "{stage}"')
        return found
