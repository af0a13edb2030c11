"""A bar that grows while games are played."""

from __future__ import annotations

from typing import Self, TextIO

_WIDTH = 40


class Progress:
    """Writes a bar if somebody can watch it, and wipes it away at the end."""

    def __init__(self, total: int, out: TextIO) -> None:
        self._total = total
        self._out = out
        self._is_watched = out.isatty()

    def __call__(self, done: int) -> None:
        """So many are done."""
        if self._is_watched:
            full = _WIDTH * done // self._total
            bar = "#" * full + "." * (_WIDTH - full)
            self._out.write(f"\r[{bar}] {done}/{self._total}")
            self._out.flush()

    def __enter__(self) -> Self:
        self(0)
        return self

    def __exit__(self, *_: object) -> None:
        if self._is_watched:
            self._out.write("\r\x1b[K")
            self._out.flush()
