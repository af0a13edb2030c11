"""`khamsin rules` and `khamsin games`: what the books say, and which games there are."""

from __future__ import annotations

import argparse
import sys

from khamsin.games import GAMES, find, folder_of
from khamsin.kernel.text.reader import RuleReader
from khamsin.text import WORDS
from khamsin.text.rules import show_rules
from khamsin.text.screen import Screen

from .languages import add_language


def add_rules(command: argparse.ArgumentParser) -> None:
    """A game, and what is looked for."""
    command.set_defaults(run=run_rules)
    command.add_argument("game", metavar="game", help=", ".join(GAMES))
    command.add_argument("wanted", nargs="*", help="a number or words")
    add_language(command)


def add_games(command: argparse.ArgumentParser) -> None:
    """The language."""
    command.set_defaults(run=run_games)
    add_language(command)


def run_rules(arguments: argparse.Namespace) -> None:
    """Show rules."""
    reader = RuleReader(folder_of(arguments.game), arguments.language, WORDS)
    show_rules(reader, Screen(sys.stdout, sys.stdin), " ".join(arguments.wanted))


def run_games(arguments: argparse.Namespace) -> None:
    """List the games."""
    from khamsin.kernel.text.narrator import Narrator  # noqa: PLC0415 - rules need no game

    for slug in GAMES:
        game = find(slug)
        narrator = Narrator(game, arguments.language, WORDS)
        print(narrator.say("text.game", {"slug": slug, "game": game.title, "sides": game.sides}))
        for what, variants, title in (
            ("scenario", game.scenarios, narrator.scenario_title),
            ("option", game.options, narrator.optional_title),
        ):
            for variant in variants:
                argument = f"--{what} {variant.id}"
                print(f"  {argument:<32} {title(variant)} [{variant.rule}]")
