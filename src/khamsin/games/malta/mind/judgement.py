"""How the greedy bot judges Island of Death. Everything is weighed in steps of strength.

Three ideas: what an attack is worth (by the combat table), how much a unit likes to stand in a hex
(what is to be had or held near it, and who is stronger around it), and which ground counts for
the surrender of the island. Landings and drops are in `landing`. The rest is by rules of thumb.
"""

from __future__ import annotations

from collections.abc import Callable

from khamsin.games.malta.model.pieces import (
    ALLIED,
    ARTILLERY,
    DEMORALISED,
    ENGINEERS,
    HQ,
    SIDES,
    TANK,
    WARSHIP,
)
from khamsin.games.malta.model.state import State
from khamsin.games.malta.rules.combat.strength import (
    attack,
    defence,
    is_remnant,
    morale,
    steps_left,
)
from khamsin.kernel.mind.posture import PLAIN, Posture
from khamsin.kernel.mind.scoring import scored
from khamsin.kernel.play.decision import Option
from khamsin.kernel.play.match import Match

from .appraisal import AIRFIELD_WORTH, TOWN_WORTH
from .fights import Fights


def judge(
    world: Match[State], side: str, options: list[Option], posture: Posture = PLAIN
) -> list[float]:
    """Score each option for this side."""
    decision = world.decision
    assert decision is not None
    view = Judgement(world.state, SIDES.index(side), posture)
    view.facts = decision.facts
    kind, _, to = decision.prompt.partition("_")
    if kind in ("strategic", "tactical"):
        found = view.steps if to else view.marches
        return found(options, strategic=kind == "strategic")
    return scored(world, view, options)


class Judgement(Fights):
    """One look at the table from one side: what each kind of option is worth to it."""

    def __init__(self, g: State, side: int, posture: Posture = PLAIN) -> None:
        super().__init__(g, side, posture)
        self.scorers: dict[str, Callable[[Option], float]] = {
            "beach_move": self.regroup,
            "rally": self.regroup,
            "attack": self.attack_now,
            "breakthrough": self.attack_now,
            "attackers": self.attackers,
            "support": self.support,
            "ammunition": self.ammunition,
            "defend": self.defend,
            "lose": self.lose,
            "lose_ship": self.lose,
            "remove": self.lose,
            "stand": self.stand,
            "retreat": self.go_to,
            "advance": self.advance,
            "advance_on": self.go_to,
            "answer_fire": self.engage,
            "fire_box": self.shell,
            "fill": self.fill,
            "plan_hex": self.drop_at,
            "solo_marker": self.drop_at,
            "plan_turn": self.early,
            "choose_zone": self.zone,
            "place_hidden": self.ambush,
            "raid": self.raid,
            "target": self.aim,
            "place_ship": self.ship,
            "ship_to": self.ship,
            "overstack": lambda option: -self.lose(option),
        }

    # -- losses ------------------------------------------------------------------------------

    def lose(self, option: Option) -> float:
        """9.42 The cheapest step."""
        g = self.g
        if len(option) < 2 or option[1] not in self.unit:
            return 0.0
        unit = self.unit[option[1]]
        kind = g.pack.kind[unit]
        price = attack(g, unit) + defence(g, unit) * 0.5 + morale(g, unit) * 0.2
        if kind in (HQ, TANK, WARSHIP):
            price += 5.0
        if kind in ENGINEERS or kind == ARTILLERY:
            price += 1.0
        if steps_left(g, unit) > 1:
            price *= 0.5
        return -price - (1.0 if is_remnant(g, unit) else 0.0)

    def stand(self, option: Option) -> float:
        """9.7 Only on ground that counts, and with good morale."""
        g, b = self.g, self.g.battle
        if b is None:
            return float(option == ("retreat",))
        units = b.attackers if b.attacker == self.side else b.defenders
        brave = [u for u in units if g.place[u] >= 0 and morale(g, u) >= 5]
        worth = self.ground(b.place) if b.attacker != self.side else 0.0
        worn = any(g.order[u] == DEMORALISED for u in units)
        stays = worth >= TOWN_WORTH and len(brave) > 1 and not worn
        if worth >= AIRFIELD_WORTH and self.side == ALLIED:
            hits = int(self.facts.get("hits", 1))
            stays = sum(steps_left(g, u) for u in units) > hits  # steps are cheaper than cities
        return float((option == ("stand",)) == stays)

    def ammunition(self, option: Option) -> float:
        """12.56 Rounds for guns that have somebody to fire at, before all others."""
        if option[0] != "load" or len(option) < 2:
            return self.rule_of_thumb(option)
        return 1.0 + self._has_targets(self.unit[option[1]])

    def rule_of_thumb(self, option: Option) -> float:
        """Everything else: shoot, land, re-form, lead; and stop when there is nothing to do."""
        return THUMB.get(option[0], 0.0)


THUMB = {
    "load": 1.0,
    "plan": 1.0,
    "drop": 1.0,
    "deployed": 1.0,
    "all": 2.0,
    "try": 1.0,
    "replace": 1.0,
    "absorb": 1.0,
    "shell": 1.0,
    "fire": 1.0,
    "land": 1.0,
    "break": -0.1,
    "reform": 1.0,
    "lead": 1.0,
    "air": 1.0,
    "lone": -1.0,
    "attach": -1.0,
    "cancel": -1.0,
    "dismantle": -1.0,
    "shift": -1.0,
    "unit": -0.1,
    "join": -1.0,
    "whole": 1.0,
}
