"""The rounds of a battle: dice, Tactics, Assault, hits, Press."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from khamsin.kernel.play.decision import Option
from tests.referee.commander.book import ALLIED, AXIS
from tests.referee.commander.march import March
from tests.referee.commander.table import Steps

OTHER = {AXIS: ALLIED, ALLIED: AXIS}
FIRING = {"german_88": (3, 1), "air_raid": (3, 0), "at_guns": (2, 0)}
"""Plans that fire every round: hits on this or less, twice on that or less (plan.3, 4, 10)."""
DISRUPT = (5, 3)


class Battle:
    """A battle being fought."""

    def __init__(self, area: str, attacker: str, finish: bool) -> None:
        self.area = area
        self.attacker = attacker
        self.finish = finish
        self.fighters: dict[str, list[str]] = {AXIS: [], ALLIED: []}
        self.plans: dict[str, list[str]] = {AXIS: [], ALLIED: []}
        self.cup: list[str] = []
        self.pair: tuple[str, ...] = ()
        self.kills = {AXIS: 0, ALLIED: 0}
        self.round = 0
        self.points = 0
        """Battle Plan Points left while plans are bought."""


class Die:
    """One die of a round: a Force (or a pair) or a plan."""

    def __init__(self, names: tuple[str, ...], plan: str, needed: int, double: int) -> None:
        self.names, self.plan, self.needed, self.double = names, plan, needed, double
        self.face = 0

    def score(self) -> int:
        """Hits, or Supplies taken by Disrupt (attack.1, R21, R22)."""
        if self.face <= self.double:
            return 2
        return 1 if self.face <= self.needed else 0

    def best(self) -> int:
        """The most it could do."""
        return 2 if self.double >= 1 else 1 if self.needed >= 1 else 0


class Rounds(March):
    """Round after round (resolve.1 to rounds.1)."""

    fought: Battle | None = None
    """The battle that is or was fought last."""

    def rounds(self, battle: Battle) -> Steps:
        """Fight until Press or one of the sides is gone (plan.press, R30, place.4)."""
        while True:
            battle.round += 1
            self.tell("round", round=battle.round)
            yield from self.round(battle)
            if battle.finish:
                if not all(battle.fighters[side] for side in (AXIS, ALLIED)):
                    return
                continue
            owners = [side for side in (AXIS, ALLIED) if "press" in battle.plans[side]]
            if not owners:
                return
            if not battle.fighters[AXIS] and not battle.fighters[ALLIED]:
                return  # nobody is left whom a die could hit
            for side in (AXIS, ALLIED):
                if not battle.fighters[side] and not set(battle.plans[side]) & set(FIRING):
                    return
            battle.plans[owners[-1]].remove("press")  # whose it is does not matter (R30)

    def round(self, battle: Battle) -> Steps:
        """One round; in an Ambush the Allies go first (plan.ambush, R27, R53)."""
        if battle.round == 1 and "ambush" in battle.plans[ALLIED]:
            hits = yield from self.allied_dice(battle)
            yield from self.hit_axis(battle, hits)
            hits = yield from self.axis_dice(battle)
            yield from self.hit_allies(battle, hits)
            return
        on_allies = yield from self.axis_dice(battle)
        on_axis = yield from self.allied_dice(battle)
        yield from self.hit_allies(battle, on_allies)
        yield from self.hit_axis(battle, on_axis)

    # -- dice -------------------------------------------------------------------------------

    def force_dice(self, battle: Battle, side: str) -> list[Die]:
        """A die for each Force, one for a pair of Cohesion (attack.1, defence.1, R22, R23)."""
        attacks = battle.attacker == side
        extra = battle.plans[side].count("overrun")
        if not attacks and battle.area in self.book.forts:
            extra += 1
        dice: list[Die] = []
        pair = battle.pair if side == AXIS else ()
        pair = tuple(force for force in pair if force in battle.fighters[side])
        for force in battle.fighters[side]:
            names: tuple[str, ...] = (force,)
            if len(pair) == 2 and force in pair:
                if force == pair[1]:
                    continue
                names = pair
            needed = sum(self.value(name, 0 if attacks else 2) + extra for name in names)
            double = max(self.value(name, 1) for name in names) if attacks else 0
            dice.append(Die(names, "", needed, double))
        return dice

    def plan_dice(self, battle: Battle, side: str) -> list[Die]:
        """A die for each firing plan; Disrupt in the first round only (plan.disrupt)."""
        dice: list[Die] = []
        for plan in battle.plans[side]:
            if plan in FIRING:
                dice.append(Die((), plan, *FIRING[plan]))
            elif plan == "disrupt" and battle.round == 1:
                dice.append(Die((), plan, *DISRUPT))
        return dice

    def throw(self, why: str, dice: list[Die]) -> Steps:
        """Throw these dice at once."""
        if dice:
            faces = yield from self.roll(why, len(dice))
            for die, face in zip(dice, faces, strict=True):
                die.face = face

    def report(self, side: str, dice: Sequence[Die], battle: Battle) -> int:
        """Count hits, take Supplies for Disrupt, tell each die."""
        hits = 0
        for die in dice:
            score = die.score()
            if die.plan == "disrupt":
                taken = min(score, self.supplies[OTHER[side]])
                self.supplies[OTHER[side]] -= taken
                self.tell("disrupt", side=side, die=die.face, supplies=taken)
                continue
            hits += score
            values: dict[str, Any] = {
                "side": side,
                "die": die.face,
                "needed": die.needed,
                "hits": score,
            }
            if die.plan:
                self.tell("plan_die", plan=die.plan, **values)
            else:
                kind = "superior_die" if die.double > 0 else "force_die"
                self.tell(kind, units=die.names, double=die.double, **values)
        if battle.round == 1:
            while "disrupt" in battle.plans[side]:
                battle.plans[side].remove("disrupt")
        return hits

    def axis_dice(self, battle: Battle) -> Steps:
        """One throw, then Tactics, then Assault (R53, plan.tactics, plan.assault)."""
        dice = self.plan_dice(battle, AXIS) + self.force_dice(battle, AXIS)
        yield from self.throw("axis_dice", dice)
        if "tactics" in battle.plans[AXIS]:
            again: dict[Option, Die] = {}
            for die in dice:
                most = self.supplies[ALLIED] if die.plan == "disrupt" else 2
                if min(die.score(), most) < min(die.best(), most):
                    option: Option = ("again_plan", die.plan, str(die.face))
                    if die.names:
                        option = ("again", "+".join(die.names), str(die.face))
                    again[option] = die
            if again:
                answer = yield from self.choose("tactics", [*again, ("keep",)])
                if answer[0] != "keep":
                    battle.plans[AXIS].remove("tactics")
                    (face,) = yield from self.roll("tactics")
                    again[answer].face = face
        hits = self.report(AXIS, dice, battle)
        if "assault" in battle.plans[AXIS] and battle.attacker == AXIS:
            types = self.book.forces
            scored = any(
                die.score() and any(types[name].type != "infantry" for name in die.names)
                for die in dice
            )
            if scored:
                answer = yield from self.choose("assault", [("yes",), ("no",)])
                if answer[0] == "yes":
                    battle.plans[AXIS].remove("assault")
                    hits += 1
        return hits

    def allied_dice(self, battle: Battle) -> Steps:
        """From the highest number to the lowest; Tactics takes the first that fails (R28)."""
        dice = self.force_dice(battle, ALLIED) + self.plan_dice(battle, ALLIED)
        dice.sort(key=lambda die: (-die.needed, bool(die.plan)))
        tactics = battle.plans[ALLIED].count("tactics")
        if tactics:
            dice = yield from self.in_order(dice)
        yield from self.throw("allied_dice", dice)
        purse = self.supplies[AXIS]
        for die in dice:
            score = die.score()
            if die.plan == "disrupt":
                score = min(score, purse)
            if score == 0 and tactics:
                tactics -= 1
                battle.plans[ALLIED].remove("tactics")
                (die.face,) = yield from self.roll("tactics")
                score = die.score()
            if die.plan == "disrupt":
                purse -= min(score, purse)
        return self.report(ALLIED, dice, battle)

    def in_order(self, dice: list[Die]) -> Steps:
        """T3: Forces with equal numbers that are not alike, while Tactics is in play."""
        ordered: list[Die] = []
        wait = list(dice)
        while wait:
            first = wait[0]
            equal = [
                die
                for die in wait
                if die.needed == first.needed and bool(die.plan) == bool(first.plan)
            ]
            if not first.plan and len({die.double for die in equal}) > 1:
                options: list[Option] = [("roll", die.names[0]) for die in equal]
                answer = yield from self.tie("t3", options)
                first = next(die for die in equal if die.names[0] == answer[1])
            ordered.append(first)
            wait.remove(first)
        return ordered

    # -- hits -------------------------------------------------------------------------------

    def dig_in(self, battle: Battle, side: str, hits: int) -> int:
        """Dig-In stops a hit and is spent (plan.digin, R31)."""
        while hits and "dig_in" in battle.plans[side]:
            battle.plans[side].remove("dig_in")
            hits -= 1
        return hits

    def wound(self, battle: Battle, force: str) -> None:
        """A hit on a Force in a battle: Salvage, and a kill if it falls (plan.salvage, R32)."""
        side = self.side(force)
        enemy = OTHER[side]
        if self.hit(force):
            battle.fighters[side].remove(force)
            battle.kills[enemy] += 1
        self.supplies[enemy] += battle.plans[enemy].count("salvage")

    def hit_allies(self, battle: Battle, hits: int) -> Steps:
        """Dig-In, then full before reduced, lowest value first (hits.2, R19, T2)."""
        hits = self.dig_in(battle, ALLIED, hits)
        which = 0 if battle.attacker == ALLIED else 2
        while hits and battle.fighters[ALLIED]:
            forces = battle.fighters[ALLIED]
            full = [force for force in forces if self.steps[force] == 2] or forces
            least = min(self.value(force, which) for force in full)
            equal = [force for force in full if self.value(force, which) == least]
            force = equal[0]
            if hits < len(equal):
                options: list[Option] = [("hit", each) for each in equal]
                answer = yield from self.tie("t2", options, hits=hits)
                force = answer[1]
            self.wound(battle, force)
            hits -= 1

    def hit_axis(self, battle: Battle, hits: int) -> Steps:
        """Dig-In, then as the player likes (hits.5)."""
        hits = self.dig_in(battle, AXIS, hits)
        while hits and battle.fighters[AXIS]:
            forces = battle.fighters[AXIS]
            if hits >= sum(self.steps[force] for force in forces):
                self.wound(battle, forces[0])
            else:
                options: list[Option] = [("hit", force) for force in forces]
                answer = yield from self.choose("hits", options, hits=hits)
                self.wound(battle, answer[1])
            hits -= 1
