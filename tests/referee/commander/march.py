"""How Allied Forces march: Advance with its sharing out, ways toward a target, random moves."""

from __future__ import annotations

from collections.abc import Sequence

from khamsin.kernel.play.decision import Option
from tests.referee.commander.book import ALLIED, AXIS
from tests.referee.commander.table import Steps, Table


class March(Table):
    """One area at a time (B5, B6, B7)."""

    def step_to(self, force: str, area: str, cost: int) -> None:
        """Make the move and pay for it."""
        self.supplies[ALLIED] -= cost
        self.came[force] = self.place[force]
        self.place[force] = area
        self.trod[force] += 1
        if self.here(area, AXIS) and area not in self.attacker:
            self.attacker[area] = ALLIED

    def nearest(self, force: str, targets: Sequence[str]) -> list[str]:
        """The targets at the smallest distance (R11)."""
        far = self.book.far[self.place[force]]
        least = min(far[area] for area in targets)
        return [area for area in targets if far[area] == least]

    def advance_targets(self, force: str) -> list[str]:
        """Nearest areas with Axis Forces (ord.advance)."""
        held = self.held(AXIS)
        return self.nearest(force, held) if held else []

    def shared(self, force: str, nearest: list[str]) -> list[str]:
        """Which of them are still open in this cycle (advance.2, R42)."""
        if len(nearest) < 2:
            return nearest
        sent = {
            area: sum(1 for other, aim in self.aim.items() if aim == area and other != force)
            for area in nearest
        }
        stand = {area: len(self.here(area, AXIS)) for area in nearest}
        cycle = 1
        while True:
            found = [area for area in nearest if sent[area] < cycle * stand[area]]
            if found:
                return found
            cycle += 1

    def ways(self, force: str, target: str, *, avoid: bool) -> list[str]:
        """Adjacent areas one nearer; without Axis Forces if there is such a one (B5)."""
        far = self.book.far[target]
        here = self.place[force]
        ways = [area for area in self.book.near[here] if far[area] == far[here] - 1]
        free = [area for area in ways if not self.here(area, AXIS)]
        return free if avoid and free else ways

    def is_free(self, force: str, target: str) -> bool:
        """Whether some area that is one nearer to the target is without Axis Forces."""
        return any(not self.here(area, AXIS) for area in self.ways(force, target, avoid=True))

    def walk(
        self, force: str, target: str, cost: int, order: str, *, avoid: bool, kind: str = "ordered"
    ) -> Steps:
        """One area nearer to the target; T9 among equal ways (B5, B6)."""
        ways = self.ways(force, target, avoid=avoid)
        options: list[Option] = [("to", area) for area in ways]
        answer = yield from self.tie("t9", options, unit=force, place=target)
        self.step_to(force, answer[1], cost)
        if kind == "ordered":
            self.tell(kind, unit=force, place=answer[1], order=order, aim=target, supplies=cost)
        else:
            self.tell(kind, unit=force, place=answer[1])

    def wander(self, force: str, cost: int, kind: str = "wandered") -> Steps:
        """A random adjacent area (B7)."""
        near = self.book.near[self.place[force]]
        (area,) = yield from self.draw("random_area", 1, near)
        self.step_to(force, area, cost)
        if kind == "wandered":
            self.tell(kind, unit=force, place=area, supplies=cost)
        else:
            self.tell(kind, unit=force, place=area)

    def advance(self, forces: list[str], cost: int) -> Steps:
        """Every one of these Forces makes one Advance step (B6)."""
        wait = list(forces)
        while wait:
            if cost > self.supplies[ALLIED]:
                return
            if not self.held(AXIS):
                force = yield from self.served(wait, cost)
                wait.remove(force)
                yield from self.wander(force, cost)
                continue
            several = any(len(self.advance_targets(force)) > 1 for force in wait)
            if several:
                options: list[Option] = [
                    ("send", force, area)
                    for force in wait
                    for area in self.shared(force, self.advance_targets(force))
                ]
                _, force, target = yield from self.tie("t8", options)
            else:
                force = yield from self.served(wait, cost)
                target = self.advance_targets(force)[0]
            wait.remove(force)
            self.aim[force] = target
            yield from self.walk(force, target, cost, "advance", avoid=False)

    def served(self, wait: list[str], cost: int) -> Steps:
        """Who moves next: a question only while the Supplies do not pay for all (T6)."""
        if cost and self.supplies[ALLIED] < cost * len(wait):
            options: list[Option] = [("go", force) for force in wait]
            answer = yield from self.tie("t6", options)
            return answer[1]
        return wait[0]
