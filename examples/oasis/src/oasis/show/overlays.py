"""What players count on the map: where each side finds water."""

from __future__ import annotations

from khamsin.kernel.show.scene import Overlay
from khamsin.kernel.text.narrator import Narrator
from oasis.model.pieces import SIDES
from oasis.model.state import State
from oasis.rules.water import watered


def overlays(g: State, side: str | None, narrator: Narrator, piece: str) -> list[Overlay]:
    """7.1 Where each side finds water."""
    del side, piece
    return [
        {
            "id": f"water_{name}",
            "label": narrator.say("scene.overlay_water", {"side": name}),
            "side": name,
            "spaces": {g.place_id(n): 2 for n, wet in enumerate(watered(g, number)) if wet},
        }
        for number, name in enumerate(SIDES)
    ]
