"""Names for people: what is printed on units and spaces, and what the words of options are."""

from __future__ import annotations

from khamsin.games.battleaxe.model.pack import Pack
from khamsin.games.battleaxe.model.pieces import AT, SIDES, TYPES, Space, Unit
from khamsin.kernel.show.summaries import Fact

GRAMMAR: dict[str, tuple[str, ...]] = {
    # set-up
    "bid": ("points",),
    "place": ("unit", "place"),
    # impulses
    "assault": ("*places",),
    "regroup": (),
    "consolidate": ("unit", "spent"),
    "pass": (),
    "fuel_shortage": (),
    "rommel": (),
    # Assault and Regroup
    "move": ("unit", "place"),
    "attack": ("place",),
    "activate": ("place",),
    "exploit": ("place",),
    "stay": (),
    # combat
    "join": ("unit",),
    "all": (),
    "lead": ("unit",),
    "request": (),
    "turn": ("unit",),
    "eliminate": ("unit",),
    "retreat": ("unit",),
    "to": ("place",),
    "withdraw": ("unit",),
    # Refit
    "replacements": (),
    "tiger_cubs": ("unit",),
    "flip": ("unit",),
    "rebuild": ("unit", "place"),
    "recover": ("unit",),
    # everywhere
    "yes": (),
    "no": (),
    "done": (),
}
"""The words of every option, by its verb."""

UNIT, PLACE = "unit", "place"
_KINDS = {
    UNIT: UNIT, "spent": UNIT, "units": UNIT, "lead": UNIT, "lead_defender": UNIT,
    "attackers": UNIT, "defenders": UNIT,
    PLACE: PLACE, "places": PLACE, "start": PLACE, "near": PLACE, "beyond": PLACE,
}  # fmt: skip


def label(pack: Pack, kind: str, name: str) -> str:
    """What is printed on a unit; number and name of a space; anything else as it is."""
    kind = _KINDS.get(kind, "")
    if kind == UNIT and name in pack.unit_index:
        return pack.units[pack.unit_index[name]].label
    if kind == PLACE and name in pack.board.index:
        return f"{name} {pack.spaces[pack.board.at(name)].name}"
    return name


def printed(pack: Pack, unit: Unit, steps: int) -> str:
    """Combat value, with the asterisk of AT/FLAK (4.0), and movement factor: "4*-5"."""
    asterisk = "*" if unit.type == AT else ""
    value = pack.cv[pack.unit_index[unit.id]][steps]
    return f"{value}{asterisk}-{unit.mf}"


def things(pack: Pack) -> dict[str, tuple[str, ...]]:
    """Every unit and every space."""
    return {UNIT: pack.unit_ids, PLACE: pack.place_ids}


def about(pack: Pack, kind: str, name: str) -> list[Fact]:
    """What can be told of one of them."""
    if kind == UNIT:
        return about_unit(pack.units[pack.unit_index[name]])
    return about_space(pack, pack.spaces[pack.board.at(name)])


def about_unit(unit: Unit) -> list[Fact]:
    """Everything on a counter, and where it comes from."""
    asterisk = "*" if unit.type == AT else ""
    return [
        Fact("name", {"name": unit.name}),
        Fact(
            "kind",
            {
                "side": SIDES[unit.side],
                "nation": unit.nation,
                "type": TYPES[unit.type],
                "subtype": unit.subtype,
                "size": unit.size,
                "formation": unit.formation,
            },
        ),
        Fact(
            "cv", {"full": f"{unit.cv_full}{asterisk}", "reduced": f"{unit.cv_reduced}{asterisk}"}
        ),
        Fact("mf", {"mf": unit.mf}) if unit.mf else Fact("static"),
        Fact("source", {"note": unit.source}),
    ]


def about_space(pack: Pack, space: Space) -> list[Fact]:
    """Everything printed on a space, its neighbours, and where it comes from."""
    number = pack.board.at(space.id)
    near = tuple(pack.place_ids[other] for other in pack.neighbours[number])
    beyond = tuple(
        other.id for other in pack.spaces if pack.board.barrier(number, pack.board.at(other.id))
    )
    terrain = "zone" if space.is_zone else "stutzpunkt" if space.is_stutzpunkt else "clear"
    facts = [
        Fact("terrain", {"terrain": terrain, "tem": space.tem}),
        Fact("near", {"near": near}),
        Fact("source", {"note": space.source}),
    ]
    if space.vp:
        facts.insert(1, Fact("vp", {"vp": space.vp}))
    if beyond:
        facts.insert(-1, Fact("beyond", {"beyond": beyond}))
    return facts
