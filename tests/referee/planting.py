"""Plants faults in the rules and sees who finds them.

    python -m tests.referee.planting GAME [--fault NAME] [--decisions 1500] [--jobs 2] [--out FILE]

`faults/<game>.toml` names forty faults of a game, each a change of one place in its rules. Each is
planted in a copy of the source; then the referee watches so many decisions; what it does not find
goes to crowded tables, where a game has some, to the tests of the game's chapters, and then to its
golden games. With `--out` the results are kept as lines of JSON and a later run goes on from there.
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
import subprocess
import sys
import tempfile
import tomllib
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import NamedTuple

from khamsin.games import GAMES

ROOT = Path(__file__).parents[2]
FAULTS = Path(__file__).parent / "faults"
CROWDS = 40
"""Matches at crowded tables that are watched."""
PATIENCE = 900.0
"""Seconds for one watcher; rules that never end are found out by that."""


class Fault(NamedTuple):
    """A change of one place."""

    game: str
    name: str
    rule: str
    says: str
    file: str
    old: str
    new: str


WATCHERS = ("referee", "crowds", "tests", "golden")
"""Who looks for a fault, one after the other."""


class Found(NamedTuple):
    """Who was the first to find a fault; nobody: an empty name."""

    game: str
    name: str
    by: str


def faults_of(slug: str) -> list[Fault]:
    """Read the faults of a game."""
    data = tomllib.loads((FAULTS / f"{slug}.toml").read_text(encoding="utf-8"))
    return [Fault(slug, **each) for each in data["fault"]]


def place(fault: Fault, source: Path) -> Path:
    """The file that a fault changes; it must stand there exactly once."""
    path = source / "khamsin" / "games" / fault.game / fault.file
    times = path.read_text(encoding="utf-8").count(fault.old)
    if times != 1:
        raise ValueError(f"{fault.game} {fault.name}: {fault.file} has its text {times} times")
    return path


def watched(fault: Fault, decisions: int) -> Found:
    """Plant a fault in a copy of the source, and let the watchers look."""
    with tempfile.TemporaryDirectory() as folder:
        source = Path(folder) / "src"
        shutil.copytree(ROOT / "src", source, ignore=shutil.ignore_patterns("__pycache__", "web"))
        (source / "khamsin" / "web").symlink_to(ROOT / "src" / "khamsin" / "web")
        path = place(fault, source)
        text = path.read_text(encoding="utf-8")
        path.write_text(text.replace(fault.old, fault.new), encoding="utf-8")
        test = ("-m", "pytest", "-q", "-x", "-p", "no:cacheprovider")
        commands = {
            "referee": (
                "-m",
                "tests.referee",
                fault.game,
                "--decisions",
                str(decisions),
                "--jobs",
                "1",
                "--stop",
            ),
            "crowds": ("-m", f"tests.referee.{fault.game}.crowds", str(CROWDS)),
            "tests": (*test, f"tests/games/{fault.game}"),
            "golden": (*test, "tests/golden", "-k", fault.game),
        }
        if not (ROOT / "tests" / "referee" / fault.game / "crowds.py").exists():
            del commands["crowds"]
        by = (watcher for watcher in commands if _fails(source, *commands[watcher]))
        return Found(fault.game, fault.name, next(by, ""))


def _fails(source: Path, *command: str) -> bool:
    environment = os.environ | {"PYTHONPATH": str(source), "PYTHONDONTWRITEBYTECODE": "1"}
    try:
        done = subprocess.run(
            [sys.executable, *command],
            check=False,
            cwd=ROOT,
            env=environment,
            capture_output=True,
            timeout=PATIENCE,
        )
    except subprocess.TimeoutExpired:
        return True
    return done.returncode != 0


def report(found: list[Found]) -> None:
    """The table."""
    heads = ("game", "faults", "by the referee", "then at crowded tables", "then by the tests")
    print(f"| {' | '.join(heads)} | then by golden games | share |")
    print("| --- | --- | --- | --- | --- | --- | --- |")
    for slug in dict.fromkeys(each.game for each in found):
        by = Counter(each.by for each in found if each.game == slug)
        told = " | ".join(str(by[watcher]) for watcher in WATCHERS)
        print(f"| {slug} | {by.total()} | {told} | {1 - by[''] / by.total():.0%} |")
    for each in found:
        if not each.by:
            print(f"- not caught: {each.game} {each.name}")


def main() -> int:
    """Plant, watch, print."""
    parser = argparse.ArgumentParser(prog="python -m tests.referee.planting")
    parser.add_argument("games", nargs="*", metavar="GAME")
    parser.add_argument("--fault", help="only the fault with this name")
    parser.add_argument("--decisions", type=int, default=1500, help="that the referee watches")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--out", type=Path, help="where results are kept")
    asked = parser.parse_args()
    slugs = asked.games or [slug for slug in GAMES if (FAULTS / f"{slug}.toml").exists()]
    faults = [fault for slug in slugs for fault in faults_of(slug)]
    if asked.fault:
        faults = [fault for fault in faults if fault.name == asked.fault]
    for fault in faults:
        place(fault, ROOT / "src")
    found: list[Found] = []
    if asked.out is not None and asked.out.exists():
        found = [Found(**json.loads(line)) for line in asked.out.read_text().splitlines()]
    done = {(each.game, each.name) for each in found}
    left = [fault for fault in faults if (fault.game, fault.name) not in done]
    with ThreadPoolExecutor(asked.jobs) as pool:
        for one in pool.map(lambda fault: watched(fault, asked.decisions), left):
            found.append(one)
            print(f"{one.game} {one.name}: {one}", file=sys.stderr, flush=True)
            if asked.out is not None:
                with asked.out.open("a", encoding="utf-8") as kept:
                    kept.write(json.dumps(one._asdict()) + "\n")
    report(found)
    return 0


if __name__ == "__main__":
    sys.exit(main())
