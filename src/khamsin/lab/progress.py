"""A bar that grows while games are played."""

from __future__ import annotations

import time
from typing import Self, TextIO

_WIDTH = 40
_MINUTE = 60


class Progress:
    """Writes a bar if somebody can watch it, and wipes it away at the end."""

    def __init__(self, total: int, out: TextIO) -> None:
        self._total = total
        self._out = out
        self._is_watched = out.isatty()
        self._started = time.monotonic()
        self._first: int | None = None
        self.done = 0

    def __call__(self, done: int) -> None:
        """So many are done."""
        self.done = done
        if self._first is None:
            self._first = done  # from an earlier run: they say nothing about the speed of this one
        if self._is_watched:
            full = _WIDTH * min(done, self._total) // self._total
            bar = "█" * full + "·" * (_WIDTH - full)
            self._out.write(f"\r{bar} {done}/{self._total}{self._left()}\x1b[K")
            self._out.flush()

    @property
    def rate(self) -> float:
        """Games a second, of this run."""
        played = self.done - (self._first or 0)
        return played / max(time.monotonic() - self._started, 1e-9)

    def _left(self) -> str:
        """How many minutes and seconds more, once that can be told."""
        if self.done == self._first or self.done >= self._total:
            return ""
        minutes, seconds = divmod(round((self._total - self.done) / self.rate), _MINUTE)
        return f"  {minutes}:{seconds:02}"

    def __enter__(self) -> Self:
        self(0)
        self._first = None
        return self

    def __exit__(self, *_: object) -> None:
        if self._is_watched:
            self._out.write("\r\x1b[K")
            self._out.flush()
