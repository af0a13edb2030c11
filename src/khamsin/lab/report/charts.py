"""The drawings of a report: plain HTML and SVG whose colours follow the page, light or dark."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from html import escape
from math import ceil, gcd, sqrt
from statistics import fmean

from khamsin.lab.statistics import Share
from khamsin.review.markup import tag

_WIDE, _HIGH, _FOOT, _TOP = 360, 170, 24, 14
_BARS = 36  # a histogram has at most so many
_FEW = 8  # and fewer where there are few games, but at least so many


def bar(rate: float, told: str, colour: str = "main") -> str:
    """A bar as long as a share of its cell, and what it stands for."""
    fill = tag("i", style=f"width:{rate:.1%};background:var(--{colour})")
    return tag("span", fill, class_="bar") + tag("span", told, class_="told")


def whisker(at: float, low: float, high: float, span: tuple[float, float], middle: float) -> str:
    """A mark with its interval on a scale, and a line at the value that means nothing special."""
    left, right = span

    def place(value: float) -> float:
        return 100 * min(max((value - left) / (right - left), 0), 1)

    line = tag("i", class_="zero", style=f"left:{place(middle):.1f}%")
    band = tag(
        "i", class_="band", style=f"left:{place(low):.1f}%;width:{place(high) - place(low):.1f}%"
    )
    dot = tag("i", class_="dot", style=f"left:{place(at):.1f}%")
    return tag("span", line, band, dot, class_="whisker")


def shares(rows: Sequence[tuple[str, str, Share]]) -> str:
    """Rates with their intervals, one below the other: label, colour, and how often."""
    made = []
    for label, colour, found in rows:
        bounds = f"{found.low:.1%} - {found.high:.1%}"
        band = tag(
            "i", class_="band", style=f"left:{found.low:.2%};width:{found.high - found.low:.2%}"
        )
        dot = tag("i", class_="dot", style=f"left:{found.rate:.2%}")
        half = tag("i", class_="zero", style="left:50%")
        made.append(
            tag(
                "div",
                tag("span", escape(label), class_="name"),
                tag("b", f"{found.rate:.1%}"),
                tag("span", half, band, dot, class_="whisker wide"),
                tag("span", f"{found.times} / {found.of} · {bounds}", class_="soft"),
                class_="share",
                style=f"--own:var(--{colour})",
            )
        )
    return tag("div", *made, class_="shares")


def histogram(
    title: str, values: Sequence[int], groups: Sequence[str], colours: Mapping[str, str], mean: str
) -> str:
    """How often each value occurs, every bar parted by the group that each game belongs to."""
    least, most = min(values), max(values)
    step = gcd(*(value - least for value in values)) or 1  # halves of a turn come in twos
    bars = min(_BARS, max(_FEW, round(2 * sqrt(len(values)))))
    width = step * max(1, ceil((most - least + 1) / step / bars))
    bins: dict[int, Counter[str]] = {at: Counter() for at in range((most - least) // width + 1)}
    for value, group in zip(values, groups, strict=True):
        bins[(value - least) // width][group] += 1
    highest = max(sum(found.values()) for found in bins.values())
    wide = _WIDE / len(bins)
    scale = (_HIGH - _FOOT - _TOP) / highest
    parts: list[str] = []
    for at, found in bins.items():
        base = float(_HIGH - _FOOT)
        first = least + at * width
        told = f"{first}" if width == step else f"{first} - {first + width - step}"
        boxes = []
        for group, colour in colours.items():
            height = found[group] * scale
            base -= height
            if height:
                boxes.append(
                    tag("rect", x=at * wide + min(1, wide / 8), y=base, height=height,
                        width=wide - min(2, wide / 4), fill=f"var(--{colour})")
                )  # fmt: skip
        parts.append(tag("g", tag("title", f"{told}: {sum(found.values())}"), *boxes))
    x = ((fmean(values) - least) / width + step / width / 2) * wide if len(bins) > 1 else _WIDE / 2
    ground = _HIGH - _FOOT
    parts += [
        tag("line", x1=0, x2=_WIDE, y1=ground, y2=ground, class_="axis"),
        tag("line", x1=x, x2=x, y1=_TOP - 4, y2=ground, class_="mean"),
        tag("text", str(least), x=2, y=_HIGH - 7),
        tag("text", str(most), x=_WIDE - 2, y=_HIGH - 7, text_anchor="end"),
        tag("text", escape(mean), x=_WIDE / 2, y=_HIGH - 7, text_anchor="middle", class_="strong"),
    ]
    drawing = tag("svg", *parts, viewBox=f"0 0 {_WIDE} {_HIGH}", role="img", aria_label=title)
    return tag("figure", tag("figcaption", escape(title)), drawing, class_="card")


def path(title: str, values: Sequence[float], bounds: tuple[float, float]) -> str:
    """A line from value to value between two bounds."""
    low, high = min(*bounds, *values), max(*bounds, *values)
    tall = _HIGH - 2 * _TOP

    def y(value: float) -> float:
        return _TOP + tall * (high - value) / (high - low)

    step = (_WIDE - 40) / max(len(values), 1)
    points = [f"{at * step:.1f},{y(value):.1f}" for at, value in enumerate((0.0, *values))]
    parts = [tag("line", x1=0, x2=_WIDE - 40, y1=y(0), y2=y(0), class_="axis")]
    for bound in bounds:
        parts.append(tag("line", x1=0, x2=_WIDE - 40, y1=y(bound), y2=y(bound), class_="mean"))
        parts.append(tag("text", f"{bound:+.2f}", x=_WIDE - 36, y=y(bound) + 4))
    parts.append(tag("polyline", points=" ".join(points), class_="path"))
    drawing = tag("svg", *parts, viewBox=f"0 0 {_WIDE} {_HIGH}", role="img", aria_label=title)
    return tag("figure", tag("figcaption", escape(title)), drawing, class_="card")
