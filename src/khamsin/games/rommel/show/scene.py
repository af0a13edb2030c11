"""The scene: map, boxes and blocks as the browser draws them. Nothing here ever changes."""

from __future__ import annotations

from khamsin.games.rommel.model.pack import Pack
from khamsin.games.rommel.model.pieces import ALLIED, SIDES, Block
from khamsin.kernel.show import scene_labels
from khamsin.kernel.show.scene import Scene, ScenePiece, SceneSpace, Symbol
from khamsin.kernel.text.narrator import Narrator

from . import drawing
from .labels import about_block, about_hex

_BLOCK = 62  # the edge of a block, in a hex that is 120 across
_SYMBOLS = {
    "recon": ("recon", False),
    "armor": ("armour", False),
    "mech_inf": ("mechanised", False),
    "mot_inf": ("infantry", True),
    "infantry": ("infantry", False),
    "paratroop": ("parachute", False),
    "mobile_at": ("flak", False),
    "mot_at": ("at", True),
    "sp_art": ("artillery", True),
    "artillery": ("artillery", False),
}
"""The branch that the client draws for each type, and whether it has wheels."""

_SIZES = {"german": "III", "italian": "XX"}
_SIGNS = {"base_axis": "base", "base_allied": "base", "fortress": "fort", "oasis": "oasis"}
_JEBEL = "mountain"

MARKS = (
    "disrupted", "out_of_supply", "raider", "bound", "moved", "fired", "revealed", "minefield",
    "battle", "assault", "besieged", "fighting", "active", "leaving", "marching",
)  # fmt: skip
"""Everything that may be marked on a block or a hex."""


def scene(pack: Pack, narrator: Narrator) -> Scene:
    """Everything that is printed on map and blocks."""
    return {
        "size": drawing.chart(pack).size,
        "shapes": drawing.shapes(pack, narrator),
        "spaces": [_space(pack, narrator, at) for at in range(pack.size)],
        "boxes": drawing.boxes(pack, narrator),
        "pieces": [_piece(pack, narrator, block) for block in pack.blocks],
        "sides": scene_labels.sides(narrator, SIDES, "ab"),
        "marks": scene_labels.marks(narrator, MARKS),
        "sources": scene_labels.sources(narrator, pack.notes),
        "piece_size": _BLOCK,
    }


def _space(pack: Pack, narrator: Narrator, at: int) -> SceneSpace:
    each = pack.hexes[at]
    signs = [_SIGNS[kind] for kind in each.kinds if kind in _SIGNS]
    if not signs and each.name:
        signs = ["town"]
    title = narrator.text("place_name", each.name)
    space = drawing.chart(pack).space(each.id, _ground(pack, at), title=title, signs=signs)
    space["said"] = narrator.text("place", each.id)  # no numbers are printed on this map
    space["important"] = bool(each.kinds)
    space["facts"] = scene_labels.facts(narrator, about_hex(pack, at))
    fortress = pack.fortress_at[at]
    if fortress >= 0:
        space["value"] = str(pack.fortresses[fortress].capacity[ALLIED])
    return space


def _ground(pack: Pack, at: int) -> str:
    """1.4.a What is painted in a hex has no effect; the Jebel looks like one."""
    edges = pack.edges_of[at]
    sides = [terrain for edge, terrain, _ in pack.rough if edge in edges]
    return "rough" if sides.count(_JEBEL) > 1 else "clear"


def _piece(pack: Pack, narrator: Narrator, block: Block) -> ScenePiece:
    branch, motorised = _SYMBOLS[block.type]
    symbol: Symbol = {
        "branch": branch,
        "motorised": motorised,
        "size": _SIZES.get(block.nationality, "X"),
    }
    speed = pack.types[block.type].speed
    return {
        "id": block.id,
        "side": SIDES[block.side],
        "nation": block.nationality,
        "label": block.name,
        "name": narrator.text("name", block.full),
        "facts": scene_labels.facts(narrator, about_block(pack, block)),
        "kind": "block",
        "symbol": symbol,
        "faces": [
            {"values": [str(cv), str(speed)], "reduced": cv < block.steps[0]} for cv in block.steps
        ],
    }
