"""What the words of options are, and what is printed on units and hexes."""

from __future__ import annotations

from khamsin.games.gazala.model.pack import Pack
from khamsin.games.gazala.model.pieces import SIDES, Unit
from khamsin.kernel.show.summaries import Fact

UNIT, PLACE = "unit", "place"

GRAMMAR: dict[str, tuple[str, ...]] = {
    "own": (),
    "place": (UNIT, PLACE),
    "unit": (UNIT,),
    "stack": (PLACE,),
    "to": (PLACE,),
    "leave": (),
    "breach": (PLACE,),
    "assisted": (PLACE, "engineer"),
    "split": (UNIT,),
    "land": (),
    "react": (UNIT, PLACE),
    "stay": (),
    "attack": (PLACE,),
    "all": (),
    "join": (UNIT,),
    "done": (),
    "yes": (),
    "no": (),
    "lose": (UNIT,),
    "retreat": (),
    "stand": (),
    "apart": (UNIT, PLACE),
    "lock": (UNIT,),
    "advance": (UNIT,),
    "aside": (UNIT, PLACE),
    "stop": (),
    "remove": (UNIT,),
    "rejoin": (UNIT, "battalion"),
    "merge": (UNIT, "other"),
    "return": (PLACE,),
    "reassign": (UNIT,),
    "formation": ("formation",),
    "rebuild": (UNIT,),
    "comeback": (UNIT, PLACE),
    "chit": ("chit",),
    "note": (PLACE,),
}

_KINDS = {
    UNIT: UNIT, "units": UNIT, "engineer": UNIT, "battalion": UNIT, "other": UNIT,
    "attackers": UNIT, "defenders": UNIT,
    PLACE: PLACE, "start": PLACE, "beyond": PLACE, "near": PLACE,
    "chit": "formation", "formation": "formation", "old": "formation",
}  # fmt: skip

_LETTERS = {
    "tank": "T", "armored_car": "A", "infantry": "I", "mot_infantry": "I", "engineer": "E",
    "mot_engineer": "E", "marine": "I", "flak": "AA", "hq": "H", "leader": "H",
}  # fmt: skip
"""13.0 How the book marks the types of units."""


def label(pack: Pack, kind: str, name: str) -> str:
    """What is printed on a unit, with its type; number and name of a hex; a formation's name."""
    kind = _KINDS.get(kind, "")
    if kind == UNIT and name in pack.unit_index:
        unit = pack.units[pack.unit_index[name]]
        return f"{unit.short} ({_LETTERS[unit.type]})"
    if kind == PLACE and name in pack.board.index:
        place = pack.places.get(pack.board.at(name))
        return f"{name} {place}" if place else name
    if kind == "formation" and name in pack.formations:
        return pack.formations[name].name
    return name


def printed(unit: Unit, step: int) -> str:
    """Combat, armour and movement as on the counter: "5-5-10"; for an HQ its range first."""
    combat, armour, movement = unit.steps[step]
    if unit.size == "HQ":
        return f"{unit.range}-{movement}"
    return f"{combat}-{armour}-{movement}"


def things(pack: Pack) -> dict[str, tuple[str, ...]]:
    """Every unit and every hex."""
    return {UNIT: pack.unit_ids, PLACE: pack.place_ids}


def about(pack: Pack, kind: str, name: str) -> list[Fact]:
    """What can be told of one of them."""
    if kind == UNIT:
        return about_unit(pack, pack.units[pack.unit_index[name]])
    return about_hex(pack, pack.board.at(name))


def about_unit(pack: Pack, unit: Unit) -> list[Fact]:
    """Everything on a counter, and where it comes from."""
    faces = [printed(unit, step) for step in range(len(unit.steps))]
    if unit.battalion:
        faces.append(printed(pack.units[pack.unit_index[unit.battalion]], 0))
    facts = [
        Fact("name", {"name": unit.name}),
        Fact(
            "kind",
            {
                "side": SIDES[unit.side],
                "nation": unit.nation,
                "type": unit.type,
                "size": unit.size,
                "formation": unit.formation,
            },
        ),
    ]
    if unit.size == "HQ":
        facts.append(Fact("hq", {"range": unit.range, "movement": unit.steps[0][2]}))
    else:
        facts.append(Fact("steps", {"steps": tuple(faces)}))
    if unit.tank:
        facts.append(Fact("tank", {"pool": unit.tank.lower()}))
    facts.append(Fact("source", {"note": unit.source}))
    return facts


def about_hex(pack: Pack, place: int) -> list[Fact]:
    """Terrain, roads and hexsides of a hex, and where that comes from."""
    sides = pack.hexsides_of[place]
    facts = [Fact("terrain", {"terrain": pack.terrain[place]})]
    roads = [pack.board.roads[side] for _, side in sides]
    facts += [Fact(kind) for kind in ("road", "track") if kind in roads]
    for key, kinds in (("cliff", pack.is_cliff), ("mines", pack.is_mined), ("fort", pack.is_fort)):
        beyond = tuple(pack.place_ids[there] for there, side in sides if kinds[side])
        if beyond:
            facts.append(Fact(key, {"beyond": beyond}))
    facts.append(Fact("source", {"note": pack.sources[pack.place_ids[place]]}))
    return facts
