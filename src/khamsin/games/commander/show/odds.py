"""Odds: how many hits each side may score in the next round.

What they assume: Forces and plans as they are now. Tactics of the Allies are counted, since they
use them at the first failure (plan.14), in the order of counters where T3 would be asked. What the
player may do with his own dice is not: where he has Tactics or an Assault to use, the row says so.
Before a battle no plan counts, and the title says so; it also says what is still to come before the
dice: Intel, Deploy and Cohesion (R25), or hits that are being taken.
"""

from __future__ import annotations

from fractions import Fraction

from khamsin.games.commander.model.pieces import ALLIED, AXIS, SIDES
from khamsin.games.commander.model.state import Battle, State
from khamsin.games.commander.rules.forces import attack, on_map
from khamsin.games.commander.rules.movement import affordable, distances, price
from khamsin.games.commander.rules.plans import pairs
from khamsin.games.commander.rules.rounds import Die, force_dice, hits_of, plan_dice
from khamsin.kernel.play.state import Value
from khamsin.kernel.show.chances import DIE, Spread, even, plus
from khamsin.kernel.show.summaries import Chances, Fact, Odds

TAKING_HITS = ("hits", "tie_t2")
MOST = 5  # hits are told up to this number


def odds(g: State, side: str, prompt: str, words: tuple[str, ...]) -> list[Odds]:
    """The round that comes in the battle at hand, or the attack that these words name."""
    del side
    b = g.battle
    if b is not None and not _is_coming(b, prompt):
        return []
    if b is not None and prompt == "cohesion":
        return [_odds(g, _paired(g, b, pair[1:]), "battle_pair") for pair in pairs(g, b)]
    if b is not None:
        return [_odds(g, _next_round(b), _title(g, b))]
    if g.step == "battle_moves":
        return [_odds(g, battle, "battle_plain") for battle in _possible(g, words)]
    return []


def _title(g: State, b: Battle) -> str:
    """What is still to come before the dice of the next round."""
    if b.round:
        return "battle_hits"
    axis, allied = b.plans
    intel = axis.count("intel") - allied.count("intel")  # R25: they cancel one for one
    loses = (intel < 0 and axis) or (intel > 0 and allied)
    pairs_up = "cohesion" in axis and pairs(g, b)
    return "battle_open" if loses or "deploy" in allied or pairs_up else "battle"


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


def _paired(g: State, b: Battle, units: tuple[str, ...]) -> Battle:
    """plan.5 The battle as it will stand with these two as one."""
    ahead = _next_round(b)
    ahead.pair = tuple(g.c.unit_index[unit] for unit in units)
    return ahead


def _possible(g: State, words: tuple[str, ...]) -> list[Battle]:
    """Attacks on enemy areas with all that stand there already, and the Force of these words."""
    found: list[Battle] = []
    for area, enemies in enumerate(g.here[ALLIED]):
        named = [g.c.unit_index[word] for word in words if word in g.c.unit_index]
        if words and g.place_id(area) not in words:
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


def _odds(g: State, b: Battle, key: str) -> Odds:
    facts: dict[str, Value] = {
        "place": g.place_id(b.area),
        "attackers": g.names(b.fighters[b.attacker]),
        "defenders": g.names(b.fighters[b.defender]),
    }
    if key == "battle_pair":
        facts["units"] = g.names(b.pair)
    rows = [
        Chances(
            Fact(_row(b, side), {"side": SIDES[1 - side], "steps": _steps(g, b, 1 - side)}),
            told(spread(g, b, side)),
        )
        for side in (AXIS, ALLIED)
    ]
    return Odds(Fact(key, facts), tuple(rows))


def _row(b: Battle, side: int) -> str:
    """What the hits of a side are: Axis dice before the player's own help (plan.2, plan.14).

    plan.1 After an Ambush, those of Axis Forces that it spares.
    """
    if side == ALLIED:
        return "hits_on"
    is_ambush = b.round == 1 and "ambush" in b.plans[ALLIED]
    helps = "tactics" in b.plans[AXIS] or ("assault" in b.plans[AXIS] and b.attacker == AXIS)
    if helps:
        return "hits_alone_after_ambush" if is_ambush else "hits_alone"
    return "hits_after_ambush" if is_ambush else "hits_on"


def _steps(g: State, b: Battle, side: int) -> int:
    """How many hits destroy the whole side, its Dig-In included."""
    return sum(g.steps[unit] for unit in b.fighters[side]) + b.plans[side].count("dig_in")


def spread(g: State, b: Battle, side: int) -> Spread:
    """resolve.2 How likely each number of hits is."""
    dice = [*force_dice(g, b, side), *plan_dice(g, b, side)]
    chits = b.plans[ALLIED].count("tactics")
    if side == ALLIED and chits:
        return _with_tactics(sorted(dice, key=lambda die: -die.needed), chits, g.supplies[AXIS])
    return plain_spread(dice)


def plain_spread(dice: list[Die]) -> Spread:
    """The hits of these dice, each rolled once."""
    return plus(*(even([hits_of(die, rolled) for rolled in DIE]) for die in dice))


def _with_tactics(dice: list[Die], chits: int, supplies: int) -> Spread:
    """plan.14, R28 From the highest to the lowest: the first dice without effect again, once each.

    plan.8 Disrupt has none if the enemy has no Supplies left.
    """
    table = {(0, chits, supplies): Fraction(1)}  # hits, chits and enemy Supplies so far
    for die in dice:
        before, table = table, {}
        for (hits, left, store), likely in before.items():
            for first in DIE:
                is_again = left > 0 and not _does(die, first, store)
                for rolled in DIE if is_again else (first,):
                    taken = _does(die, rolled, store) if die.plan == "disrupt" else 0
                    after = (hits + hits_of(die, rolled), left - is_again, store - taken)
                    share = likely / (len(DIE) ** (1 + is_again))
                    table[after] = table.get(after, Fraction(0)) + share
    found: Spread = {}
    for (hits, _, _), likely in table.items():
        found[hits] = found.get(hits, Fraction(0)) + likely
    return found


def _does(die: Die, rolled: int, store: int) -> int:
    """What a die does: hits, or Supplies that the enemy loses."""
    if die.plan == "disrupt":
        return min(die.values[rolled - 1], store) if rolled <= len(die.values) else 0
    return hits_of(die, rolled)


def told(spread: Spread) -> tuple[tuple[str, float], ...]:
    """The chance of every number of hits, the highest together."""
    numbers = [(str(count), float(spread.get(count, 0))) for count in range(MOST)]
    return (*numbers, (f"{MOST}+", float(sum(spread[n] for n in spread if n >= MOST))))
