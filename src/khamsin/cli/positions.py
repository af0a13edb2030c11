"""`khamsin positions`: what bots do where a good player knows what to do."""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path
from random import Random

from khamsin.bots import make_bot
from khamsin.bots.search.tree import LEVELS
from khamsin.cli.lab import count
from khamsin.games import GAMES
from khamsin.kernel.errors import KhamsinError
from khamsin.kernel.mind.positions import Position
from khamsin.lab.positions import Row, Trial, chosen, rows, run, total
from khamsin.lab.progress import Progress

_WIDEST = 60  # letters of an answer that the table shows


def add_positions(command: argparse.ArgumentParser) -> None:
    """A game, and who is to be tried."""
    command.set_defaults(run=run_positions)
    command.add_argument("game", choices=tuple(GAMES), metavar="game", help=", ".join(GAMES))
    command.add_argument(
        "bots", nargs="*", default=["greedy"], metavar="BOT", help="any bot, as in arena (greedy)"
    )
    command.add_argument(
        "--time",
        type=seconds,
        metavar="S",
        help="of thinking a decision, for veteran and field_marshal",
    )
    command.add_argument(
        "--repeat",
        type=count,
        default=1,
        metavar="N",
        help="try each so often, with other luck (1)",
    )
    command.add_argument(
        "--only", action="append", default=[], metavar="ID", help="just this position; again"
    )
    command.add_argument("--jobs", type=count, default=1, metavar="J", help="processes (1)")
    command.add_argument("--seed", default="khamsin", help="the seed of all luck")
    command.add_argument("--json", type=Path, metavar="FILE", help="write all attempts there")
    command.add_argument(
        "--list", action="store_true", help="tell what the positions are, and try nobody"
    )


def seconds(text: str) -> float:
    """A time to think."""
    try:
        value = float(text)
    except ValueError:
        value = 0.0
    if not 0 < value < float("inf"):
        raise argparse.ArgumentTypeError(f"must be a number of seconds above 0, not {text!r}")
    return value


def run_positions(arguments: argparse.Namespace) -> None:
    """List the positions of a game, or set bots before them."""
    positions = chosen(arguments.game, arguments.only)
    if arguments.list:
        print("\n\n".join(map(listed, positions)))
        return
    bots = [
        f"tree:{arguments.time:g}" if arguments.time and bot in LEVELS else bot
        for bot in arguments.bots
    ]
    for bot in bots:
        make_bot(bot, Random(0))  # an unknown name is told before anything is tried
    trials = [
        Trial(arguments.game, bot, position.id, number, arguments.seed)
        for bot in bots
        for position in positions
        for number in range(arguments.repeat)
    ]
    with Progress(len(trials), sys.stderr) as progress:
        attempts = list(run(trials, arguments.jobs, progress))
    found = rows(attempts)
    print("\n\n".join(shown(bot, found) for bot in dict.fromkeys(bots)))
    if arguments.json:
        data = [
            {**each.trial._asdict(), "answer": each.answer, "verdict": each.verdict}
            for each in attempts
        ]
        try:
            arguments.json.write_text(json.dumps(data, indent=1) + "\n", encoding="utf-8")
        except OSError as error:
            raise KhamsinError(f"{arguments.json}: cannot be written ({error.strerror})") from error


def listed(position: Position) -> str:
    """What a position is about, and what is good in it."""
    lines = [f"{position.id}: {position.title}", f"  {position.side}: {position.why}"]
    if position.good:
        lines.append(f"  good: {', '.join(position.good)}")
    if position.bad:
        lines.append(f"  bad: {', '.join(position.bad)}")
    if position.holds:
        lines.append(f"  holds after the {position.after}: {', '.join(map(str, position.holds))}")
    if position.line:
        lines.append(f"  one way: {', '.join(position.line)}")
    return "\n".join([*lines, f"  source: {position.source}"])


def shown(bot: str, found: list[Row]) -> str:
    """The table of one bot, and its mean share."""
    own = [row for row in found if row.bot == bot]
    width = max(len(row.position) for row in own)
    lines = [f"{bot}"]
    for row in own:
        answer = row.answer if len(row.answer) <= _WIDEST else f"{row.answer[: _WIDEST - 1]}…"
        lines.append(f"  {row.position:{width}}  {row.share:4.0%}  {row.verdict:5}  {answer}")
    lines.append(f"  {'all':{width}}  {total(found, bot):4.0%}  of {len(own)} positions")
    return "\n".join(lines)
