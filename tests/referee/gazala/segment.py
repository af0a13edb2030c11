"""The initial segment of a turn (3.1, R27)."""

from __future__ import annotations

from datetime import date, timedelta
from typing import Any

from khamsin.kernel.play.decision import Option
from tests.referee.gazala.board import (
    ALLIED,
    AXIS,
    INDEPENDENT,
    ROMMEL,
    SIDES,
    enemy_of,
    formations,
    pool_of,
    tables,
)
from tests.referee.gazala.books import (
    DEAD,
    ISOLATED,
    SUPPLIED,
    WAITING,
    hq_of,
)
from tests.referee.gazala.deploying import Deploying
from tests.referee.gazala.desk import Ask, Dice, Flow, Lot


class Segment(Deploying):
    """What comes before the impulses."""

    # -- the segment ---------------------------------------------------------------------------

    def initial_segment(self) -> Flow:
        """Everything up to the cup (R27)."""
        self.new_turn()
        yield from self.hqs_return()
        self.air = 0
        if self.scenario["air"]:
            (die,) = yield Dice("air", 1)
            self.air = tables()["dice"]["air"][int(die) - 1]
            self.tell("air_roll", die=int(die), columns=self.air)
        self.withdrawing = False
        better = self.turn > 1 and self.scenario["command_modifiers"]  # R7
        if better and self.withdrawals < tables()["limits"]["withdrawals"]:
            answer = yield Ask(ALLIED, "withdraw", "7.6", [("no",), ("yes",)], {})
            if answer == ("yes",):
                self.withdrawing = True
                self.withdrawals += 1
                self.tell("withdrawing")
        yield from self.command()
        for side in SIDES:
            yield from self.replacements(side)
        for side in SIDES:
            yield from self.reassign(side)
        self.set_status()
        yield from self.note_heckler()
        yield from self.choose_chits()

    def date_of(self, turn: int) -> str:
        """Month and day of a turn."""
        month, day = (int(part) for part in self.scenario["start"].split("-"))
        then = date(1942, month, day) + timedelta(days=turn - 1)
        return f"{then:%m-%d}"

    def new_turn(self) -> None:
        """The date moves on; reinforcements and points of the day are there (11.1)."""
        self.turn += 1
        self.date = self.date_of(self.turn)
        self.tell("turn", turn=self.turn, date=self.date)
        for notes in (self.by_hq, self.by_rommel, self.moved, self.locked):
            notes.clear()
        self.impulse = 0
        self.chit = ""
        self.eligible = {}
        self.attacks = self.allied_attacks = 0
        self.cup = []
        self.track = {side: [] for side in SIDES}
        self.halted = dict.fromkeys(SIDES, False)
        self.rommel_in = False
        for row in self.rows("reinforcement"):
            if row["date"] == self.date:
                for name in row["units"]:
                    self.place[name] = WAITING
        for row in self.rows("replacement"):
            if row["date"] == self.date:
                self.add_points(row["points"])

    def hqs_return(self) -> Flow:
        """HQs lost two turns ago come back (10.11, 10.13, R34)."""
        for hq in [name for name in self.units if self.hq_back.get(name) == self.turn]:
            del self.hq_back[hq]
            card = self.units[hq]
            army = [name for name in self.army(card.side) if not self.units[name].is_hq]
            mates = [
                name for name in army if hq == ROMMEL or self.formation[name] == card.formation
            ]
            if not mates:
                self.tell("hq_gone", unit=hq)
                continue
            foe = self.occupied(enemy_of(card.side))
            places = {self.place[name] for name in mates}
            places |= {at for at in self.board.exits[card.side] if at not in foe}
            offers = [("return", at) for at in sorted(places) if self.room(at, [hq])]
            answer = yield Ask(card.side, "hq_returns", "10.13", offers, {"unit": hq})
            self.place[hq] = answer[1]
            self.step[hq] = 0
            self.supply[hq] = SUPPLIED
            self.control[answer[1]] = card.side
            self.tell("hq_back", unit=hq, place=answer[1])

    def command(self) -> Flow:
        """Command limits (7.1); none on the first turn (R41)."""
        if self.turn == 1:
            return
        for side in SIDES:
            (roll,) = yield Dice("command", 1)
            die = int(roll)
            modifier = self.command_modifier(side)
            row = tables()["command"][side]
            self.limits[side] = row[min(max(die + modifier, 1), len(row)) - 1]
            self.tell("command", side=side, die=die, modifier=modifier, chits=self.limits[side])
            if side == AXIS:
                start = tables()["command"]["rommel_from"]
                self.rommel_in = die >= start and self.on_map(ROMMEL)

    def command_modifier(self, side: str) -> int:
        """What is added to a command die (7.1, 7.6, 13.11, 13.31)."""
        total = 0
        if self.scenario["command_modifiers"]:
            for row in tables()["command_modifier"]:
                if row["side"] == side and self.modifier_holds(row):
                    total += row["die"]
        for row in tables()["scenario_modifier"]:
            is_here = self.scenario["id"] in row["scenarios"] and row["side"] == side
            if is_here and row["date"] == self.date:
                total += row["die"]
        return total

    def modifier_holds(self, row: dict[str, Any]) -> bool:
        """Whether a modifier of the command table counts today."""
        if "dates" in row:
            return self.date in row["dates"]
        if "hex" in row:
            return self.control[row["hex"]] == AXIS
        if row["id"] == "withdrawal":
            return self.withdrawing
        if row["id"] == "allied_hq_lost":
            return any(
                self.place[hq] == DEAD for side, hq in formations().values() if side == ALLIED
            )
        # The table is ours: an HQ that is lost, or whose counter shows its back (6.14), counts.
        hq = hq_of("afrika")
        return not self.on_map(hq) or self.supply[hq] != SUPPLIED

    # -- replacements (11.2) -------------------------------------------------------------------

    def replacements(self, side: str) -> Flow:
        """A side spends points as long as it can and wants."""
        while True:
            offers = self.rebuilds(side) + self.comebacks(side)
            if not offers:
                return
            answer = yield Ask(side, "replacements", "11.2.a", [*offers, ("done",)], {})
            if answer == ("done",):
                return
            unit = answer[1]
            pool = self.pool(unit)
            self.points[pool] -= 1
            if answer[0] == "rebuild":
                self.tell("rebuilt", unit=self.rebuild(unit), pool=pool)
            else:
                self.place[unit] = answer[2]
                self.step[unit] = len(self.units[unit].steps) - 1
                self.control[answer[2]] = side
                self.tell("came_back", unit=unit, place=answer[2], pool=pool)

    def beside_enemy(self, side: str, at: str) -> bool:
        """Whether an enemy unit is adjacent (11.2)."""
        foe = self.occupied(enemy_of(side))
        return any(to in foe for to in self.board.near[at])

    def rebuilds(self, side: str) -> list[tuple[str, ...]]:
        """Units in play that may regain a step (11.2, 11.24, R49)."""
        status = self.status(side)
        found: list[Option] = []
        for name in self.army(side):
            card = self.units[name]
            if not self.points.get(self.pool(name), 0) or status[name] == ISOLATED:
                continue
            if self.beside_enemy(side, self.place[name]):
                continue
            if self.step[name] > 0:
                # The battalion of a split brigade is its other step: nothing to regain (R37).
                short = not self.detached(name)
            else:
                short = bool(card.family) and self.grows(name)
            if short:
                found.append(("rebuild", name))
        return found

    def pool(self, unit: str) -> str:
        """The points that rebuild a unit; a battalion has the nation of its troops (R37)."""
        return pool_of(self.units[self.troops.get(unit, unit)])

    def grows(self, battalion: str) -> bool:
        """Whether a battalion may become its reduced brigade again (R49)."""
        brigade = self.troops[battalion]
        if self.place[brigade] != DEAD:
            return False
        at = self.place[battalion]
        side = self.units[battalion].side
        others = [name for name in self.at(at, side) if name != battalion]
        old = self.formation[brigade]
        self.formation[brigade] = self.formation[battalion]
        good = self.fits([*others, brigade])
        self.formation[brigade] = old
        return good

    def rebuild(self, unit: str) -> str:
        """A unit regains a step; what stands there now."""
        if self.step[unit] > 0:
            self.step[unit] -= 1
            return unit
        brigade = self.troops[unit]
        self.place[brigade], self.place[unit] = self.place[unit], DEAD
        self.step[brigade] = 1
        self.formation[brigade] = self.formation[unit]
        return brigade

    def comebacks(self, side: str) -> list[tuple[str, ...]]:
        """Eliminated tanks and armoured cars that may come back, and where (11.23, R49)."""
        status = self.status(side)
        found: list[Option] = []
        for name, card in self.units.items():
            if card.side != side or not card.is_vehicle or self.place[name] != DEAD:
                continue
            if not self.points[pool_of(card)]:
                continue
            own = self.formation[name]
            hosts = {
                self.place[mate]
                for mate in self.army(side)
                if status[mate] == SUPPLIED
                and mate != ROMMEL
                and own in (INDEPENDENT, self.formation[mate])
            }
            for at in sorted(hosts):
                if self.room(at, [name]) and not self.beside_enemy(side, at):
                    found.append(("comeback", name, at))
        return found

    # -- reassignment (7.32) -------------------------------------------------------------------

    def reassign(self, side: str) -> Flow:
        """One unit may go to another formation."""
        names = [name for name in self.army(side) if not self.units[name].is_hq]
        if not names:
            return
        offers = [("reassign", name) for name in names]
        answer = yield Ask(side, "reassign", "7.32.a", [*offers, ("no",)], {})
        if answer == ("no",):
            return
        unit = answer[1]
        old = self.formation[unit]
        choices = [
            ("formation", name)
            for name, (whose, _) in formations().items()
            if whose == side and name not in ("rommel", old)
        ]
        answer = yield Ask(side, "new_formation", "7.32.a", choices, {"unit": unit})
        self.formation[unit] = answer[1]
        self.tell("reassigned", unit=unit, old=old, formation=answer[1])

    # -- Heckler (10.4) and the chits (7.1, 7.4) -----------------------------------------------

    def note_heckler(self) -> Flow:
        """The Axis may note a landing two turns from now (10.4, R36)."""
        due = self.turn + tables()["dice"]["heckler_notice"]
        if self.heckler_over or due > self.scenario["turns"]:
            return
        offers: list[tuple[str, ...]] = [("no",)]
        if not self.heckler_due:
            offers += [("note", at) for at in self.board.raw["heckler"]["hexes"]]
        answer = yield Ask(AXIS, "heckler", "10.4", offers, {})
        if answer[0] == "note":
            self.heckler_due = due
            self.heckler_hex = answer[1]
            self.tell("landing_noted", place=answer[1], date=self.date_of(self.heckler_due))

    def choose_chits(self) -> Flow:
        """Both sides fill the cup in secret (7.1, 7.4, R41, R42)."""
        chosen: dict[str, list[str]] = {side: [] for side in SIDES}
        first = self.turn == 1
        for side in SIDES:
            able = [
                name
                for name, (whose, _) in formations().items()
                if whose == side and name != "rommel" and self.hq_here(name)
            ]
            if first:
                most = self.scenario["first_choice"] if side == ALLIED else 0
            else:
                most = self.limits[side] + (side == ALLIED)
            most = min(most, len(able))
            if side == ALLIED and most == len(able):
                chosen[side] = list(able)  # no choice (R42)
            while len(chosen[side]) < most:
                rest: list[Option] = [("chit", n) for n in able if n not in chosen[side]]
                if side == AXIS:
                    rest.append(("done",))
                facts = {"chosen": len(chosen[side]), "most": most}
                answer = yield Ask(side, "chits", "7.1", rest, facts)
                if answer == ("done",):
                    break
                chosen[side].append(answer[1])
        if not first and len(chosen[ALLIED]) > self.limits[ALLIED]:
            (dropped,) = yield Lot("dropped", tuple(chosen[ALLIED]))
            chosen[ALLIED].remove(dropped)
        self.cup = chosen[AXIS] + chosen[ALLIED]
        if first:
            self.cup += [name for name in self.scenario["first_cup"] if self.hq_here(name)]
        elif self.rommel_in:
            self.cup.append("rommel")
        self.tell("cup", axis=self.chits_left(AXIS), allied=self.chits_left(ALLIED))
