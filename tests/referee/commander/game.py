"""A whole campaign: set-up, linking, and turn after turn."""

from __future__ import annotations

from typing import Any

from khamsin.kernel.play.decision import Option
from tests.referee.commander.allied import AlliedHalf
from tests.referee.commander.book import ALLIED, AXIS
from tests.referee.commander.table import BOX, CUP, DEAD_AXIS, LATER, POOL, Over, Steps


class Campaign(AlliedHalf):
    """The sequence of play (seq.1 to seq.3)."""

    def play(self) -> Steps:
        """From the set-up to the end."""
        try:
            yield from self.set_up()
            while True:
                yield from self.one_turn()
        except Over:
            return

    def one_turn(self) -> Steps:
        """Both halves; control and victory are looked at after every step (R16)."""
        for step in (
            self.marker,
            self.refit,
            self.battle_moves,
            self.axis_battles,
            self.other_moves,
            self.supply_check,
            self.resupply,
            self.allied_refit,
            self.operations,
            self.orders,
            self.allied_battles,
            self.allied_resupply,
        ):
            if step in (self.marker, self.allied_refit):
                self.axis_half = step == self.marker
            yield from step()
            self.test()

    def axis_battles(self) -> Steps:
        """Step 4."""
        yield from self.battles("next_battle")

    def allied_battles(self) -> Steps:
        """Step 12."""
        yield from self.battles("t11")

    # -- set-up -----------------------------------------------------------------------------

    def set_up(self) -> Steps:
        """Starting Forces, options, linking, first operation (setup.1 to ops.1, R45)."""
        book = self.book
        for name, force in book.forces.items():
            self.place[name] = force.start if force.group == "start" else LATER
            self.steps[name], self.level[name] = 2, 0
        self.arrive()
        for row in book.effects:
            effect = row["effect"]
            for name in effect.get("start_units", ()):
                self.place[name] = effect["start_area"]
            for name, area in effect.get("start_units_at", {}).items():
                self.place[name] = area
        self.supplies[AXIS] = book.scenario["axis_supplies"] + book.effect("axis_supplies")
        self.supplies[ALLIED] = book.scenario["allied_supplies"]
        for row in book.effects:
            for area in row["effect"].get("allied_random_at", ()):
                cup = self.here(CUP, ALLIED)
                forces = yield from self.take_forces("linked_forces", 1, cup)
                for name in forces:
                    self.place[name] = area
                    self.tell("added", unit=name, place=area)
        if book.link is not None:
            yield from self.linking(book.link["start"])
        group = book.scenario.get("first_operation_group", "")
        cup = [
            name for name in self.here(CUP, ALLIED) if not group or book.forces[name].group == group
        ]
        forces = yield from self.take_forces("operation_forces", book.operation, cup)
        for name in forces:
            self.place[name] = BOX
        self.test()

    def linking(self, start: dict[str, Any]) -> Steps:
        """What the last campaign changes (link.1 to link.4, R44)."""
        if start.get("axis_add_resupply"):
            yield from self.add(start["axis_add_resupply"], supplies=True)
        if start.get("axis_add_attack"):
            yield from self.add(start["axis_add_attack"], supplies=False)
        if start.get("axis_remove_resupply"):
            yield from self.remove(start["axis_remove_resupply"])
        if start.get("allied_remove_lowest_defence"):
            forces = self.on_map(ALLIED)
            least = min(self.value(force, 2) for force in forces)
            options: list[Option] = [
                ("remove", force) for force in forces if self.value(force, 2) == least
            ]
            answer = yield from self.tie("link", options)
            self.place[answer[1]] = CUP
        areas = self.held(ALLIED)
        number = start.get("allied_add_random", 0)
        forces = yield from self.take_forces("linked_forces", number, self.here(CUP, ALLIED))
        for name in forces:
            places: list[Option] = [("to", area) for area in areas]
            answer = yield from self.tie("t14", places, unit=name)
            self.place[name] = answer[1]

    def add(self, points: int, *, supplies: bool) -> Steps:
        """Add Axis Forces (and Supplies) worth so many points."""
        areas = self.held(AXIS)
        while True:
            options: list[Option] = [("supplies",)] if supplies and points else []
            for force in self.here(POOL, AXIS):
                if self.book.forces[force].full[0] <= points:
                    options += [("buy", force, area) for area in areas]
            answer = yield from self.choose("link_add", [*options, ("done",)], points=points)
            if answer[0] == "done":
                return
            if answer[0] == "supplies":
                points -= 1
                self.supplies[AXIS] += 2
            else:
                points -= self.book.forces[answer[1]].full[0]
                self.place[answer[1]] = answer[2]

    def remove(self, points: int) -> Steps:
        """Remove Axis Forces and Supplies worth at least so many points."""
        while points > 0:
            options: list[Option] = [("remove", force) for force in self.on_map(AXIS)]
            if self.supplies[AXIS] >= 2:
                options.append(("supplies",))
            if not options:
                return
            answer = yield from self.choose("link_remove", options, points=points)
            if answer[0] == "supplies":
                self.supplies[AXIS] -= 2
                points -= 1
            else:
                points -= self.book.forces[answer[1]].full[0]
                self.place[answer[1]] = DEAD_AXIS
