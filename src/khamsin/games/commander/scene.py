"""The scene: maps, boxes and counters as the browser draws them. Nothing here ever changes."""

from __future__ import annotations

from khamsin.kernel import legend
from khamsin.kernel.scene import Face, Scene, ScenePiece, SceneSpace
from khamsin.kernel.telling import Telling

from . import drawing
from .labels import about_area, about_unit, on_counter
from .pack import Campaign, Pack
from .pieces import ARMOUR, MOTORISED, SIDES, Area, Unit

MARKS = ("moved", "veteran", "elite", "pair", "over_limit", "contested", "entrenched")
PIECE = 80.0
_TERRAIN = ("clear", "fields", "rough")  # tells the regions of a map apart
_MEADOWS = ("meadow", "bocage", "upland")  # the same in France


def scene(pack: Pack, telling: Telling) -> Scene:
    """Everything that is printed on maps and counters."""
    campaigns = pack.campaigns.values()
    return {
        "size": drawing.size(pack),
        "shapes": drawing.shapes(pack, telling),
        "spaces": [_space(pack, telling, c, area) for c in campaigns for area in c.areas],
        "boxes": drawing.boxes(pack, telling),
        "pieces": [_piece(telling, c, unit) for c in campaigns for unit in c.units],
        "sides": legend.sides(telling, SIDES, "ba"),
        "marks": legend.marks(telling, MARKS),
        "sources": legend.sources(pack.notes),
        "piece_size": PIECE,
        "sheets": drawing.sheets(pack, telling),
    }


def _space(pack: Pack, telling: Telling, c: Campaign, area: Area) -> SceneSpace:
    number = c.board.at(area.id)
    signs = ["fort"] if area.fortification else []
    terrain = _MEADOWS if c.id in drawing.GREEN else _TERRAIN
    if area.flag:
        signs.append("victory" if number in c.victory else "base")
    space: SceneSpace = {
        "id": area.id,
        "name": area.name,
        "short": area.name,
        "kind": "area",
        "polygon": drawing.polygon(pack, c, number),
        "center": drawing.place(pack, c, area.x, area.y),
        "terrain": terrain[area.region % len(terrain)],
        "important": number in c.victory,
        "facts": legend.facts(telling, about_area(c, area)),
    }
    if signs:
        space["signs"] = signs
    return space


def _piece(telling: Telling, c: Campaign, unit: Unit) -> ScenePiece:
    return {
        "id": unit.id,
        "side": SIDES[unit.side],
        "nation": unit.nation,
        "label": unit.name,
        "name": unit.name,
        "facts": legend.facts(telling, about_unit(unit)),
        "kind": "counter",
        "symbol": {
            "branch": "armour"
            if unit.type == ARMOUR
            else "parachute"
            if unit.airborne
            else "infantry",
            "motorised": unit.type == MOTORISED,
            "size": "II" if c.id == "gd" else "XX",
        },
        "faces": [_face(unit.full, reduced=False), _face(unit.reduced, reduced=True)],
    }


def _face(values: tuple[int, ...], *, reduced: bool) -> Face:
    """values.1 Attack with its superior value, Defence, movement."""
    return {"values": on_counter(values), "reduced": reduced}
