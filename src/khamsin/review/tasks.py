"""The steps of a review as tasks for other processes: a question as bytes, an answer as text.

The whole match goes with each of them, so only a match that is over may be sent.
"""

from __future__ import annotations

import json
from collections.abc import Sequence

from khamsin.bots.search.budget import Budget
from khamsin.bots.search.race import Told
from khamsin.kernel.game import AnyGame, Setup
from khamsin.kernel.play.match import Entry, Match

from .data import Asked, Seen, Sketch
from .decisions import think
from .reviewing import sketch


def sketch_of(setup: Setup, entries: Sequence[Entry]) -> bytes:
    """Ask for the sketch of a match."""
    return _packed(setup, entries, {})


def thought_of(
    setup: Setup, entries: Sequence[Entry], asked: Asked, budget: Budget, seed: str
) -> bytes:
    """Ask what would have been better than a stretch of it."""
    said = {"asked": asked, "seconds": budget.seconds, "rounds": budget.rounds, "seed": seed}
    return _packed(setup, entries[: asked["at"]], said)


def _packed(setup: Setup, entries: Sequence[Entry], said: dict[str, object]) -> bytes:
    match = {"scenario": setup.scenario, "options": setup.options, "entries": entries}
    return json.dumps(match | said, separators=(",", ":")).encode()


def answer(game: AnyGame, question: bytes, told: Told | None = None) -> str:
    """Do what was asked; `told` hears how it goes, and may raise to end it."""
    said = json.loads(question)
    match = Match(game, Setup(said["scenario"], tuple(said["options"])), None)
    for entry in said["entries"]:
        match.feed(tuple(entry))
    if "asked" not in said:
        return json.dumps(sketch(match, told or _nobody))
    budget = Budget(said["seconds"], said["rounds"])
    return json.dumps(think(match, said["asked"], budget, said["seed"], told))


def _nobody(_share: float) -> None:
    """Nobody wants to hear."""


def sketched(text: str) -> Sketch:
    """Read the answer to the first."""
    found: Sketch = json.loads(text)
    return found


def seen(text: str) -> Seen:
    """Read the answer to the second."""
    found: Seen = json.loads(text)
    return found
