"""Data packs: TOML files read into typed values, one key at a time.

A pack is edited by hand, often by a player who copies numbers from the printed game. So every
mistake is answered with file, table and key, and nothing is guessed: a value of the wrong type,
a number out of range and a key that nobody reads (a misspelt one, most likely) are all errors.
"""

from __future__ import annotations

import difflib
import functools
import hashlib
import json
import re
import tomllib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TypeVar

from khamsin.kernel.errors import DataError

__all__ = ["PROVENANCES", "SourceNote", "Table", "pack_digest", "provenance", "read_toml"]

Word = TypeVar("Word", bound=str)

PROVENANCES = ("rulebook", "found", "reconstructed")
"""Where a value may come from: printed in the rules, found in public material, or our own guess."""


@dataclass(frozen=True, slots=True)
class SourceNote:
    """What one table of a pack says about where its values come from."""

    where: str
    """File and table, as in an error message."""
    text: str
    """The table's `source`, in full."""
    words: tuple[str, ...]
    """Those of `PROVENANCES` that the text names."""


def provenance(source_text: str) -> list[str]:
    """Give the words of `PROVENANCES` that a source names, in that order.

    >>> provenance("identity: rulebook 5.2.1; combat values reconstructed")
    ['rulebook', 'reconstructed']
    """
    words = re.findall(r"[a-z]+", source_text.lower())
    return [word for word in PROVENANCES if word in words]


class Table:
    """One table of a TOML file, which knows where it stands and which of its keys were read.

    Each reader takes a key and gives a value of one type, or raises `DataError`. A key is
    required unless the reader is given a `default`. After everything has been read, `done` raises
    for keys left over, here and in all tables taken from this one, so one call at the root of a
    file is enough.
    """

    def __init__(
        self,
        values: dict[str, object],
        where: str,
        *,
        outer: str = "",
        name: str = "",
        sources: list[SourceNote] | None = None,
    ) -> None:
        self.where = where
        """File and table, as error messages give it."""
        self.sources: list[SourceNote] = [] if sources is None else sources
        """The notes of every `source` read so far, from this file's tables all together."""
        self._values = values
        # A table inside a table is named by a dotted path that starts after the file, or after
        # the row of an array it is in: `outer` is that beginning, `name` the path.
        self._outer = outer or where
        self._name = name
        self._asked: set[str] = set()
        self._tables: dict[str, Table] = {}
        self._rows: dict[str, list[Table]] = {}

    def __iter__(self) -> Iterator[str]:
        """Give all keys in the order of the file, for tables whose keys are names of things."""
        return iter(self._values)

    def has(self, key: str) -> bool:
        """Tell whether the file gives this key; from now on it is a known key."""
        self._asked.add(key)
        return key in self._values

    def text(self, key: str, *, default: str | None = None) -> str:
        """Read a text, which may be empty."""
        value = self.raw(key, default=default)
        if not isinstance(value, str):
            raise self._wrong(key, "a text", value)
        return value

    def integer(
        self,
        key: str,
        low: int | None = None,
        high: int | None = None,
        *,
        default: int | None = None,
    ) -> int:
        """Read a whole number, no less than `low` and no more than `high`."""
        value = self.raw(key, default=default)
        if isinstance(value, bool) or not isinstance(value, int):
            raise self._wrong(key, "a whole number", value)
        if low is not None and value < low:
            raise self._wrong(key, f"at least {low}", value)
        if high is not None and value > high:
            raise self._wrong(key, f"at most {high}", value)
        return value

    def number(self, key: str) -> float:
        """Read a number, whole or not, such as a weight."""
        value = self.raw(key)
        if isinstance(value, bool) or not isinstance(value, int | float):
            raise self._wrong(key, "a number", value)
        return float(value)

    def flag(self, key: str, *, default: bool | None = None) -> bool:
        """Read true or false."""
        value = self.raw(key, default=default)
        if not isinstance(value, bool):
            raise self._wrong(key, "true or false", value)
        return value

    def texts(self, key: str, *, default: tuple[str, ...] | None = None) -> tuple[str, ...]:
        """Read a list of texts."""
        found: list[str] = []
        for item in self._items(key, "a list of texts", default):
            if not isinstance(item, str):
                raise self._wrong(key, "a list of texts", item, inside=True)
            found.append(item)
        return tuple(found)

    def integers(self, key: str, *, default: tuple[int, ...] | None = None) -> tuple[int, ...]:
        """Read a list of whole numbers, such as the values on the steps of a counter."""
        found: list[int] = []
        for item in self._items(key, "a list of whole numbers", default):
            if isinstance(item, bool) or not isinstance(item, int):
                raise self._wrong(key, "a list of whole numbers", item, inside=True)
            found.append(item)
        return tuple(found)

    def points(self, key: str) -> list[list[float]]:
        """Read a line of a drawing: pairs of numbers."""
        wanted = "a list of points, each of two numbers"
        found: list[list[float]] = []
        for item in self._items(key, wanted, None):
            pair = item if isinstance(item, list) else ()
            if [isinstance(each, int | float) for each in pair] != [True, True]:
                raise self._wrong(key, wanted, item, inside=True)
            found.append([*pair])
        return found

    def choice(self, key: str, allowed: Sequence[Word], *, default: Word | None = None) -> Word:
        """Read one of the `allowed` words; the result has their type (a `Literal`, a `StrEnum`)."""
        value = self.text(key, default=default)
        for word in allowed:
            if word == value:
                return word
        listed = ", ".join(f'"{word}"' for word in allowed)
        raise self._error(key, f'must be one of {listed}, not "{value}"{_hint(value, allowed)}')

    def table(self, key: str) -> Table:
        """Read a table; the same one each time. An optional one is asked for with `has` first."""
        if key not in self._tables:
            value = self.raw(key)
            if not isinstance(value, dict):
                raise self._wrong(key, "a table", value)
            name = self._path(key)
            self._tables[key] = Table(
                value,
                f"{self._outer}, [{name}]",
                outer=self._outer,
                name=name,
                sources=self.sources,
            )
        return self._tables[key]

    def rows(self, key: str, *, default: tuple[()] | None = None) -> list[Table]:
        """Read an array of tables, one `Table` a row; the same ones each time."""
        if key not in self._rows:
            rows: list[Table] = []
            for value in self._items(key, "an array of tables", default):
                if not isinstance(value, dict):
                    raise self._wrong(key, "an array of tables", value, inside=True)
                where = f"{self._outer}, [[{self._path(key)}]] number {len(rows) + 1}"
                if isinstance(value.get("id"), str | int):
                    where += f' (id "{value["id"]}")'
                rows.append(Table(value, where, sources=self.sources))
            self._rows[key] = rows
        return list(self._rows[key])

    def source(self) -> str:
        """Read where the values of this table come from, and note it in `sources`."""
        is_new = "source" not in self._asked
        text = self.text("source")
        if is_new:
            self.sources.append(SourceNote(self.where, text, tuple(provenance(text))))
        return text

    def raw(self, key: str, *, default: object = None) -> object:
        """Read a value as TOML gives it: for geometry, and for keys that matter elsewhere."""
        self._asked.add(key)
        if key in self._values:
            return self._values[key]
        if default is None:
            unread = [other for other in self._values if other not in self._asked]
            raise self._error(key, f"missing{_hint(key, unread, 'is it misspelt as')}")
        return default

    def done(self) -> None:
        """Raise `DataError` for any key that nobody has read, in this table or those inside it."""
        unread = [key for key in self._values if key not in self._asked]
        if unread:
            known = sorted(self._asked)
            raise DataError(
                "; ".join(
                    f'{self.where}, key "{key}": there is no such key{_hint(key, known)}'
                    for key in unread
                )
            )
        for table in self._tables.values():
            table.done()
        for rows in self._rows.values():
            for row in rows:
                row.done()

    def _path(self, key: str) -> str:
        return f"{self._name}.{key}" if self._name else key

    def _items(self, key: str, wanted: str, default: tuple[object, ...] | None) -> Sequence[object]:
        value = self.raw(key, default=default)
        if not isinstance(value, list | tuple):
            raise self._wrong(key, wanted, value)
        return value

    def _wrong(self, key: str, wanted: str, value: object, *, inside: bool = False) -> DataError:
        not_this = f"with {_describe(value)} in it" if inside else _describe(value)
        return self._error(key, f"must be {wanted}, not {'one ' if inside else ''}{not_this}")

    def _error(self, key: str, problem: str) -> DataError:
        return DataError(f'{self.where}, key "{key}": {problem}')


def read_toml(path: Path) -> Table:
    """Read one file of a pack; bad syntax becomes a `DataError` that names file and line.

    Messages about its content call it by its bare name, because a pack is one flat folder.
    """
    return Table(_parse(path), path.name)


def _parse(path: Path) -> dict[str, object]:
    try:
        stat = path.stat()
        return _parsed(path, stat.st_mtime_ns, stat.st_size)
    except OSError as error:
        raise DataError(f"{path}: cannot be read ({error.strerror})") from error
    except tomllib.TOMLDecodeError as error:
        raise DataError(f"{path}: not valid TOML: {error}") from error
    except UnicodeDecodeError as error:
        line = error.object.count(b"\n", 0, error.start) + 1
        raise DataError(f"{path}: not valid TOML: not UTF-8 text (at line {line})") from error


@functools.lru_cache(maxsize=32)
def _parsed(path: Path, _changed: int, _size: int) -> dict[str, object]:
    """A pack is read twice, for its digest and for the game; to parse it is most of the work."""
    with path.open("rb") as file:
        return tomllib.load(file)


def pack_digest(folder: Path) -> str:
    """Give a fingerprint of what the pack in a folder says, in sixteen hexadecimal digits.

    A journal carries it, because the same answers under other numbers are another game. Comments
    and sources do not count: to correct a note about a number must not lock anybody out of a game.
    """
    files = sorted(folder.glob("*.toml"), key=lambda path: path.name)
    if not files:
        raise DataError(f"{folder}: there are no .toml files here, so this is not a data pack")
    said = {path.name: _without_sources(_parse(path)) for path in files}
    text = json.dumps(said, sort_keys=True, separators=(",", ":"), default=str)
    return hashlib.sha256(text.encode()).hexdigest()[:16]


def _without_sources(value: object) -> object:
    """The same data without the notes where they come from."""
    if isinstance(value, dict):
        return {key: _without_sources(item) for key, item in value.items() if key != "source"}
    if isinstance(value, list):
        return [_without_sources(item) for item in value]
    return value


def _describe(value: object) -> str:
    """Name a TOML value in an error message."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, str):
        return f'the text "{value}"'
    if isinstance(value, list):
        return "a list"
    if isinstance(value, dict):
        return "a table"
    return str(value)


def _hint(word: str, known: Sequence[str], question: str = "did you mean") -> str:
    """Ask about the nearest of the known words, if any is near."""
    near = difflib.get_close_matches(word, known, n=1)
    return f' ({question} "{near[0]}"?)' if near else ""
