"""6 Movement: who may move, strategic and tactical moves, marches at night."""

from __future__ import annotations

from khamsin.games.malta.model.pieces import (
    ARTILLERY,
    COAST_GUN,
    DEMORALISED,
    LEADER,
    MILITIA,
    NEAR,
    NOBODY,
    SIDES,
)
from khamsin.games.malta.model.state import ARRIVED, GATHERED, MOVED, STRATEGIC, State, alter
from khamsin.games.malta.rules.combat.losses import disorganise
from khamsin.games.malta.rules.combat.strength import allowance
from khamsin.games.malta.rules.control import near_enemy, reacts, refresh
from khamsin.kernel.game import Refused
from khamsin.kernel.play.asking import DONE
from khamsin.kernel.play.decision import MARK, Choose, Option, Options

from .artillery import can_deploy, deploy_cost, limber_cost, limbered_reach
from .entry import enter, is_quiet, pass_through
from .reach import NO_LIMIT, budget, first_steps, may_enter, night_half, path_to, reach

HAS_MOVED = Refused("6.0", "has_moved")
JUST_ARRIVED = Refused("6.54", "just_arrived")
GATHERS = Refused("17.81", "gathers_stragglers")
NO_ALLOWANCE = Refused("6.53", "no_allowance")
NO_REACTION = Refused("17.7", "no_reaction")
ENEMY_NEAR = Refused("6.2", "enemy_near")
NOWHERE = Refused("6.0", "nowhere_to_go")
ENEMY_THERE = Refused("6.52", "enemy_there")
TOO_FAR = Refused("6.0", "too_far")


def why_not_move(g: State, unit: int) -> Refused | None:
    """6.0, 6.53, 6.54, R82 Why a unit of the active side cannot move in this phase."""
    did = g.did[unit]
    if did & MOVED:
        return HAS_MOVED
    if did & ARRIVED:
        return JUST_ARRIVED
    if did & GATHERED:
        return GATHERS
    if g.pack.levels[unit][g.level[unit]].move == 0:
        return NO_ALLOWANCE
    return None if reacts(g, unit) else NO_REACTION


def why_not_strategic(g: State, unit: int) -> Refused | None:
    """6.2, 6.6 Never within two hexes of an enemy land unit; guns may limber for it."""
    reason = why_not_move(g, unit)
    if reason is not None:
        return reason
    if near_enemy(g, g.active, g.place[unit], NEAR):
        return ENEMY_NEAR
    if g.deployed[unit]:
        return None if limbered_reach(g, unit, strategic=True) else NOWHERE
    return None if first_steps(g, unit, strategic=True, one=True) else NOWHERE


def why_not_tactical(g: State, unit: int) -> Refused | None:
    """6.3 All other moves."""
    reason = why_not_move(g, unit)
    if reason is not None:
        return reason
    if g.pack.kind[unit] == ARTILLERY:
        return None if g.deployed[unit] or _may_act(g, unit) else NOWHERE
    return None if first_steps(g, unit, strategic=False, one=True) else NOWHERE


def _may_act(g: State, unit: int) -> bool:
    return bool(first_steps(g, unit, strategic=False, one=True)) or can_deploy(
        g, unit, allowance(g, unit), 0
    )


# -- one move ----------------------------------------------------------------------------------


class Move:
    """6.1, 6.6 A unit under way: what it has left, and where it may go on to.

    Its reach is worked out when somebody asks for it.
    """

    __slots__ = ("best", "g", "is_fresh", "left", "spent", "start", "steps", "strategic", "unit")

    def __init__(self, g: State, unit: int, *, strategic: bool) -> None:
        self.g = g
        self.unit = unit
        self.strategic = strategic
        self.left = budget(g, unit)
        self.spent = 0
        self.steps = 0
        self.start = g.place[unit]
        self.best: dict[int, tuple[int, int]] = {}
        self.is_fresh = False
        """Whether `best` is the reach from where the unit is now."""

    def spend(self, cost: int) -> None:
        """So many half points are gone."""
        self.spent += cost
        self.left -= cost
        self.is_fresh = False

    def may_step(self) -> bool:
        """5.2.c Whether it may leave its hex: not after it has come into a zone of control."""
        g, unit = self.g, self.unit
        if g.deployed[unit]:
            return False
        return not (self.steps and g.zoc[1 - g.pack.side_of[unit]][g.place[unit]])

    def may_go_on(self) -> bool:
        """6.1, 6.6 Whether there is anything to decide."""
        g, unit, left = self.g, self.unit, self.left
        if g.deployed[unit]:
            return True
        is_whole = not self.spent and left == allowance(g, unit)  # 6.53
        within = NO_LIMIT if is_whole else left
        if self.may_step() and first_steps(
            g, unit, strategic=self.strategic, one=True, left=within
        ):
            return True
        return not self.strategic and can_deploy(g, unit, left, self.spent)

    def reach(self) -> dict[int, tuple[int, int]]:
        """6.1 Where the unit may go on to."""
        if not self.is_fresh:
            self.best = self._find() if self.may_step() else {}
            self.is_fresh = True
        return self.best

    def way(self, target: int) -> dict[int, tuple[int, int]]:
        """6.1 As much of its reach as it takes to go there."""
        return self.best if self.is_fresh else self._find(target)

    def _find(self, to: int = NOBODY) -> dict[int, tuple[int, int]]:
        return reach(
            self.g, self.unit, self.left,
            strategic=self.strategic, first=self.spent == 0, onward=False, to=to,
        )  # fmt: skip

    def options(self) -> list[Option]:
        """6.1, 6.6 Where the unit may go on to, and what it may do instead."""
        g = self.g
        options: list[Option] = []
        if g.deployed[self.unit]:
            options.append(("limber",))
        else:
            as_target = g.pack.as_target
            options += [as_target[h] for h in self.reach()]
            if not self.strategic and can_deploy(g, self.unit, self.left, self.spent):
                options.append(("deploy",))
        if self.spent:
            options.append(("stop",))
        return options


async def move_unit(g: State, unit: int, *, strategic: bool) -> None:
    """6.1, R85 Move one unit; who takes a single step may choose his way on, or stop there.

    So may who was stopped on his way or has overrun something, and guns that can still deploy.
    """
    pack = g.pack
    side = pack.side_of[unit]
    move = Move(g, unit, strategic=strategic)
    most = move.left
    trail = [move.start]
    prompt = "strategic_to" if strategic else "tactical_to"
    g.moving = unit
    while True:
        g.moving_left = move.left
        if not move.may_go_on():
            break
        answer = await Choose(
            SIDES[side], prompt, move.options, "6.2" if strategic else "6.3",
            only=None, hides=None, unit=g.unit_id(unit), points=move.left // 2,
        )  # fmt: skip
        if answer == ("stop",):
            break
        if answer[0] in ("limber", "deploy"):
            cost = limber_cost(g, unit) if answer[0] == "limber" else deploy_cost(g, unit)
            g.deployed = alter(g.deployed, unit, int(answer[0] == "deploy"))
            refresh(g, side, g.place[unit])
            g.tell(
                "limbered" if answer[0] == "limber" else "deployed", "6.6",
                unit=g.unit_id(unit), place=g.place_id(g.place[unit]),
            )  # fmt: skip
            move.spend(cost)
            if answer[0] == "deploy":
                break
            continue
        target = pack.board.at(answer[1])
        best = move.way(target)
        way = path_to(best, g.place[unit], target)
        before = 0
        is_overrun = bool(g.here[1 - side][target])
        for h in way:
            if not may_enter(g, unit, h):
                break  # militia has risen on the way
            move.spend(best[h][0] - before)
            before = best[h][0]
            move.steps += 1
            trail.append(h)
            stops = g.zoc[1 - side][h] > 0 or (strategic and near_enemy(g, side, h, NEAR))
            if h != target and not stops and is_quiet(g, side, h):
                pass_through(g, unit, h)
                continue
            await enter(g, unit, h)
            if g.zoc[1 - side][h] or (strategic and near_enemy(g, side, h, NEAR)):
                break  # R85: militia that has risen ends a strategic move
        is_there = g.place[unit] == target
        may_go_on = is_overrun or can_deploy(g, unit, move.left, move.spent)
        if len(way) > 1 and is_there and not may_go_on:
            break
    g.moving = -1
    g.moving_left = 0
    g.did[unit] |= MOVED | (STRATEGIC if strategic else 0)
    if move.steps:
        g.tell(
            "moved", "6.2" if strategic else "6.3", unit=g.unit_id(unit),
            path=g.places(trail), points=move.spent // 2,
        )  # fmt: skip
        night_march(g, unit, move.spent, most)


def night_march(g: State, unit: int, spent: int, most: int) -> None:
    """6.71, 6.72 More than half of the allowance at night disorganises."""
    if not g.is_night or g.order[unit] == DEMORALISED or g.pack.kind[unit] == LEADER:
        return
    if spent > night_half(most):
        disorganise(g, unit, "6.71")


# -- the phase ---------------------------------------------------------------------------------


def movers(g: State) -> list[int]:
    """Every counter of the active side on the map that is not fixed to its place."""
    kind = g.pack.kind
    return [
        unit
        for units in g.here[g.active]
        for unit in units
        if kind[unit] not in (COAST_GUN, MILITIA) and not g.did[unit] & MOVED
    ]


async def strategic_phase(g: State) -> None:
    """6.2 Strategic moves come before all others."""
    await _moves(g, strategic=True)


async def tactical_phase(g: State) -> None:
    """6.3 Then everybody else."""
    await _moves(g, strategic=False)


async def _moves(g: State, *, strategic: bool) -> None:
    why_not = why_not_strategic if strategic else why_not_tactical
    prompt = "strategic" if strategic else "tactical"
    rule = "6.2" if strategic else "6.3"
    enemy = 1 - g.active
    units: list[int] = []
    seen: object = None
    while True:
        # Own moves do not change who else can move; only what happens to the enemy does.
        now = (bytes(g.zoc[enemy]), tuple(g.here[enemy]))
        if now != seen:
            units = [unit for unit in movers(g) if why_not(g, unit) is None]
            seen = now
        if not units:
            return
        answer = await Choose(
            SIDES[g.active], prompt, _to_move(g, units), rule, only=None, hides=None
        )
        if answer == DONE:
            return
        unit = g.pack.unit_index[answer[1]]
        await move_unit(g, unit, strategic=strategic)
        units.remove(unit)
        await MARK


def _to_move(g: State, units: list[int]) -> Options:
    as_unit = g.pack.as_unit
    return lambda: [*[as_unit[unit] for unit in units], DONE]
