"""Why not? The reason, with its rule, that a unit may not do something now."""

from __future__ import annotations

from khamsin.games.battleaxe.model.pieces import OFF_MAP, SIDES
from khamsin.games.battleaxe.model.state import ACTIVE, ASSAULT, REGROUP, State
from khamsin.games.battleaxe.rules.combat.assault import is_mandatory
from khamsin.games.battleaxe.rules.impulse import HAS_REGROUPED, why_not_regroup, why_not_regroup_to
from khamsin.games.battleaxe.rules.movement import why_not_act, why_not_enter, why_not_move
from khamsin.kernel.game import Refused

NOT_YOURS = Refused("8.0b", "not_your_unit")
NOT_YOUR_HALF = Refused("8.0b", "not_your_half")
NOT_PLACED = Refused("5.2.1e", "not_placed")
ELIMINATED = Refused("13.3.2", "eliminated_unit")
NO_MOVES_NOW = Refused("8.1", "no_moves_now")
ALREADY_THERE = Refused("9.1b", "already_there")
IN_BATTLE = Refused("11.4", "battle_first")
NO_ENEMY = Refused("9.1b", "no_enemy")
ALREADY_ATTACKED = Refused("9.2.1b", "closed_after_attack")
NO_ATTACKER = Refused("11.0a", "no_attacker")
MUST_ATTACK = Refused("11.1", "must_attack")


def why_not(g: State, side: str, words: tuple[str, ...]) -> Refused | None:
    """Answer for `move <unit> <space>`, `<unit> <space>`, `attack <space>` and `done`."""
    pack = g.pack
    if words == ("done",) and g.doing == ASSAULT and g.battle is None:
        return MUST_ATTACK if _attack_owed(g) else None
    if words[:1] == ("attack",) and len(words) > 1 and words[1] in pack.board.index:
        return _why_not_attack(g, side, pack.board.at(words[1]))
    if words[:1] == ("move",):
        words = words[1:]
    if len(words) > 1 and words[0] in pack.unit_index and words[1] in pack.board.index:
        return _why_not_go(g, side, pack.unit_index[words[0]], pack.board.at(words[1]))
    return None


def _why_not_go(g: State, side: str, unit: int, space: int) -> Refused | None:
    if SIDES[g.pack.side_of[unit]] != side:
        return NOT_YOURS
    if unit in g.unplaced:
        return NOT_PLACED
    if g.place[unit] == OFF_MAP:
        return ELIMINATED
    if SIDES[g.half] != side:
        return NOT_YOUR_HALF
    if g.battle is not None or g.going_on is not None:
        return IN_BATTLE
    if g.place[unit] == space:
        return ALREADY_THERE
    if g.doing == ASSAULT:
        return why_not_move(g, unit) or why_not_enter(g, unit, space)
    if g.doing == REGROUP:
        if g.status[unit] != ACTIVE:
            return HAS_REGROUPED
        return why_not_regroup(g, unit) or why_not_regroup_to(g, unit, space)
    return NO_MOVES_NOW


def _why_not_attack(g: State, side: str, space: int) -> Refused | None:
    if SIDES[g.half] != side:
        return NOT_YOUR_HALF
    if g.doing != ASSAULT:
        return NO_MOVES_NOW
    if g.battle is not None or g.going_on is not None:
        return IN_BATTLE
    if not g.here[1 - g.half][space]:
        return NO_ENEMY
    if space in g.attacked:
        return ALREADY_ATTACKED
    reasons = [why_not_act(g, unit) for unit in g.here[g.half][space]]
    if None in reasons:
        return None
    return reasons[0] if reasons else NO_ATTACKER


def _attack_owed(g: State) -> bool:
    """11.1 Units stand among enemies they entered upon and have not attacked yet."""
    return any(
        status == ACTIVE
        and g.here[1 - g.half][g.place[unit]]
        and g.place[unit] not in g.attacked
        and is_mandatory(g, g.place[unit])
        for unit, status in enumerate(g.status)
    )
