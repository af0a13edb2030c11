"""The picture: what lies on the table at a moment. Both sides see all of it."""

from __future__ import annotations

from khamsin.kernel.show.panels import BattleNow, BattleRow
from khamsin.kernel.show.scene import Marker, Picture, PieceNow, SpaceNow
from khamsin.kernel.text.narrator import Narrator
from oasis.model.pieces import NOBODY, NOWHERE, SIDES, WORN
from oasis.model.state import State
from oasis.rules.combat import cover, strength_at
from oasis.rules.ground import is_contested, units_at
from oasis.rules.victory import points

TOPICS = {
    "move": ("moved", "control"),
    "combat": ("attack", "fought", "worn", "lost", "trapped", "retreated"),
}


def picture(g: State, side: str | None, narrator: Narrator) -> Picture:
    """Everything on the table."""
    del side
    bar = [narrator.say("scene.bar_turn", {"turn": g.turn})]
    bar.append(narrator.say(f"scene.bar_{g.phase}", {"side": SIDES[g.half]}))
    if g.storm:
        bar.append(narrator.say("scene.bar_storm"))
    return {
        "spaces": {area.id: _space(g, n) for n, area in enumerate(g.pack.areas)},
        "pieces": {unit.id: _piece(g, n) for n, unit in enumerate(g.pack.units)},
        "markers": [_turn(g, narrator)],
        "bar": bar,
        "facts": [
            {"label": narrator.text("side", name), "value": str(points(g, number))}
            for number, name in enumerate(SIDES)
        ],
        "battle": None if g.battle == NOWHERE else _battle(g, narrator),
    }


def _space(g: State, area: int) -> SpaceNow:
    space: SpaceNow = {"marks": ["contested"] if is_contested(g, area) else []}
    if g.control[area] != NOBODY:
        space["control"] = SIDES[g.control[area]]
    return space


def _piece(g: State, unit: int) -> PieceNow:
    lost = f"{SIDES[g.pack.units[unit].side]}_lost"
    return {
        "at": lost if g.place[unit] == NOWHERE else g.place_id(g.place[unit]),
        "face": int(g.steps[unit] <= WORN),
        "marks": ["moved"] if g.spent[unit] else [],
    }


def _turn(g: State, narrator: Narrator) -> Marker:
    label = narrator.say("scene.turns")
    return {"id": "turn", "label": label, "text": str(g.turn), "at": "turns", "cell": g.turn - 1}


def _battle(g: State, narrator: Narrator) -> BattleNow:
    """6.2 Strengths and ground of the fight at hand."""
    area, attacker, defender = g.battle, g.half, 1 - g.half
    rows: list[BattleRow] = [
        {
            "label": narrator.say("scene.row_strength"),
            "attack": str(strength_at(g, attacker, area)),
            "defence": str(strength_at(g, defender, area)),
            "rule": "6.2",
        },
        {
            "label": narrator.say("scene.row_cover"),
            "attack": "",
            "defence": f"+{cover(g, defender, area)}",
            "rule": "2.2",
        },
    ]
    return {
        "title": narrator.say("scene.battle", {"place": g.place_id(area)}),
        "place": g.place_id(area),
        "attackers": [g.unit_id(unit) for unit in units_at(g, attacker, area)],
        "defenders": [g.unit_id(unit) for unit in units_at(g, defender, area)],
        "rows": rows,
    }
