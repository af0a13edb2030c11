"""Names for people: what is printed on counters and hexes, and what the words of options are."""

from __future__ import annotations

from khamsin.games.malta.model.pack import MARKERS, Pack
from khamsin.games.malta.model.pieces import (
    ARTILLERY,
    BASES,
    CLASSES,
    COAST_GUN,
    HIDDEN_KINDS,
    KINDS,
    LEADER,
    MILITIA,
    NOBODY,
    PORTS,
    SIDES,
    SIZES,
    STRONGPOINT,
    TERRAINS,
    WARSHIP,
    Unit,
)
from khamsin.kernel.show.summaries import Fact

GRAMMAR: dict[str, tuple[str, ...]] = {
    # before the game
    "plan": ("unit",),
    "lone": ("unit",),
    "turn": ("moment",),
    "at": ("place",),
    "attach": ("unit", "formation"),
    "zone": ("formation", "zone"),
    "place": ("unit", "place"),
    "whole": ("unit",),
    "deployed": ("unit",),
    "limbered": ("unit",),
    # initial segment
    "raid": ("unit", "number"),
    "shift": ("unit", "place"),
    "replace": ("unit",),
    "absorb": ("unit", "piece"),
    "dismantle": ("unit",),
    # status
    "load": ("unit",),
    "try": ("unit",),
    # landings
    "first": ("unit", "box"),
    "second": ("unit", "box"),
    "escort": ("unit", "box"),
    "aim": ("unit", "piece", "number"),
    "engage": ("unit", "piece"),
    "shell": ("unit", "box"),
    "fire": ("unit", "place"),
    "cancel": ("unit",),
    "drop": ("unit",),
    "roll": ("unit",),
    "land": ("unit", "place"),
    # movement
    "break": ("unit",),
    "reform": ("unit", "place"),
    "unit": ("unit",),
    "move": ("unit", "place"),
    "go": ("place",),
    "stop": (),
    "limber": (),
    "deploy": (),
    "take": ("unit",),
    "alone": (),
    "remove": ("unit",),
    # combat
    "support": ("unit", "place"),
    "storm_support": ("unit", "place"),
    "bombard": ("unit", "place"),
    "storm_bombard": ("unit", "place"),
    "defend": ("unit", "place"),
    "air": ("*places",),
    "attack": ("place",),
    "with": ("unit",),
    "all": (),
    "omit": ("unit",),
    "lead": ("unit",),
    "lose": ("unit",),
    "stand": (),
    "retreat": (),
    "to": ("place",),
    "from": ("place",),
    "join": ("unit",),
    "advance": ("unit",),
    # everywhere
    "yes": (),
    "no": (),
    "done": (),
}
"""The words of every option, by its verb."""

UNIT, PLACE = "unit", "place"
_KINDS = {
    UNIT: UNIT, "units": UNIT, "piece": UNIT, "value": UNIT, "attackers": UNIT, "defenders": UNIT,
    "leader": UNIT, "target": UNIT, "against": UNIT,
    PLACE: PLACE, "places": PLACE, "box": PLACE, "start": PLACE, "near": PLACE, "hexes": PLACE,
}  # fmt: skip


_ANONYMOUS = {STRONGPOINT: "SP", COAST_GUN: "CG", MILITIA: "Mil"}


def label(pack: Pack, kind: str, name: str) -> str:
    """The name of a counter; number and name of a hex; anything else as it is."""
    known = _KINDS.get(kind, "")
    if known == UNIT and name in pack.unit_index:
        unit = pack.units[pack.unit_index[name]]
        return values_of(unit) if kind == "value" else unit_label(pack, unit)
    if known == PLACE and name in pack.board.index:
        number = pack.board.at(name)
        title = pack.hexes[number].name if number < pack.land else ""
        return f"{name} {title}".rstrip()
    return name


def unit_label(pack: Pack, unit: Unit) -> str:
    """What players call a counter. What is printed on a face-down one is not its own (16.2)."""
    number = unit.id.rpartition("_")[2].lstrip("0")
    if unit.kind in _ANONYMOUS:
        return f"{_ANONYMOUS[unit.kind]} {number}"
    if pack.pool_of[pack.unit_index[unit.id]] != NOBODY:
        return f"{unit.name} {number}"
    return unit.name


def values_of(unit: Unit, face: int = 0) -> str:
    """The numbers on one face of a counter as they are printed: "6-7-6", "5-2/6", "2/1-4"."""
    return _PRINTED.get(unit.kind, _strength)(unit, face)


def _strength(unit: Unit, face: int) -> str:
    """2.1.attack Attack, defence and movement; one number where both strengths are equal."""
    level = unit.levels[face]
    strength = [level.attack] if level.attack == level.defence else [level.attack, level.defence]
    return "-".join(str(value) for value in (*strength, level.move))


def _artillery(unit: Unit, face: int) -> str:
    """12.11 Deployed: supports and range; limbered: strengths and movement."""
    if face or unit.gun is None:
        return _strength(unit, 0)
    return f"{unit.gun.offensive}-{unit.gun.defensive}/{unit.gun.range}"


def _ship(unit: Unit, face: int) -> str:
    """2.1.support A warship's supports and range."""
    del face
    return _artillery(unit, 0)


def _coast_gun(unit: Unit, face: int) -> str:
    """16.5 Strength and range."""
    del face
    assert unit.gun is not None
    return f"{unit.gun.offensive}-{unit.gun.range}"


def _leader(unit: Unit, face: int) -> str:
    """2.2 Bonuses and tactical value, of the leader or of his ADC."""
    man = unit.commanders[face]
    return f"{man.foot}/{man.vehicle}-{man.tactical}"


_PRINTED = {ARTILLERY: _artillery, WARSHIP: _ship, COAST_GUN: _coast_gun, LEADER: _leader}


def faces(unit: Unit) -> int:
    """How many faces a counter has: levels, the two sides of artillery, a leader and his ADC."""
    if unit.kind == ARTILLERY:
        return 2
    return len(unit.commanders) or len(unit.levels)


# -- what can be asked about -------------------------------------------------------------------


def things(pack: Pack) -> dict[str, tuple[str, ...]]:
    """Every counter, the drop zone markers, every hex."""
    return {UNIT: (*pack.unit_ids, *MARKERS), PLACE: pack.place_ids}


def about(pack: Pack, kind: str, name: str) -> list[Fact]:
    """What can be told of one of them."""
    if kind == PLACE:
        return about_hex(pack, pack.board.at(name))
    if name in MARKERS:
        return [Fact("drop_zone")]
    return about_unit(pack, pack.units[pack.unit_index[name]])


def about_unit(pack: Pack, unit: Unit) -> list[Fact]:
    """Everything on a counter, and where it comes from; of a face-down one what it may be."""
    facts = [
        Fact("kind", {"side": SIDES[unit.side], "nation": unit.nation, "type": KINDS[unit.kind]}),
    ]
    if unit.kind in HIDDEN_KINDS:
        own = pack.of_kind[unit.kind]
        return [*facts, Fact("hidden", {"prints": tuple(values_of(pack.units[u]) for u in own)})]
    facts.insert(0, Fact("name", {"name": unit.full_name}))
    facts.append(Fact("size", {"size": SIZES[unit.size], "class": CLASSES[unit.move_class]}))
    if unit.formation != NOBODY:
        facts.append(Fact("formation", {"formation": pack.formation_ids[unit.formation]}))
    if unit.group:
        facts.append(Fact("group", {"group": unit.group}))
    facts.append(
        Fact("values", {"prints": tuple(values_of(unit, face) for face in range(faces(unit)))})
    )
    if unit.kind not in (LEADER, WARSHIP):
        facts.append(Fact("morale", {"morale": tuple(level.morale for level in unit.levels)}))
    return [*facts, Fact("source", {"note": unit.source})]


def about_hex(pack: Pack, h: int) -> list[Fact]:
    """Everything printed in a hex, its hexsides, and where it comes from."""
    if h >= pack.land:
        return [Fact("ocean")]
    hex_ = pack.hexes[h]
    facts = [Fact("terrain", {"terrain": TERRAINS[hex_.terrain], "base": BASES[hex_.base]})]
    if hex_.fort:
        facts.append(Fact("fort"))
    if hex_.airfield:
        facts.append(Fact("airfield", {"name": hex_.airfield}))
    if hex_.port:
        facts.append(Fact("port", {"port": PORTS[hex_.port]}))
    if hex_.zone != NOBODY:
        facts.append(Fact("beach", {"zone": pack.zone_ids[hex_.zone]}))
    if hex_.is_ammunition_source:
        facts.append(Fact("depot"))
    for kind in ("creek", "creek_rise", "ocean"):
        near = tuple(pack.place_ids[n] for n in pack.touch[h] if pack.board.border(h, n) == kind)
        if near:
            facts.append(Fact(f"side_{kind}", {"near": near}))
    roads = tuple(pack.place_ids[n] for n in pack.touch[h] if pack.board.road(h, n))
    if roads:
        facts.append(Fact("road", {"near": roads}))
    return [*facts, Fact("source", {"note": hex_.source})]
