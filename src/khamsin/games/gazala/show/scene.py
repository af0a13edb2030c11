"""The scene: map, boxes and counters as the browser draws them. Nothing here ever changes."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

from khamsin.games.gazala.model.pack import Pack
from khamsin.games.gazala.model.pieces import AXIS, SIDES, Unit
from khamsin.kernel.map.hexes import HexBoard
from khamsin.kernel.pack.data import SourceNote
from khamsin.kernel.show import scene_labels
from khamsin.kernel.show.hexmap import HexMap
from khamsin.kernel.show.scene import Face, Scene, SceneBox, ScenePiece, SceneSpace, Shape
from khamsin.kernel.text.narrator import Narrator

from .labels import about_hex, about_unit

SPACING = 130.0
PIECE = 84.0
_BOXES = 520.0  # the height of the strip below the map

_BRANCHES = {
    "tank": "armour", "armored_car": "recon", "infantry": "infantry", "mot_infantry": "infantry",
    "engineer": "engineer", "mot_engineer": "engineer", "marine": "marine", "flak": "flak",
    "hq": "hq", "leader": "leader",
}  # fmt: skip

MARKS = (
    "active", "spent", "out_of_supply", "isolated", "moving", "locked", "attacked", "engaged",
)  # fmt: skip


@lru_cache(maxsize=8)
def chart(pack: Pack) -> HexMap:
    """Where the hexes are drawn, the sea included."""
    board = HexBoard(pack.grid, (*pack.place_ids, *pack.sea))
    return HexMap(board, spacing=SPACING, margin=(60, 60, 60, _BOXES))


def scene(pack: Pack, narrator: Narrator) -> Scene:
    """Everything that is printed on map and counters."""
    drawn = chart(pack)
    width, height = drawn.size
    return {
        "size": [width, height],
        "shapes": _shapes(pack, narrator),
        "spaces": [_space(pack, narrator, place) for place in range(len(pack.place_ids))],
        "boxes": _boxes(pack, narrator, width, height),
        "pieces": [_piece(pack, narrator, unit) for unit in pack.units],
        "sides": scene_labels.sides(narrator, SIDES, "ba"),
        "marks": scene_labels.marks(narrator, MARKS),
        "sources": scene_labels.sources(narrator, _notes(pack)),
        "piece_size": PIECE,
        "sheets": [
            {
                "id": "map",
                "name": narrator.say("scene.sheet_map"),
                "rect": [0, 0, width, height - _BOXES + 40],
            },
            {
                "id": "boxes",
                "name": narrator.say("scene.sheet_boxes"),
                "rect": [0, height - _BOXES, width, _BOXES],
            },
        ],
    }


def _notes(pack: Pack) -> Iterable[SourceNote]:
    """Every source once, where it is first named: the map repeats some for hundreds of hexes."""
    found: dict[str, SourceNote] = {}
    for note in pack.notes:
        found.setdefault(note.text, note)
    return found.values()


def _shapes(pack: Pack, narrator: Narrator) -> list[Shape]:
    """2.3 Sea and coast, roads and tracks, cliffs, forts; mines are in the picture."""
    drawn = chart(pack)
    names = pack.place_ids
    shapes: list[Shape] = [*drawn.sea(pack.sea)]
    by_route: dict[tuple[str, str], list[tuple[str, str]]] = {}
    for a, b, kind, route in pack.routes:
        by_route.setdefault((kind, route), []).append((names[a], names[b]))
    for (kind, route), links in sorted(by_route.items(), reverse=True):
        name = narrator.text("route", route) if kind == "road" else ""
        shapes += drawn.roads(links, kind, name)
    ends = pack.board.ends
    cliffs = [(names[a], names[b]) for side, (a, b) in enumerate(ends) if pack.is_cliff[side]]
    shapes += drawn.sides(cliffs, "cliff")
    sea_at = drawn.center("2729")
    shapes.append(
        {
            "layer": "sea_name",
            "kind": "text",
            "points": [[sea_at[0] - 600, sea_at[1]], [sea_at[0] + 400, sea_at[1] + 40]],
            "text": narrator.say("scene.sea"),
        }
    )
    return shapes


def _space(pack: Pack, narrator: Narrator, place: int) -> SceneSpace:
    name = pack.place_ids[place]
    goals = {h for s in pack.scenarios.values() for h in s.victory_hexes}
    signs = ["victory"] if place in goals else []
    if place == pack.port:
        signs.append("port")
    title = narrator.text("place_name", pack.places.get(place, ""))
    space = chart(pack).space(name, pack.terrain[place], title=title, signs=signs)
    space["important"] = place in pack.places
    space["facts"] = scene_labels.facts(narrator, about_hex(pack, place))
    return space


def _boxes(pack: Pack, narrator: Narrator, width: float, height: float) -> list[SceneBox]:
    """3.24 The impulse tracks; the days; and where units wait or lie that are not on the map."""
    top = height - _BOXES + 60
    days = max(pack.scenarios.values(), key=lambda scenario: len(scenario.dates)).dates
    boxes: list[SceneBox] = [
        {
            "id": "days",
            "name": narrator.say("scene.box_days"),
            "rect": [60, top, 1700, 200],
            "cells": [narrator.text("date", date) for date in days],
            "columns": 16,
        }
    ]
    for number, side in enumerate(SIDES):
        x = 60.0 if number == AXIS else 950.0
        boxes.append(
            {
                "id": f"track_{side}",
                "name": narrator.say("scene.box_track", {"side": side}),
                "rect": [x, top + 230, 820, 180],
                "cells": [str(box) for box in pack.numbers.track[number]],
                "side": side,
            }
        )
        left = 1840.0 + number * (width - 1900) / 2
        boxes += [
            {
                "id": f"{kind}_{side}",
                "name": narrator.say(f"scene.box_{kind}", {"side": side}),
                "rect": [left, top + row * 215, (width - 1960) / 2, 195],
                "side": side,
                "folds": True,
            }
            for row, kind in enumerate(("waiting", "lost"))
        ]
    return boxes


def _piece(pack: Pack, narrator: Narrator, unit: Unit) -> ScenePiece:
    faces: list[Face] = []
    for step, (combat, armour, movement) in enumerate(unit.steps):
        values = [str(combat), str(armour), str(movement)]
        if unit.size == "HQ":
            values = [str(unit.range), str(movement)]
        faces.append({"values": values, "reduced": step > 0})
    return {
        "id": unit.id,
        "side": SIDES[unit.side],
        "nation": unit.nation,
        "label": unit.short,
        "name": narrator.text("name", unit.name),
        "facts": scene_labels.facts(narrator, about_unit(pack, unit)),
        "kind": "counter",
        "symbol": {
            "branch": _BRANCHES[unit.type],
            "motorised": unit.is_mech and unit.type in ("mot_infantry", "mot_engineer", "flak"),
            "size": "" if unit.size == "HQ" else unit.size,
        },
        "faces": faces,
    }
