"""The picture: what lies on the table at a moment, and what the player watches beside the map."""

from __future__ import annotations

from khamsin.games.commander.knowledge.view import has_moved
from khamsin.games.commander.model.pieces import (
    ALLIED,
    AXIS,
    BOX,
    CUP,
    DEAD,
    NOBODY,
    POOL,
    REDUCED,
    SIDES,
)
from khamsin.games.commander.model.state import SETUP, STEPS, State
from khamsin.games.commander.rules.forces import attack, defence, reach, superior
from khamsin.games.commander.rules.plans import plan_offers
from khamsin.kernel.show.panels import BattleNow, Card, HandNow, Phase, marked_phases
from khamsin.kernel.show.scene import (  # fmt: skip
    LabelledValue,
    Marker,
    Picture,
    PieceNow,
    SpaceNow,
)
from khamsin.kernel.text.narrator import Narrator

from .boards import PLAN_RULES, battle_board, procedure
from .labels import on_counter

TOPICS = {
    "move": ("moved", "ordered", "wandered", "exploited", "entered", "placed", "went_back",
             "to_box", "bought", "added"),
    "combat": (
        "battle", "allied_plan_count", "allied_plans", "axis_points", "axis_plan", "intel",
        "intel_cancelled", "intel_nothing", "deployed", "deploy_plan", "cohesion", "round",
        "ambush", "force_die", "superior_die", "plan_die", "disrupt", "tactics_force",
        "tactics_plan", "assault", "hits", "dug_in", "reduced", "destroyed", "salvage",
        "hits_lost", "press", "battle_won", "battle_held", "veteran", "elite", "chit_drawn",
        "upgrades_lost",
    ),
}  # fmt: skip
SETBACKS = ("reduced", "destroyed")
_PILES = {BOX: "operations", CUP: "cup", POOL: "pool", DEAD: "destroyed"}


def picture(g: State, side: str | None, narrator: Narrator) -> Picture:
    """Everything on the table of this campaign."""
    del side
    return {
        "spaces": {area.id: _space(g, number) for number, area in enumerate(g.c.areas)},
        "pieces": {
            unit.id: _piece(g, number)
            for number, unit in enumerate(g.c.units)
            if g.place[number] >= 0 or g.place[number] in _PILES
        },
        "markers": _markers(g, narrator),
        "bar": _bar(g, narrator),
        "facts": _facts(g, narrator),
        "battle": _battle(g, narrator),
        "sheet": g.c.id,
        "hands": _hands(g, narrator),
        "procedure": procedure(g, narrator),
        "sequence": _sequence(g, narrator),
    }


def _battle(g: State, narrator: Narrator) -> BattleNow | None:
    """The battle being fought; else the last one, until the player has gone on."""
    b = g.battle or g.fought
    return None if b is None else battle_board(g, b, narrator)


def _space(g: State, area: int) -> SpaceNow:
    marks: list[str] = []
    if g.here[AXIS][area] and g.here[ALLIED][area]:
        marks.append("contested")
    if len(g.here[AXIS][area]) > g.c.regions[g.c.region_of[area]].limit:
        marks.append("over_limit")
    if g.terms.forts[area] and not g.c.areas[area].fortification:
        marks.append("entrenched")  # by an option: the map does not print it
    now: SpaceNow = {"marks": marks}
    if g.control[area] != NOBODY:
        now["control"] = SIDES[g.control[area]]
    return now


def _piece(g: State, unit: int) -> PieceNow:
    marks: list[str] = []
    if g.level[unit]:
        marks.append(("plain", "veteran", "elite")[g.level[unit]])
    if g.place[unit] >= 0 and has_moved(g, unit):
        marks.append("moved")
    if g.battle is not None and unit in g.battle.pair:
        marks.append("pair")
    now: PieceNow = {"at": _at(g, unit), "face": int(g.steps[unit] == REDUCED), "marks": marks}
    if g.level[unit]:  # upgrade.3: what the chit adds to the counter
        values = (attack(g, unit), superior(g, unit), defence(g, unit), reach(g, unit))
        now["values"] = on_counter(values)
    return now


def _at(g: State, unit: int) -> str:
    place = g.place[unit]
    if place >= 0:
        return g.place_id(place)
    owner = f"_{SIDES[g.c.side_of[unit]]}" if place == DEAD else ""
    return f"{g.c.id}_{_PILES[place]}{owner}"


def _markers(g: State, narrator: Narrator) -> list[Marker]:
    markers = [
        _supply_marker(g, narrator, AXIS, "pool"),
        _supply_marker(g, narrator, ALLIED, "operations"),
    ]
    marker: Marker = {
        "id": "turn",
        "label": narrator.say("scene.marker_turn"),
        "text": narrator.say("scene.short_turn"),
        "at": f"{g.c.id}_track",
        "cell": max(g.turn - 1, 0),
        "side": "axis",
    }
    return [*markers, marker] if g.turn else markers


def _supply_marker(g: State, narrator: Narrator, side: int, box: str) -> Marker:
    """supplies.2 The stock of a side, as a number."""
    supplies = g.supplies[side]
    return {
        "id": f"{SIDES[side]}_supplies",
        "label": narrator.say(f"scene.fact_{SIDES[side]}_supplies"),
        "text": str(supplies),
        "at": f"{g.c.id}_{box}",
        "side": SIDES[side],
    }


def _bar(g: State, narrator: Narrator) -> list[str]:
    """seq.2 Where in the sequence of play we are."""
    if g.step == SETUP:
        return [narrator.text("step", SETUP)]
    bar = [narrator.text("box", f"{g.c.id}_{max(g.turn, 1)}"), narrator.text("step", g.step)]
    if g.region != NOBODY:
        bar.append(narrator.text("region", g.c.regions[g.region].id))
    if g.battle is not None:
        bar.append(narrator.say("scene.battle", {"place": g.place_id(g.battle.area)}))
    return bar


def _facts(g: State, narrator: Narrator) -> list[LabelledValue]:
    box = g.c.boxes[max(g.turn, 1) - 1]
    facts = [
        ("axis_supplies", str(g.supplies[AXIS])),
        ("allied_supplies", str(g.supplies[ALLIED])),
        ("vp", str(box.vp)),
        ("advances", str(g.advances)),
    ]
    if g.points:
        facts.append(("points", str(g.points)))
    if box.torch:
        facts.append(("torch", f"{box.torch}+"))
    return [{"label": narrator.say(f"scene.fact_{key}"), "value": value} for key, value in facts]


def _hands(g: State, narrator: Narrator) -> list[HandNow]:
    """planset.2, opschits.1, upgset.1 Plans that can be bought, and the cups."""
    hands: list[HandNow] = []
    b = g.battle
    if b is not None and b.buying:
        cards = [_plan_card(g, narrator, option[1]) for option in plan_offers(g, b)]
        hands.append(
            {
                "id": "plans",
                "name": narrator.say("scene.hand_plans"),
                "kind": "hand",
                "count": len(cards),
                "cards": cards,
                "side": "axis",
                "note": narrator.say("scene.bpp", {"points": b.bpp}),
            }
        )
    chits: list[Card] = [
        {
            "id": f"ops_{at}",
            "title": narrator.text("chit", name),
            "rule": "opscheck.1",
            "spent": True,
        }
        for at, name in enumerate(g.drawn)
    ]
    hands.append(
        {
            "id": "operations_cup",
            "name": narrator.say("scene.hand_operations"),
            "kind": "cup",
            "count": len(g.ops_cup) + len(g.drawn),
            "note": narrator.say("scene.left", {"chits": len(g.ops_cup)}),
            "cards": chits,
            "side": "allied",
        }
    )
    upgrades: HandNow = {
        "id": "upgrades_cup",
        "name": narrator.say("scene.hand_upgrades"),
        "kind": "cup",
        "count": sum(g.upgrades),
        "cards": [],
    }
    hands.append(upgrades)
    return hands


def _plan_card(g: State, narrator: Narrator, plan: str) -> Card:
    """What a plan does, and that it does nothing now (R60)."""
    remarks = narrator.remarks(g, "axis", [("plan", plan)])
    return {
        "id": plan,
        "title": narrator.text("plan", plan),
        "value": str(g.terms.plan_cost[plan]),
        "text": " ".join(
            [narrator.say(f"plan_text.{plan}"), *(f"{each}." for each in remarks.values())]
        ),
        "rule": PLAN_RULES[plan],
        "side": "axis",
    }


def _sequence(g: State, narrator: Narrator) -> list[Phase]:
    """seq.2 The fourteen steps of this turn."""
    now = STEPS.index(g.step) if g.step in STEPS else -1
    return marked_phases([(narrator.text("step", step), "seq.2") for step in STEPS], now)
