"""Battles: which is next, plans, outcome, Exploit. The rounds are in `rounds.py`."""

from __future__ import annotations

from khamsin.kernel.play.decision import Option
from tests.referee.commander.book import ALLIED, AXIS
from tests.referee.commander.rounds import Battle, Rounds
from tests.referee.commander.table import BOX, CUP, Steps

OTHER = {AXIS: ALLIED, ALLIED: AXIS}


class Battles(Rounds):
    """Battles from the first chit to the last Exploit."""

    def contested(self) -> list[str]:
        """Areas with Forces of both sides, in the order of the map."""
        allied = set(self.held(ALLIED))
        return [area for area in self.held(AXIS) if area in allied]

    def battles(self, prompt: str) -> Steps:
        """Fight in every area with both sides, in the order the player likes (battle.2, T11)."""
        while areas := self.contested():
            options: list[Option] = [("fight", area) for area in areas]
            if prompt == "next_battle":
                answer = yield from self.choose(prompt, options)
            else:
                answer = yield from self.tie(prompt, options)
            yield from self.fight(answer[1])
        self.attacker.clear()
        self.finish.clear()

    def fight(self, area: str) -> Steps:
        """One battle, with everything that follows from it at once (seq.4)."""
        battle = Battle(area, self.attacker[area], area in self.finish)
        self.fought = battle
        self.met["battles to the finish (place.4)"] += battle.finish
        for side in (AXIS, ALLIED):
            battle.fighters[side] = self.here(area, side)
        self.tell(
            "battle",
            place=area,
            side=battle.attacker,
            attackers=tuple(battle.fighters[battle.attacker]),
            defenders=tuple(battle.fighters[OTHER[battle.attacker]]),
        )
        yield from self.allied_plans(battle)
        yield from self.axis_plans(battle)
        yield from self.intel(battle)
        yield from self.deploy(battle)
        yield from self.cohesion(battle)
        yield from self.rounds(battle)
        self.attacker.pop(area, None)
        self.finish.discard(area)
        if battle.fighters[OTHER[battle.attacker]]:
            yield from self.go_back(battle)
        for side in (AXIS, ALLIED):
            yield from self.award(battle, side)
        for side in (AXIS, ALLIED):
            alive, enemies = battle.fighters[side], battle.fighters[OTHER[side]]
            if "exploit" in battle.plans[side] and alive and not enemies:
                if side == AXIS:
                    yield from self.axis_exploit(battle)
                else:
                    yield from self.allied_exploit(battle)

    # -- plans ------------------------------------------------------------------------------

    def allied_plans(self, battle: Battle) -> Steps:
        """Number, payment and draw of Allied plans (aplan.1 to aplan.4, R20, R46)."""
        book = self.book
        number: int = book.base_plans
        for force in battle.fighters[ALLIED]:
            full = self.steps[force] == 2
            number += book.points["allied_full" if full else "allied_reduced"]
            number += self.bonus(force, 3)
        more = paid = 0
        for row in book.points["allied_supply_bonus"]:
            if row["min"] <= self.supplies[ALLIED] <= row["max"]:
                more, paid = row["plans"], row["cost"]
        self.supplies[ALLIED] -= paid
        battle.cup = list(book.plan_cup)
        due = min(number + more, len(battle.cup))
        self.tell("allied_plan_count", forces=number, more=more, supplies=paid, plans=due)
        if due:
            drawn = yield from self.draw("allied_plans", due, battle.cup)
            for plan in drawn:
                battle.cup.remove(plan)
            battle.plans[ALLIED] = list(drawn)

    def axis_plans(self, battle: Battle) -> Steps:
        """The Axis buys plans with points and Supplies (xplan.1 to xplan.3)."""
        book = self.book
        points = 0
        for force in battle.fighters[AXIS]:
            strength = "full" if self.steps[force] == 2 else "reduced"
            points += book.points[f"axis_{strength}_{book.forces[force].nation}"]
            points += self.bonus(force, 3)
        self.tell("axis_points", points=points)
        while True:
            options: list[Option] = [
                ("plan", plan)
                for plan in book.axis_plans
                if plan not in battle.plans[AXIS]
                and book.cost[plan] <= points + self.supplies[AXIS]
            ]
            battle.points = points
            answer = yield from self.choose(
                "plans",
                [*options, ("done",)],
                points=points,
                supplies=self.supplies[AXIS],
                place=battle.area,
            )
            if answer[0] == "done":
                return
            cost = book.cost[answer[1]]
            from_points = min(points, cost)
            points -= from_points
            self.supplies[AXIS] -= cost - from_points
            battle.plans[AXIS].append(answer[1])

    def intel(self, battle: Battle) -> Steps:
        """Intel against Intel, then random discards (plan.intel, R25)."""
        while all("intel" in battle.plans[side] for side in (AXIS, ALLIED)):
            for side in (AXIS, ALLIED):
                battle.plans[side].remove("intel")
        for side in (AXIS, ALLIED):
            yield from self.spy(battle, side)

    def spy(self, battle: Battle, side: str) -> Steps:
        """Each Intel left discards a plan of the enemy."""
        while "intel" in battle.plans[side]:
            battle.plans[side].remove("intel")
            theirs = battle.plans[OTHER[side]]
            if theirs:
                (plan,) = yield from self.draw("intel", 1, theirs)
                theirs.remove(plan)

    def deploy(self, battle: Battle) -> Steps:
        """A Force from the cup, or a plan if it is empty (plan.deploy, R26)."""
        while "deploy" in battle.plans[ALLIED]:
            battle.plans[ALLIED].remove("deploy")
            cup = self.here(CUP, ALLIED)
            if cup:
                (force,) = yield from self.draw("deploy", 1, cup)
                self.place[force] = battle.area
                self.steps[force], self.level[force] = 2, 0
                self.came[force] = BOX
                battle.fighters[ALLIED].append(force)
            elif battle.cup:
                self.met["Deploy with an empty cup (R26)"] += 1
                (plan,) = yield from self.draw("deploy_plan", 1, battle.cup)
                battle.cup.remove(plan)
                battle.plans[ALLIED].append(plan)
                yield from self.spy(battle, ALLIED)

    def cohesion(self, battle: Battle) -> Steps:
        """Two infantry or motorised Forces roll one die (plan.cohesion)."""
        if "cohesion" not in battle.plans[AXIS]:
            return
        able = [
            force for force in battle.fighters[AXIS] if self.book.forces[force].type != "armour"
        ]
        options: list[Option] = [
            ("pair", one, two) for at, one in enumerate(able) for two in able[at + 1 :]
        ]
        if options:
            answer = yield from self.choose("cohesion", options)
            battle.pair = answer[1:]

    # -- after the battle -------------------------------------------------------------------

    def go_back(self, battle: Battle) -> Steps:
        """Surviving attackers return (after.1, R8, R9, R35)."""
        side = battle.attacker
        enemy = OTHER[side]
        for force in list(battle.fighters[side]):
            way = self.came.get(force, BOX)
            if way != BOX and self.here(way, enemy):
                free = [area for area in self.book.near[battle.area] if not self.here(area, enemy)]
                self.met["the way back is taken (R9)"] += 1
                if not free:
                    self.met["no way back at all (R9)"] += 1
                    battle.fighters[side].remove(force)
                    self.destroy(force)
                    continue
                options: list[Option] = [("to", area) for area in free]
                if side == AXIS:
                    answer = yield from self.choose("way_back", options, unit=force)
                else:
                    homes = [
                        name for name, row in self.book.areas.items() if row["allied_placement"]
                    ]
                    far = {area: min(self.book.far[area][home] for home in homes) for area in free}
                    least = min(far.values())
                    options = [("to", area) for area in free if far[area] == least]
                    answer = yield from self.tie("r9", options, unit=force)
                way = answer[1]
            self.met["back to the Operations box (R8)"] += way == BOX
            self.place[force] = way

    def award(self, battle: Battle, side: str) -> Steps:
        """One upgrade for each enemy Force destroyed (upgrade.1 to upgrade.10, R56)."""
        for left in range(battle.kills[side], 0, -1):
            able = list(battle.fighters[side])
            chits = sorted(self.upgrades.elements())

            def can(force: str, chits: list[str] = chits) -> bool:
                return self.level[force] == 1 or (self.level[force] == 0 and bool(chits))

            if side == ALLIED:
                full = [force for force in able if self.steps[force] == 2 and can(force)]
                able = full or able
            able = [force for force in able if can(force)]
            plain = [force for force in able if self.level[force] == 0]
            options: list[Option] = [("draw",)] if plain else []
            options += [("elite", force) for force in able if self.level[force] == 1]
            if not options:
                self.tell("upgrades_lost", side=side, upgrades=left)
                return
            if side == AXIS:
                answer = yield from self.choose("upgrade", options, upgrades=left)
            else:
                answer = yield from self.tie("t4", options, upgrades=left)
            if answer[0] == "elite":
                self.level[answer[1]] = 2
                continue
            (chit,) = yield from self.draw("upgrade", 1, chits)
            options = [("veteran", force) for force in plain]
            if side == AXIS:
                answer = yield from self.choose("attach", options, chit=chit)
            else:
                answer = yield from self.tie("t4_attach", options, chit=chit)
            self.upgrades[chit] -= 1
            self.level[answer[1]] = 1
            self.chit[answer[1]] = chit

    def axis_exploit(self, battle: Battle) -> Steps:
        """Survivors may go on by one area for a Supply each (plan.exploit, R29)."""
        wait = list(battle.fighters[AXIS])
        entered: list[str] = []
        while wait and self.supplies[AXIS] >= 1:
            options: list[Option] = [
                ("exploit", force, area) for force in wait for area in self.book.near[battle.area]
            ]
            answer = yield from self.choose(
                "exploit",
                [*options, ("done",)],
                supplies=self.supplies[AXIS],
                place=battle.area,
            )
            if answer[0] == "done":
                break
            _, force, area = answer
            self.supplies[AXIS] -= 1
            wait.remove(force)
            self.came[force], self.place[force] = battle.area, area
            if battle.attacker == ALLIED and self.axis_half and force not in self.moved:
                self.met["Exploit of a defender in the Axis half (nbmove.2)"] += 1
            self.tell("exploited", unit=force, place=area)
            self.enter(area, AXIS, entered)
        yield from self.fight_on(entered)

    def enter(self, area: str, side: str, entered: list[str]) -> None:
        """Remember a battle that an Exploit brings about; one that waits keeps its kind (R52)."""
        if self.here(area, OTHER[side]) and area not in entered:
            entered.append(area)
            if area in self.attacker:
                mine = "attackers" if self.attacker[area] == side else "defenders"
                self.met[f"Exploit joins {mine} of a battle that waits (R52)"] += 1
            elif len(entered) > 1:
                self.met["Exploit enters several areas (R57)"] += 1
            self.attacker.setdefault(area, side)

    def fight_on(self, entered: list[str]) -> Steps:
        """The battles of an Exploit, in the order the areas were entered (R57)."""
        for area in entered:
            if area in self.contested():
                self.met["battles of an Exploit (R29)"] += 1
                yield from self.fight(area)

    def allied_exploit(self, battle: Battle) -> Steps:
        """As an Advance, highest Attack first, while Supplies last (plan.exploit, R48, T12)."""
        wait = list(battle.fighters[ALLIED])
        entered: list[str] = []
        before, self.aim = self.aim, {}
        while wait and self.supplies[ALLIED] >= 1:
            best = max(self.value(force, 0) for force in wait)
            equal = [force for force in wait if self.value(force, 0) == best]
            force = equal[0]
            several = any(len(self.advance_targets(each)) > 1 for each in equal)
            if several or self.supplies[ALLIED] < len(wait):
                options: list[Option] = [("go", each) for each in equal]
                _, force = yield from self.tie("t12", options)
            wait.remove(force)
            if not self.held(AXIS):
                yield from self.wander(force, 1, "exploited")
            else:
                nearest = self.advance_targets(force)
                targets = self.shared(force, nearest)
                if len(nearest) > 1:
                    self.met["Allied Exploit with several nearest areas (R48)"] += 1
                    now, self.aim = self.aim, {**before, **self.aim}
                    if self.shared(force, nearest) != targets:
                        self.met["... where earlier Advances would count, if they did"] += 1
                    self.aim = now
                sends: list[Option] = [("send", force, area) for area in targets]
                answer = yield from self.tie("t8", sends)
                self.aim[force] = answer[2]
                yield from self.walk(force, answer[2], 1, "", avoid=False, kind="exploited")
            self.trod[force] -= 1
            self.enter(self.place[force], ALLIED, entered)
        self.aim = before
        yield from self.fight_on(entered)
