"""How the greedy bot judges Gazala 1942. Everything is weighed in steps: a step lost is about one.

Four ideas: what an attack is worth (by the combat results table), what a volley of tanks is worth
(by the dice), how much a unit likes to stand in a hex (`appraisal`), and which headquarters
have most to do. Units move one after another, headquarters after their troops; a unit that stands
best where it is stays there.
"""

from __future__ import annotations

from collections.abc import Callable

from khamsin.games.gazala.model.pieces import ALLIED, NOBODY, SIDES, WAITING
from khamsin.games.gazala.model.state import State
from khamsin.games.gazala.rules.control import has_room
from khamsin.kernel.mind.posture import PLAIN, Posture
from khamsin.kernel.mind.scoring import scored
from khamsin.kernel.play.decision import Option
from khamsin.kernel.play.match import Match

from .appraisal import PULL
from .fights import Fights

GUARD = 8.0  # not to leave a victory hex empty
DUG_IN = 3.0  # nor one box for another
GAP = 2.0  # a gap in the mines is a way for supply too
GARRISONED = 0.3  # how much there is to do for troops that hold a victory hex
MOVE_FROM = 0.05  # and a move this much more than staying


def judge(
    world: Match[State], side: str, options: list[Option], posture: Posture = PLAIN
) -> list[float]:
    """Score each option for this side."""
    decision = world.decision
    assert decision is not None
    view = Judgement(world.state, SIDES.index(side), posture)
    view.facts = decision.facts
    if decision.prompt == "move":
        return view.moves(options)
    return scored(world, view, options)


class Judgement(Fights):
    """What each answer is worth."""

    def __init__(self, g: State, side: int, posture: Posture = PLAIN) -> None:
        super().__init__(g, side, posture)
        self.scorers: dict[str, Callable[[Option], float]] = {
            "armour": self.volley,
            "combat": self.attack,
            "armour_units": self.fire,
            "combat_units": self.join,
            "armour_loss": self.loss,
            "loss": self.loss,
            "overstacked": lambda option: self.worth(g.pack.unit_index[option[1]]),
            "stand": self.stand,
            "retreat_to": self.retreat_to,
            "shelter": lambda option: -self.worth(g.pack.unit_index[option[1]]),
            "pursue": self.pursue,
            "pursue_on": self.pursue_on,
            "react": self.react,
            "air": lambda option: float(option[0] == "yes"),
            "chits": self.chit,
            "replacements": self.replacement,
            "hq_returns": self.come_back,
        }

    # -- moving ------------------------------------------------------------------------------

    def moves(self, options: list[Option]) -> list[float]:
        """The unit in hand goes where it likes best, or the next one is taken in hand."""
        g, pack = self.g, self.g.pack
        in_hand = g.moving[0] if g.moving else NOBODY
        here = g.place[in_hand] if in_hand != NOBODY else NOBODY
        stay = 0.0
        if here >= 0:
            stay = self.place_value(in_hand, here) + self._duty(in_hand, here)
        elif here == WAITING:
            stay = -99.0
        scores: list[float] = []
        for option in options:
            verb = option[0]
            score = -50.0
            if verb == "to":
                place = pack.board.at(option[1])
                score = self.place_value(in_hand, place) - stay - MOVE_FROM
                if g.here[self.side][place] and not has_room(g, place, (in_hand,)):
                    score -= 40.0
                if score <= 0:
                    score -= 30.0
            elif verb == "unit":
                turn = self._turn_of(pack.unit_index[option[1]])
                score = -1.0 - turn * 0.001 if turn > self._turn_of(in_hand) else -20.0
            elif verb == "done":
                score = -10.0
            elif verb in ("breach", "assisted"):
                helped = verb == "assisted" or pack.is_engineer[in_hand]
                score = self.breach(in_hand, pack.board.at(option[1]), helped=helped)
            elif verb == "land":
                score = 5.0
            scores.append(score)
        return scores

    def _turn_of(self, unit: int) -> int:
        """Units move in their order, headquarters after all others."""
        if unit == NOBODY:
            return NOBODY
        return unit + (len(self.g.place) if self.g.pack.is_hq[unit] else 0)

    def breach(self, unit: int, there: int, *, helped: bool) -> float:
        """10.84 The way that a gap would save, by the chance of the die; a bare 1 costs a step."""
        saved = self.way[self.g.place[unit]] - self.way[there] - 1
        if saved <= 0:
            return -30.0
        gain = saved * PULL + GAP
        if helped:
            return gain / 3 - MOVE_FROM
        return gain / 6 - self.step_loss(unit) / 6 - MOVE_FROM

    def _duty(self, unit: int, here: int) -> float:
        """What holds the last troops in a victory hex, or in a box."""
        g, pack = self.g, self.g.pack
        others = g.here[self.side][here]
        if any(u != unit and not pack.is_hq[u] for u in others) or pack.is_hq[unit]:
            return 0.0
        if here in g.scenario.victory_hexes:
            return GUARD
        is_dug_in = self.side == ALLIED and not self.attacks and self.box(here)
        return DUG_IN if is_dug_in else 0.0

    # -- after a fight -----------------------------------------------------------------------

    def retreat_to(self, option: Option) -> float:
        """Away from enemies, towards the goals; together, if there is room for all."""
        if option[0] in ("lose", "stay"):
            return -50.0 if option[0] == "stay" else -45.0
        place = self.g.pack.board.at(option[-1])
        value = -0.1 * self.threat.get(place, 0) - 0.05 * self.way[place]
        return value if option[0] == "to" else value - 20.0

    def pursue(self, option: Option) -> float:
        """Into hexes that count, or nearer to the goals; the strongest first."""
        g, pack = self.g, self.g.pack
        if option[0] not in ("advance", "aside"):
            return -1.0 if option[0] == "stack" else 0.0  # each as far as it is wanted
        unit, b = pack.unit_index[option[1]], g.battle
        if b is None or pack.is_hq[unit]:
            return -1.0
        place = pack.board.at(option[2]) if option[0] == "aside" else b.target
        return self._better(unit, place)

    def _better(self, unit: int, place: int) -> float:
        here = self.g.place[unit]
        gain = self.place_value(unit, place) - self.place_value(unit, here)
        return gain - self._duty(unit, here)

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
        hq = pack.hq_of[option[1]]
        row = pack.board.distances(g.place[hq])
        for unit in pack.units_of[self.side]:
            place = g.place[unit]
            if place < 0 or pack.is_hq[unit]:
                continue
            free = g.formation[unit] not in pack.hq_of and row[place] <= pack.reach[hq]
            if not free and g.formation[unit] != option[1]:
                continue
            near = 3.0 if place in self.threat else 1.0
            if place in g.scenario.victory_hexes:
                near *= GARRISONED
            value += self.worth(unit) * near / (3 + min(self.way[place], 40))
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
