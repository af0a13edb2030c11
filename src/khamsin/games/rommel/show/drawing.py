"""The lines of the map, taken from the data pack and put in order for drawing."""

from __future__ import annotations

from functools import cache

from khamsin.games.rommel.model.pack import Pack
from khamsin.games.rommel.model.pieces import SIDES
from khamsin.kernel.show.hexmap import HexMap, joined
from khamsin.kernel.show.scene import Point, SceneBox, Shape
from khamsin.kernel.text.narrator import Narrator

SPACING = 120
_PACK_SPACING = 100  # in the pack's own drawing
_MARGIN = (330, 205, 290, 70)  # room for boxes in the gulf, in the sea and behind Alexandria
_ROUGH = {"ridge": "ridge", "mountain": "mountain", "marsh": "marsh"}
_MONTHS_IN_A_ROW = 20

_BOXES: dict[str, tuple[float, float, float, float]] = {
    "months": (1930, 24, 1346, 92),
    "axis_due": (20, 24, 480, 190),
    "axis_malta": (20, 228, 232, 122),
    "axis_refit": (266, 228, 234, 122),
    "axis_lost": (20, 364, 400, 170),
    "axis_exited": (20, 548, 300, 112),
    "axis_wait": (20, 850, 286, 122),
    "allied_due": (1930, 130, 560, 226),
    "allied_refit": (2504, 130, 250, 106),
    "allied_exited": (2504, 250, 250, 106),
    "allied_lost": (2768, 130, 508, 226),
    "allied_wait": (3066, 420, 210, 122),
}
"""Where the boxes lie: x, y, width, height. The waiting places are off the map (16.41.s3)."""

_NAMES: dict[str, tuple[str, list[Point]]] = {
    "sea": ("sea_name", [[1010, 96], [1330, 120], [1650, 170]]),
    "gulf": ("sea_name", [[60, 760], [190, 770], [330, 800]]),
    "jebel": ("land_name", [[455, 372], [560, 262], [690, 182], [820, 150]]),
    "libya": ("land_name", [[930, 930], [1200, 930], [1470, 930]]),
    "egypt": ("land_name", [[2010, 870], [2200, 870], [2390, 870]]),
    "qattara": ("land_name", [[2380, 980], [2650, 910], [2920, 830]]),
}
"""What is written across the map, and along which line."""


@cache
def chart(pack: Pack) -> HexMap:
    """Where the hexes are drawn."""
    return HexMap(pack.board, spacing=SPACING, margin=_MARGIN)


def shapes(pack: Pack, narrator: Narrator) -> list[Shape]:
    """Sea, coast, frontier, rough hexsides, roads and names, bottom first."""
    on = chart(pack)
    width, _ = on.size
    tobruk = pack.hexes[pack.tobruk]
    line = pack.coast
    shore = on.points(line, tobruk.id, (tobruk.x, tobruk.y), _PACK_SPACING)
    shore = [[0, shore[0][1] - 30], *shore, [width, shore[-1][1] - 20]]
    drawn: list[Shape] = [
        {"layer": "sea", "kind": "polygon", "points": [*shore, [width, 0], [0, 0]]},
        {"layer": "coast", "kind": "line", "points": shore},
    ]
    drawn += _frontier(pack, narrator)
    drawn += _rough(pack)
    for road in pack.roads:
        hexes = [pack.hexes[at].id for at in road.hexes]
        # A road that is only called after its ends needs no writing.
        shown = "" if " - " in road.name else narrator.text("route", road.name)
        drawn.append(on.road(hexes, road.kind, shown))
    for key, (layer, points) in _NAMES.items():
        text = narrator.say(f"scene.name_{key}")
        drawn.append({"layer": layer, "kind": "text", "points": points, "text": text})
    return drawn


def _frontier(pack: Pack, narrator: Narrator) -> list[Shape]:
    """The border of Libya and Egypt follows hexsides."""
    board = pack.board
    pairs = [
        (board.names[a], board.names[b])
        for a, b in board.ends
        if pack.hexes[a].country != pack.hexes[b].country
    ]
    lines = chart(pack).sides(pairs, "frontier")
    lines[0]["text"] = narrator.say("scene.name_frontier")
    return lines


def _rough(pack: Pack) -> list[Shape]:
    """1.4.b Ridges, mountains and marshes, broken where something crosses them."""
    on, names, ends = chart(pack), pack.board.names, pack.board.ends
    drawn: list[Shape] = []
    for terrain, layer in _ROUGH.items():
        for crossed in (False, True):
            pairs = [
                (names[ends[edge][0]], names[ends[edge][1]])
                for edge, kind, crossing in pack.rough
                if kind == terrain and (crossing != "none") == crossed
            ]
            drawn += on.sides(pairs, layer, broken=crossed)
    pieces: list[list[Point]] = []
    for name, side in pack.outer_marsh:
        corners = on.polygon(name)
        pieces.append([corners[side], corners[(side + 1) % len(corners)]])
    for line in joined(pieces):
        drawn.append({"layer": "marsh", "kind": "line", "points": line})
    return drawn


def boxes(pack: Pack, narrator: Narrator) -> list[SceneBox]:
    """The month track, and what waits beside the map."""
    longest = max(scenario.end_month for scenario in pack.scenarios.values())
    found: list[SceneBox] = []
    for name, rect in _BOXES.items():
        box: SceneBox = {
            "id": name,
            "name": narrator.say(f"scene.box_{name}"),
            "rect": list(rect),
        }
        side = name.partition("_")[0]
        if side in SIDES:
            box["side"] = side
            box["folds"] = not name.endswith("_wait")
        else:
            box["cells"] = [str(month) for month in range(1, longest + 1)]
            box["columns"] = _MONTHS_IN_A_ROW
        found.append(box)
    return found


def road_classes(pack: Pack, at: int) -> tuple[str, ...]:
    """1.5 The classes of the roads that run through a hex, best first."""
    found: list[str] = []
    for road in pack.roads:
        if at in road.hexes and road.kind not in found:
            found.append(road.kind)
    order = ("highway", "track", "trail")
    return tuple(sorted(found, key=order.index))
