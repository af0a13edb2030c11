"""`khamsin verify` and `khamsin replay`: matches in files, checked and told."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from khamsin.games import find
from khamsin.kernel.play.archive import load, result_words, verify
from khamsin.kernel.play.decision import DICE
from khamsin.kernel.text.narrator import Narrator
from khamsin.text import WORDS
from khamsin.text.files import read_journal
from khamsin.text.screen import Screen

from .languages import add_language


def add_verify(command: argparse.ArgumentParser) -> None:
    """The file."""
    command.set_defaults(run=run_verify)
    _add_file(command)


def add_replay(command: argparse.ArgumentParser) -> None:
    """The file and the language."""
    command.set_defaults(run=run_replay)
    _add_file(command)
    add_language(command)


def _add_file(command: argparse.ArgumentParser) -> None:
    command.add_argument("file", type=Path)
    command.add_argument("--pack", type=Path, help="the data pack the match was played with")


def run_verify(arguments: argparse.Namespace) -> None:
    """Check a match roll by roll."""
    journal = read_journal(arguments.file)
    game = find(journal.game, arguments.pack)
    rolls = verify(journal, game, str(arguments.file))
    narrator = Narrator(game, "en", WORDS)
    number = 0
    for line in journal.answers:
        if line.entry[0] == DICE:
            number += 1
            what = narrator.words.say(f"roll.{line.entry[1]}")
            print(f"{number:>5}  line {line.number:<6} {what:<20} {' '.join(line.entry[2:])}")
    print(f"{arguments.file}: all {rolls} rolls follow from the seed {journal.seed}")


def run_replay(arguments: argparse.Namespace) -> None:
    """Tell a match from its journal."""
    journal = read_journal(arguments.file)
    game = find(journal.game, arguments.pack)
    loaded = load(journal, game, str(arguments.file))
    narrator = Narrator(game, arguments.language, WORDS)
    screen = Screen(sys.stdout, sys.stdin)
    for _, event in loaded.match.events:
        rule = narrator.say("text.rule", {"rule": event.rule})
        screen.write(f"{narrator.event(event)} {rule}", hang=2)
    if loaded.warning:
        screen.write(loaded.warning, hang=2)
    if loaded.match.result is not None:
        screen.write(narrator.ending(loaded.match.result))
    elif result_words(loaded.match) is None:
        screen.write(narrator.say("text.unfinished"))
