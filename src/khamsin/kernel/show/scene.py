"""What a browser draws: the scene, which never changes in a match, and the picture of a moment.

Plain dictionaries, ready for JSON; the types say what is in them. Every text is in the reader's
language already. Coordinates are the scene's own, y grows downwards.
"""

from __future__ import annotations

from typing import Final, NotRequired, TypeAlias, TypedDict

from .goals import GoalsNow
from .panels import BattleNow, HandNow, Phase, ProcedureNow

Point: TypeAlias = list[float]
"""x and y."""


LAYERS: Final = (
    "sea", "coast", "lake", "land", "meadow", "region",
    "highway", "road", "track", "trail", "railway", "river", "creek", "wadi", "frontier", "link",
    "escarpment", "cliff", "ridge", "mountain", "marsh", "minefield", "works", "wall", "shore",
    "breach", "held", "sea_name", "land_name",
)  # fmt: skip
"""What a shape can be: areas; lines across the map; lines along hexsides; names."""

TERRAIN: Final = (
    "clear", "rough", "hill", "mountain", "woods", "fields", "marsh", "dunes", "salt", "town",
    "city", "fortified", "beach", "sea", "meadow", "bocage", "upland",
)  # fmt: skip
"""What the ground of a space can be; fields have stone walls, the last three are green country."""

SIGNS: Final = (
    "town", "city", "fort", "port", "major_port", "airfield", "oasis", "depot", "base", "victory",
    "beach",
)  # fmt: skip
"""What can stand in a space."""


class Shape(TypedDict):
    """Something drawn below all pieces, in the manner of its layer.

    An escarpment or cliff runs with the low ground on its right hand. A sea inside a sea is an
    island.
    """

    layer: str  # one of LAYERS
    kind: str  # "line", "polygon" or "text"
    points: list[Point]  # of a text: the line it is written along, or one point
    text: NotRequired[str]
    broken: NotRequired[bool]  # it can be crossed here: a pass, a gap, a ford
    side: NotRequired[str]  # whose it is


class Badge(TypedDict):
    """What is printed beside the name of a space."""

    shape: str  # "circle" or "hexagon"
    top: str
    bottom: str


class SceneSpace(TypedDict):
    """A place on the map where pieces stand."""

    id: str
    name: str
    short: str
    said: NotRequired[str]  # what sentences call it, where that is not `short` and `name`
    kind: str  # "area", "zone" or "hex"
    polygon: list[Point]
    center: Point
    terrain: str  # one of TERRAIN
    signs: NotRequired[list[str]]  # of SIGNS
    badge: NotRequired[Badge]
    value: NotRequired[str]
    important: bool
    facts: list[str]


class SceneBox(TypedDict):
    """A track, if it has cells, or a box that holds pieces and markers."""

    id: str
    name: str
    rect: list[float]  # x, y, width, height
    cells: NotRequired[list[str]]
    columns: NotRequired[int]  # cells side by side before the next row begins; else all of them
    side: NotRequired[str]
    folds: NotRequired[bool]  # can be collapsed to its name and the number of pieces in it


class SceneSheet(TypedDict):
    """A part of the drawing that is looked at by itself: one of several maps, a display."""

    id: str
    name: str
    rect: list[float]  # x, y, width, height
    apart: NotRequired[bool]  # the map of another scenario: offered only while it is played on


class Symbol(TypedDict):
    """What the unit symbol shows."""

    branch: str
    motorised: bool
    size: str


class Face(TypedDict):
    """One side of a piece, or one edge of a block, whose first value is its strength then.

    A block lists its faces from full strength down; it stands on the table turned so that the
    strength it has now is on top.
    """

    values: list[str]
    reduced: bool
    beside: NotRequired[str]  # a small number right of the symbol: morale


class ScenePiece(TypedDict):
    """A piece as it is printed."""

    id: str
    side: str
    nation: str
    label: str
    name: str
    facts: list[str]
    kind: str  # "counter", "block", "chit" or "card"
    symbol: Symbol
    faces: list[Face]


class SceneSide(TypedDict):
    """A side, and which of the client's colours is its own."""

    label: str
    colour: str  # "a", "b", or "n" for nobody's


class Source(TypedDict):
    """Where some of the data come from."""

    where: str
    text: str


class Scene(TypedDict):
    """Everything that never changes."""

    size: list[float]
    shapes: list[Shape]
    spaces: list[SceneSpace]
    boxes: list[SceneBox]
    pieces: list[ScenePiece]
    sides: dict[str, SceneSide]
    marks: dict[str, str]  # what each mark of the pictures says
    sources: list[Source]
    piece_size: NotRequired[float]  # the edge of a counter on the map, 92 if nothing is said
    sheets: NotRequired[list[SceneSheet]]


class SpaceNow(TypedDict):
    """A space at a moment."""

    control: NotRequired[str]
    marks: list[str]


class PieceNow(TypedDict):
    """A piece at a moment.

    A piece that the reader does not know has a handle for an id (see `unknown`), no face, and
    says itself whose it is and what it looks like from behind.
    """

    at: str | None  # what is at no place of the scene is off the map, and not shown
    marks: list[str]
    face: NotRequired[int]
    values: NotRequired[list[str]]  # what counts now, where it is not what the face has printed
    cell: NotRequired[int]  # which cell of a track it lies in
    side: NotRequired[str]
    kind: NotRequired[str]  # as in ScenePiece
    back: NotRequired[str]  # what is printed on its back, short


class Marker(TypedDict):
    """A marker in a box, or in one cell of a track."""

    id: str
    label: str
    text: str  # what is written on it, short
    at: str
    cell: NotRequired[int]
    side: NotRequired[str]


class LabelledValue(TypedDict):
    """A line of a small table."""

    label: str
    value: str


class EdgeNow(TypedDict):
    """Something on the border of two spaces that comes and goes: a minefield, a breach."""

    between: list[str]
    layer: str  # as in Shape, or "breach"
    label: str
    side: NotRequired[str]


class Arrow(TypedDict):
    """A line through the middles of places or pieces."""

    through: list[str]
    kind: str  # "move", "attack", "fire", "blocked", "supply" or "plan"
    text: NotRequired[str]
    side: NotRequired[str]


class Picture(TypedDict):
    """What lies on the table at a moment, as one side sees it."""

    spaces: dict[str, SpaceNow]
    pieces: dict[str, PieceNow]
    markers: list[Marker]
    bar: list[str]
    facts: list[LabelledValue]
    battle: BattleNow | None
    sheet: NotRequired[str]  # where it happens, if there are several
    edges: NotRequired[list[EdgeNow]]
    arrows: NotRequired[list[Arrow]]
    hands: NotRequired[list[HandNow]]
    procedure: NotRequired[ProcedureNow | None]
    sequence: NotRequired[list[Phase]]  # the phases of this turn; tells what comes next
    goals: NotRequired[GoalsNow]  # put in by the table: a game makes it in a hook of its own
    in_hand: NotRequired[
        str
    ]  # the piece that is being moved: its overlays that are `auto` are shown


class Ring(TypedDict):
    """A circle around a space or piece, in the scene's own measure: a range."""

    at: str
    radius: float
    text: NotRequired[str]


class Overlay(TypedDict):
    """Something players count, for every space that it concerns: 1 weak, 2, 3 strong.

    One that is `auto` is shown by itself for the piece that is selected or in hand, unless the
    player does not want it: how far it can go and what that costs.
    """

    id: str
    label: str
    side: NotRequired[str]
    spaces: dict[str, int]
    text: NotRequired[dict[str, str]]  # a number or a word in the space: what it costs
    lines: NotRequired[list[Arrow]]
    rings: NotRequired[list[Ring]]
    auto: NotRequired[bool]


def unknown(at: str, side: str, kind: str, number: int, back: str = "") -> tuple[str, PieceNow]:
    """A piece of which the reader knows only where it is and whose: its handle, and itself.

    The handle is made of what is known and counted from 1 in each place, never from the order of
    the pieces behind it, so that it tells nothing. What such a piece has as marks must be known
    to everybody too.

    >>> unknown("2422", "axis", "block", 1)
    ('?axis@2422.1', {'at': '2422', 'marks': [], 'side': 'axis', 'kind': 'block'})
    """
    piece: PieceNow = {"at": at, "marks": [], "side": side, "kind": kind}
    if back:
        piece["back"] = back
    return f"?{side}@{at}.{number}", piece


def empty_scene() -> Scene:
    """A scene with nothing in it, for a game that draws nothing."""
    return {
        "size": [1000, 700],
        "shapes": [],
        "spaces": [],
        "boxes": [],
        "pieces": [],
        "sides": {},
        "marks": {},
        "sources": [],
    }


def empty_picture() -> Picture:
    """A picture with nothing in it."""
    return {"spaces": {}, "pieces": {}, "markers": [], "bar": [], "facts": [], "battle": None}
