"""The board in letters: a drawn map with its gaps filled, tracks, and a list of all stacks.

A game may draw its map in `text_map.txt`, and others in `text_map_<name>.txt`; of those whose
places are all on the table the widest that fits is shown. A drawing may begin with short names for
its places, a line each (`a = gd_arras`), and an empty line. A gap in the drawing is as wide as what
will stand there:

    <9#......>   number, marked by who controls it, and facts that fit: "[9]+3 1VP"
    <9@......>   number and name
    <9=......>   name alone
    <9:......>   the units, or how many of each side if there is no room; several such gaps
                 of one space are filled one after the other

A map of many hexes is drawn in rows: `<2901..2934/3>` says that what is drawn behind it are the
hexes 2901 to 2934, three letters each; where units are, how many of them stands in place of the
drawing, as "5A".
"""

from __future__ import annotations

import re
import textwrap
from collections.abc import Container, Sequence
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

from khamsin.kernel.show.summaries import Display, Fact, Piece, Stack
from khamsin.kernel.text.narrator import Narrator

from .screen import BOLD, DIM, SIDE_STYLES, Screen, Span

_GAP = re.compile(r"<(\w+)([#@=:])\.*>")
_SHORT = re.compile(r"(\w+) = (\w+)")
_ROW = re.compile(r"<(\d+)\.\.(\d+)/(\d)>")
_NAME_COLUMN = 36
_SHORTEST_NAME = 3


class Board:
    """What the players see of the table."""

    def __init__(self, narrator: Narrator, screen: Screen) -> None:
        self._telling = narrator
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
        by_place = {stack.place: stack for stack in display.stacks}
        drawing = _widest(self._telling.game.folder, self._screen.width, by_place)
        if drawing is None:
            return
        stacks = {gap: by_place[place] for gap, place in drawing.places.items()}
        lines = self._unit_lines(drawing.lines, stacks)
        for line in drawing.lines:
            row = _ROW.search(line)
            if row is not None:
                self._screen.spans(self._row(line, row, by_place))
                continue
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

    def _row(self, line: str, row: re.Match[str], stacks: dict[str, Stack]) -> list[Span]:
        """A row of hexes, each a few letters wide."""
        first, last, width = int(row[1]), int(row[2]), int(row[3])
        spans = [Span(line[: row.start()], DIM)]
        for number in range(first, last + 1):
            at = row.end() + (number - first) * width
            drawing = line[at : at + width].ljust(width)
            stack = stacks.get(f"{number:0{len(row[1])}}")
            if stack is not None and stack.pieces:
                count = self._counts(stack)
                spans.append(Span(count, self._style_of_units(stack)))
                drawing = drawing[len(count) :]
            spans.append(Span(drawing, DIM))
        return spans

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


class _Drawing(NamedTuple):
    """A map with gaps."""

    lines: list[str]
    places: dict[str, str]
    """The place of each name that gaps have."""

    @property
    def width(self) -> int:
        return max(len(_ROW.sub("", line)) for line in self.lines)


@lru_cache
def _drawings(folder: Path) -> list[_Drawing]:
    """All drawings of a game's maps, the widest first."""
    texts = [path.read_text(encoding="utf-8") for path in sorted(folder.glob("text_map*.txt"))]
    return sorted(map(_read, texts), key=lambda drawing: drawing.width, reverse=True)


def _read(text: str) -> _Drawing:
    """A drawing, with short names for its places before it or without."""
    head, blank, rest = text.partition("\n\n")
    pairs = [_SHORT.fullmatch(line) for line in head.splitlines()]
    short = {pair[1]: pair[2] for pair in pairs if pair}
    lines = (rest if blank and len(short) == len(pairs) else text).splitlines()
    gaps = [gap[1] for line in lines for gap in _GAP.finditer(line)]
    return _Drawing(lines, {gap: short.get(gap, gap) for gap in gaps})


def _widest(folder: Path, width: int, places: Container[str]) -> _Drawing | None:
    for drawing in _drawings(folder):
        if drawing.width <= width and all(place in places for place in drawing.places.values()):
            return drawing
    return None
