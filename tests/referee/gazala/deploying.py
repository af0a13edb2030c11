"""The set-up of both sides (3.0.a, 13.12 to 13.34)."""

from __future__ import annotations

from typing import Any

from tests.referee.gazala.board import (
    ALLIED,
    AXIS,
    HECKLER,
    INDEPENDENT,
    SIDES,
    distance,
    enemy_of,
    scenarios,
)
from tests.referee.gazala.books import (
    ABSENT,
    AFLOAT,
    DEAD,
    LATER,
)
from tests.referee.gazala.desk import Ask, Desk, Flow


class Deploying(Desk):
    """Who stands where at the start, and who comes later."""

    def rows(self, key: str, side: str = "") -> list[dict[str, Any]]:
        """The rows of the scenario file that concern this scenario (and side)."""
        return [
            row
            for row in scenarios()[key]
            if self.scenario["id"] in row["scenarios"] and side in ("", row["side"])
        ]

    def set_up(self) -> Flow:
        """Both sides set up, in the order of the scenario."""
        for name, unit in self.units.items():
            self.place[name] = DEAD if unit.family else ABSENT
        self.place[HECKLER] = AFLOAT
        for row in self.rows("reinforcement"):
            for name in row["units"]:
                self.place[name] = LATER
        first = self.scenario["first"]
        last = self.board.raw["initial_control"]["axis_last_column_by_row"]
        for at in self.board.land:
            west = int(at[2:]) <= last[int(at[:2]) - 1]
            self.control[at] = AXIS if west else ALLIED
        for row in self.rows("replacement"):
            if row["date"] == "start":
                self.add_points(row["points"])
        free = {side: self.set_up_fixed(side) for side in SIDES}
        for side in (first, enemy_of(first)):
            yield from self.set_up_side(side, free[side])
        for side in SIDES:
            for at in self.occupied(side):
                self.control[at] = side

    def set_up_fixed(self, side: str) -> list[tuple[str, dict[str, Any]]]:
        """Put units with one hex of their own there; the others, whose owner chooses."""
        free: list[tuple[str, dict[str, Any]]] = []
        for row in self.rows("setup", side):
            for name in row["units"]:
                self.step[name] = row.get("step", 1) - 1
                if "formation" in row:
                    self.formation[name] = row["formation"]
                if "stack_with" in row or row["radius"] or row.get("overflow"):
                    self.place[name] = ABSENT
                    free.append((name, row))
                else:
                    self.place[name] = row["hexes"][0]
        return free

    def set_up_side(self, side: str, free: list[tuple[str, dict[str, Any]]]) -> Flow:
        """One side places its units, or lets the program do it."""
        answer = yield Ask(side, "set_up", "3.0.a", [("done",), ("own",)], {})
        asked = answer == ("own",)
        for at, (name, row) in enumerate(free):
            places = self.setup_places(name, row)
            if asked:
                offers = [("place", name, to) for to in places]
                answer = yield Ask(side, "place", "3.0.a", [*offers, ("done",)], {"unit": name})
                if answer != ("done",):
                    self.place[name] = answer[2]
                    continue
                asked = False
            # The program places the rest: where is its own affair, but it must be a legal place.
            chosen = {unit: self.hint["place"][unit] for unit, _ in free[at:]}
            self.place.update(chosen)
            break

    def setup_places(self, name: str, row: dict[str, Any]) -> list[str]:
        """Where a unit may begin (R24, R51)."""
        side = self.units[name].side
        if "stack_with" in row:
            wanted = row["stack_with"]
            hosts = {
                self.place[unit]
                for unit in self.army(side)
                if (self.formation[unit] == wanted)
                or (wanted == "any" and self.formation[unit] != INDEPENDENT)
            }
            near = sorted(hosts)
        else:
            radius = row["radius"] + row.get("overflow", 0)
            near = [
                at
                for at in self.board.land
                if any(self.setup_distance(side, centre, at, radius) for centre in row["hexes"])
            ]
        foe = self.occupied(enemy_of(side))
        return [at for at in near if at not in foe and self.room(at, [name])]

    def setup_distance(self, side: str, centre: str, at: str, radius: int) -> bool:
        """Whether a hex is near enough; for the Axis on its own side of the mines (R51)."""
        if distance(centre, at) > radius:
            return False
        if side == ALLIED:
            return True
        known = {centre}
        for _ in range(radius):
            known |= {
                to
                for one in known
                for to in self.board.near[one]
                if frozenset((one, to)) not in self.board.mines
            }
        return at in known

    def add_points(self, points: dict[str, int]) -> None:
        """Replacement points arrive (11.2)."""
        for pool, number in points.items():
            self.points[pool.lower()] += number
