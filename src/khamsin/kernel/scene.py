"""What a browser draws: the scene, which never changes in a match, and the picture of a moment.

Plain dictionaries, ready for JSON; the types say what is in them. Every text is in the reader's
language already. Coordinates are the scene's own, y grows downwards.
"""

from __future__ import annotations

from typing import NotRequired, TypeAlias, TypedDict

Point: TypeAlias = list[float]
"""x and y."""


class Shape(TypedDict):
    """Something drawn below all pieces. Layers are words the client knows how to draw.

    An `escarpment` runs with the low ground on its right hand.
    """

    layer: str
    kind: str  # "line", "polygon" or "text"
    points: list[Point]  # of a text: the line it is written along, or one point
    text: NotRequired[str]


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
    kind: str  # "area", "zone" or "hex"
    polygon: list[Point]
    center: Point
    terrain: str
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


class Symbol(TypedDict):
    """What the unit symbol shows."""

    branch: str
    motorised: bool
    size: str


class Face(TypedDict):
    """One side of a piece, or one edge of a block."""

    values: list[str]
    reduced: bool


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
    colour: str  # "a" or "b"


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


class SpaceNow(TypedDict):
    """A space at a moment."""

    control: NotRequired[str]
    marks: list[str]


class PieceNow(TypedDict):
    """A piece at a moment."""

    at: str | None
    face: int
    marks: list[str]


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


class BattleRow(TypedDict):
    """What one thing adds to attack and defence; empty where it adds nothing."""

    label: str
    attack: str
    defence: str
    rule: str


class BattleNow(TypedDict):
    """The battle being fought."""

    title: str
    place: str
    attackers: list[str]
    defenders: list[str]
    rows: list[BattleRow]
    outcome: NotRequired[str]


class Picture(TypedDict):
    """What lies on the table at a moment, as one side sees it."""

    spaces: dict[str, SpaceNow]
    pieces: dict[str, PieceNow]
    markers: list[Marker]
    bar: list[str]
    facts: list[LabelledValue]
    battle: BattleNow | None


class Overlay(TypedDict):
    """Something players count, for every space that it concerns: 1 weak, 2, 3 strong."""

    id: str
    label: str
    side: NotRequired[str]
    spaces: dict[str, int]


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
