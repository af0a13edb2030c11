"""The weights as the file that a game keeps in its folder `mind`."""

from __future__ import annotations

import textwrap
from collections.abc import Mapping, Sequence
from datetime import date
from pathlib import Path

from khamsin.kernel.game import AnyGame
from khamsin.kernel.mind.learned import FILE, Source, Weights

from .curve import Training
from .learning import HELD_BACK
from .practice import Practice

HEAD = "# What each feature of evaluation.py, beside this file, adds to the log odds."
_WIDE = 100


def source_of(practice: Practice, training: Training, event: str, today: date) -> Source:
    """What the file says about itself."""
    told = training.curve[-1]
    note = (
        f"Written by `khamsin train {practice.game}`. Positions at each {event}, of games of "
        f"{practice.bot} with itself ({', '.join(practice.scenarios)}). Of the "
        f"{training.held_back} games held back (one in {HELD_BACK}) it told the results with a "
        f"log loss of {told.loss:.3f} ({training.before.loss:.3f} before) and was right in "
        f"{told.right:.0%} of positions, in the last third of each game in {told.late:.0%}."
    )
    if training.kept:
        note += f" Not met in them, and so left as they were: {', '.join(training.kept)}."
    return Source(training.taught, today.isoformat(), note, training.positions, practice.seed)


def path_of(game: AnyGame) -> Path:
    """Where a game keeps its weights."""
    return game.folder / "mind" / FILE


def as_toml(source: Source, features: Sequence[str], weights: Mapping[str, Weights]) -> str:
    """The text of `mind/weights.toml`."""
    known = {"games": source.games, "positions": source.positions, "seed": source.seed}
    note = "\n".join(textwrap.wrap(source.note, _WIDE))
    lines = [HEAD, "", "[learned]"]
    lines += [f"{name} = {value}" for name, value in known.items() if value is not None]
    lines += [f'date = "{source.date}"', f'note = """\n{note}\n"""']
    for stage, found in weights.items():
        lines += ["", f"[weights.{_key(stage)}]"]
        lines += [
            f"{name} = {round(weight, 4) + 0.0}"
            for name, weight in zip(features, found, strict=True)
        ]
    return "\n".join(lines) + "\n"


def _key(stage: str) -> str:
    """A bare key if it can be one."""
    is_bare = stage.isascii() and stage.replace("_", "").replace("-", "").isalnum()
    return stage if is_bare else f'"{stage}"'
