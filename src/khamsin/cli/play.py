"""`khamsin play`: a game in this terminal."""

from __future__ import annotations

import argparse
import secrets
import sys
from collections.abc import Sequence
from pathlib import Path

from khamsin.bots import BOTS
from khamsin.games import GAMES, find
from khamsin.kernel.errors import KhamsinError
from khamsin.kernel.game import AnyGame, Setup
from khamsin.kernel.play.dice import SeededDice
from khamsin.kernel.play.match import AnyMatch, Match
from khamsin.kernel.text.narrator import Narrator
from khamsin.text import WORDS
from khamsin.text.files import is_free, load_match
from khamsin.text.play import play
from khamsin.text.screen import Screen
from khamsin.text.session import LOADED_LINES, YOU, Session

from .languages import add_language


def add_play(command: argparse.ArgumentParser) -> None:
    """A game, who sits where, and a file."""
    games = command.add_subparsers(metavar="game", required=True)
    for slug in GAMES:
        title = GAMES[slug].title
        game = games.add_parser(slug, help=title, description=f"{title}, in this terminal")
        game.set_defaults(run=run_play)
        _add_setup(game, slug, (YOU, *BOTS), YOU)
        game.add_argument(
            "--text",
            action="store_true",
            help="in this terminal, as always; `khamsin table` plays in the browser",
        )
        game.add_argument("--load", type=Path, metavar="FILE", help="go on with a saved match")
        game.add_argument("--save", type=Path, metavar="FILE", help="save after every answer")
        add_language(game)


def _add_setup(command: argparse.ArgumentParser, slug: str, who: Sequence[str], usual: str) -> None:
    """Scenario, options, and who sits in which chair."""
    game = GAMES[slug]
    command.set_defaults(game=slug, sides=game.sides)
    command.add_argument("--scenario", help="see: khamsin games")
    command.add_argument("--option", action="append", default=[], help="an optional rule; again")
    command.add_argument("--pack", type=Path, help="the folder of a data pack of your own")
    command.add_argument("--seed", help="the seed of all dice (default: one that nobody knows)")
    known = f"{', '.join(who)}, a file my_bot.py[:Name], engine:COMMAND; default: {usual}"
    for side in game.sides:
        command.add_argument(f"--{side}", metavar="WHO", default=usual, help=known)


def run_play(arguments: argparse.Namespace) -> None:
    """Play in the terminal."""
    game = find(arguments.game, arguments.pack)
    screen = Screen(sys.stdout, sys.stdin)
    narrator = Narrator(game, arguments.language, WORDS)
    if arguments.save and not is_free(arguments.save) and arguments.save != arguments.load:
        raise KhamsinError(
            f"{arguments.save} is there already; go on with it by --load, or move it"
        )
    if arguments.load:
        _refuse(arguments, "load", ("scenario", "option", "seed"))
        loaded = load_match(arguments.load, game)
        if loaded.warning:
            screen.write(loaded.warning)
        match = loaded.match
    else:
        match = _new_match(arguments, game)
    chairs = {side: getattr(arguments, side) for side in game.sides}
    session = Session(match, narrator, screen, chairs, arguments.save)
    if arguments.load:
        session.skip_news(but=LOADED_LINES)
    play(session)


def _refuse(arguments: argparse.Namespace, because: str, names: Sequence[str]) -> None:
    for name in names:
        if getattr(arguments, name):
            raise KhamsinError(f"--{name} cannot be given with --{because}")


def _new_match(arguments: argparse.Namespace, game: AnyGame) -> AnyMatch:
    setup = Setup(arguments.scenario or game.scenarios[0].id, tuple(arguments.option))
    return Match(game, setup, SeededDice(arguments.seed or secrets.token_hex(8)))
