"""The table laid out for reading: tracks, and the stack in every area."""

from __future__ import annotations

from typing import Any

from khamsin.kernel.show.summaries import Display, Fact, Piece, Stack
from oasis.model.pack import Pack
from oasis.model.pieces import SIDES, Area


def display(pack: Pack, position: dict[str, Any]) -> Display:
    """Lay out what `view` tells."""
    when = {key: position[key] for key in ("turn", "turns")}
    status = [
        Fact("turn", {**when, "side": position["half"]}),
        Fact("points", position["points"]),
    ]
    if position["storm"]:
        status.append(Fact("storm"))
    if position["battle"]:
        status.append(Fact("battle", {"place": position["battle"]}))
    tracks = [Fact("lost", {"units": tuple(position["lost"])})] if position["lost"] else []
    stacks = tuple(_stack(pack, position, area) for area in pack.areas)
    moment = "{turn}.{half}".format(**position)
    return Display(moment, tuple(status), tuple(tracks), stacks)


def _stack(pack: Pack, position: dict[str, Any], area: Area) -> Stack:
    pieces = tuple(
        Piece(
            unit.id,
            SIDES[unit.side],
            f"{seen['strength']}-{unit.moves}",
            () if seen["full"] else ("worn",),
        )
        for unit in pack.units
        if (seen := position["units"].get(unit.id)) and seen["place"] == area.id
    )
    facts = (Fact("well", {"well": area.well}),) if area.well else ()
    return Stack(area.id, position["control"][area.id] or "", facts, pieces)
