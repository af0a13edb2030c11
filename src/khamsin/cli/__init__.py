"""The `khamsin` command: play, look up, replay, verify, simulate, and handle data packs.

Each command is a module that is read when it is asked for, so that a short question gets a quick
answer. A module has one function for each of its commands that says what may be asked (`add_...`).
"""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Sequence
from importlib import import_module
from typing import NamedTuple, NoReturn

from khamsin import __version__
from khamsin.kernel.errors import KhamsinError

from .running import description

WRONG = 2
INTERRUPTED = 130


class Command(NamedTuple):
    """Where a command is, and what it does in a few words."""

    module: str
    text: str


COMMANDS = {
    "play": Command("khamsin.cli.play", "play a game in this terminal"),
    "table": Command("khamsin.table.command", "play in the browser, on this computer"),
    "serve": Command("khamsin.table.command", "run a table for others; see docs/host.md"),
    "botworker": Command(
        "khamsin.table.command", "let bots of a table for others think on this machine too"
    ),
    "admin": Command(
        "khamsin.table.command",
        "name administrators of a table for others, ban people, help them in",
    ),
    "simulate": Command("khamsin.cli.lab", "let bots play many games, and tell what came of them"),
    "arena": Command("khamsin.cli.lab", "let two bots play pairs of games: who is better?"),
    "train": Command("khamsin.cli.train", "let a bot play with itself, and learn who is winning"),
    "positions": Command("khamsin.cli.positions", "try bots where a good player knows what to do"),
    "engine": Command("khamsin.cli.engine", "rules and a bot for another program, line by line"),
    "verify": Command("khamsin.cli.journals", "check every roll of a match against its seed"),
    "replay": Command("khamsin.cli.journals", "tell a match from its journal"),
    "review": Command(
        "khamsin.cli.review", "review a match: turning points, luck, costly decisions"
    ),
    "odds": Command("khamsin.cli.odds", "exact odds: by numbers, or of the attacks in a match"),
    "rules": Command(
        "khamsin.cli.rules", "show a rule, those whose title has some words, or chapters"
    ),
    "games": Command("khamsin.cli.rules", "list the games with their scenarios and options"),
    "pack": Command("khamsin.cli.packs", "export and check data packs"),
}


class _Parser(argparse.ArgumentParser):
    """Tells what is wrong in one line, without the whole usage."""

    def error(self, message: str) -> NoReturn:
        self.exit(WRONG, f"{self.prog}: {message} (--help tells more)\n")


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command; return the exit code."""
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace")  # a terminal that cannot show a letter gets a "?"
    words = sys.argv[1:] if argv is None else argv
    try:
        arguments = parser(next(iter(words), "")).parse_args(words)
        code: int = arguments.run(arguments) or 0
        sys.stdout.flush()
    except KhamsinError as error:
        print(f"khamsin: {' '.join(str(error).split())}", file=sys.stderr)
        return WRONG
    except KeyboardInterrupt:
        print(file=sys.stderr)
        return INTERRUPTED
    except BrokenPipeError:  # the reader, as in `khamsin rules battleaxe | head`, has seen enough
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    return code


def _version() -> str:
    return f"khamsin {__version__} ({description()})"


def parser(wanted: str | None = None) -> argparse.ArgumentParser:
    """What can be asked for; with a command's name the others are only listed."""
    top = _Parser(prog="khamsin", description="Five desert wargames, one rules engine, one table.")
    top.add_argument("--version", action="version", version=_version())
    commands = top.add_subparsers(metavar="command", required=True)
    for name, (module, text) in COMMANDS.items():
        command = commands.add_parser(name, help=text, description=text)
        if wanted in (None, name):
            getattr(import_module(module), f"add_{name}")(command)
    return top
