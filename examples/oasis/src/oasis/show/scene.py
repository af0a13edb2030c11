"""The scene: map, boxes and counters as the browser draws them. Nothing here ever changes."""

from __future__ import annotations

from khamsin.kernel.show import scene_labels
from khamsin.kernel.show.scene import Scene, SceneBox, ScenePiece, SceneSpace
from khamsin.kernel.text.narrator import Narrator
from oasis.model.pack import Pack
from oasis.model.pieces import FULL, SIDES, WORN, Area, Unit
from oasis.show.labels import about

MARKS = ("moved", "contested")
_WIDTH, _HEIGHT, _FOOT = 1500, 900, 150
_GROUND = {"open": "clear", "rough": "rough", "dunes": "dunes", "fort": "fortified"}


def scene(pack: Pack, narrator: Narrator) -> Scene:
    """Everything that is printed on map and counters."""
    return {
        "size": [_WIDTH, _HEIGHT + _FOOT],
        "shapes": [],
        "spaces": [_space(pack, narrator, area) for area in pack.areas],
        "boxes": _boxes(pack, narrator),
        "pieces": [_piece(pack, narrator, unit) for unit in pack.units],
        "sides": scene_labels.sides(narrator, SIDES, "ba"),
        "marks": scene_labels.marks(narrator, MARKS),
        "sources": scene_labels.sources(narrator, pack.notes),
    }


def _space(pack: Pack, narrator: Narrator, area: Area) -> SceneSpace:
    space: SceneSpace = {
        "id": area.id,
        "name": area.name,
        "short": area.name,
        "kind": "area",
        "polygon": area.polygon,
        "center": area.center,
        "terrain": _GROUND[pack.terrains[area.terrain].id],
        "important": bool(area.well),
        "facts": scene_labels.facts(narrator, about(pack, "place", area.id)),
    }
    if area.well:
        space["signs"] = ["oasis"]
        space["value"] = narrator.say("scene.value", {"well": area.well})
    return space


def _boxes(pack: Pack, narrator: Narrator) -> list[SceneBox]:
    """The turns below the map, and those who are out of the game."""
    turns = max(scenario.turns for scenario in pack.scenarios.values())
    boxes: list[SceneBox] = [
        {
            "id": "turns",
            "name": narrator.say("scene.turns"),
            "rect": [20, _HEIGHT, 600, 130],
            "cells": [str(turn + 1) for turn in range(turns)],
        }
    ]
    for number, side in enumerate(SIDES):
        boxes.append(
            {
                "id": f"{side}_lost",
                "name": narrator.say("scene.lost", {"side": side}),
                "rect": [640 + 430 * number, _HEIGHT, 410, 130],
                "side": side,
            }
        )
    return boxes


def _piece(pack: Pack, narrator: Narrator, unit: Unit) -> ScenePiece:
    side = SIDES[unit.side]
    return {
        "id": unit.id,
        "side": side,
        "nation": side,
        "label": unit.label,
        "name": unit.name,
        "facts": scene_labels.facts(narrator, about(pack, "unit", unit.id)),
        "kind": "counter",
        "symbol": {"branch": unit.branch, "motorised": False, "size": ""},
        "faces": [
            {"values": [str(unit.strength[steps]), str(unit.moves)], "reduced": steps == WORN}
            for steps in (FULL, WORN)
        ],
    }
