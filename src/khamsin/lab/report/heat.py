"""The game's own map, with the places darker where more happened."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from html import escape
from math import sqrt
from typing import NamedTuple

from khamsin.kernel.show.scene import Point, Scene, SceneSpace, Shape
from khamsin.review.markup import tag

_MARGIN = 0.12  # of the map, around what is shown
_NUMBERS = 14  # places whose number is written
_LETTER = 0.68  # how wide a letter is, for its height
_LINES = ("coast", "road", "highway", "track", "trail", "railway", "river", "creek", "wadi",
          "escarpment", "cliff", "ridge", "mountain", "frontier")  # fmt: skip

Box = tuple[float, float, float, float]
"""Left, top, right, bottom."""


class Layer(NamedTuple):
    """One thing that can be shown on the map: its name, its colour, how often in each place."""

    name: str
    colour: str
    places: Mapping[str, float]


def heat_maps(scene: Scene, layers: Sequence[Layer]) -> str:
    """A map for each sheet on which something happened, with a switch between the layers."""
    counted = {place for layer in layers for place in layer.places}
    maps: list[str] = []
    left = scene["spaces"]
    for sheet in _sheets(scene):
        spaces = [space for space in left if _within(space["center"], sheet)]
        left = [space for space in left if not _within(space["center"], sheet)]
        happened = [space for space in spaces if space["id"] in counted]
        if happened:
            maps.append(_map(scene, spaces, _crop(happened, spaces), layers, f"map{len(maps)}"))
    return "".join(maps)


def _sheets(scene: Scene) -> list[Box]:
    if "sheets" not in scene:
        return [(0, 0, scene["size"][0], scene["size"][1])]
    return [(x, y, x + w, y + h) for x, y, w, h in (each["rect"] for each in scene["sheets"])]


def _within(point: Point, box: Box) -> bool:
    return box[0] <= point[0] <= box[2] and box[1] <= point[1] <= box[3]


def _extent(spaces: Iterable[SceneSpace]) -> Box:
    points = [point for space in spaces for point in space["polygon"]]
    xs, ys = [x for x, _ in points], [y for _, y in points]
    return min(xs), min(ys), max(xs), max(ys)


def _crop(happened: Sequence[SceneSpace], spaces: Sequence[SceneSpace]) -> Box:
    """What happened, with some of the map around it, but nothing that is not on the map."""
    left, top, right, bottom = _extent(happened)
    least = _extent(spaces)
    x, y = (least[2] - least[0]) * _MARGIN, (least[3] - least[1]) * _MARGIN
    return (
        max(left - x, least[0]), max(top - y, least[1]),
        min(right + x, least[2]), min(bottom + y, least[3]),
    )  # fmt: skip


def _map(
    scene: Scene, spaces: Sequence[SceneSpace], box: Box, layers: Sequence[Layer], name: str
) -> str:
    left, top, right, bottom = box
    shown = [space for space in spaces if _within(space["center"], box)]
    size = sorted(_width(space) for space in shown)[len(shown) // 2]
    ground = [
        tag("rect", x=left, y=top, width=right - left, height=bottom - top, class_="sand"),
        _sea(scene["shapes"]),
        *(_line(shape) for shape in scene["shapes"] if shape["layer"] in _LINES),
        *(tag("polygon", points=_points(s["polygon"]), class_="space") for s in shown),
    ]
    groups, switches = [], []
    for at, layer in enumerate(layers):
        checked = {"checked": ""} if at == 0 else {}
        radio = tag("input", type="radio", name=name, class_=f"l{at}", **checked)
        switches.append(tag("label", radio, escape(layer.name)))
        groups.append(_heat(shown, layer, at))
    number = min(size * 0.3, (right - left) * 0.024)
    total = {place: often for layer in reversed(layers) for place, often in layer.places.items()}
    names = _names(shown, box, number, max(number * 0.5, (right - left) * 0.012), total)
    look = f"--unit:{size / 100:.2f}px;font-size:{number:.0f}px"
    drawing = tag(
        "svg", *ground, *groups, names,
        viewBox=f"{left:.0f} {top:.0f} {right - left:.0f} {bottom - top:.0f}",
        style=look, role="img", aria_label=layers[0].name, class_="map",
    )  # fmt: skip
    switch = tag("div", *switches, class_="switch")
    return tag("figure", switch, tag("div", drawing, class_="scroll"), class_="card heat")


def _width(space: SceneSpace) -> float:
    left, _, right, _ = _extent([space])
    return right - left


def _sea(shapes: Sequence[Shape]) -> str:
    """A sea inside a sea is an island."""
    seas = [shape["points"] for shape in shapes if shape["layer"] in ("sea", "lake")]
    outlines = ["M" + "L".join(f"{x:.0f} {y:.0f}" for x, y in points) + "Z" for points in seas]
    return tag("path", d="".join(outlines), class_="sea")


def _line(shape: Shape) -> str:
    name = "polygon" if shape["kind"] == "polygon" else "polyline"
    return tag(name, points=_points(shape["points"]), class_=f"way {shape['layer']}")


def _points(points: Sequence[Point]) -> str:
    return " ".join(f"{x:.0f},{y:.0f}" for x, y in points)


def _names(
    shown: Sequence[SceneSpace], box: Box, number: float, size: float, often: Mapping[str, float]
) -> str:
    """What places are called, below their numbers: the busiest first, while there is room."""
    left, _, right, bottom = box
    written: list[Box] = []
    words = []
    for space in sorted(shown, key=lambda each: (-often.get(each["id"], 0), "signs" not in each)):
        half = len(space["name"]) * size * _LETTER / 2
        x = min(max(space["center"][0], left + half), right - half)
        y = space["center"][1] + number * 0.4 + size
        spot = (x - half, y - size, x + half, y)
        if y < bottom and not any(_overlap(spot, other) for other in written):
            written.append(spot)
            words.append(tag("text", escape(space["name"]), x=x, y=y, class_="place"))
    return tag("g", *words, style=f"font-size:{size:.0f}px")


def _overlap(one: Box, other: Box) -> bool:
    return (
        one[0] < other[2] and other[0] < one[2] and one[1] < other[3] and other[1] < one[3]
    )  # fmt: skip


def _heat(shown: Sequence[SceneSpace], layer: Layer, at: int) -> str:
    """Squares would make the few busiest places all there is to see; roots show the others too."""
    most = max(layer.places.values(), default=1)
    busiest = sorted(layer.places.values(), reverse=True)[:_NUMBERS][-1:]
    parts = []
    for space in shown:
        often = layer.places.get(space["id"], 0)
        if not often:
            continue
        told = f"{space['name'] or space['short']}: {often:.0f}"
        strength = 0.1 + 0.85 * sqrt(often / most)
        parts.append(
            tag("polygon", tag("title", escape(told)), points=_points(space["polygon"]),
                fill_opacity=strength, class_="hot")
        )  # fmt: skip
    for space in shown:
        often = layer.places.get(space["id"], 0)
        if often >= 0.5 and often >= busiest[0]:
            x, y = space["center"]
            parts.append(tag("text", f"{often:.0f}", x=x, y=y, dy="0.35em", class_="number"))
    return tag("g", *parts, class_=f"layer l{at}", style=f"--own:var(--{layer.colour})")
