"""Why not? The reason, with its rule, that a Force may not do something now."""

from __future__ import annotations

from khamsin.games.commander.model.pieces import AXIS, DEAD, FULL, POOL
from khamsin.games.commander.model.state import SETUP, State
from khamsin.games.commander.rules.forces import in_pile
from khamsin.games.commander.rules.movement import why_not_move
from khamsin.games.commander.rules.plans import in_vain, supplies_for
from khamsin.games.commander.rules.setup import start_areas
from khamsin.games.commander.rules.supply import PURCHASES, placement_areas
from khamsin.kernel.game import Refused
from khamsin.kernel.play.decision import Option
from khamsin.kernel.show.summaries import Fact

OTHER_MAP = Refused("setup.1", "other_map")
NOT_YOURS = Refused("intro.1", "not_your_force")
NOT_ON_MAP = Refused("move.1", "not_on_map")
OTHER_STEP = Refused("seq.1", "other_step")
ALREADY_THERE = Refused("move.1", "already_there")
IN_BATTLE = Refused("battle.1", "battle_first")
IS_FULL = Refused("refit.1", "already_full")
NO_SUPPLIES = Refused("refit.1", "no_supplies")
NOT_DESTROYED = Refused("xdead.2", "not_destroyed")
NOT_IN_PILE = Refused("spend.2", "not_in_pile")
TOO_DEAR = Refused("spend.2", "too_dear")
NO_PLACEMENT = Refused("place.1", "no_placement")
NO_START = Refused("link.3", "no_placement")
NOT_IN_CAMPAIGN = Refused("planset.2", "not_in_campaign")
BOUGHT_ALREADY = Refused("xplan.3", "bought_already")
PLAN_TOO_DEAR = Refused("xplan.3", "plan_too_dear")


def why_not(g: State, side: str, words: tuple[str, ...]) -> Refused | None:
    """Answer for moves, refits, purchases and plans; `<force> <area>` means a move."""
    if side != "axis" or not words:
        return None
    if any(g.pack.home.get(word, g.c) is not g.c for word in words):
        return OTHER_MAP
    verb, rest = words[0], words[1:]
    if verb == "plan" and rest:
        return _why_not_plan(g, rest[0])
    if verb in g.c.unit_index:
        verb, rest = "move", words
    if not rest or rest[0] not in g.c.unit_index:
        return None
    unit = g.c.unit_index[rest[0]]
    if verb in ("move", "refit", "recover", "buy") and g.c.side_of[unit] != AXIS:
        return NOT_YOURS
    if verb == "refit":
        return _why_not_refit(g, unit)
    if verb == "recover":
        return _why_not_recover(g, unit)
    if len(rest) > 1 and rest[1] in g.c.board.index:
        area = g.c.board.at(rest[1])
        if verb == "move":
            return _why_not_go(g, unit, area)
        if verb == "buy":
            return _why_not_buy(g, unit, area)
    return None


def _why_not_go(g: State, unit: int, area: int) -> Refused | None:
    if g.battle is not None:
        return IN_BATTLE
    if g.place[unit] < 0:
        return NOT_ON_MAP
    if g.step not in ("battle_moves", "moves"):
        return OTHER_STEP
    if g.place[unit] == area:
        return ALREADY_THERE
    return why_not_move(g, unit, area, to_battle=g.step == "battle_moves")


def _why_not_refit(g: State, unit: int) -> Refused | None:
    if g.step != "refit":
        return OTHER_STEP
    if g.place[unit] < 0:
        return NOT_ON_MAP
    if g.steps[unit] == FULL:
        return IS_FULL
    return NO_SUPPLIES if g.supplies[AXIS] < g.pack.constants.refit_cost else None


def _why_not_recover(g: State, unit: int) -> Refused | None:
    if g.step != "refit" and not _may_buy(g):
        return OTHER_STEP
    if unit not in in_pile(g, DEAD, AXIS):
        return NOT_DESTROYED
    return NO_SUPPLIES if g.supplies[AXIS] < g.c.axis_resupply.recover else None


def _may_buy(g: State) -> bool:
    """spend.1, place.4 New Forces come in before the battles that they bring."""
    return g.step == "resupply" and g.stage == PURCHASES


def _why_not_buy(g: State, unit: int, area: int) -> Refused | None:
    """spend.2, place.1; link.3-4 also before the campaign, if the last one has earned it."""
    is_linking = g.step == SETUP and g.points > 0
    if not is_linking and not _may_buy(g):
        return OTHER_STEP
    if g.place[unit] != POOL:
        return NOT_IN_PILE
    if is_linking and area not in start_areas(g, AXIS):
        return NO_START
    if not is_linking and area not in placement_areas(g):
        return NO_PLACEMENT
    return TOO_DEAR if g.c.price[unit] > g.points else None


def _why_not_plan(g: State, plan: str) -> Refused | None:
    b = g.battle
    if b is None or not b.buying:
        return OTHER_STEP
    if plan not in g.c.axis_plans:
        return NOT_IN_CAMPAIGN
    if plan in b.plans[AXIS]:
        return BOUGHT_ALREADY
    purse = b.bpp + g.supplies[AXIS] * g.c.points.bpp_per_supply
    return PLAN_TOO_DEAR if g.terms.plan_cost[plan] > purse else None


def remark(g: State, side: str, option: Option) -> Fact | None:
    """xplan.2, R60, check.2 What a plan costs, or that it can do nothing; a place too full."""
    del side
    if option[0] == "plan" and g.battle is not None:
        plan = option[1]
        if reason := in_vain(g, g.battle, plan):
            return Fact(reason)
        supplies = supplies_for(g, g.battle, plan)
        key = "price_supplies" if supplies else "price"
        return Fact(key, {"points": g.terms.plan_cost[plan], "supplies": supplies})
    if option[0] == "move":
        area = g.c.place_ids.index(option[2])
        limit = g.c.regions[g.c.region_of[area]].limit
        if len(g.here[AXIS][area]) >= limit:
            return Fact("too_many", {"limit": limit, "supplies": g.pack.constants.over_limit_cost})
    return None
