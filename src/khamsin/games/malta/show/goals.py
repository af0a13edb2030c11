"""20 Victory: the surrender roll at the end of every turn, and how it stands now."""

from __future__ import annotations

from khamsin.games.malta.model.pieces import ALLIED, AXIS, NIGHT, SIDES
from khamsin.games.malta.model.state import State
from khamsin.games.malta.rules.victory import surrender_modifiers
from khamsin.kernel.show.goals import GoalPlace, GoalsNow
from khamsin.kernel.show.panels import Modifier
from khamsin.kernel.text.narrator import Narrator

from .boards import signed, winning_rolls

_ALLIED, _AXIS = SIDES[ALLIED], SIDES[AXIS]


def goals(g: State, side: str | None, narrator: Narrator) -> GoalsNow:
    """20.3 Malta surrenders, the invasion is called off, or time runs out."""
    del side
    lines, numbers = surrender_modifiers(g), g.pack.tables.numbers
    total = sum(value for _, value in lines)
    axis, allied, every = winning_rolls(g, total)
    need: dict[str, str | int] = {
        "least": numbers.axis_wins,
        "most": numbers.allied_wins,
        "modifier": signed(total),
    }
    for_axis, for_allied = (
        need | {"rolls": rolls, "every": every, "chance": round(100 * rolls / every)}
        for rolls in (axis, allied)
    )
    surrender = narrator.say("goal.chance_axis", for_axis)
    called_off = narrator.say("goal.chance_allied", for_allied)
    is_last = g.day == g.scenario.last_day and g.turn == NIGHT
    rows: list[Modifier] = [
        {"label": narrator.say(f"scene.line_{name}"), "value": signed(value), "rule": "20.0"}
        for name, value in lines
    ]
    last = {"day": g.pack.days[g.scenario.last_day]}
    return {
        "standing": [
            {"side": _AXIS, "text": narrator.say("goal.strip_axis", for_axis)},
            {"side": _ALLIED, "text": narrator.say("goal.strip_allied", for_allied)},
        ],
        "when": narrator.say("goal.judged", {"modifier": signed(total)}),
        "goals": [
            {
                "side": _AXIS,
                "title": narrator.say("goal.surrender", {"least": numbers.axis_wins}),
                "rule": "20.3",
                "now": surrender,
                "met": axis == every,
                "rows": rows,
                "places": _places(g, narrator),
            },
            {
                "side": _ALLIED,
                "title": narrator.say("goal.called_off", {"most": numbers.allied_wins}),
                "rule": "20.3",
                "now": called_off,
                "met": allied == every,
            },
            {
                "side": _ALLIED,
                "title": narrator.say("goal.hold_out", last),
                "rule": "4.41",
                "now": narrator.say("goal.days_left", {"left": g.scenario.last_day - g.day}),
                "met": is_last and not axis,
            },
        ],
    }


def _places(g: State, narrator: Narrator) -> list[GoalPlace]:
    """20.0 Cities, airfields and towns."""
    pack = g.pack
    kinds = (
        ("city", pack.surrender_cities),
        ("airfield", pack.airfields),
        ("town", pack.towns),
    )
    found: dict[int, str] = {}
    for kind, hexes in kinds:
        for h in hexes:
            found.setdefault(h, kind)
    return [
        {
            "id": g.place_id(h),
            "met": g.control[h] == AXIS,
            "text": narrator.say(f"goal.short_{kind}"),
        }
        for h, kind in sorted(found.items())
    ]
