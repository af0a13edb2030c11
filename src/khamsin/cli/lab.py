"""The commands of the laboratory: `khamsin simulate` and `khamsin arena`."""

from __future__ import annotations

import argparse
import json
import os
import secrets
import sys
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path

from khamsin.bots import BOTS
from khamsin.cli.languages import add_language
from khamsin.games import GAMES, find
from khamsin.kernel.errors import KhamsinError
from khamsin.kernel.text.narrator import Narrator
from khamsin.lab.arena import USUAL, Contest, check_contest, compete, standing
from khamsin.lab.progress import Progress
from khamsin.lab.record import Record
from khamsin.lab.report.outcome import Result
from khamsin.lab.report.page import Page
from khamsin.lab.report.summary import (
    WORDS,
    as_data,
    as_text,
    contest_data,
    contest_text,
    headline,
)
from khamsin.lab.runner import Crew, run
from khamsin.lab.sequential import Hypotheses, score_of
from khamsin.lab.simulate import Plan, check
from khamsin.lab.store import Store, seed_in
from khamsin.lab.tables import write_tables

INTERRUPTED = 130


def known_bots() -> str:
    """How bots are named."""
    return f"{', '.join(BOTS)}, tree:SECONDS, a file my_bot.py[:Name], engine:COMMAND"


def add_simulate(command: argparse.ArgumentParser) -> None:
    """A game, and who plays which side."""
    games = command.add_subparsers(metavar="game", required=True)
    for slug, game in GAMES.items():
        text = f"{game.title}: let bots play many games, and tell what came of them"
        parser = games.add_parser(slug, help=game.title, description=text)
        parser.set_defaults(run=run_simulate, game=slug, sides=game.sides)
        for side in game.sides:
            parser.add_argument(
                f"--{side}",
                metavar="BOT",
                default="greedy",
                help=f"{known_bots()}; default: greedy",
            )
        parser.add_argument(
            "--games",
            type=count,
            default=100,
            metavar="N",
            help="how many (100); with --out in all",
        )
        _add_alike(parser)


def add_arena(command: argparse.ArgumentParser) -> None:
    """A game and two bots, and how sure one wants to be."""
    command.set_defaults(run=run_arena)
    command.add_argument("game", choices=tuple(GAMES), metavar="game", help=", ".join(GAMES))
    command.add_argument("players", nargs=2, metavar="BOT", help=f"two of: {known_bots()}")
    command.add_argument(
        "--games", type=count, default=1000, metavar="N", help="at most so many games (1000)"
    )
    between = command.add_mutually_exclusive_group()
    between.add_argument(
        "--elo", nargs=2, type=float, metavar=("E0", "E1"), help="tell these apart (0 100)"
    )
    between.add_argument(
        "--score", nargs=2, type=float, metavar=("S0", "S1"), help="the same as shares: 0.5 0.75"
    )
    _add_alike(command)


def _add_alike(command: argparse.ArgumentParser) -> None:
    command.add_argument("--scenario", action="append", help="see: khamsin games; again")
    command.add_argument("--option", action="append", default=[], help="an optional rule; again")
    command.add_argument("--pack", type=Path, help="the folder of a data pack of your own")
    command.add_argument("--seed", help="the seed of all dice (default: one that nobody knows)")
    command.add_argument("--jobs", type=count, default=os.cpu_count() or 1, metavar="J",
                         help="how many processes (as many as there are cores)")  # fmt: skip
    command.add_argument("--cluster", default="", metavar="ADDRESS", help="play on a Dask cluster")
    command.add_argument("--json", type=Path, metavar="FILE", help="write all results there")
    command.add_argument(
        "--out", type=Path, metavar="FOLDER",
        help="keep every game there, go on where it stopped, write a report and Parquet",
    )  # fmt: skip
    add_language(command)


def count(text: str) -> int:
    """A number of games or processes."""
    if not text.isdecimal() or int(text) < 1:
        raise argparse.ArgumentTypeError(f"must be a whole number from 1, not {text!r}")
    return int(text)


# -- the two commands --------------------------------------------------------------------------


def run_simulate(arguments: argparse.Namespace) -> int:
    """Let bots play many games."""
    crew = Crew(arguments.jobs, arguments.cluster)
    scenarios = scenarios_of(arguments)
    seed = arguments.seed or secrets.token_hex(8)
    found: list[dict[str, object]] = []
    for scenario in scenarios:
        folder = arguments.out and (
            arguments.out / scenario if len(scenarios) > 1 else arguments.out
        )
        plan = Plan(
            game=arguments.game,
            scenario=scenario,
            options=tuple(arguments.option),
            bots=tuple((side, getattr(arguments, side)) for side in arguments.sides),
            seed=arguments.seed or seed_in(folder) or seed,
            pack=arguments.pack,
        )
        narrator = Narrator(check(plan), arguments.language, WORDS)
        store = Store(folder, plan)
        with Progress(arguments.games, sys.stderr) as progress:
            games = range(arguments.games)
            is_whole = to_its_end(partial(run, plan, games, store, crew, progress))
        records = store.first(arguments.games)
        data = as_data(plan, narrator.game, records)
        _tell(headline(plan, narrator, len(records)), *as_text(narrator, data["summary"]))
        found.append(data)
        page = Page(narrator, plan, records).html() if records and folder else ""
        _finish(narrator, plan, progress, folder, data, records, page)
        if not is_whole:
            break
    _write_json(arguments.json, found[0] if len(found) == 1 else found)
    return 0 if is_whole else stopped(narrator, len(records), folder)


def run_arena(arguments: argparse.Namespace) -> int:
    """Let two bots play until it is clear who is better."""
    crew = Crew(arguments.jobs, arguments.cluster)
    hypotheses = _hypotheses(arguments)
    one, two = arguments.players
    contest = Contest(
        game=arguments.game,
        scenarios=tuple(scenarios_of(arguments)),
        options=tuple(arguments.option),
        players=(one, two),
        seed=arguments.seed or seed_in(arguments.out) or secrets.token_hex(8),
        pack=arguments.pack,
    )
    narrator = Narrator(check_contest(contest), arguments.language, WORDS)
    store = Store(arguments.out, contest)
    with Progress(arguments.games, sys.stderr) as progress:
        is_whole = to_its_end(
            partial(compete, contest, arguments.games, hypotheses, crew, progress, store)
        )
    stands = standing(narrator.game, store, hypotheses)
    records = [record for pair in stands.pairs for record in pair.games]
    told = contest_text(narrator, contest, stands, hypotheses)
    _tell(headline(contest, narrator, len(records)), *told)
    data = as_data(contest, narrator.game, records)
    data["contest"] = contest_data(stands, hypotheses)
    result = Result(contest, stands, hypotheses)
    page = Page(narrator, contest, records).html(result) if records and arguments.out else ""
    _finish(narrator, contest, progress, arguments.out, data, records, page)
    _write_json(arguments.json, data)
    return 0 if is_whole else stopped(narrator, len(records), arguments.out)


def scenarios_of(arguments: argparse.Namespace) -> list[str]:
    """Those asked for; else the first, or all of a game that is scored by bands."""
    if arguments.scenario:
        return list(dict.fromkeys(arguments.scenario))
    game = find(arguments.game, arguments.pack)
    return [scenario.id for scenario in game.scenarios][: None if game.statistics.levels else 1]


def _hypotheses(arguments: argparse.Namespace) -> Hypotheses:
    if arguments.elo:
        low, high = (score_of(value) for value in arguments.elo)
    elif arguments.score:
        low, high = arguments.score
    else:
        return USUAL
    if not 0 < low < high < 1:
        raise KhamsinError("the first of two hypotheses is the smaller one; shares are below 1")
    return Hypotheses(low, high)


# -- playing and telling -----------------------------------------------------------------------


def to_its_end(play: Callable[[], object]) -> bool:
    """Whether it came to its end; Ctrl-C is an end before that, and no error."""
    try:
        play()
    except KeyboardInterrupt:
        return False
    return True


def _finish(
    narrator: Narrator,
    work: Plan | Contest,
    progress: Progress,
    folder: Path | None,
    data: dict[str, object],
    records: Sequence[Record],
    page: str,
) -> None:
    """Tell the seed and the speed, and write what belongs into the folder."""
    say = narrator.words.say
    key = "lab.speed" if progress.rate else "lab.seed"
    _tell(say(key, seed=work.seed, rate=f"{progress.rate:.1f}"))
    if folder is None or not records:
        return
    write_text(folder / "summary.json", json.dumps(data, indent=1) + "\n")
    write_text(folder / "report.html", page)
    try:
        write_tables(folder, records)
    except ImportError:
        _tell(say("lab.written", folder=str(folder)), say("lab.no_tables"))
    else:
        _tell(say("lab.written_all", folder=str(folder)))


def stopped(narrator: Narrator, games: int, folder: Path | None) -> int:
    """Tell that Ctrl-C ended it, and that nothing is lost."""
    say = narrator.words.say
    print(say("lab.stopped", games=games), file=sys.stderr)
    if folder is not None:
        print(say("lab.resume"), file=sys.stderr)
    return INTERRUPTED


def _write_json(path: Path | None, data: object) -> None:
    if path is not None:
        write_text(path, json.dumps(data, indent=1) + "\n")


def write_text(path: Path, text: str) -> None:
    """Write a file, or say why that cannot be done."""
    try:
        path.write_text(text, encoding="utf-8")
    except OSError as error:
        raise KhamsinError(f"{path}: cannot be written ({error.strerror})") from error


def _tell(*lines: str) -> None:
    print("\n".join(lines))
