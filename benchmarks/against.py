"""`make bench ARGS="--against COMMIT"`: this checkout and another commit, measured by turns.

The other commit is unpacked into a temporary folder. Every measurement is a process of its own that
reads one of the two trees, and the two take turns game by game, so that a busy machine is fair to
both. The best of all rounds counts. What a tree does is measured by its own `benchmarks.games`.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tarfile
from collections.abc import Iterator
from contextlib import contextmanager
from io import BytesIO
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

from .games import Speed

HERE = Path(__file__).parents[1]
FLOOR = 0.98
"""A game that is slower than this share of before is named."""

ONE_ROUND = """
import gc, json, sys
from benchmarks.games import measure
from khamsin.games import find
gc.disable()
print(json.dumps(measure(find(sys.argv[1]), int(sys.argv[2]))._asdict()))
"""


class Compared(NamedTuple):
    """One game in both trees, the best of all rounds: what it does now as a share of before."""

    slug: str
    playing: float
    replaying: float
    cloning: float
    is_same_play: bool
    """Whether random play was as long and had as many options; rules that differ play otherwise."""

    @property
    def is_slower(self) -> bool:
        """Whether anything falls below the floor."""
        return min(self.playing, self.replaying, self.cloning) < FLOOR


@contextmanager
def unpacked(commit: str) -> Iterator[Path]:
    """The files of a commit in a folder that is gone afterwards."""
    packed = subprocess.run(
        ["git", "archive", commit, "src", "benchmarks"], cwd=HERE, capture_output=True, check=False
    )
    if packed.returncode:
        sys.exit(f"benchmarks: {packed.stderr.decode().strip()}")
    with TemporaryDirectory(prefix="khamsin-") as folder:
        with tarfile.open(fileobj=BytesIO(packed.stdout)) as archive:
            archive.extractall(folder, filter="data")
        yield Path(folder)


def one_round(tree: Path, slug: str, games: int, python: str = "") -> Speed:
    """Measure one game of one tree once; with another Python what is installed there."""
    path = str(tree) if python else os.pathsep.join([str(tree / "src"), str(tree)])
    done = subprocess.run(
        [python or sys.executable, "-c", ONE_ROUND, slug, str(games)],
        cwd=tree,
        env=os.environ | {"PYTHONPATH": path, "PYTHONHASHSEED": "0"},
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode:
        sys.exit(f"benchmarks: {slug} cannot be measured there: {done.stderr.splitlines()[-1]}")
    return Speed(**json.loads(done.stdout))


def compare(slug: str, before: list[Speed], now: list[Speed]) -> Compared:
    """The best of all rounds on either side, as shares of before."""
    return Compared(
        slug,
        playing=max(each.decisions for each in now) / max(each.decisions for each in before),
        replaying=max(each.replay for each in now) / max(each.replay for each in before),
        cloning=min(each.clone for each in before) / min(each.clone for each in now),
        is_same_play=(now[0].length, now[0].options) == (before[0].length, before[0].options),
    )


def run(commit: str, sizes: dict[str, int], rounds: int) -> list[Compared]:
    """Measure both trees by turns and print how they compare; `sizes` are games in a round."""
    before: dict[str, list[Speed]] = {slug: [] for slug in sizes}
    now: dict[str, list[Speed]] = {slug: [] for slug in sizes}
    with unpacked(commit) as tree:
        for number in range(rounds):
            for slug, games in sizes.items():
                turns = [(tree, before), (HERE, now)]
                for folder, speeds in turns if number % 2 else turns[::-1]:
                    speeds[slug].append(one_round(folder, slug, games))
    found = [compare(slug, before[slug], now[slug]) for slug in sizes]
    print(f"this checkout beside {commit}: share of its speed, best of {rounds} rounds by turns")
    for each in found:
        print(
            f"{each.slug:14}{each.playing:8.3f} playing{each.replaying:8.3f} replaying"
            f"{each.cloning:8.3f} cloning"
            + ("" if each.is_same_play else "  (random play differs)")
            + (f"  SLOWER than {FLOOR}" if each.is_slower else "")
        )
    return found
