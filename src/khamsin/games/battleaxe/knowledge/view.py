"""What a side may see. In this game that is everything but a sealed bid, which no state holds."""

from __future__ import annotations

from khamsin.games.battleaxe.model.pieces import FULL, NOBODY, OFF_MAP, SIDES
from khamsin.games.battleaxe.model.state import Battle, State
from khamsin.games.battleaxe.rules.combat.support import has_air, is_air_ready
from khamsin.games.battleaxe.rules.victory import LAST_DAY, points_to_win
from khamsin.kernel.game import View


def view(g: State, side: str | None) -> View:
    """7.1c The whole table as plain data, by the names printed on it: open to both."""
    del side
    pack = g.pack
    return {
        "phase": g.phase,
        "turn": g.turn,
        "day": g.scenario.turns[g.turn - 1],
        "impulse": g.impulse,
        "half": SIDES[g.half],
        "doing": g.doing,
        "advantage": None if g.advantage == NOBODY else SIDES[g.advantage],
        "fuel_low": g.fuel_low,
        "rommel": g.rommel,
        "artillery": {side: g.artillery[number] for number, side in enumerate(SIDES)},
        "air_used": g.air_used,
        "air": {
            side: is_air_ready(g, number) for number, side in enumerate(SIDES) if has_air(g, number)
        },
        "vp": g.vp,
        "vp_needed": points_to_win(g) if g.turn <= LAST_DAY else None,  # 20.1: none on June 18
        "sides_swapped": g.sides_swapped,
        "locked": [
            division.id for number, division in enumerate(pack.divisions) if g.locked[number]
        ],
        "spaces": {
            space.id: {
                "control": SIDES[g.control[number]],
                "units": [g.unit_id(u) for side in g.here for u in side[number]],
                "active": number in g.active,
                "attacked": number in g.attacked,
            }
            for number, space in enumerate(pack.spaces)
        },
        "units": {
            unit.id: {
                "place": None if g.place[number] == OFF_MAP else g.place_id(g.place[number]),
                "full": g.steps[number] == FULL,
                "out_of_supply": bool(g.oos[number]),
                "status": ("idle", "active", "spent")[g.status[number]],
                "spent": g.spent[number],
            }
            for number, unit in enumerate(pack.units)
            if g.place[number] != OFF_MAP or number in g.lost or number in g.unplaced
        },
        "lost": [g.unit_id(unit) for unit in g.lost],
        "battle": None if g.battle is None else _battle(g, g.battle),
        "points": g.points,
    }


def _battle(g: State, b: Battle) -> View:
    return {
        "place": g.place_id(b.space),
        "attacker": SIDES[b.attacker],
        "attackers": [g.unit_id(unit) for unit in b.attackers],
        "defenders": [g.unit_id(unit) for unit in b.defenders],
        "lead": None if b.lead == NOBODY else g.unit_id(b.lead),
        "lead_defender": None if b.lead_defender == NOBODY else g.unit_id(b.lead_defender),
        "mandatory": b.is_mandatory,
        "overrun": b.is_overrun,
        "air": b.air,
        "rommel": b.rommel,
        "artillery": list(b.artillery),
        "attack_value": b.av,
        "defence_value": b.dv,
        "attack_roll": b.attack_roll,
        "defence_roll": b.defence_roll,
        "outcome": b.outcome,
    }
