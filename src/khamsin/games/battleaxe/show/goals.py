"""17 and 20 What each side needs to win, and where it stands."""

from __future__ import annotations

from khamsin.games.battleaxe.model.pieces import ALLIED, SIDES
from khamsin.games.battleaxe.model.state import State
from khamsin.games.battleaxe.rules.control import is_contested
from khamsin.games.battleaxe.rules.supply import connected
from khamsin.games.battleaxe.rules.victory import (
    LAST_DAY,
    german_losses,
    is_tobruk_relieved,
    loss_points,
    points_to_win,
    scoring_areas,
)
from khamsin.kernel.show.goals import Goal, GoalsNow
from khamsin.kernel.show.panels import Modifier
from khamsin.kernel.text.narrator import Narrator

_ALLIED, _AXIS = SIDES


def goals(g: State, side: str | None, narrator: Narrator) -> GoalsNow:
    """17.0 Points or Tobruk for the Allies; otherwise the Axis wins."""
    del side
    needed, relieved = points_to_win(g), is_tobruk_relieved(g)
    is_counted = g.turn <= LAST_DAY  # 20.1: on June 18 points do not matter any more
    points = _points(g, narrator) if is_counted else None
    relief = _relief(g, relieved, narrator)
    is_won = relieved or (points is not None and points["met"])
    vp = narrator.say("goal.vp", {"vp": g.vp, "needed": needed})
    held = narrator.say("goal.held" if not is_won else "goal.not_held")
    axis: Goal = {
        "side": _AXIS,
        "title": narrator.say("goal.deny" if is_counted else "goal.deny_relief"),
        "rule": "17.0" if is_counted else "20.1",
        "now": held,
        "met": not is_won,
    }
    return {
        "standing": [
            {"side": _ALLIED, "text": vp if points is not None else relief["now"]},
            {"side": _AXIS, "text": held},
        ],
        "when": narrator.say("goal.judged_extended" if g.scenario.extended else "goal.judged"),
        "goals": [*([points] if points is not None else []), relief, axis],
    }


def _points(g: State, narrator: Narrator) -> Goal:
    """17.2, 20.1 Points scored, and what would be added if June 17 were over now."""
    scored = scoring_areas(g) if g.result is None else []
    areas = sum(g.pack.spaces[number].vp for number in scored)
    losses = loss_points(g) if g.result is None else 0
    needed, total = points_to_win(g), g.vp + areas + losses
    eliminated, reduced = german_losses(g)
    rows: list[Modifier] = [
        {"label": narrator.say("goal.scored"), "value": str(g.vp), "rule": "17.2a"},
        {"label": narrator.say("goal.areas"), "value": f"+{areas}", "rule": "17.2b"},
        {
            "label": narrator.say("goal.losses", {"eliminated": eliminated, "reduced": reduced}),
            "value": f"+{losses}",
            "rule": "17.2c",
        },
    ]
    facts = {"needed": needed, "least": g.vp_needed - g.pack.numbers.victory_extended_below}
    return {
        "side": _ALLIED,
        "title": narrator.say(
            "goal.points_extended" if g.scenario.extended else "goal.points", facts
        ),
        "rule": "20.1" if g.scenario.extended else "17.2d",
        "now": narrator.say("goal.points_now", {"vp": g.vp, "total": total, "needed": needed}),
        "met": total >= needed,
        "rows": rows,
        "places": [
            {
                "id": space.id,
                "met": number in scored,
                "text": narrator.say("goal.value", {"vp": space.vp}),
            }
            for number, space in enumerate(g.pack.spaces)
            if space.vp
        ],
    }


def _relief(g: State, relieved: bool, narrator: Narrator) -> Goal:
    """17.1, R44 Tobruk, the Zone of its supply, and a line between them."""
    tobruk, source = g.pack.tobruk, g.pack.buq_buq
    is_held = g.control[tobruk] == ALLIED and not is_contested(g, tobruk)
    is_source_held = g.control[source] == ALLIED
    linked = is_source_held and bool(connected(g, ALLIED, (source,))[tobruk])
    parts = (("tobruk", is_held), ("source", is_source_held), ("line", linked))
    places = {"place": g.place_id(tobruk), "start": g.place_id(source)}
    return {
        "side": _ALLIED,
        "title": narrator.say("goal.relief", places),
        "rule": "17.1",
        "now": narrator.say("goal.relieved" if relieved else "goal.not_relieved"),
        "met": relieved,
        "rows": [
            {
                "label": narrator.say(f"goal.relief_{name}", places),
                "value": narrator.say("goal.yes" if is_so else "goal.no"),
                "rule": "R44" if name == "line" else "17.1",
            }
            for name, is_so in parts
        ],
        "places": [
            {"id": g.place_id(tobruk), "met": is_held},
            {"id": g.place_id(source), "met": is_source_held},
        ],
    }
