"""The referee's own books: where everything stands, and what follows from it at once.

Strengths, zones of control, supply routes, stacking, steps. Everything that asks a player or rolls
dice is in the modules of the procedures.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import Any

from tests.referee.malta.board import (
    ALLIED,
    AXIS,
    BEACHES,
    LAND,
    SCENARIOS,
    crossable,
    distance,
    edge,
    near,
    neighbours,
    road,
)
from tests.referee.malta.pieces import GROUPS, HQ_OF, ORDER, PIECES, Level, Piece

GOOD, DISORGANISED, DEMORALISED = 0, 1, 2
OFF, ELIMINATED, BREAKDOWN, BROKEN = "off", "eliminated", "breakdown", "broken_down"
TURN_RECORD, DAY_RECORD, AT_SEA = "turn_record", "day_record", "at_sea"


def enemy(side: str) -> str:
    """The other side."""
    return ALLIED if side == AXIS else AXIS


def half(value: int) -> int:
    """Half, rounded up."""
    return (value + 1) // 2


class Books:
    """The position and all that accrues."""

    def __init__(self, scenario: str, options: Iterable[str]) -> None:
        self.scenario: dict[str, Any] = next(
            s for s in SCENARIOS["scenario"] if s["id"] == scenario
        )
        self.options = set(options)
        self.solo = "solitaire" in self.options
        self.place: dict[str, str] = dict.fromkeys(PIECES, OFF)
        self.level: dict[str, int] = dict.fromkeys(PIECES, 0)
        self.order: dict[str, int] = dict.fromkeys(PIECES, GOOD)
        self.ammo: dict[str, int] = {n: 2 if p.artillery else 0 for n, p in PIECES.items()}
        self.deployed: set[str] = set()
        self.unsupplied: set[str] = set()
        self.formation: dict[str, str] = {
            n: "" if p.formation in ("unassigned", "as parent") or p.ship else p.formation
            for n, p in PIECES.items()
        }
        self.adc: set[str] = set()
        self.seen: set[str] = {n for n, p in PIECES.items() if not p.hides}
        self.face: dict[str, str] = {n: n for n in PIECES}
        """What is printed on the front of a counter that may lie face down."""
        self.control: dict[str, str] = dict.fromkeys(LAND, ALLIED)
        self.forts_destroyed: set[str] = set(self.scenario["forts_destroyed"])
        self.landed: set[str] = set(self.scenario["landed_beaches"])
        self.rolled: set[str] = set(self.scenario.get("militia_already_rolled", ()))
        self.lost = {
            ALLIED: self.scenario["allied_steps_lost"],
            AXIS: self.scenario["axis_steps_lost"],
        }
        self.para_lost = 0
        self.stockpile = 0
        self.air = 0
        self.weather = "clear"
        self.navy = 0
        self.drop_zone: dict[str, str] = {}
        self.day = 0
        self.turn = 0
        self.due: dict[str, int] = {}
        """Leaders and HQs off the map: the turn (14.42) or day (14.43, 16.82) of their return."""
        self.groups_broken: set[str] = set()
        self.militia_left = self.scenario["militia_counters"]
        self.air_cut: Counter[int] = Counter()
        self.beach_blocked: set[int] = set()
        self.raids_cut: dict[int, str] = {}
        self.ships_away_until = -1
        # -- what is reset turn by turn
        self.moved: set[str] = set()
        self.axis_moved: set[str] = set()
        """Axis units that moved in this turn, short moves after a landing included."""
        self.arrived: set[str] = set()
        """Dropped, landed from the sea or on an airfield in this turn (6.54, 9.16, 16.13)."""
        self.gathering: set[str] = set()
        """Companies that tried for their stragglers this turn (17.81)."""
        self.silent: set[str] = set()
        """Ships that do not fire for the rest of the turn (16.73, 18.4)."""
        self.attacked: set[str] = set()
        self.advanced: set[str] = set()
        self.strides: dict[str, int] = {}
        self._zoc: dict[str, set[str]] | None = None
        self._held: dict[str, set[str]] = {}
        self._hard: dict[str, set[str]] = {}
        self._at: dict[str, list[str]] | None = None

    # -- looking up

    def changed(self) -> None:
        """Forget what was derived from the position."""
        self._zoc = None
        self._at = None
        self._held = {}
        self._hard = {}

    def held(self, side: str) -> set[str]:
        """Hexes with land units of a side."""
        if side not in self._held:
            self._held[side] = {self.place[u] for u in self.units(side)}
        return self._held[side]

    def hard(self, side: str) -> set[str]:
        """Hexes that units of a side keep its enemy out of (6.52)."""
        if side not in self._hard:
            self._hard[side] = {self.place[u] for u in self.units(side) if not self.soft(u)}
        return self._hard[side]

    def put(self, unit: str, place: str) -> None:
        """Move a counter."""
        self.place[unit] = place
        self.changed()

    @property
    def night(self) -> bool:
        return self.turn == 3

    def at(self, place: str, side: str = "") -> list[str]:
        """Counters in a place, in the order of the sheet."""
        if self._at is None:
            self._at = {}
            for unit, where in self.place.items():
                if where != OFF:
                    self._at.setdefault(where, []).append(unit)
        found = self._at.get(place, [])
        return [unit for unit in found if not side or PIECES[unit].side == side]

    def on_map(self, unit: str) -> bool:
        return self.place[unit] in LAND

    def units(self, side: str) -> list[str]:
        """Land units of a side on the map."""
        return [u for u, p in PIECES.items() if p.side == side and p.land and self.place[u] in LAND]

    def real(self, place: str, side: str) -> list[str]:
        """Land units of a side in a hex (R19)."""
        return [unit for unit in self.at(place, side) if PIECES[unit].land]

    def print_of(self, unit: str) -> Piece:
        """The printed front: of a counter that may lie face down, what is really on it."""
        return PIECES[self.face[unit]]

    def printed(self, unit: str) -> Level:
        """Attack, defence, movement and morale of the present level."""
        piece = self.print_of(unit)
        return piece.levels[min(self.level[unit], len(piece.levels) - 1)]

    def remnant(self, unit: str) -> bool:
        """The lowest level of a battalion that is not artillery (17.31)."""
        piece = PIECES[unit]
        return piece.battalion and self.level[unit] == len(piece.levels) - 1

    def steps(self, unit: str) -> int:
        """How many steps a unit has (17.3)."""
        piece = PIECES[unit]
        if not piece.land:
            return 0
        return len(piece.levels) - self.level[unit] if piece.battalion else 1

    def fort(self, place: str) -> bool:
        """A fort that stands (17.1)."""
        return place in LAND and LAND[place].fort and place not in self.forts_destroyed

    # -- strengths (9.91, 8.3, 11.3, 11.4)

    def attack(self, unit: str) -> int:
        """Present attack strength."""
        piece = PIECES[unit]
        if piece.artillery or not piece.land:
            return 0
        value = self.printed(unit).attack
        if value == 0:
            return 0
        if self.order[unit] == DEMORALISED:
            value = half(value)
        elif self.order[unit] == DISORGANISED:
            value = max(1, value - 1)
        return max(1, value - 1) if unit in self.unsupplied else value

    def defence(self, unit: str) -> int:
        """Present defence strength."""
        value = self.printed(unit).defence if PIECES[unit].land else 0
        return half(value) if self.order[unit] == DEMORALISED else value

    def morale(self, unit: str) -> int:
        """Present morale (R16)."""
        return self.printed(unit).morale - (self.order[unit] == DEMORALISED)

    def allowance(self, unit: str, bonus: int = 0) -> int:
        """Movement allowance in whole points, after all changes (8.33, 11.4, 14.1)."""
        piece = PIECES[unit]
        if piece.leader:
            return int(piece.raw["move"])
        if not piece.land or piece.move_class == "none":
            return 0
        value = self.printed(unit).move
        if value == 0:
            return 0
        vehicle = piece.move_class in ("mot", "mech")
        if self.order[unit] == DEMORALISED:
            value = max(1, value - (4 if vehicle else 2))
        if unit in self.unsupplied and vehicle:
            value = max(1, value - 2)
        return value + bonus

    def fixed(self, unit: str) -> bool:
        """A unit with a movement allowance of 0 at the moment (9.63)."""
        return unit in self.deployed or PIECES[unit].type in ("strongpoint", "militia", "coast_gun")

    def support(self, unit: str, *, offensive: bool) -> int:
        """Present support of artillery or a ship, before the sum is halved (R10, R25)."""
        piece = PIECES[unit]
        value = piece.off if offensive else piece.deff
        if piece.ship:
            return value
        if self.order[unit] == DISORGANISED:
            value = max(min(2, value), value - 1)
        if unit in self.unsupplied:
            value = max(1, value - 1)
        return value

    def in_formation(self, unit: str) -> str:
        """The formation for combat: a remnant has none (R29)."""
        return "" if self.remnant(unit) else self.formation[unit]

    # -- zones of control (5)

    def zoc_reaches(self, place: str, target: str, side: str) -> bool:
        """Whether units of a side exert a ZOC into the next hex (5.0, 5.1, R58)."""
        if edge(place, target) == "ocean":
            return False
        narrow = edge(place, target) == "creek_rise" and not road(place, target)
        points = 0
        for unit in self.real(place, side):
            piece = PIECES[unit]
            if piece.type == "strongpoint":
                return True
            if piece.artillery:
                if unit in self.deployed and self.ammo[unit] > 0:
                    return True
                continue
            if narrow and piece.move_class in ("mot", "mech"):
                continue
            if piece.type == "militia" and unit not in self.seen:
                continue
            points += self.attack(unit)
        return points >= 3

    def zoc(self, side: str) -> set[str]:
        """Hexes in the ZOC of a side."""
        if self._zoc is None:
            self._zoc = {ALLIED: set(), AXIS: set()}
            for each in (ALLIED, AXIS):
                for place in self.held(each):
                    self._zoc[each] |= {
                        t for t in neighbours(place) if self.zoc_reaches(place, t, each)
                    }
        return self._zoc[side]

    def in_ezoc(self, place: str, side: str) -> bool:
        """Whether a hex is in the ZOC of a side's enemy."""
        return place in self.zoc(enemy(side))

    # -- who is where

    def soft(self, unit: str) -> bool:
        """Leaders, coast guns and units of defence 0: they stop nobody (6.52, 9.15)."""
        piece = PIECES[unit]
        return piece.leader or piece.type == "coast_gun" or self.printed(unit).defence == 0

    def barred(self, place: str, side: str) -> bool:
        """Whether enemy units keep a side out of a hex (6.52)."""
        return place in self.hard(enemy(side))

    def enemy_within(self, place: str, side: str, most: int) -> bool:
        """Whether a land unit of the enemy is so near (R19)."""
        return not self.held(enemy(side)).isdisjoint(near(place, most))

    def next_to_enemy(self, place: str, side: str) -> bool:
        return not self.held(enemy(side)).isdisjoint(neighbours(place))

    def stacked(self, place: str, side: str, more: Iterable[str] = ()) -> int:
        """Half battalions in a hex (7.1, R21, R45)."""
        units = set(self.at(place, side)) | set(more)
        hqs = sum(PIECES[unit].hq for unit in units)
        halves = max(0, hqs - 1)
        for unit in units:
            piece = PIECES[unit]
            if piece.hq or not piece.land or piece.type == "militia":
                continue
            halves += 2 if piece.size == "battalion" and not self.remnant(unit) else 1
        return halves

    # -- supply (8)

    def traced(self, start: str, side: str, ends: set[str], most: int = 12) -> bool:
        """Whether a supply route leads from a hex to one of these (8.2)."""
        seen = {start}
        edge_of = [start]
        if start in ends:
            return True
        for _ in range(most):
            further = []
            for place in edge_of:
                for step in neighbours(place):
                    if step in seen or edge(place, step) == "ocean":
                        continue
                    if step in self.held(enemy(side)):
                        continue
                    if self.in_ezoc(step, side) and step not in self.held(side):
                        continue
                    if step in ends:
                        return True
                    seen.add(step)
                    further.append(step)
            edge_of = further
        return False

    def allied_sources(self) -> set[str]:
        """Cities the Allies control and forts that stand (8.52, R22)."""
        cities = {h for h, land in LAND.items() if land.terrain == "city"}
        return {h for h in cities if self.control[h] == ALLIED} | {h for h in LAND if self.fort(h)}

    def axis_sources(self, formation: str) -> set[str]:
        """Where an Axis HQ draws from (8.51)."""
        found: set[str] = set()
        if self.day not in self.beach_blocked:
            found |= {h for h in BEACHES if h in self.landed and self.control[h] == AXIS}
        if formation == "div80":
            found |= {h for h, land in LAND.items() if land.airfield and self.control[h] == AXIS}
        marker = {"ramcke": "dz_ramcke", "folgore": "dz_folgore"}.get(formation)
        if marker in self.drop_zone and not self.real(self.drop_zone[marker], ALLIED):
            found.add(self.drop_zone[marker])
        return found

    def without_supply(self, side: str) -> set[str]:
        """Who is not supplied when the status phase of a side judges it (8.1)."""
        supplied_hqs: set[str] = set()
        for formation, hq in HQ_OF.items():
            if PIECES[hq].side != side or not self.on_map(hq):
                continue
            ends = self.allied_sources() if side == ALLIED else self.axis_sources(formation)
            if self.traced(self.place[hq], side, ends):
                supplied_hqs.add(hq)
        found = set()
        sources = self.allied_sources()
        for unit in self.units(side):
            if side == ALLIED and any(h in sources for h in near(self.place[unit], 1)):
                continue
            hq = HQ_OF.get(self.formation[unit], "")
            if hq in supplied_hqs and (
                unit == hq or self.traced(self.place[unit], side, {self.place[hq]})
            ):
                continue
            found.add(unit)
        return found

    # -- integrity (9.92, 9.95)

    def whole(self, group: str, units: set[str]) -> bool:
        """Whether all units of a regiment or brigade are among these and fit for integrity."""
        members = GROUPS[group]
        return group not in self.groups_broken and all(
            unit in units
            and self.on_map(unit)
            and self.order[unit] != DEMORALISED
            and not self.remnant(unit)
            for unit in members
        )

    # -- losing (2.1.steps, 20.1, 20.2)

    def count_lost(self, unit: str, steps: int) -> None:
        """Add eliminated steps to the side's account."""
        piece = PIECES[unit]
        if piece.type in ("coast_gun", "militia", "leader") or (piece.hq and piece.side == AXIS):
            return
        self.lost[piece.side] += steps * piece.steps_for_victory
        if piece.side == AXIS and piece.type in ("parachute", "para_engineer"):
            self.para_lost += steps

    def crossable_for(self, unit: str, a: str, b: str) -> bool:
        return crossable(a, b, PIECES[unit].move_class)

    def sort(self, units: Iterable[str]) -> list[str]:
        """In the order of the counter sheet."""
        return sorted(units, key=ORDER.__getitem__)

    def aa_near(self, place: str) -> list[str]:
        """Allied AA units within three hexes."""
        return [
            unit
            for unit, piece in PIECES.items()
            if piece.type == "anti_aircraft"
            and self.on_map(unit)
            and distance(self.place[unit], place) <= 3
        ]
