"""The learning curve as a picture that needs nothing else, in the colours of the report."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from math import log2
from pathlib import Path
from typing import NamedTuple

from khamsin.kernel.text.words import Catalogue
from khamsin.review.markup import tag

from .curve import Training

_CSS = Path(__file__).parents[2] / "review" / "page.css"
_WIDE, _HIGH, _LEFT, _RIGHT, _HEAD, _FOOT = 420, 190, 44, 16, 34, 44
_GAP = 56  # above each panel, for what it shows


class _Line(NamedTuple):
    label: str
    colour: str
    values: list[float]
    before: float
    """What the weights did that the game had until now."""


def as_svg(training: Training, title: str, words: Catalogue) -> str:
    """Two panels, one below the other: log loss, and how often the winner was called right."""
    say, curve, before = words.say, training.curve, training.before
    games = [told.games for told in curve]
    every, late = say("train.right"), say("train.late")
    losses = [_Line(say("train.loss"), "main", [told.loss for told in curve], before.loss)]
    rights = [
        _Line(every, "main", [told.right for told in curve], before.right),
        _Line(late, "side-a", [told.late for told in curve], before.late),
    ]
    panels = [_panel(losses, games, ".3f"), _panel(rights, games, ".0%")]
    high = _HEAD + len(panels) * (_GAP + _HIGH) + _FOOT
    parts = [
        tag("title", escape(title)),
        tag("style", escape(_CSS.read_text(encoding="utf-8"))),
        tag("rect", width=_WIDE, height=high, fill="var(--bg)"),
        tag("text", escape(title), x=_RIGHT, y=24, class_="strong"),
    ]
    for at, panel in enumerate(panels):
        parts.append(tag("g", *panel, transform=f"translate(0 {_HEAD + at * (_GAP + _HIGH)})"))
    foot = escape(say("train.legend"))
    parts.append(tag("text", foot, x=_WIDE - _RIGHT, y=high - 8, text_anchor="end"))
    size = {"viewBox": f"0 0 {_WIDE} {high}", "xmlns": "http://www.w3.org/2000/svg"}
    return tag("svg", *parts, role="img", **size) + "\n"


def _panel(lines: Sequence[_Line], games: Sequence[int], form: str) -> list[str]:
    """Lines over the number of games, each twice as many a step; dashed: what was there before."""
    every = [value for line in lines for value in (*line.values, line.before)]
    low, high = min(every), max(every)
    room = (high - low) * 0.1 or 0.01
    low, high = low - room, high + room
    last = log2(games[-1] / games[0]) or 1.0

    def x(count: int) -> float:
        return _LEFT + (_WIDE - _LEFT - _RIGHT) * log2(count / games[0]) / last

    def y(value: float) -> float:
        return _GAP + (_HIGH - _GAP / 2) * (high - value) / (high - low)

    ground = y(low)
    parts = [tag("line", x1=_LEFT, x2=_WIDE - _RIGHT, y1=ground, y2=ground, class_="axis")]
    for value in (low + room, high - room):
        parts.append(
            tag("text", format(value, form), x=_LEFT - 6, y=y(value) + 4, text_anchor="end")
        )
    for count in (games[0], games[-1]):
        end = "start" if count == games[0] < games[-1] else "end"
        parts.append(tag("text", str(count), x=x(count), y=ground + 16, text_anchor=end))
    for at, (label, colour, values, before) in enumerate(lines):
        paint = f"var(--{colour})"
        across = _GAP - 14 - 16 * (len(lines) - 1 - at)
        points = [(x(count), y(value)) for count, value in zip(games, values, strict=True)]
        told = tag("title", escape(", ".join(format(value, form) for value in values)))
        parts += [
            tag("rect", x=_LEFT, y=across - 9, width=10, height=10, fill=paint),
            tag("text", escape(label), x=_LEFT + 16, y=across),
            tag("line", x1=_LEFT, x2=_WIDE - _RIGHT, y1=y(before), y2=y(before), class_="mean",
                style=f"stroke:{paint}"),
            tag("polyline", told, points=" ".join(f"{a:.1f},{b:.1f}" for a, b in points),
                class_="path", style=f"stroke:{paint}"),
            *(tag("circle", cx=a, cy=b, r=2.5, fill=paint) for a, b in points),
        ]  # fmt: skip
    return parts
