"""How the greedy bot judges Gazala 1942. Everything is weighed in steps: a step lost is about one.

Four ideas: what an attack is worth (by the combat results table), what a volley of tanks is worth
(by the dice), how much a unit likes to stand in a hex (near its goals, beside enemies it can beat,
in supply), and which headquarters have most to do. Units are taken in hand one after another; one
that likes its hex best is passed over.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property, lru_cache

from khamsin.games.gazala.armour import armour_value, attacks_left, firing_units
from khamsin.games.gazala.combat import (
    LOWEST,
    able_attackers,
    attack_strength,
    defence_strength,
    reckon,
    total_defence,
)
from khamsin.games.gazala.ground import has_room
from khamsin.games.gazala.losses import steps_left
from khamsin.games.gazala.pack import Pack
from khamsin.games.gazala.pieces import AXIS, NOBODY, SIDES, WAITING
from khamsin.games.gazala.state import State
from khamsin.games.gazala.supply import FAR, flood, line_limit, sources
from khamsin.kernel.decision import Option
from khamsin.kernel.match import Match

PULL = 0.22  # how strongly a goal draws, for each hex of the way to it
FIGHT = 0.9  # how much a unit likes to stand beside an enemy it could beat
FEAR = 0.35  # and how much it dislikes one that could beat it
GOAL = 6.0  # to hold a victory hex
GUARD = 8.0  # not to leave one's own
RANGE = 0.35  # each hex beyond the range of the HQ
UNSUPPLIED = 4.0  # an HQ where no line reaches
GROUND = 1.5  # an enemy driven from a hex
ATTACK_FROM = 0.15  # an attack must promise this much
MOVE_FROM = 0.05  # and a move this much more than staying
BLOCKED = 3  # hexes of detour that an enemy in the way is worth
HQ_DISTANCE = 6  # how near to the enemy an HQ likes to go
HQ_GUARD = 8  # the strength that guards it well


def judge(world: Match[State], side: str, options: list[Option]) -> list[float]:
    """Score each option for this side."""
    decision = world.decision
    assert decision is not None
    view = Judgement(world.state, SIDES.index(side))
    if decision.prompt == "move":
        return view.moves(options)
    score = view.scorers.get(decision.prompt, view.rule_of_thumb)
    return [score(option) for option in options]


@lru_cache(maxsize=32)
def _ways(
    pack: Pack, mines: tuple[bool, ...], goals: tuple[int, ...], enemies: tuple[int, ...]
) -> tuple[int, ...]:
    """The length of the way from every hex to the nearest goal; it changes only with the enemy."""
    far = [FAR] * len(pack.hex_ids)
    buckets: list[list[int]] = [list(goals)]
    for goal in goals:
        far[goal] = 0
    for length, hexes in enumerate(buckets):  # grows while it is walked
        for here in hexes:
            if far[here] < length:
                continue
            for there, edge in pack.sides_of[here]:
                if (mines and mines[edge]) or pack.is_cliff[edge]:
                    continue
                cost = length + 1 + (BLOCKED if there in enemies else 0)
                if cost < far[there]:
                    far[there] = cost
                    while len(buckets) <= cost:
                        buckets.append([])
                    buckets[cost].append(there)
    return tuple(far)


class Judgement:
    """One look at the table from one side; everything is worked out once and kept."""

    def __init__(self, g: State, side: int) -> None:
        self.g = g
        self.side = side
        self.attacks = side == g.scenario.victor
        self.scorers: dict[str, Callable[[Option], float]] = {
            "armour": self.volley,
            "combat": self.attack,
            "armour_units": self.join,
            "combat_units": self.join,
            "armour_loss": self.loss,
            "loss": self.loss,
            "overstacked": lambda option: self.worth(g.pack.unit_index[option[1]]),
            "stand": self.stand,
            "retreat_to": self.retreat_to,
            "pursue": self.pursue,
            "pursue_on": self.pursue_on,
            "react": self.react,
            "air": lambda option: float(option[0] == "yes"),
            "chits": self.chit,
            "replacements": self.replacement,
            "hq_returns": self.come_back,
        }

    # -- what things are worth ---------------------------------------------------------------

    def worth(self, unit: int) -> float:
        """A unit to its owner: its strength, armour at a premium."""
        g, pack = self.g, self.g.pack
        if pack.is_hq[unit]:
            return 5.0
        return pack.combat[unit][g.step[unit]] + pack.armour[unit][g.step[unit]] * 0.5

    def step_loss(self, unit: int) -> float:
        """What is lost with one step of a unit."""
        return self.worth(unit) / max(steps_left(self.g, unit), 1)

    @cached_property
    def goals(self) -> list[int]:
        """Where to go: the victory hexes, first those the enemy holds."""
        g = self.g
        hexes = list(g.scenario.victory_hexes)
        return [place for place in hexes if g.control[place] != self.side] or hexes

    @cached_property
    def enemy_hexes(self) -> dict[int, int]:
        """Defence of every hex where enemies are."""
        g = self.g
        places = {g.place[unit] for unit in g.pack.units_of[1 - self.side] if g.place[unit] >= 0}
        return {place: total_defence(g, 1 - self.side, place) for place in places}

    @cached_property
    def threat(self) -> dict[int, int]:
        """How much enemy strength stands beside each hex."""
        near: dict[int, int] = {}
        neighbours = self.g.pack.board.neighbours
        for place, strength in self.enemy_hexes.items():
            for there in neighbours[place]:
                near[there] = near.get(there, 0) + strength
        return near

    @cached_property
    def pressure(self) -> dict[int, int]:
        """How much of our strength stands beside each enemy hex, the units in hand left out."""
        g = self.g
        near: dict[int, int] = {}
        neighbours = g.pack.board.neighbours
        for unit in g.pack.units_of[self.side]:
            place = g.place[unit]
            if place < 0 or unit in g.moving or g.pack.is_hq[unit]:
                continue
            strength = attack_strength(g, unit)
            for there in neighbours[place]:
                if there in self.enemy_hexes:
                    near[there] = near.get(there, 0) + strength
        return near

    @cached_property
    def way(self) -> tuple[int, ...]:
        """How far each hex is from the goals, round mines and, dearly, through enemies."""
        g = self.g
        enemies = tuple(sorted(self.enemy_hexes))
        return _ways(g.pack, g.mines if self.side == AXIS else (), tuple(self.goals), enemies)

    # -- where to stand ----------------------------------------------------------------------

    def place_value(self, unit: int, place: int) -> float:
        """How much a unit likes a hex."""
        g, pack = self.g, self.g.pack
        if pack.is_hq[unit]:
            return self.hq_value(unit, place)
        own = attack_strength(g, unit)
        value = -PULL * self.way[place] * (1.0 if self.attacks else 0.45)
        if place in g.scenario.victory_hexes:
            value += GOAL if self._alone(unit, place) else GOAL / 4
        neighbours = pack.board.neighbours[place]
        best = 0.0
        for there in neighbours:
            defence = self.enemy_hexes.get(there)
            if defence is None or self._is_walled(place, there):
                continue
            odds = (self.pressure.get(there, 0) + own) / max(defence, 1)
            best = max(best, FIGHT * min(odds, 4.0) * (0.5 + 0.1 * own))
        value += best
        friends = [u for u in g.here[self.side][place] if u != unit and not pack.is_hq[u]]
        held = defence_strength(g, unit) + sum([defence_strength(g, u) for u in friends])
        danger = self.threat.get(place, 0)
        if danger > held:
            value -= FEAR * min(danger / max(held, 1) - 1, 3.0)
        hq = self._hq_of(unit)
        if hq >= 0:
            value -= RANGE * max(0, pack.board.distance(hq, place) - self._range_of(unit))
        return value

    def _alone(self, unit: int, place: int) -> bool:
        return all(other == unit for other in self.g.here[self.side][place])

    def _is_walled(self, here: int, there: int) -> bool:
        edge = self.g.pack.board.edge(here, there)
        return bool(self.g.mines[edge] or self.g.pack.is_cliff[edge])

    def _hq_of(self, unit: int) -> int:
        hq = self.g.pack.hq_of.get(self.g.formation[unit], NOBODY)
        return self.g.place[hq] if hq != NOBODY else NOBODY

    def _range_of(self, unit: int) -> int:
        return self.g.pack.reach[self.g.pack.hq_of[self.g.formation[unit]]]

    @cached_property
    def lines(self) -> dict[int, int]:
        """Lengths of the lines to a source of supply."""
        return flood(self.g, self.side, sources(self.g, self.side))

    def hq_value(self, hq: int, place: int) -> float:
        """An HQ stands behind its troops, in supply, away from enemies."""
        g, pack = self.g, self.g.pack
        distance = pack.board.distance
        troops = [
            g.place[u]
            for u in pack.units_of[self.side]
            if g.place[u] >= 0 and g.formation[u] == pack.units[hq].formation and u != hq
        ]
        if hq == pack.rommel:
            strong = [u for u in g.here[AXIS][place] if not pack.is_hq[u]]
            return sum([self.worth(u) for u in strong]) * 0.1 - 0.1 * self.way[place]
        value = -0.12 * sum([distance(place, there) for there in troops]) / max(len(troops), 1)
        value -= PULL * 0.2 * self.way[place] if self.attacks else 0.0
        guard = [u for u in g.here[self.side][place] if not pack.is_hq[u]]
        strength = sum([defence_strength(g, u) for u in guard])
        value += 0.2 * min(strength, HQ_GUARD)
        near = min([distance(place, there) for there in self.enemy_hexes], default=9)
        value -= max(0, HQ_DISTANCE - near) * 0.3 * (1.0 if strength < HQ_GUARD else 0.3)
        if self.lines.get(place, FAR + 1) > line_limit(g, hq):
            value -= UNSUPPLIED
        return value

    # -- moving ------------------------------------------------------------------------------

    def moves(self, options: list[Option]) -> list[float]:
        """The unit in hand goes where it likes best, or the next one is taken in hand."""
        g, pack = self.g, self.g.pack
        in_hand = g.moving[0] if g.moving else NOBODY
        here = g.place[in_hand] if in_hand != NOBODY else NOBODY
        stay = 0.0
        if here >= 0:
            stay = self.place_value(in_hand, here)
            if self._leaves_goal(in_hand, here):
                stay += GUARD
        elif here == WAITING:
            stay = -99.0
        scores: list[float] = []
        for option in options:
            verb = option[0]
            score = -50.0
            if verb == "to":
                place = pack.board.at(option[1])
                score = self.place_value(in_hand, place) - stay - MOVE_FROM
                if not has_room(g, place, (in_hand,)):
                    score -= 40.0
                if score <= 0:
                    score -= 30.0
            elif verb == "unit":
                later = pack.unit_index[option[1]] > in_hand
                score = -1.0 - pack.unit_index[option[1]] * 0.001 if later else -20.0
            elif verb == "done":
                score = -10.0
            elif verb == "assisted" or (verb == "breach" and pack.is_engineer[in_hand]):
                score = -0.5
            elif verb == "land":
                score = 5.0
            scores.append(score)
        return scores

    def _leaves_goal(self, unit: int, here: int) -> bool:
        """Whether the last troops would go from a victory hex that must be held."""
        g = self.g
        if here not in g.scenario.victory_hexes:
            return False
        return not any(u != unit and not g.pack.is_hq[u] for u in g.here[self.side][here])

    # -- fighting ----------------------------------------------------------------------------

    def volley(self, option: Option) -> float:
        """8.1 Hits dealt against hits taken; and the way is clear for tanks to attack."""
        g, pack = self.g, self.g.pack
        if option[0] != "attack":
            return 0.0
        target = pack.board.at(option[1])
        units = firing_units(g, target)
        mine = sum([armour_value(g, u) * (2 if pack.is_flak[u] else 1) for u in units])
        there = g.here[1 - self.side][target]
        theirs = sum([armour_value(g, u) * (2 if pack.is_flak[u] else 1) for u in there])
        if not any(pack.is_vehicle[u] for u in there):
            mine = 0
        if not any(pack.is_vehicle[u] for u in units):
            theirs = 0
        exchange = (mine - theirs) / 6 * 1.6 - ATTACK_FROM
        if attacks_left(g) < 2:  # a second volley leaves no normal attack after the first (8.5)
            planned = [self.follow_up(hex_) for hex_, _, _ in g.declared]
            return exchange - max([0.0, *planned])
        return exchange + max(self.follow_up(target), 0.0) * 0.8

    def follow_up(self, target: int) -> float:
        """What a normal attack after the volley promises."""
        return self._promise(target, tuple(self._could_attack(target)))

    def _could_attack(self, target: int) -> list[int]:
        """Everybody beside the target, as if armour combat had been fought."""
        g = self.g
        near = g.pack.board.neighbours[target]
        return [
            unit
            for place in near
            for unit in g.here[self.side][place]
            if g.due[unit] >= 0 and attack_strength(g, unit) and not self._is_cliff(place, target)
        ]

    def _is_cliff(self, here: int, there: int) -> bool:
        return self.g.pack.is_cliff[self.g.pack.board.edge(here, there)]

    def _promise(self, target: int, units: tuple[int, ...]) -> float:
        """9.25 What an attack is worth over all results of the die."""
        g = self.g
        if not units:
            return -1.0
        odds = reckon(g, target, units, g.air if self.side == AXIS else 0)
        if odds.level < LOWEST:
            return -1.0
        column = g.pack.numbers.crt[odds.level - LOWEST]
        defenders = g.here[1 - self.side][target]
        steps = sum([steps_left(g, unit) for unit in defenders])
        theirs = sum([self.worth(u) for u in defenders]) / max(steps, 1)
        mine = min([self.step_loss(unit) for unit in units])
        value = 0.0
        for lost, hit in zip(column.attacker, column.defender, strict=True):
            value += min((hit + 1) // 2, steps) * theirs - (lost + 1) // 2 * mine
            if hit >= 2:
                value += GROUND * (4 if target in g.scenario.victory_hexes else 1)
            if lost >= 2:
                value -= GROUND * 0.5
        return value / len(column.attacker)

    def attack(self, option: Option) -> float:
        """9.2 The best target first, if it promises anything."""
        if option[0] != "attack":
            return 0.0
        target = self.g.pack.board.at(option[1])
        return self._promise(target, tuple(able_attackers(self.g, target))) - ATTACK_FROM

    def join(self, option: Option) -> float:
        """All together."""
        return 1.0 if option[0] == "all" else 0.0

    def loss(self, option: Option) -> float:
        """The cheapest of our own, the dearest of theirs."""
        unit = self.g.pack.unit_index[option[1]]
        cost = self.step_loss(unit)
        return -cost if self.g.pack.unit_side[unit] == self.side else cost

    def stand(self, option: Option) -> float:
        """Ground is given up, unless it decides the game."""
        b = self.g.battle
        decisive = b is not None and b.target in self.g.scenario.victory_hexes
        holds = decisive and self.g.active != self.side
        return float((option[0] == "stand") == holds)

    def retreat_to(self, option: Option) -> float:
        """Away from enemies, towards the goals."""
        if option[0] != "to":
            return -20.0
        place = self.g.pack.board.at(option[1])
        return -0.1 * self.threat.get(place, 0) - 0.05 * self.way[place]

    def pursue(self, option: Option) -> float:
        """Into hexes that count, or nearer to the goals; the strongest first."""
        g, pack = self.g, self.g.pack
        if option[0] not in ("advance", "aside"):
            return 0.0
        unit, b = pack.unit_index[option[1]], g.battle
        if b is None or pack.is_hq[unit]:
            return -1.0
        place = pack.board.at(option[2]) if option[0] == "aside" else b.target
        return self._better(unit, place)

    def _better(self, unit: int, place: int) -> float:
        here = self.g.place[unit]
        if self._leaves_goal(unit, here):
            return -GUARD
        return self.place_value(unit, place) - self.place_value(unit, here)

    def pursue_on(self, option: Option) -> float:
        """On towards the goals, not into the arms of the enemy."""
        if option[0] == "stop":
            return 0.0
        place = self.g.pack.board.at(option[1])
        gain = -self.way[place] * PULL - 0.1 * self.threat.get(place, 0)
        b = self.g.battle
        here = b.target if b is not None else place
        return gain + self.way[here] * PULL + 0.1 * self.threat.get(here, 0) - 0.05

    def react(self, option: Option) -> float:
        """10.3 An armoured car slips away if it would be crushed."""
        if option[0] == "stay":
            return 0.0
        unit = self.g.pack.unit_index[option[1]]
        place = self.g.pack.board.at(option[2])
        crowd = self.threat.get(self.g.place[unit], 0) - self.threat.get(place, 0)
        alone = len(self.g.here[self.side][self.g.place[unit]]) == 1
        return crowd * 0.1 - 0.7 if alone else -1.0

    # -- the initial segment -----------------------------------------------------------------

    def chit(self, option: Option) -> float:
        """7.1 The formations with most strength near enemies or goals."""
        g, pack = self.g, self.g.pack
        if option[0] == "done":
            return 0.0
        value = 0.5
        for unit in pack.units_of[self.side]:
            if g.formation[unit] == option[1] and g.place[unit] >= 0 and not pack.is_hq[unit]:
                place = g.place[unit]
                near = 3.0 if place in self.threat else 1.0
                value += self.worth(unit) * near / (4 + min(self.way[place], 40))
        return value

    def replacement(self, option: Option) -> float:
        """11.2 Every step that can be had."""
        if option[0] == "done":
            return 0.0
        unit = self.g.pack.unit_index[option[1]]
        near = 0.0
        if option[0] == "comeback":
            near = -0.01 * self.way[self.g.pack.board.at(option[2])]
        return 1.0 + 0.1 * self.g.pack.combat[unit][0] + near

    def come_back(self, option: Option) -> float:
        """10.13 An HQ comes back among its troops, away from the enemy."""
        place = self.g.pack.board.at(option[1])
        return len(self.g.here[self.side][place]) - 2.0 * (place in self.threat)

    def rule_of_thumb(self, option: Option) -> float:
        """Brigades join again; everything else is declined."""
        return {"rejoin": 2.0, "merge": 1.5, "done": 1.0, "no": 1.0}.get(option[0], 0.0)
