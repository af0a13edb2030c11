"""13.19, 13.27, 13.36 What each side needs to win, and where it stands."""

from __future__ import annotations

from khamsin.games.gazala.model.pieces import SIDES
from khamsin.games.gazala.model.state import State
from khamsin.games.gazala.rules.victory import RULES, goals_held
from khamsin.kernel.show.goals import GoalsNow
from khamsin.kernel.text.narrator import Narrator


def goals(g: State, side: str | None, narrator: Narrator) -> GoalsNow:
    """One side must control all victory hexes when the last day is over; the other deny one."""
    del side
    scenario, held = g.scenario, goals_held(g)
    rule, every = RULES[scenario.id], len(scenario.victory_hexes)
    victor, other = SIDES[scenario.victor], SIDES[1 - scenario.victor]
    names = tuple(g.place_id(place) for place in scenario.victory_hexes)
    standing = narrator.say("goal.held", {"held": held, "goals": every})
    denied = narrator.say("goal.denied", {"left": every - held})
    days: dict[str, str | int] = {
        "date": scenario.dates[-1],
        "turn": g.turn,
        "turns": len(scenario.dates),
    }
    return {
        "standing": [{"side": victor, "text": standing}, {"side": other, "text": denied}],
        "when": narrator.say("goal.judged", days),
        "goals": [
            {
                "side": victor,
                "title": narrator.say("goal.control", {"place": names}),
                "rule": rule,
                "now": standing,
                "met": held == every,
                "places": [
                    {"id": name, "met": g.control[place] == scenario.victor}
                    for name, place in zip(names, scenario.victory_hexes, strict=True)
                ],
            },
            {
                "side": other,
                "title": narrator.say("goal.deny"),
                "rule": rule,
                "now": denied,
                "met": held < every,
            },
        ],
    }
