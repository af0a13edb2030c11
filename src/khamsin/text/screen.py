"""The terminal: how wide it is, whether it shows colours, what is written and what is typed."""

from __future__ import annotations

import contextlib
import os
import shutil
import textwrap
from collections.abc import Sequence
from typing import NamedTuple, TextIO

with contextlib.suppress(ImportError):
    import readline as readline  # noqa: PLC0414 - gives `input` a history, where there is one

_NARROWEST, _WIDEST = 40, 120
# One foreground colour a side, chosen so that colour-blind players can tell them apart; brackets
# and words say the same, so nothing hangs on the colour alone.
SIDE_STYLES = ("1;36", "1;33")
BOLD, DIM = "1", "2"


class Span(NamedTuple):
    """A piece of text in one style."""

    text: str
    style: str = ""


class Screen:
    """Where the text client writes and reads."""

    def __init__(self, out: TextIO, source: TextIO) -> None:
        self._out = out
        self._source = source
        self.is_terminal = out.isatty()
        dumb = os.environ.get("TERM", "") in ("", "dumb")
        self.has_colour = self.is_terminal and not dumb and not os.environ.get("NO_COLOR")

    @property
    def width(self) -> int:
        """How many columns may be used."""
        columns = shutil.get_terminal_size().columns
        return max(_NARROWEST, min(_WIDEST, columns))

    @property
    def height(self) -> int:
        """How many lines are seen at once."""
        return shutil.get_terminal_size().lines

    # -- writing -----------------------------------------------------------------------------

    def write(self, text: str = "", style: str = "", indent: int = 0, hang: int = 0) -> None:
        """Write a paragraph, wrapped; later lines are indented by `hang` more."""
        for line in self.wrapped(text, style, indent, hang):
            self.spans(line)

    def wrapped(
        self, text: str, style: str = "", indent: int = 0, hang: int = 0
    ) -> list[list[Span]]:
        """The lines that `write` writes."""
        lines = textwrap.wrap(
            text,
            self.width,
            initial_indent=" " * indent,
            subsequent_indent=" " * (indent + hang),
            break_on_hyphens=False,
        )
        return [[Span(line, style)] for line in lines or [""]]

    def spans(self, spans: Sequence[Span]) -> None:
        """Write one line of several styles; it must fit."""
        line = "".join(self.paint(span.text, span.style) for span in spans)
        self._out.write(line.rstrip() + "\n")

    def flow(self, heading: Span, items: Sequence[Span], indent: int, gap: str = "  ") -> None:
        """Write a heading and, from column `indent` on, items that are never broken apart."""
        for line in self.laid(heading, items, indent, gap):
            self.spans(line)

    def laid(
        self, heading: Span, items: Sequence[Span], indent: int, gap: str = "  "
    ) -> list[list[Span]]:
        """The lines that `flow` writes."""
        lines: list[list[Span]] = [[heading]]
        used = len(heading.text)
        fresh = True
        for item in items:
            too_long = used >= max(indent, 1) if fresh else used + len(gap + item.text) > self.width
            if too_long:
                lines.append([])
                used, fresh = 0, True
            lead = " " * (indent - used) if fresh else gap
            lines[-1] += [Span(lead), item]
            used += len(lead) + len(item.text)
            fresh = False
        return lines

    def paint(self, text: str, style: str) -> str:
        """Put text into a style if the terminal shows any."""
        return f"\x1b[{style}m{text}\x1b[0m" if style and self.has_colour and text else text

    def clear(self) -> None:
        """Wipe the screen and what can be scrolled back to, so that nobody reads it."""
        if self.is_terminal:
            self._out.write("\x1b[2J\x1b[3J\x1b[H")

    # -- reading -----------------------------------------------------------------------------

    def ask(self, prompt: str) -> str | None:
        """Read a line; None at the end of the input."""
        self._out.flush()
        if self._source.isatty() and self.is_terminal:
            try:
                return input(prompt).strip()
            except EOFError:
                self._out.write("\n")
                return None
        self._out.write(prompt)
        line = self._source.readline()
        self._out.write(line if line.endswith("\n") else line + "\n")  # so that a script reads well
        return line.strip() if line else None
