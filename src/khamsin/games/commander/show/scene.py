"""The scene: maps, boxes and counters as the browser draws them. Nothing here ever changes."""

from __future__ import annotations

from khamsin.games.commander.model.pack import Campaign, Pack
from khamsin.games.commander.model.pieces import ARMOUR, MOTORISED, SIDES, Area, Unit
from khamsin.kernel.show import scene_labels
from khamsin.kernel.show.scene import Face, Scene, ScenePiece, SceneSpace
from khamsin.kernel.text.narrator import Narrator

from . import drawing
from .labels import about_area, about_unit, on_counter

MARKS = ("moved", "veteran", "elite", "pair", "over_limit", "contested", "entrenched")
PIECE = 80.0
_TERRAIN = ("clear", "fields", "rough")  # tells the regions of a map apart
_MEADOWS = ("meadow", "bocage", "upland")  # the same in France


def scene(pack: Pack, narrator: Narrator) -> Scene:
    """Everything that is printed on maps and counters."""
    campaigns = pack.campaigns.values()
    return {
        "size": drawing.size(pack),
        "shapes": drawing.shapes(pack, narrator),
        "spaces": [_space(pack, narrator, c, area) for c in campaigns for area in c.areas],
        "boxes": drawing.boxes(pack, narrator),
        "pieces": [_piece(narrator, c, unit) for c in campaigns for unit in c.units],
        "sides": scene_labels.sides(narrator, SIDES, "ba"),
        "marks": scene_labels.marks(narrator, MARKS),
        "sources": scene_labels.sources(narrator, pack.notes),
        "piece_size": PIECE,
        "sheets": drawing.sheets(pack, narrator),
    }


def _space(pack: Pack, narrator: Narrator, c: Campaign, area: Area) -> SceneSpace:
    number = c.board.at(area.id)
    signs = ["fort"] if area.fortification else []
    terrain = _MEADOWS if c.id in drawing.GREEN else _TERRAIN
    if area.flag:
        signs.append("victory" if number in c.victory else "base")
    space: SceneSpace = {
        "id": area.id,
        "name": narrator.text("place_name", area.name),
        "short": narrator.text("place_name", area.name),
        "kind": "area",
        "polygon": drawing.polygon(pack, c, number),
        "center": drawing.place(pack, c, area.x, area.y),
        "terrain": terrain[area.region % len(terrain)],
        "important": number in c.victory,
        "facts": scene_labels.facts(narrator, about_area(c, area)),
    }
    if signs:
        space["signs"] = signs
    return space


def _piece(narrator: Narrator, c: Campaign, unit: Unit) -> ScenePiece:
    return {
        "id": unit.id,
        "side": SIDES[unit.side],
        "nation": unit.nation,
        "label": unit.name,
        "name": unit.name,
        "facts": scene_labels.facts(narrator, about_unit(unit)),
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
