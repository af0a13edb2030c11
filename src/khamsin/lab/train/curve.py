"""The learning curve: how well results are predicted after how many games."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from khamsin.kernel.errors import SetupError
from khamsin.kernel.mind.learned import ALL, Learned, Weights
from khamsin.kernel.text.words import Catalogue

from .learning import HELD_BACK, is_held_back, learn, stages_of
from .trajectory import Trajectory
from .validation import Accuracy, Validation

FIRST = 25
"""Games of the first point; each further one has twice as many, the last one all."""


class Training(NamedTuple):
    """What training came to."""

    weights: dict[str, Weights]
    kept: list[str]
    """The stages that were never met; their weights are left as they were."""
    sparse: dict[str, int]
    """The stages that were met in too few games to have weights of their own: in how many."""
    taught: int
    """Games that were learned from."""
    held_back: int
    """Games held out, to see how well was learned."""
    positions: int
    """Those learned from."""
    before: Accuracy
    """Of the weights that the game had until now."""
    curve: list[Accuracy]


def train_on(learned: Learned, trajectories: Sequence[Trajectory]) -> Training:
    """Learn from more and more of the games, and each time predict those held out."""
    features = len(learned.counting.features)
    taught = [trajectory for trajectory in trajectories if not is_held_back(trajectory)]
    held_back = [trajectory for trajectory in trajectories if is_held_back(trajectory)]
    if not taught or not held_back:
        raise SetupError(f"{HELD_BACK} games are the fewest that can be learned from")
    validation = Validation(held_back, features, alone=len(learned.counting.sides) == 1)
    weights: dict[str, Weights] = {}
    curve = []
    for games in _sizes(len(taught)):
        weights = learn(taught[:games], features)
        curve.append(validation.of(games, weights))
    met = Counter(stage for trajectory in taught for stage in stages_of(trajectory))
    kept = {stage: own for stage, own in learned.weights.items() if stage not in (ALL, *met)}
    return Training(
        weights=weights | kept,
        kept=list(kept),
        sparse={stage: games for stage, games in met.items() if stage not in weights},
        taught=len(taught),
        held_back=len(held_back),
        positions=sum(bool(each.counts) for trajectory in taught for each in trajectory.positions),
        before=validation.of_present(),
        curve=curve,
    )


def _sizes(games: int) -> Iterator[int]:
    size = FIRST
    while size < games:
        yield size
        size *= 2
    yield games


# -- as a table --------------------------------------------------------------------------------


def as_csv(training: Training) -> str:
    """A row for each point; the first, of no games, are the weights that the game had."""
    rows = [
        f"{told.games},{told.loss:.4f},{told.right:.4f},{told.late:.4f}"
        for told in (training.before, *training.curve)
    ]
    return "\n".join(["games,log_loss,right,right_late", *rows]) + "\n"


def as_text(training: Training, words: Catalogue) -> list[str]:
    """The same for a terminal."""
    say = words.say
    heads = [say(f"train.{name}") for name in ("games", "loss", "right", "late")]
    rows = [
        [name, f"{told.loss:.3f}", f"{told.right:.1%}", f"{told.late:.1%}"]
        for name, told in (
            (say("train.before"), training.before),
            *((str(told.games), told) for told in training.curve),
        )
    ]
    widths = [max(len(row[at]) for row in (heads, *rows)) for at in range(len(heads))]
    return [
        "  " + "  ".join(cell.rjust(width) for cell, width in zip(row, widths, strict=True))
        for row in (heads, *rows)
    ]
