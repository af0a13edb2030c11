"""The board in letters: a drawn map with its gaps filled, tracks, and a list of all stacks.

A game may draw its map in `text_map.txt`, and narrower ones in `text_map_<name>.txt`; the widest
that fits is shown. A gap in the drawing is as wide as what will stand there:

    <9#......>   number, marked by who controls it, and facts that fit: "[9]+3 1VP"
    <9@......>   number and name
    <9=......>   name alone
    <9:......>   the units, or how many of each side if there is no room; several such gaps
                 of one space are filled one after the other
"""

from __future__ import annotations

import re
import textwrap
from collections.abc import Sequence
from functools import lru_cache
from pathlib import Path

from khamsin.kernel.shown import Display, Fact, Piece, Stack
from khamsin.kernel.telling import Telling

from .screen import BOLD, DIM, SIDE_STYLES, Screen, Span

_GAP = re.compile(r"<(\w+)([#@=:])\.*>")
_NAME_COLUMN = 36
_SHORTEST_NAME = 3


class Board:
    """What the players see of the table."""

    def __init__(self, telling: Telling, screen: Screen) -> None:
        self._telling = telling
        self._screen = screen

    def style(self, side: str) -> str:
        """The colour of a side."""
        sides = self._telling.game.sides
        return SIDE_STYLES[sides.index(side) % len(SIDE_STYLES)] if side in sides else ""

    # -- tracks ------------------------------------------------------------------------------

    def status(self, display: Display) -> None:
        """Write what players need before their eyes at every decision."""
        self._facts(display.status)

    def tracks(self, display: Display) -> None:
        """Write all other tracks and boxes beside the map."""
        self._facts(display.tracks)

    def _facts(self, facts: Sequence[Fact]) -> None:
        items = [Span(self._telling.fact("track", fact), DIM) for fact in facts]
        self._screen.flow(Span(""), items, 0, " | ")

    # -- the map -----------------------------------------------------------------------------

    def map(self, display: Display) -> None:
        """Draw the map, if the game has a drawing that fits."""
        drawing = _widest(self._telling.game.folder, self._screen.width)
        if not drawing:
            return
        stacks = {stack.place: stack for stack in display.stacks}
        lines = self._unit_lines(drawing, stacks)
        for line in drawing:
            spans: list[Span] = []
            at = 0
            for gap in _GAP.finditer(line):
                spans.append(Span(line[at : gap.start()], DIM))
                width = gap.end() - gap.start()
                stack = stacks[gap[1]]
                if gap[2] == ":":
                    text, style = lines[gap[1]].pop(0), self._style_of_units(stack)
                else:
                    text, style = self._head(stack, gap[2], width), self.style(stack.control)
                spans.append(Span(text[:width].ljust(width), style))
                at = gap.end()
            self._screen.spans([*spans, Span(line[at:], DIM)])
        self._screen.write(self._telling.words.say("map.legend"), DIM)

    def _head(self, stack: Stack, kind: str, width: int) -> str:
        words = self._telling.words
        name = self._telling.text("place", stack.place).removeprefix(stack.place).strip()
        if kind == "=":
            short = f"label.short.{stack.place}"
            return words.say(short) if len(name) > width and short in words else name
        control = {"side": stack.control or "nobody"}
        head = words.sentence("map.space", {"id": stack.place}, control)
        if kind == "@":
            room = width - len(head) - 1
            return f"{head} {name[:room]}" if room >= _SHORTEST_NAME else head
        for number, fact in enumerate(stack.facts):
            longer = head + " " * bool(number) + self._telling.fact("stack", fact)
            if len(longer) <= width:
                head = longer
        return head

    def _unit_lines(self, drawing: list[str], stacks: dict[str, Stack]) -> dict[str, list[str]]:
        """What stands in the unit gaps of each space, top to bottom."""
        room: dict[str, list[int]] = {}
        for line in drawing:
            for gap in _GAP.finditer(line):
                if gap[2] == ":":
                    room.setdefault(gap[1], []).append(gap.end() - gap.start())
        return {place: self._units_in(stacks[place], widths) for place, widths in room.items()}

    def _units_in(self, stack: Stack, widths: list[int]) -> list[str]:
        """The labels if they fit and all are of one side, otherwise the numbers."""
        labels = [self._telling.text("unit", p.unit).replace(" ", "\xa0") for p in stack.pieces]
        lines = textwrap.wrap(" ".join(labels), min(widths), break_on_hyphens=False)
        too_long = any(len(line) > min(widths) for line in lines)
        if len(_sides(stack)) > 1 or len(lines) > len(widths) or too_long:
            lines = [self._counts(stack)]
        lines = [line.replace("\xa0", " ") for line in lines]
        return lines + [""] * (len(widths) - len(lines))

    def _counts(self, stack: Stack) -> str:
        counts = []
        for side in _sides(stack):
            count = sum(1 for piece in stack.pieces if piece.side == side)
            counts.append(
                self._telling.words.sentence("map.units", {"count": count}, {"side": side})
            )
        return "".join(counts)

    def _style_of_units(self, stack: Stack) -> str:
        sides = _sides(stack)
        return self.style(sides[0]) if len(sides) == 1 else BOLD

    # -- stacks ------------------------------------------------------------------------------

    def stacks(self, display: Display, only: str = "") -> None:
        """List every space that holds units: what it is, who holds it, and who is there."""
        column = min(_NAME_COLUMN, self._screen.width // 2)
        for stack in display.stacks:
            sides = [side for side in _sides(stack) if only in ("", side)]
            for number, side in enumerate(sides):
                head = self._title(stack) if not number else ""
                items = [
                    Span(self.piece(piece), self.style(side))
                    for piece in stack.pieces
                    if piece.side == side
                ]
                self._screen.flow(Span(head, self.style(stack.control)), items, column, ", ")

    def _title(self, stack: Stack) -> str:
        """Number, name and facts of a space, with the mark of who controls it."""
        words = [self._head(stack, "@", self._screen.width)]
        words += [self._telling.fact("stack", fact) for fact in stack.facts]
        return " ".join(words)

    def piece(self, piece: Piece) -> str:
        """A unit with its values and marks: "2RTR 5-5 (reduced, moved)"."""
        text = f"{self._telling.text('unit', piece.unit)} {piece.values}"
        if not piece.marks:
            return text
        marks = ", ".join(self._telling.words.say(f"mark.{mark}") for mark in piece.marks)
        return f"{text} ({marks})"


def _sides(stack: Stack) -> list[str]:
    """The sides that have units in a stack, in the order they stand there."""
    return list(dict.fromkeys(piece.side for piece in stack.pieces))


@lru_cache
def _drawings(folder: Path) -> list[list[str]]:
    """All drawings of a game's map, the widest first."""
    files = sorted(folder.glob("text_map*.txt"))
    drawings = [path.read_text(encoding="utf-8").splitlines() for path in files]
    return sorted(drawings, key=_columns, reverse=True)


def _columns(drawing: list[str]) -> int:
    return max(len(line) for line in drawing)


def _widest(folder: Path, width: int) -> list[str]:
    return next((lines for lines in _drawings(folder) if _columns(lines) <= width), [])
