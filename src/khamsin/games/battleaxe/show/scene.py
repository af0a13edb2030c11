"""The scene: map, boxes and counters as the browser draws them. Nothing here ever changes."""

from __future__ import annotations

from khamsin.games.battleaxe.model.pack import Pack
from khamsin.games.battleaxe.model.pieces import AT, SIDES, TYPES, Space, Unit
from khamsin.kernel.show import scene_labels
from khamsin.kernel.show.scene import Badge, Scene, ScenePiece, SceneSpace, Symbol
from khamsin.kernel.text.narrator import Narrator

from . import drawing
from .labels import about_space, about_unit

_SIZES = {
    "company": "I",
    "squadron": "I",
    "battery": "I",
    "battalion": "II",
    "regiment": "III",
    "brigade": "X",
    "division": "XX",
    "corps": "XXX",
}
_BRANCHES = {"armoured_car": "recon", "anti_tank": "at", "flak": "flak"}

MARKS = ("active", "moved", "spent", "out_of_supply", "locked", "attacked", "contested", "lead")


def scene(pack: Pack, narrator: Narrator) -> Scene:
    """Everything that is printed on map and counters."""
    return {
        "size": drawing.size(pack),
        "shapes": drawing.shapes(pack, narrator),
        "spaces": [_space(pack, narrator, space) for space in pack.spaces],
        "boxes": drawing.boxes(pack, narrator),
        "pieces": [_piece(narrator, unit) for unit in pack.units],
        "sides": scene_labels.sides(narrator, SIDES, "ab"),
        "marks": scene_labels.marks(narrator, MARKS),
        "sources": scene_labels.sources(narrator, pack.notes),
    }


def _space(pack: Pack, narrator: Narrator, space: Space) -> SceneSpace:
    number = pack.board.at(space.id)
    badge: Badge = {
        "shape": "hexagon" if space.is_stutzpunkt else "circle",
        "top": space.id,
        "bottom": f"+{space.tem}",
    }
    drawn: SceneSpace = {
        "id": space.id,
        "name": space.name,
        "short": space.id,
        "kind": "zone" if space.is_zone else "area",
        "polygon": drawing.polygon(pack, number),
        "center": drawing.center(pack, number),
        "terrain": "fortified" if space.is_stutzpunkt else "clear",
        "badge": badge,
        "important": bool(space.vp),
        "facts": scene_labels.facts(narrator, about_space(pack, space)),
    }
    if space.vp:
        drawn["value"] = narrator.say("scene.value", {"vp": space.vp})
    return drawn


def _piece(narrator: Narrator, unit: Unit) -> ScenePiece:
    asterisk = "*" if unit.type == AT else ""
    move = [str(unit.mf)] if unit.mf else []  # R11: none is printed on some
    return {
        "id": unit.id,
        "side": SIDES[unit.side],
        "nation": unit.nation,
        "label": unit.label,
        "name": narrator.text("name", unit.name),
        "facts": scene_labels.facts(narrator, about_unit(unit)),
        "kind": "counter",
        "symbol": _symbol(unit),
        "faces": [
            {"values": [f"{unit.cv_full}{asterisk}", *move], "reduced": False},
            {"values": [f"{unit.cv_reduced}{asterisk}", *move], "reduced": True},
        ],
    }


def _symbol(unit: Unit) -> Symbol:
    return {
        "branch": _BRANCHES.get(unit.subtype, TYPES[unit.type]),
        "motorised": unit.subtype == "motorised",
        "size": _SIZES.get(unit.size, ""),
    }
