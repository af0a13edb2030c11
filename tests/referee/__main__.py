"""Lets the referees watch games: `python -m tests.referee` (or `make referee`).

    python -m tests.referee [GAME ...] [--decisions 30000] [--jobs 2] [--match N] [--stop]
                            [--out FOLDER]

Prints for each game how much was compared, by subject, and every difference; ends with 1 if there
was one. With `--match` only the match with that number is watched, to look at a difference again;
with `--stop` the first difference ends it, which is enough to find a planted fault.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections import Counter
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from itertools import count
from pathlib import Path

from khamsin.games import GAMES
from tests.referee.shadow import Watched, watch

FOLDER = Path(__file__).parent
REFEREES = tuple(slug for slug in GAMES if (FOLDER / slug / "referee.py").exists())


def report(slug: str, seen: list[Watched], out: Path | None) -> bool:
    """Print what was compared in one game; whether nothing differed."""
    compared: Counter[str] = Counter()
    for each in seen:
        compared.update(each.compared)
    decisions = sum(each.decisions for each in seen)
    parted = [each for each in seen if each.differences]
    games = f"{len(seen)} games, {len(parted)} with a difference"
    print(f"{slug}: {decisions} decisions compared in {games}")
    for subject, times in sorted(compared.items()):
        print(f"  {subject:32}{times:>10}")
    for each in parted:
        print(f"- {each.name}")
        for difference in each.differences[:5]:
            print(f"  {difference}")
        if out is not None:
            out.mkdir(parents=True, exist_ok=True)
            number = each.name.split()[1].rstrip(":")
            (out / f"{slug}-{number}.khamsin").write_text(each.journal, encoding="utf-8")
    sys.stdout.flush()
    return not parted


def watch_many(
    slug: str, wanted: int, jobs: int, first: int, *, stop: bool = False
) -> list[Watched]:
    """Watch games until so many decisions were compared, or one difference is enough."""
    seen: list[Watched] = []
    at_once = jobs if stop else jobs * 2
    with ProcessPoolExecutor(jobs) as pool:
        for start in count(first, at_once):
            seen += pool.map(partial(watch, slug), range(start, start + at_once))
            done = sum(each.decisions for each in seen)
            is_over = done >= wanted or (stop and any(each.differences for each in seen))
            print(f"\r{slug}: {done} of {wanted}", end="\n" if is_over else "", file=sys.stderr)
            if is_over:
                return seen
    return seen


def main() -> int:
    """Watch, print, judge."""
    parser = argparse.ArgumentParser(prog="python -m tests.referee")
    parser.add_argument("games", nargs="*", metavar="GAME", help=", ".join(REFEREES))
    parser.add_argument("--decisions", type=int, default=30_000, help="how many to compare a game")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--match", type=int, help="only the match with this number")
    parser.add_argument(
        "--from", type=int, default=0, dest="first", help="number of the first match"
    )
    parser.add_argument("--stop", action="store_true", help="the first difference is enough")
    parser.add_argument("--out", type=Path, help="where journals of games with differences go")
    asked = parser.parse_args()
    unknown = sorted(set(asked.games) - set(REFEREES))
    if unknown:
        parser.error(
            f"there is no referee for {', '.join(unknown)}; there are: {', '.join(REFEREES)}"
        )
    agreed = True
    for slug in asked.games or REFEREES:
        if asked.match is None:
            seen = watch_many(slug, asked.decisions, asked.jobs, asked.first, stop=asked.stop)
        else:
            seen = [watch(slug, asked.match)]
        agreed = report(slug, seen, asked.out) and agreed
    return 0 if agreed else 1


if __name__ == "__main__":
    sys.exit(main())
