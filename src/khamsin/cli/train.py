"""`khamsin train`: an evaluation learned from games that a bot plays with itself."""

from __future__ import annotations

import argparse
import os
import secrets
import sys
from collections.abc import Sequence
from datetime import UTC, datetime
from functools import partial
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING

from khamsin.cli.lab import count, known_bots, scenarios_of, stopped, to_its_end, write_text
from khamsin.cli.languages import add_language
from khamsin.games import GAMES
from khamsin.kernel.errors import KhamsinError
from khamsin.kernel.game import AnyGame
from khamsin.kernel.mind.learned import FILE
from khamsin.kernel.text.narrator import Narrator
from khamsin.lab.progress import Progress
from khamsin.lab.record import Record
from khamsin.lab.report.summary import WORDS
from khamsin.lab.runner import Crew, run
from khamsin.lab.store import Store, seed_in
from khamsin.lab.train.practice import Practice, check, mind_of
from khamsin.lab.train.trajectory import Trajectory, trajectory

if TYPE_CHECKING:
    from khamsin.lab.train.curve import Training

CURVE, PICTURE = "curve.csv", "curve.svg"


def add_train(command: argparse.ArgumentParser) -> None:
    """A game, and how much of it is played."""
    command.set_defaults(run=run_train)
    command.add_argument("game", choices=tuple(GAMES), metavar="game", help=", ".join(GAMES))
    command.add_argument(
        "--games", type=count, default=400, metavar="N", help="how many (400); with --out in all"
    )
    command.add_argument("--scenario", action="append", help="see: khamsin games; again")
    command.add_argument(
        "--bot", default="greedy", help=f"who plays with itself: {known_bots()} (greedy)"
    )
    command.add_argument("--pack", type=Path, help="the folder of a data pack of your own")
    command.add_argument("--seed", type=number, metavar="X", help="a number (default: any)")
    crew = command.add_mutually_exclusive_group()
    crew.add_argument("--jobs", type=count, default=os.cpu_count() or 1, metavar="J",
                      help="how many processes (as many as there are cores)")  # fmt: skip
    crew.add_argument(
        "--cluster", "--dask", default="", metavar="ADDRESS", help="play on a Dask cluster"
    )
    command.add_argument(
        "--out",
        type=Path,
        metavar="FOLDER",
        help="keep every game there, go on where it stopped, write the learning curve and weights",
    )
    command.add_argument(
        "--write", action="store_true", help=f"write mind/{FILE} of the game: its bots use it then"
    )
    add_language(command)


def number(text: str) -> int:
    """A seed, which is kept with the weights."""
    if not text.isdecimal():
        raise argparse.ArgumentTypeError(f"must be a whole number from 0, not {text!r}")
    return int(text)


def run_train(arguments: argparse.Namespace) -> int:
    """Have games played, learn from them, and tell how well."""
    _need_numpy()
    practice = _practice(arguments)
    narrator = Narrator(check(practice), arguments.language, WORDS)
    store = Store(arguments.out, practice)
    crew = Crew(arguments.jobs, arguments.cluster)
    with Progress(arguments.games, sys.stderr) as progress:
        games = range(arguments.games)
        is_whole = to_its_end(partial(run, practice, games, store, crew, progress))
    if not is_whole:
        return stopped(narrator, len(store.records), arguments.out)
    training = _learn(narrator, practice, store.first(arguments.games))
    _write(narrator, practice, training, arguments)
    return 0


def _need_numpy() -> None:
    if find_spec("numpy") is None:
        raise KhamsinError("learning needs NumPy: pip install 'khamsin[lab]'")


def _practice(arguments: argparse.Namespace) -> Practice:
    seed = arguments.seed
    if seed is None:
        kept = seed_in(arguments.out)
        seed = int(kept) if kept.isdecimal() else secrets.randbelow(10**6)
    scenarios = tuple(scenarios_of(arguments))
    return Practice(arguments.game, scenarios, arguments.bot, seed, arguments.pack)


def _trajectories(game: AnyGame, records: Sequence[Record]) -> list[Trajectory]:
    """Count the positions of every game."""
    found = []
    with Progress(len(records), sys.stderr) as progress:
        for record in records:
            found.append(trajectory(game, record))
            progress(len(found))
    return found


def _learn(narrator: Narrator, practice: Practice, records: Sequence[Record]) -> Training:
    """Learn, and tell how well."""
    from khamsin.lab.train.curve import as_text, train_on

    game, say = narrator.game, narrator.words.say
    _, learned = mind_of(game)
    training = train_on(learned, _trajectories(game, records))
    print(say("train.headline", game=game.title, scenarios=", ".join(practice.scenarios),
              games=len(records), seed=practice.seed))  # fmt: skip
    print(say("train.taught", games=training.taught, positions=training.positions,
              held_back=training.held_back))  # fmt: skip
    print("\n".join(as_text(training, narrator.words)))
    for stage, met in training.sparse.items():
        print(say("train.sparse", stage=stage, games=met))
    return training


def _write(
    narrator: Narrator, practice: Practice, training: Training, arguments: argparse.Namespace
) -> None:
    """Write the curve and the weights into the folder, and the weights where bots find them."""
    from khamsin.lab.train.curve import as_csv
    from khamsin.lab.train.picture import as_svg
    from khamsin.lab.train.written import as_toml, path_of, source_of

    game, say, out = narrator.game, narrator.words.say, arguments.out
    mind, learned = mind_of(game)
    source = source_of(practice, training, mind.horizon.event, datetime.now(UTC).date())
    text = as_toml(source, learned.counting.features, training.weights)
    if out is not None:
        write_text(out / CURVE, as_csv(training))
        write_text(out / PICTURE, as_svg(training, game.title, narrator.words))
        write_text(out / FILE, text)
        print(say("train.written", folder=str(out), files=f"{CURVE}, {PICTURE}, {FILE}"))
    if arguments.write:
        path = path_of(game)
        write_text(path, text)
        print(say("train.in_use", path=str(path)))
