"""`python -m tests.contract.shown [GAME ...] [--games 8] [--looks 60]`: what is shown, compared.

Prints how often each kind was compared, and every fault; ends with 1 if there was one.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from pathlib import Path

from khamsin.games import GAMES
from tests.contract.shown.comparing import look_at

SHOWN = tuple(slug for slug in GAMES if (Path(__file__).parent / slug).is_dir())
"""The games whose modules say what they show."""


def main() -> int:
    """Compare, print, judge."""
    parser = argparse.ArgumentParser(prog="python -m tests.contract.shown")
    parser.add_argument("games", nargs="*", metavar="GAME", default=[])
    parser.add_argument("--games", type=int, default=8, dest="number", help="matches of each game")
    parser.add_argument("--looks", type=int, default=60, help="decisions looked at in a match")
    parser.add_argument("--from", type=int, default=0, dest="first", help="number of the first")
    asked = parser.parse_args()
    good = True
    for slug in asked.games or SHOWN:
        counts: Counter[str] = Counter()
        for number in range(asked.first, asked.first + asked.number):
            seen = look_at(slug, number, asked.looks)
            counts.update(seen.counts)
            for fault in seen.faults[:5]:
                print(f"{seen.name}: {fault}", flush=True)
            good = good and not seen.faults
        print(f"{slug}: {dict(sorted(counts.items()))}", flush=True)
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main())
