"""The referee's own table: where units stand, their steps, control, supply, and what accrues."""

from __future__ import annotations

from collections import Counter
from typing import Any

from .book import (
    ALLIED,
    AREAS,
    AXIS,
    DIVISIONS,
    NEAR,
    OTHER,
    SCENARIOS,
    SPACES,
    UNITS,
    ZONES,
    kind,
    side_of,
)


class Table:
    """The position by the referee's own books; nothing is ever read from the rules."""

    def __init__(
        self, scenario: str, options: tuple[str, ...], pack: dict[str, Any] | None = None
    ) -> None:
        """Set up by 5.1 and 5.2."""
        rows = SCENARIOS if pack is None else pack
        self.garrison = {row["unit"] for row in rows["setup"] if row["at"] == ["H"]}
        """Set up in Zone H (13.3.3)."""
        red = set(rows["control"]["allied"]) & set(ZONES)
        self.sources = {ALLIED: red, AXIS: set(ZONES) - red}
        """3.1.1, 14.2: red letters, Allied at the start, are Allied sources; black ones Axis."""
        self.extended = scenario == "extended"
        self.options = set(options)
        self.place: dict[str, str | None] = dict.fromkeys(UNITS)
        self.steps: dict[str, int] = dict.fromkeys(UNITS, 0)
        self.lost: set[str] = set()
        self.oos: set[str] = set()
        self.control = dict.fromkeys(SPACES, AXIS)
        for space in rows["control"]["allied"]:
            self.control[space] = ALLIED
        self.free_placement: list[tuple[str, list[str]]] = []
        for row in rows["setup"]:
            unit, at = row["unit"], list(row["at"])
            if row.get("without") in self.options or (
                "option" in row and row["option"] not in self.options
            ):
                continue
            self.steps[unit] = 2
            if "historical" in row and "historical_setup" in self.options:
                at = [row["historical"]]
            if len(at) == 1:
                self.place[unit] = at[0]
            else:
                self.free_placement.append((unit, at))
        self.phase = "setup"
        self.turn = 1
        self.impulse = 1
        self.half = ALLIED
        self.advantage: str | None = ALLIED
        self.advantage_used_by: str | None = None
        self.artillery = {ALLIED: 3, AXIS: 2}
        self.fuel_low = False
        self.rommel = False
        self.locked = set(DIVISIONS)
        self.vp = 0
        self.needed = 10
        self.tobruk_bonus = False
        self.swapped = False
        self.outcome: tuple[str, str, str] | None = None
        self.taken: set[str] = set()
        """Spaces that came under Allied control since release was last looked at (16.1)."""
        self.deep_before = {(unit, zone) for zone in "EFG" for unit in self.units(ALLIED, zone)}
        """Allied units in Zones E, F and G when release was last looked at."""
        self.new_action()
        self.air_used = False
        self.rommel_used = False
        self.night: int | None = None
        self.battle: dict[str, object] | None = None
        self.action = ""
        self.fighting = False
        self.again = False
        """Whether a second action of one half is under way (19.1H)."""
        self.met: Counter[str] = Counter()
        """Rare things, and how often they were met: what was not met was not compared."""
        self.log: list[tuple[object, ...]] = []
        """What the referee would have told since it was last compared."""
        self.told: list[str] = []
        """In which order the rules said that units rolled for Surrender."""

    def new_action(self) -> None:
        """What belongs to one impulse of one player is forgotten."""
        self.active: list[str] = []
        self.activated: set[str] = set()
        self.spent: dict[str, int] = {}
        self.stopped: set[str] = set()
        self.has_attacked: set[str] = set()
        self.came_from: dict[str, str] = {}
        self.closed: set[str] = set()
        self.was_contested: set[str] = {space for space in SPACES if self.contested(space)}

    # -- where units are -----------------------------------------------------------------

    def units(self, side: str, space: str | None = None) -> list[str]:
        """The units of a side on the map, or in a space."""
        return [
            unit
            for unit, at in self.place.items()
            if at is not None and side_of(unit) == side and space in (None, at)
        ]

    def at(self, unit: str) -> str:
        """Where a unit on the map stands."""
        found = self.place[unit]
        assert found is not None
        return found

    def contested(self, space: str) -> bool:
        """7.3: units of both sides."""
        return bool(self.units(ALLIED, space)) and bool(self.units(AXIS, space))

    def vacant(self, side: str, space: str) -> bool:
        """7.4: no enemies there."""
        return not self.units(OTHER[side], space)

    def free(self, side: str, space: str) -> bool:
        """7.5: vacant and friendly controlled."""
        return self.vacant(side, space) and self.control[space] == side

    def room(self, side: str, space: str) -> int:
        """7.1, 15.2: how many more units fit."""
        return 4 - len(self.units(side, space)) if space in AREAS else 1000

    def is_locked(self, unit: str) -> bool:
        """16.0."""
        return any(unit in DIVISIONS[each] for each in self.locked)

    # -- values --------------------------------------------------------------------------

    def mf(self, unit: str) -> int:
        """Movement factor; one less out of supply (14.2.2)."""
        printed: int = UNITS[unit]["mf"]
        return max(0, printed - (unit in self.oos)) if printed else 0

    def cv(self, unit: str, together: list[str]) -> int:
        """Combat value of a lead among these units (10.3, 14.2.2)."""
        value: int = UNITS[unit]["cv_full" if self.steps[unit] == 2 else "cv_reduced"]
        if all(kind(each) == "at" for each in together):
            value = 1 if self.steps[unit] == 2 else 0
        return value - (unit in self.oos)

    # -- supply --------------------------------------------------------------------------

    def traces(self, side: str, start: str, goals: set[str] | None = None) -> bool:
        """14.2.1, R26: a line from a space to a friendly-controlled source (or these spaces)."""
        wanted = self.sources[side] if goals is None else goals
        seen, todo = {start}, [start]
        while todo:
            space = todo.pop()
            if space in wanted and self.control[space] == side:
                return True
            for near in NEAR[space]:
                if near not in seen and self.control[near] == side:
                    seen.add(near)
                    todo.append(near)
        return False

    def supplied(self, unit: str) -> bool:
        """Whether a unit can trace a line now."""
        return self.traces(side_of(unit), self.at(unit))

    def markers_off(self) -> None:
        """R24: markers come off units that can trace."""
        self.oos = {unit for unit in self.oos if self.place[unit] and not self.supplied(unit)}

    # -- changes -------------------------------------------------------------------------

    def settle(self) -> None:
        """7.2, R39: control at this moment; 16.1, 16.2: release; 19.6: the bonus."""
        for space in SPACES:
            allied, axis = self.units(ALLIED, space), self.units(AXIS, space)
            if allied and not axis:
                self.take(ALLIED, space)
            elif axis and not allied:
                self.take(AXIS, space)
        inside = {(unit, zone) for zone in "EFG" for unit in self.units(ALLIED, zone)}
        deep = bool(inside - self.deep_before)
        self.deep_before = inside
        before = len(self.locked)
        if deep or self.taken & {"6", *NEAR["18"]}:
            self.locked.discard("panzer_15")
        self.taken.clear()
        if deep:
            self.locked.discard("light_5")
        if len(self.locked) < before:
            self.log.append(("released", before - len(self.locked)))
            self.met[f"release in the {self.half} half"] += 1
        if (
            "tobruk_bonus" in self.options
            and not self.tobruk_bonus
            and len(self.units(ALLIED, "H")) > len(self.units(AXIS, "H"))
        ):
            self.tobruk_bonus = True
            self.vp += 1

    def take(self, side: str, space: str) -> None:
        """A side takes control."""
        if self.control[space] != side:
            self.control[space] = side
            self.log.append(("control", side, space))
            if side == ALLIED:
                self.taken.add(space)

    def lose_step(self, unit: str) -> None:
        """Full units are turned, reduced ones eliminated."""
        if self.steps[unit] == 2:
            self.turn_over(unit)
        else:
            self.eliminate(unit)

    def turn_over(self, unit: str) -> None:
        """A full unit is turned to reduced strength."""
        self.steps[unit] = 1
        self.log.append(("reduced", unit, self.place[unit]))

    def eliminate(self, unit: str) -> None:
        """Off the map."""
        self.log.append(("eliminated", unit, self.place[unit]))
        self.steps[unit] = 0
        self.place[unit] = None
        self.lost.add(unit)
        self.oos.discard(unit)

    def spend_advantage(self, side: str, use: str) -> None:
        """12.2: after use nobody holds it until the half or phase is over."""
        assert self.advantage == side
        self.advantage = None
        self.advantage_used_by = side
        self.log.append(("advantage_used", side, use))

    def pass_advantage(self) -> None:
        """12.2: then the player who did not use it holds it."""
        if self.advantage_used_by is not None:
            self.advantage = OTHER[self.advantage_used_by]
            self.advantage_used_by = None
            self.log.append(("advantage_passes", self.advantage))
