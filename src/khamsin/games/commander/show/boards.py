"""The battle board with plans and dice, and the Allied procedure step by step."""

from __future__ import annotations

from khamsin.games.commander.model.pieces import ALLIED, AXIS, SIDES
from khamsin.games.commander.model.state import ALLIED_STEPS, STEPS, Battle, State
from khamsin.games.commander.rules.rounds import plain_value
from khamsin.kernel.play.state import Event
from khamsin.kernel.show.panels import (  # fmt: skip
    BattleLine,
    BattleNow,
    BattlePlan,
    BattleThrow,
    ProcedureNow,
    Step,
)
from khamsin.kernel.text.narrator import Narrator

_LATEST = 60  # dice of a battle that are shown


def battle_board(g: State, b: Battle, narrator: Narrator) -> BattleNow:
    """seq.4 Forces, plans and dice of the battle being fought, or just fought."""
    place = g.place_id(b.area)
    board: BattleNow = {
        "title": narrator.say("scene.battle", {"place": place}),
        "place": place,
        "attackers": list(g.names(b.fighters[b.attacker])),
        "defenders": list(g.names(b.fighters[b.defender])),
        "rows": [
            {
                "label": narrator.say("scene.row_values"),
                "attack": _sum(g, b, b.attacker),
                "defence": _sum(g, b, b.defender),
                "rule": "resolve.2",
            }
        ],
        "lines": [_line(g, b, side, narrator) for side in (AXIS, ALLIED)],
        "plans": [plan for side in (AXIS, ALLIED) for plan in _plans(narrator, b, side)],
        "throws": _throws(b, narrator),
    }
    kind, winner = b.outcome
    if kind:
        board["outcome"] = narrator.event(Event(kind, "after.1", {"place": place, "side": winner}))
    overrun, fort = [b.plans[side].count("overrun") for side in (AXIS, ALLIED)], g.terms.forts
    if fort[b.area]:
        board["rows"].append(
            {
                "label": narrator.say("scene.row_fort"),
                "attack": "",
                "defence": "+1",
                "rule": "fort.1",
            }
        )
    if any(overrun):
        board["rows"].append(
            {
                "label": narrator.text("plan", "overrun"),
                "attack": f"+{overrun[b.attacker]}" if overrun[b.attacker] else "",
                "defence": f"+{overrun[b.defender]}" if overrun[b.defender] else "",
                "rule": "plan.15",
            }
        )
    return board


def _sum(g: State, b: Battle, side: int) -> str:
    """The values that the Forces of a side roll against, before anything is added.

    Once the battle is over, those with which it ended: upgrades and refits come later.
    """
    kept = dict(b.values) or {unit: plain_value(g, b, unit) for unit in b.fighters[side]}
    return " ".join(str(kept[unit]) for unit in b.fighters[side])


def _line(g: State, b: Battle, side: int, narrator: Narrator) -> BattleLine:
    key = "attacks" if side == b.attacker else "defends"
    return {
        "label": narrator.text("side", SIDES[side]),
        "side": SIDES[side],
        "pieces": list(g.names(b.fighters[side])),
        "note": narrator.say(f"scene.{key}"),
    }


def _plans(narrator: Narrator, b: Battle, side: int) -> list[BattlePlan]:
    """All plans of a side; those spent or discarded are marked."""
    left = list(b.plans[side])
    plans: list[BattlePlan] = []
    for plan in b.had[side]:
        is_spent = plan not in left
        plans.append(
            {
                "title": narrator.text("plan", plan),
                "text": narrator.say(f"plan_text.{plan}"),
                "rule": PLAN_RULES[plan],
                "side": SIDES[side],
                "spent": is_spent,
            }
        )
        if not is_spent:
            left.remove(plan)
    return plans


PLAN_RULES = {
    "ambush": "plan.1", "assault": "plan.2", "at_guns": "plan.3", "air_raid": "plan.4",
    "cohesion": "plan.5", "deploy": "plan.6", "dig_in": "plan.7", "disrupt": "plan.8",
    "exploit": "plan.9", "german_88": "plan.10", "intel": "plan.11", "press": "plan.12",
    "salvage": "plan.13", "tactics": "plan.14", "overrun": "plan.15",
}  # fmt: skip


def _throws(b: Battle, narrator: Narrator) -> list[BattleThrow]:
    """Every die, the latest last, with its round, the number it needed and its hits."""
    throws: list[BattleThrow] = []
    for number, side, name, needed, double, die, hits in b.dice[-_LATEST:]:
        is_plan = name in PLAN_RULES
        facts = {"round": number, "needed": needed, "double": double, "hits": hits}
        throw: BattleThrow = {
            "label": narrator.text("plan" if is_plan else "unit", name),
            "dice": [die],
            "result": narrator.say("scene.throw_double" if double else "scene.throw", facts),
            "rule": "resolve.2",
            "side": side,
        }
        if hits:
            throw["hits"] = [0]
        throws.append(throw)
    return throws


def procedure(g: State, narrator: Narrator) -> ProcedureNow | None:
    """allied.1 What the Allies did in their last half, die by die, and what is still to come."""
    is_fresh = g.followed and g.step in STEPS[:3]  # until the player has answered it
    if not is_fresh and g.step not in ALLIED_STEPS:
        return None
    steps: list[Step] = []
    for step, kind, rule, values in g.followed:
        shown: Step = {
            "title": narrator.text("step", step),
            "rule": rule,
            "state": "done",
            "result": narrator.event(Event(kind, rule, values)),
        }
        if "die" in values:
            die = values["die"]
            assert isinstance(die, int)
            shown["dice"] = [die]
        steps.append(shown)
    if g.step in ALLIED_STEPS:
        at = ALLIED_STEPS.index(g.step)
        for number, step in enumerate(ALLIED_STEPS[at:]):
            steps.append(
                {
                    "title": narrator.text("step", step),
                    "rule": "seq.2",
                    "state": "next" if number else "now",
                }
            )
    return {"title": narrator.say("scene.procedure"), "rule": "allied.1", "steps": steps}
