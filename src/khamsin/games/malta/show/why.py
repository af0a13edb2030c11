"""Why not? Reasons with their rules why a unit may not do something; remarks on what it may."""

from __future__ import annotations

from khamsin.games.malta.model.pieces import ARTILLERY, SIDES, WARSHIP
from khamsin.games.malta.model.state import State
from khamsin.games.malta.rules.combat.attackers import attackable, why_not_attack
from khamsin.games.malta.rules.combat.breakthrough import break_targets, why_not_break_through
from khamsin.games.malta.rules.combat.support import BOMBARD, in_range, why_not_fire
from khamsin.games.malta.rules.control import has_units, is_blocked
from khamsin.games.malta.rules.movement.infiltration import infiltration_hexes, why_not_infiltrate
from khamsin.games.malta.rules.movement.movement import (
    ENEMY_THERE,
    TOO_FAR,
    why_not_strategic,
    why_not_tactical,
)
from khamsin.games.malta.rules.movement.reach import NO_LIMIT, budget, may_enter, reach
from khamsin.kernel.game import Refused
from khamsin.kernel.play.decision import Option
from khamsin.kernel.show.summaries import Fact

NOT_YOURS = Refused("2.1.active", "not_your_unit")
NOT_YOUR_TURN = Refused("2.1.active", "not_your_turn")
NOT_ON_MAP = Refused("6.0", "not_on_map")
NO_MOVES_NOW = Refused("4.24", "no_moves_now")
NO_ENEMY = Refused("9.15", "no_enemy")
ALREADY_ATTACKED = Refused("9.12", "hex_attacked")
NOBODY_ABLE = Refused("9.11", "nobody_able")
NOT_ADJACENT = Refused("9.11", "not_adjacent")
NOBODY_THROUGH = Refused("10.3", "nobody_through")
OTHER_PHASE = Refused("4.0", "other_phase")
OUT_OF_RANGE = Refused("2.1.range", "out_of_range")
NOT_FRIENDLY = Refused("6.2", "not_friendly")
ENEMY_NEAR_THERE = Refused("6.2", "enemy_near_there")
NO_WAY = Refused("5.2.c", "no_way")

MOVES = ("strategic", "tactical", "infiltration")
FIGHTS = ("attack", "breakthrough")
GUNS = ("support", "defend")

JUDGED = {
    "unit": MOVES,
    "go": MOVES,
    "attack": FIGHTS,
    "with": FIGHTS,
    "support": ("support",),
    "storm_support": ("support",),
    "bombard": ("support",),
    "storm_bombard": ("support",),
    "defend": ("defend",),
}
"""What is asked for with these words in these phases has reasons of its own, below."""

ASKED = {
    "at": ("plans", "day_plans"),
    "turn": ("plans", "day_plans"),
    "plan": ("plans", "day_plans"),
    "lone": ("plans", "day_plans", "series"),
    "zone": ("zones",),
    "attach": ("attach", "attachments"),
    "whole": ("allied_setup",),
    "place": (
        "allied_setup", "leaders_return", "dismantle", "leaders", "warships", "cancel", "markers",
        "series",
    ),
    "deployed": ("sides",),
    "limbered": ("sides",),
    "raid": ("raids",),
    "shift": ("shift",),
    "replace": ("replacements",),
    "absorb": ("absorb",),
    "dismantle": ("dismantle",),
    "load": ("ammunition",),
    "try": ("stragglers",),
    "break": ("fill", "break_down", "airland"),
    "first": ("fill",),
    "second": ("fill",),
    "escort": ("fill",),
    "aim": ("duel",),
    "engage": ("duel",),
    "shell": ("guns",),
    "fire": ("wave1", "wave2", "flak"),
    "move": ("beach1", "beach2", "rally"),
    "reform": ("beach1", "beach2", "rally", "reform"),
    "cancel": ("cancel",),
    "roll": ("markers", "series"),
    "drop": ("series",),
    "unit": (*MOVES, "ships"),
    "go": (*MOVES, "ships"),
    "limber": ("strategic", "tactical"),
    "deploy": ("tactical",),
    "take": ("infiltration",),
    "land": ("airland",),
    "air": ("support", "breakthrough"),
    "support": ("support",),
    "storm_support": ("support",),
    "bombard": ("support",),
    "storm_bombard": ("support",),
    "defend": ("defend",),
    "attack": FIGHTS,
    "with": FIGHTS,
    "all": ("ammunition", *FIGHTS),
    "omit": ("attack",),
    "lead": ("series", *FIGHTS),
    "alone": ("series", "infiltration", *FIGHTS),
    "lose": ("navy", "guns", "wave1", "wave2", "series", "flak", "bombard", *FIGHTS),
    "stand": ("series", *FIGHTS),
    "retreat": ("series", *FIGHTS),
    "from": ("series", *FIGHTS),
    "to": ("series", *FIGHTS),
    "join": ("series", *FIGHTS),
    "advance": FIGHTS,
    "remove": ("landed", "rally", "reform", "recovery", "breakthrough"),
}  # fmt: skip
"""4.0 In which phases each thing may be asked for."""


def why_not(g: State, side: str, words: tuple[str, ...]) -> Refused | None:
    """Answer for a unit, a unit and a hex, `attack <hex>`, and what belongs to another phase."""
    pack = g.pack
    verb = words[0] if words else ""
    is_asked = g.phase in ASKED.get(verb, ())
    if is_asked and g.phase not in JUDGED.get(verb, ()):
        return None  # the question at hand knows best
    if verb == "attack" and len(words) > 1 and words[1] in pack.board.index:
        return _why_not_attack(g, side, pack.board.at(words[1]))
    reason = _why_not_unit(g, side, words)
    if reason is None and verb in ASKED and not is_asked:
        return OTHER_PHASE
    return reason


def _why_not_unit(g: State, side: str, words: tuple[str, ...]) -> Refused | None:
    """What keeps the first unit that is named from doing anything in this phase."""
    pack = g.pack
    while words and words[0] not in pack.unit_index:
        words = words[1:]
    if not words:
        return None
    unit = pack.unit_index[words[0]]
    place = words[1] if len(words) > 1 and words[1] in pack.board.index else ""
    if SIDES[pack.side_of[unit]] != side:
        return NOT_YOURS
    if g.place[unit] < 0:
        return NOT_ON_MAP
    h = pack.board.at(place) if place else -1
    if g.phase in GUNS and pack.kind[unit] in (ARTILLERY, WARSHIP):
        reason = why_not_fire(g, unit)
        if reason is None and h >= 0 and not in_range(g, unit, h):
            return OUT_OF_RANGE
        return reason
    if SIDES[g.active] != side:
        return NOT_YOUR_TURN
    if g.phase == "breakthrough":
        return why_not_break_through(g, unit)
    if g.phase in FIGHTS:
        return why_not_attack(g, unit)
    if g.phase not in MOVES or pack.kind[unit] == WARSHIP:
        return NO_MOVES_NOW
    return _why_not_move(g, unit, h)


def _why_not_move(g: State, unit: int, h: int) -> Refused | None:
    if g.phase == "infiltration":
        reason = why_not_infiltrate(g, unit)
        if reason is None and h >= 0 and h not in infiltration_hexes(g, unit):
            return NOT_ADJACENT
        return reason
    is_strategic = g.phase == "strategic"
    reason = why_not_strategic(g, unit) if is_strategic else why_not_tactical(g, unit)
    if reason is not None or h < 0:
        return reason
    return _why_not_reach(g, unit, h, strategic=is_strategic)


def _why_not_reach(g: State, unit: int, h: int, *, strategic: bool) -> Refused | None:
    """5.2, 6.2, 6.52 What bars a hex to a unit that may move; to one under way, from now on."""
    if h < g.pack.land and not may_enter(g, unit, h):
        return ENEMY_THERE
    if strategic and h < g.pack.land:
        if g.control_at_start[h] != g.active:
            return NOT_FRIENDLY
        if g.near2[1 - g.active][h]:
            return ENEMY_NEAR_THERE
    most = budget(g, unit)
    left = g.moving_left if g.moving == unit else most
    if h in reach(g, unit, left, strategic=strategic, first=left == most):
        return None
    return TOO_FAR if h in reach(g, unit, NO_LIMIT, strategic=strategic, first=False) else NO_WAY


def remark(g: State, side: str, option: Option) -> Fact | None:
    """9.2 Of a hex to be supported in defence: whether it is likely to be attacked."""
    del side
    if option[0] != "defend":
        return None
    h = g.pack.board.at(option[2])
    aimed = [g.unit_id(unit) for unit, there, kind in g.fires if there == h and kind < BOMBARD]
    if aimed:
        return Fact("support_against", {"units": tuple(aimed)})
    if h in g.air_on:
        return Fact("air_against")
    enemies = sum(has_units(g, g.active, n) for n in g.pack.touch[h])
    return Fact("enemies_next", {"count": enemies}) if enemies else Fact("no_enemy_next")


def _why_not_attack(g: State, side: str, h: int) -> Refused | None:
    if SIDES[g.active] != side:
        return NOT_YOUR_TURN
    if g.phase not in FIGHTS:
        return NO_MOVES_NOW
    if h >= g.pack.land or not is_blocked(g, g.active, h):
        return NO_ENEMY
    if h in g.attacked:
        return ALREADY_ATTACKED
    if g.phase == "breakthrough":
        return None if h in break_targets(g) else NOBODY_THROUGH
    return None if h in attackable(g, g.active) else NOBODY_ABLE
