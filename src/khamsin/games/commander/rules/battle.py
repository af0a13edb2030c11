"""battle, seq.4: a battle from the Allied plans to the upgrades, and the battles of a step."""

from __future__ import annotations

from khamsin.games.commander.model.pieces import ALLIED, AXIS, BOX, GONE, NOWHERE, SIDES
from khamsin.games.commander.model.state import Battle, State
from khamsin.games.commander.rules.allied.ties import tie
from khamsin.kernel.play.decision import MARK, Option, choose_one

from .exploit import exploit
from .forces import contested, destroy, lift, put
from .plans import allied_plans, axis_plans, before_first_round
from .rounds import can_fire, fight_round, plain_value
from .upgrades import upgrade_allies, upgrade_axis

PLACEMENT_STEPS = ("resupply", "allied_resupply")


async def resolve_battles(g: State, *, kind: str = "") -> None:
    """after.2, battle.2 Every area where both sides stand, in an order of the player's choice.

    `kind` is the tie of Allied battles (T11, T13); without it the player's own choice is asked.
    """
    while True:
        areas = contested(g)
        if not areas:
            return
        await MARK
        options: list[Option] = [("fight", g.place_id(area)) for area in areas]
        if kind:
            answer = await tie(g, kind, options, "battle.2")
        else:
            answer = await choose_one("axis", "next_battle", options, "battle.2")
        await fight(g, g.c.board.at(answer[1]))


def is_to_the_finish(g: State, area: int) -> bool:
    """place.4, R52 Whether new Forces attack where they were placed, whoever has joined them."""
    if g.step not in PLACEMENT_STEPS:
        return False
    attackers = g.here[g.attacker[area]][area]
    return any(g.came_from[unit] == NOWHERE for unit in attackers)


async def fight(g: State, area: int) -> None:
    """seq.4, battle.1 Plans of both, rounds; then who stays, upgrades (R56), Exploit."""
    attacker = g.attacker[area]
    b = g.battle = Battle(area, attacker, finish=is_to_the_finish(g, area))
    b.fighters = [g.here[AXIS][area], g.here[ALLIED][area]]
    g.tell(
        "battle", "battle.1", place=g.place_id(area), side=SIDES[attacker],
        attackers=g.names(b.fighters[attacker]),
        defenders=g.names(b.fighters[b.defender]),
    )  # fmt: skip
    await allied_plans(g, b)
    await axis_plans(g, b)
    await before_first_round(g, b)
    await rounds(g, b)
    await outcome(g, b)
    await upgrade_axis(g, b)
    await upgrade_allies(g, b)
    g.battle, g.fought = None, b  # post.1: plans are back in pile and cup before an Exploit (R29)
    for side in (AXIS, ALLIED):
        if "exploit" in b.plans[side] and b.fighters[side] and not b.fighters[1 - side]:
            # R57: in the order in which they were entered
            for next_area in await exploit(g, side, area, b.fighters[side]):
                if g.here[AXIS][next_area] and g.here[ALLIED][next_area]:
                    await fight(g, next_area)


async def rounds(g: State, b: Battle) -> None:
    """rounds.1, plan.12 One round, one more for each Press; place.4 to the finish without it."""
    await fight_round(g, b)
    while _goes_on(g, b):
        await fight_round(g, b)


def _goes_on(g: State, b: Battle) -> bool:
    """rounds.1, plan.12, place.4 Whether another round follows, for which a Press may be spent."""
    axis, allied = b.fighters
    if b.finish:
        return bool(axis and allied)
    # R30: with nobody to hit, or nothing to hit with, further rounds change nothing.
    if not can_fire(g, b, AXIS) or not can_fire(g, b, ALLIED) or not (axis or allied):
        return False
    return _press(g, b)


def _press(g: State, b: Battle) -> bool:
    """plan.12 Discard one Press, whoever has it, for another round."""
    for side in (ALLIED, AXIS):
        if "press" in b.plans[side]:
            b.plans[side].remove("press")
            g.tell("press", "plan.12", side=SIDES[side])
            return True
    return False


# -- after the rounds ----------------------------------------------------------------------------


async def outcome(g: State, b: Battle) -> None:
    """after.1 Without defenders the attackers stay; else each goes back where it came from."""
    attackers, defenders = b.fighters[b.attacker], b.fighters[b.defender]
    b.values = tuple((unit, plain_value(g, b, unit)) for unit in (*attackers, *defenders))
    if not defenders:
        b.outcome = ("battle_won", SIDES[b.attacker] if attackers else "nobody")
    else:
        b.outcome = ("battle_held" if attackers else "battle_won", SIDES[b.defender])
    kind, side = b.outcome
    g.tell(kind, "after.1", place=g.place_id(b.area), side=side)
    if defenders:
        for unit in attackers:
            await go_back(g, unit, b.area)
        b.fighters[b.attacker] = tuple(u for u in attackers if g.steps[u] != GONE)  # R9


async def go_back(g: State, unit: int, area: int) -> None:
    """after.1, R35-R36 Back to the last area of its path; to the Operations box (R8); or R9."""
    back, side = g.came_from[unit], g.c.side_of[unit]
    if back == NOWHERE:
        lift(g, unit, BOX)
        g.tell("to_box", "R8", unit=g.unit_id(unit))
        return
    enemies = g.here[1 - side]
    if enemies[back]:
        other = await _other_way_back(g, unit, area)
        if other is None:
            destroy(g, unit, "R9")
            return
        back = other
    put(g, unit, back)
    g.tell("went_back", "after.1", unit=g.unit_id(unit), place=g.place_id(back))


async def _other_way_back(g: State, unit: int, area: int) -> int | None:
    """R9 An adjacent area without enemies, of the owner's choice; Allies near a placement area.

    None if there is no such area.
    """
    side = g.c.side_of[unit]
    free = [near for near in g.c.neighbours[area] if not g.here[1 - side][near]]
    if not free:
        return None
    name = g.unit_id(unit)
    if side == ALLIED:
        far = {
            near: min(g.c.board.distance(near, refuge) for refuge in g.c.refuges) for near in free
        }
        best: list[Option] = [
            ("to", g.place_id(near)) for near in free if far[near] == min(far.values())
        ]
        answer = await tie(g, "r9", best, "R9", unit=name)
    else:
        ways: list[Option] = [("to", g.place_id(near)) for near in free]
        answer = await choose_one("axis", "way_back", ways, "R9", unit=name)
    return g.c.board.at(answer[1])
