"""Matches in files. Whatever goes wrong with a file is told in one line and changes nothing."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

from khamsin.kernel.errors import JournalError, KhamsinError
from khamsin.kernel.game import AnyGame
from khamsin.kernel.play.archive import Loaded, journal_of, load
from khamsin.kernel.play.journal import Journal, parse
from khamsin.kernel.play.match import AnyMatch

_TITLE = b"khamsin journal "


def read_journal(path: Path) -> Journal:
    """Read a journal from a file."""
    try:
        text = path.read_text(encoding="utf-8")
    except OSError as error:
        raise KhamsinError(f"{path}: cannot be read ({error.strerror})") from error
    except UnicodeDecodeError as error:
        line = error.object.count(b"\n", 0, error.start) + 1
        raise JournalError(f"{path}, line {line}: not UTF-8 text") from error
    return parse(text, str(path))


def load_match(path: Path, game: AnyGame) -> Loaded[Any]:
    """Read a match that is to be played on, with the dice it was begun with."""
    journal = read_journal(path)
    if journal.seed is None:
        raise JournalError(f"{path} does not tell the seed, so the match cannot be played on")
    return load(journal, game, str(path))


def save_match(path: Path, match: AnyMatch) -> None:
    """Write a match so that at any moment the file holds either the old match or the new one.

    A file that is not a journal is never overwritten.
    """
    if not is_free(path) and not is_journal(path):
        raise KhamsinError(f"{path} is there already and is not a journal; it stays as it is")
    text = journal_of(match).text()
    part = path.with_name(f".{path.name}.part")
    try:
        with part.open("w", encoding="utf-8", newline="\n") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        part.replace(path)
        _sync_folder(path.parent)
    except OSError as error:
        part.unlink(missing_ok=True)
        raise KhamsinError(f"{path}: cannot be written ({error.strerror})") from error


def is_free(path: Path) -> bool:
    """Whether nothing has this name yet."""
    return not path.exists()


def is_journal(path: Path) -> bool:
    """Whether the file begins as a journal does."""
    try:
        with path.open("rb") as file:
            return file.read(len(_TITLE)) == _TITLE
    except OSError:
        return False


def _sync_folder(folder: Path) -> None:
    """Make the new name last through a loss of power, where the system can."""
    if os.name != "posix":
        return
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
