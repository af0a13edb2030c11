"""victory, campaigns, vp: what the player needs, how a campaign is lost, and what it is worth."""

from __future__ import annotations

from khamsin.games.commander.model.pieces import ALLIED, AXIS, NOBODY, SIDES
from khamsin.games.commander.model.state import State
from khamsin.games.commander.rules.victory import box_vp
from khamsin.kernel.show.goals import Goal, GoalsNow, Standing
from khamsin.kernel.show.panels import Modifier
from khamsin.kernel.text.narrator import Narrator

_ALLIED, _AXIS = SIDES[ALLIED], SIDES[AXIS]


def goals(g: State, side: str | None, narrator: Narrator) -> GoalsNow:
    """victory.1 The Objectives of the campaign, and when it is over."""
    del side
    last: dict[str, str | int] = {"box": f"{g.c.id}_{len(g.c.boxes)}", "vp": g.c.end_vp}
    attacker = ALLIED if g.c.is_delay else AXIS
    objectives = _objectives(g, attacker, narrator)
    found = [_hold_out(g, last, narrator), objectives] if g.c.is_delay else [objectives]
    if not g.c.is_delay:
        found.append(_time(g, last, narrator))
    if g.c.defeat != NOBODY:
        found.append(_tripoli(g, narrator))
        if any(box.torch for box in g.c.boxes):
            found.append(_torch(g, narrator))
    standing: list[Standing] = [{"side": SIDES[attacker], "text": objectives["now"]}]
    if g.turn:
        key = "goal.worth_ended" if g.c.is_delay else "goal.worth_won"
        standing.append({"side": _AXIS, "text": narrator.say(key, {"vp": box_vp(g)})})
    return {
        "standing": standing,
        "when": narrator.say("goal.judged", {"turn": g.turn, "turns": len(g.c.boxes)}),
        "goals": found,
    }


def _objectives(g: State, attacker: int, narrator: Narrator) -> Goal:
    """campaigns.1-3, R16 All the Objectives at the same time."""
    key, rule = ("objectives", "campaigns.1") if g.c.defeat == NOBODY else ("cairo", "campaigns.2")
    if g.c.is_delay:
        key, rule = "overrun", "campaigns.3"
    names = tuple(g.place_id(area) for area in g.c.victory)
    held = sum(g.control[area] == attacker for area in g.c.victory)
    goal: Goal = {
        "side": SIDES[attacker],
        "title": narrator.say(f"goal.{key}", {"place": names}),
        "rule": rule,
        "now": narrator.say("goal.held", {"held": held, "goals": len(names)}),
        "met": held == len(names),
        "places": [
            {"id": name, "met": g.control[area] == attacker}
            for name, area in zip(names, g.c.victory, strict=True)
        ],
    }
    if not g.c.is_delay:
        goal["rows"] = _track(g, narrator)
    return goal


def _track(g: State, narrator: Narrator) -> list[Modifier]:
    """vp.1 What the campaign is worth in this box and in those to come."""
    first = max(g.turn, 1)
    return [
        {
            "label": narrator.text("box", f"{g.c.id}_{number}"),
            "value": narrator.say("goal.worth", {"vp": box.vp}),
            "rule": "vp.1",
        }
        for number, box in enumerate(g.c.boxes[first - 1 :], start=first)
    ]


def _hold_out(g: State, last: dict[str, str | int], narrator: Narrator) -> Goal:
    """campaigns.3, end.1 The later the Allies have everything, the more it is worth."""
    held = sum(g.control[area] == ALLIED for area in g.c.victory)
    return {
        "side": _AXIS,
        "title": narrator.say("goal.hold_out", last),
        "rule": "end.1",
        "now": narrator.say("goal.worth", {"vp": box_vp(g)}),
        "met": held < len(g.c.victory),
        "rows": _track(g, narrator),
    }


def _time(g: State, last: dict[str, str | int], narrator: Narrator) -> Goal:
    """end.1 The marker leaves the track before the campaign is won."""
    left = len(g.c.boxes) - max(g.turn, 1)
    return {
        "side": _ALLIED,
        "title": narrator.say("goal.time", last),
        "rule": "end.1",
        "now": narrator.say("goal.boxes_left", {"left": left}),
        "met": False,
    }


def _tripoli(g: State, narrator: Narrator) -> Goal:
    """campaigns.2 Lost with this area."""
    name, is_lost = g.place_id(g.c.defeat), g.control[g.c.defeat] == ALLIED
    return {
        "side": _ALLIED,
        "title": narrator.say("goal.defeat", {"place": name}),
        "rule": "campaigns.2",
        "now": narrator.say("goal.lost" if is_lost else "goal.safe"),
        "met": is_lost,
        "places": [{"id": name, "met": is_lost}],
    }


def _torch(g: State, narrator: Narrator) -> Goal:
    """torch.1 A die when the marker enters a box with Torch."""
    first = max(g.turn, 1)
    return {
        "side": _ALLIED,
        "title": narrator.say("goal.torch"),
        "rule": "torch.1",
        "now": narrator.say("goal.torch_now"),
        "met": False,
        "rows": [
            {
                "label": narrator.text("box", f"{g.c.id}_{number}"),
                "value": f"{box.torch}+",
                "rule": "torch.1",
            }
            for number, box in enumerate(g.c.boxes[first - 1 :], start=first)
            if box.torch
        ],
    }
