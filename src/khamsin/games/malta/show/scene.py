"""The scene: map, boxes and counters as the browser draws them. Nothing here ever changes."""

from __future__ import annotations

from khamsin.games.malta.model.pack import MARKERS, Pack
from khamsin.games.malta.model.pieces import (
    ARTILLERY,
    BEACH,
    CITY,
    CLEAR,
    COAST,
    COAST_GUN,
    HIDDEN_KINDS,
    KINDS,
    LEADER,
    MAJOR,
    MOTORCYCLE,
    NOBODY,
    SIDES,
    SIZES,
    TERRAINS,
    TOWN,
    WARSHIP,
    Unit,
)
from khamsin.kernel.show import scene_labels
from khamsin.kernel.show.hexmap import HexMap
from khamsin.kernel.show.scene import Face, Scene, ScenePiece, SceneSpace, Symbol
from khamsin.kernel.text.narrator import Narrator

from . import drawing
from .labels import about_hex, about_unit, faces, unit_label, values_of

_SIZES = {"battalion": "II", "company": "I"}
_BRANCHES = {
    "tank": "armour", "motorcycle": "cavalry", "anti_aircraft": "flak", "warship": "naval",
    "militia": "infantry",
}  # fmt: skip

MARKS = (
    "disorganised", "demoralised", "out_of_supply", "no_ammunition", "one_round", "moved", "spent",
    "attacked", "fired", "advanced", "landed", "dropped", "limbered", "remnant", "attached",
    "fort_destroyed", "drop_ramcke", "drop_folgore", "landed_beach", "planned", "target", "air",
)  # fmt: skip


def scene(pack: Pack, narrator: Narrator) -> Scene:
    """Everything that is printed on map and counters."""
    hexes = drawing.chart(pack)
    boxes = drawing.boxes(pack, narrator)
    return {
        "size": drawing.size(pack, boxes),
        "shapes": drawing.shapes(pack, narrator),
        "spaces": [_space(pack, narrator, hexes, h) for h in range(len(pack.board))],
        "boxes": boxes,
        "pieces": [
            *(_piece(pack, narrator, unit) for unit in pack.units),
            *(_marker(pack, narrator, number) for number in range(len(MARKERS))),
        ],
        "sides": scene_labels.sides(narrator, SIDES, "ab"),
        "marks": scene_labels.marks(narrator, MARKS),
        "sources": scene_labels.sources(narrator, pack.notes),
        "piece_size": drawing.PIECE,
        "sheets": drawing.sheets(pack, narrator, boxes),
    }


def _space(pack: Pack, narrator: Narrator, hexes: HexMap, h: int) -> SceneSpace:
    name = pack.place_ids[h]
    facts = scene_labels.facts(narrator, about_hex(pack, h))
    if h >= pack.land:
        return {**hexes.space(name, "sea"), "facts": facts}
    hex_ = pack.hexes[h]
    title = narrator.text("place_name", hex_.name)
    space = hexes.space(name, _terrain(pack, h), title=title, signs=_signs(pack, h))
    space["facts"] = facts
    if h in pack.surrender_cities or hex_.airfield:  # 20.0
        space["important"] = True
        space["value"] = "\N{MINUS SIGN}1"
    return space


def _terrain(pack: Pack, h: int) -> str:
    """The fields of Malta have stone walls; the bare coast is rough."""
    terrain, base = pack.terrain[h], pack.base[h]
    if terrain != CLEAR:
        return TERRAINS[terrain]
    return "beach" if base == BEACH else "rough" if base == COAST else "fields"


def _signs(pack: Pack, h: int) -> list[str]:
    hex_ = pack.hexes[h]
    return [
        sign
        for sign, is_there in (
            ("town", hex_.terrain == TOWN),
            ("city", hex_.terrain == CITY),
            ("fort", hex_.fort),
            ("airfield", bool(hex_.airfield)),
            ("major_port" if hex_.port == MAJOR else "port", bool(hex_.port)),
            ("depot", hex_.is_ammunition_source),
            ("beach", hex_.zone != NOBODY),
        )
        if is_there
    ]


def _piece(pack: Pack, narrator: Narrator, unit: Unit) -> ScenePiece:
    label = unit_label(pack, unit)
    return {
        "id": unit.id,
        "side": SIDES[unit.side],
        "nation": unit.nation,
        "label": label,
        "name": narrator.text("type", KINDS[unit.kind])
        if _is_hidden(unit)
        else narrator.text("name", unit.full_name),
        "facts": scene_labels.facts(narrator, about_unit(pack, unit)),
        "kind": "counter",
        "symbol": _symbol(unit),
        "faces": _faces(pack, unit),
    }


def _is_hidden(unit: Unit) -> bool:
    return unit.kind in HIDDEN_KINDS


def _faces(pack: Pack, unit: Unit) -> list[Face]:
    """The faces of a counter; a face-down one may turn out to be any of its kind (16.2, 16.5)."""
    if _is_hidden(unit):
        return [_face(pack.units[other], 0) for other in pack.of_kind[unit.kind]]
    return [_face(unit, number) for number in range(faces(unit))]


def _face(unit: Unit, number: int) -> Face:
    is_reduced = number > 0 and unit.kind != ARTILLERY
    face: Face = {"values": [values_of(unit, number)], "reduced": is_reduced}
    if unit.kind not in (LEADER, WARSHIP, COAST_GUN):
        face["beside"] = str(unit.levels[min(number, len(unit.levels) - 1)].morale)
    return face


def _symbol(unit: Unit) -> Symbol:
    kind = KINDS[unit.kind]
    return {
        "branch": _BRANCHES.get(kind, kind),
        "motorised": unit.kind == MOTORCYCLE,
        "size": _SIZES.get(SIZES[unit.size], "XX" if kind == "hq" else ""),
    }


def _marker(pack: Pack, narrator: Narrator, number: int) -> ScenePiece:
    """19.1 A drop zone marker: no unit, but a thing to point at."""
    name = MARKERS[number]
    return {
        "id": name,
        "side": SIDES[1],
        "nation": "german"
        if pack.is_german[pack.hqs[pack.marker_formation[number]]]
        else "italian",
        "label": "DZ",
        "name": narrator.text("unit", name),
        "facts": [narrator.say("about.drop_zone")],
        "kind": "chit",
        "symbol": {"branch": "parachute", "motorised": False, "size": ""},
        "faces": [{"values": ["DZ"], "reduced": False}],
    }
