"""The drawings of a review: lines over the course of a match, that fit any width.

The lines are an SVG that is stretched; what can be read or clicked lies over it, by its share of
the width and the height, so that letters keep their size on any screen.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from html import escape
from itertools import pairwise
from typing import NamedTuple

from .markup import tag

_WIDE, _HIGH = 1000, 300
_LABEL = 0.11  # of the width: labels nearer than this to the one before are left out


class Mark(NamedTuple):
    """Something that can be clicked."""

    at: float
    high: float
    text: str
    title: str
    href: str


class Frame(NamedTuple):
    """From answers to places in the drawing."""

    first: int
    last: int
    ticks: Sequence[tuple[int, str]]
    """Where the clock went on, and what it then said."""

    def x(self, at: float) -> float:
        """The share of the width."""
        return min(max((at - self.first) / max(self.last - self.first, 1), 0.0), 1.0)


def _across(frame: Frame, values: Sequence[tuple[int, float]], *, steps: bool) -> str:
    """The points of a line through values between 0 and 1."""
    points: list[str] = []
    before: float | None = None
    for at, value in values:
        x = frame.x(at) * _WIDE
        if steps and before is not None:
            points.append(f"{x:.1f},{(1 - before) * _HIGH:.1f}")
        points.append(f"{x:.1f},{(1 - value) * _HIGH:.1f}")
        before = value
    if before is not None:
        points.append(f"{_WIDE},{(1 - before) * _HIGH:.1f}")
    return " ".join(points)


def height(line: Sequence[tuple[int, float]], at: int) -> float:
    """How high a line is after so many answers.

    >>> height([(0, 0.2), (10, 0.4)], 5), height([(0, 0.2), (10, 0.4)], 12)
    (0.3, 0.4)
    """
    for (since, low), (until, high) in pairwise(line):
        if since <= at < until:
            return round(low + (high - low) * (at - since) / (until - since), 6)
    return line[-1][1]


def _plot(
    title: str, frame: Frame, *lines: str, over: str = "", high: str = "", low: str = ""
) -> str:
    ticks = [
        tag("line", x1=frame.x(at) * _WIDE, x2=frame.x(at) * _WIDE, y1=0, y2=_HIGH, class_="tick")
        for at, _ in frame.ticks
    ]
    drawing = tag(
        "svg", *ticks, *lines,
        viewBox=f"0 0 {_WIDE} {_HIGH}", preserveAspectRatio="none", role="img", aria_label=title,
    )  # fmt: skip
    scale = tag("span", escape(high), class_="high") + tag("span", escape(low), class_="low")
    return tag("div", drawing, scale, over, class_="plot") + _labels(frame)


def _labels(frame: Frame) -> str:
    shown: list[tuple[float, str]] = []
    for at, text in frame.ticks:
        x = frame.x(at)
        if not shown or x - shown[-1][0] >= _LABEL:
            shown.append((x, text))
    ends = [x for x, _ in shown[1:]] + [1.0]
    labels = [
        tag("span", escape(text), style=f"left:{x:.2%};width:{end - x:.2%}")
        for (x, text), end in zip(shown, ends, strict=True)
    ]
    return tag("div", *labels, class_="clock", aria_hidden="true")


def chances(
    title: str, frame: Frame, line: Sequence[tuple[int, float]], colours: Sequence[str],
    marks: Sequence[Mark], names: Sequence[str],
) -> str:  # fmt: skip
    """The chance of the first side, in its colour from below; the other has the rest."""
    points = _across(frame, line, steps=False)
    below = f"0,{_HIGH} {points} {_WIDE},{_HIGH}"
    shapes = [tag("polygon", points=below, fill=f"var(--{colours[0]})", class_="area")]
    if len(colours) > 1:
        above = f"0,0 {points} {_WIDE},0"
        shapes.append(tag("polygon", points=above, fill=f"var(--{colours[1]})", class_="area"))
    half = tag("line", x1=0, x2=_WIDE, y1=_HIGH / 2, y2=_HIGH / 2, class_="half")
    path = tag("polyline", points=points, class_="course")
    over = "".join(
        tag(
            "a", escape(mark.text), href=mark.href, title=mark.title, aria_label=mark.title,
            class_="turn", style=f"left:{frame.x(mark.at):.2%};top:{1 - mark.high:.2%}",
        )
        for mark in marks
    )  # fmt: skip
    high = names[1] if len(names) > 1 else "100 %"
    plot = _plot(title, frame, *shapes, half, path, over=over, high=high, low=names[0])
    return tag("figure", plot, class_="card graph")


def counts(
    title: str,
    frame: Frame,
    lines: Mapping[str, Sequence[tuple[int, int]]],
    name: Callable[[str], str],
    colour: Callable[[str], str],
    most: int = 0,
) -> str:
    """How much there was of something, for each side."""
    most = max(most, *(count for line in lines.values() for _, count in line), 1)
    paths = [
        tag(
            "polyline",
            points=_across(frame, [(at, count / most) for at, count in line], steps=True),
            stroke=f"var(--{colour(side)})", class_="count",
        )
        for side, line in lines.items()
    ]  # fmt: skip
    keys = [
        tag(
            "span", tag("i"), escape(name(side)), class_="key", style=f"--own:var(--{colour(side)})"
        )
        for side in lines
    ]
    plot = _plot(title, frame, *paths, high=str(most), low="0")
    return tag("figure", plot, *keys, class_="card graph low")
