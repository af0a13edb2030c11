"""`make bench`: every game beside python-chess, best of several rounds in one run.

Times are processor time of this process, so that what others do at the same time counts little.
As with `timeit` the collector of cycles waits until a measurement is over.
"""

from __future__ import annotations

import argparse
import cProfile
import gc
import json
import platform
import pstats
import sys
from functools import partial
from pathlib import Path

from khamsin.games import GAMES, find

from . import against, compiled
from .games import Speed, measure, random_game
from .peers import chess_copy_seconds, chess_decisions_per_second

HEAVY = {"gazala": 6, "malta": 20}
"""Games with matches so long that a round has so many times fewer of them."""


def main() -> None:
    """Measure, print, and write the figures down if asked."""
    parser = argparse.ArgumentParser(prog="benchmarks", description=__doc__)
    parser.add_argument("--rounds", type=int, default=5, help="the best of so many counts")
    parser.add_argument("--games", type=int, default=60, help="random games in a round")
    parser.add_argument("--json", type=Path, help="write the figures to this file too")
    parser.add_argument("--profile", action="store_true", help="show what costs most")
    parser.add_argument(
        "--against", metavar="COMMIT", help="compare with another commit, by turns, and stop there"
    )
    parser.add_argument(
        "--compiled", action="store_true", help="the compiled build beside the sources, by turns"
    )
    parser.add_argument("--game", action="append", choices=[*GAMES], help="only this one; again")
    arguments = parser.parse_args()
    sizes = {
        slug: max(2, arguments.games // HEAVY.get(slug, 1)) for slug in arguments.game or GAMES
    }
    if arguments.against:
        found = against.run(arguments.against, sizes, arguments.rounds)
        sys.exit(any(each.is_slower for each in found))

    if arguments.compiled:
        compiled.run(sizes, arguments.rounds, partial(chess_decisions_per_second, 8))
        return

    chess: list[float] = []
    copies: list[float] = []
    bare_copies: list[float] = []
    speeds: dict[str, list[Speed]] = {slug: [] for slug in sizes}
    gc.disable()
    for _ in range(arguments.rounds):  # turn about, so that a busy machine is fair to all
        chess.append(chess_decisions_per_second(8))
        copies.append(chess_copy_seconds(2, stack=True))
        bare_copies.append(chess_copy_seconds(2, stack=False))
        for slug, rounds in speeds.items():
            rounds.append(measure(find(slug), sizes[slug]))
            gc.collect()

    plies, copy, bare = max(chess), min(copies), min(bare_copies)
    print(f"Python {platform.python_version()}, best of {arguments.rounds} rounds, one core")
    print(f"{'python-chess':14}{plies:10,.0f} decisions/s")
    print(f"{'':14}{copy * 1e6:10.1f} us a copy, {bare * 1e6:.1f} without its stack of moves")
    report: dict[str, object] = {
        "chess_decisions": plies,
        "chess_copy_us": copy * 1e6,
        "chess_bare_copy_us": bare * 1e6,
    }
    for slug, rounds in speeds.items():
        best = Speed(
            decisions=max(speed.decisions for speed in rounds),
            games=max(speed.games for speed in rounds),
            length=rounds[0].length,
            options=rounds[0].options,
            replay=max(speed.replay for speed in rounds),
            clone=min(speed.clone for speed in rounds),
            worst_clone=min(speed.worst_clone for speed in rounds),
            clone_tail=rounds[0].clone_tail,
        )
        report[slug] = best._asdict() | {
            "decisions_to_chess": best.decisions / plies,
            "replay_to_chess": best.replay / plies,
            "clone_to_chess_copy": best.clone / copy,
            "clone_to_chess_bare_copy": best.clone / bare,
        }
        print(
            f"{slug:14}{best.decisions:10,.0f} decisions/s{best.games:7.1f} games/s "
            f"({best.length:.0f} decisions, {best.options:.1f} options each)\n"
            f"{'':14}{best.replay:10,.0f} answers/s replayed\n"
            f"{'':14}{best.clone * 1e6:10.1f} us a clone (worst {best.worst_clone * 1e6:.0f}, "
            f"{best.clone_tail:.1f} answers sent again)\n"
            f"{'':14}{best.decisions / plies:10.2f} x python-chess playing, "
            f"{best.replay / plies:.2f} x replaying, a clone {best.clone / copy:.2f} x its copy "
            f"({best.clone / bare:.1f} x a bare one)"
        )
    if arguments.json:
        arguments.json.write_text(json.dumps(report, indent=1) + "\n", encoding="utf-8")
    if arguments.profile:
        for slug in sizes:
            _profile(slug, arguments.games)


def _profile(slug: str, games: int) -> None:
    """What random play spends its time on."""
    game = find(slug)
    profile = cProfile.Profile()
    profile.enable()
    for seed in range(games):
        random_game(game, seed)
    profile.disable()
    pstats.Stats(profile, stream=sys.stdout).sort_stats("tottime").print_stats(20)


if __name__ == "__main__":
    main()
