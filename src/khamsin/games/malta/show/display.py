"""The table laid out for reading: tracks, boxes, and the stack in every hex that holds one."""

from __future__ import annotations

from khamsin.games.malta.model.pack import MARKERS, Pack
from khamsin.games.malta.model.pieces import ARTILLERY, CITY, LEADER, NOBODY, SIDES, TOWN
from khamsin.games.malta.rules.sequence import BEFORE, DAY
from khamsin.kernel.game import View
from khamsin.kernel.show.summaries import Display, Fact, Piece, Stack

from .labels import values_of

_OUT = ("", "eliminated")


def display(pack: Pack, position: View) -> Display:
    """Lay out what `view` tells."""
    moment = "{day}.{turn}.{active}".format(**position)
    by_place: dict[str, list[str]] = {}
    for unit, seen in position["units"].items():
        by_place.setdefault(seen["place"], []).append(unit)
    axis = frozenset(position["axis_hexes"])
    stacks = tuple(
        _stack(pack, position, h, by_place.get(name, []), axis)
        for h, name in enumerate(pack.place_ids)
        if h < pack.land or name in by_place
    )
    return Display(
        moment, tuple(_status(position)), tuple(_tracks(pack, position, by_place)), stacks
    )


def _status(position: View) -> list[Fact]:
    """When it is, whose phase it is, the weather."""
    phase = position["phase"]
    if phase in BEFORE:
        return [Fact("before"), Fact("step", {"phase": phase})]
    day = {"day": position["day"], "turn": position["turn"]}
    weather = Fact("weather", {"weather": position["weather"]})
    if phase in DAY:
        return [Fact("initial", {"day": position["day"]}), Fact("step", {"phase": phase}), weather]
    step = Fact("phase", {"side": position["active"], "phase": phase})
    return [Fact("moment", day), step, weather]


def _tracks(pack: Pack, position: View, by_place: dict[str, list[str]]) -> list[Fact]:
    """Losses, ammunition and aircraft; the boxes; for the Axis what it has planned."""
    tracks = [
        Fact("lost", dict(position["lost"])),
        Fact("air", {"air": position["air"]}),
        Fact("stockpile", {"stockpile": position["stockpile"]}),
        Fact("militia", {"militia": position["militia"]}),
    ]
    tracks += [
        Fact("box", {"box": place, "units": tuple(units)})
        for place, units in by_place.items()
        if not place.isdecimal() and place not in _OUT
    ]
    for moment, marker, h in position.get("marker_plans", ()):
        tracks.append(Fact("plan", {"moment": moment, "unit": marker, "place": h}))
    for moment, steps, units in position.get("series_plans", ()):
        place = _aim(pack, position, units[0], steps)
        tracks.append(Fact("plan", {"moment": moment, "unit": units[0], "place": place}))
    return tracks


def _aim(pack: Pack, position: View, unit: str, steps: list[int]) -> str:
    """19.32 The hex that a series is planned for, as seen from its marker now."""
    formation = pack.units[pack.unit_index[unit]].formation
    marker = MARKERS[pack.formations[formation].marker]
    planned = {name: h for _, name, h in position["marker_plans"]}
    q, r = pack.board.hexes[pack.board.at(planned.get(marker) or position["markers"][marker])]
    there = pack.board.space((q + steps[0], r + steps[1]))
    return "at_sea" if there is None else pack.place_ids[there]


def _stack(pack: Pack, position: View, h: int, units: list[str], axis: frozenset[str]) -> Stack:
    name = pack.place_ids[h]
    pieces = tuple(_piece(pack, position, unit) for unit in units)
    if h >= pack.land:
        return Stack(name, "", (), pieces)
    hex_ = pack.hexes[h]
    facts = [
        Fact(key)
        for key, is_there in (
            ("city", hex_.terrain == CITY),
            ("town", hex_.terrain == TOWN),
            ("fort", name in position["forts"]),
            ("airfield", bool(hex_.airfield)),
            ("port", bool(hex_.port)),
            ("beach", hex_.zone != NOBODY),
        )
        if is_there
    ]
    facts += [
        Fact("drop_zone", {"unit": marker})
        for marker in MARKERS
        if position["markers"][marker] == name
    ]
    return Stack(name, SIDES[name in axis], tuple(facts), pieces)


def _piece(pack: Pack, position: View, name: str) -> Piece:
    number = pack.unit_index[name]
    unit, seen = pack.units[number], position["units"][name]
    marks = [mark for mark in ("disorganised", "demoralised") if seen["order"] == mark]
    if seen.get("unsupplied"):
        marks.append("out_of_supply")
    if unit.kind == ARTILLERY:
        marks += [] if seen.get("deployed") else ["limbered"]
        marks += ("no_ammunition", "one_round", "")[seen.get("rounds", 0) :][:1]
    if pack.is_battalion[number] and unit.kind != ARTILLERY:
        last = len(pack.levels[number]) - 1
        marks += ["remnant"] if 0 < last == seen["level"] else []
    if seen["formation"] not in (None, *_own(pack, unit.formation)):
        marks.append("attached")
    if pack.is_hidden[number] and not seen["seen"]:
        marks.append("hidden")
    return Piece(name, SIDES[unit.side], _values(pack, name, seen), tuple(m for m in marks if m))


def _own(pack: Pack, formation: int) -> tuple[str, ...]:
    return () if formation == NOBODY else (pack.formation_ids[formation],)


def _values(pack: Pack, name: str, seen: View) -> str:
    """The numbers on the face that lies up; of a face-down counter a question mark."""
    number = pack.unit_index[name]
    unit = pack.units[number]
    if pack.is_hidden[number]:
        value = seen.get("value")
        return "?" if value is None else values_of(pack.units[pack.unit_index[value]])
    if unit.kind == ARTILLERY:
        return values_of(unit, int(not seen.get("deployed")))
    if unit.kind == LEADER:
        return values_of(unit, int(bool(seen.get("adc"))))
    return values_of(unit, seen["level"])
