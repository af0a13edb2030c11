"""Odds: how many hits each side may score in the next round, before the player buys plans."""

from __future__ import annotations

from khamsin.games.commander.model.pieces import ALLIED, AXIS, SIDES
from khamsin.games.commander.model.state import Battle, State
from khamsin.games.commander.rules.forces import attack, on_map
from khamsin.games.commander.rules.movement import affordable, distances, price
from khamsin.games.commander.rules.rounds import Die, force_dice, hits_of, plan_dice
from khamsin.kernel.show.chances import DIE, even, plus
from khamsin.kernel.show.summaries import Chances, Fact, Odds

TAKING_HITS = ("hits", "tie_t2")
MOST = 5  # hits are told up to this number


def odds(g: State, side: str, prompt: str, words: tuple[str, ...]) -> list[Odds]:
    """The round that comes in the battle at hand, or the attack that these words name."""
    del side
    if g.battle is not None:
        return [_odds(g, _next_round(g.battle))] if _is_coming(g.battle, prompt) else []
    if g.step == "battle_moves":
        return [_odds(g, battle) for battle in _possible(g, words)]
    return []


def _is_coming(b: Battle, prompt: str) -> bool:
    """rounds.1, plan.12, place.4 Whether a round is still to come that can be told of.

    Before the first, and while the hits of a round are taken that is not the last.
    """
    if b.round == 0:
        return True
    is_last = not b.finish and not any("press" in plans for plans in b.plans)
    return prompt in TAKING_HITS and not is_last


def _next_round(b: Battle) -> Battle:
    """The battle as it will stand in its next round."""
    ahead = Battle(b.area, b.attacker, finish=b.finish)
    ahead.round = b.round + 1
    ahead.fighters = list(b.fighters)
    ahead.plans = [list(plans) for plans in b.plans]
    ahead.pair = b.pair
    return ahead


def _possible(g: State, words: tuple[str, ...]) -> list[Battle]:
    """Attacks on enemy areas with all that stand there already, and the Force of these words."""
    found: list[Battle] = []
    for area, enemies in enumerate(g.here[ALLIED]):
        named = [g.c.unit_index[word] for word in words if word in g.c.unit_index]
        if words and g.area_id(area) not in words:
            continue
        mine = list(g.here[AXIS][area])
        if not words:
            named = _who_can_join(g, area)
        mine += [unit for unit in named if unit not in mine]
        if enemies and mine:
            battle = Battle(area, AXIS, finish=False)
            battle.round = 1
            battle.fighters = [tuple(mine), enemies]
            found.append(battle)
    return found


def _who_can_join(g: State, area: int) -> list[int]:
    """move.4 The Forces that Supplies can bring to a battle, the cheapest and strongest first."""
    able: list[tuple[int, int, int]] = []
    for unit in on_map(g, AXIS):
        ways = distances(g, g.place[unit], affordable(g, unit))
        if not g.moved[unit] and area in ways:
            able.append((price(g, ways[area]), -attack(g, unit), unit))
    left = g.supplies[AXIS]
    found: list[int] = []
    for cost, _, unit in sorted(able):
        if cost <= left:
            left -= cost
            found.append(unit)
    return found


def _odds(g: State, b: Battle) -> Odds:
    title = Fact(
        "battle",
        {
            "place": g.area_id(b.area),
            "attackers": g.unit_names(b.fighters[b.attacker]),
            "defenders": g.unit_names(b.fighters[b.defender]),
        },
    )
    rows = [
        Chances(
            Fact(_row(b, side), {"side": SIDES[1 - side], "steps": _steps(g, b, 1 - side)}),
            hit_chances([*force_dice(g, b, side), *plan_dice(g, b, side)]),
        )
        for side in (AXIS, ALLIED)
    ]
    return Odds(title, tuple(rows))


def _row(b: Battle, side: int) -> str:
    """plan.1 What the hits of a side are: after an Ambush, those of Axis Forces that it spares."""
    is_ambush = b.round == 1 and "ambush" in b.plans[ALLIED]
    return "hits_after_ambush" if is_ambush and side == AXIS else "hits_on"


def _steps(g: State, b: Battle, side: int) -> int:
    """How many hits destroy the whole side, its Dig-In included."""
    return sum(g.steps[unit] for unit in b.fighters[side]) + b.plans[side].count("dig_in")


def hit_chances(dice: list[Die]) -> tuple[tuple[str, float], ...]:
    """The chance of every number of hits, the highest together."""
    spread = plus(*(even([hits_of(die, rolled) for rolled in DIE]) for die in dice))
    told = [(str(count), float(spread.get(count, 0))) for count in range(MOST)]
    return (*told, (f"{MOST}+", float(sum(spread[n] for n in spread if n >= MOST))))
