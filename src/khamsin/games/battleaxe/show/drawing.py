"""The lines of the map, taken from the data pack and put in order for drawing."""

from __future__ import annotations

from typing import Any

from khamsin.games.battleaxe.model.pack import Pack
from khamsin.kernel.show.scene import Point, SceneBox, Shape
from khamsin.kernel.text.narrator import Narrator

_AREA, _ZONE = "polygon", "box"
_GROWTH = {
    "A": (5, 5, 135), "B": (5, 5, 95), "C": (0, 190, 0), "D": (50, 120, 0), "E": (10, 36, 80),
    "F": (10, 36, 80), "G": (10, 36, 80), "H": (0, 75, 0), "I": (0, 0, 25),
}  # fmt: skip
"""How far the Zones reach beyond the boxes of the sketch, to the left, to the right and down: six
counters lie in most of them side by side."""
_LAST_CELL = 9  # the victory track runs from 0 to 9, with a second marker for the tens


def _part(pack: Pack, name: str) -> Any:
    return pack.drawing[name]


def size(pack: Pack) -> list[float]:
    """Width and height of the map."""
    sheet = _part(pack, "map")
    return [sheet["width"], sheet["height"]]


def polygon(pack: Pack, space: int) -> list[Point]:
    """The outline of an Area, or of the box that is a Zone."""
    shape = _part(pack, "shapes")[space]
    if _AREA in shape:
        outline: list[Point] = shape[_AREA]
        return outline
    left, right, down = _GROWTH.get(pack.place_ids[space], (0, 0, 0))
    x, y, width, height = shape[_ZONE]
    x, width, height = x - left, width + left + right, height + down
    return [[x, y], [x + width, y], [x + width, y + height], [x, y + height]]


def center(pack: Pack, space: int) -> Point:
    """Where the name of a space stands."""
    at: Point = _part(pack, "shapes")[space]["center"]
    return at


def shapes(pack: Pack, narrator: Narrator) -> list[Shape]:
    """Sea, coast, roads, escarpments, frontier and the lines between Zones, bottom first."""
    coast = _part(pack, "coast")
    shore: list[Point] = coast["line"]
    beyond: list[Point] = coast["line_east_of_areas"]
    whole = [[shore[0][0] - 14, 0], *shore, *beyond, [size(pack)[0], beyond[-1][1] - 18]]
    drawn: list[Shape] = [
        _shape("sea", "polygon", [*whole, [size(pack)[0], 0]]),
        _shape("coast", "line", whole),
        _shape("sea_name", "text", _along(coast["label_at"]), narrator.say("scene.sea")),
    ]
    for road in _part(pack, "road"):
        layer = "road" if road["line"] == _part(pack, "road")[0]["line"] else "track"
        drawn.append(_shape(layer, "line", road["line"], narrator.text("route", road["name"])))
    frontier = _part(pack, "frontier")
    drawn.append(_shape("frontier", "line", frontier["line"], narrator.say("scene.frontier")))
    drawn += [_shape("escarpment", "line", line) for line in escarpments(pack)]
    drawn += [_shape("link", "line", line["shape"]) for line in _links(pack)]
    return drawn


def _shape(layer: str, kind: str, points: list[Point], text: str = "") -> Shape:
    drawn: Shape = {"layer": layer, "kind": kind, "points": points}
    return {**drawn, "text": text} if text else drawn


def _along(at: Point) -> list[Point]:
    """A gentle line to write the name of a sea along, down the coast."""
    x, y = at
    return [[x - 28, y - 190], [x + 4, y - 60], [x + 28, y + 90], [x + 60, y + 230]]


def _links(pack: Pack) -> list[dict[str, Any]]:
    return [line for line in _part(pack, "borders") if line["kind"] == "line"]


def escarpments(pack: Pack) -> list[list[Point]]:
    """3.1.4 Cliffs, joined end to end, with the low ground (the coast) on their right hand."""
    sea = {tuple(point) for point in _part(pack, "coast")["line"]}
    pieces: list[list[Point]] = []
    for border in _part(pack, "borders"):
        if border["kind"] == "line":
            continue
        spaces = [pack.board.at(name) for name in border["between"]]
        on_coast = [s for s in spaces if any(tuple(p) in sea for p in polygon(pack, s))]
        for segment in border["shape"]:
            if segment["type"] == "escarpment":
                low = center(pack, (on_coast or spaces)[0])
                line: list[Point] = segment["line"]
                pieces.append(line if _is_right_of(line, low) else line[::-1])
    return _joined(pieces)


def _is_right_of(line: list[Point], point: Point) -> bool:
    """With y downwards a positive cross product means the right hand."""
    (ax, ay), (bx, by) = line[0], line[-1]
    return (bx - ax) * (point[1] - ay) - (by - ay) * (point[0] - ax) > 0


def _joined(pieces: list[list[Point]]) -> list[list[Point]]:
    lines = [list(piece) for piece in pieces]
    joined = True
    while joined:
        joined = False
        for first in lines:
            after = [line for line in lines if line is not first and line[0] == first[-1]]
            if after:
                first.extend(after[0][1:])
                lines = [line for line in lines if line is not after[0]]
                joined = True
                break
    return lines


def boxes(pack: Pack, narrator: Narrator) -> list[SceneBox]:
    """3.2-3.5 The tracks and boxes beside the map."""
    longest = max(len(scenario.turns) for scenario in pack.scenarios.values())
    cells = {
        "turn_track": [narrator.text("turn", turn) for turn in range(1, longest + 1)],
        "impulse_track": [str(n) for n in range(1, pack.numbers.impulse_track_last + 1)],
        "vp_track": [str(n) for n in range(_LAST_CELL + 1)],
    }
    found: list[SceneBox] = []
    for box in _part(pack, "box"):
        drawn: SceneBox = {
            "id": box["id"],
            "name": narrator.say(f"scene.{box['id']}"),
            "rect": box["rect"],
        }
        if box["id"] in cells:
            drawn["cells"] = cells[box["id"]]
        found.append(drawn)
    return found
