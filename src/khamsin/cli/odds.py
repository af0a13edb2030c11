"""`khamsin odds`: exact odds, by numbers or of a saved match."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from khamsin.games import GAMES, find
from khamsin.kernel.errors import KhamsinError
from khamsin.kernel.text.narrator import Narrator
from khamsin.text import WORDS
from khamsin.text.odds import match_at, open_odds, reckoned, show, usage
from khamsin.text.screen import Screen

from .languages import add_language


def add_odds(command: argparse.ArgumentParser) -> None:
    """A game with numbers, or a match with places and units."""
    command.set_defaults(run=run_odds)
    command.add_argument("what", metavar="game or file", help=f"{', '.join(GAMES)}, or a match")
    command.add_argument(
        "words", nargs="*", help="numbers like attack=5; in a match: a place and units"
    )
    command.add_argument("--at", type=int, metavar="N", help="in a match: after so many answers")
    command.add_argument("--pack", type=Path, help="the folder of a data pack of your own")
    add_language(command)


def run_odds(arguments: argparse.Namespace) -> None:
    """Tell the odds of numbers, or of what is at stake in a saved match."""
    screen, words = Screen(sys.stdout, sys.stdin), tuple(arguments.words)
    if arguments.what in GAMES:
        game = find(arguments.what, arguments.pack)
        if not words:
            print("\n".join(usage(game)))
            return
        found = [reckoned(game, words)]
    else:
        path = Path(arguments.what)
        if path.name == arguments.what and not path.exists():
            known = ", ".join(GAMES)
            raise KhamsinError(f"{path} is neither a game ({known}) nor a file here")
        match = match_at(path, arguments.at, arguments.pack)
        game, found = match.game, open_odds(match, words)
    narrator = Narrator(game, arguments.language, WORDS)
    if not found:
        raise KhamsinError(narrator.say("text.nothing_at_stake"))
    for odds in found:
        show(narrator, screen, odds)
