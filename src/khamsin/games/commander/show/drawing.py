"""The lines of the three maps: areas, links, coasts, boxes.

Each campaign is a sheet of its own, one below the other.
"""

from __future__ import annotations

from khamsin.games.commander.model.pack import Campaign, Pack
from khamsin.kernel.play.state import Value
from khamsin.kernel.show.scene import Point, SceneBox, SceneSheet, Shape
from khamsin.kernel.text.narrator import Narrator

SCALE = 2.4  # from the coordinates of the data to those of the drawing
MARGIN = 50  # around each map, in the data's coordinates
TRACK, PILES, GAP = 150, 260, 20  # heights of the boxes below a map, and what is between them

GREEN = ("gd", "dd")
"""The campaigns in France, where the ground is no desert."""

BOXES = ("operations", "pool", "destroyed_axis", "destroyed_allied", "cup")
"""The boxes below a map, from left to right."""


def _sheet_height(pack: Pack) -> float:
    return (pack.size[1] + 2 * MARGIN) * SCALE + TRACK + PILES + 3 * GAP


def _sheet_width(pack: Pack) -> float:
    return (pack.size[0] + 2 * MARGIN) * SCALE


def _top(pack: Pack, c: Campaign) -> float:
    return list(pack.campaigns).index(c.id) * (_sheet_height(pack) + 2 * GAP)


def place(pack: Pack, c: Campaign, x: float, y: float) -> Point:
    """A point of the data on the drawing."""
    return [round((x + MARGIN) * SCALE, 1), round((y + MARGIN) * SCALE + _top(pack, c), 1)]


def size(pack: Pack) -> list[float]:
    """Width and height of all sheets together."""
    return [_sheet_width(pack), len(pack.campaigns) * (_sheet_height(pack) + 2 * GAP)]


def sheets(pack: Pack, narrator: Narrator) -> list[SceneSheet]:
    """A sheet for each campaign."""
    return [
        {
            "id": c.id,
            "name": narrator.text("campaign", c.id),
            "rect": [0, _top(pack, c), _sheet_width(pack), _sheet_height(pack)],
            "apart": True,
        }
        for c in pack.campaigns.values()
    ]


# -- lines -----------------------------------------------------------------------------------------


def shapes(pack: Pack, narrator: Narrator) -> list[Shape]:
    """Sea, coast, rivers, links between areas, names of regions, bottom first."""
    drawn: list[Shape] = []
    for c in pack.campaigns.values():
        coast = _points(pack, c, pack.coasts[c.id]["line"])
        sea = [*coast, *_points(pack, c, pack.coasts[c.id]["corners"])]
        if c.id in GREEN:
            wide, high = pack.size[0] + MARGIN, pack.size[1] + MARGIN
            corners = [(-MARGIN, -MARGIN), (wide, -MARGIN), (wide, high), (-MARGIN, high)]
            land = [place(pack, c, x, y) for x, y in corners]
            drawn.append({"layer": "meadow", "kind": "polygon", "points": land})
        drawn += [
            {"layer": "sea", "kind": "polygon", "points": sea},
            {"layer": "coast", "kind": "line", "points": coast},
        ]
        drawn += [
            {
                "layer": "river",
                "kind": "line",
                "points": _points(pack, c, line),
                "text": narrator.text("river", name),
            }
            for campaign, name, line in pack.rivers
            if campaign == c.id
        ]
        for a, b in c.board.ends:
            one, two = c.areas[a], c.areas[b]
            line = [place(pack, c, one.x, one.y), place(pack, c, two.x, two.y)]
            layer = "road" if one.region == two.region else "track"
            drawn.append({"layer": layer, "kind": "line", "points": line})
        drawn.append(_sea_name(pack, c, narrator))
    return drawn


_SEAS = {"gd": (120, 90), "na": (250, 90), "dd": (520, 20)}


def _sea_name(pack: Pack, c: Campaign, narrator: Narrator) -> Shape:
    x, y = _SEAS.get(c.id, (0, 0))
    line = [place(pack, c, x - 90, y), place(pack, c, x + 90, y)]
    text = narrator.say(f"scene.sea_{c.id}")
    return {"layer": "sea_name", "kind": "text", "points": line, "text": text}


def polygon(pack: Pack, c: Campaign, number: int) -> list[Point]:
    """The outline of an area."""
    return _points(pack, c, pack.outlines[c.areas[number].id])


def _points(pack: Pack, c: Campaign, line: list[list[float]]) -> list[Point]:
    return [place(pack, c, x, y) for x, y in line]


# -- boxes -----------------------------------------------------------------------------------------


def boxes(pack: Pack, narrator: Narrator) -> list[SceneBox]:
    """vp.1, ops.1, adead.1 The turn track and the piles below each map."""
    found: list[SceneBox] = []
    for c in pack.campaigns.values():
        top = _top(pack, c) + (pack.size[1] + 2 * MARGIN) * SCALE + GAP
        width = _sheet_width(pack) - 2 * GAP
        found.append(
            {
                "id": f"{c.id}_track",
                "name": narrator.say("scene.track"),
                "rect": [GAP, top, width, TRACK],
                "cells": [_cell(narrator, c, turn) for turn in range(1, len(c.boxes) + 1)],
            }
        )
        each = (width - (len(BOXES) - 1) * GAP) / len(BOXES)
        for at, name in enumerate(BOXES):
            box: SceneBox = {
                "id": f"{c.id}_{name}",
                "name": narrator.say(f"scene.{name}"),
                "rect": [GAP + at * (each + GAP), top + TRACK + GAP, each, PILES],
                "side": "axis" if name in ("pool", "destroyed_axis") else "allied",
            }
            if name == "cup":
                box["folds"] = True
            found.append(box)
    return found


def _cell(narrator: Narrator, c: Campaign, turn: int) -> str:
    box = c.boxes[turn - 1]
    facts: dict[str, Value] = {"turn": turn, "vp": box.vp, "number": box.torch}
    return narrator.say("scene.cell_torch" if box.torch else "scene.cell", facts)
