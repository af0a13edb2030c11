"""The island as shapes: sea, coast, roads, creeks; and the boxes of the planning map beside it."""

from __future__ import annotations

from collections.abc import Callable

from khamsin.games.malta.model.pack import Pack
from khamsin.games.malta.model.pieces import TURNS
from khamsin.kernel.show.hexmap import HexMap
from khamsin.kernel.show.scene import Point, SceneBox, SceneSheet, Shape
from khamsin.kernel.text.narrator import Narrator

SPACING = 120.0
PIECE = 64.0
ISLAND, PLANNING = "island", "planning"
_ANCHOR, _ANCHOR_AT, _UNITS = "0101", (86.6, 100.0), 100.0  # the outlines of the pack
_EAST = 13  # the column from which the Victoria Lines run further north

# The planning map stands to the right of the island, in two columns of beach zones.
_GAP = 24.0
_TOP = 84.0  # room for the buttons that lie over the map
_ROW = 106.0  # a beach with its two wave boxes
_FIRST, _SECOND = 262.0, 186.0  # three counters side by side, and two
_WIDE = _FIRST + _SECOND + _GAP / 2
_FOLLOW_UP = 184.0  # its height: two rows of counters
_COLUMNS = (("north", "south"), ("west", "east"))
_BREAKDOWN, _TRACK = 340.0, 96.0


def chart(pack: Pack) -> HexMap:
    """Where the hexes lie on the drawing."""
    return HexMap(pack.board, spacing=SPACING, margin=(30.0, 30.0, 30.0, 30.0))


def shapes(pack: Pack, narrator: Narrator) -> list[Shape]:
    """Sea, coast, creeks, rises, roads and the names of the waters, bottom first."""
    hexes = chart(pack)
    width, height = hexes.size
    coasts = [
        hexes.points(outline.points, _ANCHOR, _ANCHOR_AT, _UNITS) for outline in pack.outlines
    ]
    drawn: list[Shape] = hexes.islands(coasts)
    for outline, coast in zip(pack.outlines, coasts, strict=True):
        if outline.name:
            drawn.append(_name(outline.name, coast))
    borders = _borders(pack)
    drawn += hexes.sides(borders("creek"), "creek")
    drawn += hexes.sides(borders("creek_rise"), "cliff", is_low=_is_low)
    drawn += hexes.sides(borders("ocean"), "shore")
    drawn += [
        hexes.road(path, "road", narrator.text("route", name)) for name, path in pack.road_paths
    ]
    for zone in pack.zones:
        middle = _off_shore(hexes, [pack.place_ids[h] for h in zone.beaches], width, height)
        drawn.append(
            {
                "layer": "sea_name",
                "kind": "text",
                "points": middle,
                "text": narrator.text("zone", zone.id),
            }
        )
    return drawn


def _name(name: str, coast: list[Point]) -> Shape:
    """The name of an island, across it."""
    left, right = min(x for x, _ in coast), max(x for x, _ in coast)
    y = (min(y for _, y in coast) + max(y for _, y in coast)) / 2
    return {"layer": "land_name", "kind": "text", "points": [[left, y], [right, y]], "text": name}


def _borders(pack: Pack) -> Callable[[str], list[tuple[str, str]]]:
    """The hexsides with a creek, a rise or the sea on them, by kind."""
    board, names = pack.board, pack.place_ids

    def of(kind: str) -> list[tuple[str, str]]:
        return [
            (names[h], names[n])
            for h in range(pack.land)
            for n in pack.touch[h]
            if h < n and board.border(h, n) == kind
        ]

    return of


def _is_low(name: str) -> bool:
    """Which side of a rise is the lower one: the north of the Victoria Lines."""
    column, row = int(name[:2]), int(name[2:])
    return row + (column % 2 == 0) / 2 < (10 if column < _EAST else 9)


def _off_shore(hexes: HexMap, beaches: list[str], width: float, height: float) -> list[Point]:
    """A short line at sea, outward from the beaches, to write the name of their zone along."""
    points = [hexes.center(name) for name in beaches]
    x = sum(point[0] for point in points) / len(points)
    y = sum(point[1] for point in points) / len(points)
    dx, dy = x - width / 2, y - height / 2
    far = 330.0 / (abs(dx) + abs(dy))
    x, y = x + dx * far, y + dy * far
    return [[x - 190, y], [x + 190, y]]


# -- boxes -------------------------------------------------------------------------------------


def followup_box(zone: str) -> str:
    """The follow-up box of a zone (18.1)."""
    return f"followup_{zone}"


def boxes(pack: Pack, narrator: Narrator) -> list[SceneBox]:
    """18.1 The planning map; 13.1 the breakdown boxes; the record of days and turns."""
    zones = {zone.id: [pack.place_ids[h] for h in zone.beaches] for zone in pack.zones}
    left = chart(pack).size[0] + _GAP
    found: list[SceneBox] = []
    bottom = 0.0
    for number, column in enumerate(_COLUMNS):
        x, y = left + number * (_WIDE + _GAP), _TOP
        for zone in column:
            found.append(
                _box(
                    followup_box(zone),
                    narrator.text("place", followup_box(zone)),
                    (x, y, _WIDE, _FOLLOW_UP),
                )
            )
            y += _FOLLOW_UP + _GAP / 2
            for beach in zones[zone]:
                for box, dx, wide in (
                    (f"w1_{beach}", 0.0, _FIRST),
                    (f"w2_{beach}", _FIRST + _GAP / 2, _SECOND),
                ):
                    name = narrator.text("short_box", box)
                    found.append(_box(box, name, (x + dx, y, wide, _ROW - 8)))
                y += _ROW
            y += _GAP
        bottom = max(bottom, y)
    wide = 2 * _WIDE + _GAP
    for name, cells in (
        ("day_record", [narrator.text("day", day) for day in pack.days]),
        ("turn_record", [narrator.text("turn", turn) for turn in TURNS]),
    ):
        track = _box(name, narrator.text("place", name), (left, bottom, wide, _TRACK))
        track["cells"] = cells
        found.append(track)
        bottom += _TRACK + _GAP / 2
    y = max(bottom, chart(pack).size[1] + _GAP)
    whole = left + wide - _GAP
    x = _GAP
    for name, share in (("breakdown", 0.5), ("broken_down", 0.25), ("eliminated", 0.25)):
        title = narrator.text("place", name)
        rect = (x, y, whole * share - _GAP / 2, _BREAKDOWN)
        found.append({**_box(name, title, rect), "folds": True})
        x += whole * share
    return found


def _box(name: str, title: str, rect: tuple[float, float, float, float]) -> SceneBox:
    return {"id": name, "name": title, "rect": list(rect)}


def size(pack: Pack, found: list[SceneBox]) -> list[float]:
    """The island with the planning map beside it."""
    width, height = chart(pack).size
    right = max(box["rect"][0] + box["rect"][2] for box in found)
    low = max(box["rect"][1] + box["rect"][3] for box in found)
    return [max(width, right) + _GAP, max(height, low + _GAP)]


def sheets(pack: Pack, narrator: Narrator, found: list[SceneBox]) -> list[SceneSheet]:
    """The two parts of the drawing that are looked at by themselves."""
    width, height = chart(pack).size
    whole = size(pack, found)
    return [
        {"id": ISLAND, "name": narrator.say("scene.island"), "rect": [0, 0, width, height]},
        {
            "id": PLANNING,
            "name": narrator.say("scene.planning"),
            "rect": [width, 0, whole[0] - width, whole[1]],
        },
    ]
