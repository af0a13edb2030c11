"""Names for people: what is printed on units and areas, and what the words of options are."""

from __future__ import annotations

from khamsin.kernel.show.summaries import Fact
from oasis.model.pack import Pack
from oasis.model.pieces import FULL, SIDES, WORN

GRAMMAR: dict[str, tuple[str, ...]] = {
    "move": ("unit", "place"),
    "attack": ("place",),
    "lose": ("unit",),
    "retreat": ("unit", "place"),
    "done": (),
}
"""The words of every option, by its verb."""

_PLACES = ("place", "start", "near")
_UNITS = ("unit", "units")


def label(pack: Pack, kind: str, name: str) -> str:
    """What is printed on a unit or an area; anything else as it is."""
    if kind in _UNITS and name in pack.unit_index:
        return pack.units[pack.unit_index[name]].label
    if kind in _PLACES and name in pack.board.index:
        return pack.areas[pack.board.at(name)].name
    return name


def things(pack: Pack) -> dict[str, tuple[str, ...]]:
    """Every unit and every area."""
    return {"unit": pack.unit_ids, "place": tuple(pack.board.names)}


def about(pack: Pack, kind: str, name: str) -> list[Fact]:
    """What is printed on one of them, and where it comes from."""
    if kind == "unit":
        unit = pack.units[pack.unit_index[name]]
        strength = {"full": unit.strength[FULL], "worn": unit.strength[WORN]}
        return [
            Fact("name", {"name": unit.name, "side": SIDES[unit.side]}),
            Fact("strength", strength),
            Fact("moves", {"moves": unit.moves}),
            Fact("source", {"note": unit.source}),
        ]
    area = pack.areas[pack.board.at(name)]
    terrain = pack.terrains[area.terrain]
    near = tuple(pack.board.names[other] for other in pack.board.neighbours[pack.board.at(name)])
    facts = [
        Fact("terrain", {"terrain": terrain.id, "cost": terrain.cost, "cover": terrain.cover}),
        Fact("near", {"near": near}),
        Fact("source", {"note": area.source}),
    ]
    return [Fact("well", {"well": area.well}), *facts] if area.well else facts
