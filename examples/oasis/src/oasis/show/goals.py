"""8 What each side needs to win, and where it stands."""

from __future__ import annotations

from khamsin.kernel.show.goals import Goal, GoalsNow
from khamsin.kernel.text.narrator import Narrator
from oasis.model.pieces import EMIR, RAIDERS, SIDES
from oasis.model.state import State
from oasis.rules.victory import is_beaten, points


def goals(g: State, side: str | None, narrator: Narrator) -> GoalsNow:
    """8.1 The wells, 8.2 the last unit."""
    del side
    counts = [points(g, own) for own in (RAIDERS, EMIR)]
    found: list[Goal] = []
    for own, name in enumerate(SIDES):
        is_ahead = counts[RAIDERS] > counts[EMIR]
        found.append(
            {
                "side": name,
                "title": narrator.say("goal.wells", {"side": name}),
                "rule": "8.1",
                "now": narrator.say("goal.points", {"points": counts[own]}),
                "met": is_ahead if own == RAIDERS else not is_ahead,
                "places": [
                    {
                        "id": g.place_id(well),
                        "met": g.control[well] == own,
                        "text": str(g.pack.areas[well].well),
                    }
                    for well in g.pack.wells
                ],
            }
        )
    found += [
        {
            "side": name,
            "title": narrator.say("goal.alone", {"side": name}),
            "rule": "8.2",
            "now": narrator.say("goal.beaten" if is_beaten(g, 1 - own) else "goal.not_beaten"),
            "met": is_beaten(g, 1 - own),
        }
        for own, name in enumerate(SIDES)
    ]
    return {
        "standing": [
            {"side": name, "text": narrator.say("goal.points", {"points": counts[own]})}
            for own, name in enumerate(SIDES)
        ],
        "when": narrator.say("goal.judged", {"turn": g.turn, "turns": g.scenario.turns}),
        "goals": found,
    }
