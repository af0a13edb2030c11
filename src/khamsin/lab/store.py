"""Where finished games are kept, so that work can be stopped at any moment and taken up again.

A folder holds `work.json`, which says what is played, and `games.jsonl`, a line for each finished
game, which is only ever added to. A line that was cut off when a machine stopped is no line: that
game is played again. A game is known by its number, so none counts twice, even if it was written
twice.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

from khamsin.kernel.errors import KhamsinError

from .record import Record, Work

WORK = "work.json"
GAMES = "games.jsonl"


class Store:
    """The games that are finished, by number; in a folder, or in memory alone."""

    def __init__(self, folder: Path | None = None, work: Work | None = None) -> None:
        """Take up a folder, or begin one. It is refused if it holds games of other work."""
        self.folder = folder
        self.records: dict[int, Record] = {}
        if folder is not None and work is not None:
            try:
                self._open(folder, work.identity())
            except OSError as error:
                raise KhamsinError(f"{folder}: cannot be used ({error.strerror})") from error

    def __contains__(self, number: int) -> bool:
        """Whether this game is finished."""
        return number in self.records

    def add(self, record: Record) -> None:
        """Keep a game, at once."""
        if record.number in self.records:
            return
        self.records[record.number] = record
        if self.folder is not None:
            line = json.dumps(record._asdict(), separators=(",", ":"), ensure_ascii=False) + "\n"
            with (self.folder / GAMES).open("ab") as file:
                file.write(line.encode())

    def first(self, games: int) -> list[Record]:
        """Those of the first so many games that are finished, in order."""
        return [self.records[number] for number in sorted(self.records) if number < games]

    def _open(self, folder: Path, identity: dict[str, object]) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        work, games = folder / WORK, folder / GAMES
        if work.exists():
            _compare(work, identity)
        elif games.exists():
            raise KhamsinError(f"{games} is there, but no {WORK} that says what it is")
        else:
            part = work.with_suffix(".part")
            part.write_text(json.dumps(identity, indent=1) + "\n", encoding="utf-8")
            part.replace(work)
        if games.exists():
            for record in _read(games):
                self.records.setdefault(record.number, record)
            _end_line(games)


def seed_in(folder: Path | None) -> str:
    """The seed of the games in a folder, if there are any."""
    try:
        text = (folder / WORK).read_text(encoding="utf-8") if folder else "{}"
        return str(json.loads(text).get("seed", ""))
    except (OSError, ValueError):
        return ""


def _compare(path: Path, identity: dict[str, object]) -> None:
    try:
        there = json.loads(path.read_text(encoding="utf-8"))
    except ValueError:
        there = {}
    for name, value in identity.items():
        if name not in there or there[name] != value:
            raise KhamsinError(
                f"{path.parent} holds games with another {name} "
                f"({there.get(name)!r}, not {value!r}); name another folder"
            )


def _read(path: Path) -> Iterator[Record]:
    for line in path.read_bytes().split(b"\n"):
        try:
            yield Record(**json.loads(line))
        except (ValueError, TypeError):
            continue  # cut off


def _end_line(path: Path) -> None:
    """What follows a line that was cut off begins a line of its own."""
    with path.open("rb+") as file:
        if file.seek(0, 2):
            file.seek(-1, 2)
            if file.read(1) != b"\n":
                file.write(b"\n")
