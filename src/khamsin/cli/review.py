"""`khamsin review`: what a match tells when it is over, as a page."""

from __future__ import annotations

import argparse
import secrets
import sys
from pathlib import Path

from khamsin.bots.search.budget import Budget
from khamsin.games import find
from khamsin.kernel.errors import KhamsinError
from khamsin.kernel.play.archive import load
from khamsin.kernel.text.narrator import Narrator
from khamsin.lab.progress import Progress
from khamsin.review.page import WORDS, Page
from khamsin.review.reviewing import review
from khamsin.text.files import read_journal

from .languages import add_language

SECONDS = 60.0
_PARTS = 100  # of the bar


def add_review(command: argparse.ArgumentParser) -> None:
    """The file, how long to think, and where the page goes."""
    command.set_defaults(run=run_review)
    command.add_argument("file", type=Path)
    command.add_argument("--pack", type=Path, help="the data pack the match was played with")
    command.add_argument(
        "--seconds", type=_seconds, default=SECONDS, metavar="S",
        help=f"of the processor, to look for better decisions ({SECONDS:.0f})",
    )  # fmt: skip
    command.add_argument(
        "--rounds", type=_rounds, metavar="N",
        help="trials for each decision instead: the same review every time",
    )  # fmt: skip
    command.add_argument("--seed", help="of what is imagined (default: one that nobody knows)")
    command.add_argument("--out", type=Path, help="the page (default: FILE.html)")
    add_language(command)


def _seconds(text: str) -> float:
    try:
        found = float(text)
    except ValueError:
        found = -1.0
    if not 0 <= found <= 86400:
        raise argparse.ArgumentTypeError(f"must be seconds from 0 to a day, not {text!r}")
    return found


def _rounds(text: str) -> int:
    if not text.isdecimal() or not 0 < int(text) <= 10000:
        raise argparse.ArgumentTypeError(f"must be a whole number from 1 to 10000, not {text!r}")
    return int(text)


def run_review(arguments: argparse.Namespace) -> None:
    """Review a match and write the page."""
    journal = read_journal(arguments.file)
    game = find(journal.game, arguments.pack)
    loaded = load(journal, game, str(arguments.file))
    if loaded.warning:
        print(loaded.warning, file=sys.stderr)
    narrator = Narrator(game, arguments.language, WORDS)
    budget = Budget(arguments.seconds, arguments.rounds)
    seed = arguments.seed or ("review" if arguments.rounds else secrets.token_hex(8))
    with Progress(_PARTS, sys.stderr) as progress:
        made = review(loaded.match, budget, seed, lambda share: progress(int(_PARTS * share)))
    out = arguments.out or arguments.file.with_suffix(".html")
    try:
        out.write_text(Page(narrator, made).html(), encoding="utf-8")
    except OSError as error:
        raise KhamsinError(f"{out}: cannot be written ({error.strerror})") from error
    if made["result"] is None:
        print(narrator.words.say("review.unfinished"))
    print(narrator.words.say("review.written", file=str(out), count=made["looked"]))
