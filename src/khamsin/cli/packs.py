"""`khamsin pack`: data packs of one's own."""

from __future__ import annotations

import argparse
import shutil
from pathlib import Path

from khamsin.games import GAMES, find
from khamsin.kernel.errors import KhamsinError
from khamsin.kernel.pack.data import PROVENANCES


def add_pack(command: argparse.ArgumentParser) -> None:
    """Export or check."""
    packs = command.add_subparsers(metavar="command", required=True)
    export = packs.add_parser("export", help="copy the standard pack, to be corrected by hand")
    export.set_defaults(run=run_export)
    export.add_argument("game", metavar="game", help=", ".join(GAMES))
    export.add_argument("folder", type=Path)
    checked = packs.add_parser("check", help="read a pack and tell the first thing wrong with it")
    checked.set_defaults(run=run_check)
    checked.add_argument("folder", type=Path)
    checked.add_argument("--game", required=True, help=", ".join(GAMES))


def run_export(arguments: argparse.Namespace) -> None:
    """Copy the standard pack into a new folder."""
    folder: Path = arguments.folder
    source = find(arguments.game).folder / "data"
    try:
        folder.mkdir(parents=True)
        for path in sorted(source.glob("*.toml")):
            shutil.copyfile(path, folder / path.name)
    except FileExistsError as error:
        raise KhamsinError(f"{folder} is there already; name a new folder") from error
    except OSError as error:
        raise KhamsinError(f"{folder}: cannot be written ({error.strerror})") from error
    print(f"{folder}: correct it, then: khamsin pack check {folder} --game {arguments.game}")


def run_check(arguments: argparse.Namespace) -> None:
    """Read a pack."""
    game = find(arguments.game, arguments.folder)
    counts = ", ".join(
        f"{kind} {sum(1 for note in game.sources if kind in note.words)}" for kind in PROVENANCES
    )
    print(f"{arguments.folder}: a good pack for {game.title}, digest {game.pack[:16]}")
    print(f"{len(game.sources)} tables name their source: {counts}")
