"""The Axis half: marker and Torch, refit, moves, supply check, resupply."""

from __future__ import annotations

from khamsin.kernel.play.decision import Option
from tests.referee.commander.battle import Battles
from tests.referee.commander.book import ALLIED, AXIS
from tests.referee.commander.table import CUP, DEAD_ALLIED, DEAD_AXIS, LATER, POOL, Steps


class AxisHalf(Battles):
    """What the player does in his half."""

    def marker(self) -> Steps:
        """Move the marker, let Forces arrive, roll for Torch (turn.1, forces.2, torch.1)."""
        book = self.book
        if self.turn + 1 not in book.turns:
            last = book.scenario["end_of_track_vp"]
            if last:
                self.end("held", scored=True, box=last)
            self.end("time", scored=False)
        self.turn += 1
        self.arrive()
        number = book.turns[self.turn].get("torch")
        if number is None:
            return
        (die,) = yield from self.roll("torch")
        result = die
        while result >= number:
            forces = self.on_map(AXIS)
            if result - len(forces) >= number:
                break  # all of them would not be enough: nothing to decide
            options: list[Option] = [("sacrifice", force) for force in forces]
            answer = yield from self.choose(
                "torch", [*options, ("done",)], number=number, result=result
            )
            if answer[0] == "done":
                break
            self.destroy(answer[1])
            result -= 1
        if result >= number:
            self.end("torch", scored=False)

    def arrive(self) -> None:
        """Forces of a period join their pool when its first box is reached (R43)."""
        delay = self.book.effect("axis_group_delay")
        for row in self.book.arrivals:
            for name, force in self.book.forces.items():
                if force.group != row["group"] or self.place[name] != LATER:
                    continue
                late = delay if force.side == AXIS and row["group"] in ("june13", "june23") else 0
                if row["turn"] + late <= self.turn:
                    self.place[name] = POOL if force.side == AXIS else CUP
                    self.steps[name], self.level[name] = 2, 0

    def refit(self) -> Steps:
        """2 Supplies each: flip a reduced Force, or recover a destroyed one (refit.1, R3)."""
        while True:
            options: list[Option] = []
            if self.supplies[AXIS] >= 2:
                options += [
                    ("refit", force) for force in self.on_map(AXIS) if self.steps[force] == 1
                ]
                options += [("recover", force) for force in self.here(DEAD_AXIS, AXIS)]
            answer = yield from self.choose(
                "refit", [*options, ("done",)], supplies=self.supplies[AXIS]
            )
            if answer[0] == "done":
                return
            self.supplies[AXIS] -= 2
            if answer[0] == "refit":
                self.steps[answer[1]] = 2
                self.lower(answer[1])
            else:
                self.recover(answer[1])

    def recover(self, force: str) -> None:
        """From the Destroyed pile to the Reinforcement pile (xdead.2)."""
        self.place[force] = POOL

    def reach(self, force: str) -> dict[str, int]:
        """Areas without enemies that a Force can reach, with the links gone (move.3, move.4)."""
        book = self.book
        most = min(book.forces[force].full[3], 1 + self.supplies[AXIS])
        card = book.forces[force]
        if self.steps[force] == 1:
            most = min(card.reduced[3], 1 + self.supplies[AXIS])
        enemies = set(self.held(ALLIED))
        found = {self.place[force]: 0}
        edge = [self.place[force]]
        for gone in range(1, most + 1):
            step: list[str] = []
            for area in edge:
                for there in book.near[area]:
                    if there not in found and there not in enemies:
                        found[there] = gone
                        step.append(there)
            edge = step
        return found

    def allowance(self, force: str) -> int:
        """How many areas a Force may move at most with the Supplies there are."""
        card = self.book.forces[force]
        most = (card.full if self.steps[force] == 2 else card.reduced)[3]
        return min(most, 1 + self.supplies[AXIS])

    def entries(self, force: str, target: str) -> list[tuple[str, int]]:
        """From where a Force can enter an area with enemies, and what that costs (R35)."""
        most = self.allowance(force)
        reach = self.reach(force)
        return [
            (area, reach[area])
            for area in self.book.near[target]
            if area in reach and reach[area] + 1 <= most
        ]

    def battle_moves(self) -> Steps:
        """Moves that end in an area with enemies (move.1 to move.4)."""
        self.moved = set()
        while True:
            options: list[Option] = []
            enemies = self.held(ALLIED)
            for force in self.on_map(AXIS):
                if force in self.moved or self.place[force] in enemies:
                    continue
                options += [("move", force, area) for area in enemies if self.entries(force, area)]
            answer = yield from self.choose(
                "battle_moves", [*options, ("done",)], supplies=self.supplies[AXIS]
            )
            if answer[0] == "done":
                return
            _, force, area = answer
            ways: list[Option] = [
                ("from", way, str(cost)) for way, cost in self.entries(force, area)
            ]
            way = yield from self.choose("enter_from", ways, unit=force, place=area)
            self.supplies[AXIS] -= int(way[2])
            self.came[force] = way[1]
            self.place[force] = area
            self.moved.add(force)
            self.attacker[area] = AXIS

    def other_moves(self) -> Steps:
        """Moves of those that have not moved, nowhere near enemies (nbmove.1 to nbmove.3)."""
        while True:
            options: list[Option] = []
            for force in self.on_map(AXIS):
                if force not in self.moved:
                    reach = self.reach(force)
                    options += [("move", force, area) for area, gone in reach.items() if gone]
            answer = yield from self.choose(
                "moves", [*options, ("done",)], supplies=self.supplies[AXIS]
            )
            if answer[0] == "done":
                return
            _, force, area = answer
            self.supplies[AXIS] -= self.reach(force)[area] - 1
            self.place[force] = area
            self.moved.add(force)

    def supply_check(self) -> Steps:
        """A hit or 2 Supplies for each Force over the limit of an area (check.1, R33)."""
        for area in self.held(AXIS):
            limit = self.book.regions[self.region_of(area)]["axis_limit"]
            excess = len(self.here(area, AXIS)) - limit
            while excess > 0:
                forces = self.here(area, AXIS)
                if not forces:
                    break
                options: list[Option] = [("hit", force) for force in forces]
                if self.supplies[AXIS] >= 2:
                    options.insert(0, ("pay",))
                answer = yield from self.choose(
                    "supply_check",
                    options,
                    place=area,
                    forces=excess,
                    supplies=self.supplies[AXIS],
                )
                if answer[0] == "pay":
                    self.supplies[AXIS] -= 2
                else:
                    self.hit(answer[1])
                excess -= 1

    def count_points(self) -> None:
        """Resupply points (points.1, R2); then the Destroyed box is emptied (points.3)."""
        box = self.book.axis_resupply
        base = box["base_points"] + self.book.effect("axis_resupply_points")
        allied = {self.region_of(area) for area in self.held(ALLIED)}
        fallen = self.here(DEAD_ALLIED, ALLIED)
        allied |= {self.fell_in[force] for force in fallen if force in self.fell_in}
        free = [name for name in self.book.regions if name not in allied]
        regions = box["region_points"] * len(free)
        held = sum(row["points"] for row in box["hold_points"] if self.control[row["area"]] == AXIS)
        kills = box["kill_points"] * len(fallen)
        self.points = base + regions + held + kills
        self.tell(
            "resupply_points",
            points=self.points,
            base=base,
            regions=regions,
            held=held,
            kills=kills,
        )
        for force in fallen:
            self.place[force] = CUP
            self.steps[force] = 2
        self.fell_in.clear()

    def placement_areas(self) -> list[str]:
        """Where new Axis Forces may be put (place.1, R17)."""
        found = []
        for name, row in self.book.areas.items():
            kind = row["axis_placement"]
            if kind == "always" or (kind == "if_controlled" and self.control[name] == AXIS):
                found.append(name)
        return found

    def resupply(self) -> Steps:
        """Points for Supplies and Forces, Supplies for recovery (spend.1 to spend.5, place.4)."""
        self.count_points()
        places = self.placement_areas()
        entered: list[str] = []
        while True:
            options: list[Option] = []
            if self.points >= 1:
                options.append(("supplies",))
            if self.supplies[AXIS] >= 2:
                options += [("recover", force) for force in self.here(DEAD_AXIS, AXIS)]
            for force in self.here(POOL, AXIS):
                if self.book.forces[force].full[0] <= self.points:
                    options += [("buy", force, area) for area in places]
            answer = yield from self.choose(
                "resupply",
                [*options, ("done",)],
                points=self.points,
                supplies=self.supplies[AXIS],
            )
            if answer[0] == "done":
                break
            if answer[0] == "supplies":
                self.points -= 1
                self.supplies[AXIS] += 2
            elif answer[0] == "recover":
                self.supplies[AXIS] -= 2
                self.recover(answer[1])
            else:
                _, force, area = answer
                self.points -= self.book.forces[force].full[0]
                self.place[force], self.steps[force], self.level[force] = area, 2, 0
                self.came.pop(force, None)
                if self.here(area, ALLIED) and area not in entered:
                    entered.append(area)
                    self.attacker[area] = AXIS
                    self.finish.add(area)
        self.points = 0
        yield from self.battles("next_battle")
