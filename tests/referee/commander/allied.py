"""The Allied half: refit, Operation Check, orders, resupply (sections B1 to B9 of our ledger)."""

from __future__ import annotations

from typing import Any

from khamsin.kernel.play.decision import Option
from tests.referee.commander.axis import AxisHalf
from tests.referee.commander.book import ALLIED, AXIS
from tests.referee.commander.table import BOX, CUP, Steps


class AlliedHalf(AxisHalf):
    """What the rules do for the Allies."""

    def allied_refit(self) -> Steps:
        """Highest Attack first while Supplies last (arefit.1, R18, R38, T1)."""
        while self.supplies[ALLIED] >= 2:
            reduced = [
                force
                for force in self.on_map(ALLIED) + self.here(BOX, ALLIED)
                if self.steps[force] == 1
            ]
            if not reduced:
                return
            best = max(self.value(force, 0) for force in reduced)
            equal = [force for force in reduced if self.value(force, 0) == best]
            force = equal[0]
            if self.supplies[ALLIED] < 2 * len(equal):
                options: list[Option] = [("refit", each) for each in equal]
                answer = yield from self.tie("t1", options)
                force = answer[1]
            self.supplies[ALLIED] -= 2
            self.steps[force] = 2
            self.lower(force)

    # -- operations -------------------------------------------------------------------------

    def operations(self) -> Steps:
        """Draw an Operations chit (opscheck.1, R37)."""
        out = list(self.ops_drawn)
        cup: list[str] = []
        for name, row in self.book.ops_chits.items():
            cup += [name] * (row["count"] - out.count(name))
        (chit,) = yield from self.draw("operation", 1, cup)
        self.ops_drawn.append(chit)
        row = self.book.ops_chits[chit]
        if row["forces"]:
            yield from self.prepare(row["forces"])
        if row["go"]:
            yield from self.go()
            self.ops_drawn = []
            yield from self.prepare(self.book.operation)

    def prepare(self, number: int) -> Steps:
        """Draw Operation Forces into the box (ops.1, afterg.1, afterg.2)."""
        cup = self.here(CUP, ALLIED)
        forces = yield from self.take_forces("operation_forces", number, cup)
        for force in forces:
            self.place[force] = BOX

    def go(self) -> Steps:
        """All Operation Forces enter, advance and fight (opschit.2, opschit.3, opsbattle.1)."""
        advances = sum(self.book.ops_chits[chit]["advances"] for chit in self.ops_drawn)
        forces = self.here(BOX, ALLIED)
        self.tell("go", forces=len(forces), advances=advances)
        self.trod.clear()
        self.aim.clear()
        for force in forces:
            (die,) = yield from self.roll("entry")
            area = self.entry_area(force, die)
            self.place[force] = area
            self.came[force] = BOX
            self.tell("entered", unit=force, die=die, place=area)
            if self.here(area, AXIS):
                self.attacker[area] = ALLIED
        for _ in range(advances):
            yield from self.advance(self.able(forces), 0)
        yield from self.battles("t11")

    def entry_area(self, force: str, die: int) -> str:
        """Where an Operation Force comes in (R50)."""
        row = self.book.row(self.book.entry, die)
        card = self.book.forces[force]
        if not row["area"]:
            name: str = row[f"{'airborne' if card.airborne else 'other'}_{card.nation}"]
            return name
        area: str = row["area"]
        return area

    def able(self, forces: list[str]) -> list[str]:
        """Those that may still move: not beside Axis Forces, not at their maximum (B4, R12)."""
        found = []
        for force in forces:
            card = self.book.forces[force]
            most = (card.full if self.steps[force] == 2 else card.reduced)[3]
            if not self.here(self.place[force], AXIS) and self.trod[force] < most:
                found.append(force)
        return found

    # -- orders -----------------------------------------------------------------------------

    def orders(self) -> Steps:
        """Region after region in the order of the player (orders.2, T5)."""
        self.trod.clear()
        self.aim.clear()
        self.came.clear()
        if self.book.attrition:
            yield from self.siege()
        done: set[str] = set()
        ordered: set[str] = set()
        while True:
            left = [
                region
                for region in self.book.regions
                if region not in done and self.waiting(region, ordered)
            ]
            if not left:
                return
            options: list[Option] = [("region", region) for region in left]
            answer = yield from self.tie("t5", options)
            done.add(answer[1])
            yield from self.region_orders(answer[1], ordered)

    def waiting(self, region: str, ordered: set[str]) -> list[str]:
        """Allied Forces in a region that have had no orders yet, area by area."""
        return [
            force
            for area in self.book.areas
            if self.region_of(area) == region
            for force in self.here(area, ALLIED)
            if force not in ordered
        ]

    def siege(self) -> Steps:
        """The variant of the literal box: attrition in Fortress Tobruk (R6)."""
        forces = self.here("na_tobruk", ALLIED)
        if not forces:
            return
        (die,) = yield from self.roll("attrition")
        if len(forces) < 3:
            lost = min(self.supplies[ALLIED], 2 if die <= 3 else 1 if die <= 5 else 0)
            self.supplies[ALLIED] -= lost
            self.tell("siege", die=die, supplies=lost)
            return
        self.tell("siege_fire", die=die)
        if die > 2:
            return
        full = [force for force in forces if self.steps[force] == 2] or forces
        least = min(self.value(force, 2) for force in full)
        equal = [force for force in full if self.value(force, 2) == least]
        options: list[Option] = [("hit", force) for force in equal]
        answer = yield from self.tie("t2", options, hits=1)
        self.hit(answer[1])

    def region_orders(self, region: str, ordered: set[str]) -> Steps:
        """Conditions, then the die for the others (cond.1, roll.1, R40)."""
        table = self.book.orders[region]
        group = self.waiting(region, ordered)
        inside = [area for area, row in self.book.areas.items() if row["region"] == region]
        count = {
            side: sum(len(self.here(area, side)) for area in inside) for side in (AXIS, ALLIED)
        }
        self.tell("region", region=region, axis=count[AXIS], allied=count[ALLIED])
        ordered.update(group)
        chosen: list[tuple[list[str], dict[str, Any]]] = []
        rest = list(group)
        for row in table["conditions"]:
            there = [force for force in rest if self.place[force] == row["area"]]
            if row["kind"] == "garrison":
                there = yield from self.garrison(there, row["n"], row["area"])
            if there:
                self.tell("condition", units=tuple(there), place=row["area"], order=row["order"])
                chosen.append((there, row))
                rest = [force for force in rest if force not in there]
        for forces, row in chosen:
            yield from self.carry_out(forces, [{"kind": row["order"], "supply": 0}])
        if not rest:
            return
        (die,) = yield from self.roll("orders")
        total, why = die, []
        for row in table["modifiers"]:
            when = row["when"]
            if (
                (when == "allied_more" and count[ALLIED] > count[AXIS])
                or (when == "axis_more" and count[AXIS] > count[ALLIED])
                or (when == "axis_none" and count[AXIS] == 0)
            ):
                total += row["add"]
                why.append(when)
        self.tell("orders_roll", region=region, die=die, modifiers=tuple(why), total=total)
        yield from self.carry_out(rest, self.book.row(table["rows"], total)["steps"])

    def garrison(self, forces: list[str], number: int, area: str) -> Steps:
        """The Forces with the lowest Attack stay; ties T7."""
        wait = list(forces)
        stay: list[str] = []
        while wait and len(stay) < number:
            least = min(self.value(force, 0) for force in wait)
            equal = [force for force in wait if self.value(force, 0) == least]
            force = equal[0]
            if len(equal) > number - len(stay):
                options: list[Option] = [("garrison", each) for each in equal]
                answer = yield from self.tie("t7", options, place=area)
                force = answer[1]
            stay.append(force)
            wait.remove(force)
        return stay

    def carry_out(self, forces: list[str], steps: list[dict[str, Any]]) -> Steps:
        """Step after step, all Forces of the group each time (roll.2, supply1.1, B4)."""
        for step in steps:
            kind, cost = step["kind"], step["supply"]
            able = self.able(forces)
            if kind == "hold":
                continue
            if kind == "advance":
                yield from self.advance(able, cost)
                continue
            wait = [force for force in able if self.wants(force, step)]
            while wait:
                if cost > self.supplies[ALLIED]:
                    break
                force = yield from self.served(wait, cost)
                wait.remove(force)
                targets = self.targets(step)
                if not targets:
                    yield from self.wander(force, cost)
                    continue
                near = self.nearest(force, targets)
                free = [area for area in near if self.is_free(force, area)]
                near = free or near  # "they go there": no choice of the player (ord.objective)
                ways = {tuple(self.ways(force, area, avoid=True)) for area in near}
                if len(ways) == 1:  # the same ways lead to all of them: nothing to decide
                    near = near[:1]
                nearest: list[Option] = [("toward", area) for area in near]
                answer = yield from self.tie("t10", nearest, unit=force)
                yield from self.walk(force, answer[1], cost, kind, avoid=True)

    def wants(self, force: str, step: dict[str, Any]) -> bool:
        """Whether a Force has somewhere to go: at its target it stays (B5)."""
        targets = self.targets(step)
        return not targets or self.place[force] not in targets

    def targets(self, step: dict[str, Any]) -> list[str]:
        """The targets of an order (ord.objective, ord.retreat, ord.area, R54)."""
        areas = self.book.areas
        if step["kind"] == "objective":
            return [
                name for name, row in areas.items() if row["flag"] and self.control[name] != ALLIED
            ]
        if step["kind"] == "retreat":
            return [
                name
                for name, row in areas.items()
                if row["allied_placement"] and self.control[name] != AXIS
            ]
        if step["kind"] == "area":
            return [step["area"]]
        return []

    # -- resupply ---------------------------------------------------------------------------

    def allied_resupply(self) -> Steps:
        """Supplies and Forces by the table, then battles to the finish (aresupply.1, place.4)."""
        table = self.book.allied_resupply
        (die,) = yield from self.roll("allied_resupply")
        total, why = die, []
        calm = any(row["effect"].get("ignore_storm") for row in self.book.effects)
        for row in table["modifiers"]:
            when = row["when"]
            if when == "axis_controls_any":
                counts = any(self.control[area] == AXIS for area in row["areas"])
            elif when == "allied_controls_any":
                counts = any(self.control[area] == ALLIED for area in row["areas"])
            elif when == "turn_from":
                counts = self.turn >= row["turn"]
            else:
                counts = self.turn == row["turn"] and not calm
            if counts:
                total += row["add"]
                why.append(when)
        row = self.book.row(table["rows"], total)
        self.supplies[ALLIED] += row["supplies"]
        self.tell(
            "allied_resupply",
            die=die,
            modifiers=tuple(why),
            total=total,
            forces=row["forces"],
            supplies=row["supplies"],
        )
        cup = self.here(CUP, ALLIED)
        forces = yield from self.take_forces("new_forces", row["forces"], cup)
        for force in forces:
            (die,) = yield from self.roll("placement")
            area = self.book.row(table["placement"], die)["area"]
            self.place[force] = area
            self.came[force] = BOX
            self.tell("placed", unit=force, die=die, place=area)
            if self.here(area, AXIS):
                self.attacker[area] = ALLIED
                self.finish.add(area)
        yield from self.battles("t13")
