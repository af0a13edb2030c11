"""`make bench ARGS=--compiled`: the sources, the compiled build and python-chess, by turns."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

from .against import HERE, one_round
from .games import Speed

PYTHON = HERE / ".venv-compiled" / "bin" / "python"


class Pair(NamedTuple):
    """One game in both builds, the best of all rounds."""

    slug: str
    plain: float
    """Decisions in random play for one ply of python-chess."""
    compiled: float
    replay: float
    """How many times as fast the compiled build is."""
    clone: float


def run(
    sizes: dict[str, int], rounds: int, peer: Callable[[], float], python: Path = PYTHON
) -> list[Pair]:
    """Measure both by turns and print how they compare; `sizes` are games in a round."""
    says = _what_runs(python)
    chess: list[float] = []
    plain: dict[str, list[Speed]] = {slug: [] for slug in sizes}
    fast: dict[str, list[Speed]] = {slug: [] for slug in sizes}
    for number in range(rounds):
        for slug, games in sizes.items():
            chess.append(peer())
            for build, speeds in (("", plain), (str(python), fast))[:: -1 if number % 2 else 1]:
                speeds[slug].append(one_round(HERE, slug, games, build))
    print(f"{says}; best of {rounds} rounds by turns; python-chess {max(chess):,.0f} decisions/s")
    found = [compare(slug, max(chess), plain[slug], fast[slug]) for slug in sizes]
    for each in found:
        print(
            f"{each.slug:14}{each.plain:6.2f} x python-chess plain,{each.compiled:6.2f} x compiled"
            f" ({each.compiled / each.plain:.2f} times){each.replay:6.2f} times replaying"
            f"{each.clone:6.2f} times cloning"
        )
    return found


def compare(slug: str, chess: float, plain: list[Speed], fast: list[Speed]) -> Pair:
    """The best rounds of both; random play must have been the same play."""
    if (plain[0].length, plain[0].options) != (fast[0].length, fast[0].options):
        sys.exit(f"benchmarks: {slug} plays otherwise compiled, or was compiled from other sources")
    return Pair(
        slug,
        plain=max(each.decisions for each in plain) / chess,
        compiled=max(each.decisions for each in fast) / chess,
        replay=max(each.replay for each in fast) / max(each.replay for each in plain),
        clone=min(each.clone for each in plain) / min(each.clone for each in fast),
    )


def _what_runs(python: Path) -> str:
    """What the compiled build says of itself; without one there is nothing to measure."""
    asked = [str(python), "-m", "khamsin.cli", "--version"]
    try:
        done = subprocess.run(
            asked, cwd=python.parent, env=_bare(), capture_output=True, text=True, check=True
        )
    except (OSError, subprocess.CalledProcessError):
        sys.exit("benchmarks: there is no compiled build here: make compiled")
    if "compiled" not in done.stdout:
        sys.exit(f"benchmarks: {python} runs {done.stdout.strip()}")
    return done.stdout.strip()


def _bare() -> dict[str, str]:
    return {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
