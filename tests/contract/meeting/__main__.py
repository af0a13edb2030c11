"""Which procedures have met: `python -m tests.contract.meeting [GAME ...] [--crowds 500]`.

Prints how often each pair was seen, in which kind of game first, and the pairs that nobody has
seen though nothing says that they cannot be; ends with 1 if there are any.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from collections.abc import Iterator
from typing import Any

from khamsin.games import GAMES
from khamsin.kernel.play.match import Match
from tests.contract.meeting.pairs import (
    FOLDER,
    Pair,
    crowded,
    golden,
    met,
    played,
    procedures_of,
    staged,
)

KINDS = ("golden", "staged", "crowded", "played")


def matches(slug: str, games: int, crowds: int) -> Iterator[tuple[str, Match[Any]]]:
    """All that is looked at, and what it is."""
    yield from (("golden", match) for match in golden(slug))
    yield from (("staged", match) for match in staged(slug))
    yield from (("crowded", crowded(slug, number)) for number in range(crowds))
    yield from (("played", played(slug, number)) for number in range(games))


def report(slug: str, games: int, crowds: int) -> bool:
    """Print what has met; whether every pair was seen or is named as unreachable."""
    known = procedures_of(slug)
    seen: dict[str, Counter[Pair]] = {kind: Counter() for kind in KINDS}
    for kind, match in matches(slug, games, crowds):
        seen[kind].update(met(match, known))
    every = set().union(*seen.values())
    missing = [pair for pair in known.pairs if pair not in every and pair not in known.unreachable]
    wrong = sorted(set(known.unreachable) & every)
    print(f"{slug}: {len(known.pairs)} pairs of procedures, {len(every)} seen, "
          f"{len(known.unreachable)} cannot be, {len(missing)} missing")  # fmt: skip
    for pair in sorted(every):
        counts = ", ".join(f"{seen[kind][pair]} {kind}" for kind in seen if seen[kind][pair])
        print(f"  {' > '.join(pair):48} {counts}")
    for pair in missing:
        print(f"- not seen: {' > '.join(pair)}")
    for pair in wrong:
        print(f"- seen, though it is said that it cannot be: {' > '.join(pair)}")
    sys.stdout.flush()
    return not missing and not wrong


def main() -> int:
    """Count, print, judge."""
    parser = argparse.ArgumentParser(prog="python -m tests.contract.meeting")
    parser.add_argument("slugs", nargs="*", metavar="GAME")
    parser.add_argument("--games", type=int, default=40, help="matches played of each game")
    parser.add_argument("--crowds", type=int, default=0, help="matches at crowded tables")
    asked = parser.parse_args()
    slugs = asked.slugs or [slug for slug in GAMES if (FOLDER / f"{slug}.toml").exists()]
    whole = [report(slug, asked.games, asked.crowds) for slug in slugs]
    return 0 if all(whole) else 1


if __name__ == "__main__":
    sys.exit(main())
